"""What the text of chapter 7 says about runs that none of its cells makes."""

FLOAT32 = (
    "(lambda w: (w.simplefilter('ignore'), mg.autograd.gradcheck(f, mg.tensor([2.0, -1.0, 0.5], "
    "requires_grad=True), raise_exception=False))[1])(__import__('warnings'))"
)
ALIKE = (
    "1e-4 <= min([d * 10.0**-k for k in range(1, 8) for d in (1, 3)], "
    "key=lambda h: abs(((cube(mg.tensor(5.0) + h) - 125) / h).item() - 75)) <= 1e-3"
)
SMALL = (
    "mg.autograd.gradcheck(Chance.apply, mg.tensor(1e-7, dtype=mg.float64, requires_grad=True), "
    "raise_exception=False)"
)
MOVED = (
    "(lambda w: ((Mean.apply((w - 1) ** 2) + ((w + 1) ** 2).mean()).backward(),"
    " w.grad.abs().max() < 1e-6)[1])(mg.tensor([0.5, 0.5, 0.5], requires_grad=True))"
)
SOFTPLUS = (
    "(lambda x: (y := mg.nn.functional.softplus(x), y.sum().backward(), y.tolist(),"
    " x.grad.tolist())[2:] == ([1000, 0], [1, 0]))"
    "(mg.tensor([1000.0, -1000.0], requires_grad=True))"
)
# By what a step at the rate 1.2 multiplies a weight: with the faulty rule, and with the right one.
FLIES_OUT = (
    "[abs(1 - 1.2 * mg.autograd.grad(m((one := mg.ones(3, requires_grad=True)) ** 2), one)[0][0])"
    " > 1 for m in (Mean.apply, mg.mean)] == [True, False]"
)

CLAIMS = [
    ("where the value is 125", "cube(5) == 125"),
    ("have to hold the 125", "cube(5) == 125"),
    ("hold the 125 and its zeros", "cube(5) == 125"),
    (
        "it falls from 0.15 to 0.00015",
        "[round((cube(5 + h) - 125) / h - 75, 5) for h in (1e-2, 1e-5)] == [0.1501, 0.00015]",
    ),
    (
        "The rise has five right digits left, 7.5000 and no more",
        "f'{cube(5 + 1e-11) - 125:.5e}' == '7.50006e-10'",
    ),
    ("they are alike between 0.001 and 0.0001", ALIKE),
    ("`gradcheck` warns, and fails", f"not {FLOAT32}"),
    (
        "has 435 digits before the point",
        "int(1000 / __import__('math').log(10)) + 1 == 435",
    ),
    ("float32 ends at 39", "len(str(int(__import__('numpy').finfo('float32').max))) == 39"),
    ("At 2 the slope is 12", "3 * 2 * 2 == 12"),
    (
        "beside a second loss this one counts three times, so that the weights end elsewhere",
        MOVED,
    ),
    ("at a higher rate it flies out where the right rule does not", FLIES_OUT),
    ("which rounds to 3", "round(fit(Rounded.apply)[0]) == 3"),
    ("With seven, between 0.001 and 0.0001", ALIKE),
    ("or a hundred-thousandth where slopes are small", SMALL),
    ("where it should be 60", "5 * 3 * 2 * 2 == 60"),
    (
        "*numerical* −0.75 beside *analytical* −1.5",
        "round((3 / 2.001 - 3 / 1.999) / 0.002, 3) == -0.75 and faulty(3.0, 2.0, 1.0)[1] == -1.5",
    ),
    (
        "so that 1000 gives 1000 and −1000 gives 0, with slopes 1 and 0",
        SOFTPLUS,
    ),
]
