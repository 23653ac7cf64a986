"""The table of operations that all comparisons with PyTorch use.

A new operation needs one line here.

Each line has the name of an operation and the forms in which it's used. Names in
braces are holes that `holes.py` fills. F is nn.functional.

    {x}      any tensor                      {f}      a floating point tensor
    {p}      the same, positive if possible  {b}      a bool tensor
    {y}      any that broadcasts with {x}    {s}      one of the shape of {x}
    {l} {r}  two whose matrices multiply     {m}      a matrix            {u}  a vector
    {i}      an integer tensor of indices    {cube}   a tensor with three dims
    {it}     the form's first tensor again   {samedim} the last dim again
    {n}      a Python number                 {int}    a Python int
    {dtype} {dim} {dims} {keep} {perm} {shape} {expand} {index}
"""

ELEMENTWISE = {
    "__add__": "{x} + {y}; {x} + {n}",
    "__radd__": "{n} + {x}",
    "__sub__": "{x} - {y}; {x} - {n}",
    "__rsub__": "{n} - {x}; {x}.__rsub__({y})",
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
    "__floordiv__": "{x} // {y}; {x} // {n}",
    "__rfloordiv__": "{n} // {x}",
    "__mod__": "{x} % {y}; {x} % {n}",
    "__rmod__": "{n} % {x}",
    "atan": "{x}.atan(); mg.atan({x})",
    "ceil": "{x}.ceil(); mg.ceil({x})",
    "cosh": "{x}.cosh(); mg.cosh({x})",
    "erf": "{x}.erf(); mg.erf({x})",
    "expm1": "{x}.expm1(); mg.expm1({x})",
    "floor": "{x}.floor(); mg.floor({x})",
    "floor_divide": "{x}.floor_divide({y}); mg.floor_divide({x}, {n})",
    "log10": "{p}.log10(); mg.log10({p})",
    "log2": "{p}.log2(); mg.log2({p})",
    "remainder": "{x}.remainder({y}); mg.remainder({x}, {n})",
    "round": "{x}.round(); mg.round({x}); {f}.round(decimals=1)",
    "rsqrt": "{p}.rsqrt(); mg.rsqrt({p})",
    "sinh": "{x}.sinh(); mg.sinh({x})",
    "square": "{x}.square(); mg.square({x})",
    "tan": "{x}.tan(); mg.tan({x})",
    "trunc": "{x}.trunc(); mg.trunc({x})",
    "clip": "{f}.clip(-1, 1.5)",
    "divide": "{x}.divide({y})",
    "multiply": "{x}.multiply({y})",
    "subtract": "{x}.subtract({y})",
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
    "__xor__": "{b} ^ {b}",
    "__rand__": "True & {b}; 3 & {i}",
    "__ror__": "False | {b}; 1 | {i}",
    "__rxor__": "True ^ {b}; 2 ^ {i}",
    "allclose": "mg.allclose({f}, {s}); {f}.allclose({it} + 1e-9); mg.allclose({f}, {it} * 1.1)",
    "equal": "mg.equal({x}, {s}); {x}.equal({it}.clone())",
    "isclose": "mg.isclose({f}, {s}); {f}.isclose({it} + 1e-9, rtol=0, atol=1e-3)",
    "is_floating_point": "{x}.is_floating_point(); mg.is_floating_point({x})",
    "logical_xor": "{x}.logical_xor({y}); mg.logical_xor({b}, {b})",
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
    "median": "{f}.median(); {x}.median({dim}{keep}); mg.median({f}, {dim}).values",
    "min": "{x}.min(); {x}.min({dim}{keep}); mg.min({x}, {dim}).values; {x}.min({y})",
    "sum": "{x}.sum(); {x}.sum({dim}{keep}); mg.sum({x}, {dims}{keep}); {x}.sum(dtype={dtype})",
    "argsort": "{x}.argsort(); mg.argsort({x}, {dim}, descending=True)",
    "count_nonzero": "{x}.count_nonzero(); mg.count_nonzero({x}, {dim})",
    "cumsum": "{x}.cumsum({dim}); mg.cumsum({f}, dim={dim})",
    "linalg.vector_norm": "mg.linalg.vector_norm({f}); mg.linalg.vector_norm({f}, 1, {dim}{keep})",
    "linalg.norm": "mg.linalg.norm({f}); mg.linalg.norm({u}, {int}); mg.linalg.norm({m})",
    "log_softmax": "{f}.log_softmax({dim}); mg.log_softmax({f}, dim={dim})",
    "logsumexp": "{f}.logsumexp({dim}{keep}); mg.logsumexp({f}, {dims})",
    "norm": (
        "{f}.norm(); {f}.norm({int}); {f}.norm(dim={dim}); {f}.norm(p=1, dim={dim}, keepdim=True); "
        "mg.norm({f})"
    ),
    "prod": "{x}.prod(); {x}.prod({dim}{keep}); mg.prod({f}, {dim})",
    "softmax": (
        "{f}.softmax({dim}); mg.softmax({f}, dim={dim}); {x}.softmax({dim}, dtype=mg.float64)"
    ),
    "sort": "{f}.sort(); {x}.sort({dim}, descending=True); mg.sort({f}, {dim}).values",
    "std": (
        "{f}.std(); {f}.std({dim}{keep}); mg.std({f}, correction=0); {f}.std({dim}, unbiased=False)"
    ),
    "topk": "{f}.topk(1); mg.topk({f}, 2, {dim}); {f}.topk(1, {dim}, largest=False).values",
    "var": (
        "{f}.var(); {f}.var({dim}{keep}); mg.var({f}, correction=0); {f}.var({dim}, unbiased=False)"
    ),
}

