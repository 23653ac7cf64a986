"""Tests for networks: layers, losses, and modules, including how they're combined and printed."""

import copy
import math
import pickle
from collections import OrderedDict
from typing import Any

import numpy as np
import pytest

import minigrad as mg
import minigrad.nn.functional as F
from minigrad import nn


def names(node, depth=3):
    """Return the graph behind a node as nested names."""
    if node is None or depth == 0:
        return None
    inside = [names(edge, depth - 1) for edge, _ in node.next_functions]
    return (node.name().rpartition(":")[2], *inside)


def numbers(*shape):
    return mg.tensor(np.random.default_rng(0).standard_normal(shape), requires_grad=True)


def first_line(error) -> str:
    return str(error.value).split("\n")[0]


# Linear


def test_linears_graph_has_a_node_for_the_transposed_weight():
    x, w, b = numbers(4, 3), numbers(2, 3), numbers(2)
    leaf = ("AccumulateGrad",)
    graph = names(F.linear(x, w, b).grad_fn)
    assert graph == ("AddmmBackward0", leaf, leaf, ("TBackward0", leaf))
    assert names(F.linear(x, w).grad_fn) == ("MmBackward0", leaf, ("TBackward0", leaf))


def test_linears_graph_is_the_same_each_time_it_is_read():
    node: Any = F.linear(numbers(4, 3), numbers(2, 3), numbers(2)).grad_fn
    assert node.next_functions == node.next_functions
    assert names(node) == names(node)


@pytest.mark.parametrize("shape", [(3,), (4, 3), (2, 4, 3), (0, 3)])
@pytest.mark.parametrize("looked_at", [False, True])
def test_linear_has_the_same_gradients_whether_or_not_its_graph_was_read(shape, looked_at):
    x, w, b = numbers(*shape), numbers(2, 3), numbers(2)
    y = F.linear(x, w, b)
    if looked_at:
        names(y.grad_fn)
    v = mg.tensor(np.random.default_rng(1).standard_normal(y.shape))
    gradients = mg.autograd.grad(y, (x, w, b), v)
    expected = mg.autograd.grad(x @ w.T + b, (x, w, b), v)
    for a, e in zip(gradients, expected, strict=True):
        assert np.allclose(a, e)


# Losses


def test_a_loss_takes_its_options_by_keyword():
    with pytest.raises(TypeError, match=r"^MSELoss\(\) takes its options by name"):
        nn.MSELoss("sum")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="unexpected keyword argument 'size_average'"):
        F.mse_loss(mg.ones(2), mg.ones(2), size_average=False)  # type: ignore[call-arg]
    weight = nn.CrossEntropyLoss(mg.ones(2), reduction="sum").weight
    assert weight is not None
    assert weight.tolist() == [1, 1]


@pytest.mark.parametrize("loss", [F.mse_loss, F.l1_loss])
def test_a_loss_warns_when_the_sizes_differ(loss):
    with pytest.warns(UserWarning, match=r"Using a target size \(minigrad.Size\(\[2, 1\]\)\)"):
        loss(mg.zeros(2), mg.zeros(2, 1))


def test_binary_cross_entropy_is_at_most_100():
    assert F.binary_cross_entropy(mg.zeros(2), mg.ones(2)).item() == 100


def test_ignoring_every_target_gives_no_mean_and_no_gradient():
    x = mg.zeros(1, 2, requires_grad=True)
    loss = F.cross_entropy(x, mg.tensor([-100]))
    loss.backward()
    assert math.isnan(loss.item())
    assert x.grad.tolist() == [[0, 0]]


def test_cross_entropy_is_log_softmax_followed_by_nll_loss():
    x = mg.zeros(2, 3, requires_grad=True)
    graph = names(F.cross_entropy(x, mg.tensor([0, 1])).grad_fn)
    assert graph == ("NllLossBackward0", ("LogSoftmaxBackward0", ("AccumulateGrad",)))


