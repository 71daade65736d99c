// TextHash.h: hashes of texts and bytes, those of the interpreter that the process runs in.
#ifndef LITH_OBJECTS_TEXTHASH_H
#define LITH_OBJECTS_TEXTHASH_H

#include <cstdint>
#include <string_view>

namespace lith {

uint64_t hashOfBytes(std::string_view data);
/// `length`: how many characters `text` has.
uint64_t hashOfText(std::string_view text, int64_t length);
uint64_t hashOfNone();

} // namespace lith

#endif // LITH_OBJECTS_TEXTHASH_H
