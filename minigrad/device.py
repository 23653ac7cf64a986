"""Devices: there is one, the CPU."""

from .errors import refuse_if

_TYPES = (
    "cpu, cuda, ipu, xpu, mkldnn, opengl, opencl, ideep, hip, ve, fpga, maia, xla, lazy, vulkan, "
    "mps, meta, hpu, mtia, privateuseone"
)


class device:
    """Where tensors are: ``minigrad.device("cpu")``. Others may be named, but not used."""

    def __init__(self, type="cpu", index: int | None = None) -> None:
        name, _, number = str(type).partition(":")
        refuse_if(name not in _TYPES.split(", "), "unknown_device", _TYPES, name)
        self.type = name
        self.index = int(number) if number else index

    def __repr__(self) -> str:
        index = "" if self.index is None else f", index={self.index}"
        return f"device(type='{self.type}'{index})"

    def __str__(self) -> str:
        return self.type if self.index is None else f"{self.type}:{self.index}"

    def __eq__(self, other) -> bool:
        return isinstance(other, device) and str(self) == str(other)

    def __hash__(self) -> int:
        return hash(str(self))


CPU = device("cpu")


def check_device(wanted) -> None:
    """Raise if this is another device than the CPU."""
    if wanted is None:
        return
    name = device(wanted).type
    refuse_if(name in ("cuda", "xpu"), "cuda_device", name.upper(), str(wanted))
    refuse_if(name != "cpu", "other_device", name, str(wanted))


class Absent:
    """What asks about a device that is not there: ``minigrad.cuda.is_available()`` is False."""

    def is_available(self) -> bool:
        """Whether the device can be used."""
        return False

    def device_count(self) -> int:
        """How many there are."""
        return 0

    def current_accelerator(self) -> None:
        """The device in use besides the CPU: none."""


class backends:
    """``minigrad.backends.mps.is_available()`` is False."""

    mps = cuda = Absent()
