"""torch.einsum."""


def _einsum_diagonals(operand, term, number):
    """Without repeated subscripts."""
    i = 0
    while i < len(term):
        j = term.find(term[i], i + 1)
        if j >= 0:
            prim.check(operand.shape[i] == operand.shape[j], "RuntimeError", "einsum(): subscript {0} is repeated for operand {1} but the sizes don't match, {2} != {3}", term[i], number, operand.shape[j], operand.shape[i])
            operand = prim.diagonal(operand, 0, i, j)
            term = term[:i] + term[i + 1 : j] + term[j + 1 :] + term[i]
        else:
            i = i + 1
    return operand, term


def _einsum_check(operands, terms):
    """The sizes of one subscript are equal, or 1."""
    seen = {}
    for i in range(len(terms)):
        for j in range(len(terms[i])):
            letter, size = terms[i][j], operands[i].shape[j]
            before = seen.get(letter, size)
            prim.check((size == before) | (size == 1) | (before == 1), "RuntimeError", "einsum(): subscript {0} has size {1} for operand {2} which does not broadcast with previously seen size {3}", letter, size, i, before)
            seen[letter] = size if prim.is_static(before) and before == 1 else before


def _einsum_is_one(operand, term, letter):
    size = operand.shape[term.index(letter)]
    return prim.is_static(size) and size == 1


def _einsum_without_ones(operand, term, others):
    """Without subscripts of size 1 that stand beside all of the other operand's."""
    for each in term:
        if each in others and _einsum_is_one(operand, term, each):
            operand = operand.select(term.index(each), 0)
            term = term.replace(each, "")
    return operand, term


def _einsum_permuted(operand, term, order):
    """With subscripts in an order, which may have more of them."""
    wanted = "".join([each for each in order if each in term])
    return prim.permute(operand, tuple([term.index(each) for each in wanted])), wanted


def _einsum_beside(operand, term, wanted):
    """With dimensions of size 1 for the subscripts that it lacks."""
    for i in range(len(wanted)):
        if wanted[i] not in term:
            operand = prim.unsqueeze(operand, i)
    return operand


def _einsum_pair(a, left, b, right, needed, order):
    """Two operands contracted: as one batched matrix product

    The operand whose subscripts the result has first gives the rows, as in eager.
    """
    batch = [each for each in left if each in right and each in needed]
    inner = [each for each in left if each in right and each not in needed]
    both = "".join([each for each in order if (each in left or each in right) and each not in inner])
    if len(inner) == 0:
        return _einsum_beside(a, left, both) * _einsum_beside(b, right, both), both
    _check_product(a, b, "bmm")
    ones = [each for each in left if each not in right and _einsum_is_one(a, left, each)]
    rows = [each for each in left if each not in right and each not in ones]
    others = [each for each in order if each not in batch + inner + rows]
    columns = [each for each in others if each in left or each in right]
    sizes = {}
    for i in range(len(right)):
        sizes[right[i]] = b.shape[i]
    for i in range(len(left)):
        sizes[left[i]] = a.shape[i]
    for each in inner:
        mine, other = sizes[each], b.shape[right.index(each)]
        prim.check(mine == other, "NotImplementedError", "einsum(): subscript {0} has sizes {1} and {2}; to be broadcast, a size of 1 has to be known when compiling", each, mine, other)
    if len(rows) > 0 and len(others) > 0 and order.index(others[-1]) < order.index(rows[0]):
        a, left, rows, b, right, columns = b, right, columns, a, left, rows
    r, k, c = [_einsum_count(sizes, each) for each in (rows, inner, columns)]
    a, _ = _einsum_permuted(a, left, batch + rows + inner + ones)
    b, _ = _einsum_permuted(b, right, batch + inner + columns + ones)
    product = _product(prim.reshape(a, tuple(a.shape[: len(batch)]) + (r, k)), prim.reshape(b, tuple(b.shape[: len(batch)]) + (k, c)))
    product = prim.reshape(product, tuple(product.shape[: len(batch)]) + tuple([sizes[each] for each in rows + columns]))
    return _einsum_permuted(product, "".join(batch + rows + columns), order)


def _einsum_count(sizes, letters):
    count = 1
    for each in letters:
        count = count * sizes[each]
    return count


@operator("torch.einsum", "torch.functional.einsum", autocast="lower")
def einsum(equation, *operands):
    """Sums of products, as the subscripts say"""
    if len(operands) == 0:
        raise ValueError("einsum(): must specify the equation string and at least one operand, or at least one operand and its subscripts list")
    if prim.is_tensor(equation):
        equation, operands = _einsum_spelled((equation,) + operands)
    if len(operands) == 1 and isinstance(operands[0], (tuple, list)):
        operands = tuple(operands[0])
    for i in range(len(operands)):
        if not prim.is_tensor(operands[i]):
            raise TypeError(f"expected Tensor as element {i} in argument 1, but got {prim.type_name(operands[i])}")
    terms, output = _einsum_terms(equation, operands)
    order = output + "".join(sorted([each for each in set("".join(terms)) if each not in output]))
    operands = list(operands)
    for i in range(len(operands)):
        operands[i], terms[i] = _einsum_diagonals(operands[i], terms[i], i)
    _einsum_check(operands, terms)
    result, term = operands[0], terms[0]
    for i in range(1, len(operands)):
        needed = output + "".join(terms[i + 1 :])
        result, term = _einsum_without_ones(result, term, terms[i])
        other, theirs = _einsum_without_ones(operands[i], terms[i], term)
        result, term = _einsum_sum(result, term, needed + theirs, order)
        other, theirs = _einsum_sum(other, theirs, needed + term, order)
        result, term = _einsum_pair(result, term, other, theirs, needed, order)
    return _einsum_sum(result, term, output, order)[0]


def _einsum_sum(operand, term, needed, order):
    """Summed over the subscripts that nothing needs, and permuted."""
    gone = tuple([i for i in range(len(term)) if term[i] not in needed])
    if len(gone) == 0:
        return _einsum_permuted(operand, term, order)
    result, kept = _einsum_permuted(sum_(operand, gone), "".join([each for each in term if each in needed]), order)
    return prim.contiguous(result), kept