LINEAR_ALGEBRA = {
    "__matmul__": "{l} @ {r}; {f} @ {f}",
    "__rmatmul__": "{m}.__rmatmul__({m}); {u}.__rmatmul__({m}); {f}.__rmatmul__(2)",
    "dot": "{u}.dot({u}); mg.dot({u}, {u})",
    "matmul": "{l}.matmul({r}); mg.matmul({l}, {r})",
    "mm": "{l}.mm({r}); mg.mm({m}, {m})",
    "mv": "{m}.mv({u}); mg.mv({l}, {r})",
    "bmm": "mg.bmm({cube}, {cube}); {cube}.bmm({it}.transpose(1, 2))",
    "einsum": (
        "mg.einsum('ij,jk->ik', {l}, {r}); mg.einsum('i,i->', {u}, {u}); mg.einsum('ii', {m}); "
        "mg.einsum('ij->ji', {m}); mg.einsum('i,j->ij', {u}, {u}); mg.einsum('...j->...', {x}); "
        "mg.einsum('bij,bkj->bik', {cube}, {it}); mg.einsum('ij,j', {l}, {r}); "
        "mg.einsum('ij->', {m})"
    ),
    "outer": "mg.outer({u}, {u}); {u}.outer({u})",
    "trace": "{m}.trace(); mg.trace({m})",
}

