"""The table of operations, for every comparison with PyTorch. A new operation is one line here.

Each line names an operation as `minigrad` does and lists forms of its use. In braces stand holes
that `holes.py` fills:

    {x}      any tensor                      {f}      a floating point tensor
    {p}      the same, positive if possible  {b}      a bool tensor
    {y}      any that broadcasts with {x}    {s}      one of the shape of {x}
    {l} {r}  two whose matrices multiply     {m}      a matrix            {u}  a vector
    {i}      an integer tensor of indices    {dim} {dims} {keep} {perm} {shape} {expand} {index}
    {n}      a number                        {int}    an integer         {dtype}
"""

ELEMENTWISE = {
    "__add__": "{x} + {y}; {x} + {n}",
    "__radd__": "{n} + {x}",
    "__sub__": "{x} - {y}; {x} - {n}",
    "__rsub__": "{n} - {x}",
    "__mul__": "{x} * {y}; {x} * {n}",
    "__rmul__": "{n} * {x}",
    "__truediv__": "{x} / {y}; {x} / {n}",
    "__rtruediv__": "{n} / {x}",
    "__pow__": "{x} ** {n}; {p} ** {y}; {x} ** {int}",
    "__rpow__": "{n} ** {x}",
    "__neg__": "-{x}",
    "__pos__": "+{x}",
    "__abs__": "abs({x})",
    "abs": "{x}.abs(); mg.abs({x})",
    "add": "{x}.add({y}); mg.add({x}, {n}); {x}.add({y}, alpha={int}); mg.add({x}, {y}, alpha=0.5)",
    "clamp": "{f}.clamp(min={n}); {f}.clamp(max={n}); {f}.clamp(-1, 1.5); mg.clamp({f}, {n}, {n})",
    "clone": "{x}.clone(); mg.clone({x})",
    "cos": "{x}.cos(); mg.cos({x})",
    "div": "{x}.div({y}); mg.div({x}, {n})",
    "exp": "{x}.exp(); mg.exp({x})",
    "log": "{p}.log(); mg.log({p})",
    "log1p": "{p}.log1p(); mg.log1p({p})",
    "maximum": "mg.maximum({x}, {y}); {x}.maximum({y})",
    "minimum": "mg.minimum({x}, {y}); {x}.minimum({y})",
    "mul": "{x}.mul({y}); mg.mul({x}, {n})",
    "neg": "{x}.neg(); mg.neg({x})",
    "pow": "{p}.pow({y}); mg.pow({x}, {n}); {x}.pow(2); mg.pow({n}, {x})",
    "reciprocal": "{p}.reciprocal(); mg.reciprocal({p})",
    "relu": "{x}.relu(); mg.relu({x})",
    "sigmoid": "{x}.sigmoid(); mg.sigmoid({x})",
    "sign": "{x}.sign(); mg.sign({x})",
    "sin": "{x}.sin(); mg.sin({x})",
    "sqrt": "{p}.sqrt(); mg.sqrt({p})",
    "sub": "{x}.sub({y}); mg.sub({x}, {n}); {x}.sub({y}, alpha={int})",
    "tanh": "{x}.tanh(); mg.tanh({x})",
    "where": "mg.where({b}, {x}, {y}); mg.where({x} > 0, {x}, {n}); mg.where({x} < 0, {n}, {n})",
}

COMPARISONS = {
    "__eq__": "{x} == {y}; {x} == {n}",
    "__ne__": "{x} != {y}; {x} != {n}",
    "__lt__": "{x} < {y}; {x} < {n}",
    "__le__": "{x} <= {y}; {x} <= {n}",
    "__gt__": "{x} > {y}; {x} > {n}",
    "__ge__": "{x} >= {y}; {x} >= {n}",
    "__and__": "{b} & {b}; ({x} > 0) & ({x} < 2)",
    "__or__": "{b} | {b}",
    "__invert__": "~{b}",
    "eq": "{x}.eq({y}); mg.eq({x}, {n})",
    "ne": "{x}.ne({y}); mg.ne({x}, {n})",
    "lt": "{x}.lt({y}); mg.lt({x}, {n})",
    "le": "{x}.le({y}); mg.le({x}, {n})",
    "gt": "{x}.gt({y}); mg.gt({x}, {n})",
    "ge": "{x}.ge({y}); mg.ge({x}, {n})",
    "isfinite": "{x}.isfinite(); mg.isfinite({x})",
    "isinf": "{x}.isinf(); mg.isinf({x})",
    "isnan": "{x}.isnan(); mg.isnan({x})",
    "logical_and": "{x}.logical_and({y}); mg.logical_and({b}, {b})",
    "logical_or": "{x}.logical_or({y}); mg.logical_or({b}, {b})",
    "logical_not": "{x}.logical_not(); mg.logical_not({b})",
}

