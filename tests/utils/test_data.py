"""Tests for datasets and loaders: batches, and an order that matches PyTorch's for each seed."""

import numpy as np
import pytest

import minigrad as mg
from minigrad.utils.data import DataLoader, Dataset, Subset, TensorDataset, random_split


def order(loader):
    return [batch.tolist() for batch in loader]


def test_a_loader_iterates_over_the_data_in_order():
    loader = DataLoader(mg.arange(5), batch_size=2)
    assert order(loader) == [[0, 1], [2, 3], [4]]
    assert len(loader) == 3
    dropping = DataLoader(mg.arange(5), batch_size=2, drop_last=True)
    assert order(dropping) == [[0, 1], [2, 3]]
    assert len(dropping) == 2


@pytest.mark.parametrize("samples", range(8))
@pytest.mark.parametrize("drop_last", [False, True])
def test_the_length_of_a_loader_is_the_number_of_its_batches(samples, drop_last):
    loader = DataLoader([0] * samples, batch_size=3, drop_last=drop_last)
    assert len(loader) == len(list(loader))


@pytest.mark.parametrize(
    ("seed", "first", "second", "after"),
    [
        (0, [[6, 7, 1, 4], [2, 0, 9, 8], [3, 5]], [[2, 4, 7, 0], [8, 9, 5, 3], [6, 1]], 0.4556),
        (1, [[4, 2, 0, 6], [8, 7, 9, 1], [5, 3]], [[4, 8, 1, 5], [0, 2, 3, 6], [9, 7]], 0.5695),
    ],
)
def test_the_shuffled_order_after_a_seed_agrees_with_pytorch(seed, first, second, after):
    mg.manual_seed(seed)
    loader = DataLoader(mg.arange(10), batch_size=4, shuffle=True)
    assert order(loader) == first
    assert order(loader) == second
    assert mg.rand(1).item() == pytest.approx(after, abs=5e-5)


def test_a_separate_generator_shuffles_as_in_pytorch():
    generator = mg.Generator().manual_seed(3)
    loader = DataLoader(mg.arange(6), batch_size=6, shuffle=True, generator=generator)
    assert order(loader) == [[1, 3, 2, 0, 4, 5]]
    assert order(loader) == [[0, 5, 1, 3, 4, 2]]


def test_a_tensor_dataset_gives_tuples_and_the_loader_stacks_them():
    data = TensorDataset(mg.arange(4), mg.arange(4) * 2.0)
    assert data[1] == (mg.tensor(1), mg.tensor(2.0))
    assert len(data) == 4
    x, y = next(iter(DataLoader(data, batch_size=3)))
    assert x.tolist() == [0, 1, 2]
    assert y.tolist() == [0, 2, 4]


@pytest.mark.parametrize("options", [{}, {"drop_last": True}, {"shuffle": True}])
def test_fetching_rows_at_once_equals_fetching_them_one_by_one(options):
    tensors = mg.randn(7, 2), mg.arange(7), mg.zeros(7, 0)
    at_once = TensorDataset(*tensors)
    one_by_one = Subset(at_once, range(7))
    batches = []
    for data in (at_once, one_by_one):
        mg.manual_seed(3)
        batches.append(list(DataLoader(data, batch_size=3, **options)))
    for one, other in zip(*batches, strict=True):
        assert [str(t) for t in one] == [str(t) for t in other]
        assert [t.dtype for t in one] == [t.dtype for t in other]


def test_batches_of_tracked_samples_are_stacked():
    x = mg.arange(4.0).requires_grad_()
    (batch,) = next(iter(DataLoader(TensorDataset(x), batch_size=2)))
    assert batch.grad_fn.name() == "StackBackward0"


def test_tensors_in_a_dataset_must_have_the_same_length():
    with pytest.raises(AssertionError, match="Size mismatch between tensors"):
        TensorDataset(mg.ones(2), mg.ones(3))


def test_a_custom_dataset_can_be_loaded():
    class Squares(Dataset):
        def __len__(self):
            return 3

        def __getitem__(self, index):
            return {"x": index, "y": float(index**2), "name": str(index)}

    (batch,) = DataLoader(Squares(), batch_size=3)
    assert batch["x"].tolist() == [0, 1, 2]
    assert batch["y"].dtype == mg.float64
    assert batch["name"] == ["0", "1", "2"]


def test_samples_are_collated_by_type():
    assert [type(part) for part in next(iter(DataLoader([(1, 2.0)])))] == [mg.Tensor, mg.Tensor]
    assert next(iter(DataLoader([np.zeros(2), np.ones(2)], batch_size=2))).tolist() == [
        [0, 0],
        [1, 1],
    ]
    with pytest.raises(TypeError, match="default_collate: batch must contain tensors"):
        next(iter(DataLoader([None])))
    with pytest.raises(RuntimeError, match="each element in list of batch should be of equal size"):
        next(iter(DataLoader([[1], [1, 2]], batch_size=2)))


def test_a_sampler_determines_the_order():
    assert order(DataLoader(mg.arange(3), batch_size=2, sampler=[2, 2, 0])) == [[2, 2], [0]]


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"batch_size": 0}, "batch_size should be a positive integer value, but got batch_size=0"),
        ({"shuffle": True, "sampler": [0]}, "sampler option is mutually exclusive with shuffle"),
    ],
)
def test_options_that_contradict_each_other_are_rejected(options, sentence):
    with pytest.raises(ValueError, match=sentence):
        DataLoader(mg.arange(3), **options)


def test_a_random_split_uses_every_sample():
    mg.manual_seed(1)
    parts = random_split(mg.arange(6), [4, 2])
    assert [part.indices for part in parts] == [[1, 5, 2, 0], [3, 4]]
    assert [len(part) for part in random_split(mg.arange(10), [0.75, 0.25])] == [8, 2]
    # Each of the first parts gets one of the samples that are left over.
    assert [len(part) for part in random_split(mg.arange(11), [1 / 3] * 3)] == [4, 4, 3]
    with pytest.raises(ValueError, match="Sum of input lengths does not equal the length"):
        random_split(mg.arange(3), [1, 1])


@pytest.mark.parametrize("shuffle", [False, True])
def test_changing_a_batch_leaves_the_data_unchanged(shuffle):
    data = mg.zeros(4)
    for (batch,) in DataLoader(TensorDataset(data), batch_size=2, shuffle=shuffle):
        batch.add_(1)
    assert data.tolist() == [0, 0, 0, 0]


def test_two_loops_over_one_loader_are_independent():
    loader = DataLoader(mg.arange(2))
    pairs = [(first.item(), second.item()) for first, second in zip(loader, loader, strict=True)]
    assert pairs == [(0, 0), (1, 1)]
