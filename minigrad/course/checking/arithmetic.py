"""Evaluation of a guess such as 2**20 or (2 * 8 - 1) / 3, without running it as code.

`docs/static/arithmetic.js` follows the same rules.
"""

import ast
import math
import operator
import re

LONGEST = 100  # characters
LARGEST = 300.0  # the most digits of a power
ROOT = re.compile(r"√\s*([\d.]+)|(?:√|\b(?:math|np|mg|torch)\.sqrt)(?=\()")
TIMES = re.compile(r"\s+times\s+")
RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹"
POWER = re.compile(f"[{RAISED}]+")
LOWERED = str.maketrans(RAISED, "0123456789")
LEADING_ZEROS = re.compile(r"(?<![\d.])0+(?=\d)")
OPERATIONS = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
}


def calculated(text: str) -> int | float | None:
    """Return the number that some arithmetic gives, or None if the text isn't arithmetic.

    >>> calculated("27*2+9"), calculated("10^-2"), calculated("-2^2"), calculated("01^2")
    (63, 0.01, -4, 1)
    >>> calculated("√64"), calculated("sqrt(2) / 2**0.5"), calculated("2*np.sqrt(9)")
    (8.0, 1.0, 6.0)
    >>> calculated("5 times 10"), calculated("2²⁰")
    (50, 1048576)
    >>> calculated("w * 2"), calculated("2 / 0"), calculated("9**9**9")
    (None, None, None)
    """
    if len(text) > LONGEST:
        return None
    python = LEADING_ZEROS.sub("", text.strip().replace("^", "**").replace("\u2212", "-"))
    python = TIMES.sub("*", python)
    python = POWER.sub(lambda power: f"**{power[0]}", python).translate(LOWERED)
    python = ROOT.sub(lambda root: f"sqrt({root[1]})" if root[1] else "sqrt", python)
    try:
        return _value(ast.parse(python, mode="eval").body)
    except (SyntaxError, ValueError, TypeError, ArithmeticError):
        return None


def _value(node: ast.expr) -> int | float:
    match node:
        case ast.Constant(value=int() | float() as number) if not isinstance(number, bool):
            return number
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return -_value(operand)
        case ast.UnaryOp(op=ast.UAdd(), operand=operand):
            return _value(operand)
        case ast.Call(func=ast.Name(id="sqrt"), args=[argument], keywords=[]):
            return math.sqrt(_value(argument))
        case ast.BinOp(left=left, op=ast.Pow(), right=right):
            base, power = _value(left), _value(right)
            if abs(power) * len(str(base)) > LARGEST:
                raise ValueError("too large")
            result = base**power
            if isinstance(result, complex):
                raise ValueError("not a real number")
            return result
        case ast.BinOp(left=left, op=op, right=right) if type(op) in OPERATIONS:
            outcome: int | float = OPERATIONS[type(op)](_value(left), _value(right))
            return outcome
    raise ValueError("not arithmetic")