VIEWS = {
    "T": "{m}.T",
    "mT": "{m}.mT",
    "detach": "{x}.detach()",
    "expand": "{x}.expand({expand}); {x}.expand(({expand}))",
    "flatten": "{x}.flatten(); mg.flatten({x}, {dim}, {dim})",
    "permute": "{x}.permute({perm}); mg.permute({x}, ({perm}))",
    "reshape": "{x}.reshape({shape}); mg.reshape({x}, ({shape}))",
    "select": "{x}.select({dim}, {int}); mg.select({x}, {dim}, 0); {x}.select(0, index=-1)",
    "squeeze": "{x}.squeeze(); {x}.squeeze({dim}); mg.squeeze({x}, {dims})",
    "t": "{m}.t(); mg.t({u})",
    "transpose": "{x}.transpose({dim}, {dim}); mg.transpose({x}, {dim}, {dim})",
    "unbind": "{x}.unbind(); mg.unbind({x}, {dim}); {x}.unbind({dim})[0]",
    "unsqueeze": "{x}.unsqueeze({dim}); mg.unsqueeze({x}, {dim})",
    "view": "{x}.view({shape}); {x}.view(({shape}))",
    "broadcast_to": "{x}.broadcast_to(({expand})); mg.broadcast_to({x}, ({expand}))",
    "chunk": "{x}.chunk(2); {x}.chunk(2, {dim})[0]; mg.chunk({x}, 3, {dim})",
    "contiguous": "{x}.contiguous(); {m}.T.contiguous()",
    "diagonal": "{m}.diagonal(); mg.diagonal({m}, 1); {cube}.diagonal(0, 1, 2)",
    "expand_as": "{x}.expand_as({y}); {x}.expand_as({s})",
    "movedim": "{x}.movedim({dim}, {dim}); mg.movedim({cube}, (0, 1), (1, 2))",
    "reshape_as": "{x}.reshape_as({it}.flatten()); {x}.reshape_as({y})",
    "split": (
        "{x}.split(1); {x}.split(2, {dim})[0]; mg.split({x}, [1, 1], {dim}); {x}.split([2, 1])[1]"
    ),
    "view_as": "{x}.view_as({it}); {x}.view_as({it}.reshape(-1)); {x}.view_as({y})",
}

INDEXING = {
    "__getitem__": "{x}[{index}]; {x}[{index}]; {x}[{index}]",
    "__iter__": "[row for row in {x}]",
    "__reversed__": "reversed({x})",
    "__contains__": "{n} in {x}",
    "cat": "mg.cat([{x}, {s}]); mg.cat([{x}, {s}], {dim}); mg.cat([{x}, {x}, {y}], dim=-1)",
    "stack": "mg.stack([{x}, {s}]); mg.stack([{x}, {s}, {x}], {dim}); mg.stack([{x}, {y}], dim=-1)",
    "concat": "mg.concat([{x}, {s}])",
    "hstack": "mg.hstack([{x}, {s}]); mg.hstack(({f}, {y})); mg.hstack([{x}])",
    "vstack": "mg.vstack([{x}, {s}]); mg.vstack(({f}, {y})); mg.vstack([{x}])",
    "concatenate": "mg.concatenate([{x}, {s}], {dim})",
    "diag": "{m}.diag(); mg.diag({u}); mg.diag({m}, 1); {u}.diag(-1)",
    "flip": "{x}.flip({dim}); {x}.flip({dims}); mg.flip({x}, [0])",
    "gather": (
        "{x}.gather({dim}, {it}.argmax({samedim}, keepdim=True)); {m}.gather(1, {i}); "
        "mg.gather({x}, {dim}, mg.zeros_like({it}, dtype=mg.int64))"
    ),
    "masked_fill": "{x}.masked_fill({it} > 0, {n}); mg.masked_fill({x}, {b}, {n})",
    "nonzero": "{x}.nonzero(); mg.nonzero({x}, as_tuple=True)",
    "repeat": "{x}.repeat(2); {x}.repeat(2, 1); {x}.repeat(1, 2, 1)",
    "scatter": "{x}.scatter({dim}, {it}.argmax({samedim}, keepdim=True), {n})",
    "tile": "{x}.tile(2); {x}.tile(2, 1); mg.tile({x}, (1, 2, 1)); mg.tile({x}, ())",
    "tril": "{m}.tril(); mg.tril({m}, 1); {m}.tril(-1)",
    "triu": "{m}.triu(); mg.triu({m}, -1); {m}.triu(diagonal=1)",
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
    "nelement": "{x}.nelement()",
    "numel": "{x}.numel()",
    "numpy": "{x}.numpy()",
    "size": "{x}.size(), {x}.shape; {x}.size({dim})",
    "to": "{x}.to({dtype}); {x}.to('cpu')",
    "tolist": "{x}.tolist()",
    "type": "{x}.type(); {x}.type({dtype})",
    "bool": "{x}.bool()",
    "byte": "{x}.byte()",
    "char": "{x}.char()",
    "cpu": "{x}.cpu()",
    "double": "{x}.double()",
    "element_size": "{x}.element_size()",
    "float": "{x}.float()",
    "int": "{x}.int()",
    "is_contiguous": "{x}.is_contiguous(); {x}.T.is_contiguous()",
    "long": "{x}.long()",
    "short": "{x}.short()",
    "new_full": "{x}.new_full((2,), {n})",
    "new_ones": "{x}.new_ones(2, 3); {x}.new_ones((2,), dtype={dtype})",
    "new_tensor": "{x}.new_tensor([1, 2])",
    "new_zeros": "{x}.new_zeros(2); {f}.new_zeros(2, requires_grad=True)",
    "resize_": (  # never to more numbers, because PyTorch doesn't initialize them
        "{x}.detach().clone().resize_({it}.numel()); {x}.detach().T.resize_({it}.numel(), 1); "
        "{f}.clone().resize_(0)"
    ),
    "stride": "{x}.stride(); {x}.stride({dim})",
    "type_as": "{x}.type_as({y})",
    "is_inference": "{x}.is_inference(); mg.is_inference({x})",
}

