// PythonRandom.cpp: what the module `random` draws, from generators with Python's seeds: one of the
// process, and those that a program makes, whose state is a tensor.
#include "ops/Tensors.h"
#include "ops/Twister.h"

#include <lith/random.h>

#include <mutex>
#include <random>

using namespace lith;
using namespace lith::ops;

namespace {

static_assert(sizeof(Twister) == TwisterBytes);

std::mutex processLock;

Twister seeded(uint64_t seed) {
  uint32_t key[] = {static_cast<uint32_t>(seed), static_cast<uint32_t>(seed >> 32)};
  return Twister(std::span<const uint32_t>(key, key[1] ? 2 : 1));
}

/// Seeded by the system, as Python's is until it is seeded.
Twister &processTwister() {
  static Twister twister = seeded(uint64_t(lith_rt_system_seed(nullptr)));
  return twister;
}

lith_value drawn(Twister &twister, int64_t count) {
  if (count < 0) {
    uint32_t high = twister() >> 5, low = twister() >> 6;
    return box((high * 67108864.0 + low) * 0x1p-53);
  }
  uint64_t bits = 0;
  for (int64_t done = 0; done < std::min<int64_t>(count, 63); done += 32)
    bits |= uint64_t(twister() >> std::max<int64_t>(0, 32 - (count - done))) << done;
  return box(static_cast<int64_t>(bits));
}

} // namespace

extern "C" {

int64_t lith_rt_system_seed(lith_ctx *) {
  std::random_device source;
  uint64_t high = source();
  return int64_t((high << 32 | source()) & ((uint64_t(1) << 53) - 1));
}

lith_tensor *lith_rt_twister_seeded(lith_ctx *ctx, int64_t seed) {
  int64_t bytes = TwisterBytes;
  lith_tensor *state = empty(ctx, LITH_UINT8, {&bytes, 1});
  if (state)
    *reinterpret_cast<Twister *>(state->data) = seeded(static_cast<uint64_t>(seed));
  return state;
}

lith_list *lith_rt_twister_words(lith_ctx *ctx, lith_tensor *state) {
  std::array<lith_value, 625> words;
  std::ranges::transform(twisterWords(state->data), words.begin(),
                         [](uint32_t word) { return box(int64_t(word)); });
  return lith_rt_list_new(ctx, words.size(), words.data());
}

lith_value lith_rt_twister_bits(lith_ctx *, lith_tensor *state, int64_t count) {
  return drawn(*reinterpret_cast<Twister *>(state->data), count);
}
}

lith_value lith::drawBits(int64_t count) {
  std::lock_guard guard(processLock);
  return drawn(processTwister(), count);
}

std::array<uint32_t, 625> lith::twisterWords(const void *state) {
  Twister twister;
  std::memcpy(static_cast<void *>(&twister), state, sizeof twister);
  std::array<uint32_t, 625> words;
  std::copy(twister.state, twister.state + 624, words.begin());
  words[624] = twister.left == 1 ? 624 : static_cast<uint32_t>(twister.next);
  return words;
}

void lith::seedBits(uint64_t seed) {
  std::lock_guard guard(processLock);
  processTwister() = seeded(seed);
}
