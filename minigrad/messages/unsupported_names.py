"""Alternatives to the parts of PyTorch that minigrad leaves out.

Each piece of advice is followed by the names it applies to. Attributes of PyTorch's tensors begin
with a dot. Unlike the messages in `catalog/`, this isn't TOML, because it's read whenever minigrad
is imported. Finding and parsing a TOML file would take a quarter of the import time.
"""

ADVICE = {
    "minigrad runs only on the CPU and is always deterministic. Leave this out.": (
        "empty_cache .get_device get_device_name get_num_threads .is_mps .is_shared mps "
        ".pin_memory set_num_threads share_memory .share_memory_ synchronize .to_mkldnn "
        "use_deterministic_algorithms xpu"
    ),
    "minigrad has no sparse tensors. Use dense tensors.": (
        ".is_sparse sparse sparse_coo_tensor .to_dense .to_sparse"
    ),
    "minigrad doesn't compile functions. Call the function directly.": "compile export fx jit",
    "minigrad has no complex numbers. Keep the real and imaginary parts in separate tensors.": (
        ".H .angle cdouble cfloat complex complex64 complex128 .conj fft .imag .mH .real "
        "view_as_complex"
    ),
    "minigrad has no half precision. Use float32.": (
        "GradScaler HalfTensor amp autocast .bfloat16 float16 .half"
    ),
    "Use autograd.functional.jvp, which takes two backward passes.": "forward_ad",
    "autograd.functional has jacobian, hessian, jvp, and vjp.": "jacfwd jacrev",
    "Write stack([f(x) for x in xs]), which calls the function in a loop.": "vmap",
    "Register a hook on a single tensor: x.register_hook(f).": (
        "graph register_multi_grad_hook .register_post_accumulate_grad_hook"
    ),
    "Use linalg.vector_norm. Other norms of a matrix take abs, sum, and max.": "matrix_norm",
    "minigrad has no attention layers. Chapter 10b builds one from matrix products and softmax.": (
        "MultiheadAttention Transformer TransformerDecoder TransformerEncoder "
        "TransformerEncoderLayer scaled_dot_product_attention"
    ),
    "Train on sequences of one length, or on one sequence at a time.": (
        "PackedSequence pack_padded_sequence pack_sequence pad_packed_sequence pad_sequence rnn"
    ),
    "Use RNN, GRU, or LSTM. For a single step, pass a sequence of length 1 and the state.": (
        "GRUCell LSTMCell RNNCell RNNCellBase"
    ),
    "Use Conv1d, Conv2d, MaxPool2d, or AvgPool2d.": "Conv3d ConvTranspose2d MaxPool1d max_pool1d",
    "Use AvgPool2d. To average whole images, write x.mean((-2, -1), keepdim=True).": (
        "AdaptiveAvgPool2d adaptive_avg_pool2d"
    ),
    "Use Dropout, which drops single elements instead of whole channels.": "Dropout2d dropout2d",
    "Write stack([x[i : i + n] for i in range(len(x) - n + 1)]).": ".unfold",
    "Use BatchNorm2d, or use LayerNorm, which normalizes each example separately.": (
        "GroupNorm InstanceNorm2d group_norm"
    ),
    "Pass the number of input channels yourself: Conv2d(in_channels, ...).": (
        "LazyBatchNorm1d LazyConv1d LazyConv2d"
    ),
    "Use a ModuleList, or a Sequential built from an OrderedDict.": "ModuleDict",
    "Build a new container, as in nn.Sequential(new, *model).": "insert",
    "Use SGD, Adagrad, Adam, AdamW, or RMSprop.": "ASGD Adadelta Adamax NAdam RAdam Rprop",
    "Use LambdaLR, which multiplies the learning rate by any function of the epoch.": (
        "CyclicLR LinearLR OneCycleLR PolynomialLR SequentialLR"
    ),
    "Draw with rand, randn, randint, normal, or bernoulli.": (
        "distributions .exponential_ poisson"
    ),
    "To draw the same numbers again, create a Generator and call its manual_seed method.": (
        "fork_rng get_rng_state get_state set_rng_state set_state"
    ),
    "NumPy can do this, but without a gradient. Use x.numpy(), and minigrad.from_numpy to convert the result back.": (
        ".acos .acosh .asin .asinh .atan2 .atanh atleast_1d .bincount bitwise_and bitwise_or "
        "bitwise_xor bucketize cross .cummax .cummin .data_ptr .det .digamma eig eigh .erfinv "
        "finfo .frac gcd .heaviside .histc histogram iinfo inv .inverse isin kron lcm .layout "
        ".lgamma .logaddexp logspace lstsq .mode nanmedian pinv .qr .quantile .rot90 "
        "searchsorted .sinc solve .storage .storage_offset .svd .unique .unique_consecutive "
        ".untyped_storage vander"
    ),
    "Use vstack, or stack along another dim.": "column_stack dstack row_stack",
    "Use copy_, which writes a new result into x, as in x.copy_(x < y).": (
        ".absolute_ .atan_ .bernoulli_ .ceil_ .clip_ .cosh_ .cumsum_ .eq_ .erf_ .expm1_ .floor_ "
        ".floor_divide_ .ge_ .gt_ .le_ .log10_ .log1p_ .log2_ .logical_and_ .logical_not_ "
        ".logical_or_ .logical_xor_ .lt_ .ne_ .negative_ .reciprocal_ .remainder_ .rsqrt_ .sign_ "
        ".sinh_ .square_ .tan_ .tril_ .triu_ .trunc_"
    ),
    "If all elements are positive, use their logarithms: x.log().cumsum(dim).exp().": (
        "cumprod .cumprod_"
    ),
    "Assign the new view, as in x = x.unsqueeze(0).": ".squeeze_ .t_ .transpose_ .unsqueeze_",
    "Use reshape(-1).": ".ravel",
    "Use clamp, as in x.clamp(min=0).": ".clamp_max .clamp_max_ .clamp_min .clamp_min_",
    "Use clamp, as in x.clamp(-1, 1).": "Hardtanh hardtanh",
    "Use reshape. To keep fewer elements, index first.": ".resize",
    "Use transpose.": ".swapaxes .swapdims",
    "Use the short name: abs, neg, div, ne, lt, le, gt, or ge.": (
        ".absolute .greater .greater_equal .less .less_equal .negative .not_equal .true_divide"
    ),
    "Use dim().": ".ndimension",
    "Write cat([x[-n:], x[:-n]]).": ".roll",
    "Use randint, with x.shape as the size.": "randint_like",
    "Use movedim.": ".moveaxis",
    "Use gather, with indices that have the shape of the result.": ".take_along_dim",
    "Write stack([x] * n, 1).flatten(0, 1).": ".repeat_interleave",
    "Write x[1:] - x[:-1].": ".diff",
    "Use nonzero().": ".argwhere",
    "Use einsum.": ".baddbmm chain_matmul tensordot",
    "Write where(x.isnan(), 0.0, x), which keeps the gradients of the other elements.": (
        ".nan_to_num .nansum"
    ),
    "Write x[~x.isnan()].mean().": ".nanmean",
    "Compute the two results separately.": ".aminmax std_mean var_mean",
    "Write (x * x + y * y).sqrt().": ".hypot",
    "Write x - y * (x / y).trunc().": ".fmod",
    "Write x + weight * (y - x).": ".lerp",
    "Write x + y @ z.": ".addmm .addmm_",
    "Write x + value * y * z, or y / z.": ".addcdiv .addcdiv_ .addcmul .addcmul_",
    "Write (x[:, None] - y).square().sum(-1).sqrt().": "cdist",
    "Write x[indices] or, for dim 1, x[:, indices].": ".index_select",
    "Write x[mask].": ".masked_select",
    "Write x[start : start + length], with a colon for each dim before.": ".narrow",
    "Add the underscore to the name: normal_ fills a tensor in place.": (
        "constant kaiming_normal kaiming_uniform uniform xavier_normal xavier_uniform"
    ),
    "Write one_hot(indices, n).to(xs.dtype).T @ xs, which adds up rows with equal indices.": (
        ".index_add .index_add_ .scatter_add .scatter_add_"
    ),
    "Write cat([p.reshape(-1) for p in parameters]).": "parameters_to_vector",
    "Register each parameter under its own name with register_parameter.": "ParameterDict ParameterList",
    "minigrad runs everything in one process.": (
        "DataParallel DistributedDataParallel distributed multiprocessing"
    ),
    "Append the losses to a list, and plot them with matplotlib.": "SummaryWriter tensorboard",
    "Write where(d.abs() < 1, d * d / 2, d.abs() - 0.5).mean(), for d = input - target.": (
        "HuberLoss SmoothL1Loss huber_loss smooth_l1_loss"
    ),
    "Write x[indices] = values.": (
        ".index_copy .index_copy_ index_put .index_put_ .masked_scatter .masked_scatter_"
    ),
    "Return a new tensor from forward, because in-place changes inside it aren't recorded.": "mark_dirty",
    "Look it up in dict(module.named_modules()) or dict(module.named_parameters()).": (
        "get_buffer get_parameter get_submodule"
    ),
    "Clamp each gradient in place: p.grad.clamp_(-1, 1) for each p in model.parameters().": (
        "clip_grad_value_"
    ),
    "Use clip_grad_norm_, which returns the norm. With max_norm=float('inf'), it clips nothing.": (
        "get_total_norm"
    ),
    "You can write it in one line using functions such as clamp, where, and sum.": (
        "CosineSimilarity KLDivLoss Mish PReLU ReLU6 Softsign TripletMarginLoss "
        "cosine_similarity dist kl_div mish pairwise_distance prelu relu6"
    ),
    "Compare with minigrad.allclose.": "assert_close testing",
    "Use any object with __getitem__ and __len__. The DataLoader's shuffle or sampler argument sets the order.": (
        "ConcatDataset IterableDataset RandomSampler Sampler SequentialSampler "
        "SubsetRandomSampler WeightedRandomSampler"
    ),
}
