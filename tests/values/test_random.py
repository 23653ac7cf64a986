"""Tests that random numbers are PyTorch's, as recorded by tests.parity.record_text_and_random."""

import json
import re
import subprocess
import sys
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import minigrad as mg
from minigrad.values import random
from minigrad.values.random import Generator

RECORDED = json.loads((Path(__file__).parents[1] / "recorded" / "random.json").read_text())


def draw(generator: Generator, name: str, options: dict[str, Any]) -> Any:
    if name == "manual_seed":
        return generator.manual_seed(**options)
    if name == "bernoulli":
        return random.bernoulli(generator, np.array(options["p"], options["dtype"]))
    function: Callable[..., np.ndarray] = getattr(random, name)
    return function(generator, **options)


def tolerance(name: str, options: dict[str, Any], size: int) -> float:
    """Return 0 if every bit has to match PyTorch, or else a tolerance for math functions."""
    if name == "normal":
        single = options["dtype"] == "float32"
        if options.get("contiguous", True) and size >= 16:
            return 1e-6 if single else 1e-14
        if sys.platform != "linux":  # a different C library from the one used for the recording
            return 1e-7 if single else 1e-15
    scaled = "mean" in options or (name == "uniform" and "low" in options)
    return 1e-15 if scaled and options["dtype"] == "float64" else 0.0


@pytest.mark.parametrize(("seed", "calls"), RECORDED["programs"])
def test_the_same_seed_draws_the_same_numbers(seed: int, calls: list[Any]) -> None:
    generator = Generator().manual_seed(seed)
    for name, options, recorded in calls:
        result = draw(generator, name, options)
        assert result.dtype == options.get("dtype", "int64")
        if name in ("uniform", "normal", "randint"):
            assert list(result.shape) == options["shape"]
        if isinstance(recorded, dict):
            assert zlib.crc32(result.tobytes()) == recorded["crc32"], (name, options)
            continue
        expected = np.array(recorded, result.dtype)
        near = tolerance(name, options, result.size)
        scale = abs(options.get("mean", 0.0))
        np.testing.assert_allclose(
            result.ravel(), expected, rtol=near, atol=near * scale, err_msg=f"{name} {options}"
        )


@pytest.mark.parametrize(("name", "options", "kind", "sentence"), RECORDED["refused"])
def test_a_call_that_pytorch_rejects_is_rejected_and_draws_nothing(
    name: str, options: dict[str, Any], kind: str, sentence: str
) -> None:
    generator = Generator().manual_seed(3)
    random.normal(generator, (1,), "float32")
    with pytest.raises(Exception, match=re.escape(sentence)) as caught:
        draw(generator, name, options)
    assert type(caught.value).__name__ == kind
    assert re.split(r"[.:\n]", str(caught.value))[0] == sentence
    assert len(str(caught.value).splitlines()) == 2, "a second line says how to fix it"
    untouched = Generator().manual_seed(3)
    random.normal(untouched, (1,), "float32")
    assert generator.initial_seed() == 3
    np.testing.assert_array_equal(
        random.normal(generator, (2,), "float64"), random.normal(untouched, (2,), "float64")
    )


def test_seed_0_draws_the_numbers_seen_in_every_tutorial() -> None:
    x = random.normal(random.manual_seed(0), (3,), "float32")
    assert [f"{value:.4f}" for value in x.tolist()] == ["1.5410", "-0.2934", "-2.1788"]


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_one_draw_of_many_numbers_equals_many_draws_of_one(dtype: str) -> None:
    at_once, one_by_one = Generator().manual_seed(9), Generator().manual_seed(9)
    for n in (1, 2, 700, 5, 623, 624, 625):
        singles = [random.uniform(one_by_one, (), dtype) for _ in range(n)]
        np.testing.assert_array_equal(random.uniform(at_once, (n,), dtype), np.array(singles))
    singles = [random.normal(one_by_one, (), dtype) for _ in range(15)]
    np.testing.assert_array_equal(random.normal(at_once, (15,), dtype), np.array(singles))


def test_the_last_16_are_drawn_again_if_the_size_is_not_a_multiple_of_16() -> None:
    whole, odd = Generator().manual_seed(0), Generator().manual_seed(0)
    first = random.normal(whole, (16,), "float32")
    whole.words(1)  # the 17th number, which is soon overwritten
    last = random.normal(whole, (16,), "float32")
    x = random.normal(odd, (17,), "float32")
    np.testing.assert_array_equal(x, [first[0], *last])
    np.testing.assert_array_equal(whole.words(3), odd.words(3))


def test_seeding_discards_the_spare_number() -> None:
    generator = Generator().manual_seed(0)
    first = random.normal(generator, (1,), "float32")
    np.testing.assert_array_equal(random.normal(generator.manual_seed(0), (1,), "float32"), first)
    generator.seed()
    assert generator.spare_normal is None


def test_generators_do_not_disturb_each_other() -> None:
    random.manual_seed(5)
    alone = random.uniform(random.default_generator, (4,), "float32")
    random.manual_seed(5)
    random.uniform(Generator().manual_seed(5), (4,), "float32")
    np.random.rand(3)
    np.testing.assert_array_equal(random.uniform(random.default_generator, (4,), "float32"), alone)


def test_a_new_generator_starts_at_pytorchs_default_seed() -> None:
    assert Generator().initial_seed() == 67280421310721
    assert Generator(device="cpu").initial_seed() == 67280421310721


def test_a_generator_on_another_device_is_rejected() -> None:
    with pytest.raises(RuntimeError, match="Cannot get CUDA generator without ATen_cuda library"):
        Generator("cuda:0")


def test_seeds_are_stored_as_unsigned() -> None:
    assert Generator().manual_seed(-1).initial_seed() == 2**64 - 1
    assert random.manual_seed("7").initial_seed() == 7
    assert random.initial_seed() == 7
    assert random.seed() == random.initial_seed()


def test_a_numpy_integer_is_rejected_as_a_seed() -> None:
    with pytest.raises(TypeError, match="an integer is required"):
        Generator().manual_seed(np.int64(3))  # type: ignore[arg-type]
    assert random.manual_seed(np.int64(3)).initial_seed() == 3


def test_an_unseeded_process_draws_different_numbers_each_time() -> None:
    program = "from minigrad import random; print(random.initial_seed())"
    root = Path(__file__).parents[2]
    seeds = {
        subprocess.run(
            [sys.executable, "-c", program], cwd=root, capture_output=True, text=True, check=True
        ).stdout
        for _ in range(2)
    }
    assert len(seeds) == 2


def test_permutations_contain_every_number_once() -> None:
    np.testing.assert_array_equal(np.sort(random.randperm(Generator(), 1000)), np.arange(1000))


@pytest.mark.parametrize("shape", [(0,), (2, 0)])
def test_multinomial_needs_something_to_choose_from(shape: tuple[int, ...]) -> None:
    with pytest.raises(RuntimeError, match="sum of probabilities <= 0"):
        mg.multinomial(mg.zeros(shape), 2, replacement=True)
    assert mg.multinomial(mg.zeros(0, 3), 2).shape == (0, 2)
