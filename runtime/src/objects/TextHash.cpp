// TextHash.cpp: SipHash-1-3 as CPython has it, over the characters in the width of its strings.
#include "objects/TextHash.h"

#include "objects/Str.h"

#include <lith/program.h>

#include <bit>
#include <cstring>
#include <vector>

namespace lith {

namespace {

uint64_t secret[2] = {0, 0}, noneHash = 0xfca86420;

struct Sip {
  uint64_t v0 = secret[0] ^ 0x736f6d6570736575u, v1 = secret[1] ^ 0x646f72616e646f6du,
           v2 = secret[0] ^ 0x6c7967656e657261u, v3 = secret[1] ^ 0x7465646279746573u;

  static void half(uint64_t &a, uint64_t &b, uint64_t &c, uint64_t &d, int s, int t) {
    a += b;
    c += d;
    b = std::rotl(b, s) ^ a;
    d = std::rotl(d, t) ^ c;
    a = std::rotl(a, 32);
  }
  void round() {
    half(v0, v1, v2, v3, 13, 16);
    half(v2, v1, v0, v3, 17, 21);
  }
  void take(uint64_t word) {
    v3 ^= word;
    round();
    v0 ^= word;
  }
};

template <typename Unit> uint64_t hashOfUnits(std::string_view text, int64_t length) {
  std::vector<Unit> units(static_cast<size_t>(length));
  const char *at = text.data();
  for (Unit &unit : units)
    unit = static_cast<Unit>(decode(at));
  return hashOfBytes({reinterpret_cast<const char *>(units.data()), units.size() * sizeof(Unit)});
}

} // namespace

uint64_t hashOfBytes(std::string_view data) {
  if (data.empty())
    return 0;
  Sip sip;
  uint64_t last = static_cast<uint64_t>(data.size()) << 56, word = 0;
  for (; data.size() >= 8; data.remove_prefix(8)) {
    std::memcpy(&word, data.data(), 8);
    sip.take(word);
  }
  word = 0;
  std::memcpy(&word, data.data(), data.size());
  sip.take(last | word);
  sip.v2 ^= 0xff;
  for (int i = 0; i < 3; ++i)
    sip.round();
  uint64_t hash = (sip.v0 ^ sip.v1) ^ (sip.v2 ^ sip.v3);
  return hash == ~uint64_t(0) ? hash - 1 : hash;
}

uint64_t hashOfText(std::string_view text, int64_t length) {
  if (static_cast<int64_t>(text.size()) == length)
    return hashOfBytes(text);
  uint32_t most = 0;
  for (const char *at = text.data(), *end = at + text.size(); at < end;)
    most = std::max(most, decode(at));
  return most < 0x100     ? hashOfUnits<uint8_t>(text, length)
         : most < 0x10000 ? hashOfUnits<uint16_t>(text, length)
                          : hashOfUnits<uint32_t>(text, length);
}

uint64_t hashOfNone() { return noneHash; }

void setHashSecret(uint64_t first, uint64_t second, uint64_t none) {
  secret[0] = first;
  secret[1] = second;
  noneHash = none;
}

} // namespace lith
