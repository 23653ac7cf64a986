"""The advice in error messages, with programs that try it.

Each row has the name of a message, part of its advice, a program that raises the error, and the
same program with the advice followed. If the message only states numbers, the second program
corrects them.
"""

import warnings
from typing import Any

import minigrad as mg

START = """
import warnings

import numpy as np
import minigrad as mg
from minigrad import nn
from minigrad.autograd import gradcheck
from minigrad.autograd.function import once_differentiable
from minigrad.nn import functional as F

def own(forward, *backward):
    methods = zip(("forward", "backward"), (forward, *backward))
    return type("Own", (mg.autograd.Function,), {n: staticmethod(m) for n, m in methods})

x = mg.tensor([1.0, -2.0, 3.0], requires_grad=True)
w = mg.tensor(3.0, requires_grad=True)
plain, whole, truth = mg.ones(3), mg.tensor([1, 2, 3]), mg.tensor([True, False, True])
matrix = mg.ones(2, 3)
exact = mg.tensor([0.5, 2.0], dtype=mg.float64, requires_grad=True)
"""


def ran(program: str, warning: str = "ignore") -> None:
    """Run a program with the names in `START`. `warning` is an action for `filterwarnings`."""
    names: dict[str, Any] = {"__name__": "program"}
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            exec(START, names)
            warnings.filterwarnings(warning, category=UserWarning)  # type: ignore[arg-type]
            exec(program, names)
    finally:
        mg.set_default_dtype(mg.float32)


