// Hash.cpp: hashes of boxes, those of numbers, tuples and frozensets as CPython computes them.
#include "objects/Containers.h"
#include "objects/Nesting.h"
#include "objects/Str.h"
#include "objects/TextHash.h"

#include <cmath>

using namespace lith;

namespace {

// CPython's hash of numbers: modulo the prime 2^61 - 1, -1 replaced by -2.
constexpr uint64_t Modulus = (uint64_t(1) << 61) - 1;

uint64_t hashInt(int64_t value) {
  uint64_t magnitude = value < 0 ? 0 - static_cast<uint64_t>(value) : static_cast<uint64_t>(value);
  int64_t hash = static_cast<int64_t>(magnitude % Modulus);
  if (value < 0)
    hash = -hash;
  return static_cast<uint64_t>(hash == -1 ? -2 : hash);
}

uint64_t hashDouble(double value) {
  if (std::isinf(value))
    return static_cast<uint64_t>(value > 0 ? 314159 : -314159);
  if (std::isnan(value))
    return 0;
  int exponent;
  double mantissa = std::frexp(value, &exponent);
  int64_t sign = mantissa < 0 ? -1 : 1;
  mantissa = std::fabs(mantissa);
  uint64_t x = 0;
  while (mantissa != 0) {
    x = (x << 28 & Modulus) | x >> (61 - 28);
    mantissa *= 268435456.0;
    exponent -= 28;
    uint64_t y = static_cast<uint64_t>(mantissa);
    mantissa -= static_cast<double>(y);
    x += y;
    if (x >= Modulus)
      x -= Modulus;
  }
  exponent = exponent >= 0 ? exponent % 61 : 60 - (-1 - exponent) % 61;
  x = (x << exponent & Modulus) | x >> (61 - exponent);
  int64_t hash = static_cast<int64_t>(x) * sign;
  return static_cast<uint64_t>(hash == -1 ? -2 : hash);
}

// CPython's hash of tuples (xxHash with reduced mixing).
bool hashTuple(lith_ctx *ctx, const lith_tuple *tuple, uint64_t &hash) {
  constexpr uint64_t P1 = 11400714785074694791u, P2 = 14029467366897019727u,
                     P5 = 2870177450012600261u;
  Nesting nesting(ctx);
  if (nesting.exceeded())
    return false;
  uint64_t acc = P5;
  for (int64_t i = 0; i < tuple->length; ++i) {
    uint64_t lane;
    if (!hashOf(ctx, tuple->items[i], lane))
      return false;
    acc += lane * P2;
    acc = (acc << 31 | acc >> 33) * P1;
  }
  acc += static_cast<uint64_t>(tuple->length) ^ (P5 ^ 3527539u);
  hash = acc == ~uint64_t(0) ? 1546275796 : acc;
  return true;
}

// CPython's hash of frozensets, independent of order.
bool hashFrozenSet(const lith_set *set, uint64_t &hash) {
  auto shuffle = [](uint64_t h) { return ((h ^ 89869747u) ^ (h << 16)) * 3644798167u; };
  uint64_t acc = 0;
  int64_t position = 0;
  while (const lith_set_entry *entry = nextElement(set, &position))
    acc ^= shuffle(entry->hash);
  acc ^= (static_cast<uint64_t>(set->length) + 1) * 1927868237u;
  acc ^= (acc >> 11) ^ (acc >> 25);
  acc = acc * 69069u + 907133923u;
  hash = acc == ~uint64_t(0) ? 590923713u : acc;
  return true;
}

uint64_t hashStr(lith_str *text) {
  uint64_t hash = __atomic_load_n(&text->hash, __ATOMIC_RELAXED);
  if (hash == 0) {
    hash = hashOfText(textOf(text), text->length);
    __atomic_store_n(&text->hash, hash, __ATOMIC_RELAXED);
  }
  return hash;
}

} // namespace

bool lith::hashOf(lith_ctx *ctx, lith_value value, uint64_t &hash) {
  if (hasKeyMethods(ctx, value))
    return hashByMethod(ctx, value, hash);
  switch (value.tag) {
  case LITH_BOOL:
  case LITH_INT:
    hash = hashInt(intOf(value));
    return true;
  case LITH_FLOAT:
    hash = std::isnan(floatOf(value)) ? 0x7ff8000 : hashDouble(floatOf(value));
    return true;
  case LITH_COMPLEX: {
    auto *z = as<lith_complex>(value);
    hash = hashDouble(z->re) + 1000003u * hashDouble(z->im);
    hash = hash == ~uint64_t(0) ? ~uint64_t(1) : hash;
    return true;
  }
  case LITH_STR:
    hash = hashStr(as<lith_str>(value));
    return true;
  case LITH_BYTES:
    hash = hashOfBytes(bytesOf(value));
    return true;
  case LITH_TUPLE:
    return hashTuple(ctx, as<lith_tuple>(value), hash);
  case LITH_SET:
    if (objectOf(value)->flags & 1)
      return hashFrozenSet(as<lith_set>(value), hash);
    break;
  case LITH_RANGE: {
    auto *range = as<lith_range>(value);
    int64_t n = rangeLength(range);
    Owned<lith_tuple> key(ctx, newTuple(ctx, 3));
    key->items[0] = box(n);
    key->items[1] = n ? box(range->start) : noneValue();
    key->items[2] = n > 1 ? box(range->step) : noneValue();
    return hashTuple(ctx, key.get(), hash);
  }
  case LITH_NONE:
    hash = hashOfNone();
    return true;
  case LITH_OPAQUE:
    hash = hashInt(intOf(value) + 0x9e3779b9);
    return true;
  case LITH_LIST:
  case LITH_DICT:
  case LITH_SLICE:
  case LITH_VIEW:
    break;
  default: { // by identity; a tensor that the host knows may have several headers
    uint64_t address = value.bits;
    if (value.tag == LITH_TENSOR && as<lith_tensor>(value)->handle)
      address = reinterpret_cast<uint64_t>(as<lith_tensor>(value)->handle);
    hash = address >> 4 | address << 60;
    return true;
  }
  }
  raisef(ctx, LITH_CLASS_TypeError, "unhashable type: '%s'", typeName(ctx, value));
  return false;
}

extern "C" int64_t lith_rt_value_hash(lith_ctx *ctx, lith_value value) {
  uint64_t hash = 0;
  hashOf(ctx, value, hash);
  return static_cast<int64_t>(hash);
}
