"""Saving and loading, in NumPy's own format: a .npz archive of plain arrays.

Tensors become arrays with readable names ("weight", "model/0.bias"), which anyone can inspect with
`numpy.load`. An additional entry, a JSON string, stores their nesting and everything that isn't a
tensor. Nothing is ever unpickled, so even an untrusted file can't run code.
"""

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

# Reject an archive that unpacks to more bytes than this and to more than this many times its size.
_INFLATED = 2**28
_INFLATED_TIMES = 100


def save(obj, f) -> None:
    """Write a tensor, or nested containers of tensors, numbers, and text, to a file.

    ``f`` is a path or an open file. Read the file with ``minigrad.load``.
    """
    import json  # imported here, because most programs don't save or load anything

    arrays: dict = {}
    arrays[_STRUCTURE] = np.array(json.dumps(_Description(arrays).of(obj)))
    content = _archive(arrays)  # before opening the file, because what can't be saved raises here
    with nullcontext(f) if hasattr(f, "write") else open(f, "wb") as file:
        file.write(content)


def _archive(arrays: dict) -> bytes:
    """Return the bytes that `numpy.savez` would write, but allow arbitrary array names."""
    import zipfile

    content = BytesIO()
    with zipfile.ZipFile(content, "w", allowZip64=True) as archive:
        for name, array in arrays.items():
            with archive.open(f"{name}.npy", "w", force_zip64=True) as entry:
                np.lib.format.write_array(entry, array, allow_pickle=False)
    return content.getvalue()


class _Description:
    """A JSON description of objects, which collects their tensors under readable names."""

    def __init__(self, arrays: dict) -> None:
        self.arrays = arrays
        self.names: dict[int, str] = {}  # the names of the tensors found so far, by id()
        self.open: set[int] = set()  # the ids of the containers around the current object

    def of(self, obj, path: str = ""):
        if type(obj) in _PLAIN or isinstance(obj, np.generic):
            return obj.item() if isinstance(obj, np.generic) else obj
        if isinstance(obj, Tensor):
            kind = "parameter" if isinstance(obj, Parameter) else "tensor"
            return {kind: self._name(obj, path), "requires_grad": obj.requires_grad}
        if not isinstance(obj, dict) and type(obj) not in (list, tuple):
            raise error("not_saved", "An object", obj)
        if id(obj) in self.open:
            raise error("saved_in_itself", obj)
        self.open.add(id(obj))
        described = self._container(obj, path)
        self.open.remove(id(obj))
        return described

    def _name(self, tensor: Tensor, path: str) -> str:
        """Return the name of the tensor's array, after storing the array if it's new."""
        if id(tensor) not in self.names:
            name = path[1:].replace("\0", "_").encode("utf-8", "replace").decode() or "tensor"
            while name in self.arrays or name == _STRUCTURE:
                name += "_"
            self.arrays[name] = np.asarray(tensor._value)
            self.names[id(tensor)] = name
        return self.names[id(tensor)]

    def _container(self, obj, path: str) -> dict:
        if not isinstance(obj, dict):
            items = [self.of(item, f"{path}/{i}") for i, item in enumerate(obj)]
            return {type(obj).__name__: items}
        for key in obj:
            if type(key) not in _PLAIN:
                raise error("not_saved", "A key", key)
        kind = "ordered" if isinstance(obj, OrderedDict) else "dict"
        return {kind: [[key, self.of(item, f"{path}/{key}")] for key, item in obj.items()]}


def load(f, map_location=None, *, weights_only: bool = True):
    """Read a file written by ``save``, or any .npz file as a dict of tensors.

    Damaged files are rejected, and so are files that contain pickles, including PyTorch's own.
    """
    with nullcontext(f) if hasattr(f, "read") else open(f, "rb") as file:
        content = file.read()
    try:
        loaded, structure = _arrays(content)
        if structure is not None:
            return _Rebuilding(loaded).of(structure)
    except Exception as damaged:  # a broken file can lead to any error
        raise error("not_plain_arrays") from damaged
    return {name: _tensor(array) for name, array in loaded.items()}


def _arrays(content: bytes) -> tuple:
    """Return a dict of an archive's arrays, and the archive's description, if it has one."""
    import json
    import zipfile

    arrays = {}
    with zipfile.ZipFile(BytesIO(content)) as archive:
        entries = archive.infolist()
        inflated = sum(entry.file_size for entry in entries)
        if inflated > max(_INFLATED, _INFLATED_TIMES * len(content)):
            raise ValueError(inflated)
        for entry in entries:
            if not entry.filename.endswith(".npy"):
                raise ValueError(entry.filename)
            with archive.open(entry) as stream:
                arrays[entry.filename.removesuffix(".npy")] = _array(stream)
    structure = arrays.pop(_STRUCTURE, None)
    return arrays, None if structure is None else json.loads(str(structure))


def _array(stream) -> np.ndarray:
    """Load an array from a .npy file, in this machine's byte order."""
    array = np.lib.format.read_array(stream, allow_pickle=False)
    return array.astype(array.dtype.newbyteorder("="), copy=False)


def _tensor(array: np.ndarray) -> Tensor:
    return wrap(array[()] if array.ndim else array.reshape(()), from_numpy_dtype(array.dtype))


class _Rebuilding:
    """A builder of objects from a description. An invalid description can raise any error."""

    def __init__(self, arrays: dict) -> None:
        self.arrays = arrays
        self.tensors: dict = {}

    def of(self, described):
        if not isinstance(described, dict):
            if type(described) not in _PLAIN:
                raise TypeError(described)
            return described
        ((kind, value), *flag) = described.items()
        if kind in ("parameter", "tensor"):
            ((_, requires_grad),) = flag
            return self._tensor(kind, value, requires_grad)
        if flag or not isinstance(value, list):
            raise ValueError(described)
        if kind in ("dict", "ordered"):
            if not all(isinstance(pair, list) for pair in value):
                raise ValueError(described)
            return _DICTS[kind]((key, self.of(item)) for key, item in value)
        return _LISTS[kind](self.of(item) for item in value)

    def _tensor(self, kind: str, name: str, requires_grad: bool) -> Tensor:
        """Return the tensor with the given name. Repeated calls return the same tensor."""
        if not isinstance(requires_grad, bool):
            raise TypeError(requires_grad)
        if name not in self.tensors:
            tensor = _tensor(self.arrays[name])
            if kind == "parameter":
                self.tensors[name] = Parameter(tensor, requires_grad)
            else:
                self.tensors[name] = tensor.requires_grad_(requires_grad)
        return self.tensors[name]


_DICTS: dict = {"dict": dict, "ordered": OrderedDict}
_LISTS: dict = {"list": list, "tuple": tuple}
