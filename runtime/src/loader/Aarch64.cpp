// Aarch64.cpp: relocations of aarch64. Fields of instructions are zero before.
#if defined(__aarch64__)
#include "loader/Machine.h"

#include <cstring>
#include <elf.h>

namespace lith::loader {

Form formOf(uint32_t type) {
  switch (type) {
  case R_AARCH64_NONE:
    return Form::Nothing;
  case R_AARCH64_ABS64:
  case R_AARCH64_PREL64:
  case R_AARCH64_PREL32:
  case R_AARCH64_ADR_PREL_LO21:
  case R_AARCH64_ADR_PREL_PG_HI21:
  case R_AARCH64_ADD_ABS_LO12_NC:
  case R_AARCH64_LDST8_ABS_LO12_NC:
  case R_AARCH64_LDST16_ABS_LO12_NC:
  case R_AARCH64_LDST32_ABS_LO12_NC:
  case R_AARCH64_LDST64_ABS_LO12_NC:
  case R_AARCH64_LDST128_ABS_LO12_NC:
    return Form::Symbol;
  case R_AARCH64_JUMP26:
  case R_AARCH64_CALL26:
    return Form::Call;
  case R_AARCH64_ADR_GOT_PAGE:
  case R_AARCH64_LD64_GOT_LO12_NC:
    return Form::Slot;
  default:
    return Form::Unknown;
  }
}

size_t widthOf(uint32_t type) {
  return type == R_AARCH64_ABS64 || type == R_AARCH64_PREL64 ? 8 : 4;
}

static bool fits(int64_t value, int bits) {
  return value >= -(int64_t(1) << (bits - 1)) && value < int64_t(1) << (bits - 1);
}

/// The low 12 bits of an address in units of 1 << `shift`, as loads and stores have them.
static uint32_t lowBits(uint64_t value, int shift) {
  return static_cast<uint32_t>((value & 0xfff) >> shift) << 10;
}

static uint32_t pagesOf(int64_t count) {
  return static_cast<uint32_t>((count & 3) << 29 | (count >> 2 & 0x7ffff) << 5);
}

bool patch(uint32_t type, char *at, uint64_t value) {
  auto here = reinterpret_cast<uint64_t>(at);
  auto distance = static_cast<int64_t>(value - here);
  auto pages = static_cast<int64_t>((value >> 12) - (here >> 12));
  uint32_t word;
  std::memcpy(&word, at, 4);
  switch (type) {
  case R_AARCH64_ABS64:
    std::memcpy(at, &value, 8);
    return true;
  case R_AARCH64_PREL64:
    std::memcpy(at, &distance, 8);
    return true;
  case R_AARCH64_PREL32:
    std::memcpy(at, &distance, 4);
    return fits(distance, 32);
  case R_AARCH64_ADR_PREL_LO21:
    word |= pagesOf(distance);
    break;
  case R_AARCH64_ADR_PREL_PG_HI21:
  case R_AARCH64_ADR_GOT_PAGE:
    word |= pagesOf(pages);
    break;
  case R_AARCH64_ADD_ABS_LO12_NC:
  case R_AARCH64_LDST8_ABS_LO12_NC:
    word |= lowBits(value, 0);
    break;
  case R_AARCH64_LDST16_ABS_LO12_NC:
    word |= lowBits(value, 1);
    break;
  case R_AARCH64_LDST32_ABS_LO12_NC:
    word |= lowBits(value, 2);
    break;
  case R_AARCH64_LDST64_ABS_LO12_NC:
  case R_AARCH64_LD64_GOT_LO12_NC:
    word |= lowBits(value, 3);
    break;
  case R_AARCH64_LDST128_ABS_LO12_NC:
    word |= lowBits(value, 4);
    break;
  default: // a call, which may be tried again with a stub
    if (!fits(distance, 28))
      return false;
    word |= distance >> 2 & 0x3ffffff;
  }
  std::memcpy(at, &word, 4);
  bool isPage = type == R_AARCH64_ADR_PREL_PG_HI21 || type == R_AARCH64_ADR_GOT_PAGE;
  return isPage ? fits(pages, 21) : type != R_AARCH64_ADR_PREL_LO21 || fits(distance, 21);
}

void writeStub(char *at, const char *slot) {
  constexpr uint32_t Load = 0x58000050, Jump = 0xd61f0200; // ldr x16, 8 bytes on; br x16
  std::memcpy(at, &Load, 4);
  std::memcpy(at + 4, &Jump, 4);
  std::memcpy(at + 8, slot, 8);
}

} // namespace lith::loader
#endif
