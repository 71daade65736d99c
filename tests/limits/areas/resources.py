"""Speed, time to compile and memory."""

from limits.entry import prose

prose(
    __name__,
    "Single operators slower than eager: Fourier transforms (0.2 to 0.5 of eager's speed), `grid_sample` (0.35 to 0.6), "
    "padding by other elements than a number (0.4), sums of hundreds of bags of embeddings (0.6), sorting of a few "
    "thousand integers and of rows of a few (0.6), 3 x 3 matrices with a vector each (0.7 to 0.85), large float16 "
    "products (0.85), thin bfloat16 products (0.56 to 0.65) and bfloat16 convolutions (0.5 to 0.65), indices for each "
    "element (0.6 to 0.95), `log_softmax` and `cross_entropy` of rows of 50 to 100 (0.8), joining dozens of small pieces "
    "(0.5), `erfinv`, `lgamma`, `digamma`, and `erf` and `pow` of double (0.04 to 0.75), convolutions of planes above "
    "100 x 100 with few channels (0.75 to 0.9), of one channel a group with 7 x 7 windows or stride 2 (0.6 to 0.9), "
    "causal attention of short sequences (0.9 on some machines), and operators on a few elements that take eager less "
    "than 1 µs (0.7 to 0.9).",
    "figures; `docs/performance.md` and `python -m bench.operators`",
)
prose(
    __name__,
    "What follows a product in the program is a kernel of its own: it is not done where the product is written.",
    "speed only",
)
prose(
    __name__,
    "Objects that get hundreds of attributes within `try` (800: 2.3 s), texts and tensors that a loop sets on hundreds "
    "of paths (400 names: 1.1 and 1.8 s), and instances of more than 50 classes in one variable (100: 3 s) compile in "
    "time that grows with the square of their number.",
    "time to compile",
)
prose(
    __name__,
    "The first call with gradients on, of a module whose parameters require them, takes twice as long as under "
    "`torch.no_grad()` (12 small layers of a transformer: 1.0 and 0.5 s), and its first backward compiles as well (1.8 s).",
    "time to compile",
)
prose(
    __name__,
    "The first step of an optimizer with state compiles in time that grows with the square of the number of parameters "
    "(AdamW of 40: 3.7 s; the step that stays, 0.8 s).",
    "time to compile",
)
prose(
    __name__,
    "Unmodified `generate` of large libraries compiles in 0.4 to 1.7 s of processor time.",
    "time to compile; `docs/performance.md`",
)
prose(
    __name__,
    "A dimension that only run time knows compiles its operator for each that the tensor has; more than 64 ways in one "
    "call are refused.",
    "time to compile",
)
prose(
    __name__,
    "A class of a tree whose method calls itself as deep as run time says (inserting into a search tree), defined "
    "within the function, is refused (LTH0312) after 2.8 s; at module level it compiles.",
    "time to compile",
)
