"""The gradient of one direction of a recurrent layer: a loop over time backwards, and one product for each
weight after it."""


def _gru_step_gradient(kept, of_kept, before, of_hidden):
    """Of the input's gates, of the state's gates, and of the state directly"""
    reset, update, new, inner = kept
    of_new = of_hidden * (1 - update) + of_kept[2]
    of_new = of_new * (1 - new * new)
    of_update = (of_hidden * (before - new) + of_kept[1]) * update * (1 - update)
    of_reset = (of_new * inner + of_kept[0]) * reset * (1 - reset)
    rows = prim.concat([of_reset, of_update, of_new], 1)
    return rows, prim.concat([of_reset, of_update, of_new * reset + of_kept[3]], 1), of_hidden * update, None


def _lstm_step_gradient(kept, of_kept, cell, of_hidden, of_cell):
    enter, forget, gate, leave, after = kept
    size = prim.tanh(after)
    of_cell = of_cell + of_hidden * leave * (1 - size * size) + of_kept[4]
    of_enter = (of_cell * gate + of_kept[0]) * enter * (1 - enter)
    of_forget = (of_cell * cell + of_kept[1]) * forget * (1 - forget)
    of_gate = (of_cell * enter + of_kept[2]) * (1 - gate * gate)
    of_leave = (of_hidden * size + of_kept[3]) * leave * (1 - leave)
    rows = prim.concat([of_enter, of_forget, of_gate, of_leave], 1)
    return rows, rows, None, of_cell * forget


def _parts_of(planes, at, count, width):
    """What a step kept, as it gave it, or the gradients of that, which a gradient of a gradient has"""
    if planes is None:
        return (0,) * count
    row = select(planes, 0, at)
    return tuple([narrow(row, 1, k * width, width) for k in range(count)])


def _states_before(first, rows, reverse):
    """[T, B, H]: what each step began with, `first` and then what the step before it gave"""
    first, length = prim.unsqueeze(first, 0), rows.shape[0]
    if reverse:
        return prim.concat([narrow(rows, 0, 1, length - 1), first], 0)
    return prim.concat([first, narrow(rows, 0, 0, length - 1)], 0)


def _rows_gradient(kind, planes, of_planes, output, before, cells, of_hidden, of_cell, at):
    """Of the gates of one step"""
    if kind == "gru":
        width = of_hidden.shape[1]
        return _gru_step_gradient(_parts_of(planes, at, 4, width), _parts_of(of_planes, at, 4, width), select(before, 0, at), of_hidden)
    if kind == "lstm":
        width = of_cell.shape[1]
        return _lstm_step_gradient(_parts_of(planes, at, 5, width), _parts_of(of_planes, at, 5, width), select(cells, 0, at), of_hidden, of_cell)
    result = select(output, 0, at)
    rows = of_hidden * (1 - result * result) if kind == "tanh" else prim.where(result <= 0, 0, of_hidden)
    return rows, rows, None, None


def _gates_gradient(kind, grads, results, before, cell, w_hh, w_hr, reverse):
    """Of the input's gates and of the state's, [T, B, gates]; of the hidden state after each step; and of both
    first states"""
    output, planes = results[0], results[3]
    length, batch = output.shape[0], output.shape[1]
    of_hidden = _zeros((batch, output.shape[2]), output) if grads[1] is None else grads[1]
    of_cell, cells = None, None
    if kind == "lstm":
        of_cell = _zeros(cell.shape, output) if grads[2] is None else grads[2]
        width = cell.shape[1]
        cells = _states_before(cell, narrow(planes, 2, 4 * width, width), reverse)
    of_input_gates = _zeros((length, batch, w_hh.shape[0]), output)
    of_state_gates = _zeros((length, batch, w_hh.shape[0]), output) if kind == "gru" else of_input_gates
    of_outputs = _zeros(output.shape, output)
    for i in range(length):
        at = i if reverse else length - 1 - i
        of_step = of_hidden if grads[0] is None else of_hidden + select(grads[0], 0, at)
        of_outputs[at] = of_step
        inner = of_step if w_hr is None else matmul(of_step, w_hr)
        of_gates, rows, direct, of_cell = _rows_gradient(kind, planes, grads[3], output, before, cells, inner, of_cell, at)
        of_input_gates[at] = of_gates
        if kind == "gru":
            of_state_gates[at] = rows
        of_hidden = matmul(rows, w_hh) if direct is None else matmul(rows, w_hh) + direct
    return of_input_gates, of_state_gates, of_outputs, of_hidden, of_cell


def direction_gradient(grads, needs, kind, input, hidden, cell, w_ih, w_hh, b_ih, b_hh, w_hr, reverse, results):
    before = _states_before(hidden, results[0], reverse)
    of_input_gates, of_state_gates, of_outputs, of_hidden, of_cell = _gates_gradient(kind, grads, results, before, cell, w_hh, w_hr, reverse)
    of_input = matmul(of_input_gates, w_ih) if needs[0] else None
    of_w_ih = _product_of_rows(of_input_gates, input) if needs[3] else None
    of_w_hh = _product_of_rows(of_state_gates, before) if needs[4] else None
    of_b_ih = prim.sum(of_input_gates, (0, 1), False) if needs[5] else None
    of_b_hh = prim.sum(of_state_gates, (0, 1), False) if needs[6] else None
    of_w_hr = None
    if needs[7]:
        width, planes = cell.shape[1], results[3]
        inner = narrow(planes, 2, 3 * width, width) * prim.tanh(narrow(planes, 2, 4 * width, width))
        of_w_hr = _product_of_rows(of_outputs, inner)
    return of_input, of_hidden if needs[1] else None, of_cell if needs[2] else None, of_w_ih, of_w_hh, of_b_ih, of_b_hh, of_w_hr


def _product_of_rows(left, right):
    """The sum over time and batch of the products of two rows"""
    rows = left.shape[0] * left.shape[1]
    return matmul(transpose(prim.reshape(left, (rows, left.shape[2])), 0, 1), prim.reshape(right, (rows, right.shape[2])))
