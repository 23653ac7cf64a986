"""The namespace `minigrad.utils.data`: data sets, and batches in order or shuffled."""

import math
from collections.abc import Iterator, Mapping
from itertools import islice

import numpy as np

from ..engine.dtypes import float64
from ..engine.tensor import Tensor, wrap
from ..messages.errors import error, warn
from ..ops.joining import stack
from ..values import random
from ..values.creation import as_tensor, tensor

__all__ = [
    "DataLoader",
    "Dataset",
    "Subset",
    "TensorDataset",
    "default_collate",
    "random_split",
]


class Dataset:
    """The base class of data sets. Subclasses define ``__getitem__`` and ``__len__``."""

    def __getitem__(self, index):
        raise error("no_getitem")


class TensorDataset(Dataset):
    """A data set in which sample i is the tuple of the tensors' entries at index i.

    All tensors must have the same length.

    >>> import minigrad as mg
    >>> data = mg.utils.data.TensorDataset(mg.arange(3), mg.zeros(3))
    >>> data[1]
    (tensor(1), tensor(0.))
    """

    def __init__(self, *tensors) -> None:
        sizes = [t.size(0) for t in tensors]
        if len(set(sizes)) > 1:
            raise error("dataset_sizes", sizes)
        self.tensors = tensors

    def __getitem__(self, index) -> tuple:
        return tuple(t[index] for t in self.tensors)

    def __len__(self) -> int:
        return self.tensors[0].size(0)


class Subset(Dataset):
    """The samples of another data set at the given indices."""

    def __init__(self, dataset, indices) -> None:
        self.dataset, self.indices = dataset, indices

    def __getitem__(self, index):
        return self.dataset[self.indices[index]]

    def __len__(self) -> int:
        return len(self.indices)


def random_split(dataset, lengths, generator=None) -> list:
    """Randomly split a data set into subsets of the given lengths or fractions of the whole."""
    total, counts = len(dataset), list(lengths)
    if math.isclose(sum(lengths), 1) and sum(lengths) <= 1:
        for i, fraction in enumerate(lengths):
            if not 0 <= fraction <= 1:
                raise error("fraction", i)
        counts = [math.floor(total * fraction) for fraction in lengths]
        for i in range(total - sum(counts)):
            counts[i % len(counts)] += 1
        for i in (i for i, n in enumerate(counts) if n == 0):
            warn("zero_split", i)
    if sum(counts) != total:
        raise error("split_lengths", counts, sum(counts), total)
    order = iter(random.randperm(generator, sum(counts)).tolist())
    return [Subset(dataset, list(islice(order, n))) for n in counts]


def default_collate(batch):
    """Combine samples into a batch: stack tensors, collect numbers, and recurse into containers."""
    first = batch[0]
    if isinstance(first, Tensor):
        return stack(batch)
    if isinstance(first, np.ndarray | np.generic):
        return stack([as_tensor(np.asarray(sample)) for sample in batch])
    if isinstance(first, int | float):
        return tensor(batch, dtype=float64 if isinstance(first, float) else None)
    if isinstance(first, str):
        return batch
    if isinstance(first, Mapping):
        return {key: default_collate([sample[key] for sample in batch]) for key in first}
    if isinstance(first, tuple | list):
        if any(len(sample) != len(first) for sample in batch):
            raise error("uneven_samples")
        parts = [default_collate(part) for part in zip(*batch, strict=True)]
        return type(first)(*parts) if hasattr(first, "_fields") else parts
    raise error("collate_type", type(first))


class DataLoader:
    """Iterate over a data set in batches. With ``shuffle``, each pass uses a new random order.

    A batch from a ``TensorDataset`` is a list with one tensor for each tensor in the data set. The
    last batch may be smaller, unless you set ``drop_last``.

    >>> import minigrad as mg
    >>> data = mg.utils.data.TensorDataset(mg.tensor([0.5, 1.5, 2.5]), mg.tensor([7, 8, 9]))
    >>> for x, y in mg.utils.data.DataLoader(data, batch_size=2):
    ...     print(x, y)
    tensor([0.5000, 1.5000]) tensor([7, 8])
    tensor([2.5000]) tensor([9])
    """

    def __init__(
        self,
        dataset,
        batch_size: int = 1,
        shuffle: bool | None = None,
        sampler=None,
        batch_sampler=None,
        num_workers: int = 0,
        collate_fn=None,
        pin_memory: bool = False,
        drop_last: bool = False,
        timeout: float = 0,
        worker_init_fn=None,
        multiprocessing_context=None,
        generator=None,
        *,
        prefetch_factor: int | None = None,
        persistent_workers: bool = False,
        pin_memory_device: str = "",
        in_order: bool = True,
    ) -> None:
        # There's one process, so the options of worker processes have no effect.
        if sampler is not None and shuffle:
            raise error("sampler_and_shuffle")
        if batch_sampler is not None and (batch_size != 1 or shuffle or sampler or drop_last):
            raise error("batch_sampler_alone")
        if type(batch_size) is not int or batch_size <= 0:
            raise error("batch_size", batch_size)
        if shuffle and len(dataset) == 0:
            raise error("empty_shuffle")
        self.dataset, self.sampler, self.batch_size = dataset, sampler, batch_size
        self.shuffle, self.drop_last, self.generator = bool(shuffle), drop_last, generator
        self.batch_sampler, self.num_workers = batch_sampler, num_workers
        self.pin_memory, self.timeout, self.worker_init_fn = pin_memory, timeout, worker_init_fn
        self.collate_fn = default_collate if collate_fn is None else collate_fn

    def __iter__(self) -> Iterator:
        # At the start of every pass, PyTorch draws a seed for its worker processes.
        _draw_seed(self.generator)
        return self._batches()

    def _batches(self) -> Iterator:
        at_once = self.collate_fn is default_collate and type(self.dataset) is TensorDataset
        for batch in self._indices() if self.batch_sampler is None else self.batch_sampler:
            if at_once and not any(t.requires_grad for t in self.dataset.tensors):
                yield self._rows(batch)  # one sample at a time would take 16 times as long
            else:
                yield self.collate_fn([self.dataset[i] for i in batch])

    def _indices(self) -> Iterator:
        """Iterate over the lists of indices, one for each batch."""
        order = iter(self._order())
        while batch := list(islice(order, self.batch_size)):
            if len(batch) == self.batch_size or not self.drop_last:
                yield batch

    def _rows(self, batch: list) -> list:
        tensors = self.dataset.tensors
        if self.sampler is not None or self.batch_sampler is not None:
            return [t[list(batch)] for t in tensors]
        rows = np.array(batch)  # we chose these indices ourselves, so they're in range
        return [wrap(t._value.take(rows, 0), t._dtype) for t in tensors]

    def _order(self) -> Iterator:
        if self.sampler is not None:
            yield from self.sampler
        elif not self.shuffle:
            yield from range(len(self.dataset))
        else:
            stream = self.generator or random.Generator().manual_seed(_draw_seed())
            yield from random.randperm(stream, len(self.dataset)).tolist()
            # PyTorch draws a second order, though it doesn't use it.
            random.randperm(stream, len(self.dataset))

    def __len__(self) -> int:
        if self.batch_sampler is not None:
            return len(self.batch_sampler)
        n = len(self.dataset if self.sampler is None else self.sampler)
        return n // self.batch_size if self.drop_last else math.ceil(n / self.batch_size)


def _draw_seed(generator: random.Generator | None = None) -> int:
    """Draw a random seed below 2⁶³."""
    return int(random.stream_of(generator).long_words(1)[0]) % 2**63