@pytest.mark.parametrize(
    ("target", "kind", "sentence"),
    [
        (mg.tensor([0, 3]), IndexError, "Target 3 is out of bounds."),
        (mg.tensor([0, -1]), IndexError, "Target -1 is out of bounds."),
        (
            mg.tensor([0]),
            ValueError,
            "Expected input batch_size (2) to match target batch_size (1).",
        ),
        (mg.zeros(2), RuntimeError, "expected target dtype to be Long or Byte, but got Float"),
        (
            mg.zeros(2, 2),
            RuntimeError,
            "0D or 1D target tensor expected, multi-target not supported",
        ),
        (mg.zeros(2, 3).long(), RuntimeError, "Expected floating point type for target with class"),
    ],
)
def test_cross_entropy_rejects_mismatched_targets(target, kind, sentence):
    with pytest.raises(kind) as error:
        F.cross_entropy(mg.zeros(2, 3), target)
    assert first_line(error).startswith(sentence)


# Other functions


def test_batch_norm_uses_the_batch_in_training_and_the_running_statistics_in_evaluation():
    layer = nn.BatchNorm1d(1)
    x = mg.tensor([[1.0], [3.0], [8.0]])
    assert np.allclose(layer(x).detach().numpy().mean(), 0, atol=1e-6)
    # The mean is 4, the variance 26 / 3 within the batch, and 13 as an estimate.
    assert np.allclose(layer.running_mean.numpy(), 0.1 * 4)
    assert np.allclose(layer.running_var.numpy(), 0.9 + 0.1 * 13)
    alone = layer.eval()(x[:1]).detach().numpy()
    assert np.allclose(alone, (1 - 0.4) / np.sqrt(2.2 + 1e-5))
    assert layer.num_batches_tracked.item() == 1


def test_batch_norm_starts_over_after_its_statistics_are_reset():
    layer = nn.BatchNorm1d(1, momentum=None)
    for _ in range(2):
        layer(mg.tensor([[1.0], [3.0]]))
        layer.reset_running_stats()
    assert [float(b) for b in layer.buffers()] == [0, 1, 0]


def test_batch_norm_of_a_transposed_input_is_contiguous():
    x = numbers(3, 5, 3).float().transpose(1, 2)
    assert nn.BatchNorm1d(3)(x).stride() == (15, 5, 1)


def test_batch_norm_counts_every_value_in_a_channel():
    """With a length, each channel has n = batch · length values; the estimate divides by n - 1."""
    layer = nn.BatchNorm1d(2)
    x = numbers(2, 2, 3).float()
    layer(x)
    channels = x.detach().numpy().transpose(1, 0, 2).reshape(2, 6)
    assert np.allclose(layer.running_mean.numpy(), 0.1 * channels.mean(1))
    assert np.allclose(layer.running_var.numpy(), 0.9 + 0.1 * channels.var(1, ddof=1))


def test_batch_norm_without_momentum_averages_over_all_batches():
    layer = nn.BatchNorm1d(1, momentum=None)
    for n in (1.0, 2.0, 6.0):
        layer(mg.tensor([[n - 1], [n + 1]]))
    assert np.allclose(layer.running_mean.numpy(), 3)


def test_later_training_does_not_change_the_gradients_of_an_evaluation():
    layer = nn.BatchNorm1d(1).eval()
    x = mg.tensor([[1.0], [3.0]], requires_grad=True)
    first, second = layer(x), layer(x)
    (before,) = mg.autograd.grad(first.sum(), x)
    layer.train()(mg.tensor([[10.0], [20.0]]))
    (after,) = mg.autograd.grad(second.sum(), x)
    assert mg.equal(before, after)


@pytest.mark.parametrize("training", [True, False])
def test_the_gradients_of_batch_norm_are_correct(training):
    def normalized(x, weight, bias):
        running = mg.zeros(3, dtype=mg.float64), 2 * mg.ones(3, dtype=mg.float64)
        return F.batch_norm(x, *running, weight, bias, training)

    inputs = numbers(4, 3), numbers(3), numbers(3)
    assert mg.autograd.gradcheck(normalized, inputs)
    assert mg.autograd.gradgradcheck(normalized, inputs)
    assert mg.autograd.gradcheck(normalized, (numbers(2, 3, 2), *inputs[1:]))


@pytest.mark.parametrize(
    ("batch", "sentence"),
    [
        (mg.ones(1, 3), "Expected more than 1 value per channel when training"),
        (mg.ones(3), "expected 2D or 3D input (got 1D input)"),
        (mg.ones(2, 2), "running_mean should contain 2 elements not 3"),
        (mg.ones(2, 3).double(), "mixed dtype (CPU): all inputs must share same datatype."),
    ],
)
def test_batch_norm_rejects_a_mismatched_batch(batch, sentence):
    with pytest.raises((ValueError, RuntimeError)) as error:
        nn.BatchNorm1d(3)(batch)
    assert first_line(error).startswith(sentence)


