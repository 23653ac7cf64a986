"""Lessons about modules, optimizers, batches of data, and saved files."""

import io
import random
from typing import Any


def a_curve_by_layers(mg: Any) -> dict:
    """Train a Sequential on powers of x with Adam."""
    x = mg.linspace(-1.5, 2.5, 50)
    y = mg.sin(2 * x) + 0.25 * x
    powers = x.unsqueeze(-1).pow(mg.tensor([1, 2, 3]))
    model = mg.nn.Sequential(mg.nn.Linear(3, 1), mg.nn.Flatten(0, 1))
    loss_of = mg.nn.MSELoss(reduction="sum")
    optimizer = mg.optim.Adam(model.parameters(), lr=0.02)
    for step in range(201):
        loss = loss_of(model(powers), y)
        if step % 50 == 0:
            print(step, f"{loss.item():.4f}")
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    line = model[0]
    print(model, optimizer, f"{line.bias.item():.3f}", line.weight[:, 0].item() < 2)
    return {"weight": line.weight, "bias": line.bias, "loss": loss}


def layers_used_again(mg: Any) -> dict:
    """Train a custom module that uses one layer a different number of times in each call."""

    class Again(mg.nn.Module):
        def __init__(self, width: int) -> None:
            super().__init__()
            self.chance = random.Random(4)
            self.first = mg.nn.Linear(1, width)
            self.middle = mg.nn.Linear(width, width)
            self.last = mg.nn.Linear(width, 1)
            self.scale = mg.nn.Parameter(mg.ones(()))

        def forward(self, x: Any) -> Any:
            x = mg.tanh(self.first(x))
            for _ in range(self.chance.randint(0, 2)):
                x = mg.tanh(self.middle(x))
            return self.scale * self.last(x)

    model = Again(5)
    x = mg.linspace(-1, 1, 30).unsqueeze(1)
    y = x.abs()
    optimizer = mg.optim.SGD(model.parameters(), lr=0.05, momentum=0.9)
    print(model, sum(p.numel() for p in model.parameters()))
    for step in range(120):
        loss = mg.nn.functional.mse_loss(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        if step % 40 == 0:
            print(step, f"{loss.item():.4f}", model.middle.weight.grad is None)
        optimizer.step()
    for name, p in model.named_parameters():
        print(name, tuple(p.shape), f"{p.norm().item():.3f}")
    return {"scale": model.scale, "loss": loss}


def flags_in_batches(mg: Any) -> dict:
    """Train a classifier with shuffled batches, a learning rate schedule, and a test set."""
    centers = mg.tensor([[0.0, 2.0], [-2.0, -1.0], [2.0, -1.0]])
    kinds = mg.randint(3, size=(240,))
    data = mg.utils.data.TensorDataset(centers[kinds] + 0.8 * mg.randn(240, 2), kinds)
    train, test = mg.utils.data.random_split(data, [200, 40])
    batches = mg.utils.data.DataLoader(train, batch_size=32, shuffle=True)
    rest = mg.utils.data.DataLoader(test, batch_size=16)
    model = mg.nn.Sequential(mg.nn.Linear(2, 8), mg.nn.ReLU(), mg.nn.Linear(8, 3))
    loss_of = mg.nn.CrossEntropyLoss()
    optimizer = mg.optim.SGD(model.parameters(), lr=0.2, weight_decay=1e-3)
    schedule = mg.optim.lr_scheduler.StepLR(optimizer, step_size=2, gamma=0.5)
    print(len(batches), next(iter(rest))[0].shape)
    for epoch in range(5):
        model.train()
        total = 0.0
        for inputs, labels in batches:
            optimizer.zero_grad()
            loss = loss_of(model(inputs), labels)
            loss.backward()
            optimizer.step()
            total += loss.item() * len(labels)
        schedule.step()
        model.eval()
        with mg.no_grad():
            right = sum((model(x).argmax(1) == k).type(mg.float).sum().item() for x, k in rest)
        rate = schedule.get_last_lr()[0]
        print(f"{epoch + 1}: {total / len(train):>8.4f}, {right / len(test):.1%}, {rate}")
    return {"weight": model[0].weight, "last": model[2].bias}


def stopped_and_gone_on(mg: Any) -> dict:
    """Save and load the state halfway; the rest is the same as without the break."""

    def made() -> tuple:
        model = mg.nn.Sequential(mg.nn.Linear(4, 3), mg.nn.Tanh(), mg.nn.Linear(3, 1))
        return model, mg.optim.AdamW(model.parameters(), lr=0.05)

    def trained(model: Any, optimizer: Any, steps: int) -> Any:
        for _ in range(steps):
            optimizer.zero_grad()
            loss = mg.nn.functional.binary_cross_entropy_with_logits(model(x)[:, 0], y)
            loss.backward()
            optimizer.step()
        return loss

    x = mg.randn(12, 4)
    y = (x.sum(1) > 0).float()
    model, optimizer = made()
    trained(model, optimizer, 10)
    file = io.BytesIO()
    saved = {"model": model.state_dict(), "optimizer": optimizer.state_dict(), "epoch": 10}
    mg.save(saved, file)
    expected = trained(model, optimizer, 10)
    file.seek(0)
    loaded = mg.load(file, weights_only=True)
    for name, value in loaded["model"].items():
        print(name, value.shape, value.dtype)
    model, optimizer = made()
    print(model.load_state_dict(loaded["model"]))
    optimizer.load_state_dict(loaded["optimizer"])
    again = trained(model, optimizer, 10)
    print(expected, again, loaded["epoch"], optimizer.state_dict()["param_groups"])
    return {"expected": expected, "again": again, "bias": model[2].bias}


def what_comes_after_a_letter(mg: Any) -> dict:
    """Model the next letter in some words with counts and with a layer of weights."""
    words = ["leaf", "node", "root", "graph", "edge", "loss", "step", "chain", "rule", "slope"]
    letters = sorted(set("".join(words)))
    number = {letter: i + 1 for i, letter in enumerate(letters)} | {".": 0}
    pairs = [(number[a], number[b]) for w in words for a, b in zip(f".{w}", f"{w}.", strict=True)]
    xs, ys = map(mg.tensor, zip(*pairs, strict=True))
    n = len(number)
    counts = mg.zeros((n, n), dtype=mg.int32)
    for a, b in pairs:
        counts[a, b] += 1
    p = (counts + 1).float()
    p /= p.sum(1, keepdim=True)
    nll = -p[xs, ys].log().mean()
    print(counts[0], f"{nll=}")
    generator = mg.Generator().manual_seed(11)
    weights = mg.randn((n, n), generator=generator, requires_grad=True)
    one_hot = mg.nn.functional.one_hot(xs, num_classes=n).float()
    for step in range(30):
        logits = one_hot @ weights
        of_next = logits.exp() / logits.exp().sum(1, keepdims=True)
        loss = -of_next[mg.arange(len(xs)), ys].log().mean() + 0.01 * (weights**2).mean()
        weights.grad = None
        loss.backward()
        weights.data += -5 * weights.grad
        if step % 10 == 0:
            print(f"{step:4d} {loss.item():.4f} {mg.nn.functional.cross_entropy(logits, ys):.4f}")
    embedding = mg.nn.Embedding(n, 3)
    norm = mg.nn.LayerNorm(3)
    print(xs.nelement(), embedding(xs[:4]), norm(embedding(xs[:4])).shape)
    return {"p": p[0], "loss": loss, "row": weights[0]}


def looking_inside(mg: Any) -> dict:
    """Look at initial values, frozen layers, module hooks, and clipped gradients."""
    nn = mg.nn
    model = nn.Sequential(nn.Linear(3, 4), nn.Sigmoid(), nn.Linear(4, 4), nn.Sigmoid())
    model.add_module("last", nn.Linear(4, 1, bias=False))

    def begin(module: Any) -> None:
        if isinstance(module, nn.Linear):
            nn.init.xavier_uniform_(module.weight)
            if module.bias is not None:
                nn.init.zeros_(module.bias)

    model.apply(begin)
    for p in model[0].parameters():
        p.requires_grad = False
    sizes: list = []
    for name, layer in model.named_children():
        layer.register_forward_hook(
            lambda _m, _args, out, name=name: sizes.append((name, tuple(out.shape)))
        )
    model[2].register_full_backward_hook(
        lambda _m, grad_in, grad_out: print([g is None for g in grad_in], grad_out[0].shape)
    )
    loss = model(mg.randn(5, 3)).pow(2).mean()
    loss.backward()
    print(sizes)
    norm = nn.utils.clip_grad_norm_(model.parameters(), max_norm=0.01)
    for name, p in model.named_parameters():
        print(name, p.requires_grad, p.grad if p.grad is None else f"{p.grad.abs().max():.5f}")
    print(norm, model, [type(m).__name__ for m in model.modules()])
    model.zero_grad()
    return {"loss": loss, "norm": norm, "none": model[2].weight.grad}
