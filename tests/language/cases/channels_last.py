"""Images and volumes with their channels last: results of windows, joins and padding lie as eager's do."""

import torch
import torch.nn.functional as F

from language.harness import case


def X(*sizes, last=True):
    x = torch.arange(float(torch.Size(sizes).numel())).view(sizes)
    format = torch.channels_last if len(sizes) == 4 else torch.channels_last_3d
    return x.contiguous(memory_format=format) if last else x


W = torch.linspace(-1, 1, 4 * 3 * 9).view(4, 3, 3, 3)
W_LAST = W.contiguous(memory_format=torch.channels_last)


def layouts(results):
    return [(each, each.stride(), each.is_contiguous()) for each in results]


def windows(x):
    return layouts(
        [
            F.conv2d(x, W, padding=1, stride=2),
            F.conv_transpose2d(x, W.transpose(0, 1)),
            F.conv2d(x.double(), W.double()),
            F.max_pool2d(x, 2),
            *F.max_pool2d(x, 2, return_indices=True),
            F.avg_pool2d(x, 2),
            F.adaptive_avg_pool2d(x, (1, 2)),
            F.adaptive_max_pool2d(x, 2),
            F.interpolate(x, scale_factor=2),
            F.interpolate(x, size=(3, 3), mode="bilinear", antialias=True),
            F.pixel_unshuffle(x, 2),
        ]
    )


def by_the_filters(x):
    return layouts([F.conv2d(x, W_LAST), F.conv2d(x, W_LAST[:, :, :1, :1])])


def joins(x, y):
    return layouts(
        [
            torch.cat([x, y], 1),
            torch.cat([y, x, x], 0),
            torch.stack([x, y]),
            torch.stack([x, y], -1),
            F.pad(x, (1, 2)),
            F.pad(x, (1, 1, 1, 1), mode="reflect"),
            F.pad(x, (1, 1, 1, 1), mode="circular"),
            F.pad(x, (-1, 0)),
            x.roll(1, 1),
            F.instance_norm(x),
        ]
    )


def volumes(x):
    return layouts(
        [
            F.conv3d(x, W.reshape(4, 3, 3, 3, 1)[:, :, :2, :2]),
            F.max_pool3d(x, 2),
            F.avg_pool3d(x, 2),
            F.interpolate(x, scale_factor=2),
        ]
    )


def lists(x, n: int):
    parts = []
    for i in range(n):
        parts.append(x[:, i:] * 2 if x.sum() < 0 else x + i)
    return layouts([torch.cat(parts, 1), torch.cat(parts)])


def shared(x):
    y = F.max_pool2d(x, 1)
    z = y.reshape(-1)
    z[0] = -1
    try:
        w = F.conv2d(x, W).view(x.shape[0], -1)
    except RuntimeError as e:
        return y, str(e)
    return y, w


CASES = [
    case(
        windows, lambda: [(X(2, 3, 6, 6),), (X(2, 3, 6, 6, last=False),)], straight=True, tool=False
    ),
    case(
        by_the_filters,
        lambda: [(X(2, 3, 4, 4),), (X(2, 3, 4, 4, last=False),)],
        straight=True,
        artifact=False,  # weights are kept in row-major order
    ),
    case(
        joins,
        lambda: [
            (X(2, 3, 4, 4), X(2, 3, 4, 4)),
            (X(2, 3, 4, 4), X(2, 3, 4, 4, last=False)),
            (X(2, 3, 4, 4, last=False), X(2, 3, 4, 4)),
        ],
        straight=True,
        tool=False,
    ),
    case(
        volumes,
        lambda: [(X(2, 3, 4, 4, 4),), (X(2, 3, 4, 4, 4, last=False),)],
        straight=True,
        tool=False,
    ),
    case(lists, lambda: [(X(2, 3, 4, 4), 2), (X(2, 3, 4, 4, last=False), 3)], tool=False),
    case(shared, lambda: [(X(2, 3, 4, 4),), (X(2, 3, 4, 4, last=False),)], tool=False),
]