def test_one_hot_infers_the_number_of_classes():
    assert F.one_hot(mg.tensor([0, 2])).tolist() == [[1, 0, 0], [0, 0, 1]]
    with pytest.raises(RuntimeError, match="Class values must be smaller than num_classes"):
        F.one_hot(mg.tensor([0, 2]), 2)


def test_dropout_drops_only_in_training():
    mg.manual_seed(0)
    x = mg.ones(1000)
    y = F.dropout(x, 0.25)
    passed = y.numpy()[y.numpy() != 0]
    assert np.allclose(passed, 1 / 0.75)
    assert 650 < len(passed) < 850
    assert F.dropout(x, 0.25, training=False) is x
    assert F.dropout(x, 1.0).tolist() == [0] * 1000


def test_softmax_without_a_dim_warns():
    with pytest.warns(UserWarning, match="Implicit dimension choice for softmax"):
        F.softmax(mg.zeros(2))


# Modules


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Linear(2, 3)
        self.scale = nn.Parameter(mg.ones(3))
        self.register_buffer("count", mg.zeros(1))
        self.register_buffer("hidden", mg.zeros(1), persistent=False)
        self.rest = nn.Sequential(nn.ReLU(), nn.Linear(3, 1, bias=False))
        self.pair = nn.ModuleList([nn.Linear(1, 1), nn.Linear(1, 1), nn.ReLU()])
        self.again = self.first

    def forward(self, x):
        return self.rest(self.first(x) * self.scale)


def test_a_module_prints_as_a_tree():
    assert (
        repr(Net())
        == """Net(
  (first): Linear(in_features=2, out_features=3, bias=True)
  (rest): Sequential(
    (0): ReLU()
    (1): Linear(in_features=3, out_features=1, bias=False)
  )
  (pair): ModuleList(
    (0-1): 2 x Linear(in_features=1, out_features=1, bias=True)
    (2): ReLU()
  )
  (again): Linear(in_features=2, out_features=3, bias=True)
)"""
    )


@pytest.mark.parametrize(
    ("layer", "text"),
    [
        (nn.Embedding(3, 2, padding_idx=-1), "Embedding(3, 2, padding_idx=2)"),
        (
            nn.BatchNorm1d(3, bias=False),
            (
                "BatchNorm1d(3, eps=1e-05, momentum=0.1, affine=True, bias=False, "
                "track_running_stats=True)"
            ),
        ),
        (nn.LayerNorm(3), "LayerNorm((3,), eps=1e-05, elementwise_affine=True, bias=True)"),
        (nn.Dropout(0.2), "Dropout(p=0.2, inplace=False)"),
        (nn.Flatten(), "Flatten(start_dim=1, end_dim=-1)"),
        (nn.ReLU(inplace=True), "ReLU(inplace=True)"),
        (nn.LeakyReLU(), "LeakyReLU(negative_slope=0.01)"),
        (nn.GELU(), "GELU(approximate='none')"),
        (nn.Softplus(), "Softplus(beta=1.0, threshold=20.0)"),
        (nn.Softmax(dim=1), "Softmax(dim=1)"),
        (nn.CrossEntropyLoss(), "CrossEntropyLoss()"),
        (nn.Sequential(), "Sequential()"),
    ],
)
def test_a_layer_prints_its_options(layer, text):
    assert repr(layer) == text


def test_each_parameter_buffer_and_module_is_named_once():
    net = Net()
    assert [name for name, _ in net.named_parameters()] == [
        "scale",
        "first.weight",
        "first.bias",
        "rest.1.weight",
        "pair.0.weight",
        "pair.0.bias",
        "pair.1.weight",
        "pair.1.bias",
    ]
    assert [name for name, _ in net.named_buffers()] == ["count", "hidden"]
    assert [name for name, _ in net.named_children()] == ["first", "rest", "pair"]
    assert [name for name, _ in net.named_modules()][:4] == ["", "first", "rest", "rest.0"]
    assert dict(net.named_modules())["rest.1"] is net.rest[1]


def test_a_state_dict_shares_memory_and_leaves_out_transient_buffers():
    net = Net()
    state = net.state_dict()
    assert type(state) is OrderedDict
    assert list(state)[:4] == ["scale", "count", "first.weight", "first.bias"]
    assert "hidden" not in state
    assert "again.weight" in state
    state["scale"].zero_()
    assert net.scale.tolist() == [0, 0, 0]


