"""Functions that micrograd lacks, written in micrograd's style."""

import math


def tanh(x):
    """tanh x;   d/dx = 1 - tanh² x"""
    out = type(x)(math.tanh(x.data), (x,), "tanh")

    def _backward():
        x.grad += (1 - out.data**2) * out.grad

    out._backward = _backward
    return out


def bce_with_logits(x, y: float):
    """max(x, 0) - x·y + ln(1 + e⁻|x|);   d/dx = σ(x) - y"""
    loss = max(x.data, 0.0) - x.data * y + math.log1p(math.exp(-abs(x.data)))
    out = type(x)(loss, (x,), "bce")

    def _backward():
        x.grad += (1 / (1 + math.exp(-x.data)) - y) * out.grad

    out._backward = _backward
    return out
