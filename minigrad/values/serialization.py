"""Saving and loading, in NumPy's own format: a .npz archive of plain arrays.

Tensors become arrays under readable names ("weight", "model/0.bias"), which `numpy.load` shows to
anyone. How they are nested, and what is no tensor, is one more entry: text in JSON. Nothing is
ever unpickled, so a file from a stranger can do no harm.
"""

import math
import os
from collections import OrderedDict
from contextlib import nullcontext
from io import BytesIO

import numpy as np

from ..engine.dtypes import from_numpy_dtype
from ..engine.tensor import Tensor, wrap
from ..messages.errors import error
from .parameter import Parameter

_STRUCTURE = "structure.json"
_PLAIN = (bool, int, float, str, type(None))


def save(obj, f) -> None:
    """Write a tensor, or dicts, lists and tuples of tensors, numbers and text, to a file.

    ``f`` is a path or an open file. To read it: ``minigrad.load``. What stood at the path before
    stays until the new file is whole.
    """
    import json  # here, as most programs save and load nothing

    arrays: dict = {}
    arrays[_STRUCTURE] = np.array(json.dumps(_described(obj, "", arrays)))
    if hasattr(f, "write"):
        f.write(_archive(arrays))
        return
    path = os.path.realpath(f)
    beside = f"{path}.{os.getpid()}.part"
    try:
        with open(beside, "xb") as file:
            file.write(_archive(arrays))
        os.replace(beside, path)
    except BaseException:
        if os.path.exists(beside):
            os.remove(beside)
        raise


def _archive(arrays: dict) -> bytes:
    """The arrays as `numpy.savez` writes them, whatever their names."""
    import zipfile

    content = BytesIO()
    with zipfile.ZipFile(content, "w", allowZip64=True) as archive:
        for name, array in arrays.items():
            with archive.open(f"{name}.npy", "w", force_zip64=True) as entry:
                np.lib.format.write_array(entry, array, allow_pickle=False)
    return content.getvalue()


def _described(obj, path: str, arrays: dict):
    """`obj` in JSON; its tensors go to `arrays`, and leave their names."""
    if type(obj) in _PLAIN or isinstance(obj, np.generic):
        return obj.item() if isinstance(obj, np.generic) else obj
    if isinstance(obj, Tensor):
        name = path[1:].replace("\0", "_").encode("utf-8", "replace").decode() or "tensor"
        while name in arrays or name == _STRUCTURE:
            name += "_"
        arrays[name] = np.asarray(obj._value)
        kind = "parameter" if isinstance(obj, Parameter) else "tensor"
        return {kind: name, "requires_grad": obj.requires_grad}
    if isinstance(obj, dict):
        kind = "ordered" if isinstance(obj, OrderedDict) else "dict"
        for key in obj:
            if type(key) not in _PLAIN:
                raise error("not_saved", "A key", key)
        return {kind: [[k, _described(v, f"{path}/{k}", arrays)] for k, v in obj.items()]}
    if type(obj) in (list, tuple):
        items = [_described(item, f"{path}/{i}", arrays) for i, item in enumerate(obj)]
        return {type(obj).__name__: items}
    raise error("not_saved", "An object", obj)


def load(f, map_location=None, *, weights_only: bool = True):
    """Read what ``save`` wrote, or any .npz file as a dict of tensors.

    Files with pickles inside, PyTorch's own among them, are refused, and so is what is damaged.
    """
    with nullcontext(f) if hasattr(f, "read") else open(f, "rb") as file:
        content = file.read()
    try:
        if content.startswith(_NPY):
            arrays, structure = _array(content), None
        else:
            arrays, structure = _arrays(content)
            if structure is not None:
                return _rebuilt(structure, arrays)
    except Exception as damaged:  # whatever a broken file leads to
        raise error("not_plain_arrays") from damaged
    if isinstance(arrays, np.ndarray):
        return _tensor(arrays)
    return {name: _tensor(array) for name, array in arrays.items()}


_NPY = b"\x93NUMPY"


def _arrays(content: bytes) -> tuple:
    """The arrays of an archive, by name; and what its structure says, None without one."""
    import json
    import zipfile

    arrays = {}
    with zipfile.ZipFile(BytesIO(content)) as archive:
        for name in archive.namelist():
            if not name.endswith(".npy"):
                raise ValueError(name)
            arrays[name.removesuffix(".npy")] = _array(archive.read(name))
    structure = arrays.pop(_STRUCTURE, None)
    return arrays, None if structure is None else json.loads(str(structure))


def _array(content: bytes) -> np.ndarray:
    """The array of a .npy file; nothing is allocated that the file does not hold."""
    stream = BytesIO(content)
    version = np.lib.format.read_magic(stream)
    headers = np.lib.format.read_array_header_1_0, np.lib.format.read_array_header_2_0
    shape, is_fortran, dtype = headers[(1, 2).index(version[0])](stream)
    data = content[stream.tell() :]
    if dtype.hasobject or len(data) != math.prod(shape) * dtype.itemsize:
        raise ValueError(shape, dtype)
    flat = np.frombuffer(data, dtype).copy()
    return flat.reshape(shape, order="F" if is_fortran else "C")


def _tensor(array: np.ndarray) -> Tensor:
    return wrap(array[()] if array.ndim else array.reshape(()), from_numpy_dtype(array.dtype))


def _rebuilt(described, arrays: dict):
    """What was saved; raises of any kind if that cannot be."""
    if not isinstance(described, dict):
        if type(described) not in _PLAIN:
            raise TypeError(described)
        return described
    ((kind, value), *flag) = described.items()
    if kind in ("parameter", "tensor"):
        ((_, requires_grad),) = flag
        if not isinstance(requires_grad, bool):
            raise TypeError(requires_grad)
        if kind == "parameter":
            return Parameter(_tensor(arrays[value]), requires_grad)
        return _tensor(arrays[value]).requires_grad_(requires_grad)
    if flag:
        raise ValueError(flag)
    if kind in ("dict", "ordered"):
        return _DICTS[kind]((key, _rebuilt(item, arrays)) for key, item in value)
    return _LISTS[kind](_rebuilt(item, arrays) for item in value)


_DICTS: dict = {"dict": dict, "ordered": OrderedDict}
_LISTS: dict = {"list": list, "tuple": tuple}