REDUCTIONS = {
    "all": "{x}.all(); mg.all({b}, {dim}{keep}); {b}.all({dim})",
    "any": "{x}.any(); mg.any({b}, {dim}{keep}); {b}.any({dim})",
    "amax": "{f}.amax(); {f}.amax({dims}{keep}); mg.amax({f}, {dim}{keep})",
    "amin": "{f}.amin(); {f}.amin({dims}{keep}); mg.amin({f}, {dim}{keep})",
    "argmax": "{x}.argmax(); {x}.argmax({dim}{keep}); mg.argmax({x}, dim={dim})",
    "argmin": "{x}.argmin(); {x}.argmin({dim}{keep}); mg.argmin({x}, dim={dim})",
    "max": "{x}.max(); {x}.max({dim}{keep}); mg.max({x}, {dim}).values; {x}.max({y})",
    "mean": "{f}.mean(); {f}.mean({dim}{keep}); mg.mean({f}, {dims}); {x}.mean(dtype={dtype})",
    "min": "{x}.min(); {x}.min({dim}{keep}); mg.min({x}, {dim}).values; {x}.min({y})",
    "sum": "{x}.sum(); {x}.sum({dim}{keep}); mg.sum({x}, {dims}{keep}); {x}.sum(dtype={dtype})",
}

LINEAR_ALGEBRA = {
    "__matmul__": "{l} @ {r}; {f} @ {f}",
    "dot": "{u}.dot({u}); mg.dot({u}, {u})",
    "matmul": "{l}.matmul({r}); mg.matmul({l}, {r})",
    "mm": "{l}.mm({r}); mg.mm({m}, {m})",
    "mv": "{m}.mv({u}); mg.mv({l}, {r})",
}

VIEWS = {
    "T": "{m}.T",
    "mT": "{m}.mT",
    "detach": "{x}.detach()",
    "expand": "{x}.expand({expand}); {x}.expand(({expand}))",
    "flatten": "{x}.flatten(); mg.flatten({x}, {dim}, {dim})",
    "permute": "{x}.permute({perm}); mg.permute({x}, ({perm}))",
    "reshape": "{x}.reshape({shape}); mg.reshape({x}, ({shape}))",
    "squeeze": "{x}.squeeze(); {x}.squeeze({dim}); mg.squeeze({x}, {dims})",
    "t": "{m}.t(); mg.t({u})",
    "transpose": "{x}.transpose({dim}, {dim}); mg.transpose({x}, {dim}, {dim})",
    "unbind": "{x}.unbind(); mg.unbind({x}, {dim}); {x}.unbind({dim})[0]",
    "unsqueeze": "{x}.unsqueeze({dim}); mg.unsqueeze({x}, {dim})",
    "view": "{x}.view({shape}); {x}.view(({shape}))",
}

INDEXING = {
    "__getitem__": "{x}[{index}]; {x}[{index}]; {x}[{index}]",
    "__iter__": "[row for row in {x}]",
    "__contains__": "{n} in {x}",
    "cat": "mg.cat([{x}, {s}]); mg.cat([{x}, {s}], {dim}); mg.cat([{x}, {x}, {y}], dim=-1)",
    "stack": "mg.stack([{x}, {s}]); mg.stack([{x}, {s}, {x}], {dim}); mg.stack([{x}, {y}], dim=-1)",
}

CONVERSIONS = {
    "__array__": "mg.tensor({x}.detach().numpy())",
    "__bool__": "bool({x})",
    "__float__": "float({x})",
    "__format__": "f'{{{x}}}'; f'{{{x}:.3f}}'",
    "__index__": "[0, 1, 2][{x}]",
    "__int__": "int({x})",
    "__len__": "len({x})",
    "__repr__": "repr({x})",
    "dim": "{x}.dim(), {x}.ndim",
    "item": "{x}.item()",
    "numel": "{x}.numel()",
    "numpy": "{x}.numpy()",
    "size": "{x}.size(), {x}.shape; {x}.size({dim})",
    "to": "{x}.to({dtype}); {x}.to('cpu')",
    "tolist": "{x}.tolist()",
    "type": "{x}.type(); {x}.type({dtype})",
}

