// Zip.h: the zip structure around the entries of an artifact, for other tools.
#ifndef LITH_ARTIFACT_ZIP_H
#define LITH_ARTIFACT_ZIP_H

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace lith {

/// The checksum of zip entries, continued from `crc`.
uint32_t crc32(uint32_t crc, const void *data, size_t bytes);

struct ZipEntry {
  std::string name;
  uint64_t headerOffset, bytes;
  uint32_t crc;
};

/// The header in front of an entry whose data begins at `dataOffset`: as long as the distance.
std::string localHeader(const ZipEntry &entry, uint64_t dataOffset);
/// The least distance between a header and its data.
size_t leastHeaderBytes(std::string_view name, uint64_t bytes);
/// Everything after the last entry.
std::string centralDirectory(const std::vector<ZipEntry> &entries, uint64_t offset);

} // namespace lith

#endif // LITH_ARTIFACT_ZIP_H
