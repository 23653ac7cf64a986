"""The formulas in the chapters, verbatim, each with a Python expression that verifies it.

Each expression compares the formula with an independent value: the engine's gradients, NumPy's
result, or the other side of the equation at random numbers.
"""

import math
import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import numpy as np

import minigrad as mg

CODE = re.compile(r"```.*?```|`[^`\n]*`", re.DOTALL)
MATH = re.compile(r"\$\$(.+?)\$\$|(?<!\\)\$([^$\n]+?)\$", re.DOTALL)
# Symbols whose presence means that an equation is more than a name with its value.
OPERATOR = re.compile(r"[+/(]|\\frac|\\sum|\\cdot|[a-z]\^")

# A formula in words, as in "the slope of $x^2$ is $2x$"
SLOPE = re.compile(
    r"\$[^$\n]+\$ is the slope of \$[^$\n]+\$|(?:slope|derivative) of \$[^$\n]+\$ is \$[^$\n]+\$"
)

BOWL = np.array([[5, 2], [2, 2]])
BOTH = "(L := (W @ x * g).sum(), L.backward())"
PAIR = "(L := (z0.exp() + z1.exp()).log(), L.backward(), S := e(a) + e(b), m := max(a, b))"
# A row for each choice of three signs. Averaged over the rows, products of different signs cancel.
SIGNS = np.array([[i, j, k] for i in (-1, 1) for j in (-1, 1) for k in (-1, 1)])

