// Layout.h: the index in front of an artifact.
#ifndef LITH_ARTIFACT_LAYOUT_H
#define LITH_ARTIFACT_LAYOUT_H

#include "artifact/Codec.h"

namespace lith {

inline constexpr size_t BlockBytes = size_t(1) << 20;
inline constexpr size_t EntryAlignment = 64;
/// The index starts here, after the zip header of its entry.
inline constexpr size_t IndexOffset = 64;
inline constexpr char IndexMagic[8] = {'L', 'I', 'T', 'H', 'I', 'D', 'X', '\n'};

/// The start of the index, at IndexOffset.
struct IndexHead {
  char magic[8];
  uint32_t format;
  uint32_t indexBytes; ///< this head, the encoded entries and the checksum of both
  uint64_t fileBytes;
};
static_assert(sizeof(IndexHead) == 24);

/// One entry of the archive.
struct IndexEntry {
  std::string name;
  uint64_t offset = 0, bytes = 0;
  std::vector<uint64_t> hashes; ///< XXH3 of each block
};

template <typename C> void item(C &codec, IndexEntry &x) {
  items(codec, x.name, x.offset, x.bytes, x.hashes);
}

/// XXH3, 64 bits.
uint64_t checksum(const void *data, size_t bytes);

} // namespace lith

#endif // LITH_ARTIFACT_LAYOUT_H
