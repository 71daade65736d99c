"""Attributes in slots of an object of before the call are deleted, and set again."""

from language.harness import case
import torch


class Cell:
    __slots__ = ("value", "other")

    def __init__(self, value):
        self.value = value


def deleted(cell, x):
    del cell.value
    return hasattr(cell, "value")


def set_again(cell, x):
    if x.sum() > 0:
        del cell.value
        cell.other = 3
    else:
        cell.value = 5
    return hasattr(cell, "value"), hasattr(cell, "other")


def missing(cell, x):
    try:
        del cell.other
    except AttributeError as mistake:
        return str(mistake)


def gone(cell, x):
    del cell.value
    if x.sum() > 0:
        return cell.value


X = torch.ones(2)
CASES = [case(f, lambda: [(Cell(1), X), (Cell(2), -X)], artifact=False, straight=f in (deleted, missing)) for f in (deleted, set_again, missing, gone)]
