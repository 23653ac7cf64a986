"""What chapter 12 says, and what computes it."""

from tests.course.claims import Claim

SAVED = (
    "(b := __import__('io').BytesIO(), torch.save(model.state_dict(), b), b.seek(0), "
    "torch.load(b)['weight'].shape == (1, 2))[3]"
)


CLAIMS = [
    Claim("end-43", "30 100", "X[:, 0].min() == 30 and X[:, 0].max() == 100"),
    Claim(
        "end-43",
        "0.00016",
        "fit(X, y, 1.6e-4)[1] > 1e6 > fit(X, y, 1.5e-4)[1] and 1.6e-4 < 2 / curvature",
        after="end-64",
    ),
    Claim("end-45", "2 3", "[int(loss**0.5), int(loss**0.5) + 1]"),
    Claim("end-45", "7", "loss"),
    Claim("end-45", "200", "200 in fit.__defaults__"),
    Claim(
        "end-47",
        "8 1",
        "[round(miss) for miss in [(p - q).abs().item() for p, q in zip(model((new - mean) / std), prices)]]",
    ),
    Claim("end-71", "123", "misses(by_mean)[0]"),
    Claim("end-71", "4 2 9", "[round(miss) for miss in misses(by_line)]"),
    Claim(
        "end-71",
        "So here are 16 hidden units, Adam, and 300 steps, on the same 45 splits",
        "10 * 9 // 2 == 45 and 2.5 < network[0] / 4.1 < 6",
        after="end-72",
    ),
    Claim("end-73", "65", "16 * X.shape[1] + 16 + 16 + 1"),
    Claim("end-79", 'torch.save(model.state_dict(), "apartments.pt"), and later', SAVED),
    Claim(
        "end-79",
        'torch.save([mean, std], "scale.pt") keeps those two',
        "(b := __import__('io').BytesIO(), torch.save([mean, std], b), b.seek(0), "
        "(torch.load(b)[1] == std).all())[3]",
    ),
    Claim("end-73", "twice", "network[0] > 2 * misses(by_line)[0]"),
]