FORMULAS = [
    ("00", "derivative of $x^2$ is $2x$", "near(slope(lambda x: x**2, a), 2 * a)"),
    ("05", r"slope of $\ln x$ is $1/x$", "near(slope(lambda x: x.log(), a), 1 / a)"),
    (
        "05",
        r"$\lambda w$ is the slope of $\lambda w^2/2$",
        "near(slope(lambda w: b * w**2 / 2, a), b * a)",
    ),
    ("07", r"slope of $\ln S$ is $1/S$", "near(slope(lambda s: s.log(), a), 1 / a)"),
    ("07", "slope of $y^{-1}$ is $-y^{-2}$", "near(slope(lambda y: y**-1, a), -(a**-2))"),
    ("08", r"slope of $\ln S$ is $1/S$", "near(slope(lambda s: s.log(), a), 1 / a)"),
    (
        "01b",
        r"y_i = \sum_j W_{i,j}\, x_j",
        "near([sum(V[i, j] * n[j] for j in range(3)) for i in range(2)], V @ n)",
    ),
    (
        "01b",
        r"\frac{\partial L}{\partial W_{i,j}} = g_i\, x_j",
        "BOTH and near(W.grad, [[h[i] * n[j] for j in range(3)] for i in range(2)])",
    ),
    (
        "01b",
        r"\frac{\partial L}{\partial x_j} = \sum_i W_{i,j}\, g_i",
        "BOTH and near(x.grad, [sum(V[i, j] * h[i] for i in range(2)) for j in range(3)])",
    ),
    (
        "02",
        r"\begin{pmatrix} 2x_0 & 0 & 0 \\ 0 & 2x_1 & 0 \\ 0 & 0 & 2x_2 \end{pmatrix}",
        "near(jacobian(lambda x: x**2, n), [[2 * n[0], 0, 0], [0, 2 * n[1], 0], [0, 0, 2 * n[2]]])",
    ),
    (
        "02",
        (
            "J_{ij} = \\frac{\\partial y_i}{\\partial x_j}\n\\qquad\n"
            r"J = \begin{pmatrix} x_1 & x_0 & 0 \\ 0 & 1 & 2 x_2 \end{pmatrix}"
            "\n"
            r"= \begin{pmatrix} 2 & 1 & 0 \\ 0 & 1 & 6 \end{pmatrix}"
        ),
        (
            "near(jacobian(f, n), [[n[1], n[0], 0], [0, 1, 2 * n[2]]])"
            " and near(jacobian(f, np.array([1, 2, 3])), [[2, 1, 0], [0, 1, 6]])"
        ),
    ),
    (
        "02",
        r"v^\mathsf{T} J = \sum_i v_i \cdot (\text{row } i \text{ of } J)",
        "near(h @ V, sum(h[i] * V[i] for i in range(2)))",
    ),
    (
        "02",
        r"\frac{\partial L}{\partial x} = \frac{\partial L}{\partial y} \; J",
        "(f(x) * g).sum().backward() or near(x.grad, h @ jacobian(f, n))",
    ),
    ("02", r"y_i = \sum_j A_{ij} x_j", "near([(V[i] * n).sum() for i in range(2)], V @ n)"),
    ("02", r"\partial y_i / \partial x_j = A_{ij}", "near(jacobian(lambda x: W @ x, n), V)"),
    ("03", "3b^2 + 2b = 33", "near(slope(lambda b: b**2 * (b + 1), 3), 33)"),
    ("03", "(3x)^2 = 9x^2", "near((3 * a) ** 2, 9 * a**2)"),
    (
        "05",
        r"2(wx - y)\,x = 2 \cdot 2(w - 3) \cdot 2 = 8(w - 3)",
        (
            "near(2 * (a * 2 - 6) * 2, 2 * 2 * (a - 3) * 2)"
            " and near(2 * 2 * (a - 3) * 2, 8 * (a - 3))"
            " and near(slope(lambda w: (w * b - c) ** 2, a), 2 * (a * b - c) * b)"
        ),
    ),
    (
        "05",
        r"(w - 3) - \mathrm{lr} \cdot 8(w - 3) = (1 - 8\,\mathrm{lr})(w - 3)",
        "near(a - b * slope(lambda w: (2 * w - 6) ** 2, a) - 3, (1 - 8 * b) * (a - 3))",
    ),
    (
        "05",
        (
            r"\text{velocity} \leftarrow \mu \cdot \text{velocity} + \text{gradient} "
            r"\qquad w \leftarrow w - \mathrm{lr} \cdot \text{velocity}"
        ),
        "near(momentum(a, 0.5, 0.1), by_hand(a, 0.5, 0.1))",
    ),
    (
        "05",
        r"\ln(ab) = \ln a + \ln b",
        "all(near(np.log(a * b), np.log(a) + np.log(b)) for a, b in ((0.5, 0.1), (3.0, 0.2)))",
    ),
    (
        "05",
        r"\frac{1}{1 - p} \cdot p\,(1 - p) = p",
        (
            "near(1 / (1 - p) * p * (1 - p), p)"
            " and near(slope(lambda z: -(1 - z.sigmoid()).log(), a), p)"
        ),
    ),
    ("05", r"2 \cdot 2(w - 3) \cdot 2 = 8(w - 3)", "near(2 * 2 * (a - 3) * 2, 8 * (a - 3))"),
    ("05", "2x^2 = 2", "near(2 * 1**2, 2)"),
    ("05", r"p = \frac{1}{1 + \exp(-z)}", "near(z0.sigmoid(), 1 / (1 + e(-a)))"),
    (
        "05",
        r"-\frac{1}{p} \cdot p\,(1 - p) = p - 1",
        (
            "near(-1 / p * p * (1 - p), p - 1)"
            " and near(slope(lambda z: -z.sigmoid().log(), a), p - 1)"
        ),
    ),
    (
        "07",
        r"\frac{(5+h)^3 - 5^3}{h} = \frac{75h + 15h^2 + h^3}{h} = 75 + 15h + h^2",
        (
            "near(((5 + a) ** 3 - 5**3) / a, (75 * a + 15 * a**2 + a**3) / a)"
            " and near((75 * a + 15 * a**2 + a**3) / a, 75 + 15 * a + a**2)"
        ),
    ),
    (
        "07",
        r"\frac{(5+h)^3 - (5-h)^3}{2h} = \frac{150h + 2h^3}{2h} = 75 + h^2",
        (
            "near(((5 + a) ** 3 - (5 - a) ** 3) / (2 * a), (150 * a + 2 * a**3) / (2 * a))"
            " and near((150 * a + 2 * a**3) / (2 * a), 75 + a**2)"
        ),
    ),
    (
        "07",
        r"\ln(e^{x_0} + e^{x_1}) = m + \ln(e^{x_0 - m} + e^{x_1 - m}),",
        "PAIR and near(ln(e(a) + e(b)), m + ln(e(a - m) + e(b - m)))",
    ),
    (
        "07",
        r"\frac{\partial L}{\partial x_0} = \frac{e^{x_0}}{S} = e^{x_0 - L}.",
        "PAIR and near(z0.grad, e(a) / S) and near(e(a) / S, e(a - L.item()))",
    ),
    (
        "07",
        r"\ln(e^{x_0} + e^{x_1}) = m + \ln(e^{x_0 - m} + e^{x_1 - m}).",
        "PAIR and near(ln(e(a) + e(b)), m + ln(e(a - m) + e(b - m)))",
    ),
    ("07", "e^{x} = e^{m} e^{x - m}", "near(e(a), e(b) * e(a - b))"),
    ("07", "S = e^{x_0} + e^{x_1}", "PAIR and near(L, ln(e(a) + e(b)))"),
    (
        "08",
        r"p_i = \frac{e^{z_i}}{e^{z_0} + e^{z_1} + e^{z_2}}",
        "near(x.softmax(0), [e(z) / (e(n[0]) + e(n[1]) + e(n[2])) for z in n])",
    ),
    (
        "08",
        r"m \leftarrow 0.9\,m + 0.1\,g \qquad v \leftarrow 0.999\,v + 0.001\,g^2",
        "near(adam(n, b)[1:], adam_by_hand(n, b)[1:])",
    ),
    (
        "08",
        (
            r"\hat m = \frac{m}{1 - 0.9^t} \qquad \hat v = \frac{v}{1 - 0.999^t} "
            r"\qquad w \leftarrow w - \text{lr} \cdot \frac{\hat m}{\sqrt{\hat v} + \varepsilon}"
        ),
        "near(adam(n, b)[0], adam_by_hand(n, b)[0])",
    ),
    (
        "08",
        r"L = -\ln p_1 = \ln(e^{z_0} + e^{z_1} + e^{z_2}) - z_1,",
        "near(-ln(x.softmax(0)[1].item()), ln(e(n[0]) + e(n[1]) + e(n[2])) - n[1])",
    ),
    (
        "09",
        r"\frac{\partial h}{\partial x} = w \cdot w \cdots w = w^{10}",
        "near(slope(lambda x: chain(a, x), 1), a**10)",
    ),
    ("09", "(a + b)^2 = a^2 + b^2 + 2ab", "near((a + b) ** 2, a * a + b * b + 2 * a * b)"),
    (
        "09",
        r"\text{size}(Wx) = s\sqrt{n} \cdot \text{size}(x)",
        "near(size(a * SIGNS @ n), a * math.sqrt(3) * size(n))",
    ),
    ("09", r"s = \frac{1}{\sqrt{n}}", "near(size(1 / math.sqrt(3) * SIGNS @ n), size(n))"),
    (
        "09",
        r"v^\mathsf{T}(I + J) = v^\mathsf{T} + v^\mathsf{T} J",
        (
            "(x + x * x.sum()).backward(W[0].detach())"
            " or near(x.grad, V[0] + V[0] @ (np.diag([n.sum()] * 3) + np.outer(n, np.ones(3))))"
        ),
    ),
    (
        "10",
        r"L = \frac{5 w_0^2 + 4 w_0 w_1 + 2 w_1^2}{2}",
        "near((5 * a**2 + 4 * a * b + 2 * b**2) / 2, (q := np.array([a, b])) @ BOWL @ q / 2)",
    ),
    ("10", "5w_0 + 2w_1 = 7", "near(slope(lambda w: (5 * w**2 + 4 * w + 2) / 2, 1), 7)"),
    ("10", "2w_0 + 2w_1 = 4", "near(slope(lambda w: (5 + 4 * w + 2 * w**2) / 2, 1), 4)"),
    (
        "10",
        r"H_{ij} = \frac{\partial^2 L}{\partial w_i \, \partial w_j}",
        (
            "near(mg.autograd.functional.hessian(lambda w: w[0] * w[1].sin() + w[2] * w[0]**2, x),"
            " [[2 * n[2], math.cos(n[1]), 2 * n[0]],"
            " [math.cos(n[1]), -n[0] * math.sin(n[1]), 0], [2 * n[0], 0, 0]])"
        ),
    ),
    (
        "10",
        r"t - \mathrm{lr} \cdot 6t = (1 - \mathrm{lr} \cdot 6)\, t",
        "near((q := c * np.array([2, 1])) - a * BOWL @ q, (1 - a * 6) * q)",
    ),
    ("10", "2/6 = 0.333", "abs(2 / 6 - 0.333) < 5e-4"),
    (
        "10",
        r"\frac{\partial}{\partial w_j} \sum_i g_i v_i = \sum_i v_i H_{ij}.",
        "near(*times_v(x, n))",
    ),
    (
        "10",
        r"w \leftarrow w - \frac{\text{slope}}{\text{curvature}}",
        "near(a - slope(lambda w: c * (w - b) ** 2, a) / (2 * c), b)",
    ),
    ("10", r"4 \cdot 3^3 = 108", "near(slope(lambda w: w**4, 3), 4 * 3**3) and 4 * 3**3 == 108"),
    (
        "10",
        r"12 \cdot 3^2 = 108",
        "near(slope(lambda w: 4 * w**3, 3), 12 * 3**2) and 12 * 3**2 == 108",
    ),
    (
        "10",
        "L = (w - 4)^2 + (2w)^2",
        "near((a - 4) ** 2 + (2 * a) ** 2, (a - 4) ** 2 + slope(lambda x: a * x**2, 1) ** 2)",
    ),
    ("10", "t^2 + t^2 - 3t^2 = -t^2", "near(a**2 + (-a) ** 2 + 3 * a * (-a), -(a**2))"),
    # Formulas that are written differently on slides.
    (
        "00",
        r"\text{slope} = \frac{\text{rise}}{\text{run}}",
        "near(slope(lambda x: a * x, b), (a * c - a * b) / (c - b))",
    ),
    (
        "01",
        r"\text{out} = \tfrac{1}{2} \, (2 y_0^2 + 2 y_1^2)",
        "near(mg.tensor([a, b]).square().mul(2).mean(), (2 * a**2 + 2 * b**2) / 2)",
    ),
    ("02", "y_1 = x_1 + x_2^2", "near(f(x)[1], n[1] + n[2] ** 2)"),
    (
        "02",
        r"J_{ij} = \frac{\partial y_i}{\partial x_j}",
        "near(jacobian(f, n), [[n[1], n[0], 0], [0, 1, 2 * n[2]]])",
    ),
    (
        "02",
        r"v^\mathsf{T} J = \sum_i v_i \cdot (\text{row } i)",
        "f(x).backward(g) or near(x.grad, sum(h[i] * jacobian(f, n)[i] for i in range(2)))",
    ),
    (
        "02",
        r"J = \begin{pmatrix} 2 & 1 & 0 \\ 0 & 1 & 6 \end{pmatrix}",
        "near(jacobian(f, [1.0, 2.0, 3.0]), [[2, 1, 0], [0, 1, 6]])",
    ),
    (
        "02",
        "(2, 1, 0) + (0, 1, 6) = (2, 2, 6)",
        "near(sum(jacobian(f, [1.0, 2.0, 3.0])), (2, 2, 6))",
    ),
    ("05", r"p = \frac{1}{1 + e^{-z}}", "near(z0.sigmoid(), 1 / (1 + e(-a)))"),
    (
        "08",
        r"w \leftarrow w - \text{lr} \cdot \frac{\hat m}{\sqrt{\hat v} + \varepsilon}",
        "near(adam(n, b)[0], adam_by_hand(n, b)[0])",
    ),
    (
        "08",
        r"L = -\ln p_1 = \ln(e^{z_0} + e^{z_1} + e^{z_2}) - z_1",
        "near(-ln(x.softmax(0)[1].item()), ln(e(n[0]) + e(n[1]) + e(n[2])) - n[1])",
    ),
    (
        "08",
        r"z_3 = w_0 x_0 + w_1 x_1 + \dots + w_{63} x_{63} + b",
        "near((W @ x)[0] + a, V[0, 0] * n[0] + V[0, 1] * n[1] + V[0, 2] * n[2] + a)",
    ),
    (
        "09",
        r"\text{size} = \sqrt{\text{mean of the squares}}",
        "near(size(n), math.sqrt(sum(v * v for v in n) / len(n)))",
    ),
    ("09", r"s = 1/\sqrt{n}", "near(size(1 / math.sqrt(3) * SIGNS @ n), size(n))"),
    (
        "10b",
        r"\text{weights} = \text{softmax}\left(\frac{QK^\mathsf{T}}{\sqrt{d}}\right)",
        (
            "near((W.T @ W / math.sqrt(2)).softmax(dim=1), "
            "(lambda s: s / s.sum(1, keepdims=True))(np.exp(V.T @ V / math.sqrt(2))))"
        ),
    ),
    (
        "10b",
        r"\Large\text{softmax}\left(\frac{QK^\mathsf{T}}{\sqrt{d}}\right) V",
        (
            "near((W.T @ W / math.sqrt(2)).softmax(dim=1) @ W.T, "
            "(lambda s: s / s.sum(1, keepdims=True))(np.exp(V.T @ V / math.sqrt(2))) @ V.T)"
        ),
    ),
    ("10b", "e^0 = 1", "e(0) == 1"),
]


