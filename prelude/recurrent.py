"""Recurrent layers over padded and packed sequences.

One direction of one layer is a loop over time: the products with the input are
one matrix product before it, each step is one product with the state. A step gives the next state and
what its gradient needs beside it, which is kept where a gradient is wanted.
"""


def _gru_step(gates, state, w_hh, b_hh, w_hr):
    hidden = matmul(state[0], transpose(w_hh, 0, 1))
    if b_hh is not None:
        hidden = hidden + b_hh
    size = state[0].shape[-1]
    reset = prim.sigmoid(gates[:, :size] + hidden[:, :size])
    update = prim.sigmoid(gates[:, size : 2 * size] + hidden[:, size : 2 * size])
    new = prim.tanh(gates[:, 2 * size :] + reset * hidden[:, 2 * size :])
    return (new + update * (state[0] - new),), (reset, update, new, hidden[:, 2 * size :])


def _lstm_step(gates, state, w_hh, b_hh, w_hr):
    gates = gates + matmul(state[0], transpose(w_hh, 0, 1))
    if b_hh is not None:
        gates = gates + b_hh
    size = state[1].shape[-1]
    enter = prim.sigmoid(gates[:, :size])
    forget = prim.sigmoid(gates[:, size : 2 * size])
    gate = prim.tanh(gates[:, 2 * size : 3 * size])
    leave = prim.sigmoid(gates[:, 3 * size :])
    cell = forget * state[1] + enter * gate
    hidden = leave * prim.tanh(cell)
    hidden = hidden if w_hr is None else matmul(hidden, transpose(w_hr, 0, 1))
    return (hidden, cell), (enter, forget, gate, leave, cell)


def _tanh_step(gates, state, w_hh, b_hh, w_hr):
    hidden = gates + matmul(state[0], transpose(w_hh, 0, 1))
    return (prim.tanh(hidden if b_hh is None else hidden + b_hh),), ()


def _relu_step(gates, state, w_hh, b_hh, w_hr):
    hidden = gates + matmul(state[0], transpose(w_hh, 0, 1))
    return (relu(hidden if b_hh is None else hidden + b_hh),), ()


def _step_of(kind):
    return {"gru": _gru_step, "lstm": _lstm_step, "tanh": _tanh_step, "relu": _relu_step}[kind]


def _input_gates(input, w_ih, b_ih):
    gates = matmul(input, transpose(w_ih, 0, 1))
    return gates if b_ih is None else gates + b_ih


def _named(weights, has_biases):
    """w_ih, w_hh, b_ih, b_hh, w_hr of one direction; None for what there is not"""
    weights = tuple(weights)
    biases = weights[2:4] if has_biases else (None, None)
    projection = weights[4 if has_biases else 2 :]
    return weights[:2] + biases + (projection if len(projection) == 1 else (None,))


def _direction(kind, input, state, weights, reverse):
    """input [T, B, I] -> output [T, B, H] and the last state"""
    w_ih, w_hh, b_ih, b_hh, w_hr = weights
    given = [each for each in (input,) + tuple(state) + tuple(weights) if each is not None]
    if torch.is_grad_enabled() and True in [each.requires_grad for each in given]:
        cell = state[1] if len(state) == 2 else None
        output, hidden, cell, _ = _kept_direction(kind, input, state[0], cell, w_ih, w_hh, b_ih, b_hh, w_hr, reverse)
        return output, (hidden,) if len(state) == 1 else (hidden, cell)
    gates, step = _input_gates(input, w_ih, b_ih), _step_of(kind)
    length = input.shape[0]
    output = prim.full((length, input.shape[1], state[0].shape[-1]), 0, input.dtype)
    for i in range(length):
        at = length - 1 - i if reverse else i
        state, _ = step(gates[at], state, w_hh, b_hh, w_hr)
        output[at] = state[0]
    return output, state


@operator(gradient="direction_gradient")
def _kept_direction(kind, input: Tensor, hidden: Tensor, cell: Tensor, w_ih: Tensor, w_hh: Tensor, b_ih: Tensor, b_hh: Tensor, w_hr: Tensor, reverse):
    """_direction, and what its steps keep side by side, [T, B, parts * H]"""
    gates, step = _input_gates(input, w_ih, b_ih), _step_of(kind)
    state = (hidden,) if cell is None else (hidden, cell)
    length, batch = input.shape[0], input.shape[1]
    output = prim.full((length, batch, hidden.shape[-1]), 0, input.dtype)
    parts = {"gru": 4, "lstm": 5, "tanh": 0, "relu": 0}[kind]
    width = hidden.shape[-1] if cell is None else cell.shape[-1]
    planes = prim.full((length, batch, parts * width), 0, input.dtype)
    for i in range(length):
        at = length - 1 - i if reverse else i
        state, kept = step(gates[at], state, w_hh, b_hh, w_hr)
        output[at] = state[0]
        if parts > 0:
            planes[at] = prim.concat(kept, 1)
    return output, state[0], None if cell is None else state[1], planes


