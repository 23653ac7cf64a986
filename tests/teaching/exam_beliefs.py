"""Beliefs behind wrong answers in the exam, each with what its formula has to look like.

The exam's key prints a belief next to the answer that it leads to. So each pair has some words of
a belief, and a pattern for the expressions whose values may be printed next to these words.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

BELIEFS = (
    (r"^the values?$", r"\*\* 2|\{a\} \* |\{k\} \* \{a\} \*\* 3|^3 \*|^2\.0 \* \(|max\("),
    (r"uphill|along the gradient", r"^\w*\{\w\}(\.0)? \+|\+= |^2 \* \{a\} - "),
    (r"square of h", r"\{h\} \*\* 2$"),
    (r"error is h", r"^\{h\}$"),
    (r"\bexact\b", r"^0\.0$"),
    (r"one-sided", r"\{h\} \+ \{h\} \*\* 2|f\(x\)\) / h"),
    (
        r"are multiplied|layers multiply|times itself",
        r"\{a\} \* \{b\}$|\* \{d\}$|\* \{k\}$|\* \{h\} \* ",
    ),
    (r"\b(rates|curvatures|passes) (always )?add up", r"\+|^\{w\} \* \{n\}$|\* 6|2\.0 \* x\.grad"),
    (r"passes multiply", r"\*\* \{k\}$"),
    (r"replaces", r"^\{a\}\.0$|= \{d\}$|n in \[|else x\.grad / 2$"),
    (r"the mean of|\bmeans?\b.*add up|still has to be divided", r"/ 4$|\.mean\(\)$"),
    (r"nothing (is|has to be) divided", r"^[^/]*$"),
    (r"counts? from 1", r"\+ 1\b|1 / "),
    (r"wrong dimension", r"^\[3\.0\]|shape\(\{m\}\)$"),
    (r"(has|keep) the shape of the result", r"times|^\[.*, .*, .*\]$|, shape\(\{m\}, \{n\}\)$"),
    (r"without a sum", r"\b1\.0$"),
    (
        r"`v` is left out|without the upstream|always gives the slope|the factor doesn't count",
        r"^(?!.*\{[vgk]\}).*\{[ai]\}",
    ),
    (r"only the last (use|piece|layer)", r"^\{b\}\.0$|^\(\{c\} \+ \{d\}\)|^\{w\}$"),
    (r"momentum is left out", r"\* 2$|lambda v, slope: slope\)"),
    (r"learning rate is the step", r"- \{lr\}$"),
    (r"value instead of the slope", r"\*\* 2$|\* w$"),
    (
        r"without its 2|without the 2|the slope is \{c\} · w",
        r"\{lr\} \* \(\{a\} - 1\)$|^2 / \{[bc]\}$",
    ),
    (
        r"changes nothing|changes only the (value|step)",
        r"^2\.0 \* (\{k\} \* )?\{a\}|\) / 2, |\) / 3\] \* 3|^\[30\.0, 40\.0\]",
    ),
    (r"hides? the past", r"\.T,|\{c\}\.0\]$"),
    (r"score of 0 (gets|means) no", r"^0\.0$|0\.0\)?$|^\(\[0\.0"),
    (r"each (key|weight)", r"/ 2\)$|^\{a\}\.0 \+|0\.5"),
    (r"a hundredth of the value", r"\* 0\.01$"),
    (r"the slope, without the step", r"^2 \* \{k\} \* \{a\}$"),
    (r"lowest point (is|of x²)", r"^2\.0 \* \{a\}$|^0\.0$"),
    (r"reversed|the target minus", r"\(\{b\} - \{a\}\)|^1 - \{label\} - "),
    (r"leaves are the results", r"not t\.is_leaf"),
    (r"number for each row", r"\(\{m\}\)$"),
    (r"number for each column", r"\(\{n\}\)$"),
    (r"columns first|from the left", r"^shape\(\{n\}, \{m\}\)"),
    (r"share of one use", r"^2\.0 \* \{a\}$"),
    (r"rows and columns are mixed", r"^A @ v$"),
    (r"one number$", r"^[^\[]*\+[^\]]*$"),
    (r"gone from the graph", r"^0\.0$"),
    (r"forbids|can't be used|is float64, as in NumPy", r"ERROR"),
    (r"silently stays|freezing undoes", r"^\{[ab]\}\.0$"),
    (r"remembers", r"\{a\} \* \{b\}"),
    (r"one step$", r"0\.1 \* \{s\}$"),
    (r"one step leads to 0", r"^1 / \(2 \* "),
    (r"the second step is shorter", r"\{s\} \* \(1 \+ \{m\}\)$"),
    (r"the rule for addition", r"^\{g\}\.0, \{g\}\.0$"),
    (r"doesn't use `g`", r"^3.*if 'g' in"),
    (r"uses `g`", r"^None if 'g' in"),
    (r"x³ is 3x", r"3\.0 \* \{a\} \* "),
    (r"is added$", r"\+ \{k\}$|\+ \{s\}, 4\), round"),
    (
        r"target itself|doesn't change the size|as each of its terms",
        r"^1\.0( - \{label\})?$|\*\* -0\.5",
    ),
    (r"as large as each of its terms|same for all losses", r"^1\.0$"),
    (r"smallest logit", r"argmin"),
    (r"the logit itself|largest logit", r"max\(dim=1\)(\.values|\[0\])"),
    (r"no biases", r"^\{n\} \* \{h\} \+ \{h\} \* \{k\}$"),
    (r"around all layers", r"^1 \+ .*\*\*"),
    (r"left of 0 it falls", r"else -"),
    (r"the first slope$|slope along x$", r"^[23]\.0 \* (\{c\} \* \{a\} \*\* 2|\{a\} \* \{b\})$"),
    (r"one slope too far|how the slope along x", r"^[26]\.0 \* \{[bc]\}$"),
    (r"also added? (to|adds)|`grad` also adds", r" \+ "),
    (r"learning rate of 1", r"^\{a\} - \(2"),
    (r"divided by the slope", r"/ slope$"),
    (r"itself is hidden", r"^\[\{b\}\.0"),
    (r"each column of the weights", r"^\[\{a\} / 2, \{a\} / 2 "),
    (r"multiplies elementwise", r"^\[1\.0\] \* "),
    (r"`from_numpy` copies", r"^\{a\}\.0 if 'from'"),
    (r"always float32", r"else 'float32'$"),
    (r"as NumPy would", r"'float64'"),
    (r"True is 1", r"== mg\.bool"),
    (r"frozen weight alone", r"- 0\.1 \* \{a\}$"),
    (r"clipped at the limit", r"^\[\{m\}\.0, \{m\}\.0\]$"),
    (r"computed again in each round", r"0\.36"),
    (r"way the program did|leaves come first|order of the forward", r"^'[ab], [bc], [ca], z'"),
    (r"as soon as one share|names decide", r"^'z, c, a, b'"),
    (r"right after `z`", r"^'z, a, c"),
    (r"uses the slope at the start", r"\{c\} \* \{a\}, lambda"),
    (r"cancel each other", r"\{a\}\.0$"),
    (r"loss on the test set", r"best\(2\), 2"),
    (r"training loss$", r"best\(0\)"),
    (r"the last weights", r"^\((.*), \1\)$"),
    (r"lowest loss of all", r"len\(losses\)"),
    (r"follows from the mode", r"'train' in"),
    (r"`eval\(\)` is for training", r"not '''"),
    (r"`item\(\)` keeps the graph", r"^\{n\} \+ \{m\}$"),
    (r"unless it's in a list", r"^\{n\}$"),
    (r"a list doesn't keep graphs", r"^1$"),
    (r"way back is `A @ g`", r"COLUMNS"),
    (r"whatever comes after it", r"\[2\.0 \* h"),
    (r"square is 2, wherever", r"\[2\.0 \* g\[0\], 2\.0 \* g\[1\]\]"),
    (r"true minus said", r"right - p"),
    (r"only in the log-sum-exp", r": p\)"),
    (r"only the right answer's logit", r"right \* "),
    (r"the run is h", r"/ h$"),
    (r"square may come last", r"\*\* 2$"),
    (r"several numbers", r"^loss = \(x\[:, 0\] - y\) \*\* 2$"),
    (r"`\+=` makes a new", r"\+="),
    (r"already a fraction", r"== labels$"),
    (r"total count", r"/ 4$"),
    (r"no gradient has|none of the parameters", r"ZEROED"),
    (r"inside a list", r"LISTED"),
    (r"broken between", r"CUT"),
    (r"can't be in the optimizer", r"MISSING"),
)


# What the words about a loss curve say about the losses on the training and validation sets
CURVES: dict[str, Callable[[Any, Any], bool]] = {
    "so the loss grows": lambda t, v: t[-1] > t[0],
    "falls steadily, but by the end it has hardly moved": lambda t, v: (
        bool((np.diff(t) < 0).all()) and t[-1] > 0.8 * t[0]
    ),
    "swings on both sets": lambda t, v: turns(t) > 5 and turns(v) > 5 and np.ptp(t[20:]) > 1,
    "keeps falling, but the validation loss rises": lambda t, v: (
        bool((np.diff(t) < 0).all()) and v[-1] > v.min()
    ),
    "flat and high": lambda t, v: np.ptp(t[20:]) < 0.001 and t[-1] > 0.8 * t[0],
}


def turns(losses: Any) -> int:
    """Return how often a curve changes between rising and falling."""
    rises = np.diff(losses) > 0
    return int((rises[1:] != rises[:-1]).sum())