def formulas(texts: Iterable[str]) -> Iterator[str]:
    """Return all equations between dollar signs, and slopes in words."""
    for text in texts:
        yield from SLOPE.findall(CODE.sub("", text))
        for displayed, inline in MATH.findall(CODE.sub("", text)):
            if displayed:
                yield displayed
            elif "=" in inline and OPERATOR.search(inline):
                yield inline


def holds(expression: str) -> bool:
    """Return whether the equation holds at several random points; one could be a coincidence."""
    for phrase, meaning in (("BOTH", BOTH), ("PAIR", PAIR)):
        expression = expression.replace(phrase, meaning)
    return all(eval(expression, names(seed)) for seed in range(3))


def names(seed: int) -> dict[str, Any]:
    random = np.random.default_rng(seed)
    a, b, c = random.uniform(0.5, 2.0, 3).tolist()
    n, h, V = (random.normal(size=shape) for shape in (3, 2, (2, 3)))
    leaves = [mg.tensor(v, requires_grad=True, dtype=mg.float64) for v in (n, V, a, b)]
    x, W, z0, z1 = leaves
    g = mg.tensor(h)
    numbers = {"a": a, "b": b, "c": c, "n": n, "h": h, "V": V, "p": 1 / (1 + math.exp(-a))}
    tensors = {"x": x, "W": W, "g": g, "z0": z0, "z1": z1}
    helpers = [near, slope, jacobian, f, momentum, by_hand, times_v, size, chain]
    helpers += [adam, adam_by_hand]
    calls = {call.__name__: call for call in helpers}
    return {
        "np": np,
        "mg": mg,
        "math": math,
        "BOWL": BOWL,
        "SIGNS": SIGNS,
        "e": math.exp,
        "ln": math.log,
        **numbers,
        **tensors,
        **calls,
    }