CREATION = {
    "arange": "mg.arange({int}); mg.arange(0, 2, 0.5); mg.arange(5, 1, -2); mg.arange(-1, 1, 0.1)",
    "as_tensor": "mg.as_tensor({x}); mg.as_tensor([1, 2.5]); mg.as_tensor({x}, device='cuda')",
    "empty": "mg.empty(2, 0)",
    "eye": "mg.eye(2); mg.eye(2, 3)",
    "from_numpy": "mg.from_numpy({x}.detach().numpy())",
    "full": "mg.full((2, 3), {n}); mg.full((), {n}, dtype={dtype})",
    "full_like": "mg.full_like({x}, {int}); mg.full_like({f}, {n}, requires_grad=True)",
    "linspace": "mg.linspace(0, 1, 5); mg.linspace(-2, 2, 4, dtype=mg.float64)",
    "ones": "mg.ones(2, 3); mg.ones(3, requires_grad=True); mg.ones((2, 1), dtype={dtype})",
    "ones_like": "mg.ones_like({x}); mg.ones_like({f}, requires_grad=True)",
    "rand": "mg.rand(3); mg.rand(2, 2, dtype=mg.float64)",
    "randint": (
        "mg.randint(5, (3,)); mg.randint(-3, 3, (2, 2)); mg.randint(5, size=(3,)); "
        "mg.randint(high=5, size=(3,)); mg.randint(1, 5, size=(3,)); mg.randint(5, 3)"
    ),
    "randn": "mg.randn(3); mg.randn(2, 3, requires_grad=True)",
    "randperm": "mg.randperm(5)",
    "tensor": "mg.tensor([1.0, 2.0]); mg.tensor([1, 2]); mg.tensor([[True]]); mg.tensor({n})",
    "zeros": "mg.zeros(2, 3); mg.zeros(3, requires_grad=True); mg.zeros((2, 1), dtype={dtype})",
    "zeros_like": "mg.zeros_like({x}); mg.zeros_like({f}, requires_grad=True)",
    "bernoulli": "mg.bernoulli(mg.full((4,), 0.5)); mg.full((4,), 0.2).bernoulli()",
    "multinomial": (
        "mg.multinomial(mg.full((4,), 0.5), 1); mg.full((4,), 0.2).multinomial(3); "
        "mg.multinomial({u}.exp(), 6, replacement=True); mg.multinomial({u}.exp(), 6); "
        "mg.multinomial(mg.arange(1.0, 7.0).reshape(2, 3), 2); "
        "mg.multinomial(mg.arange(1.0, 7.0).reshape(2, 3).T, 2); "
        "mg.multinomial(mg.arange(1.0, 7.0).reshape(2, 3), 4, True); "
        "mg.multinomial(mg.arange(0, 4, dtype=mg.float64), 3)"
    ),
    "empty_like": "mg.empty_like({x}).shape",
    "meshgrid": (
        "mg.meshgrid(mg.arange(2), mg.arange(3), indexing='ij'); "
        "mg.meshgrid({u}, {u}, indexing='xy')"
    ),
    "normal": (
        "mg.normal(0.0, 1.0, (3,)); mg.normal(0, 0.5, size=(2, 1), requires_grad=True); "
        "mg.normal(1.0, 2.0, (20,), dtype=mg.float64); mg.normal(0.0, -1.0, (2,)); "
        "mg.normal(mg.arange(3.0), 0.1)"
    ),
    "rand_like": "mg.rand_like({f})",
    "randn_like": "mg.randn_like({f}); mg.randn_like({f}, requires_grad=True)",
}

