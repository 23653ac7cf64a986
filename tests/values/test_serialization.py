"""Tests for saving and loading: nothing is lost, files are portable, and nothing is unpickled."""

import contextlib
import io
import math
import pickle
import zipfile
from collections import OrderedDict
from typing import Any

import numpy as np
import pytest

import minigrad as mg


def saved(obj) -> io.BytesIO:
    file = io.BytesIO()
    mg.save(obj, file)
    file.seek(0)
    return file


def reloaded(obj):
    return mg.load(saved(obj))


@pytest.mark.parametrize("dtype", [mg.float32, mg.float64, mg.int64, mg.int32, mg.bool])
@pytest.mark.parametrize("shape", [(), (3,), (0, 2), (2, 2)])
def test_a_tensor_is_restored_unchanged(dtype, shape):
    x = mg.ones(shape, dtype=dtype)
    y = reloaded(x)
    assert y.dtype == dtype
    assert y.shape == shape
    assert y.tolist() == x.tolist()


def test_flags_and_parameters_are_restored():
    assert reloaded(mg.ones(1, requires_grad=True)).requires_grad
    frozen = reloaded(mg.nn.Parameter(mg.ones(1), requires_grad=False))
    assert isinstance(frozen, mg.nn.Parameter)
    assert not frozen.requires_grad


def test_nested_containers_are_restored():
    obj = {
        "model": OrderedDict(weight=mg.ones(2)),
        "epoch": 3,
        "loss": 0.1,
        "best": math.inf,
        "name": "run",
        "done": False,
        "nothing": None,
        7: [mg.zeros(1), (1, 2.5)],
    }
    back = reloaded(obj)
    assert list(back) == list(obj)
    assert type(back["model"]) is OrderedDict
    assert back["model"]["weight"].tolist() == [1, 1]
    assert {k: v for k, v in back.items() if k not in ("model", 7)} == {
        k: v for k, v in obj.items() if k not in ("model", 7)
    }
    assert back[7][1] == (1, 2.5)


@pytest.mark.parametrize("dtype", [mg.uint8, mg.int8, mg.int16])
def test_a_state_dict_keeps_the_dtype_and_values_of_small_integers(dtype):
    values = [np.iinfo(dtype.numpy).min, 3, np.iinfo(dtype.numpy).max]
    model, other = mg.nn.Module(), mg.nn.Module()
    model.register_buffer("levels", mg.tensor(values, dtype=dtype))
    other.register_buffer("levels", mg.zeros(3, dtype=dtype))
    state = reloaded(model.state_dict())
    other.load_state_dict(state)
    for levels in (state["levels"], other.levels):
        assert (levels.dtype, levels.tolist()) == (dtype, values)


def test_a_file_is_saved_under_exactly_the_given_name(tmp_path):
    mg.save(mg.ones(1), tmp_path / "weights.pt")
    assert [file.name for file in tmp_path.iterdir()] == ["weights.pt"]
    assert mg.load(str(tmp_path / "weights.pt")).tolist() == [1]


def test_numpy_reads_the_arrays():
    with np.load(saved({"model": {"weight": mg.ones(2)}}), allow_pickle=False) as arrays:
        assert arrays["model/weight"].tolist() == [1, 1]


def test_entries_with_the_same_name_stay_separate():
    back = reloaded({"a/b": mg.zeros(1), "a": {"b": mg.ones(1)}, "structure.json": mg.ones(2)})
    assert back["a/b"].tolist() == [0]
    assert back["a"]["b"].tolist() == [1]
    assert back["structure.json"].tolist() == [1, 1]


def test_three_entries_with_the_same_name_stay_separate():
    back = reloaded({"a/b": mg.zeros(1), "a": {"b": mg.ones(1)}, "a/b_": mg.full((1,), 2.0)})
    assert [back["a/b"].item(), back["a"]["b"].item(), back["a/b_"].item()] == [0, 1, 2]
    same = {"a": {"b": {"c": mg.zeros(1)}}, "a/b": {"c": mg.ones(1)}, "a/b/c": mg.full((1,), 2.0)}
    back = reloaded(same)
    assert back["a"]["b"]["c"].item() == 0
    assert back["a/b"]["c"].item() == 1
    assert back["a/b/c"].item() == 2


def test_any_archive_of_arrays_loads_as_a_dict():
    file = io.BytesIO()
    np.savez(file, x=np.arange(3))
    file.seek(0)
    assert mg.load(file)["x"].tolist() == [0, 1, 2]


class Trap:
    opened = False

    def __reduce__(self):
        return (setattr, (Trap, "opened", True))


def _pickle() -> io.BytesIO:
    return io.BytesIO(pickle.dumps(Trap()))


def _pytorch_file() -> io.BytesIO:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("archive/data.pkl", pickle.dumps(Trap()))
        archive.writestr("archive/version", "3")
    file.seek(0)
    return file


def _array_of_objects() -> io.BytesIO:
    file = io.BytesIO()
    np.savez(file, x=np.array([Trap()], dtype=object))
    file.seek(0)
    return file


@pytest.mark.parametrize("make", [_pickle, _pytorch_file, _array_of_objects])
def test_pickles_are_rejected_unopened(make):
    with pytest.raises(pickle.UnpicklingError, match="Weights only load failed"):
        mg.load(make())
    assert not Trap.opened


@pytest.mark.parametrize("obj", [mg.nn.ReLU(), {"f": len}, {(1, 2): 3}, {1, 2}])
def test_unsavable_objects_are_rejected_before_the_file_is_created(obj, tmp_path):
    with pytest.raises(TypeError, match="cannot be saved"):
        mg.save(obj, tmp_path / "file.npz")
    assert not list(tmp_path.iterdir())


