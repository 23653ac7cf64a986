"""The known differences between minigrad and PyTorch, with the exact source and the reason why.

If a listed case no longer differs, the comparison fails, so this list can only shrink.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

_BOOL_EXPONENT = "PyTorch computes the value, then its rule fails at y - 1; minigrad's rule works."
_ROOT_OF_ZERO = "NumPy takes sqrt for the exponent 0.5: of -0 that is -0, as IEEE 754 has it."

# These depend on NumPy's version, so they may agree.
VARYING = {"g ** d", "g.pow_(c)"}

KNOWN = {
    "a ** j": _BOOL_EXPONENT,
    "a.pow_(j)": _BOOL_EXPONENT,
    "g ** d": _ROOT_OF_ZERO,
    "g.pow_(c)": _ROOT_OF_ZERO,
    "g.cumprod_(-1)": "Zeros next to infinity: minigrad's sum over all products has 0 · inf = NaN.",
    # If a backward pass fails halfway, PyTorch has already filled some of the .grad fields, but
    # minigrad doesn't change any until the whole pass has succeeded.
    """\
a = mg.tensor([[0.5, 1.5], [1.0, 0.0], [3.0, 0.5]], dtype=mg.float64, requires_grad=True)
b = mg.tensor([-2.0, -1.0, 4.0], requires_grad=True)
c = mg.linalg.matrix_norm(a)
d = mg.add(b, c, alpha=0.5)
c.expm1_()
d.sum().backward(create_graph=True)
with mg.no_grad(): c -= 0.1 * c.grad
e = mg.tensor([1.0, -0.5, -2.0], requires_grad=True)
mg.autograd.backward(c, c)
for _ in range(2): b.sum().backward(retain_graph=True)""": (
        "A failed backward pass has changed nothing in minigrad."
    ),
}


@dataclass(frozen=True)
class Kind:
    """A difference that random programs keep finding."""

    why: str
    at: str  # a regular expression for the smallest program that shows it
    facts: str  # a regular expression for the only facts that may differ at its end


KINDS = [
    Kind(
        "The nodes of second-order graphs have simpler names in minigrad.",
        at=r"create_graph=True(.|\n)*# \w+ (\[\d\]\.|grad\.)*"
        r"(grad_fn|next_functions): torch (\w+Backward|\[\().*, minigrad (\w+Backward|\[\()",
        facts=r"(\[\d\]\.|grad\.)*(next_functions|grad_fn(\.name\(\))?|text)",
    ),
    Kind(
        "retain_grad() kept a gradient with its graph, and a pass without a graph adds to it: "
        "minigrad's sum keeps the graph.",
        at=r"retain_grad\(\)(.|\n)*create_graph=True(.|\n)*"
        r"# \w+ grad\.grad_fn: torch None, minigrad CloneBackward0",
        facts=r"grad\.(grad_fn|requires_grad|text)",
    ),
    Kind(
        "The variance of one number has the slope NaN: a constant in PyTorch, not in minigrad.",
        at=r"\bvar\((.|\n)*create_graph=True(.|\n)*"
        r"# \w+ grad\.grad_fn: torch None, minigrad CopyBackwards\n(.|\n)*text: torch [^,]*nan",
        facts=r"grad\.(grad_fn|requires_grad|text)",
    ),
    Kind(
        "Of no rows PyTorch's cross_entropy fills in NaN, where minigrad divides 0 by 0.",
        at=r"cross_entropy(.|\n)*: torch (NegBackward0|\[\('NegBackward0', 0\)\]), "
        r"minigrad (DivBackward1|\[\('DivBackward1', 0\)\])$",
        facts=r"grad_fn(\.name\(\))?|next_functions|text",
    ),
    Kind(
        "PyTorch's rule for powers fails at a bool exponent less 1; minigrad's works.",
        at=r"( \*\* |\bpow)(.|\n)*# error: torch RuntimeError: Subtraction, the `-` operator, with "
        r"a bool tensor is not supported.*minigrad none",
        facts="",
    ),
    Kind(
        "What changes through .data changes unnoticed; that shows which values a rule has saved: "
        "PyTorch's logsigmoid an exponential, minigrad's its input.",
        at=r"logsigmoid(.|\n)*\.data\b",
        facts=r"grad\.(values|text)",
    ),
    Kind(
        "And so for powers of another dtype: minigrad has saved the converted values.",
        at=r"(?=(.|\n)*dtype=)(.|\n)*( \*\* |\bpow\()(.|\n)*\.data\b",
        facts=r"grad\.(values|text)",
    ),
    Kind(
        "And so for a result without dims: minigrad has saved a number, which has no memory.",
        at=r"^(\w) = (?!mg\.tensor\()(.|\n)*\b\1\.data(\.\w+_\(|\[.*\] = | *[-+*/]= )",
        facts=r"grad\.(values|text)",
    ),
    Kind(
        "A backward pass that fails has changed nothing in minigrad; in PyTorch some gradients.",
        at=r"(backward|autograd\.grad)\(.*# \w*Error: ",
        facts=r"grad(\..*)?",
    ),
    Kind(
        "So PyTorch computes on with a gradient that minigrad does not have.",
        at=r"backward\(.*# \w*Error: .*\n(.|\n)*\.grad\b.*# <- here\n"
        r"# error: torch none, minigrad TypeError: .*NoneType",
        facts="",
    ),
    Kind(
        "Which of several equal elements topk names, PyTorch leaves to its partial sort.",
        at=r"topk\(",
        facts=r"\[1\]\.(values|text)",
    ),
    Kind(
        "A state that does not fit has changed nothing in minigrad; PyTorch loads what fits of it.",
        at=r"\.load_state_dict\(.*# RuntimeError: Error\(s\) in loading state_dict",
        facts=r"(\[\d\]\.)*(values|text)",
    ),
    Kind(
        "What raises in the midst of a loop has changed nothing in minigrad.",
        at=r"(//=|%=|floor_divide_|remainder_)(.|\n)*# RuntimeError: ZeroDivisionError$",
        facts=r"(grad\.)?(values|text)",
    ),
    Kind(
        "PyTorch does not see that a diagonal shares the memory it writes, and reads new values.",
        at=r"diagonal\((.|\n)*([a-z\d]_\(|[-+*/%&|^]= |\] = )",
        facts=r"values|text",
    ),
    Kind(
        "PyTorch's product reads what it has written already; what results depends on the BLAS.",
        at=r"\b(\w+)\.addmm_\(.*\b\1\b",
        facts=r"values|text",
    ),
    Kind(
        "PyTorch makes a view of the leaf's own memory its .grad, and adds the next gradient to "
        "the leaf itself; in minigrad .grad shares memory with nothing.",
        at=r"backward\((gradient=|\w+, )?\w+(\.detach\(\))?[,)](.|\n)*"
        r"# \w+ (\[\d\]\.)?(values: torch|grad_fn: torch AsStridedBackward0)",
        facts=r"(\[\d\]\.)?(values|text)|grad_fn(\.name\(\))?|next_functions|grad\.(values|text)",
    ),
    Kind(
        "So does what changes that memory afterwards.",
        at=r"backward\((gradient=|\w+, )?(\w+)(\.detach\(\))?[,)](.|\n)*"
        r"(\.data\b|\.\w+[a-z\d]_\(|[-+*/%&|^]= |\] = )",
        facts=r"grad\.(values|text)",
    ),
    Kind(
        "Of infinity PyTorch's vectorized gelu makes NaN.",
        at=r"gelu(.|\n)*# \w+ values: torch .*\bnan\b.*, minigrad (.*\binf\b|(?!.*\bnan\b))",
        facts=r"values|text",
    ),
    Kind(
        "Where squares overflow, PyTorch's layer_norm gives NaN or 0, as the places have it.",
        at=r"layer_norm(.|\n)*# \w+ (grad\.)?values: torch .*\bnan\b.*, minigrad (?!.*\bnan\b)",
        facts=r"(grad\.)?(values|text)",
    ),
    Kind(
        "Zeros next to infinity: minigrad's sum over all running products has 0 · inf, a NaN.",
        at=r"(?=(.|\n)*\binf\b)(.|\n)*cumprod(.|\n)*# \w+ grad\.values: .*\bnan\b",
        facts=r"grad\.(values|text)",
    ),
    Kind(
        "PyTorch does not see that two tensors share memory where it came from NumPy, and writes.",
        at=r"from_numpy\((.|\n)*# error: torch (none|RuntimeError: output with shape .*), "
        r"minigrad RuntimeError: unsupported operation: "
        r"some elements of the input tensor and the written-to tensor",
        facts="",
    ),
    Kind(
        "What is refused after inference mode has changed nothing in minigrad.",
        at=r"inference_mode(.|\n)*([a-z\d]_\(|[-+*/%&|^]= |\] = )(.|\n)*"
        r"# RuntimeError: Inplace update to inference tensor",
        facts=r"(grad\.)?(shape|values|text)",
    ),
    Kind(
        "A shape that changed in place behind the graph's back: PyTorch compares shapes at each "
        "edge, here NumPy's own error comes where they do not fit.",
        at=r"(squeeze_|\bt_|transpose_)\((.|\n)*# error: torch RuntimeError: .*invalid gradient.*"
        r"minigrad (ValueError|none)",
        facts="",
    ),
    Kind(
        "Nor does the new shape of a leaf become that of the gradient.",
        at=r"(squeeze_|\bt_|transpose_)\((.|\n)*backward\((.|\n)*# \w+ grad\.shape: ",
        facts=r"grad\.(shape|text|values)",
    ),
    Kind(
        "PyTorch warns that a gradient and its leaf, which was turned in place, lie in memory in "
        "different orders; for minigrad that is no matter.",
        at=r"(\bt_|transpose_)\((.|\n)*# warnings: torch .*not obey the gradient layout contract",
        facts="",
    ),
    Kind(
        "A tensor whose data was made in inference mode has no graph in PyTorch that detach_() "
        "could cut it from, and still requires grad; in minigrad only its data changed.",
        at=r"inference_mode(.|\n)*\b(\w+)\.data = (.|\n)*\b\2\.detach_\(\)",
        facts=r"requires_grad|is_leaf|grad_fn.*|next_functions|text",
    ),
    Kind(
        "PyTorch fails an assertion of its own.",
        at=r"# error: torch RuntimeError: .*INTERNAL ASSERT FAILED",
        facts="",
    ),
    Kind(
        "PyTorch gives bools and integers that are written into a history, and their views fail.",
        at=r"(\b(eq|ne|lt|le|gt|ge|logical_\w+)_\(|\] = )(.|\n)*"
        r"# error: torch RuntimeError: Autograd not support dtype: (Bool|Long|Int), "
        r"minigrad (none|NotImplementedError)",
        facts="",
    ),
    Kind(
        "minigrad does not: what is assigned to integers leaves no history.",
        at=r"\] = (.|\n)*# \w+ grad_fn: torch (CopySlices|IndexPutBackward0), minigrad None"
        r"(.|\n)*text: torch tensor\([\[ ]*(True|False|-?\d+\b(?!\.))",
        facts=r"grad_fn(\.name\(\))?|is_leaf|next_functions|requires_grad|text",
    ),
    Kind(
        "backward(inputs=c) runs c's own rule in PyTorch, though nobody asks for what it gives.",
        at=r"inputs=.*\n# error: torch RuntimeError: derivative for .*, minigrad none",
        facts="",
    ),
    Kind(
        "A leaf that was recorded, then set not to require grad, then computed: PyTorch does not "
        "know where its gradient belongs, minigrad leaves it out.",
        at=r"requires_grad(_\(False\)| = False)(.|\n)*"
        r"# error: torch RuntimeError: leaf variable has been moved into the graph.*minigrad none",
        facts="",
    ),
    Kind(
        "PyTorch copies an expanded tensor into itself, and the backward pass then fails; minigrad "
        "refuses the copy.",
        at=r"(\b(\w+)\.copy_\(\2\)|\b(\w+)\[.*\] = \3)  # <- here\n"
        r"# error: torch none, minigrad RuntimeError: unsupported operation: more than one element",
        facts="",
    ),
    Kind(
        "PyTorch records that a gradient given for a leaf was converted to the leaf's dtype.",
        at=r"autograd\.grad\((\w+), \1, \w+(.|\n)*"
        r"# \w+ grad_fn: torch ToCopyBackward0, minigrad None",
        facts=r"grad_fn(\.name\(\))?|is_leaf|next_functions|requires_grad|text",
    ),
    Kind(
        "A view whose shape changed in place while nothing is recorded: PyTorch shows its strides.",
        at=r"(no_grad\(\)|set_grad_enabled\(False\)|inference_mode\(\))(.|\n)*"
        r"(squeeze|transpose|\bt)_\((.|\n)*"
        r"# \w+ grad_fn: torch AsStridedBackward0, minigrad \w+Backward0",
        facts=r"grad_fn(\.name\(\))?|next_functions|text",
    ),
    # If there are two mistakes, minigrad reports the other one first. Each pair has its own entry.
    Kind(
        "minigrad tells of alpha first, then of the rest.",
        at=r"alpha=.*\n(.*\n)?# error: torch RuntimeError.*"
        r"minigrad RuntimeError: (Boolean|For integral)",
        facts="",
    ),
    Kind(
        "minigrad tells of overlapping memory first, then what an operation has against the dtype.",
        at=r"(sub_|subtract_| -= |clamp_|clip_|pow_| \*\*= |relu_).*# <- here\n# error: torch "
        r"RuntimeError: (Subtraction, the `-` op|result type \w+ can't be|Integers to|Boolean).*"
        r"minigrad RuntimeError: unsupported operation: (more than one element|some elements) of",
        facts="",
    ),
    Kind(
        "minigrad computes first, then looks whether the result fits.",
        at=r"_\((.|\n)*# <- here\n# error: torch RuntimeError: output with shape .* doesn't match "
        r"the broadcast shape.*minigrad NotImplementedError: \"",
        facts="",
    ),
    Kind(
        "minigrad tells of different dtypes first, then that there is no product of bools.",
        at=r"einsum\(.*# <- here\n# error: torch NotImplementedError: \"bmm\" not implemented for "
        r".*minigrad RuntimeError: expected scalar type",
        facts="",
    ),
    Kind(
        "Where there is nothing to multiply, PyTorch does not look whether it could.",
        at=r"\[\](.|\n)*# error: torch none, minigrad "
        r"(NotImplementedError: \"addm[mv]_impl_cpu_?\" |RuntimeError: expected scalar type)",
        facts="",
    ),
    Kind(
        "Such a pass has freed nothing in minigrad, so another one can go where it went.",
        at=r"backward\(.*# RuntimeError: (.|\n)*# error: torch RuntimeError: Trying to backward "
        r"through the graph a second.*minigrad none",
        facts="",
    ),
    Kind(
        "Where there is nothing, PyTorch's strides tell how it came about.",
        at=r"\[\](.|\n)*\.stride\(",
        facts="text",
    ),
    Kind(
        "minigrad draws first, then tells that integers cannot require grad.",
        at=r"_like\(.*requires_grad=True.*\n# error: torch RuntimeError: Only Tensors of "
        r"floating point .*minigrad NotImplementedError: \"normal_kernel_cpu\"",
        facts="",
    ),
    Kind(
        "minigrad keeps the graph of a pass that failed, and says the same again.",
        at=r"(backward|autograd\.grad)\(.*# RuntimeError: (.{30}).*\n(.|\n)*"
        r"# error: torch RuntimeError: Trying to "
        r"backward through the graph a second.*minigrad RuntimeError: \2",
        facts="",
    ),
    Kind(
        "PyTorch records nothing where all inputs were made in inference mode, though they require "
        "grad; minigrad refuses to save such a tensor.",
        at=r"inference_mode\(\):\n(    .*\n)*    .*requires_grad(.|\n)*"
        r"# error: torch none, minigrad RuntimeError: Inference tensors cannot be saved",
        facts="",
    ),
    Kind(
        "Inside inference mode enable_grad changes nothing in minigrad, nor what is told of it.",
        at=r"inference_mode\(\):\n(    .*\n)*    .*(set_grad_enabled|enable_grad)\((.|\n)*"
        r"# \w+ text: torch True, minigrad False",
        facts="text",
    ),
    Kind(
        "What was made in inference mode has no versions in PyTorch, also once it has other data.",
        at=r"inference_mode(.|\n)*\b(\w+)\.data = (.|\n)*"
        r"# error: torch (RuntimeError: Inference tensors do not track version.*minigrad none"
        r"|none, minigrad RuntimeError: a leaf Variable that requires grad is being used)",
        facts="",
    ),
    Kind(
        "What saves no value has a history there in minigrad alone.",
        at=r"inference_mode\(\):\n(    .*\n)*    .*(requires_grad=True|\.data = )(.|\n)*"
        r"# \w+ (\[\d\]\.)?grad_fn: torch None, minigrad \w+Backward",
        facts=r"(\[\d\]\.)?(grad_fn(\.name\(\))?|is_leaf|next_functions|requires_grad|text)",
    ),
    Kind(
        "A gradient that was accumulated in inference mode may be added to in minigrad.",
        at=r"inference_mode\(\):\n(    .*\n)*    .*backward\((.|\n)*"
        r"# error: torch RuntimeError: Inplace update to inference tensor .*minigrad none",
        facts="",
    ),
    Kind(
        "So there a backward pass has something to go through.",
        at=r"inference_mode\(\):\n(    .*\n)*    .*requires_grad(.|\n)*"
        r"# error: torch RuntimeError: element \d of tensors does not require grad",
        facts="",
    ),
    Kind(
        "minigrad computes first, then looks whether a tensor of inference mode may be saved.",
        at=r"# error: torch RuntimeError: Inference tensors cannot be saved for backward\..*"
        r"minigrad (RuntimeError|IndexError|ValueError|NotImplementedError): ",
        facts="",
    ),
    Kind(
        "minigrad computes first, then looks whether a view's memory was changed where it may not.",
        at=r"# error: torch RuntimeError: (A view was created|Output \d of \w+ is a view) .*"
        r"has been modified inplace.*minigrad (RuntimeError|IndexError|NotImplementedError): "
        r"(?!A view was|Output \d)",
        facts="",
    ),
    Kind(
        "NumPy's functions give tensors of dtypes that are not part of minigrad.",
        at=r"\bnp\.\w+\((.|\n)*# \w+ dtype: torch torch\.uint8, minigrad torch\.bool",
        facts=r"dtype|text|values",
    ),
    Kind(
        "Of truth values they make numbers of half precision.",
        at=r"\bnp\.\w+\((.|\n)*"
        r"# error: torch none, minigrad TypeError: can't convert np\.ndarray of .*float16",
        facts="",
    ),
    Kind(
        "Of a wrong option and an unknown one, minigrad tells of the wrong one.",
        at=r"# error: torch TypeError: \w+\.__init__\(\) got an unexpected keyword argument.*"
        r"minigrad (ValueError: (Invalid|Nesterov)|AssertionError: Padding_idx)",
        facts="",
    ),
    Kind(
        "PyTorch stumbles when it is about to tell of the shape of the second of two gradients.",
        at=r"# error: torch RuntimeError: Boolean value of Tensor with more than one value.*"
        r"minigrad RuntimeError: Mismatch in shape: grad_output\[1\]",
        facts="",
    ),
    Kind(
        "Of wrong indices minigrad tells in the words of embedding, also where it shortens rows.",
        at=r"max_norm=(.|\n)*# error: torch (RuntimeError: Expected .* for embedding_renorm_"
        r"|IndexError: select\(\)).*minigrad (RuntimeError|IndexError): ",
        facts="",
    ),
    Kind(
        "minigrad tells of an unused tensor or a freed graph first, and then runs the hooks.",
        at=r"(autograd\.grad|backward)\(.*\n# error: torch RuntimeError: hook '.*' has changed the "
        r"size.*minigrad RuntimeError: .*(appears to not have been used|through the graph a)",
        facts="",
    ),
]


def known_kind(program: str, facts: Sequence[str]) -> Kind | None:
    """Return the known kind of difference that a minimal program shows in only the given facts."""
    for kind in KINDS:
        alone = all(re.fullmatch(kind.facts, fact) for fact in facts)
        if bool(facts) == bool(kind.facts) and alone and re.search(kind.at, program, re.M):
            return kind
    return None