CREATION = {
    "arange": "mg.arange({int}); mg.arange(0, 2, 0.5); mg.arange(5, 1, -2)",
    "as_tensor": "mg.as_tensor({x}); mg.as_tensor([1, 2.5])",
    "empty": "mg.empty(2, 0)",
    "eye": "mg.eye(2); mg.eye(2, 3)",
    "from_numpy": "mg.from_numpy({x}.detach().numpy())",
    "full": "mg.full((2, 3), {n}); mg.full((), {n}, dtype={dtype})",
    "full_like": "mg.full_like({x}, {int}); mg.full_like({f}, {n}, requires_grad=True)",
    "linspace": "mg.linspace(0, 1, 5); mg.linspace(-2, 2, 4, dtype=mg.float64)",
    "ones": "mg.ones(2, 3); mg.ones(3, requires_grad=True); mg.ones((2, 1), dtype={dtype})",
    "ones_like": "mg.ones_like({x}); mg.ones_like({f}, requires_grad=True)",
    "rand": "mg.rand(3); mg.rand(2, 2, dtype=mg.float64)",
    "randint": "mg.randint(5, (3,)); mg.randint(-3, 3, (2, 2))",
    "randn": "mg.randn(3); mg.randn(2, 3, requires_grad=True)",
    "randperm": "mg.randperm(5)",
    "tensor": "mg.tensor([1.0, 2.0]); mg.tensor([1, 2]); mg.tensor([[True]]); mg.tensor({n})",
    "zeros": "mg.zeros(2, 3); mg.zeros(3, requires_grad=True); mg.zeros((2, 1), dtype={dtype})",
    "zeros_like": "mg.zeros_like({x}); mg.zeros_like({f}, requires_grad=True)",
}

LOSSES = {
    "nn.functional.mse_loss": (
        "mg.nn.functional.mse_loss({f}, {s}); mg.nn.functional.mse_loss({f}, {y}); "
        "mg.nn.functional.mse_loss({f}, {s}, reduction='sum'); "
        "mg.nn.functional.mse_loss({f}, {s}, reduction='none')"
    ),
    "nn.functional.binary_cross_entropy_with_logits": (
        "mg.nn.functional.binary_cross_entropy_with_logits({f}, {s}); "
        "mg.nn.functional.binary_cross_entropy_with_logits({f}, {s}, reduction='sum'); "
        "mg.nn.functional.binary_cross_entropy_with_logits({f}, {y}, reduction='none'); "
        "mg.nn.functional.binary_cross_entropy_with_logits({f}, {s}, pos_weight=mg.tensor(2.0))"
    ),
    "nn.functional.relu": "mg.nn.functional.relu({x})",
    "nn.functional.sigmoid": "mg.nn.functional.sigmoid({x})",
    "nn.functional.tanh": "mg.nn.functional.tanh({x})",
}

EXPRESSIONS = (
    ELEMENTWISE
    | COMPARISONS
    | REDUCTIONS
    | LINEAR_ALGEBRA
    | VIEWS
    | INDEXING
    | CONVERSIONS
    | CREATION
    | LOSSES
)

IN_PLACE = {
    "__iadd__": "{x} += {y}; {x} += {n}; {x}[{index}] += {n}",
    "__isub__": "{x} -= {y}; {x} -= {n}",
    "__imul__": "{x} *= {y}; {x} *= {n}; {x}[{index}] *= {n}",
    "__itruediv__": "{x} /= {y}; {x} /= {n}",
    "__setitem__": "{x}[{index}] = {n}; {x}[{index}] = {y}; {x}[{index}] = {y}.sum()",
    "abs_": "{x}.abs_()",
    "add_": "{x}.add_({y}); {x}.add_({n}); {x}.add_({y}, alpha={n})",
    "clamp_": "{x}.clamp_(min={n}); {x}.clamp_(-1, 1)",
    "copy_": "{x}.copy_({y}); {x}.copy_({s})",
    "cos_": "{x}.cos_()",
    "div_": "{x}.div_({y}); {x}.div_({n})",
    "exp_": "{x}.exp_()",
    "fill_": "{x}.fill_({n})",
    "log_": "{p}.log_()",
    "mul_": "{x}.mul_({y}); {x}.mul_({n})",
    "neg_": "{x}.neg_()",
    "pow_": "{x}.pow_({n}); {x}.pow_({int}); {p}.pow_({y})",
    "reciprocal_": "{p}.reciprocal_()",
    "relu_": "{x}.relu_()",
    "sigmoid_": "{x}.sigmoid_()",
    "sin_": "{x}.sin_()",
    "sqrt_": "{p}.sqrt_()",
    "sub_": "{x}.sub_({y}); {x}.sub_({n})",
    "tanh_": "{x}.tanh_()",
    "zero_": "{x}.zero_()",
}


def forms(templates: str) -> list[str]:
    """The forms of use that one line of a table lists."""
    return [form.strip() for form in templates.split(";") if form.strip()]
