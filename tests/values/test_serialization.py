"""Saving and loading: nothing is lost, anyone can read it, and no pickle is opened."""

import io
import math
import pickle
import zipfile
from collections import OrderedDict

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
def test_a_tensor_comes_back_as_it_was(dtype, shape):
    x = mg.ones(shape, dtype=dtype)
    y = reloaded(x)
    assert y.dtype == dtype
    assert y.shape == shape
    assert y.tolist() == x.tolist()


def test_flags_and_parameters_come_back():
    assert reloaded(mg.ones(1, requires_grad=True)).requires_grad
    frozen = reloaded(mg.nn.Parameter(mg.ones(1), requires_grad=False))
    assert isinstance(frozen, mg.nn.Parameter)
    assert not frozen.requires_grad


def test_nested_containers_come_back():
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


def test_a_model_and_its_optimizer_go_on_from_a_file(tmp_path):
    model = mg.nn.Linear(2, 1)
    optimizer = mg.optim.Adam(model.parameters(), lr=0.1)
    model(mg.ones(2)).sum().backward()
    optimizer.step()
    path = tmp_path / "checkpoint.npz"
    mg.save({"model": model.state_dict(), "optimizer": optimizer.state_dict()}, path)

    other = mg.nn.Linear(2, 1)
    resumed = mg.optim.Adam(other.parameters())
    checkpoint = mg.load(path)
    other.load_state_dict(checkpoint["model"])
    resumed.load_state_dict(checkpoint["optimizer"])
    for each, step in ((model, optimizer), (other, resumed)):
        each.zero_grad()
        each(mg.ones(2)).sum().backward()
        step.step()
    assert other.weight.tolist() == model.weight.tolist()


def test_a_file_keeps_its_name(tmp_path):
    mg.save(mg.ones(1), tmp_path / "weights.pt")
    assert [file.name for file in tmp_path.iterdir()] == ["weights.pt"]
    assert mg.load(str(tmp_path / "weights.pt")).tolist() == [1]


def test_numpy_reads_the_arrays():
    with np.load(saved({"model": {"weight": mg.ones(2)}}), allow_pickle=False) as arrays:
        assert arrays["model/weight"].tolist() == [1, 1]


def test_entries_of_the_same_name_stay_apart():
    back = reloaded({"a/b": mg.zeros(1), "a": {"b": mg.ones(1)}, "structure.json": mg.ones(2)})
    assert back["a/b"].tolist() == [0]
    assert back["a"]["b"].tolist() == [1]
    assert back["structure.json"].tolist() == [1, 1]


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
def test_pickles_are_refused_unopened(make):
    with pytest.raises(pickle.UnpicklingError, match="Weights only load failed"):
        mg.load(make())
    assert not Trap.opened


@pytest.mark.parametrize("obj", [mg.nn.ReLU(), {"f": len}, {(1, 2): 3}, {1, 2}])
def test_what_cannot_be_saved_is_refused_before_the_file_is_made(obj, tmp_path):
    with pytest.raises(TypeError, match="cannot be saved"):
        mg.save(obj, tmp_path / "file.npz")
    assert not list(tmp_path.iterdir())


def test_a_missing_file_is_missing(tmp_path):
    with pytest.raises(FileNotFoundError):
        mg.load(tmp_path / "absent.npz")
