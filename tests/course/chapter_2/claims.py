"""Check chapter 2's claims about experiments that aren't run in the notebook."""

TOTAL = "mg.autograd.functional.jacobian(lambda x: x * x.sum(), mg.tensor([1.0, 2.0, 3.0]))"
SQUARES = "mg.autograd.functional.jacobian(lambda x: x * x, mg.linspace(1.0, 2.0, 1000))"
LOSSES = """(lambda seed: (
    mg.manual_seed(seed),
    parts := [mg.randn(8, requires_grad=True) for _ in range(3)],
    optimizer := mg.optim.SGD(parts, lr=0.05),
    [(
        loss := ((mg.tanh(x * parts[0] + parts[1]) @ parts[2] - target) ** 2).mean(),
        optimizer.zero_grad(),
        loss.backward(),
        optimizer.step(),
    )[0].item() for _ in range(1000)],
)[-1])"""
RAISES = "__import__('pytest').raises"

BENDS = "(lambda ys: max(abs(a - 2 * b + c) for a, b, c in zip(ys, ys[1:], ys[2:])))"

CLAIMS = [
    (
        "`tanh` squeezes any number into the range from −1 to 1",
        "mg.tensor([-9.0, -1.0, 0.0, 1.0, 9.0]).tanh().abs().max() < 1",
    ),
    (
        "Without it, the network could only draw a straight line.",
        f"{BENDS}(((mg.linspace(-2, 2, 21).reshape(21, 1) * w + b) @ u).tolist()) < 1e-5",
    ),
    (
        "If `v` is 1 and −1, the result is the first row minus the second",
        "(mg.tensor([1.0, -1.0]) @ J == J[0] - J[1]).all()",
    ),
    (
        "the sum of both rows, for v = (1, 1). Here, the second row has a weight of 0",
        "(mg.tensor([1.0, 1.0]) @ J).tolist() == [2, 2, 6]",
    ),
    ("the sum of all inputs, 6, plus", "mg.tensor([1.0, 2.0, 3.0]).sum() == 6"),
    ("2, 0, and −6 are left", "(mg.tensor([1.0, -1.0]) @ J).tolist() == [2, 0, -6]"),
    (
        "By hand it's 11·2, then 11·1 + 2·1, then 2·6",
        "(mg.tensor([11.0, 2.0]) @ J).tolist() == [22, 13, 12]",
    ),
    (
        "Each of its 3 rows meets the other matrix, so it's three times the work of a single row",
        "(J @ J.T == mg.stack([J[0] @ J.T, J[1] @ J.T])).all()",
    ),
    (
        "You can multiply these four in two orders, and the result is the same",
        (
            "(lambda v, A, B, C: mg.allclose(((v @ C) @ B) @ A, v @ (C @ (B @ A))))"
            "(mg.randn(3), mg.randn(3, 3), mg.randn(3, 3), mg.randn(3, 3))"
        ),
    ),
    ("9 multiplications, one for each entry of the matrix", "3 * 3 == 9"),
    (
        (
            "`J2 @ J1` takes 3 · 9, `J3` times that takes 3 · 9, "
            "and the row takes 9. Together that's 63"
        ),
        "3 * 9 + 3 * 9 + 9 == 63",
    ),
    ("One product of two matrices and one product of a row and a matrix take 36.", "27 + 9 == 36"),
    (
        "so its Jacobian is 0 nearly everywhere",
        f"(lambda J: (J.numel(), (J != 0).sum().item()) == (1_000_000, 1000))({SQUARES})",
    ),
    ("Here that's 2 times", "J[0, 0] == 2"),
    ("Here that's 6 times", "J[1, 2] == 6"),
    ("The loss is nearly 0", f"{LOSSES}(0)[-1] < 0.006"),
    ("That's close, but not perfect", "abs(network(mg.tensor([[1.5]])).item() - 2.25) < 0.15"),
    (
        "the first curve looks different each time, but the network still learns to square",
        (
            "(lambda runs: max(r[-1] for r in runs) < 0.02 and min(r[0] for r in runs) > 1)"
            f"([{LOSSES}(seed) for seed in range(8)])"
        ),
    ),
    (
        "It only works between −2 and 2, because that's all it has seen: try 5",
        "abs(network(mg.tensor([[5.0]])).item() - 25) > 15",
    ),
    (
        "Without `create_graph=True` it would be an untracked tensor",
        "not mg.autograd.grad(a**3, a)[0].requires_grad",
    ),
    (
        "the second call would raise an error",
        f"{RAISES}(RuntimeError, mg.autograd.grad, mg.autograd.grad(a**3, a)[0], a)",
    ),
    ("That makes 7, 8, 9", f"mg.diagonal({TOTAL}).tolist() == [7, 8, 9]"),
    ("But `x.grad` is 12, 12, 12", f"{TOTAL}.sum(0).tolist() == [12, 12, 12]"),
    (
        "For a mean of 5 it's 0.2 for each",
        "(mg.autograd.functional.jacobian(mg.mean, mg.zeros(5)) == mg.tensor(0.2)).all()",
    ),
]
