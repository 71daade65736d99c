"""Copies of containers."""


# copy.copy and copy.deepcopy of containers of run time.
def copied(container):
    return container.copy()


# An object that is met twice is copied once: `memos` are dicts from `id` to the copy, of which that
# at `level` is for objects that are nested like `container`.
def copied_deeply(container, memos, level):
    memo = memos[level]
    number = id(container)
    if number not in memo:
        memo[number] = contents_copied_deeply(container, memos)
    return memo[number]


def contents_copied_deeply(container, memos):
    if isinstance(container, dict):
        return {key: part_copied_deeply(value, memos) for key, value in container.items()}
    if isinstance(container, list):
        return [part_copied_deeply(item, memos) for item in container]
    return container.copy()


def part_copied_deeply(part, memos):
    if not isinstance(part, torch.Tensor):
        return prim.copied_with(part, memos)
    memo = memos[-1]
    number = id(part)
    if number not in memo:
        memo[number] = prim.copied_with(part, memos)
    return memo[number]


def tuple_copied_deeply(elements, memos):
    return tuple([part_copied_deeply(item, memos) for item in elements])