def test_a_missing_file_raises_file_not_found(tmp_path):
    with pytest.raises(FileNotFoundError):
        mg.load(tmp_path / "absent.npz")


@pytest.mark.parametrize(
    "name", ["file", "allow_pickle", "a/b", "../up", "", "null\0byte", "\ud800"]
)
def test_an_entry_may_have_any_name(name, tmp_path):
    path = tmp_path / "state.npz"
    mg.save({name: mg.ones(2)}, path)
    assert mg.load(path)[name].tolist() == [1, 1]
    assert [p.name for p in tmp_path.iterdir()] == ["state.npz"]


def archive(structure: str, **arrays) -> io.BytesIO:
    file = io.BytesIO()
    np.savez(file, **{"structure.json": np.array(structure)}, **arrays)
    file.seek(0)
    return file


@pytest.mark.parametrize(
    "structure",
    [
        '{"exec": [1, 2]}',
        '{"tensor": "missing", "requires_grad": false}',
        '{"tensor": "x"}',
        '{"tensor": "x", "requires_grad": 3}',
        '{"dict": 3}',
        '{"dict": [[1]]}',
        '{"list": null}',
        '{"list": "abc"}',
        '{"tuple": {"list": []}}',
        '{"dict": ["ab"]}',
        '{"dict": [{"list": [], "tuple": []}]}',
        "[1, 2]",
        "{}",
        "{",
        '{"list": [' * 100_000,
    ],
)
def test_a_structure_that_save_never_writes_is_rejected(structure):
    with pytest.raises(pickle.UnpicklingError, match="it's damaged"):
        mg.load(archive(structure, x=np.ones(2, np.float32)))


def test_a_header_is_verified():
    file = io.BytesIO()
    header = {"descr": "<f4", "fortran_order": False, "shape": (10**12,)}
    np.lib.format.write_array_header_1_0(file, header)
    for content in (file.getvalue(), file.getvalue() + bytes(8)):
        with pytest.raises(pickle.UnpicklingError, match="it's damaged"):
            mg.load(io.BytesIO(content))


def test_a_corrupted_byte_is_rejected_or_harmless():
    content = saved({"w": mg.ones(3), "epoch": 3}).getvalue()
    for place in range(0, len(content), 3):
        wrong = content[:place] + bytes([content[place] ^ 0xFF]) + content[place + 1 :]
        for damaged in (wrong, content[:place]):
            with contextlib.suppress(pickle.UnpicklingError):  # or the byte is unused
                assert mg.load(io.BytesIO(damaged))["w"].tolist() == [1, 1, 1]


def test_a_tensor_that_appears_three_times_is_stored_once_and_restored_as_one_tensor():
    w = mg.nn.Parameter(mg.ones(1000))
    file = saved({"a": w, "b": [w, w]})
    with np.load(file) as arrays:
        assert sorted(arrays.files) == ["a", "structure.json"]
    file.seek(0)
    back = mg.load(file)
    assert back["a"] is back["b"][0] is back["b"][1]
    assert isinstance(back["a"], mg.nn.Parameter)


def test_equal_tensors_stay_separate():
    back = reloaded([mg.ones(1), mg.ones(1)])
    assert back[0] is not back[1]


def _itself_in_a_dict():
    d: dict[str, Any] = {"w": mg.ones(1)}
    d["again"] = d
    return d


def _itself_in_a_list():
    items: list[Any] = [mg.ones(1)]
    items.append({"more": (items,)})
    return items


@pytest.mark.parametrize("make", [_itself_in_a_dict, _itself_in_a_list])
def test_a_container_that_contains_itself_is_rejected(make, tmp_path):
    with pytest.raises(ValueError, match="that contains itself cannot be saved"):
        mg.save(make(), tmp_path / "file.npz")
    assert not list(tmp_path.iterdir())


def test_a_container_that_appears_twice_is_saved_twice():
    shared = [1]
    assert reloaded([shared, shared, (shared,)]) == [[1], [1], ([1],)]


def compressed(content: bytes) -> io.BytesIO:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("x.npy", content)
    file.seek(0)
    return file


def test_an_archive_that_decompresses_to_too_much_is_rejected_unopened(monkeypatch):
    def inflated(*args, **named):
        raise AssertionError("an entry was opened")

    content = compressed(bytes(1000)).getvalue()
    at = content.index(b"PK\x01\x02") + 24  # the size in the archive's directory
    lying = content[:at] + (2**31).to_bytes(4, "little") + content[at + 4 :]
    monkeypatch.setattr(zipfile.ZipFile, "open", inflated)
    with pytest.raises(pickle.UnpicklingError) as refused:
        mg.load(io.BytesIO(lying))
    assert str(refused.value.__cause__) == str(2**31)


def test_a_compressed_archive_of_arrays_loads():
    file = io.BytesIO()
    np.savez_compressed(file, x=np.zeros((300, 300)), y=np.asfortranarray([[1, 2], [3, 4]]))
    file.seek(0)
    back = mg.load(file)
    assert back["x"].shape == (300, 300)
    assert back["y"].tolist() == [[1, 2], [3, 4]]


def test_an_array_in_another_byte_order_loads_and_an_unsupported_dtype_is_named():
    def loaded(dtype: str):
        file = io.BytesIO()
        np.savez(file, x=np.array([1, 2], dtype))
        file.seek(0)
        return mg.load(file)

    for dtype in (">f4", "<f4"):
        back = loaded(dtype)["x"]
        assert (back.tolist(), back.dtype) == ([1, 2], mg.float32)
        assert (back + 1).numpy().dtype.isnative
    with pytest.raises(TypeError, match=r"convert np.ndarray of type numpy.uint32. The only supp"):
        loaded("uint32")
