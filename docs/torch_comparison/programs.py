"""Programs for the comparison page, run with both libraries. Each takes its library as `mg`.

Otherwise, the two runs of a program are identical. The programs in `SAME` print the same
output in both libraries. The programs in `SIMPLER` show what minigrad leaves out.
"""

from typing import Any


def a_gradient(mg: Any) -> None:
    x = mg.ones(2, requires_grad=True)
    y = (x + 2) ** 2
    out = y.mean()
    out.backward()
    print(out)
    print(x.grad)


def the_record_of_a_result(mg: Any) -> None:
    x = mg.tensor(3.0, requires_grad=True)
    y = x * x + 1
    print(y)
    before = y.grad_fn.next_functions[0][0]
    print(before.name())


def five_lines_that_train(mg: Any) -> None:
    mg.manual_seed(0)
    nn = mg.nn
    model = nn.Sequential(
        nn.Linear(1, 8),
        nn.Tanh(),
        nn.Linear(8, 1),
    )
    weights = model.parameters()
    optimizer = mg.optim.SGD(weights, lr=0.3)
    x = mg.linspace(0, 1, 20).reshape(20, 1)
    loss_of = nn.MSELoss()
    for step in range(101):
        predicted = model(x)
        loss = loss_of(predicted, x**2)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if step % 50 == 0:
            print(step, f"{loss.item():.4f}")


def a_model(mg: Any) -> None:
    nn = mg.nn
    model = nn.Sequential(
        nn.Flatten(),
        nn.Linear(64, 10),
    )
    print(model)
    for name, w in model.named_parameters():
        print(name, list(w.shape))


def a_second_slope(mg: Any) -> None:
    grad = mg.autograd.grad
    x = mg.tensor(2.0, requires_grad=True)
    y = x**3
    (slope,) = grad(y, x, create_graph=True)
    (curvature,) = grad(slope, x)
    print(slope)
    print(curvature)


def a_vector_without_a_direction(mg: Any) -> None:
    x = mg.ones(2, requires_grad=True)
    (x * x).backward()


def a_second_pass(mg: Any) -> None:
    x = mg.ones(2, requires_grad=True)
    out = (x * x).sum()
    out.backward()
    out.backward()


def a_weight_changed_in_place(mg: Any) -> None:
    w = mg.ones(2, requires_grad=True)
    w -= 0.1


def shapes_that_do_not_fit(mg: Any) -> None:
    a, b = mg.ones(2, 3), mg.ones(2, 3)
    print(a @ b)


SAME = [
    (a_gradient, "A gradient"),
    (the_record_of_a_result, "The record behind a result"),
    (five_lines_that_train, "The five lines that train, from random weights"),
    (a_model, "A model, and its parameters"),
    (a_second_slope, "A slope of a slope"),
    (a_vector_without_a_direction, "An error: backward() on a vector without a gradient"),
    (a_second_pass, "An error: a second pass through a graph"),
    (a_weight_changed_in_place, "An error: a weight is changed in place"),
    (shapes_that_do_not_fit, "An error: shapes that don't match"),
]


def one_device(mg: Any) -> None:
    x = mg.ones(2, device="meta")
    print(x.device)


def nothing_compiled(mg: Any) -> None:
    print(callable(mg.compile))


def eight_dtypes(mg: Any) -> None:
    half = mg.float16
    print(mg.tensor([0.1], dtype=half))


def no_complex_numbers(mg: Any) -> None:
    print(mg.tensor([1j]))


def nothing_sparse(mg: Any) -> None:
    few = mg.eye(2).to_sparse()
    print(few.is_sparse)


def no_gradients_by_example(mg: Any) -> None:
    of_each = mg.func.vmap(mg.sin)
    print(of_each(mg.zeros(2)))


SIMPLER = [
    (one_device, "There is one device, the CPU."),
    (nothing_compiled, "Nothing is compiled. Each operation runs in NumPy when you call it."),
    (
        eight_dtypes,
        "There are eight dtypes: bool, uint8, int8, int16, int32, int64, float32, and float64.",
    ),
    (no_complex_numbers, "There are no complex numbers."),
    (nothing_sparse, "There are no sparse tensors."),
    (no_gradients_by_example, "There is no `vmap`. Use a loop."),
]