def near(one: Any, other: Any) -> bool:
    values = [v.detach().numpy() if isinstance(v, mg.Tensor) else v for v in (one, other)]
    return bool(np.allclose(*values, rtol=1e-9, atol=1e-9))


def chain(w: Any, x: Any) -> Any:
    for _ in range(10):
        x = w * x
    return x


def size(values: Any) -> float:
    return float(np.sqrt(np.mean(values**2)))


def f(x: Any) -> Any:
    """Compute the function whose Jacobian appears in chapter 2."""
    return mg.stack([x[0] * x[1], x[1] + x[2] ** 2])


def times_v(x: Any, v: np.ndarray) -> tuple[Any, Any]:
    """Return the gradient of ∇f · v, and the product of v and a Hessian worked out by hand."""
    (g,) = mg.autograd.grad((x.exp() * x.sum()).sum(), x, create_graph=True)
    n = x.detach().numpy()
    powers = np.exp(n)
    hessian = powers[:, None] + powers + np.diag(powers * n.sum())
    return mg.autograd.grad(g @ mg.tensor(v), x)[0], v @ hessian


def slope(of: Callable[[Any], Any], at: float) -> float:
    x = mg.tensor(float(at), requires_grad=True, dtype=mg.float64)
    of(x).backward()
    assert x.grad is not None
    return x.grad.item()