def test_loading_copies_values():
    source, target = Net(), Net()
    assert repr(target.load_state_dict(source.state_dict())) == "<All keys matched successfully>"
    x = mg.ones(1, 2)
    assert target(x).item() == source(x).item()
    assert target.scale is not source.scale


def test_loading_a_mismatched_state_reports_every_problem_and_changes_nothing():
    layer = nn.Linear(2, 1)
    before = layer.bias.tolist()
    with pytest.raises(RuntimeError) as error:
        layer.load_state_dict({"bias": mg.zeros(1), "weight": mg.ones(3), "gain": mg.ones(1)})
    assert str(error.value) == (
        "Error(s) in loading state_dict for Linear:\n"
        '\tUnexpected key(s) in state_dict: "gain". \n'
        "\tsize mismatch for weight: copying a param with shape minigrad.Size([3]) from checkpoint,"
        " the shape in current model is minigrad.Size([1, 2])."
    )
    assert layer.bias.tolist() == before


def test_nonstrict_loading_reports_the_keys():
    report = nn.Linear(2, 1).load_state_dict(
        {"bias": mg.zeros(1), "gain": mg.ones(1)}, strict=False
    )
    assert report.missing_keys == ["weight"]
    assert report.unexpected_keys == ["gain"]


def test_train_and_eval_reach_every_module():
    net = nn.Sequential(nn.Dropout(1.0), nn.Sequential(nn.Dropout(1.0)))
    assert net(mg.ones(2)).tolist() == [0, 0]
    assert net.eval()(mg.ones(2)).tolist() == [1, 1]
    assert all(module.training for module in net.train().modules())


def test_apply_visits_inner_modules_first():
    seen = []
    nn.Sequential(nn.ReLU(), nn.Tanh()).apply(lambda module: seen.append(type(module).__name__))
    assert seen == ["ReLU", "Tanh", "Sequential"]


def test_to_converts_the_parameters_in_place():
    layer = nn.Linear(2, 1)
    weight = layer.weight
    layer(mg.ones(1, 2)).sum().backward()
    gradient = weight.grad
    assert layer.double() is layer
    assert layer.weight is weight
    assert weight.dtype == mg.float64
    assert weight.grad is gradient  # converted along with its parameter, as in PyTorch
    assert gradient.dtype == mg.float64
    layer(mg.ones(1, 2, dtype=mg.float64)).sum().backward()
    assert gradient.tolist() == [[2, 2]]
    with pytest.raises(TypeError, match=r"nn\.Module\.to only accepts floating point"):
        layer.to(mg.int64)


def test_classes_can_be_pickled_and_show_the_module_that_defines_them():
    data = mg.utils.data.TensorDataset(mg.ones(2))
    for thing in (nn.Sequential(nn.Linear(2, 1), nn.ReLU()), nn.Embedding(2, 2), data):
        again = pickle.loads(pickle.dumps(thing))
        assert type(again) is type(thing)
    assert repr(nn.Linear) == "<class 'minigrad.nn.modules.linear.Linear'>"


def test_forward_hooks_can_see_and_replace_values():
    layer = nn.Identity()
    before = layer.register_forward_pre_hook(lambda module, args: args[0] * 2)
    after = layer.register_forward_hook(lambda module, args, output: output + 1)
    assert layer(mg.tensor(3.0)).item() == 7
    before.remove()
    after.remove()
    assert layer(mg.tensor(3.0)).item() == 3


def test_a_backward_hook_may_replace_the_gradient_of_the_input():
    layer = nn.Identity()
    layer.register_full_backward_hook(lambda module, inner, outer: (inner[0] * 10,))
    x = mg.ones(2, requires_grad=True)
    layer(x).sum().backward()
    assert x.grad.tolist() == [10, 10]


