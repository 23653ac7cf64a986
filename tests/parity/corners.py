"""Cases that random sampling would miss: kinks, ties, overflow, and invalid arguments.

As in `cases.py`, there's one line for each operation. The cases use the leaves in `observing.py`.
"""

import itertools

FURTHER = {
    "__add__": "a + b.T; a + 'text'; a + None; i + 1.5; j + 1; i + k; c + i; a + [1]",
    "__sub__": "j - j; 1 - j; a - True; True - a; i - False",
    "__mul__": "a * mg.ones(4); i * c; j * 2; j * 2.0; k * i",
    "__truediv__": "i / 2; i / i; g / 0; a / 0.0; k / 0",
    "__pow__": "g ** 0; g ** 0.5; g ** -1; i ** -1; i ** 2; c ** a; g ** g; m ** m",
    "__rpow__": "0 ** g; 2 ** i; 0.5 ** i; (-1) ** a; 2 ** a",
    "abs": "g.abs(); n.abs()",
    "sign": "g.sign(); n.sign()",
    "gather": "a.gather(0, mg.tensor(1))",
    "scatter": "a.scatter(0, mg.tensor(1), value=1); a.scatter(0, i, value=2.5)",
    "type": "i.type(mg.float32); a.type('LongTensor')",
    "sqrt": "g.sqrt(); i.sqrt(); mg.tensor([4.0, -1.0]).sqrt()",
    "relu": "g.relu(); n.relu(); i.relu()",
    "log": "g.log(); a.log(); i.log()",
    "exp": "mg.tensor([1000.0, -1000.0], requires_grad=True).exp(); j.exp()",
    "sigmoid": (
        "mg.tensor([1000.0, -1000.0, 100.0, -100.0], requires_grad=True).sigmoid(); n.sigmoid()"
    ),
    "tanh": "mg.tensor([1000.0, -1000.0], requires_grad=True).tanh()",
    "clamp": (
        "f.clamp(1.0, 2.0); g.clamp(min=0); f.clamp(3, 1); a.clamp(); i.clamp(1); i.clamp(0.5); "
        "a.clamp(min=f); n.clamp(0, 1); b.clamp(mg.ones(2)); a.clamp(d, mg.ones(2))"
    ),
    "median": (
        "f.median(); f.median(0); b.median(1); e.median(); e.median(0); n.median(); n.median(0); "
        "a.median(5); c.median(0); c.median(); j.median(); j.median(0); a.median(None); "
        "i.median(0); "
        "mg.tensor([3.0, 3.0, 1.0, 3.0], requires_grad=True).median(); "
        "mg.tensor([[3.0, 3.0], [3.0, 3.0]], requires_grad=True).median(1)"
    ),
    "select": (
        "a.select(0, 3); b.select(1, -1); c.select(0, 0); b.select(2, 0); a.select(0); "
        "p.select(0, 1)"
    ),
    "hstack": (
        "mg.hstack([]); mg.hstack(a); mg.hstack([c, c]); mg.hstack([b, a]); mg.hstack([a, 1]); "
        "mg.hstack([e, a])"
    ),
    "vstack": (
        "mg.vstack([]); mg.vstack(a); mg.vstack([c, c]); mg.vstack([b, a]); mg.vstack([a, d]); "
        "mg.vstack([b, 1])"
    ),
    "tile": (
        "b.tile(-1); b.tile((2, 2)); mg.tile(b, 2); c.tile(2); b.tile('x'); b.tile(); b.tile(0)"
    ),
    "maximum": "mg.maximum(a, f); mg.maximum(f, f); mg.maximum(g, a * 0); mg.maximum(a, 0)",
    "minimum": "mg.minimum(f, f); mg.minimum(n, d); mg.minimum(a, i)",
    "max": "f.max(); f.max(0); b.max(1); e.max(); e.max(0); n.max(); a.max(5); c.max(0)",
    "min": "f.min(); b.min(0); k.min(1); n.min(0)",
    "amax": "f.amax(); f.amax(0); b.amax((0, 1)); e.amax(0); e.amax(1)",
    "amin": "f.amin(); b.amin(-1, keepdim=True)",
    "argmax": "f.argmax(); b.argmax(1); e.argmax(); n.argmax()",
    "argmin": "f.argmin(); b.argmin(0)",
    "sum": (
        "e.sum(); e.sum(0); e.sum(1); b.sum((0, 1)); b.sum(-3); b.sum((0, 0)); j.sum(); "
        "k.sum(0); c.sum(0); b.sum(axis=1); p.sum(0); b.sum('x')"
    ),
    "mean": "e.mean(); e.mean(0); b.mean((0, 1)); i.mean(); p.mean(1); b.mean(2)",
    "__matmul__": (
        "a @ a; a @ h; b @ a; b @ h; p @ h; o @ h; o @ a; a @ o; m @ m.T; c @ a; a @ 2; a @ i; "
        "b @ b; i @ i; o @ o; h @ o; e @ h; e.T @ e"
    ),
    "dot": "a.dot(a); a.dot(m); a.dot(f[:2]); a.dot(i)",
    "mm": "b.mm(h); b.mm(b); b.mm(a); a.mm(b)",
    "mv": "b.mv(a); b.mv(c); h.mv(a); b.mv(b)",
    "reshape": "b.reshape(3, 2); p.reshape(6); b.reshape(4); b.reshape(-1, 4); e.reshape(-1, 0)",
    "view": "p.view(6); b.view(-1); b.view(7); b.view(-2, 3); b.view(-1, -1); c.view(1, 1)",
    "expand": "a.expand(2, 3); a.expand(2, 4); a.expand(3, -1); a.expand(-1, 3); q.expand(3, 2)",
    "permute": "b.permute(1, 0); b.permute(1, 1); b.permute(0); o.permute(2, 0, 1)",
    "transpose": "b.transpose(0, 1); b.transpose(0, 2); o.transpose(-1, 0)",
    "squeeze": (
        "q.squeeze(); q.squeeze(0); d.squeeze(1); d.squeeze(0); q.squeeze((0, 1)); q.squeeze(3)"
    ),
    "cat": (
        "mg.cat([a, f]); mg.cat([b, b], 1); mg.cat([a, b]); mg.cat([]); mg.cat(a); "
        "mg.cat([c, c]); mg.cat([a, i]); mg.cat([a, d.T], -1); mg.cat([b, k], dim=2); "
        "mg.cat([a, 1]); mg.cat([e, b]); mg.cat([b, p])"
    ),
    "stack": (
        "mg.stack([a, f]); mg.stack([a, f], 1); mg.stack([]); mg.stack([a, b]); mg.stack([c, c])"
    ),
    "__getitem__": (
        "a[0]; a[-1]; a[3]; b[1, 2]; b[0]; b[:, 1]; b[..., 0]; b[None]; b[:, None, 1:]; "
        "b[0, 0, 0]; a[[0, 0, 1]]; a[i]; a[j]; b[:, j]; b[[0, 1], [2, 0]]; b[[1]]; b[b > 1]; "
        "b[[True, False]]; o[:, [0], 1:]; o[[0, 1], :, [0, 2]]; a[a]; a['x']; a[1.5]; a[::-1]; "
        "c[0]; c[...]; c[None]; a[()]; a[:]; a[5:]; a[-2:]; a[True]; a[j[:2]]; a[[3]]; p[0]; "
        "p[[0, 0]]; a[mg.tensor(1)]; b[mg.tensor([[0, 1], [1, 0]])]; b[..., ..., 0]; a[::0]"
    ),
    "item": "c.item(); a.item(); i[0].item(); q.item(); e.item()",
    "numpy": "i.numpy(); a.numpy(); a.detach().numpy(); o.numpy()",
    "tolist": "b.tolist(); c.tolist(); k.tolist(); j.tolist(); e.tolist()",
    "__bool__": "bool(c); bool(a); bool(e); bool(mg.tensor(0.0)); bool(mg.tensor([[2]]))",
    "__len__": "len(a); len(c); len(e)",
    "__float__": "float(q); float(a); float(i[0])",
    "__index__": "[5, 6, 7][i[0]]; [5, 6][c]; range(i[0])",
    "__contains__": "2 in a; 1.0 in a; a[0] in a",
    "tensor": (
        "mg.Tensor([1, 2]); mg.Tensor(2, 0); mg.Tensor(); mg.Tensor(3.0); mg.Tensor(None); "
        "mg.Tensor([1], requires_grad=True); mg.Tensor(1.0, 2.0); mg.Tensor(mg.Size([0, 2])); "
        "mg.Tensor(i); "
        "mg.tensor([[1, 2], [3]]); mg.tensor([1, 2], requires_grad=True); mg.tensor('x'); "
        "mg.tensor([True, 2]); mg.tensor([1, 2.5]); mg.tensor([]); mg.tensor([[]]); "
        "mg.tensor(a); mg.tensor([a[0], a[1]]); mg.tensor([1.7], dtype=mg.int64); "
        "mg.tensor([0.5, 0.0], dtype=mg.bool); mg.tensor([1, [2]]); mg.tensor([None]); "
        "mg.tensor(range(3)); mg.tensor((1, 2)); mg.tensor([1.0], device='cpu')"
    ),
    "zeros": (
        "mg.zeros(-1); mg.zeros(); mg.zeros([2, 2]); "
        "mg.zeros(2, dtype=mg.int64, requires_grad=True)"
    ),
    "arange": (
        "mg.arange(0); mg.arange(3, 1); mg.arange(0, 1, 0); mg.arange(0, 1, 0.1); mg.arange(1.5, 4)"
    ),
    "linspace": (
        "mg.linspace(0, 1, 1); mg.linspace(0, 1, 0); mg.linspace(1, 0, 3); mg.linspace(0, 1, -1); "
        "mg.linspace(f[0], 2, 3); mg.linspace(300, 0, 1, dtype=mg.uint8); "
        "mg.linspace(300, 0, 0, dtype=mg.uint8); mg.linspace(0, 1, 3, dtype=mg.bool)"
    ),
    "full": "mg.full((2,), True); mg.full((2,), 3); mg.full([2], 0.5, dtype=mg.int64)",
    "eye": "mg.eye(0); mg.eye(3, dtype=mg.int64); mg.eye(-1)",
    "to": (
        "a.to(mg.float64); a.to(mg.int64); i.to(mg.float32); a.to(a.dtype); a.to(d); a.to(mg.bool)"
    ),
    "F.binary_cross_entropy_with_logits": (
        "F.binary_cross_entropy_with_logits(a * 1000, f / 2); "
        "F.binary_cross_entropy_with_logits(a, b); "
        "F.binary_cross_entropy_with_logits(a, f, reduction='max')"
    ),
    "F.mse_loss": (
        "F.mse_loss(a, b); F.mse_loss(b, h); F.mse_loss(a, f, reduction='max'); "
        "F.mse_loss(a, i); F.mse_loss(e, e)"
    ),
    "F.batch_norm": (
        "F.batch_norm(mg.zeros(0, 3, requires_grad=True), None, None, f, f); "
        "(r := mg.zeros(3), F.batch_norm(mg.zeros(0, 3), r, mg.ones(3), training=True))[0]"
    ),
    "F.conv1d": (
        "F.conv1d(b.unsqueeze(1), p.unsqueeze(1)); F.conv1d(b.unsqueeze(1), p.unsqueeze(1), m[0]); "
        "F.conv1d(b.unsqueeze(1), m.unsqueeze(1), m[0], 2, 1); F.conv1d(b, m.unsqueeze(0)); "
        "F.conv1d(a, m[None]); F.conv1d(b[None], m[:, None]); F.conv1d(b[None], m[None], f); "
        "F.conv1d(b[None, None], m[None]); F.conv1d(b[None], m[None], padding=-1); "
        "F.conv1d(b[None], m[None], stride=0); F.conv1d(b[None], m[None], stride=(1, 2)); "
        "F.conv1d(b[None, :, :1], m[None])"
    ),
    "F.conv2d": (
        "F.conv2d(b[None, None], m[None, None]); F.conv2d(p[None, None], m.T[None, None], f[:1]); "
        "F.conv2d(h[None, None], m[None, None], padding=(1, 2), stride=(2, 1)); "
        "F.conv2d(b.T[None, None], m[None, None], c.reshape(1), padding=1); "
        "F.conv2d(d[None, None], d[None, None], padding=1); "
        "F.conv2d(k[None, None], mg.ones(1, 1, 2, 2, dtype=mg.int32)); F.conv2d(b, m); "
        "F.conv2d(b[None, None], m[None, None], d[0]); F.conv2d(e[None, None], m[None, None]); "
        "F.conv2d(mg.zeros(0, 1, 2, 3), m[None, None]); F.conv2d(b[None, None], h[None, None]); "
        "F.conv2d(b[None, None], m[None, None], f); F.conv2d(o[None], m[None, None])"
    ),
    "F.max_pool2d": (
        "F.max_pool2d(b[None], 'a'); F.max_pool2d(b[None], (2, 'a')); "
        "F.max_pool2d(b[None], ('a', 2)); "
        "F.max_pool2d(b[None, None], 2); F.max_pool2d(h[None], (2, 1)); "
        "F.max_pool2d(p[None], 2, 1, 1); F.max_pool2d(k[None], 2, stride=1); "
        "F.max_pool2d(d[None], (2, 1)); F.max_pool2d(b, 2); F.max_pool2d(b[None], 0); "
        "F.max_pool2d(b[None], 2, 0); F.max_pool2d(b[None], 3); "
        "F.max_pool2d(b[None], 2, padding=2); F.max_pool2d(j[None, None], 1); "
        "F.max_pool2d(n[None, None], (1, 2), 1); F.max_pool2d(f[None, None], (1, 2), 1); "
        "F.max_pool2d(g[None, None], (1, 3)); F.max_pool2d(mg.zeros(0, 1, 2, 2), 2); "
        "F.max_pool2d(e[None], 1); F.max_pool2d(b[None], 2, padding=-1); "
        "F.max_pool2d(b[None], (2, 2, 2)); F.max_pool2d(b[None], 1, (1, 1, 1)); "
        "F.max_pool2d(b[None], True); F.max_pool2d(b[None], (1, mg.tensor(2)), mg.tensor(1)); "
        "F.max_pool2d([1.0], 2); F.max_pool2d(b[None], -1); F.max_pool2d(b[None], 1, -1); "
        "F.max_pool2d(c, 2, 0)"
    ),
    "F.avg_pool2d": (
        "F.avg_pool2d(b[None], 'a'); F.avg_pool2d(b[None], (2, 'a')); "
        "F.avg_pool2d(b[None], ('a', 2)); F.avg_pool2d(b[None], 2, stride=1.5); "
        "F.avg_pool2d(b[None, None], 2); F.avg_pool2d(h[None], (2, 1)); "
        "F.avg_pool2d(p[None], 2, 1, 1); F.avg_pool2d(d[None], (2, 1)); F.avg_pool2d(k[None], 2); "
        "F.avg_pool2d(b, 2); F.avg_pool2d(b[None], 2, 0); F.avg_pool2d(b[None], 3); "
        "F.avg_pool2d(b[None], 2, padding=2); F.avg_pool2d(j[None, None], 1); "
        "F.avg_pool2d(k[None], 1); F.avg_pool2d(mg.zeros(0, 1, 2, 2), 2); "
        "F.avg_pool2d(g[None, None], (1, 3)); F.avg_pool2d(b[None], True); "
        "F.avg_pool2d(b[None], mg.tensor(2)); F.avg_pool2d(b[None]); "
        "F.avg_pool2d(b[None], 2, wide=1); F.avg_pool2d(b[None], 1, -1); F.avg_pool2d(c, 2); "
        "F.avg_pool2d(c, (2, 2, 2)); F.avg_pool2d(b[None, None, None], 2); "
        "F.avg_pool2d(mg.zeros(0, 3, 4), 2, padding=-1)"
    ),
}

