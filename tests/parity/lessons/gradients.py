"""Lessons about gradients: by hand, by autograd, by custom rules, and gradients of gradients."""

import math
from typing import Any

from ..rules import first_sentence


def a_curve_by_hand(mg: Any) -> dict:
    """Run gradient descent with gradients worked out on paper."""
    x = mg.linspace(-1, 2, 40)
    y = x.exp() - 0.5 * x
    a, b, c = mg.randn(()), mg.randn(()), mg.randn(())
    for step in range(300):
        error = a + b * x + c * x**2 - y
        if step % 60 == 0:
            print(step, f"{error.pow(2).mean().item():.5f}")
        slope = 2 * error / len(x)
        a -= 0.1 * slope.sum()
        b -= 0.1 * (slope * x).sum()
        c -= 0.1 * (slope * x**2).sum()
    print(f"exp(x) - x/2 is nearly {a.item():.3f} + {b.item():.3f} x + {c.item():.3f} x²")
    return {"a": a, "b": b, "c": c}


def the_curve_by_autograd(mg: Any) -> dict:
    """Run the same descent with `backward` and both ways of zeroing."""
    x = mg.linspace(-1, 2, 40)
    y = x.exp() - 0.5 * x
    a, b, c = (mg.randn((), requires_grad=True) for _ in range(3))
    print(a, b, c)
    for step in range(300):
        loss = (a + b * x + c * x**2 - y).pow(2).mean()
        if step == 0:
            print(loss, loss.grad_fn, loss.grad_fn.next_functions)
        loss.backward()
        with mg.no_grad():
            for p in (a, b, c):
                p -= 0.1 * p.grad
        a.grad.zero_()
        b.grad = c.grad = None
    print(loss, a.grad, b.grad)
    return {"a": a, "b": b, "c": c, "loss": loss}


def a_rule_of_ones_own(mg: Any) -> dict:
    """Write swish with a temperature, as a Function that saves values and as a composition."""

    class Swish(mg.autograd.Function):
        @staticmethod
        def forward(ctx: Any, x: Any, temperature: float) -> Any:
            s = mg.sigmoid(x / temperature)
            ctx.save_for_backward(x, s)
            ctx.temperature = temperature
            return x * s

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            x, s = ctx.saved_tensors
            return g * (s + x * s * (1 - s) / ctx.temperature), None

    x = mg.tensor([-2.0, 0.0, 0.5, 3.0], requires_grad=True)
    y = Swish.apply(x, 0.5)
    print(y, y.grad_fn.name())
    y.sum().backward()
    own, x.grad = x.grad, None
    (x * mg.sigmoid(x / 0.5)).sum().backward()
    print(own, mg.allclose(own, x.grad))
    double = x.detach().double().requires_grad_()
    print(mg.autograd.gradcheck(lambda x: Swish.apply(x, 0.5), double))
    return {"y": y, "own": own}


def a_rule_for_the_rule(mg: Any) -> dict:
    """Write a Function whose backward is a Function, and differentiate it two and three times."""

    class Fourth(mg.autograd.Function):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            ctx.save_for_backward(x)
            return x**4

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            (x,) = ctx.saved_tensors
            return FourthSlope.apply(g, x)

    class FourthSlope(mg.autograd.Function):
        @staticmethod
        def forward(ctx: Any, g: Any, x: Any) -> Any:
            ctx.save_for_backward(g, x)
            return 4 * g * x**3

        @staticmethod
        def backward(ctx: Any, h: Any) -> Any:
            g, x = ctx.saved_tensors
            return 4 * h * x**3, 12 * h * g * x**2

    x = mg.tensor([1.5, -0.5], dtype=mg.float64, requires_grad=True)
    print(mg.autograd.gradcheck(Fourth.apply, x), mg.autograd.gradgradcheck(Fourth.apply, x))
    print(mg.rand(2))  # the second check drew numbers from the same random stream
    first = mg.autograd.grad(Fourth.apply(x).sum(), x, create_graph=True)[0]
    second = mg.autograd.grad(first.sum(), x, create_graph=True)[0]
    third = mg.autograd.grad(second.sum(), x)[0]
    print(first, second, third, sep="\n")
    return {"first": first, "second": second, "third": third}


