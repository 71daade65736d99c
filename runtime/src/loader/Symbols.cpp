// Symbols.cpp: the names that loaded code may refer to.
#include "core/Functions.h"
#include "loader/Loader.h"
#include "tensor/Element.h"

// Declared by their linker names only: <cmath> overloads the C++ ones.
extern "C" {
#define LITH_SYMBOL(name) void lith_symbol_##name() __asm__(#name);
#include "loader/symbols.def"
#undef LITH_SYMBOL
}

namespace {

// Conversions that LLVM calls by name on processors without the instructions.
float extendHalf(_Float16 value) { return lith::halfToFloat(__builtin_bit_cast(uint16_t, value)); }
_Float16 truncateToHalf(float value) {
  return __builtin_bit_cast(_Float16, lith::floatToHalf(value));
}
_Float16 truncateDoubleToHalf(double value) { return static_cast<_Float16>(value); }
// Results of type bfloat travel in the low half of a vector register, as _Float16 does.
_Float16 truncateToBfloat(float value) {
  return __builtin_bit_cast(_Float16, lith::floatToBfloat(value));
}
_Float16 truncateDoubleToBfloat(double value) {
  // Round to odd in single precision first, so that rounding twice is rounding once.
  float single = static_cast<float>(value);
  uint32_t bits = __builtin_bit_cast(uint32_t, single);
  if (static_cast<double>(single) != value && !(bits & 1) && value == value)
    bits += (static_cast<double>(single) < value) == !(bits >> 31) ? 1 : -1;
  return truncateToBfloat(__builtin_bit_cast(float, bits));
}

using Table = std::unordered_map<std::string_view, void *>;

template <typename F> void *addressOf(F *function) { return reinterpret_cast<void *>(function); }

Table makeTable() {
  Table table;
  table.reserve(512);
#define LITH_RT(name, result, arguments, flags)                                                    \
  table.emplace("lith_rt_" #name, addressOf(&lith_rt_##name));
#include <lith/functions.def>
#undef LITH_RT
#define LITH_SYMBOL(name) table.emplace(#name, addressOf(&lith_symbol_##name));
#include "loader/symbols.def"
#undef LITH_SYMBOL
  table.emplace("bcmp", addressOf(&lith_symbol_memcmp));
  table.emplace("__extendhfsf2", addressOf(&extendHalf));
  table.emplace("__truncsfhf2", addressOf(&truncateToHalf));
  table.emplace("__truncdfhf2", addressOf(&truncateDoubleToHalf));
  table.emplace("__truncsfbf2", addressOf(&truncateToBfloat));
  table.emplace("__truncdfbf2", addressOf(&truncateDoubleToBfloat));
  return table;
}

} // namespace

void *lith::resolveRuntimeSymbol(std::string_view name) {
  static const Table *table = new Table(makeTable());
  auto found = table->find(name);
  return found == table->end() ? nullptr : found->second;
}
