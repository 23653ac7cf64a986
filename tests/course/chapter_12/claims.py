"""Check the last page's claims about experiments that no nearby cell shows."""

SQUARED = "(v := torch.tensor([1.0, 2.0], requires_grad=True), (v * v).sum().backward())"
TWICE = (
    f"({SQUARED}, (s := (v * v).sum()), torch.autograd.grad(s, v, retain_graph=True)[0], "
    "s.backward(), v.grad)"
)
SAVED = (
    "(b := __import__('io').BytesIO(), torch.save(model.state_dict(), b), b.seek(0), "
    "torch.load(b)['weight'].shape == (1, 2))[3]"
)
KEPT = "[(p - q).abs().item() for p, q in zip(model((new - mean) / std), prices)]"

NAN = (
    "(lambda w: (((w * mg.tensor([1.0, float('nan')])).sum() ** 2).backward(), "
    "bool(w.grad.isnan().all()))[1])(mg.ones(2, requires_grad=True))"
).replace("mg.", "torch.")

CLAIMS = [
    (
        "`torch.autograd.grad(loss, w, retain_graph=True)` gives the gradient of this step alone",
        f"{TWICE}[2].tolist() == [2, 4] and v.grad.tolist() == [4, 8]",
    ),
    ("for sizes of 30 to 100", "X[:, 0].min() == 30 and X[:, 0].max() == 100"),
    (
        "so the limit is even lower, below 0.00016",
        "fit(X, y, 1.6e-4)[1] > 1e6 > fit(X, y, 1.5e-4)[1] and 1.6e-4 < 2 / curvature",
    ),
    ("With the new scale, 200 steps reach 7", "round(loss) == 7"),
    (
        "A price of 299 fits the table, and 6511 doesn't",
        "[round(model(row).item()) for row in ((flat - mean) / std, flat)] == [299, 6511]",
    ),
    ("its square root, between 2 and 3", "2 < loss**0.5 < 3"),
    ("which makes 45 splits", "10 * 9 // 2 == 45"),
    ("The mean price misses by 123", "round(misses(by_mean)[0]) == 123"),
    (
        "its average miss is 4, but depending on the split you might have reported 2 or 9",
        "[round(miss) for miss in misses(by_line)] == [4, 2, 9]",
    ),
    (
        "So here are 16 hidden units, Adam, and 300 steps, on the same 45 splits",
        "10 * 9 // 2 == 45 and 2.5 < network[0] / 4.1 < 6",
    ),
    ("It has 65 weights and biases", "16 * 2 + 16 + 16 + 1 == 65"),
    (
        "The mean of ten times 2.7 is rounded, so `std` comes out as 0.0000003 and not as 0",
        "round(torch.full((10, 1), 2.7).std(dim=0).item(), 7) == 3e-7",
    ),
    ("One step later every weight is `nan`", NAN),
    ("so 8 and 1 is one draw", f"[round(miss) for miss in {KEPT}] == [8, 1]"),
    ("It misses them by about 8 and 1", f"[round(miss) for miss in {KEPT}] == [8, 1]"),
    (
        '`torch.save(model.state_dict(), "flats.pt")`, and later',
        SAVED,
    ),
    (
        '`torch.save([mean, std], "scale.pt")` keeps those two',
        (
            "(b := __import__('io').BytesIO(), torch.save([mean, std], b), b.seek(0), "
            "(torch.load(b)[1] == std).all())[3]"
        ),
    ),
]
