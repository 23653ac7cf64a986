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
    Claim("end-73", "eight", "len(X)"),
    Claim("end-79", 'torch.save(model.state_dict(), "apartments.pt"), and later', SAVED),
    Claim(
        "end-79",
        'torch.save([mean, std], "scale.pt") keeps those two',
        "(b := __import__('io').BytesIO(), torch.save([mean, std], b), b.seek(0), "
        "(torch.load(b)[1] == std).all())[3]",
    ),
    Claim("end-73", "twice", "network[0] > 2 * misses(by_line)[0]"),
    Claim(
        "end-01",
        "so its gradient was passed on and not kept. Call hidden.retain_grad() before the pass, and it's kept",
        "(w := X[0, 0].clone().requires_grad_(), early := w * w, early.retain_grad(), (3 * early).backward(), late := w * w, (3 * late).backward(), late.retain_grad(), early.grad == 3 and late.grad is None)[-1]",
        after="end-37",
    ),
    Claim(
        "end-01",
        "The graph is cut somewhere before the loss, and now nothing tells you",
        "(w := X[0].clone().requires_grad_(), l := w.detach().sum().requires_grad_(), l.backward(), w.grad is None)[-1]",
        after="end-37",
    ),
    Claim(
        "end-36",
        "The first 8 rows are for training. We hold back the last two",
        "torch.equal(X, data[:8, :2]) and torch.equal(new, data[8:, :2])",
        after="end-37",
    ),
    Claim(
        "end-43",
        "With the other weight and the bias it's larger still, so the limit is even lower",
        "(Z := torch.cat([X, torch.ones(8, 1)], dim=1), H := 2 * Z.T @ Z / 8, v := torch.ones(3), [v := (H @ v) / (H @ v).norm() for _ in range(50)], v @ H @ v > H[0, 0])[-1]",
    ),
    Claim(
        "end-65",
        "A rate below the limit gets you down the steep side, and then it crawls",
        "(l := lambda k: fit(X, y, 0.0001, k)[1], l(1) > 100 * l(200) and l(200) < 2 * l(400))[-1]",
    ),
    Claim(
        "end-65",
        "subtract its mean, and divide by its standard deviation std. dim=0 computes both down the rows, one for each column",
        "((X - X.mean(dim=0)) / X.std(dim=0)).mean(dim=0).abs().max() < 1e-5 and X.std(dim=0).shape == (2,)",
    ),
    Claim(
        "end-71",
        "you see the average miss, the smallest, and the largest",
        "misses(by_mean)[1] < misses(by_mean)[0] < misses(by_mean)[2]",
    ),
    Claim(
        "end-75",
        "Keep the columns that differ anywhere from the first row",
        "keep.tolist() == [True, True, False]",
        after="end-76",
    ),
    Claim(
        "end-77",
        "fill it in with the mean of its column, taken over the training rows that have a value",
        "filled[1] == ages[~missing].mean()",
        after="end-78",
    ),
    Claim(
        "end-79",
        "A prediction above 0 means yes",
        "torch.tensor(0.1).sigmoid() > 0.5 > torch.tensor(-0.1).sigmoid()",
    ),
    Claim(
        "end-51",
        "New rows need the same ones. A single row doesn't even have a spread of its own",
        "torch.allclose(standardized(X, X)[1], standardized(X, X)[0]) and torch.ones(1, 2).std(dim=0).isnan().all()",
    ),
    Claim(
        "end-61",
        "their names don't help. A loop inside the loop turns each part into a number",
        "read('a,b,c\\n1,2,3')[0].tolist() == [[1, 2]] and read('a,b,c\\n1,2,3')[1].tolist() == [[3]]",
    ),
]
