"""What the text of chapter 2 says about runs that none of its cells makes."""

TOTAL = "mg.autograd.functional.jacobian(lambda x: x * x.sum(), mg.tensor([1.0, 2.0, 3.0]))"
SQUARES = "mg.autograd.functional.jacobian(lambda x: x * x, mg.linspace(1.0, 2.0, 1000))"
RAISES = "__import__('pytest').raises"

CLAIMS = [
    (
        "For the weights 1 and −1 it is the first row minus the second",
        "(mg.tensor([1.0, -1.0]) @ J == J[0] - J[1]).all()",
    ),
    (
        "the sum of both rows, for v = (1, 1). Here the second weighs 0",
        "(mg.tensor([1.0, 1.0]) @ J).tolist() == [2, 2, 6]",
    ),
    ("the sum of all inputs, 6, plus", "mg.tensor([1.0, 2.0, 3.0]).sum() == 6"),
    ("2, 0 and −6 are left", "(mg.tensor([1.0, -1.0]) @ J).tolist() == [2, 0, -6]"),
    (
        "by hand: 11·2, then 11·1 + 2·1, then 2·6",
        "(mg.tensor([11.0, 2.0]) @ J).tolist() == [22, 13, 12]",
    ),
    (
        "whose row 0 is row 0 of `J2` times `J1`, whose row 1 is row 1 of `J2` times `J1`",
        "(J @ J.T == mg.stack([J[0] @ J.T, J[1] @ J.T])).all()",
    ),
    (
        "it has a million entries, all zeros but for 1000",
        f"(lambda J: (J.numel(), (J != 0).sum().item()) == (1_000_000, 1000))({SQUARES})",
    ),
    (
        "without `create_graph=True` it would be an untracked tensor",
        "not mg.autograd.grad(x**3, x)[0].requires_grad",
    ),
    (
        "the second call would raise an error",
        f"{RAISES}(RuntimeError, mg.autograd.grad, mg.autograd.grad(x**3, x)[0], x)",
    ),
    ("that is 7, 8, 9", f"mg.diagonal({TOTAL}).tolist() == [7, 8, 9]"),
    ("But `x.grad` is 12, 12, 12", f"{TOTAL}.sum(0).tolist() == [12, 12, 12]"),
    (
        "For a mean of 5, 0.2 for each",
        "(mg.autograd.functional.jacobian(mg.mean, mg.zeros(5)) == mg.tensor(0.2)).all()",
    ),
]