def _packed_direction(kind, data, batch_sizes, state, weights, reverse):
    """data [sum, I] -> output [sum, H] and the last state of each sequence"""
    w_ih, w_hh, b_ih, b_hh, w_hr = weights
    gates, step = _input_gates(data, w_ih, b_ih), _step_of(kind)
    output = prim.full((data.shape[0], state[0].shape[-1]), 0, data.dtype)
    length = batch_sizes.shape[0]
    start = data.shape[0] if reverse else 0
    for i in range(length):
        rows = int(batch_sizes[length - 1 - i if reverse else i])
        if reverse:
            start = start - rows
        now, _ = step(gates[start : start + rows], tuple([each[:rows] for each in state]), w_hh, b_hh, w_hr)
        output[start : start + rows] = now[0]
        state = tuple([prim.concat([now[k], state[k][rows:]], 0) for k in range(len(now))])
        if not reverse:
            start = start + rows
    return output, state


def _layers(kind, input, batch_sizes, state, params, has_biases, num_layers, dropout_p, train, bidirectional):
    """All layers and directions; `state` is a tuple of tensors [layers * directions, B, H]"""
    directions = 2 if bidirectional else 1
    per_direction = len(params) // (num_layers * directions)
    last = []
    for layer in range(num_layers):
        outputs = []
        for direction in range(directions):
            number = layer * directions + direction
            weights = params[number * per_direction : (number + 1) * per_direction]
            weights = _named(weights, has_biases)
            own = tuple([each[number] for each in state])
            if batch_sizes is None:
                output, own = _direction(kind, input, own, weights, direction == 1)
            else:
                output, own = _packed_direction(kind, input, batch_sizes, own, weights, direction == 1)
            outputs.append(output)
            last.append(own)
        input = outputs[0] if directions == 1 else prim.concat(outputs, -1)
        if dropout_p > 0 and train and layer + 1 < num_layers:
            input = dropout(input, dropout_p, True)
    return (input,) + tuple([stack([each[k] for each in last], 0) for k in range(len(state))])


def _run(kind, args, packed):
    """The argument lists of torch.gru and its kin: (input, state, params, ...) or (data, batch_sizes, state, params, ...)"""
    if packed:
        data, batch_sizes, state, params, has_biases, num_layers, dropout_p, train, bidirectional = args
        return _layers(kind, data, batch_sizes, state, params, has_biases, num_layers, dropout_p, train, bidirectional)
    input, state, params, has_biases, num_layers, dropout_p, train, bidirectional, batch_first = args
    if batch_first:
        input = transpose(input, 0, 1)
    prim.check(input.shape[0] > 0, "RuntimeError", "Expected sequence length to be larger than 0 in RNN")
    results = _layers(kind, input, None, state, params, has_biases, num_layers, dropout_p, train, bidirectional)
    if batch_first:
        return (transpose(results[0], 0, 1),) + results[1:]
    return results


def _with_tuple_state(args, packed):
    at = 2 if packed else 1
    return tuple(args[:at]) + ((args[at],),) + tuple(args[at + 1 :])


@operator("torch.gru", "torch._VF.gru", autocast="refused")
def gru(*args):
    """Gated recurrent units"""
    packed = prim.is_tensor(args[2])
    return _run("gru", _with_tuple_state(args, packed), packed)


@operator("torch.lstm", "torch._VF.lstm", autocast="refused")
def lstm(*args):
    """Long short-term memory"""
    packed = prim.is_tensor(args[1])
    return _run("lstm", args, packed)


@operator("torch.rnn_tanh", "torch._VF.rnn_tanh", autocast="refused")
def rnn_tanh(*args):
    """Elman network with tanh"""
    packed = prim.is_tensor(args[2])
    return _run("tanh", _with_tuple_state(args, packed), packed)


