"""Saving and loading, in NumPy's own format: a .npz archive of plain arrays.

Tensors become arrays under readable names ("weight", "model/0.bias"), which `numpy.load` shows to
anyone. How they are nested, and what is no tensor, is one more entry: text in JSON. Nothing is
ever unpickled, so a file from a stranger can do no harm.
"""

from collections import OrderedDict
from contextlib import nullcontext

import numpy as np

from ..engine.dtypes import from_numpy_dtype
from ..engine.tensor import Tensor, wrap
from ..says.errors import error, refuse_if
from .parameter import Parameter

_STRUCTURE = "structure.json"
_PLAIN = (bool, int, float, str, type(None))


def save(obj, f) -> None:
    """Write a tensor, or dicts, lists and tuples of tensors, numbers and text, to a file.

    ``f`` is a path or an open file. To read it: ``minigrad.load``.
    """
    arrays: dict = {}
    import json  # here, as most programs save and load nothing

    structure = np.array(json.dumps(_described(obj, "", arrays)))
    with nullcontext(f) if hasattr(f, "write") else open(f, "wb") as file:
        np.savez(file, **{_STRUCTURE: structure}, **arrays)


def _described(obj, path: str, arrays: dict):
    """`obj` in JSON; its tensors go to `arrays`, and leave their names."""
    if type(obj) in _PLAIN or isinstance(obj, np.generic):
        return obj.item() if isinstance(obj, np.generic) else obj
    if isinstance(obj, Tensor):
        name = path[1:] or "tensor"
        while name in arrays or name == _STRUCTURE:
            name += "_"
        arrays[name] = np.asarray(obj._value)
        kind = "parameter" if isinstance(obj, Parameter) else "tensor"
        return {kind: name, "requires_grad": obj.requires_grad}
    if isinstance(obj, dict):
        kind = "ordered" if isinstance(obj, OrderedDict) else "dict"
        for key in obj:
            refuse_if(type(key) not in _PLAIN, "not_saved", "A key", key)
        return {kind: [[k, _described(v, f"{path}/{k}", arrays)] for k, v in obj.items()]}
    if type(obj) in (list, tuple):
        items = [_described(item, f"{path}/{i}", arrays) for i, item in enumerate(obj)]
        return {type(obj).__name__: items}
    raise error("not_saved", "An object", obj)


def load(f, map_location=None, *, weights_only: bool = True):
    """Read what ``save`` wrote, or any .npz file as a dict of tensors.

    Files with pickles inside, PyTorch's own among them, are refused.
    """
    import json
    import zipfile

    try:
        archive = np.load(f, allow_pickle=False)
        if isinstance(archive, np.ndarray):  # a .npy file
            return _tensor(archive)
        with archive:
            is_pytorchs = any(name.endswith((".pkl", "/version")) for name in archive.files)
            refuse_if(is_pytorchs, "not_plain_arrays")
            arrays = {name: archive[name] for name in archive.files}
    except (ValueError, zipfile.BadZipFile, EOFError) as damaged:  # or of Python objects
        raise error("not_plain_arrays") from damaged
    if _STRUCTURE not in arrays:
        return {name: _tensor(array) for name, array in arrays.items()}
    return _rebuilt(json.loads(str(arrays[_STRUCTURE])), arrays)


def _tensor(array: np.ndarray) -> Tensor:
    return wrap(array[()] if array.ndim else array.reshape(()), from_numpy_dtype(array.dtype))


def _rebuilt(described, arrays: dict):
    if not isinstance(described, dict):
        return described
    ((kind, value), *_) = described.items()
    if kind == "parameter":
        return Parameter(_tensor(arrays[value]), described["requires_grad"])
    if kind == "tensor":
        return _tensor(arrays[value]).requires_grad_(described["requires_grad"])
    if kind in ("dict", "ordered"):
        pairs = [(key, _rebuilt(item, arrays)) for key, item in value]
        return OrderedDict(pairs) if kind == "ordered" else dict(pairs)
    items = [_rebuilt(item, arrays) for item in value]
    return tuple(items) if kind == "tuple" else items
