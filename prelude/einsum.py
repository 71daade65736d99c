"""torch.einsum."""


def _einsum_spelled(arguments):
    """The equation and operands of `a, [0, 1], b, [1, 2], [0, 2]`."""
    letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
    count = len(arguments) // 2
    terms = ["".join(["..." if each is ... else letters[each] for each in term]) for term in arguments[1::2]]
    equation = ",".join(terms)
    if len(arguments) % 2 == 1:
        equation = equation + "->" + "".join(["..." if each is ... else letters[each] for each in arguments[-1]])
    return equation, arguments[: 2 * count : 2]


def _einsum_terms(equation, operands):
    """The subscripts of each operand and of the result, `...` spelled out in capitals."""
    for i, each in enumerate(equation.replace("->", ",,")):
        if not ("a" <= each <= "z" or "A" <= each <= "Z" or each in " ,."):
            raise RuntimeError(f"einsum(): invalid subscript given at index {i} in the equation string, subscripts must be in [a-zA-Z]")
    equation = equation.replace(" ", "")
    if "->" in equation:
        inputs, output = equation.split("->")
    else:
        inputs, output = equation, None
    terms = inputs.split(",")
    spare = [each for each in "ABCDEFGHIJKLMNOPQRSTUVWXYZ" if each not in equation]
    widest = 0
    if len(terms) != len(operands):
        raise RuntimeError(f"einsum(): {'more' if len(terms) < len(operands) else 'fewer'} operands were provided than specified in the equation")
    for i in range(len(terms)):
        if "..." not in terms[i] and len(terms[i]) != operands[i].dim():
            raise RuntimeError(f"einsum(): the number of subscripts in the equation ({len(terms[i])}) does not match the number of dimensions ({operands[i].dim()}) for operand {i} and no ellipsis was given")
        if "..." in terms[i]:
            widest = max(widest, operands[i].dim() - len(terms[i]) + 3)
    dots = "".join(spare[:widest])
    for i in range(len(terms)):
        if "..." in terms[i]:
            count = operands[i].dim() - len(terms[i]) + 3
            terms[i] = terms[i].replace("...", dots[widest - count :])
    if output is None:
        letters = "".join(terms)
        output = dots + "".join(sorted([each for each in set(letters) if letters.count(each) == 1 and each not in dots]))
    else:
        for each in output.replace("...", ""):
            if output.count(each) > 1:
                raise RuntimeError(f"einsum(): output subscript {each} appears more than once in the output")
            if each not in "".join(terms):
                raise RuntimeError(f"einsum(): output subscript {each} does not appear in the equation for any input operand")
        output = output.replace("...", dots)
    return terms, output


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


def _einsum_without_ones(a, left, b, right, needed):
    """Without subscripts of size 1 that are summed, as they stand beside all of the other operand's."""
    for each in left:
        if each in right and each not in needed and prim.is_static(a.shape[left.index(each)]) and a.shape[left.index(each)] == 1:
            a = a.select(left.index(each), 0)
            left = left.replace(each, "")
    return a, left


def _einsum_pair(a, left, b, right, needed):
    """Two operands contracted: as one batched matrix product."""
    batch = [each for each in left if each in right and each in needed]
    inner = [each for each in left if each in right and each not in needed]
    rows = [each for each in left if each not in right]
    columns = [each for each in right if each not in left]
    sizes = {}
    for i in range(len(left)):
        sizes[left[i]] = a.shape[i]
    for i in range(len(right)):
        if right[i] in left and prim.is_static(sizes[right[i]]) and sizes[right[i]] == 1:
            sizes[right[i]] = b.shape[i]
        elif right[i] not in left:
            sizes[right[i]] = b.shape[i]
    for each in inner:
        other = b.shape[right.index(each)]
        prim.check(sizes[each] == other, "NotImplementedError", "einsum(): subscript {0} has sizes {1} and {2}; to be broadcast, a size of 1 has to be known when compiling", each, sizes[each], other)
    first = prim.permute(a, tuple([left.index(each) for each in batch + rows + inner]))
    second = prim.permute(b, tuple([right.index(each) for each in batch + inner + columns]))
    r, k, c = 1, 1, 1
    for each in rows:
        r = r * sizes[each]
    for each in inner:
        k = k * sizes[each]
    for each in columns:
        c = c * sizes[each]
    lead_a = tuple([a.shape[left.index(each)] for each in batch])
    lead_b = tuple([b.shape[right.index(each)] for each in batch])
    if len(inner) == 0:
        product = prim.reshape(first, lead_a + (r, 1)) * prim.reshape(second, lead_b + (1, c))
    else:
        product = _product(prim.reshape(first, lead_a + (r, k)), prim.reshape(second, lead_b + (k, c)))
    term = "".join(batch + rows + columns)
    return prim.reshape(product, tuple(product.shape[: len(batch)]) + tuple([sizes[each] for each in rows + columns])), term


@operator("torch.einsum", "torch.functional.einsum", autocast="lower")
def einsum(equation, *operands):
    """Sums of products, as the subscripts say"""
    if prim.is_tensor(equation):
        equation, operands = _einsum_spelled((equation,) + operands)
    if len(operands) == 1 and isinstance(operands[0], (tuple, list)):
        operands = tuple(operands[0])
    terms, output = _einsum_terms(equation, operands)
    operands = list(operands)
    for i in range(len(operands)):
        operands[i], terms[i] = _einsum_diagonals(operands[i], terms[i], i)
    _einsum_check(operands, terms)
    result, term = operands[0], terms[0]
    for i in range(1, len(operands)):
        needed = output + "".join(terms[i + 1 :])
        result, term = _einsum_without_ones(result, term, operands[i], terms[i], needed)
        other, theirs = _einsum_without_ones(operands[i], terms[i], result, term, needed)
        result, term = _einsum_sum(result, term, needed + theirs)
        other, theirs = _einsum_sum(other, theirs, needed + term)
        result, term = _einsum_pair(result, term, other, theirs, needed)
    result, term = _einsum_sum(result, term, output)
    return prim.permute(result, tuple([term.index(each) for each in output]))


def _einsum_sum(operand, term, needed):
    """Summed over the subscripts that nothing needs."""
    gone = tuple([i for i in range(len(term)) if term[i] not in needed])
    if len(gone) == 0:
        return operand, term
    return sum_(operand, gone), "".join([each for each in term if each in needed])