LOSSES = {
    "F.mse_loss": (
        "F.mse_loss({f}, {s}); F.mse_loss({f}, {y}); F.mse_loss({f}, {s}, reduction='sum'); "
        "F.mse_loss({f}, {s}, reduction='none')"
    ),
    "F.binary_cross_entropy_with_logits": (
        "F.binary_cross_entropy_with_logits({f}, {s}); "
        "F.binary_cross_entropy_with_logits({f}, {s}, reduction='sum'); "
        "F.binary_cross_entropy_with_logits({f}, {y}, reduction='none')"
    ),
    "F.relu": "F.relu({x})",
    "F.sigmoid": "F.sigmoid({x})",
    "F.tanh": "F.tanh({x})",
    "F.cross_entropy": (
        "F.cross_entropy({m}, {it}.argmax(1)); F.cross_entropy({m}, {it}.softmax(1)); "
        "F.cross_entropy({m}, {it}.argmin(1), reduction='sum'); "
        "F.cross_entropy({m}, {it}.argmax(1), weight=mg.arange(1.0, {it}.shape[1] + 1))"
    ),
    "F.nll_loss": (
        "F.nll_loss({m}, {it}.argmax(1)); F.nll_loss({m}, {it}.argmin(1), reduction='none')"
    ),
    "F.binary_cross_entropy": (
        "F.binary_cross_entropy({f}.sigmoid(), {s}.sigmoid()); "
        "F.binary_cross_entropy({f}.sigmoid(), ({s} > 0).float(), reduction='sum'); "
        "F.binary_cross_entropy({f}, {y})"
    ),
    "F.l1_loss": "F.l1_loss({f}, {s}); F.l1_loss({f}, {y}, reduction='sum')",
    "F.linear": "F.linear({f}, {m}); F.linear({l}, {r}.T); F.linear({l}, {r}.T, {r}[0])",
    "F.dropout": "F.dropout({f}, 0.5, training=False); F.dropout({f}, 0.0); F.dropout({f}, 2.0)",
    "F.normalize": "F.normalize({f}, dim={dim}); F.normalize({f}, p=1.0, dim={dim})",
    "F.one_hot": "F.one_hot({i}); F.one_hot({i}, 5); F.one_hot({f})",
    "F.embedding": (
        "F.embedding({i}, {m}); F.embedding(mg.tensor([[0, 1], [1, 1]]), {m}); "
        "F.embedding(mg.tensor([0, 0, 1]), {m}, padding_idx=0)"
    ),
    "F.batch_norm": (
        "F.batch_norm({f}, None, None, training=True); F.batch_norm({f}, None, None); "
        "F.batch_norm({m}, mg.zeros(2), mg.ones(2)); "
        "F.batch_norm({f}, None, None, mg.ones(7), training=True)"
    ),
    "F.layer_norm": (
        "F.layer_norm({f}, {it}.shape[-1:]); F.layer_norm({f}, {it}.shape); "
        "F.layer_norm({f}, {it}.shape[-1:], mg.arange(1.0, {it}.shape[-1] + 1), eps=1e-3); "
        "F.layer_norm({f}, (7,))"
    ),
    "F.elu": "F.elu({f}); F.elu({f}, alpha=0.5)",
    "F.gelu": "F.gelu({f})",
    "F.leaky_relu": "F.leaky_relu({f}); F.leaky_relu({f}, 0.2)",
    "F.logsigmoid": "F.logsigmoid({f})",
    "F.silu": "F.silu({f})",
    "F.softplus": "F.softplus({f}); F.softplus({f}, beta=2, threshold=3)",
    "F.softmax": "F.softmax({f}, dim={dim}); F.softmax({f}, {dim}, dtype=mg.float64)",
    "F.log_softmax": "F.log_softmax({f}, dim={dim})",
}