def jacobian(of: Callable[[Any], Any], at: np.ndarray) -> np.ndarray:
    """Return the Jacobian, computed with one backward pass per row."""
    rows = []
    for i in range(len(of(mg.tensor(at)))):
        x = mg.tensor(at, requires_grad=True, dtype=mg.float64)
        of(x)[i].backward()
        assert x.grad is not None
        rows.append(x.grad.numpy())
    return np.array(rows)


def momentum(start: float, mu: float, lr: float) -> list[float]:
    """Return the position after each of three steps on w⁴, taken by SGD with momentum."""
    w = mg.tensor(start, requires_grad=True, dtype=mg.float64)
    optimizer = mg.optim.SGD([w], lr=lr, momentum=mu)
    seen = []
    for _ in range(3):
        optimizer.zero_grad()
        (w**4).backward()
        optimizer.step()
        seen.append(w.item())
    return seen


def by_hand(w: float, mu: float, lr: float) -> list[float]:
    velocity, seen = 0.0, []
    for _ in range(3):
        velocity = mu * velocity + 4 * w**3
        w = w - lr * velocity
        seen.append(w)
    return seen


def adam(slopes: np.ndarray, lr: float) -> list[float]:
    """Return the weight, which starts at 1, and both moving averages after Adam's steps."""
    w = mg.tensor(1.0, requires_grad=True, dtype=mg.float64)
    optimizer = mg.optim.Adam([w], lr=lr)
    for slope in slopes.tolist():
        w.grad = mg.tensor(slope, dtype=mg.float64)
        optimizer.step()
    state = optimizer.state[w]
    return [w.item(), state["exp_avg"].item(), state["exp_avg_sq"].item()]


def adam_by_hand(slopes: np.ndarray, lr: float) -> list[float]:
    w, m, v = 1.0, 0.0, 0.0
    for t, g in enumerate(slopes.tolist(), 1):
        m = 0.9 * m + 0.1 * g
        v = 0.999 * v + 0.001 * g**2
        w -= lr * (m / (1 - 0.9**t)) / (math.sqrt(v / (1 - 0.999**t)) + 1e-8)
    return [w, m, v]