@pytest.mark.parametrize(
    ("action", "kind", "sentence"),
    [
        (lambda net: net(1, 2), TypeError, ""),
        (lambda net: net.absent, AttributeError, "'Net' object has no attribute 'absent'"),
        (lambda net: setattr(net, "scale", mg.ones(3)), TypeError, "cannot assign 'minigrad.Float"),
        (lambda net: setattr(net, "first", 1), TypeError, "cannot assign 'int' as child module"),
        (lambda net: net.register_buffer("a.b", None), KeyError, "'buffer name can\\'t contain"),
        (lambda net: net.register_buffer("first", None), KeyError, "\"attribute 'first' already"),
        (lambda net: net.add_module("u", 1), TypeError, "int is not a Module subclass"),
        (lambda net: net.pair(1), NotImplementedError, "Module [ModuleList] is missing"),
        (lambda net: net.pair[5], IndexError, "index 5 is out of range"),
        (lambda net: net.train(1), ValueError, "training mode is expected to be boolean"),
    ],
)
def test_misuse_of_a_module_is_rejected(action, kind, sentence):
    with pytest.raises(kind) as error:
        action(Net())
    assert first_line(error).startswith(sentence)


def test_parameters_before_init_are_rejected():
    class Hasty(nn.Module):
        def __init__(self):
            self.weight = nn.Parameter(mg.ones(1))

    with pytest.raises(AttributeError, match="cannot assign parameters before"):
        Hasty()


def test_a_deep_copy_has_its_own_parameters():
    layer = nn.Linear(2, 1)
    other = copy.deepcopy(layer)
    nn.init.zeros_(other.weight)
    assert isinstance(other.weight, nn.Parameter)
    assert layer.weight.abs().sum().item() > 0


def test_module_list_behaves_like_a_list_and_sequential_takes_names():
    layers = nn.ModuleList([nn.ReLU()]).append(nn.Tanh())
    layers.extend([nn.Sigmoid()])
    assert [type(layer).__name__ for layer in layers] == ["ReLU", "Tanh", "Sigmoid"]
    assert len(layers[1:]) == 2
    named = nn.Sequential(OrderedDict(a=nn.ReLU(), b=nn.Tanh()))
    assert repr(named) == "Sequential(\n  (a): ReLU()\n  (b): Tanh()\n)"
    assert type(named[1]) is nn.Tanh


# All gradients of a model at once


def test_clipping_scales_all_gradients_by_one_factor():
    a, b = mg.zeros(1, requires_grad=True), mg.zeros(1, requires_grad=True)
    a.grad, b.grad = mg.tensor([3.0]), mg.tensor([4.0])
    assert nn.utils.clip_grad_norm_([a, b], 1.0).item() == 5
    assert np.allclose([a.grad.item(), b.grad.item()], [0.6, 0.8])
    nn.utils.clip_grad_norm_([a, b], 10.0)
    assert np.allclose([a.grad.item(), b.grad.item()], [0.6, 0.8])


def test_the_norm_of_all_gradients_can_be_a_sum_or_a_maximum():
    a, b = mg.zeros(1, requires_grad=True), mg.zeros(1, requires_grad=True)
    a.grad, b.grad = mg.tensor([3.0]), mg.tensor([4.0])
    assert nn.utils.clip_grad_norm_([a, b], 10.0, norm_type=1).item() == 7
    assert nn.utils.clip_grad_norm_([a, b], 10.0, norm_type=float("inf")).item() == 4


def test_gradients_rejected_by_clipping_are_not_scaled():
    w = mg.zeros(2, requires_grad=True)
    w.grad = mg.tensor([math.inf, 4.0])
    with pytest.raises(RuntimeError, match="non-finite"):
        nn.utils.clip_grad_norm_([w], 1.0, error_if_nonfinite=True)
    assert w.grad.tolist() == [math.inf, 4]


def test_to_leaves_the_previous_buffers_unchanged():
    layer = nn.BatchNorm1d(1)
    mean = layer.running_mean
    assert layer.double().running_mean.dtype == mg.float64
    assert mean.dtype == mg.float32


@pytest.mark.parametrize("kind", [nn.RNN, nn.LSTM, nn.GRU])
def test_dropout_in_a_recurrent_network_spares_the_output_of_the_last_layer(kind: Any) -> None:
    network = kind(3, 4, num_layers=2, dropout=1.0)
    out, _ = network(mg.ones(5, 3))
    assert (out != 0).all()
    network.eval()
    assert not mg.equal(network(mg.ones(5, 3))[0], out)


@pytest.mark.parametrize("convolve", [F.conv1d, F.conv2d])
def test_a_convolution_of_bools_is_rejected(convolve) -> None:
    x = mg.ones((1, 1, 3) if convolve is F.conv1d else (1, 1, 3, 3), dtype=mg.bool)
    with pytest.raises(NotImplementedError, match="not implemented for 'Bool'"):
        convolve(x, x)
