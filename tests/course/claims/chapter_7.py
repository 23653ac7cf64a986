"""What the last page says about runs where no cell beside the sentence shows it."""

SQUARED = "(v := torch.tensor([1.0, 2.0], requires_grad=True), (v * v).sum().backward())"
CUBED = "(v := torch.tensor(2.0, requires_grad=True), (5 * v**3).backward())"
TWICE = f"({SQUARED}, (s := (v * v).sum()), torch.autograd.grad(s, v)[0])"
DOUBLE = "dtype=torch.float64, requires_grad=True"
REFUSED = (
    f"not torch.autograd.gradcheck(Rounded.apply, torch.tensor([0.4, 1.6], {DOUBLE}), "
    "raise_exception=False)"
)

CLAIMS = [
    ("The first gradient was 2 and 4", f"{SQUARED}[0].grad.tolist() == [2, 4]"),
    (
        "`torch.autograd.grad(loss, w)` gives the gradient of this step alone",
        f"{TWICE}[2].tolist() == [2, 4] == v.grad.tolist()",
    ),
    ("a graph of 20 additions has a million of them", "10**6 < 2**20 < 1.1 * 10**6"),
    ("`Rounded` would not pass", REFUSED),
    ("columns like 30 to 120", "X[:, 0].min() == 30 and X[:, 0].max() == 120"),
    (
        "A loss of 11 is a squared distance: the line misses the prices by about 3",
        "round(loss) == 11 and round(loss**0.5) == 3",
    ),
    ("gives 12 as well, where it should be 60", f"{CUBED}[0].grad == 60"),
]
