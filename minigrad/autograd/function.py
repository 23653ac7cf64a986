"""Custom operations, each written as a class with a forward and a backward method."""

import functools
import inspect
import weakref
from typing import Any

import numpy as np

from ..api.types import any_arguments
from ..engine import checks
from ..engine.dtypes import from_numpy_dtype
from ..engine.grad_fn import GradFn
from ..engine.graph import Node, Op, make_node
from ..engine.memory.versions import version_of
from ..engine.memory.views import make_view
from ..engine.modes import GRAD, no_grad, recording
from ..engine.outputs import output_of
from ..engine.tensor import Tensor, edge, wrap
from ..engine.unbroadcast import unbroadcast
from ..messages.errors import error, warn
from ..messages.unsupported import Unsupported


class FunctionCtx:
    """The context that ``forward`` passes to ``backward``: saved tensors and other attributes."""

    def __init__(self, args: tuple) -> None:
        self.needs_input_grad = tuple(isinstance(a, Tensor) and a.requires_grad for a in args)
        self.materialize_grads = True
        self.non_differentiable: tuple = ()
        self.to_save: tuple = ()
        self._saved: list | None = []  # None once freed
        self._outputs: list = []
        self._inputs = [_form(a) for a in args]

    def save_for_backward(self, *tensors) -> None:
        """Save tensors so that ``backward`` can read them as ``saved_tensors``.

        Call it once, in `forward`, with all the tensors. Store numbers and shapes as attributes of
        `ctx`.

        If a saved tensor is later changed in place, ``backward`` raises an error.

        >>> import minigrad as mg
        >>> class Product(mg.autograd.Function):
        ...     @staticmethod
        ...     def forward(ctx, x, y):
        ...         ctx.save_for_backward(x, y)
        ...         return x * y
        ...
        ...     @staticmethod
        ...     def backward(ctx, g):
        ...         x, y = ctx.saved_tensors
        ...         return g * y, g * x
        >>> x = mg.tensor(2.0, requires_grad=True)
        >>> y = mg.tensor(5.0, requires_grad=True)
        >>> Product.apply(x, y).backward()
        >>> x.grad, y.grad
        (tensor(5.), tensor(2.))
        """
        self.to_save = tensors

    mark_dirty = Unsupported("mark_dirty")

    def mark_non_differentiable(self, *tensors) -> None:
        """Mark outputs as non-differentiable, so that no gradient flows through them."""
        self.non_differentiable = tensors

    def set_materialize_grads(self, value: bool) -> None:
        """Set whether ``backward`` receives zeros instead of None for unused outputs."""
        self.materialize_grads = value

    @property
    def saved_tensors(self) -> tuple:
        """The tensors that were passed to ``save_for_backward``.

        This is always a tuple, even for a single tensor: `(x,) = ctx.saved_tensors`. A backward
        pass frees them. `Function` has an example.
        """
        if self._saved is None:
            raise error("graph_freed")
        saved = self._saved or ()
        return tuple(None if each is None else each.tensor() for each in saved)


def _form(value) -> tuple | None:
    """Return a tensor's shape and dtype, without keeping the tensor alive."""
    return (value._value.shape, value._dtype) if isinstance(value, Tensor) else None


class _Saved:
    """A tensor as it was when it was saved.

    If the tensor is an output, only its value and a weak reference to its node are stored.
    Otherwise, the node would keep itself alive through the tensor.
    """

    def __init__(self, tensor: Tensor, node: Node | None = None, place: int = 0) -> None:
        """Save the tensor. If it's an output, pass the function's node and the output's index."""
        self.value, self.version = tensor._value, version_of(tensor)
        self.count = self.version.count
        self.original = tensor if node is None else None
        self.made: tuple | None = None
        if node is not None and tensor._requires_grad:
            self.made = weakref.ref(node), None if tensor._node is node else place

    def tensor(self) -> Tensor:
        tensor = self.original
        if tensor is None:
            tensor = wrap(self.value, from_numpy_dtype(self.value.dtype), version=self.version)
            if self.made is not None:
                node, place = self.made
                own = node() if place is None else output_of(node(), place)
                tensor._requires_grad, tensor._node = True, own
        if self.version.count != self.count:
            raise checks.modified_error(self.value, self.version, self.count, tensor._node)
        return tensor


def _freed(*saved) -> tuple:
    """Free the tensors in the saved ctx, and leave everything else unchanged."""
    saved[-1]._saved = None
    return saved


class FunctionNode(GradFn):
    """The node of a custom function."""

    __slots__ = ("__weakref__",)

    def __repr__(self) -> str:
        return f"<minigrad.autograd.function.{self.op.name} object at {id(self):#x}>"

    ctx = property(lambda self: self.saved[-1])
    saved_tensors = property(lambda self: self.ctx.saved_tensors)
    needs_input_grad = property(lambda self: self.ctx.needs_input_grad)


