"""Devices. The CPU is the only device that you can use."""

from ..messages import unsupported
from ..messages.errors import error


class device:
    """A tensor's device, as in ``minigrad.device("cpu")``. Only the CPU can be used."""

    def __init__(self, type="cpu", index: int | None = None) -> None:
        name, colon, number = str(type).partition(":")
        if not name.isalpha() or (colon and not number.isdigit()):
            raise error("device_text", type)
        if name not in ("cpu", "cuda", "mps"):
            raise error("unknown_device", name)
        self.type, self.index = name, int(number) if number else index

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
    """Raise if the device isn't the CPU."""
    name = "cpu" if wanted is None else device(wanted).type
    if name == "cuda":
        raise error("cuda_device", str(wanted))
    if name != "cpu":
        raise error("other_device", name)


_NAMES = (
    "is_available",
    "device_count",
    "current_accelerator",
    "manual_seed",
    "manual_seed_all",
)


class UnavailableDevice:
    """A device that's never available: ``minigrad.cuda.is_available()`` returns False."""

    # These make Python accept it as a package, so that imports from it are explained.
    __path__, __spec__ = (), None

    def __getattr__(self, name: str):
        if name not in _NAMES:
            raise AttributeError(unsupported.no_attribute("module 'minigrad.cuda'", name))
        return lambda *_: {"is_available": False, "device_count": 0}.get(name)


class backends:
    """The namespace ``minigrad.backends``, where ``backends.mps.is_available()`` returns False."""

    __path__, __spec__ = (), None
    mps = cuda = cudnn = UnavailableDevice()
