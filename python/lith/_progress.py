"""What compiled programs run in place of tqdm: the loop, its counts, and a bar on the error output.

tqdm itself keeps a registry of its bars, locks shared with other processes and a thread that
watches them; a program needs none of these. The class is compiled with the program that uses it.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from types import TracebackType
from typing import Any

_BLOCKS = " ▏▎▍▌▋▊▉█"
_WIDTH = 10


def _interval(seconds: float) -> str:
    minutes, seconds = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02d}:{seconds:02d}" if hours else f"{minutes:02d}:{seconds:02d}"


def _rate(count: float, elapsed: float, unit: str) -> str:
    if count <= 0 or elapsed <= 0:
        return f"?{unit}/s"
    rate = count / elapsed
    return f"{rate:5.2f}{unit}/s" if rate >= 1 else f"{1 / rate:5.2f}s/{unit}"


def _bar(share: float) -> str:
    full, part = divmod(int(share * _WIDTH * 8), 8)
    if full >= _WIDTH:
        return _BLOCKS[8] * _WIDTH
    return _BLOCKS[8] * full + _BLOCKS[part] + " " * (_WIDTH - full - 1)


class Progress:
    """A bar as tqdm's, drawn at its start, its end, and every `mininterval` seconds between."""

    def __init__(
        self, iterable: Any, desc: Any, total: Any, leave: Any, mininterval: Any, disable: Any,
        unit: Any, initial: Any, postfix: Any,
    ) -> None:  # fmt: skip
        self.iterable = iterable
        self.desc = desc + ": " if desc else ""
        self.leave = leave is None or leave
        self.mininterval = mininterval
        self.disable = disable is None or bool(disable)
        self.unit = unit
        self.n = self.initial = initial
        self.postfix = ""
        if total is None and iterable is not None and hasattr(iterable, "__len__"):
            total = len(iterable)
        self.total = total
        self.start_t = self.last_print_t = time.perf_counter()
        self.closed = False
        if postfix:
            self.set_postfix(postfix, refresh=False)
        self._draw(0.0)

    def __iter__(self) -> Iterator[Any]:
        if self.disable:
            for item in self.iterable:
                yield item
            return
        try:
            for item in self.iterable:
                yield item
                self.update()
        finally:
            self.close()

    def __len__(self) -> int:
        return len(self.iterable) if self.total is None else self.total

    def __bool__(self) -> bool:
        return self.iterable is not None if self.total is None else self.total > 0

    def __enter__(self) -> Progress:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:  # fmt: skip
        self.close()

    def __str__(self) -> str:
        return self._text(time.perf_counter() - self.start_t)

    def _text(self, elapsed: float) -> str:
        done = self.n - self.initial
        rate = _rate(done, elapsed, self.unit)
        if not self.total:
            return f"{self.desc}{self.n}{self.unit} [{_interval(elapsed)}, {rate}{self.postfix}]"
        share = min(self.n / self.total, 1.0)
        left = _interval((self.total - self.n) * elapsed / done) if done > 0 else "?"
        count = f"{self.n}/{self.total} [{_interval(elapsed)}<{left}, {rate}{self.postfix}]"
        return f"{self.desc}{share * 100:3.0f}%|{_bar(share)}| {count}"

    def update(self, n: Any = 1) -> None:
        """Counts `n` more, and draws where it is time to."""
        if self.disable:
            return
        self.n += n
        if time.perf_counter() - self.last_print_t >= self.mininterval:
            self.refresh()

    def refresh(self) -> None:
        self._draw(time.perf_counter() - self.start_t)

    def _draw(self, elapsed: float) -> None:
        if not self.disable:
            print("\r" + self._text(elapsed), end="", file=sys.stderr)
            self.last_print_t = self.start_t + elapsed

    def close(self) -> None:
        if self.disable or self.closed:
            return
        self.closed = True
        if self.leave:
            self.refresh()
            print(file=sys.stderr)
        else:
            print("\r" + " " * len(str(self)) + "\r", end="", file=sys.stderr)

    def reset(self, total: Any = None) -> None:
        self.n = 0
        if total is not None:
            self.total = total
        self.start_t = time.perf_counter()
        self.refresh()

    def set_description(self, desc: Any = None, refresh: bool = True) -> None:
        self.desc = desc + ": " if desc else ""
        if refresh:
            self.refresh()

    def set_description_str(self, desc: Any = None, refresh: bool = True) -> None:
        self.desc = desc or ""
        if refresh:
            self.refresh()

    def set_postfix(self, ordered_dict: Any = None, refresh: bool = True, **kwargs: Any) -> None:
        values = {} if ordered_dict is None else dict(ordered_dict)
        for key in sorted(kwargs):
            values[key] = kwargs[key]
        parts = []
        for key, value in values.items():
            text = f"{value:.3g}" if isinstance(value, (int, float)) else str(value)
            parts.append(f"{key}={text.strip()}")
        self.set_postfix_str(", ".join(parts), refresh)

    def set_postfix_str(self, s: str = "", refresh: bool = True) -> None:
        self.postfix = ", " + s if s else ""
        if refresh:
            self.refresh()

    def unpause(self) -> None:
        self.last_print_t = time.perf_counter()

    def write(self, s: str, file: Any = None, end: str = "\n", nolock: bool = False) -> None:
        print(s, end=end, file=file)
