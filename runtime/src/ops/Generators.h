// Generators.h: the generators that random tensors are drawn from, which are PyTorch's on the CPU,
// so that one seed gives the same numbers: the process's, a call's, and those that a program
// chooses.
#ifndef LITH_OPS_GENERATORS_H
#define LITH_OPS_GENERATORS_H

#include "core/Context.h"
#include "ops/Twister.h"

#include <lith/random.h>

#include <cmath>
#include <mutex>
#include <type_traits>

namespace lith::ops {

/// What torch.get_rng_state() holds.
struct SavedState {
  uint64_t seed;
  int32_t left, seeded;
  uint64_t next;
  uint64_t words[624];
  double unused, nextNormal, unusedToo;
  int32_t hasNormal;
  float nextFloat;
  bool hasFloat;
};
static_assert(sizeof(SavedState) == GeneratorBytes);

/// Whether a generator can go on from there: every word that is left lies within the state.
inline bool isValid(const SavedState &saved) {
  return saved.seeded && saved.left > 0 && saved.left <= 624 &&
         saved.next <= 625 - static_cast<uint64_t>(saved.left);
}

struct Generator {
  uint64_t seed = 5489;
  Twister engine;
  bool hasNormal = false;
  double nextNormal = 0;

  void reset(uint64_t with) {
    seed = with;
    engine = Twister(static_cast<uint32_t>(with));
    hasNormal = false;
  }
  void load(const SavedState &saved) {
    seed = saved.seed;
    engine.left = saved.left;
    engine.next = saved.next;
    for (int i = 0; i < 624; ++i)
      engine.state[i] = static_cast<uint32_t>(saved.words[i]);
    hasNormal = saved.hasNormal;
    nextNormal = saved.nextNormal;
  }
  SavedState saved() const {
    SavedState out{};
    out.seed = seed;
    out.left = engine.left;
    out.seeded = 1;
    out.next = engine.next;
    std::copy(engine.state, engine.state + 624, out.words);
    out.hasNormal = hasNormal;
    out.nextNormal = hasNormal ? nextNormal : 0;
    return out;
  }

  uint32_t bits32() { return engine(); }
  uint64_t bits64() {
    uint64_t high = bits32();
    return high << 32 | bits32();
  }
  double uniform() { return double(bits64() & ((uint64_t(1) << 53) - 1)) * 0x1p-53; }
  template <typename T> T uniformOf() {
    if constexpr (std::is_same_v<T, double>)
      return uniform();
    else
      return T(float(bits32() & 0xffffff) * 0x1p-24f);
  }
  double normal() {
    if (hasNormal) {
      hasNormal = false;
      return nextNormal;
    }
    double angle = 2 * M_PI * uniform(), radius = std::sqrt(-2 * std::log1p(-uniform()));
    hasNormal = true;
    nextNormal = radius * std::sin(angle);
    return radius * std::cos(angle);
  }
};

/// The generator that a call draws from now, for as long as this lives: the one that the program
/// has chosen, its host's, or the process's, which calls share. The first draw asks the host for
/// its state; ctx->pending is set where that fails.
class Drawing {
public:
  explicit Drawing(lith_ctx *ctx);
  Generator *operator->() const { return generator; }

private:
  std::unique_lock<std::mutex> lock;
  Generator *generator;
};

} // namespace lith::ops

#endif // LITH_OPS_GENERATORS_H