def a_bowl_and_its_curvature(mg: Any) -> dict:
    """Compute a Jacobian, a Hessian, their products with vectors, and a Newton step."""

    def bowl(w: Any) -> Any:
        return (w[0] - 1) ** 2 + 10 * (w[1] - w[0] ** 2) ** 2

    w = mg.tensor([-0.5, 0.75])
    v = mg.tensor([1.0, 2.0])
    of = mg.autograd.functional
    H = of.hessian(bowl, w)
    print(H, of.hvp(bowl, w, v), of.vhp(bowl, w, v), sep="\n")
    J = of.jacobian(lambda w: mg.stack([w.sum(), w.prod(), w[0] / w[1]]), w)
    print(J, of.jvp(lambda w: w**3, w, v), of.vjp(lambda w: w.exp(), w, v), sep="\n")
    g = of.jacobian(bowl, w)
    (a, b), (_, d) = H.tolist()
    step = mg.tensor([[d, -b], [-b, a]]) @ g / (a * d - b * b)
    print(w - step, bowl(w - step))
    two = of.jacobian(lambda a, b: a * b.sum(), (mg.ones(2), mg.tensor([1.0, 3.0])))
    print(two)
    return {"H": H, "J": J, "step": step, "two": two}


def what_leaves_keep(mg: Any) -> dict:
    """Look at gradients of leaves, retained gradients, hooks, and gradients that add up."""
    x = mg.tensor([[0.5, -1.0], [2.0, 0.25]])
    w = mg.tensor([1.0, -2.0], requires_grad=True)
    b = mg.zeros(2, requires_grad=True)
    z = x @ w + b
    y = mg.tanh(z)
    loss = (y - mg.tensor([1.0, 0.0])).square().sum()
    z.retain_grad()
    handle = y.register_hook(lambda g: print("arrives at y:", g))
    loss.backward(retain_graph=True)
    for name, t in {"x": x, "w": w, "b": b, "z": z, "loss": loss}.items():
        print(name, t.is_leaf, t.requires_grad, t.retains_grad)
    print(w.grad, b.grad, z.grad, x.grad)
    handle.remove()
    loss.backward()
    print(w.grad, z.grad)
    try:
        loss.backward()
    except RuntimeError as error:
        print(first_sentence(str(error)))
    clipped = w.register_hook(lambda g: g.clamp(-0.1, 0.1))
    w.grad = None
    (w * mg.tensor([3.0, 0.01])).sum().backward()
    clipped.remove()
    print(w.grad, w.detach().requires_grad, (w * 2).is_leaf)
    return {"w": w, "z": z, "kept": z.grad}


def while_nobody_records(mg: Any) -> dict:
    """Use the modes as blocks and as decorators, and see their effects."""
    x = mg.ones(3, requires_grad=True)

    @mg.no_grad()
    def doubled(x: Any) -> Any:
        return x * 2

    print(doubled(x), x * 2)
    with mg.no_grad():
        print((x * 2).requires_grad, mg.is_grad_enabled())
        with mg.enable_grad():
            inner = x * 2
        fresh = mg.zeros(1, requires_grad=True)
    with mg.set_grad_enabled(False):
        quiet = x.exp()
    with mg.inference_mode():
        frozen = x.exp()
    print(inner, fresh, quiet, frozen.is_inference())
    cut = (x * 3).detach()
    cut[0] = 7
    print(cut, cut.requires_grad, x)
    for attempt in (lambda: frozen * x, lambda: frozen + x, lambda: quiet.sum().backward()):
        try:
            print(attempt())
        except RuntimeError as error:
            print(first_sentence(str(error)))
    return {"inner": inner, "quiet": quiet, "frozen": frozen}


def a_path_that_depends_on_the_numbers(mg: Any) -> dict:
    """Use loops and branches, and see that the graph records only what actually ran."""
    results = {}
    for start in (0.3, -0.7, 4.0):
        x = mg.tensor(start, requires_grad=True)
        y, turns = x * 1.5, 0
        while y.abs() < 20:
            y = y * 2 if y > 0 else y * 3 - 0.5
            turns += 1
        y.backward()
        print(turns, y, x.grad, math.log2(abs(x.grad.item())))
        results[f"at {start}"] = x.grad
    return results