# Messages whose second line states a finding rather than advice.
WITHOUT = {"anomaly_made_here", "jacobian_mismatch", "state_dict_misfit"}
ADVICE = [
    ("accumulated_of_computed", "Use register_hook instead", "(x * 2).register_post_accumulate_grad_hook(print)", "(x * 2).register_hook(print)"),
    ("added_type", "use .append or .extend", "nn.Sequential(nn.ReLU()) + [nn.ReLU()]", "nn.Sequential(nn.ReLU()).append(nn.ReLU()); nn.Sequential(nn.ReLU()).extend([nn.ReLU()])"),
    ("affine_dtype", "Convert it: .to(minigrad.float32)", "F.layer_norm(plain, (3,), plain.double(), plain)", "F.layer_norm(plain, (3,), plain.double().to(mg.float32), plain)"),
    ("alpha_bool", "Pass a number instead: 1 or 0", "mg.add(whole, whole, alpha=True)", "mg.add(whole, whole, alpha=1)"),
    ("alpha_dtype", "Convert the tensors first, with .float()", "mg.add(whole, whole, alpha=0.5)", "mg.add(whole.float(), whole.float(), alpha=0.5)"),
    ("ambiguous_truth", "Use .any() or .all(), or compare single elements", "bool(x > 0)", "bool((x > 0).any()), bool((x > 0).all()), bool(x[0] > 0)"),
    ("argument_no_tensor", "Wrap the values: minigrad.tensor(...)", "mg.exp([1.0])", "mg.exp(mg.tensor([1.0]))"),
    ("assigned_type", "Wrap a tensor in nn.Parameter, or delete the attribute first", "m = nn.Sequential(nn.ReLU()); m.add_module('a', nn.ReLU()); m.a = 3", "m = nn.Sequential(nn.ReLU()); m.add_module('a', nn.ReLU()); del m.a; m.a = 3; m = nn.Linear(1, 1); m.weight = nn.Parameter(plain)"),
    ("bare_parameter", "Put it in a list: [w]", "mg.optim.SGD(w, lr=0.1)", "mg.optim.SGD([w], lr=0.1)"),
    ("batch_norm_dims", "Pass (batch, features)", "nn.BatchNorm1d(3)(plain)", "nn.BatchNorm1d(3)(matrix)"),
    ("batch_of_one", "switch to evaluation mode: model.eval()", "nn.BatchNorm1d(3)(matrix[:1])", "nn.BatchNorm1d(3)(matrix); nn.BatchNorm1d(3).eval()(matrix[:1])"),
    ("batch_size", "loop over the data set itself", "mg.utils.data.DataLoader([1], batch_size=0)", "for one in [1]: pass"),
    ("batch_sizes", "The shapes are [2, 3] and [3]", "F.cross_entropy(matrix, mg.tensor([0, 1, 1]))", "F.cross_entropy(matrix, mg.tensor([0, 1]))"),
    ("batched_grads", "Call it for each v, with retain_graph=True, or use autograd.functional.jacobian", "mg.autograd.grad(x * 2, x, mg.eye(3), is_grads_batched=True)", "y = x * 2; [mg.autograd.grad(y, x, v, retain_graph=True) for v in mg.eye(3)]; mg.autograd.functional.jacobian(lambda x: x * 2, x)"),
    ("bce_dtype", "Convert the target: .to(minigrad.float32)", "F.binary_cross_entropy(plain, whole > 1)", "F.binary_cross_entropy(plain, (whole > 1).to(mg.float32))"),
    ("bce_size", "Reshape one of them, with .reshape(...) or .squeeze()", "F.binary_cross_entropy(plain, mg.ones(3, 1))", "F.binary_cross_entropy(plain, mg.ones(3, 1).reshape(3)); F.binary_cross_entropy(plain, mg.ones(3, 1).squeeze())"),
    ("before_init", "Call super().__init__() at the beginning of __init__", "class M(nn.Module):\n    def __init__(self):\n        self.w = nn.Parameter(plain)\nM()", "class M(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.w = nn.Parameter(plain)\nM()"),
    ("beta_types", "Write 0.0 instead of 0", "mg.optim.Adam([w], betas=(0, 0.9))", "mg.optim.Adam([w], betas=(0.0, 0.9))"),
    ("bitwise_float", "compare first, as in (x > 0) & (x < 1)", "x & x", "(x > 0) & (x < 1); x ** 2"),
    ("bmm_shapes", "The matrices in the first batch must have as many columns as those in the second have rows", "mg.bmm(mg.ones(2, 3, 4), mg.ones(2, 3, 4))", "mg.bmm(mg.ones(2, 3, 4), mg.ones(2, 4, 4))"),
    ("bool_input", "Convert with .long() first", "truth.argmin()", "truth.long().argmin()"),
    ("bool_minus_bool", "Convert the target with .float()", "F.binary_cross_entropy_with_logits(plain, truth)", "F.binary_cross_entropy_with_logits(plain, truth.float())"),
    ("bound", "It's 1180591620717411303423, but int64 can hold only values from -9223372036854775808 to 9223372036854775807", "mg.randint(2**70, (3,))", "mg.randint(9223372036854775807, (3,))"),
    ("broadcast", "or one of the two must be 1", "matrix + mg.ones(2)", "matrix + mg.ones(3); matrix + mg.ones(2, 1)"),
    ("by_zero", "Convert with .float() first", "whole // 0", "whole.float() // 0"),
    ("cat_nothing", "Pass at least one tensor", "mg.cat([])", "mg.cat([x])"),
    ("cat_scalar", "Use stack()", "mg.cat([w, w])", "mg.stack([w, w])"),
    ("changed_in_place", "Make a new tensor (y = y + 1 instead of y += 1), or change a .clone(). If an optimizer's step changed it, run all backward passes before the step", "y = x.exp(); y += 1; y.sum().backward()", "y = x.exp(); y = y + 1; y.sum().backward(); y = x.exp(); z = y.clone(); z += 1; (y + z).sum().backward()"),
    ("clamp_in_place", "An in-place operation can't change the dtype. Drop the underscore to make a new tensor", "whole.clamp_(min=0.5)", "whole.clamp(min=0.5)"),
    ("coin_probability", "A probability must be in [0, 1]", "plain.bernoulli_(2.0)", "plain.bernoulli_(0.0); plain.bernoulli_(1.0)"),
    ("constant_argument", "Pass weight.detach()", "F.binary_cross_entropy_with_logits(plain, plain, weight=x)", "F.binary_cross_entropy_with_logits(plain, plain, weight=x.detach())"),
    ("copy_shape", "The source must broadcast to the target's shape", "plain.copy_(matrix)", "mg.ones(2, 3).copy_(matrix)"),
    ("cuda_device", "Omit 'cuda:0'", "mg.ones(2, device='cuda:0')", "mg.ones(2)"),
    ("data_dtype", "This one is minigrad.int64. Convert it with .float() first", "x.data = whole", "x.data = whole.float()"),
    ("data_no_sequence", "Use minigrad.tensor(3.0) instead", "mg.Tensor(3.0)", "mg.tensor(3.0)"),
    ("data_type", "minigrad.tensor(...)", "w.data = 3.0", "w.data = mg.tensor(3.0)"),
    ("dataset_sizes", "Their first dimensions are [3, 2]", "mg.utils.data.TensorDataset(plain, mg.ones(2))", "mg.utils.data.TensorDataset(plain, mg.ones(3))"),
    ("deepcopy_computed", ".detach().clone()", "__import__('copy').deepcopy(x * 2)", "__import__('copy').deepcopy((x * 2).detach().clone())"),
    ("default_integer", "Pass minigrad.float32 or minigrad.float64", "mg.set_default_dtype(mg.int64)", "mg.set_default_dtype(mg.float64); mg.set_default_dtype(mg.float32)"),
    ("device_text", 'minigrad runs only on the CPU: write "cpu". Pass a dtype, not a string: minigrad.float64', "plain.to('float64')", "plain.to('cpu'); plain.to(mg.float64)"),
    ("dot_dims", "Use @ for matrices", "mg.dot(matrix, matrix.T)", "matrix @ matrix.T"),
    ("dot_dtypes", "Convert one of them with .to(...)", "mg.dot(plain, whole)", "mg.dot(plain, whole.to(plain.dtype))"),
    ("dropout_dtype", "Convert the input with .float()", "F.dropout(whole, 0.5)", "F.dropout(whole.float(), 0.5)"),
    ("einsum_operands", "The equation 'i,j' expects 2, but you passed 1", "mg.einsum('i,j', plain)", "mg.einsum('i,j', plain, plain)"),
    ("embedding_weight", "one row for each index", "F.embedding(whole - 1, plain)", "F.embedding(whole - 1, mg.ones(3, 2))"),
    ("empty_parameters", "Pass the tensors to train", "mg.optim.SGD([], lr=0.1)", "mg.optim.SGD([w], lr=0.1)"),
    ("empty_range", "The upper bound is excluded, so it must be larger than the lower one", "mg.randint(5, 5, (3,))", "mg.randint(5, 6, (3,))"),
    ("equal_dtype", "Convert one of them, as in y.to(x.dtype)", "y = whole; mg.allclose(x, y)", "y = whole; mg.allclose(x, y.to(x.dtype))"),
    ("flag_of_integers", "Convert it with .float() first", "whole.requires_grad_()", "whole.float().requires_grad_()"),
    ("function_view", "Return input.clone() in forward, or change a clone() of the output", "own(lambda ctx, x: x, lambda ctx, g: g).apply(x * 1).mul_(2)", "own(lambda ctx, x: x.clone(), lambda ctx, g: g).apply(x * 1).mul_(2); own(lambda ctx, x: x, lambda ctx, g: g).apply(x * 1).clone().mul_(2)"),
    ("gather_index_dtype", "Convert it with .long()", "matrix.gather(1, mg.ones(2, 3))", "matrix.gather(1, mg.ones(2, 3).long())"),
    ("generator_device", "minigrad runs only on the CPU. Omit `device`", "mg.Generator(device='cuda')", "mg.Generator()"),
    ("grad_input_count", "Return a tuple with one gradient for each input, or None to leave them unchanged", "m = nn.ReLU(); m.register_full_backward_hook(lambda m, i, o: (i[0], i[0])); m(x).sum().backward()", "m = nn.ReLU(); m.register_full_backward_hook(lambda m, i, o: (i[0],)); m.register_full_backward_hook(lambda m, i, o: None); m(x).sum().backward()"),
    ("grad_output_count", "Return a tuple with one gradient for each output, or None to leave them unchanged", "m = nn.ReLU(); m.register_full_backward_pre_hook(lambda m, o: (o[0], o[0])); m(x).sum().backward()", "m = nn.ReLU(); m.register_full_backward_pre_hook(lambda m, o: (o[0],)); m.register_full_backward_pre_hook(lambda m, o: None); m(x).sum().backward()"),
    ("grad_type", "To clear it, assign None", "w.grad = 3.0", "w.grad = mg.tensor(3.0); w.grad = None"),
    ("gradient_for_constant", "Return None there instead", "own(lambda ctx, x, n: x * n, lambda ctx, g: (g * 2, g)).apply(x, 2).sum().backward()", "own(lambda ctx, x, n: x * n, lambda ctx, g: (g * 2, None)).apply(x, 2).sum().backward()"),
    ("gradient_mismatch", "The gradient that you pass to backward() must have the same shape as the output", "(x * x).backward(mg.ones(2))", "(x * x).backward(mg.ones((x * x).shape))"),
    ("gradient_no_tensor", "minigrad.tensor(...)", "x.backward([1.0, 1.0, 1.0])", "x.backward(mg.tensor([1.0, 1.0, 1.0]))"),
    ("gradient_shape", "A gradient must have the same shape as its input", "own(lambda ctx, x: x * 2, lambda ctx, g: g[:2]).apply(x).sum().backward()", "own(lambda ctx, x: x * 2, lambda ctx, g: g * 2).apply(x).sum().backward()"),
    ("gradient_type", "backward must return a tensor, or a tuple of tensors", "own(lambda ctx, x, y: x * y, lambda ctx, g: (g, 3)).apply(x, x).sum().backward()", "own(lambda ctx, x, y: x * y, lambda ctx, g: (g, g)).apply(x, x).sum().backward()"),
    ("gradients_returned", "backward must return one gradient, or None, for each input", "own(lambda ctx, x, y: x * y, lambda ctx, g: g).apply(x, x).sum().backward()", "own(lambda ctx, x, y: x * y, lambda ctx, g: (g, None)).apply(x, x).sum().backward()"),
    ("graph_freed", "Compute the result again before each pass, add up the losses and run a single pass, or detach the tensors that come from an earlier iteration", "y = (x * x).sum(); y.backward(); y.backward()", "for k in range(2): (x * x).sum().backward()\ns = (x * x).sum(); (s + 2 * s).backward()\nh = (x * x).sum(); h.backward(); (h.detach() * w).backward()"),
    ("group_count", "It has 2, but this optimizer has 1", "o = mg.optim.SGD([{'params': [w]}, {'params': [x]}], lr=0.1); mg.optim.SGD([w, x], lr=0.1).load_state_dict(o.state_dict())", "o = mg.optim.SGD([w, x], lr=0.1); mg.optim.SGD([w, x], lr=0.1).load_state_dict(o.state_dict())"),
    ("hook_dtype", "Return a gradient of the same dtype: grad.to(dtype)", "y = x * 2; y.register_hook(lambda g: g.double()); y.sum().backward()", "y = x * 2; y.register_hook(lambda g: g.double().to(g.dtype)); y.sum().backward()"),
    ("hook_result", "A hook must return a tensor, or None to leave the gradient unchanged", "x.register_hook(lambda g: 1); x.sum().backward()", "x.register_hook(lambda g: g * 2); x.register_hook(lambda g: None); x.sum().backward()"),
    ("hook_shape", "from [3] to []", "x.register_hook(lambda g: g[0]); x.sum().backward()", "x.register_hook(lambda g: g[0].expand(3)); x.sum().backward()"),
    ("hook_tuple", "A node's hook must return a tuple of gradients, or None to leave them unchanged", "y = x * 2; y.grad_fn.register_hook(lambda i, o: i[0]); y.sum().backward()", "y = x * 2; y.grad_fn.register_hook(lambda i, o: (i[0], None)); y.grad_fn.register_hook(lambda i, o: None); y.sum().backward()"),
    ("hook_untracked", "Create it with requires_grad=True", "plain.register_hook(print)", "mg.ones(3, requires_grad=True).register_hook(print)"),
    ("in_its_dtype", "Omit dtype, or drop the underscore to make a new tensor", "whole.cumsum_(0, dtype=mg.float32)", "whole.cumsum_(0); whole.cumsum(0, dtype=mg.float32)"),
    ("in_place_dtype", "Drop the underscore", "whole.add_(1.5)", "whole.add(1.5)"),
    ("in_place_shape", "Drop the underscore", "mg.ones(1, 3).add_(matrix)", "mg.ones(1, 3).add(matrix)"),
    ("index_dtype", "Convert them with .long()", "F.embedding(plain, matrix)", "F.embedding(plain.long(), matrix)"),
    ("index_tensor_dtype", "Convert it with .long()", "x[plain]", "x[plain.long()]"),
    ("index_text", "only integers, slices (`:`), ellipsis (`...`), None and long or byte Variables are valid indices", "x['a']", "x[0]; x[:]; x[...]; x[None]; x[whole - 1]; x[truth]"),
    ("inference_flag", "Work on a .clone() of it", "with mg.inference_mode(): y = mg.ones(2)\ny.requires_grad_()", "with mg.inference_mode(): y = mg.ones(2)\ny.clone().requires_grad_()"),
    ("inference_version", "Create the tensor under no_grad instead of inference_mode", "with mg.inference_mode(): y = mg.ones(2)\ny._version", "with mg.no_grad(): y = mg.ones(2)\ny._version"),
    ("inference_view", "both inside the inference_mode block, or both outside", "y = mg.ones(2)\nwith mg.inference_mode(): v = y[:1]\nv.mul_(w)", "y = mg.ones(2)\nwith mg.inference_mode(): y[:1].mul_(w)\ny[:1].mul_(w)"),
    ("int64_overflow", "An int64 can hold only values from -2**63 to 2**63 - 1", "mg.tensor(2**63)", "mg.tensor(2**63 - 1); mg.tensor(-(2**63))"),
    ("integer_result", "Detach first: x.detach()", "x.sum(dtype=mg.bool)", "x.detach().sum(dtype=mg.bool)"),
    ("invalid_shape", "The product of the sizes must be the number of elements", "matrix.reshape(4)", "matrix.reshape(2 * 3)"),
    ("invert_dtype", "Compare first, as in ~(x > 0)", "~x", "~(x > 0)"),
    ("item_of_many", "Index it first, or use .tolist()", "x.item()", "x[0].item(); x.tolist()"),
    ("join_nothing", "Pass at least one tensor", "mg.stack([])", "mg.stack([x])"),
    ("large_class", "The largest is 3, but num_classes is 2", "F.one_hot(mg.tensor([3]), 2)", "F.one_hot(mg.tensor([3]), 4)"),
    ("leaf_in_place", "Update it inside `with no_grad():`, or work on a copy: x.clone()", "x += 1", "with mg.no_grad():\n    x += 1\ny = x.clone()\ny += 1"),
    ("linear_scalars", "The last dimension of the input holds the features", "F.linear(w, matrix)", "F.linear(plain, matrix)"),
    ("linear_shapes", "as many features as the weight has columns", "F.linear(mg.ones(4, 2), matrix, mg.ones(2))", "F.linear(mg.ones(4, 3), matrix, mg.ones(2))"),
    ("logits_size", "Reshape one of them, with .reshape(...) or .squeeze()", "F.binary_cross_entropy_with_logits(plain, mg.ones(3, 1))", "F.binary_cross_entropy_with_logits(plain, mg.ones(3, 1).reshape(3)); F.binary_cross_entropy_with_logits(plain, mg.ones(3, 1).squeeze())"),
    ("loss_by_name", "Use reduction instead", "nn.MSELoss(True)", "nn.MSELoss(reduction='sum')"),
    ("mask_dtype", "Compare first, as in x > 0", "plain.masked_fill(x, 1.0)", "plain.masked_fill(x > 0, 1.0)"),
    ("mat2_vector", "The weight needs two dimensions", "F.linear(matrix, plain, plain)", "F.linear(matrix, plain.reshape(1, 3), mg.ones(1))"),
    ("matrix_dims", "Pass the row dim and the column dim, as in dim=(0, 1)", "mg.linalg.matrix_norm(matrix, 1, (0,))", "mg.linalg.matrix_norm(matrix, 1, dim=(0, 1))"),
    ("matrix_dtypes", "Convert one of them with .to(...)", "mg.ones(2, 3, 2).double() @ mg.ones(2, 3)", "mg.ones(2, 3, 2).double().to(mg.float32) @ mg.ones(2, 3)"),
    ("matrix_norm_dims", "For a vector, use minigrad.linalg.vector_norm", "mg.linalg.matrix_norm(plain)", "mg.linalg.vector_norm(plain)"),
    ("matrix_order", "Use 'fro', 1, -1, inf, or -inf", "mg.linalg.matrix_norm(matrix, 3)", "[mg.linalg.matrix_norm(matrix, o) for o in ('fro', 1, -1, mg.inf, -mg.inf)]"),
    ("mean_dtype", "Convert with .float() first", "whole.mean()", "whole.float().mean()"),
    ("meshgrid_dtypes", "Convert them", "mg.meshgrid(plain, whole, indexing='xy')", "mg.meshgrid(plain, whole.float(), indexing='xy')"),
    ("missing_forward", "Define forward(self, ...) in the class", "class M(nn.Module):\n    pass\nM()(x)", "class M(nn.Module):\n    def forward(self, x):\n        return x\nM()(x)"),
    ("mixed_affine", "The input is minigrad.float64. Convert it, or convert the module with .to(minigrad.float64)", "nn.LayerNorm(3)(plain.double())", "nn.LayerNorm(3)(plain.double().float()); nn.LayerNorm(3).to(mg.float64)(plain.double())"),
    ("mixed_matrices", "Convert them to one dtype with .to(...)", "mg.addmm(plain, matrix, mg.ones(3, 3).double())", "mg.addmm(plain, matrix, mg.ones(3, 3).double().to(matrix.dtype))"),
    ("mm_shapes", "The first matrix must have as many columns as the second has rows", "matrix @ matrix", "matrix @ mg.ones(matrix.shape[1], 2)"),
    ("module_index", "The container has length 1", "nn.Sequential(nn.ReLU())[1]", "nn.Sequential(nn.ReLU())[0]"),
    ("multinomial_dims", "Pass one row of probabilities, or a matrix with one row per distribution", "mg.multinomial(mg.ones(2, 2, 2), 1)", "mg.multinomial(mg.ones(2), 1); mg.multinomial(mg.ones(2, 2), 1)"),
    ("multinomial_dtype", "Convert it: x.float()", "mg.multinomial(whole, 1)", "mg.multinomial(whole.abs().float() + 1, 1)"),
    ("multinomial_many", "Pass replacement=True to allow repeats", "mg.multinomial(mg.ones(2), 3)", "mg.multinomial(mg.ones(2), 3, replacement=True)"),
    ("multinomial_none", "num_samples is 0, but it must be at least 1", "mg.multinomial(mg.ones(2), 0)", "mg.multinomial(mg.ones(2), 1)"),
    ("multinomial_probability", "Pass probabilities, for example logits.softmax(dim=-1)", "mg.multinomial(mg.tensor([-1.0, 1.0]), 1)", "mg.multinomial(mg.tensor([-1.0, 1.0]).softmax(dim=-1), 1)"),
    ("multinomial_sum", "At least one probability in each row must be above 0", "mg.multinomial(mg.zeros(2), 1)", "mg.multinomial(mg.tensor([0.0, 1.0]), 1)"),
    ("mv_dims", "Use @ for other shapes", "matrix.mv(mg.ones(3, 2))", "matrix @ mg.ones(3, 2)"),
    ("mv_dtypes", "Convert one of them with .to(...)", "matrix.mv(whole)", "matrix.mv(whole.to(matrix.dtype))"),
    ("mv_sizes", "The matrix must have as many columns as the vector has elements", "matrix @ mg.ones(2)", "matrix @ mg.ones(matrix.shape[1])"),
    ("nan_gradient", "The warning above shows the line that computed it", "with mg.autograd.detect_anomaly(): mg.zeros(1, requires_grad=True).mul(0).sqrt().mul(0).backward()", "with warnings.catch_warnings(record=True) as said:\n    warnings.simplefilter('always')\n    try:\n        with mg.autograd.detect_anomaly(): mg.zeros(1, requires_grad=True).mul(0).sqrt().mul(0).backward()\n    except RuntimeError: pass\nassert 'line 4, in <module>' in str(said[-1].message)"),
    ("negative_beta", "beta is -1.0, but it must be at least 0. It's the distance at which the parabola becomes a line", "F.smooth_l1_loss(plain, plain, beta=-1.0)", "F.smooth_l1_loss(plain, plain, beta=1.0)"),
    ("negative_class", "The smallest is -1", "F.one_hot(mg.tensor([-1, 2]))", "F.one_hot(mg.tensor([0, 2]))"),
    ("negative_power", "Convert with .float() first", "whole ** -1", "whole.float() ** -1"),
    ("negative_size", "Sizes must be 0 or more", "mg.ones(-1)", "mg.ones(0)"),
    ("negative_std", "The standard deviation must be 0 or more", "mg.normal(0.0, -1.0, (2,))", "mg.normal(0.0, 0.0, (2,))"),
    ("new_integer_leaf", "Write 1.0 instead of 1, or pass dtype=minigrad.float32", "mg.tensor(1, requires_grad=True)", "mg.tensor(1.0, requires_grad=True); mg.tensor(1, requires_grad=True, dtype=mg.float32)"),
    ("new_type", "Pass numbers", "mg.tensor('3')", "mg.tensor(3)"),
    ("no_backward", "Define it as a static method: backward(ctx, grad_output)", "own(lambda ctx, x: x * 2).apply(x).sum().backward()", "own(lambda ctx, x: x * 2, lambda ctx, grad_output: grad_output * 2).apply(x).sum().backward()"),
    ("no_bounds", "Pass min, max, or both", "x.clamp()", "x.clamp(0); x.clamp(max=1)"),
    ("no_classes", "One of the dimensions must hold the classes", "F.nll_loss(w, mg.tensor(0))", "F.nll_loss(x, mg.tensor(0))"),
    ("no_deletion", "A tensor can't change its size. Select what you want to keep, as in x[1:] or x[mask]", "del x[0]", "x[1:]; x[truth]"),
    ("no_derivative", "To use its result as a constant, detach the inputs: x.detach()", "(x // 2).sum().backward()", "(x.detach() // 2).sum()"),
    ("no_dtype", "Pass a number, or lists of numbers", "mg.tensor({1, 2})", "mg.tensor([1, 2])"),
    ("no_dtype_inside", "Use a number there instead", "mg.tensor([1, None])", "mg.tensor([1, 0])"),
    ("no_fans", "This one has shape [2]. Use normal_ or uniform_ instead", "nn.init.xavier_uniform_(mg.ones(2))", "nn.init.normal_(mg.ones(2)); nn.init.uniform_(mg.ones(2))"),
    ("no_grad_fn", "Nothing it was computed from requires grad, or it was computed under no_grad() or detached", "with mg.no_grad(): y = x.sum()\ny.backward()", "x.sum().backward()"),
    ("no_grad_view", "both inside the no_grad block, or both outside", "y = mg.ones(2)\nwith mg.no_grad(): v = y[:1]\nv.mul_(w)", "y = mg.ones(2)\nwith mg.no_grad(): y[:1].mul_(w)\ny[:1].mul_(w)"),
    ("no_initial_lr", "Load the optimizer's state first", "o = mg.optim.SGD([w], lr=0.1); mg.optim.lr_scheduler.StepLR(o, 2, last_epoch=3)", "o = mg.optim.SGD([w], lr=0.1); mg.optim.lr_scheduler.StepLR(o, 2); saved = o.state_dict(); o = mg.optim.SGD([w], lr=0.1); o.load_state_dict(saved); o.step(); mg.optim.lr_scheduler.StepLR(o, 2, last_epoch=3)"),
    ("no_scalar", "pass a gradient of that shape, or reduce the output to a single number with .sum() or .mean()", "(x * x).backward()", "(x * x).backward(mg.ones(3)); (x * x).sum().backward(); (x * x).mean().backward()"),
    ("no_such_type", "x.type(minigrad.int64)", "plain.type('LongTensor')", "plain.type(mg.int64)"),
    ("no_running", "Pass both running_mean and running_var, or training=True", "F.batch_norm(matrix, None, None)", "F.batch_norm(matrix, mg.zeros(3), mg.ones(3)); F.batch_norm(matrix, None, None, training=True)"),
    ("non_leaf_parameter", "This one is the result of an operation. Call .requires_grad_() only after computing it, or .detach() it first", "mg.optim.SGD([w * 2], lr=0.1)", "mg.optim.SGD([(plain * 2).requires_grad_()], lr=0.1); mg.optim.SGD([(w * 2).detach()], lr=0.1)"),
    ("norm_dtype", "Convert with .float() first", "mg.linalg.vector_norm(whole)", "mg.linalg.vector_norm(whole.float())"),
    ("not_a_batch", "Its shape is [2, 3]. Use @ instead", "mg.bmm(matrix, matrix.T)", "matrix @ matrix.T"),
    ("not_a_matrix", "Its shape is [3]", "matrix.mm(plain)", "matrix.mm(mg.ones(3, 1))"),
    ("not_a_parameter", "Wrap it: nn.Parameter(tensor)", "nn.Linear(1, 1).register_parameter('b', plain)", "nn.Linear(1, 1).register_parameter('b', nn.Parameter(plain))"),
    ("not_a_sequence", "The lists aren't all nested to the same depth", "mg.tensor([[1], 2])", "mg.tensor([[1], [2]])"),
    ("not_differentiated", "Create every input with requires_grad=True", "mg.autograd.grad(x.sum(), plain)", "p = mg.ones(3, requires_grad=True); mg.autograd.grad(p.sum(), p)"),
    ("not_implemented", "with .float() or .long()", "abs(truth)", "abs(truth.float()); abs(truth.long())"),
    ("not_plain_arrays", "save {name: t.numpy() for name, t in state.items()} with numpy.savez", "import io, pickle; mg.load(io.BytesIO(pickle.dumps([1])))", "import io; f = io.BytesIO(); np.savez(f, **{name: t.detach().numpy() for name, t in nn.Linear(1, 1).state_dict().items()}); f.seek(0); nn.Linear(1, 1).load_state_dict(mg.load(f))"),
    ("not_probability", "For logits, use binary_cross_entropy_with_logits", "F.binary_cross_entropy(plain * 2, plain)", "F.binary_cross_entropy_with_logits(plain * 2, plain)"),
    ("not_saved", "Save tensors, numbers, strings, and dicts, lists, or tuples of them. For a module or an optimizer, save its state_dict()", "import io; mg.save(nn.Linear(1, 1), io.BytesIO())", "import io; mg.save(nn.Linear(1, 1).state_dict(), io.BytesIO()); mg.save(mg.optim.SGD([w], lr=0.1).state_dict(), io.BytesIO()); mg.save({'a': [x, 1, 'text', (2.0,)]}, io.BytesIO())"),
    ("number_from_graph", "Consider using tensor.detach() first", "float(w)", "float(w.detach())"),
    ("number_of_many", "Index it first", "float(x)", "float(x[0].detach())"),
    ("number_overflow", "Use a tensor whose dtype can hold it", "whole[0] = 2.0**70", "whole.float()[0] = 2.0**70"),
    ("numerical_not_zero", "doesn't require grad, even though it depends on the input", "y = x.double().detach().requires_grad_(); gradcheck(lambda t: t.detach() * 2, (y,))", "y = x.double().detach().requires_grad_(); gradcheck(lambda t: t * 2, (y,))"),
    ("once_differentiable", "Write its backward with differentiable operations, and remove the decorator", "f = own(lambda ctx, x: x * 2, once_differentiable(lambda ctx, g: g * 2)); g, = mg.autograd.grad(f.apply(x), x, x, create_graph=True); g.sum().backward()", "f = own(lambda ctx, x: x * 2, lambda ctx, g: g * 2); g, = mg.autograd.grad(f.apply(x), x, x, create_graph=True); g.sum().backward()"),
    ("one_hot_dtype", "Convert it with .long()", "F.one_hot(plain)", "F.one_hot(plain.long())"),
    ("one_hot_empty", "Pass num_classes", "F.one_hot(whole[:0])", "F.one_hot(whole[:0], num_classes=3)"),
    ("one_of_several_views", "It's one of several views that a single operation returned. For example, write y = y * 2 instead of y.mul_(2)", "y, z = (x * 1)[:2].unbind(); y.mul_(2)", "y, z = (x * 1)[:2].unbind(); y = y * 2"),
    ("other_device", "Omit the device", "mg.ones(2, device='mps')", "mg.ones(2)"),
    ("out_count", "out=(values, indices)", "mg.max(matrix, 0, out=[mg.empty(0)])", "mg.max(matrix, 0, out=(mg.empty(0), mg.empty(0, dtype=mg.int64)))"),
    ("out_resized", "For out, pass a tensor with the result's shape, or an empty tensor", "mg.exp(plain, out=mg.ones(2))", "mg.exp(plain, out=mg.ones(3)); mg.exp(plain, out=mg.ones(0))"),
    ("out_tracked", "Drop out=, or run this under no_grad()", "mg.exp(x, out=mg.ones(3))", "mg.exp(x)\nwith mg.no_grad(): mg.exp(x, out=mg.ones(3))"),
    ("outer_dims", "Flatten it first: .flatten()", "mg.outer(matrix, plain)", "mg.outer(matrix.flatten(), plain)"),
    ("own_grad", "Assign a .clone() of it", "w.grad = w", "w.grad = w.clone()"),
    ("padding_idx", "There are 3 embeddings", "nn.Embedding(3, 2, padding_idx=3)", "nn.Embedding(3, 2, padding_idx=2)"),
    ("partial_gradient", "The source must have the same shape as the index, as in src[:n]", "plain.scatter(0, mg.tensor([1]), x).sum().backward()", "plain.scatter(0, mg.tensor([1]), x[:1]).sum().backward()"),
    ("permute_duplicates", "Pass each dim exactly once", "matrix.permute(1, 1)", "matrix.permute(1, 0)"),
    ("probabilities_dtype", "If the target holds class indices, drop its class dimension", "F.cross_entropy(matrix, mg.ones(2, 3).long())", "F.cross_entropy(matrix, mg.ones(2).long())"),
    ("put_dtype", "Convert the source with .to(...)", "whole[[0, 1]] = mg.ones(2)", "whole[[0, 1]] = mg.ones(2).to(whole.dtype)"),
    ("put_shape", "Assign a tensor of that shape, or a single number", "plain[mg.tensor([0, 1])] = mg.ones(3)", "plain[mg.tensor([0, 1])] = mg.ones(2); plain[mg.tensor([0, 1])] = mg.tensor(5.0)"),
    ("put_type", "Assign a number or a tensor, as in minigrad.tensor(...)", "plain[0:2] = [1.0, 2.0]", "plain[0:2] = mg.tensor([1.0, 2.0])"),
    ("relu_bool", "Convert with .float() first", "F.relu(truth)", "F.relu(truth.float())"),
    ("retain_untracked", "computed from one that requires grad", "plain.retain_grad()", "(x * 2).retain_grad()"),
    ("saved_in_itself", "Remove its reference to itself, or to the container around it", "import io; d = {'x': x}; d['all'] = [d]; mg.save(d, io.BytesIO())", "import io; d = {'x': x}; d['all'] = [x]; mg.save(d, io.BytesIO())"),
    ("saved_no_tensor", "Store other values as attributes, as in ctx.n = n", "own(lambda ctx, x, n: ctx.save_for_backward(n) or x * n, lambda ctx, g: (g, None)).apply(x, 2)", "own(lambda ctx, x, n: setattr(ctx, 'n', n) or x * n, lambda ctx, g: (g * ctx.n, None)).apply(x, 2).sum().backward()"),
    ("scalar_types", "Convert one of them with .to(...)", "mg.einsum('i,i->', whole, plain)", "mg.einsum('i,i->', whole.to(plain.dtype), plain)"),
    ("seed_no_integer", "Convert it to a Python int: int(3)", "mg.Generator().manual_seed(np.int64(3))", "mg.Generator().manual_seed(int(np.int64(3)))"),
    ("seed_overflow", "not in [-2**63, 2**64)", "mg.manual_seed(2**64)", "mg.manual_seed(2**64 - 1); mg.manual_seed(-(2**63))"),
    ("seed_type", "Pass an integer, such as 0", "mg.Generator().manual_seed(0.5)", "mg.Generator().manual_seed(0)"),
    ("select", "The index is 2, but along dim 0, indices must be at least 0 and less than 2", "F.embedding(mg.tensor([2]), matrix)", "F.embedding(mg.tensor([0, 1]), matrix)"),
    ("select_range", "Indices along dim 0 must be at least 0 and less than 1", "F.embedding(mg.tensor([1]), mg.ones(1, 0))", "F.embedding(mg.tensor([0]), mg.ones(1, 0))"),
    ("several_targets", "one class index for each sample", "F.nll_loss(matrix, mg.zeros(2, 3).long())", "F.nll_loss(matrix, mg.zeros(2).long())"),
    ("several_views_of_constant", "It's one of several views that a single operation returned. For example, write y = y * 2 instead of y.mul_(2)", "y, z = mg.ones(2).unbind(); y.mul_(w)", "y, z = mg.ones(2).unbind(); y = y * w"),
    ("single_target", "There's one sample, so pass one target class", "F.nll_loss(plain, mg.tensor([0, 1]))", "F.nll_loss(plain, mg.tensor([0]))"),
    ("singular_order", "For the square root of the sum of squares, use minigrad.linalg.vector_norm(x)", "mg.linalg.norm(matrix, 2)", "mg.linalg.vector_norm(matrix)"),
    ("size_item", "Sizes must be whole numbers", "mg.Size([2.5])", "mg.Size([2])"),
    ("sizes_later", "Pass whole numbers", "matrix.view(2, 3.0)", "matrix.view(2, 3)"),
    ("slice_of_0d", ".item() to get its number, or .reshape(1)", "w[0:1]", "w.item(); w.reshape(1)[0:1]"),
    ("split_lengths", "[1, 1] add up to 2, not to 3", "mg.utils.data.random_split([1, 2, 3], [1, 1])", "mg.utils.data.random_split([1, 2, 3], [1, 2])"),
    ("split_zero", "Pass the length of each piece", "mg.split(plain, 0)", "mg.split(plain, 1)"),
    ("std_dtype", "Convert with .float() first", "whole.std()", "whole.float().std()"),
    ("t_dims", "Pass the two dims to swap, as in .transpose(0, 1)", "mg.ones(2, 2, 2).t()", "mg.ones(2, 2, 2).transpose(0, 1)"),
    ("target_class", "With 3 classes, targets must be at least 0 and less than 3", "F.cross_entropy(matrix, mg.tensor([0, 3]))", "F.cross_entropy(matrix, mg.tensor([0, 2]))"),
    ("target_dtype", "Convert the target with .float()", "F.binary_cross_entropy_with_logits(plain, whole)", "F.binary_cross_entropy_with_logits(plain, whole.float())"),
    ("target_not_long", "Class indices must be integers. Convert them with target.long()", "F.nll_loss(matrix, mg.ones(2))", "F.nll_loss(matrix, mg.ones(2).long())"),
    ("target_size", "The target must have the input's shape without dim 1, which holds the classes", "F.cross_entropy(mg.ones(2, 3, 4), mg.zeros(2, 3).long())", "F.cross_entropy(mg.ones(2, 3, 4), mg.zeros(2, 4).long())"),
    ("too_many_dims", "[names.index(name) for name in texts]", "mg.tensor(['a', 'b'])", "names = texts = ['a', 'b']; mg.tensor([['a', 'b'].index(name) for name in texts])"),
    ("two_inferred", "Use -1 only once", "matrix.reshape(-1, -1)", "matrix.reshape(-1, 2)"),
    ("uneven_item", "The lists aren't all nested to the same depth", "mg.tensor([1, [2]])", "mg.tensor([[1], [2]])"),
    ("uneven_lists", "All lists at the same depth must have the same length", "mg.tensor([[1, 2], [3]])", "mg.tensor([[1, 2], [3, 4]])"),
    ("uniform_range", "Pass the smaller bound first", "mg.zeros(3).uniform_(2, 1)", "mg.zeros(3).uniform_(1, 2)"),
    ("uniform_width", "Draw from a narrower range", "mg.zeros(3).uniform_(-3e38, 3e38)", "mg.zeros(3).uniform_(-1e38, 1e38)"),
    ("unknown_device", 'write "cpu"', "mg.ones(2, device='gpu')", "mg.ones(2, device='cpu')"),
    ("unknown_gain", "Use one of sigmoid, linear, tanh, relu, selu, or leaky_relu", "nn.init.calculate_gain('gelu')", "[nn.init.calculate_gain(n) for n in ('sigmoid', 'linear', 'tanh', 'relu', 'selu', 'leaky_relu')]"),
    ("unknown_reduction", "Use 'mean', 'sum', or 'none'", "F.mse_loss(plain, plain, reduction='all')", "[F.mse_loss(plain, plain, reduction=r) for r in ('mean', 'sum', 'none')]"),
    ("unused_input", "depend on this input. Leave it out, or find out where it was detached", "mg.autograd.grad((x.detach() * w).sum(), [w, x])", "mg.autograd.grad((x.detach() * w).sum(), [w]); mg.autograd.grad((x * w).sum(), [w, x])"),
    ("view_of_inference_view", "both inside the inference_mode block, or both outside", "with mg.inference_mode(): v = plain[:2]\nv.requires_grad_()[:1].mul_(2)", "with mg.inference_mode(): plain[:2][:1].mul_(2)\n(x * 1)[:2][:1].mul_(2)"),
    ("view_of_leaf_in_place", "Update it inside `with no_grad():`, or work on a view of a copy", "x[0] = 1.0", "with mg.no_grad():\n    x[0] = 1.0\ny = x.clone()\ny[0] = 1.0"),
    ("view_of_no_grad_view", "both inside the no_grad block, or both outside", "with mg.no_grad(): v = x[:2]\nv.requires_grad_()[:1].mul_(2)", "with mg.no_grad(): x[:2][:1].mul_(2)\n(x * 1)[:2][:1].mul_(2)"),
    ("view_out_of_bounds", "Make the view again after that", "y = x * 2; v = y[2]; y.data = mg.zeros(1); v.mul_(3)", "y = x * 2; y.data = mg.zeros(1); v = y[0]; v.mul_(3)"),
    ("weight_dims", "must not have more dimensions than the input", "F.binary_cross_entropy(plain, plain, weight=matrix)", "F.binary_cross_entropy(plain, plain, weight=matrix[0])"),
    ("weight_dtype", "Convert the weight: .to(minigrad.float32)", "F.cross_entropy(matrix, mg.tensor([0, 1]), weight=plain.double())", "F.cross_entropy(matrix, mg.tensor([0, 1]), weight=plain.double().to(mg.float32))"),
    ("weights_size", "Their shapes are [2] and [3]", "F.mse_loss(plain, plain, weight=mg.ones(2))", "F.mse_loss(plain, plain, weight=mg.ones(3))"),
    ("where_condition", "Compare it first, as in x > 0", "mg.where(x, x, x)", "mg.where(x > 0, x, x)"),
]  # fmt: skip
