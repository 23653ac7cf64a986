"""Questions about splits, modes, memory, and broken programs: chapters 3, 8, 11, and 11b."""

from ..question import Question, either, leaf

SCORES = """
rows = [(1.0 + 0.1 * {i}, 1.6, 1.5), (0.9, 1.2 + 0.1 * {i}, 1.2 - 0.1 * {j}),
        (0.2, 1.6 + 0.1 * {j}, 2.1), (0.6, 1.1, 1.4 + 0.1 * {j})]
rows = rows[{turn}:] + rows[:{turn}]
rows = [tuple(round(number, 2) for number in row) for row in rows]
names = 'PQRS'  # the choices are A to D
def best(column):
    return min(range(4), key=lambda k: rows[k][column])
def pick(chosen, reported):
    return f'Model {names[chosen]}, and {rows[chosen][reported]}'
def table():
    cells = ''.join(f'<tr><th>{name}</th>' + ''.join(f'<td>{n}</td>' for n in row) + '</tr>'
                    for name, row in zip(names, rows))
    head = '<tr><th>model</th><th>training</th><th>validation</th><th>test</th></tr>'
    return f'<table>{head}{cells}</table>'
"""

STOPS = """
def stopped(losses, patience):
    best = 0
    for epoch in range(len(losses)):
        if losses[epoch] < losses[best]:
            best = epoch
        if epoch - best == patience:
            return epoch, best
"""

# Broken programs, and the tables that the method of chapter 11b prints about them.
PATIENT = """
ZEROED = 'zero_grad() comes between backward() and step()'
LISTED = 'Some layers are in a Python list'
CUT = 'A result inside the model is cut from the graph, by detach() or no_grad()'
MISSING = 'The optimizer was given only some of the parameters'
class Model(mg.nn.Module):
    def __init__(self, listed=False):
        super().__init__()
        mg.manual_seed({seed})
        self.{one}, layer = mg.nn.Linear(2, 4), mg.nn.Linear(4, 4)
        self.{two} = [layer] if listed else mg.nn.ModuleList([layer])
        self.{three} = mg.nn.Linear(4, 1)
    def forward(self, x, cut=False):
        x = self.{one}(x).tanh()
        x = x.detach() if cut else x
        return self.{three}(self.{two}[0](x).tanh())

def examined(fault):
    model = Model(listed=fault == LISTED)
    held = model.{three}.parameters() if fault == MISSING else model.parameters()
    optimizer = mg.optim.SGD(held, lr=0.1)
    before = {name: p.clone() for name, p in model.named_parameters()}
    result = model(mg.tensor([[1.0, 2.0]]), cut=fault == CUT)
    ((result - 3) ** 2).mean().backward()
    if fault == ZEROED:
        optimizer.zero_grad()
    optimizer.step()
    lines = ['name             gradient  moved']
    for name, p in model.named_parameters():
        moved = 'no' if bool((p == before[name]).all()) else 'yes'
        lines.append(f'{name:16} {"none" if p.grad is None else "there":9} {moved}')
    return '\\n'.join(lines)

def report(fault):
    return '<pre>' + examined(fault) + '</pre>'

def matching():
    return [each for each in (ZEROED, LISTED, CUT, MISSING) if examined(each) == shown]
"""
SIGNS = {
    "ZEROED": (
        "The backward pass worked, but none of the parameters has a gradient, so something must "
        "have cleared them."
    ),
    "LISTED": "The middle layer's names are missing, because a module doesn't look inside a list.",
    "CUT": (
        "The last layers have gradients, but the first layer has none, so the path must be broken "
        "between them."
    ),
    "MISSING": (
        "All parameters have gradients, but some of the parameters don't move, so those are "
        "missing from the optimizer."
    ),
}
# How the table would look with a fault that it doesn't show
OTHERWISE = {fault: f"That fault looks like this: {sign}" for fault, sign in SIGNS.items()}

