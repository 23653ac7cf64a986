"""The forms of an operation: a function, a method, an operator, and an in-place method.

An operation is defined in one place, its entry in `ops/`, which also declares its forms. Methods
and operators are attached to `TensorMethods`, which the `Tensor` class inherits from.

    @public()
    def narrow(input: Tensor, dim: int, start: int, length: int) -> Tensor:
        ...

creates `minigrad.narrow` and `x.narrow`, which check their arguments against this signature (see
`arguments.py`). If there are several signatures, write them as `overload`s above the definition. An
elementwise operation on one tensor gets its signature from `elementwise`. `add_ = in_place(add)`
creates `x.add_`.
"""

import inspect
from collections.abc import Callable
from typing import Any, Protocol, TypeVar, overload

from ..engine.memory.inplace import inplace
from ..engine.methods import TensorMethods
from ..engine.tensor import Tensor
from ..engine.unary import unary
from .arguments import checked
from .shown import Shown

F = TypeVar("F", bound=Callable)

# The attached functions and methods, by name. For a method, this stores the function that defines
# it.
FUNCTIONS: dict[str, Callable] = {}  # functions that are also methods
METHODS: dict[str, Any] = {}
OPERATORS: dict[str, Callable] = {}
PROPERTIES: dict[str, Callable] = {}
SECOND: dict[str, str] = {}  # PyTorch's alternative names for methods and functions


@overload
def public(
    *,
    name: str = "",
    method: bool = True,
    second: str = "",
    has_old: bool = False,
) -> Callable[[F], F]: ...
@overload
def public(*, like: Any, method: bool = True, second: str = "") -> Callable[[Callable], Any]: ...
def public(
    *,
    name: str = "",
    method: bool = True,
    second: str = "",
    has_old: bool = False,
    like: Any = None,
) -> Any:
    """Make the decorated operation a public function and a method, both of which check arguments.

    `second`: the operation's other names, separated by spaces. `has_old`: whether PyTorch also
    accepts an older form, which minigrad doesn't support but PyTorch's errors mention. `like`: the
    definition whose signature replaces the operation's own.
    """

    def decorate(operation):
        called, definition = name or operation.__name__, like or described(operation)
        function: Any = checked(called, operation, definition, has_old=has_old)
        function.raw, function.definition, function.has_old = operation, definition, has_old
        function.__signature__ = Shown(definition)
        if method:
            FUNCTIONS[called] = function
            attach(called, operation, definition, has_old, second)
        return function

    return decorate


def described(operation) -> Callable:
    """Return the function whose signature describes an operation's calls."""
    return getattr(operation, "definition", operation)


def method(name: str = "", second: str = "") -> Callable[[F], F]:
    """Make the decorated operation a method, but not a function."""

    def decorate(operation):
        attach(name or operation.__name__, operation, described(operation), second=second)
        return operation

    return decorate


def unchecked(name: str = "", function: bool = False) -> Callable[[F], F]:
    """Make the decorated function a method whose arguments are checked only by Python itself.

    `function`: whether to also make the method available as a function in the package.
    """

    def decorate(operation):
        if function:
            FUNCTIONS[name or operation.__name__] = operation
        operation.__signature__ = Shown(operation)
        give(name or operation.__name__, operation, described(operation))
        return operation

    return decorate


def attach(name: str, operation, definition, has_old: bool = False, second: str = "") -> Any:
    """Attach a method to `Tensor`. If the method takes arguments, each call checks them."""
    takes = inspect.unwrap(operation).__code__
    starred = takes.co_flags & (inspect.CO_VARARGS | inspect.CO_VARKEYWORDS)
    alone = takes.co_argcount == 1 and not takes.co_kwonlyargcount and not starred
    made = operation
    if not alone or name.endswith("_"):  # the tensor to write into is checked first
        made = checked(name, operation, definition, is_method=True, has_old=has_old)
    made.__signature__ = Shown(definition, is_method=True)
    give(name, made, definition, second)
    return made


def give(name: str, made, definition, second: str = "") -> None:
    METHODS[name] = definition
    setattr(TensorMethods, name, made)
    for other in second.split():
        SECOND[other] = name
        setattr(TensorMethods, other, made)


@overload
def in_place(
    operation: Callable,
    *,
    like: F,
    name: str = "",
    second: str = "",
    **options: Any,
) -> F: ...
@overload
def in_place(operation: F, *, second: str = "", **options: Any) -> F: ...
def in_place(operation, *, like=None, name="", second="", has_old=False, **options):
    """Return a method that writes the operation's result into the tensor itself.

    The method takes the same arguments as the operation or, if `like` is given, as `like`. For the
    options, see `inplace` in `engine/memory/inplace.py`.
    """
    source: Any = like or operation
    changes = inplace(getattr(operation, "raw", operation), **options)
    changes.__doc__ = changes.__doc__ or source.__doc__
    definition = getattr(source, "definition", source)
    has_old = has_old or getattr(source, "has_old", False)
    return attach(name or f"{source.__name__}_", changes, definition, has_old, second)


def operator(*names: str, reflected: str = "") -> Callable[[F], F]:
    """Make the decorated operation an operator, such as `__add__` or the in-place `__iadd__`.

    `reflected`: the operator to use if the tensor is on the right, as in `2 // x`.
    """

    def decorate(operation):
        raw = getattr(operation, "raw", operation)
        for name in names:
            OPERATORS[name] = described(raw)
            setattr(TensorMethods, name, inplace(raw) if name in ASSIGNING else raw)
        if reflected:
            OPERATORS[reflected] = described(raw)
            setattr(TensorMethods, reflected, lambda self, other: raw(other, self))
        return operation

    return decorate


_ASSIGNED = "add and floordiv mod mul or pow sub truediv xor"
ASSIGNING = {f"__i{name}__" for name in _ASSIGNED.split()}


def attribute(name: str = "") -> Callable[[F], F]:
    """Make the decorated function a computed attribute of tensors."""

    def decorate(get):
        PROPERTIES[name or get.__name__] = described(get)
        setattr(TensorMethods, name or get.__name__, property(get))
        return get

    return decorate


def raw(operation: Callable) -> Any:
    """Return a public operation's unchecked version, for use in rules. It also accepts arrays."""
    return operation.raw  # type: ignore[attr-defined]


class Elementwise(Protocol):
    """An elementwise operation on one tensor, available as a function and as a method."""

    raw: Callable[..., Any]  # without checks, for rules; also takes arrays

    def __call__(self, input: "Tensor") -> "Tensor": ...


def elementwise(
    name: str, to_float: bool = False, second: str = "", **rules: Callable
) -> Callable[[Callable], Elementwise]:
    """Define an elementwise operation, given the function that computes it on arrays."""

    def decorate(forward):
        return of_one_tensor(second)(unary(name, to_float, **rules)(forward))

    return decorate


def of_one_tensor(second: str = "") -> Callable[[Callable], Elementwise]:
    """Make the decorated one-tensor operation available as both a function and a method."""
    return public(like=Elementwise.__call__, second=second)