class Function:
    """A custom operation: subclass it, define ``forward`` and ``backward``, and call ``apply``.

    ``backward`` receives one gradient for each output. It returns one gradient for each input, or
    None if the input has no gradient. Each gradient has its input's shape or a shape that the input
    broadcasts to; in the latter case, the gradient is summed to the input's shape. Errors:
    RuntimeError if ``backward`` returns the wrong number of gradients, or a gradient of the wrong
    shape.

    >>> import minigrad as mg
    >>> class Square(mg.autograd.Function):
    ...     @staticmethod
    ...     def forward(ctx, x):
    ...         ctx.save_for_backward(x)
    ...         return x * x
    ...
    ...     @staticmethod
    ...     def backward(ctx, g):
    ...         (x,) = ctx.saved_tensors
    ...         return g * 2 * x
    >>> Square.apply(mg.tensor([3.0], requires_grad=True))
    tensor([9.], grad_fn=<SquareBackward>)
    """

    _op: Op
    _ctx_class: type[FunctionCtx]

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        name = f"{cls.__name__}Backward"
        cls._ctx_class = type(name, (FunctionCtx,), {})
        cls._op = Op(
            name,
            joint=functools.partial(_gradients, cls),
            reads_freed=(True,),
            after_freeing=_freed,
        )
        cls._op.node_class = type(name, (FunctionNode,), {"__slots__": ()})

    def __init__(self, *args, **kwargs) -> None:
        warn("function_instance", type(self))

    def __call__(self, *args, **kwargs):
        raise error("function_call", self)

    @staticmethod
    @any_arguments
    def forward(*args):
        """Compute the result. Save tensors for ``backward`` with ``ctx.save_for_backward``."""
        raise error("no_forward")

    @staticmethod
    def setup_context(ctx: Any, inputs: tuple, output: Any) -> None:
        """Save the values that ``backward`` needs. Used only if ``forward`` takes no ``ctx``."""
        raise error("no_setup_context")

    @staticmethod
    @any_arguments
    def backward(ctx, *grad_outputs):
        """Return the inputs' gradients, given the outputs' gradients."""
        raise error("no_backward")

    @classmethod
    def apply(cls, *args: Any, **kwargs: Any) -> Any:
        """Call ``forward`` and record it as one operation."""
        split = cls.setup_context is not Function.setup_context
        if split:
            bound = inspect.signature(cls.forward).bind(*args, **kwargs)
            bound.apply_defaults()
            args, kwargs = bound.args, bound.kwargs
        ctx = cls._ctx_class(args)
        with no_grad():
            result = cls.forward(*args, **kwargs) if split else cls.forward(ctx, *args, **kwargs)
            if split:
                cls.setup_context(ctx, args, result)
        several = isinstance(result, tuple)
        outputs = result if several else (result,)
        fresh = [_fresh(output, args) for output in outputs]
        if recording.mode is GRAD and any(ctx.needs_input_grad):
            edges = tuple(edge(a) for a in args if isinstance(a, Tensor))
            saved = (*(None,) * len(edges), ctx)
            node = make_node(cls._op, edges, saved, kind=FunctionNode)
            _record(node, ctx, args, outputs, fresh, several)
        return tuple(fresh) if several else fresh[0]


def _fresh(output, args: tuple):
    """Return the output, detached if it's an input, if it's a view, or if it requires grad."""
    if not isinstance(output, Tensor):
        return output
    shown = output._view is not None or output._requires_grad or _among(output, args)
    return output.detach() if shown else output


def _among(value, values: tuple) -> bool:
    return any(value is other for other in values)


def _record(node: Node, ctx: FunctionCtx, args: tuple, outputs: tuple, fresh: list, several: bool):
    """Record one node as the source of all outputs."""
    ctx._outputs = [_form(o) for o in outputs]
    fixed = [id(output) for output in ctx.non_differentiable]
    for i, (output, new) in enumerate(zip(outputs, fresh, strict=True)):
        if isinstance(new, Tensor) and new._dtype.is_floating_point and id(output) not in fixed:
            new._requires_grad, new._node = True, output_of(node, i) if several else node
            if output._view is not None or _among(output, args):
                make_view(output, new, "several_views" if len(outputs) > 1 else "function_view")
    ctx._saved = [_saved(t, i, node, args, outputs, fresh) for i, t in enumerate(ctx.to_save)]
    ctx.to_save = ctx.non_differentiable = ()


def _saved(tensor, i: int, node: Node, args: tuple, outputs: tuple, fresh: list):
    if tensor is None:
        return None
    if not isinstance(tensor, Tensor):
        raise error("saved_no_tensor", i, tensor)
    candidates = () if _among(tensor, args) else outputs
    places = [j for j, output in enumerate(candidates) if output is tensor]
    return _Saved(fresh[places[0]], node, places[0]) if places else _Saved(tensor)


def _gradients(cls: type[Function], g, saved: tuple) -> list:
    """Call ``backward`` as a custom function's joint rule, and check the gradients it returns."""
    ctx: FunctionCtx = saved[-1]
    pieces = g if isinstance(g, dict) else {0: g}
    create_graph = any(isinstance(d, Tensor) for d in pieces.values())
    upstream = []
    for i, form in enumerate(ctx._outputs):
        d = pieces.get(i)
        if d is None and form is not None and ctx.materialize_grads:
            d = np.zeros(form[0], form[1].numpy)[()]
        upstream.append(d if d is None or isinstance(d, Tensor) else wrap(d, form[1]))
    result = cls.backward(ctx, *upstream)
    results = list(result) if isinstance(result, tuple) else [result]
    name, expected = cls._op.name, len(ctx._inputs)
    while len(results) > expected and results[-1] is None:
        results.pop()
    if len(results) != expected:
        raise error("gradients_returned", name, expected, len(results))
    for i, (d, form) in enumerate(zip(results, ctx._inputs, strict=True), 1):
        if d is not None and form is None:
            raise error("gradient_for_constant", name, i)
        if d is not None and not isinstance(d, Tensor):
            raise error("gradient_type", d)
    checked = []
    for i, (d, form) in enumerate(zip(results, ctx._inputs, strict=True)):
        if form is not None:
            d = unbroadcast(d, form, cls._op, i)
            checked.append(d if d is None or create_graph else d._value)
    return checked