@operator("torch.rnn_relu", "torch._VF.rnn_relu", autocast="refused")
def rnn_relu(*args):
    """Elman network with relu"""
    packed = prim.is_tensor(args[2])
    return _run("relu", _with_tuple_state(args, packed), packed)


@operator("torch.gru_cell", "torch._VF.gru_cell", autocast="refused")
def gru_cell(input, hx, w_ih, w_hh, b_ih=None, b_hh=None):
    """One step of gated recurrent units"""
    return _gru_step(_input_gates(input, w_ih, b_ih), (hx,), w_hh, b_hh, None)[0][0]


@operator("torch.lstm_cell", "torch._VF.lstm_cell", autocast="refused")
def lstm_cell(input, hx, w_ih, w_hh, b_ih=None, b_hh=None):
    """One step of long short-term memory"""
    return _lstm_step(_input_gates(input, w_ih, b_ih), hx, w_hh, b_hh, None)[0]


@operator("torch.rnn_tanh_cell", "torch._VF.rnn_tanh_cell", autocast="refused")
def rnn_tanh_cell(input, hx, w_ih, w_hh, b_ih=None, b_hh=None):
    """One step of an Elman network with tanh"""
    return _tanh_step(_input_gates(input, w_ih, b_ih), (hx,), w_hh, b_hh, None)[0][0]


@operator("torch.rnn_relu_cell", "torch._VF.rnn_relu_cell", autocast="refused")
def rnn_relu_cell(input, hx, w_ih, w_hh, b_ih=None, b_hh=None):
    """One step of an Elman network with relu"""
    return _relu_step(_input_gates(input, w_ih, b_ih), (hx,), w_hh, b_hh, None)[0][0]


@operator("torch._pack_padded_sequence", "torch._VF._pack_padded_sequence")
def pack_padded_sequence(input, lengths, batch_first):
    """Sequences one behind the other by time, and how many there are at each time"""
    if batch_first:
        input = transpose(input, 0, 1)
    batch = input.shape[1]
    prim.check(input.numel() > 0, "RuntimeError", "Cannot pack empty tensors.")
    prim.check(lengths.shape[0] == batch, "RuntimeError", "Expected `len(lengths)` to be equal to batch_size, but got {0} (batch_size={1})", lengths.shape[0], batch)
    longest = int(lengths[0])
    if int(lengths[-1]) <= 0:
        raise RuntimeError("Length of all samples has to be greater than 0, but found an element in 'lengths' that is <= 0")
    if not prim.all(lengths[1:] <= lengths[:-1], None, False):
        raise RuntimeError("`lengths` array must be sorted in decreasing order when `enforce_sorted` is True. You can pass `enforce_sorted=False` to pack_padded_sequence and/or pack_sequence to sidestep this requirement if you do not need ONNX exportability.")
    chosen = prim.unsqueeze(prim.arange(0, 1, longest, torch.int64), 1) < prim.unsqueeze(lengths, 0)
    return input[:longest][chosen], sum_(chosen, 1)


@operator("torch._pad_packed_sequence", "torch._VF._pad_packed_sequence")
def pad_packed_sequence(data, batch_sizes, batch_first, padding_value, total_length):
    """Packed sequences padded to one length, and their lengths"""
    length = batch_sizes.shape[0]
    batch = int(batch_sizes[0])
    chosen = prim.unsqueeze(prim.arange(0, 1, batch, torch.int64), 0) < prim.unsqueeze(batch_sizes, 1)
    steps = length
    if prim.is_int(total_length) and not (prim.is_static(total_length) and total_length <= 0):
        if total_length < length:
            raise RuntimeError("Expected total_length to be at least the length of the longest sequence in input")
        steps = total_length
    output = prim.full((steps, batch) + tuple(data.shape[1:]), padding_value, data.dtype)
    output[:length][chosen] = data
    return (transpose(output, 0, 1) if batch_first else output), sum_(chosen, 0)


@operator("torch.nn.utils.rnn.pad_sequence", "torch._C._nn.pad_sequence")
def pad_sequence(sequences, batch_first=False, padding_value=0.0, padding_side="right"):
    """Sequences of different lengths as one tensor"""
    longest = 0
    for each in sequences:
        longest = max(longest, each.shape[0])
    rows = []
    for each in sequences:
        missing = longest - each.shape[0]
        amounts = (missing, 0) if padding_side == "left" else (0, missing)
        rows.append(prim.pad(each, padding_value, amounts + (0, 0) * (each.dim() - 1)))
    return stack(rows, 0 if batch_first else 1)
