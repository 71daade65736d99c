// Zip.h: the entries of a zip file in memory.
//
// The central directory alone says what there is; of the headers in front of entries it is used
// where their data begins. All offsets and sizes are checked when the file is opened, and no two
// entries share bytes. What the file expands to, in memory that it owns or gives away, has a limit.
#ifndef LITH_TORCHSCRIPT_ZIP_H
#define LITH_TORCHSCRIPT_ZIP_H

#include "torchscript/Archive.h"

#include <deque>
#include <string_view>
#include <unordered_map>

namespace lith::torchscript {

[[noreturn]] void damaged(const std::string &what);
[[noreturn]] void notAnArchive(const std::string &what);

struct ZipEntry {
  std::string_view name;
  uint64_t header = 0; ///< offset in the file
  uint64_t data = 0;   ///< offset in the file
  uint64_t packed = 0; ///< bytes in the file
  uint64_t bytes = 0;
  uint32_t crc = 0;
  uint16_t flags = 0, method = 0;
};

class Zip {
public:
  static constexpr uint64_t EntryLimit = 64 << 20, TotalLimit = 192 << 20;
  /// Weights up to here are compared with their checksums; beyond, that would read gigabytes.
  static constexpr uint64_t CheckedWeights = 64 << 20;
  static constexpr size_t Alignment = 64;

  /// The file outlives it. Throws CannotRead, which says so where it is no zip file at all.
  explicit Zip(std::span<const char> file);

  /// In the order of the directory.
  const std::vector<ZipEntry> &entries() const { return directory; }
  const ZipEntry *find(std::string_view name) const;

  /// A copy of the contents, compared with their checksum.
  std::string text(const ZipEntry &entry);
  /// The contents at a multiple of `alignment`: in the file where they are so, else in memory that
  /// the Zip owns.
  std::span<const char> weights(const ZipEntry &entry, size_t alignment);

private:
  struct Free {
    void operator()(char *memory) const {
      ::operator delete[](memory, std::align_val_t{Alignment});
    }
  };
  struct Extent {
    uint64_t offset, bytes, count;
  };

  std::span<const char> part(uint64_t offset, uint64_t bytes) const;
  uint64_t number(uint64_t offset, unsigned bytes) const;
  uint64_t findEnd() const;
  Extent findDirectory(uint64_t end) const;
  ZipEntry centralEntry(uint64_t offset) const;
  void takeLargeFields(ZipEntry &entry, uint64_t offset, uint64_t bytes) const;
  void findData(ZipEntry &entry) const;
  void checkOverlaps(uint64_t limit) const;
  void charge(const ZipEntry &entry);
  void read(const ZipEntry &entry, char *into) const;
  void check(const ZipEntry &entry, std::span<const char> contents) const;

  std::span<const char> file;
  std::vector<ZipEntry> directory;
  std::unordered_map<std::string_view, const ZipEntry *> byName;
  std::deque<std::unique_ptr<char[], Free>> owned;
  uint64_t expanded = 0, compared = 0;
};

} // namespace lith::torchscript

#endif // LITH_TORCHSCRIPT_ZIP_H