IMAGES = {
    "F.conv1d": (
        "F.conv1d({cube}, {it}[:, :, :2]); F.conv1d({m}, {m}[:1, None, :2], padding=2, stride=2); "
        "F.conv1d({cube}, {it}[:, :, :2], {it}[:, 0, 0], padding=2)"
    ),
    "F.conv2d": (
        "F.conv2d({m}[None], {m}[:1, None, None, :2], padding=1); F.conv2d({cube}, {it}[None]); "
        "F.conv2d({cube}[:, None], {it}[:, None, :2, :1], {it}[:, 0, 0], stride=(2, 1)); "
        "F.conv2d({cube}, {it}[None, :, :1, :2], None, 1, (1, 2))"
    ),
    "F.max_pool2d": (
        "F.max_pool2d({cube}, 2, 1); F.max_pool2d({m}[None], (1, 2)); "
        "F.max_pool2d({cube}[None], 2, 1, 1); F.max_pool2d({cube}.mT, 2)"
    ),
    "F.avg_pool2d": (
        "F.avg_pool2d({cube}, 2, 1); F.avg_pool2d({m}[None], (1, 2)); "
        "F.avg_pool2d({cube}[None], 2, 1, 1); F.avg_pool2d({cube}.mT, 2, 2, 1)"
    ),
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
    | IMAGES
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
    "relu_": "{x}.relu_()",
    "sigmoid_": "{x}.sigmoid_()",
    "sin_": "{x}.sin_()",
    "sqrt_": "{p}.sqrt_()",
    "sub_": "{x}.sub_({y}); {x}.sub_({n})",
    "tanh_": "{x}.tanh_()",
    "zero_": "{x}.zero_()",
    "__iand__": "{x} &= {b}",
    "__ifloordiv__": "{x} //= {n}; {x} //= {y}",
    "__imod__": "{x} %= {n}",
    "__ior__": "{x} |= {b}",
    "__ipow__": "{x} **= {int}; {p} **= {n}",
    "__ixor__": "{x} ^= {b}",
    "masked_fill_": "{x}.masked_fill_({it} > 0, {n}); {x}.masked_fill_({b}, {n})",
    "normal_": "{f}.normal_(); {f}.normal_(1.0, 0.5)",
    "round_": "{x}.round_()",
    "scatter_": "{x}.scatter_({dim}, {it}.argmax({samedim}, keepdim=True), {n})",
    "random_": "{f}.random_(10); {x}.random_(2); {f}.random_(-3, 5); {f}.random_(); {x}.random_(0)",
    "uniform_": "{f}.uniform_(); {f}.uniform_(-1.0, 1.0)",
}


def forms(templates: str) -> list[str]:
    """Return the call forms listed on one line of a table."""
    return [form.strip() for form in templates.split(";") if form.strip()]
