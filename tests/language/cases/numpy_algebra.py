"""Products, differences, curves and linear algebra of arrays."""

import numpy as np

from language.harness import case


def told(makers):
    said = []
    for make in makers:
        try:
            said.append(make())
        except (ValueError, IndexError, TypeError) as error:
            said.append(type(error).__name__)
    return said


def products(x):
    return told(
        [
            lambda: (np.outer(x, x), np.outer([1, 2], x)),
            lambda: (np.inner(x, x), np.inner(x, x[0]), np.inner(x, 2), np.inner(x[0], x[1])),
            lambda: np.inner(x, [1, 2]),
            lambda: np.vdot(x, x),
            lambda: np.vdot(x, [1]),
            lambda: (np.dot(x, 2.5), np.dot(2, x), x.dot(2.5), np.dot(np.float32(2), 3)),
            lambda: (
                np.tensordot(x, x),
                np.tensordot(x, x.T, 1),
                np.tensordot(x, x, axes=([0], [0])),
            ),
            lambda: np.tensordot(x, x, axes=1),
            lambda: np.kron(x, x[0]),
            lambda: (np.cross(x, x[0]), np.cross(x[1], [1, 2, 3])),
            lambda: np.cross(x, [1, 2, 3, 4]),
            lambda: np.einsum("ij,kj->ik", x, x),
            lambda: (np.einsum("ij->", x), np.einsum("ij,j", x, x[0])),
        ]
    )


def differences(x):
    return told(
        [
            lambda: (np.diff(x), np.diff(x, 2), np.diff(x, axis=0), np.diff(x > 1), np.ediff1d(x)),
            lambda: (np.diff(x, prepend=0), np.diff(x, axis=0, append=x[:1])),
            lambda: np.diff(x, n=-1),
            lambda: np.diff(x, axis=4),
            lambda: (np.gradient(x), np.gradient(x, 2.0, axis=1), np.gradient(x[0])),
            lambda: np.convolve(x.ravel(), [1, 2, 3]),
            lambda: np.convolve(x.ravel(), [1, 2, 3], "same"),
            lambda: np.convolve([1, 2], x.ravel(), mode="valid"),
            lambda: np.convolve(x.ravel(), []),
            lambda: (np.trapezoid(x), np.trapezoid(x, dx=0.5, axis=0), np.trapezoid(x, [1, 2, 4])),
            lambda: (np.cov(x), np.cov(x[0], x[1], ddof=0), np.cov(x, rowvar=False)),
            lambda: np.corrcoef(x),
            lambda: (np.polyval([1, 2, 3], x), np.polyval(x[0], 2)),
            lambda: np.interp(x, [1, 2, 3], [4, 5, 6.0], left=0, right=9),
        ]
    )


def fits(x):
    return told(
        [
            lambda: np.histogram(x),
            lambda: np.histogram(x, bins=[0, 1, 2, 4]),
            lambda: np.histogram(x, 4, (0, 4)),
            lambda: np.histogram(x, 3, density=True),
            lambda: np.histogram(np.array([np.nan, 1, 2]), [0, 1.5, 6]),
            lambda: np.histogram(x, [2, 1]),
            lambda: np.histogram(x, 0),
            lambda: np.polyfit(x[0], x[1], 1),
            lambda: np.polyfit(x.ravel(), x.ravel() ** 2 + 1, 2),
            lambda: np.polyfit(x, x, 1),
            lambda: np.polyfit(x[0], [1, 2], 1),
        ]
    )


def norms(x):
    return told(
        [
            lambda: (np.linalg.norm(x), np.linalg.norm(x, axis=1), np.linalg.norm(x, axis=(0, 1))),
            lambda: [
                np.linalg.norm(x, each) for each in (1, -1, 2, -2, np.inf, -np.inf, "fro", "nuc")
            ],
            lambda: [np.linalg.norm(x[0], each) for each in (0, 1, 2, 3, np.inf, -np.inf)],
            lambda: np.linalg.norm(x, axis=-1, keepdims=True),
            lambda: np.linalg.norm(x, 5),
            lambda: np.linalg.norm(x, axis=3),
        ]
    )


def systems(x):
    square = x @ x.T
    return told(
        [
            lambda: (
                np.linalg.inv(square),
                np.linalg.det(square),
                tuple(np.linalg.slogdet(square)),
            ),
            lambda: (np.linalg.solve(square, [1, 2]), np.linalg.solve(square, x)),
            lambda: np.linalg.inv(x),
            lambda: np.linalg.inv(square * 0),
            lambda: np.linalg.solve(square * 0, [1, 2]),
            lambda: np.linalg.cholesky(square),
            lambda: np.linalg.cholesky(-square),
            lambda: (np.linalg.matrix_rank(x), np.linalg.matrix_rank(x[0]), np.linalg.pinv(x)),
            lambda: np.linalg.matrix_power(square, -1),
            lambda: np.linalg.lstsq(x.T, [1, 2, 3])[0],
        ]
    )


def decompositions(x):
    square = x @ x.T
    values, vectors = np.linalg.eigh(square)
    q, r = np.linalg.qr(x)
    u, s, v = np.linalg.svd(x, full_matrices=False)
    same = (
        np.allclose(q @ r, x),
        np.allclose(u * s @ v, x),
        np.allclose(vectors * values @ vectors.T, square),
    )
    return (
        values, np.abs(r), s, same, np.linalg.svd(x, compute_uv=False), np.linalg.svdvals(x),
        np.linalg.eigvalsh(square), np.linalg.eigh(square).eigenvalues, np.abs(np.linalg.qr(x, "r")),
    )  # fmt: skip


A = np.array([[1.5, 2, -3], [4, 0.5, 6]])


def arrays():
    return [(A.copy(),), (A + 1,), (A.astype(np.int64),)]


CASES = [
    case(products, arrays, artifact=False, straight=True),
    case(differences, arrays, artifact=False, straight=True),
    case(fits, arrays, artifact=False, straight=True),
    case(norms, arrays, artifact=False, straight=True),
    case(systems, arrays, artifact=False, straight=True),
    case(decompositions, arrays, straight=True),
]
