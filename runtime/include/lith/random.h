// random.h: random numbers of a program that runs beside PyTorch.
//
// Such a program draws from PyTorch's default CPU generator: its first draw asks the host for the
// state, and the host takes the state back after the call.
#ifndef LITH_RANDOM_H
#define LITH_RANDOM_H

#include <lith/program.h>

#pragma GCC visibility push(default) // the Python module is another library
namespace lith {

/// With the dtype of `random_normal`: one number after the other, in double precision, as PyTorch
/// fills memory that is not one row.
inline constexpr int DrawsOneByOne = 0x100;
/// The same: sixteen numbers after sixteen others, as PyTorch fills tensors of half precision, and
/// not all uniform numbers first.
inline constexpr int DrawsBySixteen = 0x200;

/// The state after a call that drew random numbers, as torch.get_rng_state() gives it: a tensor,
/// owned by the caller. LITH_NULL after one that drew none.
lith_value takeRandomState(Context *context);

/// What Python's random.Random draws, from the process's generator: an int of `count` bits, at most
/// 63, or for -1 a float in [0, 1).
lith_value drawBits(int64_t count);

} // namespace lith
#pragma GCC visibility pop

#endif // LITH_RANDOM_H