QUESTIONS = (
    Question(
        "8",
        {"i": (1, 2, 3), "j": (2, 3, 4), "turn": (0, 1, 2, 3)},
        "",
        "These are the losses of four models. Which model do you choose, and "
        "what loss do you expect on new data?",
        "pick(best(1), 2)",
        "pick([row[1] for row in rows].index(1.1), 2)",
        (
            "Use the validation set to choose. The test set had no part in the choice, so its "
            "loss tells you what to expect."
        ),
        {
            "pick(best(2), 2)": (
                "you choose by the loss on the test set. But then that loss is too good, because "
                "it was picked for being low"
            ),
            "pick(best(0), 2)": "you choose by the training loss",
            "pick(best(1), 1)": (
                "the loss that you used to choose a model also tells you how good the model is"
            ),
        },
        kind="splits",
        before=SCORES,
        figure="table()",
        choose=True,
        reason="say in one sentence each why you choose the model and why you expect that loss",
        reasons=2,
        marks={
            "The letter is correct.": 1,
            "The model has the lowest validation loss.": 1,
            "The test set had no part in the choice, so its loss is the one to expect.": 1,
        },
    ),
    Question(
        "8",
        {"p": (2, 3), "start": ("0.9", "0.95, 0.9, 0.8, 0.7"), "low": (0.4, 0.5, 0.6)},
        "losses = [{start}, {low},\n          0.7, 0.65, 0.8, 0.75, 0.35]\n",
        "These are the validation losses of the epochs, counted from 0. Training stops when the "
        "loss hasn't reached a new best for {p} epochs. After which epoch does it stop, and which "
        "epoch's weights do you keep?",
        "stopped(losses, {p})",
        "(len([{start}]) + {p}, len([{start}]))",
        (
            "The best epoch is the one with a loss of {low}. {p} epochs later, there's still no "
            "better epoch, so training stops before the low loss at the end."
        ),
        {
            "(len([{start}]) + {p}, len([{start}]) + {p})": "you keep the last weights",
            "(len(losses) - 1, len(losses) - 1)": "training continues to the lowest loss of all",
            "(len([{start}]) + {p} - 1, len([{start}]))": (
                "the best epoch counts as an epoch without improvement"
            ),
        },
        kind="splits",
        before=STOPS,
        marks={
            "when it stops": 2,
            "whose weights you keep": 1,
        },
    ),
    Question(
        "11",
        {"m": (2, 3, 4), "n": (5, 6, 7)},
        "model = mg.nn.Sequential(\n    mg.nn.Linear({m}, {n}), mg.nn.Dropout())\n{calls}\n"
        "{begin}result = model(mg.ones(1, {m}))\n",
        "Which statement is true while the model is called?",
        "said(model.training, result.requires_grad)",
        "said('train' in '{calls}', not '''{begin}''')",
        "`train()` leaves dropout on, and `eval()` switches dropout off. `no_grad()` switches "
        "recording off. Neither a mode nor `no_grad()` does the other's job.",
        {
            "said('train' in '{calls}', bool('''{begin}'''))": "recording follows from the mode",
            "said('train' not in '{calls}', not '''{begin}''')": "dropout follows from recording",
            "said('train' not in '{calls}', bool('''{begin}'''))": "they do each other's job",
        },
        kind="modes",
        before="def said(drops, records):\n"
        "    return (f\"Dropout is {'on' if drops else 'off'}, and a graph is \"\n"
        "            f\"{'' if records else 'not '}recorded\")\n",
        choose=True,
        # In the other two variants, both calls or neither of them would switch something off.
        variants=(
            {"calls": ("model.eval()",), "begin": ("",)},
            {"calls": ("model.train()",), "begin": ("with mg.no_grad():\n    ",)},
        ),
    ),
    Question(
        "3",
        {"n": (50, 100, 200, 1000), "m": (10, 20, 30, 500)},
        leaf("w", "2.0")
        + "kept = []\nfor step in range({n}):\n    loss = (step * w) ** 2\n"
        + "    kept.append(loss)\n"
        + "for step in range({m}):\n    loss = (step * w) ** 2\n"
        + "    kept.append(loss.item())\n",
        "Each step makes one graph. How many graphs are still in memory after both loops?",
        "alive()",
        "{n} + 1",
        (
            "In the first loop, the list keeps each loss, and a loss keeps its graph. In the "
            "second loop, the list keeps only numbers. But the name `loss` still has the graph "
            "of the last step."
        ),
        {
            "{n}": "a graph goes away at the end of its step unless it's in a list",
            "{n} + {m}": "`item()` keeps the graph that its number comes from",
            "1": "a list doesn't keep graphs, so only the last one is left",
        },
        kind="leak",
        before="def alive():\n"
        "    tensors = [t for t in [loss, *kept] if isinstance(t, mg.Tensor)]\n"
        "    nodes = [t.grad_fn for t in tensors if t.grad_fn is not None]\n"
        "    return len(set(map(id, nodes)))\n",
    ),
    Question(
        "11b",
        {
            "seed": (0, 1, 2),
            "one": ("first", "entry"),
            "two": ("middle", "hidden"),
            "three": ("last", "output"),
        },
        "",
        "A model has three layers, `{one}`, `{two}[0]`, and `{three}`, but its loss doesn't fall "
        "as it should. After one step of training, each of `model.named_parameters()` was "
        "printed, along with its gradient and whether the step moved it. What's wrong?",
        "{fault}",
        "matching()[0] if len(matching()) == 1 else None",
        {f"'{{fault}}' == '{fault}'": sign for fault, sign in SIGNS.items()},
        {
            f"None if '{{fault}}' == '{fault}' else {fault}": sign
            for fault, sign in OTHERWISE.items()
        },
        kind="patient",
        before=PATIENT + "shown = examined({fault})\n",
        figure="report({fault})",
        choose=True,
        reason="say what in the table shows it",
        variants=either("fault", "ZEROED", "LISTED", "CUT", "MISSING"),
    ),
)
