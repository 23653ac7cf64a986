"""Rows e and f: a training step of a network like chapter 10b's, with attention and SGD.

The smaller one is the chapter's network with 16 positions and without a bias after the attention.
"""

import numpy as np

from .program import Program, normal

LETTERS, HEADS, LR, EPS = 27, 4, 0.1, 1e-5


def data(batch: int, places: int) -> tuple:
    """Return letters and, for each one, the letter that follows it."""
    rows = np.random.default_rng(0).integers(0, LETTERS, (batch, places + 1))
    return rows[:, :-1].copy(), rows[:, 1:].copy()


def weights(width: int, layers: int, places: int) -> dict[str, np.ndarray]:
    """Return the parameters by name; each weight matrix has one row per output, as in `Linear`."""
    rng = np.random.default_rng(1)
    found = {"letters": normal(rng, LETTERS, width), "places": normal(rng, places, width)}

    def linear(name: str, outputs: int, inputs: int, bias: bool = True) -> None:
        found[name] = normal(rng, outputs, inputs, scale=inputs**-0.5)
        if bias:
            found[name + "+"] = np.zeros(outputs, np.float32)

    def norm(name: str) -> None:
        found[name], found[name + "+"] = np.ones(width, np.float32), np.zeros(width, np.float32)

    for i in range(layers):
        norm(f"first{i}")
        for name in ("query", "key", "value", "out"):
            linear(f"{name}{i}", width, width, bias=False)
        norm(f"second{i}")
        linear(f"up{i}", 4 * width, width)
        linear(f"down{i}", width, 4 * width)
    norm("norm")
    linear("last", LETTERS, width)
    return found


def tensors(mg, width: int, layers: int, batch: int, places: int) -> Program:
    functional = mg.nn.functional
    x, y = map(mg.tensor, data(batch, places))
    w = {
        name: mg.tensor(values, requires_grad=True)
        for name, values in weights(width, layers, places).items()
    }
    future = mg.ones(places, places).triu(1) == 1
    optimizer = mg.optim.SGD(list(w.values()), lr=LR)

    def linear(h, name):
        return functional.linear(h, w[name], w.get(name + "+"))

    def norm(h, name):
        return functional.layer_norm(h, (width,), w[name], w[name + "+"], EPS)

    def heads(h):
        return h.reshape(batch, places, HEADS, -1).transpose(1, 2)

    def attention(h, i):
        q, k, v = (heads(linear(h, f"{name}{i}")) for name in ("query", "key", "value"))
        scores = q @ k.transpose(2, 3) / (width // HEADS) ** 0.5
        shares = scores.masked_fill(future, -float("inf")).softmax(dim=3)
        return linear((shares @ v).transpose(1, 2).reshape(h.shape), f"out{i}")

    def step():
        h = w["letters"][x] + w["places"]
        for i in range(layers):
            h = h + attention(norm(h, f"first{i}"), i)
            h = h + linear(linear(norm(h, f"second{i}"), f"up{i}").relu(), f"down{i}")
        logits = linear(norm(h, "norm"), "last")
        loss = functional.cross_entropy(logits.transpose(1, 2), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        return loss

    return Program(step, lambda: list(w.values()))


def by_hand(width: int, layers: int, batch: int, places: int) -> Program:
    x, y = data(batch, places)
    w = weights(width, layers, places)
    gradients: dict[str, np.ndarray] = {}
    each, labels, n = np.arange(x.size), y.reshape(-1), np.float32(x.size)
    letters = np.eye(LETTERS, dtype=np.float32)[x.reshape(-1)]  # sums the gradients for each letter
    mask = np.triu(np.full((places, places), -np.inf, np.float32), 1)
    scale = np.float32((width // HEADS) ** -0.5)

    def linear(h, name):
        out = h @ w[name].T
        if name + "+" in w:
            out += w[name + "+"]
        return out

    def linear_back(g, h, name):
        gradients[name] = g.T @ h
        if name + "+" in w:
            gradients[name + "+"] = np.add.reduce(g)
        return g @ w[name]

    def mean(h):
        return np.add.reduce(h, axis=1, keepdims=True) / np.float32(width)

    def norm(h, name):
        normal = h - mean(h)
        deviation = np.sqrt(mean(normal * normal) + np.float32(EPS))
        normal /= deviation
        out = normal * w[name]
        out += w[name + "+"]
        return out, (normal, deviation)

    def norm_back(g, kept, name):
        normal, deviation = kept
        gradients[name], gradients[name + "+"] = np.add.reduce(g * normal), np.add.reduce(g)
        g = g * w[name]
        across = mean(g * normal)
        g -= mean(g)
        g -= normal * across
        g /= deviation
        return g

    def heads(h):
        return h.reshape(batch, places, HEADS, -1).swapaxes(1, 2)

    def rows(h):
        return h.swapaxes(1, 2).reshape(x.size, width)

    def attention(h, i):
        q, k, v = (heads(linear(h, f"{name}{i}")) for name in ("query", "key", "value"))
        shares = q @ k.swapaxes(2, 3)
        shares *= scale
        shares += mask
        shares -= shares.max(axis=3, keepdims=True)
        np.exp(shares, out=shares)
        shares /= np.add.reduce(shares, axis=3, keepdims=True)
        mixed = rows(shares @ v)
        return linear(mixed, f"out{i}"), (h, q, k, v, shares, mixed)

    def attention_back(g, kept, i):
        h, q, k, v, shares, mixed = kept
        g = heads(linear_back(g, mixed, f"out{i}"))
        slopes = g @ v.swapaxes(2, 3)
        slopes *= shares
        slopes -= shares * np.add.reduce(slopes, axis=3, keepdims=True)
        slopes *= scale
        back = linear_back(rows(slopes @ k), h, f"query{i}")
        back += linear_back(rows(slopes.swapaxes(2, 3) @ q), h, f"key{i}")
        back += linear_back(rows(shares.swapaxes(2, 3) @ g), h, f"value{i}")
        return back

    def forward():
        h, kept = (w["letters"][x] + w["places"]).reshape(x.size, width), []
        for i in range(layers):
            inner, first = norm(h, f"first{i}")
            inner, attended = attention(inner, i)
            h = h + inner
            inner, second = norm(h, f"second{i}")
            up = np.maximum(linear(inner, f"up{i}"), 0)
            h = h + linear(up, f"down{i}")
            kept.append((first, attended, second, inner, up))
        return *norm(h, "norm"), kept

    def backward(g, last, kept):
        g = norm_back(g, last, "norm")
        for i in reversed(range(layers)):
            first, attended, second, inner, up = kept[i]
            back = linear_back(g, up, f"down{i}")
            back *= up > 0
            g += norm_back(linear_back(back, inner, f"up{i}"), second, f"second{i}")
            g += norm_back(attention_back(g, attended, i), first, f"first{i}")
        gradients["letters"] = letters.T @ g
        gradients["places"] = np.add.reduce(g.reshape(batch, places, width))

    def step():
        out, last, kept = forward()
        z = linear(out, "last")
        z -= z.max(axis=1, keepdims=True)
        e = np.exp(z)
        total = np.add.reduce(e, axis=1, keepdims=True)
        loss = np.add.reduce(np.log(total[:, 0]) - z[each, labels]) / n
        e /= total
        e[each, labels] -= 1
        e /= n
        backward(linear_back(e, out, "last"), last, kept)
        for name, values in w.items():
            gradients[name] *= np.float32(LR)
            values -= gradients[name]
        return loss

    return Program(step, lambda: list(w.values()))
