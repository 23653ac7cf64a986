"""The known differences between minigrad and PyTorch, with the exact source and the reason why.

If a listed case no longer differs, the comparison fails, so this list can only shrink.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

_BOOL_EXPONENT = "PyTorch computes the value, but its rule fails at y - 1; minigrad's rule works."
_ROOT_OF_ZERO = "For the exponent 0.5, NumPy uses sqrt, and IEEE 754 defines sqrt(-0) as -0."

# These depend on NumPy's version, so they may agree.
VARYING = {"g ** d", "g.pow_(c)"}

KNOWN = {
    "a ** j": _BOOL_EXPONENT,
    "a.pow_(j)": _BOOL_EXPONENT,
    "g ** d": _ROOT_OF_ZERO,
    "g.pow_(c)": _ROOT_OF_ZERO,
}


@dataclass(frozen=True)
class Kind:
    """A difference that random programs keep finding."""

    why: str
    at: str  # a regular expression for the smallest program that shows it
    facts: str  # a regular expression for the only facts that may differ at its end


KINDS = [
    Kind(
        "The functions of func add other nodes to a graph around them.",
        at=r"mg\.func\.(.|\n)*# \w+ (\[\d\]\.)*(grad_fn|next_functions): torch",
        facts=r"(\[\d\]\.)*(next_functions|grad_fn(\.name\(\))?|text)",
    ),
    Kind(
        "In PyTorch, an LSTM's outputs come from a kernel of MKL's.",
        at=r"# \w+ (\[\d\]\.)*(grad_fn|next_functions): torch .*MkldnnRnnLayerBackward0",
        facts=r"(\[\d\]\.)*(next_functions|grad_fn(\.name\(\))?|text)",
    ),
    Kind(
        "minigrad has no norms of matrices but the one called fro.",
        at=r"# error: torch .*minigrad NotImplementedError: linalg\.matrix_norm: ",
        facts="",
    ),
    Kind(
        "The nodes of second-order graphs have simpler names in minigrad.",
        at=r"create_graph=True(.|\n)*# \w+ (\[\d\]\.|grad\.)*"
        r"(grad_fn|next_functions): torch (\w+Backward|\[\().*, minigrad (\w+Backward|\[\()",
        facts=r"(\[\d\]\.|grad\.)*(next_functions|grad_fn(\.name\(\))?|text)",
    ),
    Kind(
        (
            "retain_grad() stored a gradient with its graph, and a pass without a graph adds to "
            "it. In minigrad, the sum keeps the graph."
        ),
        at=r"retain_grad\(\)(.|\n)*create_graph=True(.|\n)*"
        r"# \w+ grad\.grad_fn: torch None, minigrad CloneBackward0",
        facts=r"grad\.(grad_fn|requires_grad|text)",
    ),
    Kind(
        (
            "The variance of one number has the slope NaN, which is a constant in PyTorch but "
            "not in minigrad."
        ),
        at=r"\bvar\((.|\n)*create_graph=True(.|\n)*"
        r"# \w+ grad\.grad_fn: torch None, minigrad CopyBackwards\n(.|\n)*text: torch [^,]*nan",
        facts=r"grad\.(grad_fn|requires_grad|text)",
    ),
    Kind(
        (
            "If there are no rows, PyTorch's cross_entropy fills in NaN, while minigrad divides "
            "0 by 0."
        ),
        at=r"cross_entropy(.|\n)*: torch (NegBackward0|\[\('NegBackward0', 0\)\]), "
        r"minigrad (DivBackward1|\[\('DivBackward1', 0\)\])$",
        facts=r"grad_fn(\.name\(\))?|next_functions|text",
    ),
    Kind(
        (
            "PyTorch's rule for powers fails when it subtracts 1 from a bool exponent; "
            "minigrad's works."
        ),
        at=r"( \*\* |\bpow)(.|\n)*# error: torch RuntimeError: Subtraction, the `-` operator, with "
        r"a bool tensor is not supported.*minigrad none",
        facts="",
    ),
    Kind(
        (
            "Changes through .data go undetected, which reveals which values a rule saves: "
            "PyTorch's logsigmoid saves an exponential, and minigrad's saves its input."
        ),
        at=r"logsigmoid(.|\n)*\.data\b",
        facts=r"grad\.(values|text)",
    ),
    Kind(
        "The same goes for powers of another dtype: minigrad saves the converted values.",
        at=r"(?=(.|\n)*dtype=)(.|\n)*( \*\* |\bpow\()(.|\n)*\.data\b",
        facts=r"grad\.(values|text)",
    ),
    Kind(
        (
            "The same goes for a result without dims: minigrad saves a number, which can't share "
            "memory."
        ),
        at=r"^(\w) = (?!mg\.tensor\()(.|\n)*\b\1\.data(\.\w+_\(|\[.*\] = | *[-+*/]= )",
        facts=r"grad\.(values|text)",
    ),
    Kind(
        (
            "A failed backward pass changes nothing in minigrad, but it changes some gradients "
            "in PyTorch."
        ),
        at=r"(backward|autograd\.grad)\(.*# \w*Error: ",
        facts=r"grad(\..*)?",
    ),
    Kind(
        "As a result, PyTorch continues with a gradient that minigrad doesn't have.",
        at=r"backward\(.*# \w*Error: .*\n(.|\n)*\.grad\b.*# <- here\n"
        r"# error: torch none, minigrad TypeError: .*NoneType",
        facts="",
    ),
    Kind(
        "In PyTorch, the partial sort determines which of several equal elements topk returns.",
        at=r"topk\(",
        facts=r"\[1\]\.(values|text)",
    ),
    Kind(
        "A mismatched state changes nothing in minigrad, but PyTorch loads the parts that match.",
        at=r"\.load_state_dict\(.*# RuntimeError: Error\(s\) in loading state_dict",
        facts=r"(\[\d\]\.)*(values|text)",
    ),
    Kind(
        "In minigrad, the node of a floor division also shows an input that gets no gradient.",
        at=r"//|floor_divide|%|remainder",
        facts=r"next_functions",
    ),
    Kind(
        "In minigrad, an error in the middle of a loop leaves everything unchanged.",
        at=r"(//=|%=)(.|\n)*# RuntimeError: ZeroDivisionError$",
        facts=r"(grad\.)?(values|text)",
    ),
    Kind(
        (
            "PyTorch doesn't detect that a diagonal shares the memory it writes to, so it reads "
            "new values."
        ),
        at=r"diagonal\((.|\n)*([a-z\d]_\(|[-+*/%&|^]= |\] = )",
        facts=r"values|text",
    ),
    Kind(
        (
            "In PyTorch, .grad becomes a view of the leaf's own memory, so the next gradient is "
            "added to the leaf itself. In minigrad, .grad shares memory with nothing."
        ),
        at=r"backward\((gradient=|\w+, )?\w+(\.detach\(\))?[,)](.|\n)*"
        r"# \w+ (\[\d\]\.)?(values: torch|grad_fn: torch AsStridedBackward0)",
        facts=r"(\[\d\]\.)?(values|text)|grad_fn(\.name\(\))?|next_functions|grad\.(values|text)",
    ),
    Kind(
        "The same is true of later changes to that memory.",
        at=r"backward\((gradient=|\w+, )?(\w+)(\.detach\(\))?[,)](.|\n)*"
        r"(\.data\b|\.\w+[a-z\d]_\(|[-+*/%&|^]= |\] = )",
        facts=r"grad\.(values|text)",
    ),
    Kind(
        "PyTorch's vectorized gelu returns NaN for infinity.",
        at=r"gelu(.|\n)*# \w+ values: torch .*\bnan\b.*, minigrad (.*\binf\b|(?!.*\bnan\b))",
        facts=r"values|text",
    ),
    Kind(
        (
            "If squares overflow, PyTorch's layer_norm returns NaN or 0, depending on the "
            "position in memory."
        ),
        at=r"layer_norm(.|\n)*# \w+ (grad\.)?values: torch .*\bnan\b.*, minigrad (?!.*\bnan\b)",
        facts=r"(grad\.)?(values|text)",
    ),
    Kind(
        (
            "PyTorch doesn't detect that two tensors share memory that came from NumPy, so it "
            "writes to it."
        ),
        at=r"from_numpy\((.|\n)*# error: torch (none|RuntimeError: output with shape .*), "
        r"minigrad RuntimeError: unsupported operation: "
        r"some elements of the input tensor and the written-to tensor",
        facts="",
    ),
    Kind(
        "In minigrad, a change that's rejected after inference mode changes nothing.",
        at=r"inference_mode(.|\n)*([a-z\d]_\(|[-+*/%&|^]= |\] = )(.|\n)*"
        r"# RuntimeError: Inplace update to inference tensor",
        facts=r"(grad\.)?(shape|values|text)",
    ),
    Kind(
        (
            "PyTorch warns that a gradient and its leaf have different memory layouts. In "
            "minigrad, that makes no difference."
        ),
        at=r"# warnings: torch .*not obey the gradient layout contract",
        facts="",
    ),
    Kind(
        (
            "In PyTorch, a tensor whose data was created in inference mode has no graph to "
            "detach from, so it still requires grad after detach_(). In minigrad, only its data "
            "changed."
        ),
        at=r"inference_mode(.|\n)*\b(\w+)\.data = (.|\n)*\b\2\.detach_\(\)",
        facts=r"requires_grad|is_leaf|grad_fn.*|next_functions|text",
    ),
    Kind(
        "One of PyTorch's internal assertions fails.",
        at=r"# error: torch RuntimeError: .*INTERNAL ASSERT FAILED",
        facts="",
    ),
    Kind(
        (
            "PyTorch gives bools and integers a history if they're written to, and then their "
            "views fail."
        ),
        at=r"(\b(eq|ne|lt|le|gt|ge|logical_\w+)_\(|\] = )(.|\n)*"
        r"# error: torch RuntimeError: Autograd not support dtype: (Bool|Long|Int), "
        r"minigrad (none|NotImplementedError)",
        facts="",
    ),
    Kind(
        "In minigrad, an assignment to an integer tensor creates no history.",
        at=r"\] = (.|\n)*# \w+ grad_fn: torch (CopySlices|IndexPutBackward0), minigrad None"
        r"(.|\n)*text: torch tensor\([\[ ]*(True|False|-?\d+\b(?!\.))",
        facts=r"grad_fn(\.name\(\))?|is_leaf|next_functions|requires_grad|text",
    ),
    Kind(
        "In PyTorch, backward(inputs=c) runs c's own rule although its result isn't needed.",
        at=r"inputs=.*\n# error: torch RuntimeError: derivative for .*, minigrad none",
        facts="",
    ),
    Kind(
        (
            "A leaf was recorded, set not to require grad, and then changed. PyTorch doesn't "
            "know where its gradient belongs; minigrad leaves it out."
        ),
        at=r"requires_grad(_\(False\)| = False)(.|\n)*"
        r"# error: torch RuntimeError: leaf variable has been moved into the graph.*minigrad none",
        facts="",
    ),
    Kind(
        (
            "PyTorch copies an expanded tensor into itself, and then the backward pass fails. "
            "minigrad rejects the copy."
        ),
        at=r"(\b(\w+)\.copy_\(\2\)|\b(\w+)\[.*\] = \3)  # <- here\n"
        r"# error: torch none, minigrad RuntimeError: unsupported operation: more than one element",
        facts="",
    ),
    Kind(
        "PyTorch records the conversion of a gradient passed for a leaf to the leaf's dtype.",
        at=r"autograd\.grad\((\w+), \1, \w+(.|\n)*"
        r"# \w+ grad_fn: torch ToCopyBackward0, minigrad None",
        facts=r"grad_fn(\.name\(\))?|is_leaf|next_functions|requires_grad|text",
    ),
    Kind(
        (
            "If a view's shape changes in place while nothing is recorded, PyTorch shows a node "
            "with strides."
        ),
        at=r"(no_grad\(\)|set_grad_enabled\(False\)|inference_mode\(\))(.|\n)*"
        r"(squeeze|transpose|\bt)_\((.|\n)*"
        r"# \w+ grad_fn: torch AsStridedBackward0, minigrad \w+Backward0",
        facts=r"grad_fn(\.name\(\))?|next_functions|text",
    ),
    Kind(
        (
            "If several saved values have changed, PyTorch may name another one first. For a "
            "view, it names the view's new node; minigrad names what changed it."
        ),
        at=r"# error: torch (RuntimeError: one of the variables needed for gradient computation ).*"
        r"minigrad \1",
        facts="",
    ),
    # If there are two mistakes, minigrad reports the other one first. Each pair has its own entry.
    Kind(
        "minigrad reports alpha first, then the other problems.",
        at=r"alpha=.*\n(.*\n)?# error: torch RuntimeError.*"
        r"minigrad RuntimeError: (Boolean|For integral)",
        facts="",
    ),
    Kind(
        "minigrad reports overlapping memory first, then an unsupported dtype.",
        at=r"(sub_|subtract_| -= |clamp_|pow_| \*\*= |relu_).*# <- here\n# error: torch "
        r"RuntimeError: (Subtraction, the `-` op|result type \w+ can't be|Integers to|Boolean).*"
        r"minigrad RuntimeError: unsupported operation: (more than one element|some elements) of",
        facts="",
    ),
    Kind(
        "minigrad computes the result before it checks whether it fits.",
        at=r"(_\(|//= |%= )(.|\n)*# <- here\n# error: torch RuntimeError: (output with shape .* "
        r"doesn't match the broadcast shape|result type \w+ can't be cast).*minigrad "
        r"(NotImplementedError: \"|RuntimeError: ZeroDivisionError)",
        facts="",
    ),
    Kind(
        "minigrad reports different dtypes first, then that there's no product of bools.",
        at=r"einsum\(.*# <- here\n# error: torch NotImplementedError: \"bmm\" not implemented for "
        r".*minigrad RuntimeError: expected scalar type",
        facts="",
    ),
    Kind(
        "If there's nothing to multiply, PyTorch doesn't check whether it could.",
        at=r"\[\](.|\n)*# error: torch none, minigrad "
        r"(NotImplementedError: \"addm[mv]_impl_cpu_?\" |RuntimeError: expected scalar type)",
        facts="",
    ),
    Kind(
        "In minigrad, a failed pass frees nothing, so another pass can use the same nodes.",
        at=r"backward\(.*# RuntimeError: (.|\n)*# error: torch RuntimeError: Trying to backward "
        r"through the graph a second.*minigrad none",
        facts="",
    ),
    Kind(
        "For an empty tensor, PyTorch's strides depend on how it was created.",
        at=r"\[\](.|\n)*\.stride\(",
        facts="text",
    ),
    Kind(
        "minigrad draws the numbers before it reports that integers can't require grad.",
        at=r"_like\(.*requires_grad=True.*\n# error: torch RuntimeError: Only Tensors of "
        r"floating point .*minigrad NotImplementedError: \"normal_kernel_cpu\"",
        facts="",
    ),
    Kind(
        "minigrad keeps the graph of a failed pass, so it raises the same error again.",
        at=r"(backward|autograd\.grad)\(.*# RuntimeError: (.{30}).*\n(.|\n)*"
        r"# error: torch RuntimeError: Trying to "
        r"backward through the graph a second.*minigrad RuntimeError: \2",
        facts="",
    ),
    Kind(
        (
            "PyTorch records nothing if all inputs were created in inference mode, even if they "
            "require grad. minigrad refuses to save such a tensor."
        ),
        at=r"inference_mode\(\):\n(    .*\n)*    .*requires_grad(.|\n)*"
        r"# error: torch none, minigrad RuntimeError: Inference tensors cannot be saved",
        facts="",
    ),
    Kind(
        (
            "Inside inference mode, enable_grad has no effect in minigrad, and is_grad_enabled "
            "stays False."
        ),
        at=r"inference_mode\(\):\n(    .*\n)*    .*(set_grad_enabled|enable_grad)\((.|\n)*"
        r"# \w+ text: torch True, minigrad False",
        facts="text",
    ),
    Kind(
        (
            "In PyTorch, a tensor created in inference mode has no version counter, even after "
            "its data is replaced."
        ),
        at=r"inference_mode(.|\n)*\b(\w+)\.data = (.|\n)*"
        r"# error: torch (RuntimeError: Inference tensors do not track version.*minigrad none"
        r"|none, minigrad RuntimeError: a leaf Variable that requires grad is being used)",
        facts="",
    ),
    Kind(
        "Only in minigrad do operations that save no value have a history there.",
        at=r"inference_mode\(\):\n(    .*\n)*    .*(requires_grad=True|\.data = )(.|\n)*"
        r"# \w+ (\[\d\]\.)?grad_fn: torch None, minigrad \w+Backward",
        facts=r"(\[\d\]\.)?(grad_fn(\.name\(\))?|is_leaf|next_functions|requires_grad|text)",
    ),
    Kind(
        "As a result, a backward pass works there.",
        at=r"inference_mode\(\):\n(    .*\n)*    .*requires_grad(.|\n)*"
        r"# error: torch RuntimeError: element \d of tensors does not require grad",
        facts="",
    ),
    Kind(
        "minigrad computes the result before it checks whether an inference tensor may be saved.",
        at=r"# error: torch RuntimeError: Inference tensors cannot be saved for backward\..*"
        r"minigrad (RuntimeError|IndexError|ValueError|NotImplementedError): ",
        facts="",
    ),
    Kind(
        "minigrad computes the result before it checks for forbidden changes to a view's memory.",
        at=r"# error: torch RuntimeError: (A view was created|Output \d of \w+ is a view) .*"
        r"has been modified inplace.*minigrad (RuntimeError|IndexError|NotImplementedError): "
        r"(?!A view was|Output \d)",
        facts="",
    ),
    Kind(
        "NumPy's functions convert bools to half precision.",
        at=r"\bnp\.\w+\((.|\n)*"
        r"# error: torch none, minigrad TypeError: can't convert np\.ndarray of .*float16",
        facts="",
    ),
    Kind(
        "If one option is invalid and another is unknown, minigrad reports the invalid one.",
        at=r"# error: torch TypeError: \w+\.__init__\(\) got an unexpected keyword argument.*"
        r"minigrad (ValueError: (Invalid|Nesterov)|AssertionError: Padding_idx)",
        facts="",
    ),
    Kind(
        "PyTorch itself fails while reporting the shape of the second of two gradients.",
        at=r"# error: torch RuntimeError: Boolean value of Tensor with more than one value.*"
        r"minigrad RuntimeError: Mismatch in shape: grad_output\[1\]",
        facts="",
    ),
    Kind(
        "minigrad reports an unused tensor or a freed graph before it runs the hooks.",
        at=r"(autograd\.grad|backward)\(.*\n# error: torch RuntimeError: hook '.*' has changed the "
        r"size.*minigrad RuntimeError: .*(appears to not have been used|through the graph a)",
        facts="",
    ),
    Kind(
        "Where PyTorch's message shows a tensor in C++'s notation, minigrad shows it in Python's.",
        at=r"# error: torch RuntimeError: torch\.meshgrid: Expected 0D .* but got: "
        r".*(\n# .*)*minigrad RuntimeError: torch\.meshgrid: Expected 0D",
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
