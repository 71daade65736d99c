// random.h: random numbers of a program that runs beside PyTorch.
//
// Such a program draws from PyTorch's default CPU generator: its first draw asks the host for the
// state, and the host takes the state back after the call.
#ifndef LITH_RANDOM_H
#define LITH_RANDOM_H

#include <lith/program.h>

#include <array>

#pragma GCC visibility push(default) // the Python module is another library
namespace lith {

/// With the dtype of `random_normal`: one number after the other, in double precision, as PyTorch
/// fills memory that is not one row.
inline constexpr int DrawsOneByOne = 0x100;
/// The same: sixteen numbers after sixteen others, as PyTorch fills tensors of half precision, and
/// not all uniform numbers first.
inline constexpr int DrawsBySixteen = 0x200;

/// The hidden attribute with the generator that an instance of torch.Generator or random.Random is,
/// which a program has made: a tensor, of torch's get_state() or of lith_rt_twister_seeded.
inline constexpr const char *GeneratorAttribute = " generator";
inline constexpr int64_t GeneratorBytes = 5056; ///< of torch.Generator
inline constexpr int64_t TwisterBytes = 2512;   ///< of random.Random
/// What random.Random.setstate takes: 624 words and the position of the next one.
std::array<uint32_t, 625> twisterWords(const void *state);

/// The state after a call that drew random numbers, as torch.get_rng_state() gives it: a tensor,
/// owned by the caller. LITH_NULL after one that drew none.
lith_value takeRandomState(Context *context);

/// What Python's random.Random draws, from the process's generator: an int of `count` bits, at most
/// 63, or for -1 a float in [0, 1).
lith_value drawBits(int64_t count);
/// Seeds it as random.seed does; a number without sign.
void seedBits(uint64_t seed);

} // namespace lith
#pragma GCC visibility pop

#endif // LITH_RANDOM_H