_REDUCTIONS = ["", "reduction='sum'", "reduction='none'"]
_OF_CLASSES = [_REDUCTIONS, ["", "weight=f.detach()"], ["", "ignore_index=0"]]
# For each loss, its inputs and targets, and the values of each option. All combinations are cases.
_OPTIONS = {
    "F.cross_entropy": (
        ["p, i[:2]", "p.T[None], i[None, :2]", "p, b.softmax(1).detach()"],
        _OF_CLASSES,
    ),
    "F.nll_loss": (
        ["p, i[:2]", "p.T[None], i[None, :2]"],
        _OF_CLASSES,
    ),
    "F.binary_cross_entropy": (
        ["p.sigmoid(), (b > 1).float()", "a.sigmoid(), a.detach() / 4 + 0.5"],
        [_REDUCTIONS],
    ),
    "F.binary_cross_entropy_with_logits": (
        ["p, (b > 1).float()", "a, f / 2"],
        [_REDUCTIONS],
    ),
    "F.mse_loss": (["p, b"], [_REDUCTIONS]),
    "F.l1_loss": (["p, b"], [_REDUCTIONS]),
}


def _combined(name: str) -> list[str]:
    """Return a loss's cases, one for each combination of options."""
    tensors, options = _OPTIONS[name]
    each = itertools.product(tensors, *options)
    return [f"{name}({', '.join(filter(None, arguments))})" for arguments in each]


for _name in _OPTIONS:
    FURTHER[_name] = "; ".join([*filter(None, [FURTHER.get(_name)]), *_combined(_name)])
