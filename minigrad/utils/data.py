"""`minigrad.utils.data`: data sets, and batches of them in order or shuffled."""

import math
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from .. import random
from ..creation import as_tensor, tensor
from ..dtypes import float64
from ..errors import error, refuse_if
from ..ops.joining import stack
from ..tensor import Tensor


class Dataset:
    """Samples by index: a subclass defines ``__getitem__``, and ``__len__``."""

    def __getitem__(self, index) -> Any:
        raise error("no_getitem")


class TensorDataset(Dataset):
    """Sample i is the tuple of the tensors' entries i.

    >>> import minigrad as mg
    >>> data = mg.utils.data.TensorDataset(mg.arange(3), mg.zeros(3))
    >>> data[1]
    (tensor(1), tensor(0.))
    """

    def __init__(self, *tensors) -> None:
        if any(t.size(0) != tensors[0].size(0) for t in tensors):
            raise error("dataset_sizes", [t.size(0) for t in tensors])
        self.tensors = tensors

    def __getitem__(self, index) -> tuple:
        return tuple(t[index] for t in self.tensors)

    def __len__(self) -> int:
        return self.tensors[0].size(0)


class Subset(Dataset):
    """The samples of another data set at some indices."""

    def __init__(self, dataset, indices) -> None:
        self.dataset, self.indices = dataset, indices

    def __getitem__(self, index) -> Any:
        return self.dataset[self.indices[index]]

    def __len__(self) -> int:
        return len(self.indices)


def random_split(dataset, lengths, generator=None) -> list:
    """Subsets of these lengths, or of these fractions of the whole, drawn without repetition."""
    total = len(dataset)
    if math.isclose(sum(lengths), 1) and sum(lengths) <= 1:
        for i, fraction in enumerate(lengths):
            refuse_if(not 0 <= fraction <= 1, "fraction", i)
        counts = [math.floor(total * fraction) for fraction in lengths]
        for i in range(total - sum(counts)):
            counts[i % len(counts)] += 1
    else:
        counts = list(lengths)
    if sum(counts) != total:
        raise error("split_lengths", counts, sum(counts), total)
    order = random.randperm(generator or random.default_generator, total).tolist()
    ends = np.cumsum(counts).tolist()
    return [Subset(dataset, order[end - n : end]) for end, n in zip(ends, counts, strict=True)]


def default_collate(batch: list) -> Any:
    """A list of samples as one: tensors stacked, numbers in a tensor, inside tuples and dicts."""
    first = batch[0]
    if isinstance(first, Tensor):
        return stack(batch)
    if isinstance(first, np.ndarray | np.generic):
        return stack([as_tensor(np.asarray(sample)) for sample in batch])
    if isinstance(first, float):
        return tensor(batch, dtype=float64)
    if isinstance(first, int):
        return tensor(batch)
    if isinstance(first, str):
        return batch
    if isinstance(first, Mapping):
        return {key: default_collate([sample[key] for sample in batch]) for key in first}
    if isinstance(first, tuple | list):
        refuse_if(any(len(sample) != len(first) for sample in batch), "uneven_samples")
        parts = [default_collate(list(part)) for part in zip(*batch, strict=True)]
        if hasattr(first, "_fields"):
            return type(first)(*parts)
        return parts
    raise error("collate_type", type(first))


def default_convert(sample) -> Any:
    """A sample whose arrays are tensors, inside tuples, lists and dicts."""
    if isinstance(sample, np.ndarray | np.generic):
        return as_tensor(np.asarray(sample))
    if isinstance(sample, Mapping):
        return {key: default_convert(value) for key, value in sample.items()}
    if isinstance(sample, tuple) and hasattr(sample, "_fields"):
        return type(sample)(*map(default_convert, sample))
    return list(map(default_convert, sample)) if isinstance(sample, tuple | list) else sample


class DataLoader:
    """Batches of a data set; each pass over it is shuffled anew, if asked.

    >>> import minigrad as mg
    >>> loader = mg.utils.data.DataLoader([1.0, 2.0, 3.0], batch_size=2)
    >>> for batch in loader:
    ...     print(batch)
    tensor([1., 2.], dtype=minigrad.float64)
    tensor([3.], dtype=minigrad.float64)
    """

    def __init__(
        self,
        dataset,
        batch_size: int | None = 1,
        shuffle: bool | None = None,
        sampler=None,
        batch_sampler=None,
        num_workers: int = 0,
        collate_fn=None,
        pin_memory: bool = False,
        drop_last: bool = False,
        timeout: float = 0,
        worker_init_fn=None,
        *,
        generator=None,
    ) -> None:
        refuse_if(num_workers < 0, "negative_workers")
        refuse_if(sampler is not None and shuffle, "sampler_and_shuffle")
        if batch_sampler is not None and (
            batch_size != 1 or shuffle or sampler is not None or drop_last
        ):
            raise error("batch_sampler_and_more")
        refuse_if(batch_size is None and drop_last, "unbatched_drop_last")
        if batch_size is not None and (type(batch_size) is not int or batch_size <= 0):
            raise error("batch_size", batch_size)
        refuse_if(shuffle and len(dataset) == 0, "empty_shuffle")
        self.dataset, self.sampler, self.batch_sampler = dataset, sampler, batch_sampler
        self.batch_size = None if batch_sampler is not None else batch_size
        self.shuffle, self.drop_last, self.generator = bool(shuffle), drop_last, generator
        self.num_workers = num_workers  # one process does all the work here, in the same order
        batched = self.batch_size is not None or batch_sampler is not None
        self.collate_fn = collate_fn or (default_collate if batched else default_convert)

    def __iter__(self) -> Iterator:
        # PyTorch draws a seed for its worker processes at the start of every pass.
        _draw_seed(self.generator or random.default_generator)
        return self._batches()

    def _batches(self) -> Iterator:
        for index in self._indices():
            samples = (
                [self.dataset[i] for i in index] if isinstance(index, list) else self.dataset[index]
            )
            yield self.collate_fn(samples)

    def _indices(self) -> Iterator:
        """The indices of each batch, or of each sample if there are no batches."""
        if self.batch_sampler is not None:
            yield from map(list, self.batch_sampler)
            return
        batch: list = []
        for i in self._order():
            if self.batch_size is None:
                yield i
                continue
            batch.append(i)
            if len(batch) == self.batch_size:
                yield batch
                batch = []
        if batch and not self.drop_last:
            yield batch

    def _order(self) -> Iterator:
        if self.sampler is not None:
            yield from self.sampler
        elif not self.shuffle:
            yield from range(len(self.dataset))
        else:
            stream, n = self.generator, len(self.dataset)
            if stream is None:
                stream = random.Generator().manual_seed(_draw_seed(random.default_generator))
            yield from random.randperm(stream, n).tolist()
            random.randperm(stream, n)  # PyTorch draws a second order, of which it needs nothing

    def __len__(self) -> int:
        if self.batch_sampler is not None:
            return len(self.batch_sampler)
        n = len(self.dataset if self.sampler is None else self.sampler)
        if self.batch_size is None:
            return n
        return n // self.batch_size if self.drop_last else math.ceil(n / self.batch_size)


def _draw_seed(stream: random.Generator) -> int:
    """A number below 2⁶³."""
    return int(stream.long_words(1)[0]) % 2**63
