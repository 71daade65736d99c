// Twister.h: the Mersenne twister MT19937 (Matsumoto and Nishimura, 1998), which the generators of
// PyTorch and of Python's module `random` are.
#ifndef LITH_OPS_TWISTER_H
#define LITH_OPS_TWISTER_H

#include <algorithm>
#include <cstdint>
#include <span>

namespace lith::ops {

struct Twister {
  int left = 1; ///< numbers until the state is renewed, plus one
  uint64_t next = 0;
  uint32_t state[624];

  explicit Twister(uint32_t seed = 5489) {
    state[0] = seed;
    for (uint32_t i = 1; i < 624; ++i)
      state[i] = 1812433253u * (state[i - 1] ^ state[i - 1] >> 30) + i;
  }
  /// Seeded by several numbers, at least one and at most 624, as Python does it.
  explicit Twister(std::span<const uint32_t> key) : Twister(19650218u) {
    uint32_t i = 1, j = 0;
    auto advance = [&] {
      if (++i < 624)
        return;
      state[0] = state[623];
      i = 1;
    };
    auto mixed = [&](uint32_t by) { return state[i] ^ (state[i - 1] ^ state[i - 1] >> 30) * by; };
    for (int k = 0; k < 624; ++k) {
      state[i] = mixed(1664525u) + key[j] + j;
      advance();
      j = j + 1 < key.size() ? j + 1 : 0;
    }
    for (int k = 0; k < 623; ++k) {
      state[i] = mixed(1566083941u) - i;
      advance();
    }
    state[0] = 0x80000000u;
  }
  uint32_t operator()() {
    if (--left == 0)
      renew();
    uint32_t y = state[next++];
    y ^= y >> 11;
    y ^= y << 7 & 0x9d2c5680u;
    y ^= y << 15 & 0xefc60000u;
    return y ^ y >> 18;
  }

private:
  void renew() {
    auto mixed = [](uint32_t u, uint32_t v) {
      return ((u & 0x80000000u) | (v & 0x7fffffffu)) >> 1 ^ (v & 1 ? 0x9908b0dfu : 0u);
    };
    for (int i = 0; i < 624; ++i)
      state[i] = state[(i + 397) % 624] ^ mixed(state[i], state[(i + 1) % 624]);
    left = 624;
    next = 0;
  }
};

} // namespace lith::ops

#endif // LITH_OPS_TWISTER_H
