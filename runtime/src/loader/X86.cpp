// X86.cpp: relocations of x86-64.
#if defined(__x86_64__)
#include "loader/Machine.h"

#include <cstring>
#include <elf.h>

namespace lith::loader {

static constexpr uint32_t GotPcRelX = 41, RexGotPcRelX = 42; // not in every elf.h

Form formOf(uint32_t type) {
  switch (type) {
  case R_X86_64_NONE:
    return Form::Nothing;
  case R_X86_64_64:
  case R_X86_64_PC64:
  case R_X86_64_32:
  case R_X86_64_32S:
    return Form::Symbol;
  case R_X86_64_PC32:
  case R_X86_64_PLT32:
    return Form::Call;
  case R_X86_64_GOTPCREL:
  case GotPcRelX:
  case RexGotPcRelX:
    return Form::Slot;
  default:
    return Form::Unknown;
  }
}

size_t widthOf(uint32_t type) { return type == R_X86_64_64 || type == R_X86_64_PC64 ? 8 : 4; }

bool patch(uint32_t type, char *at, uint64_t value) {
  bool isAbsolute = type == R_X86_64_64 || type == R_X86_64_32 || type == R_X86_64_32S;
  if (!isAbsolute)
    value -= reinterpret_cast<uint64_t>(at);
  std::memcpy(at, &value, widthOf(type));
  return widthOf(type) == 8 ||
         (type == R_X86_64_32 ? value == static_cast<uint32_t>(value)
                              : static_cast<int64_t>(value) == static_cast<int32_t>(value));
}

void writeStub(char *at, const char *slot) {
  auto displacement = static_cast<int32_t>(slot - (at + 6));
  at[0] = static_cast<char>(0xff); // jmp *displacement(%rip)
  at[1] = 0x25;
  std::memcpy(at + 2, &displacement, 4);
}

} // namespace lith::loader
#endif
