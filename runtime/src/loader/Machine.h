// Machine.h: what loading code needs to know of the processor. X86.cpp and Aarch64.cpp define it,
// each on its own.
#ifndef LITH_LOADER_MACHINE_H
#define LITH_LOADER_MACHINE_H

#include <cstddef>
#include <cstdint>

namespace lith::loader {

/// What a relocation refers to.
enum class Form {
  Unknown,
  Nothing,
  Symbol,
  Slot, ///< eight bytes that hold the symbol's address
  Call  ///< the symbol, or where it is too far a stub that jumps to it
};
Form formOf(uint32_t type);
/// Bytes that it changes.
size_t widthOf(uint32_t type);
/// Makes the place refer to `value`, an address with the addend; false: it is too far.
bool patch(uint32_t type, char *at, uint64_t value);
/// A jump to what a slot holds.
void writeStub(char *at, const char *slot);

#if defined(__x86_64__)
inline constexpr uint16_t ElfMachine = 62; // EM_X86_64
inline constexpr size_t StubBytes = 8, PageBytes = 4096;
#else
inline constexpr uint16_t ElfMachine = 183;                // EM_AARCH64
inline constexpr size_t StubBytes = 16, PageBytes = 65536; // the largest that systems use
#endif

} // namespace lith::loader

#endif // LITH_LOADER_MACHINE_H
