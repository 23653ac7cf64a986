"""A picture for each chapter, for its card on the start page and the top of its own page."""

from html import escape
from pathlib import Path

FOLDER = Path(__file__).with_name("cards")  # one SVG for each chapter, in the course's colors

# What each picture shows, for readers who can't see it.
SHOWN = {
    "01_computational_graphs": "x and 3 lead to a multiplication, which leads to the loss. "
    "A gradient goes from the loss back to the multiplication.",
    "01b_shapes": "A column of three numbers plus a row of four numbers, "
    "which is repeated in each of the three rows.",
    "02_vector_jacobian_products": "A row of two numbers times a table of two rows and three "
    "columns is a row of three numbers.",
    "03_disabling_tracking": "An arrow leads from x to y. The line from y to z is cut.",
    "04_accumulation_and_zeroing": "Four stacks, each one block higher than the stack before it.",
    "05_sgd_training_loop": "A point jumps from side to side in a valley, "
    "each time closer to the bottom.",
    "06_build_your_own_autograd": "Lines of code turn into a graph of four nodes.",
    "07_check_it_extend_it": "An error falls steadily, and rises again on the other side of "
    "its lowest point.",
    "08_a_real_data_set": "A 3 drawn in small squares, and a bar for each of the digits 0 to 4. "
    "The bar for 3 is the longest.",
    "09_why_deep_networks_train": "Bars for the layers of a network. They shrink from the last "
    "layer back to the first.",
    "10_slopes_of_slopes": "A wave, and a parabola that touches it at a point. The lowest point "
    "of the parabola is close to the lowest point of the wave.",
    "10b_a_network_that_writes": "The letters e, m, m, a, and a question mark. "
    "Lines of different widths lead from the letters to the question mark.",
    "11_on_to_pytorch": "minigrad = PyTorch",
    "11b_what_went_wrong": "A loss falls, then rises steeply and becomes nan.",
    "12_what_you_can_do_now": "Points in two colors, and a curve between them.",
}


def picture(stem: str) -> str:
    return (FOLDER / f"{stem}.svg").read_text(encoding="utf-8")


def opening(stem: str) -> str:
    """Return the chapter's picture for the top of its page, or nothing if the chapter has none."""
    if stem not in SHOWN:
        return ""
    alternative = escape(SHOWN[stem])
    return f'<div class="opening" role="img" aria-label="{alternative}">{picture(stem)}</div>\n'
