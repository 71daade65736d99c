// Zip.cpp: where the entries are; see PKWARE's APPNOTE.TXT.
#include "torchscript/Zip.h"

#include "syntax/Unicode.h"

#include <algorithm>

namespace lith::torchscript {
namespace {

constexpr uint32_t LocalHeader = 0x04034b50, CentralHeader = 0x02014b50, End = 0x06054b50;
constexpr uint32_t End64 = 0x06064b50, Locator64 = 0x07064b50;
constexpr uint64_t LocalBytes = 30, CentralBytes = 46, EndBytes = 22, End64Bytes = 56;
constexpr uint64_t LocatorBytes = 20, LongestComment = 0xffff;
constexpr uint64_t Limit16 = 0xffff, Limit32 = 0xffffffff;
constexpr uint16_t LargeTag = 1;

} // namespace

void damaged(const std::string &what) {
  throw CannotRead("is damaged: " + what, LITH_ERROR_DAMAGED);
}

void notAnArchive(const std::string &what) {
  throw CannotRead("is no TorchScript archive: it is " + what, LITH_ERROR_NOT_AN_ARTIFACT);
}

Zip::Zip(std::span<const char> file) : file(file) {
  uint64_t end = findEnd();
  Extent extent = findDirectory(end);
  if (extent.offset > end || extent.bytes > end - extent.offset ||
      extent.count > extent.bytes / CentralBytes)
    damaged("its directory lies outside of it");
  directory.reserve(extent.count);
  uint64_t at = extent.offset, limit = extent.offset + extent.bytes;
  for (uint64_t i = 0; i < extent.count; ++i) {
    if (limit - at < CentralBytes)
      damaged("its directory ends too early");
    directory.push_back(centralEntry(at));
    at += CentralBytes + number(at + 28, 2) + number(at + 30, 2) + number(at + 32, 2);
    if (at > limit)
      damaged("its directory ends too early");
  }
  if (at != limit)
    damaged("its directory has more than it counts");
  for (ZipEntry &entry : directory) {
    findData(entry);
    if (!byName.emplace(entry.name, &entry).second)
      damaged("'" + std::string(entry.name) + "' is in it twice");
  }
  checkOverlaps(extent.offset);
}

const ZipEntry *Zip::find(std::string_view name) const {
  auto found = byName.find(name);
  return found == byName.end() ? nullptr : found->second;
}

std::span<const char> Zip::part(uint64_t offset, uint64_t bytes) const {
  if (offset > file.size() || bytes > file.size() - offset)
    damaged("something in it lies outside of it");
  return file.subspan(offset, bytes);
}

uint64_t Zip::number(uint64_t offset, unsigned bytes) const {
  uint64_t value = 0;
  std::span<const char> from = part(offset, bytes);
  for (unsigned i = 0; i < bytes; ++i)
    value |= uint64_t(static_cast<unsigned char>(from[i])) << 8 * i;
  return value;
}

// The end record closes the file but for a comment, of a length that it gives.
uint64_t Zip::findEnd() const {
  uint64_t size = file.size();
  for (uint64_t back = EndBytes; back <= size && back <= EndBytes + LongestComment; ++back)
    if (file[size - back] == 'P' && number(size - back, 4) == End &&
        number(size - back + 20, 2) == back - EndBytes)
      return size - back;
  if (size >= 4 && number(0, 4) == LocalHeader)
    throw CannotRead("is truncated: the directory at its end is missing", LITH_ERROR_DAMAGED);
  notAnArchive(size ? "no zip file" : "empty");
}

Zip::Extent Zip::findDirectory(uint64_t end) const {
  Extent extent{number(end + 16, 4), number(end + 12, 4), number(end + 10, 2)};
  bool isLarge = extent.offset == Limit32 || extent.bytes == Limit32 || extent.count == Limit16;
  if (end < LocatorBytes || number(end - LocatorBytes, 4) != Locator64) {
    if (isLarge && extent.count != Limit16)
      damaged("its directory has no place");
    return extent;
  }
  uint64_t at = number(end - LocatorBytes + 8, 8);
  part(at, End64Bytes);
  if (number(at, 4) != End64)
    damaged("its directory has no place");
  return {number(at + 48, 8), number(at + 40, 8), number(at + 32, 8)};
}

ZipEntry Zip::centralEntry(uint64_t offset) const {
  if (number(offset, 4) != CentralHeader)
    damaged("its directory");
  ZipEntry entry;
  entry.flags = number(offset + 8, 2);
  entry.method = number(offset + 10, 2);
  entry.crc = number(offset + 16, 4);
  entry.packed = number(offset + 20, 4);
  entry.bytes = number(offset + 24, 4);
  entry.header = number(offset + 42, 4);
  uint64_t nameBytes = number(offset + 28, 2);
  std::span<const char> name = part(offset + CentralBytes, nameBytes);
  entry.name = {name.data(), name.size()};
  if (syntax::findInvalidUtf8(entry.name) != std::string_view::npos)
    damaged("the name '" + std::string(entry.name) + "' is not valid UTF-8");
  takeLargeFields(entry, offset + CentralBytes + nameBytes, number(offset + 30, 2));
  return entry;
}

// Fields that do not fit 32 bits stand in an extra field, in this order.
void Zip::takeLargeFields(ZipEntry &entry, uint64_t offset, uint64_t bytes) const {
  part(offset, bytes);
  for (uint64_t limit = offset + bytes; limit - offset >= 4;) {
    uint64_t tag = number(offset, 2), size = number(offset + 2, 2);
    offset += 4;
    if (size > limit - offset)
      break; // other tools write what is no list of fields
    if (tag == LargeTag) {
      uint64_t at = offset;
      for (uint64_t *field : {&entry.bytes, &entry.packed, &entry.header})
        if (*field == Limit32 && offset + size - at >= 8) {
          *field = number(at, 8);
          at += 8;
        }
    }
    offset += size;
  }
}

void Zip::findData(ZipEntry &entry) const {
  std::span<const char> header = part(entry.header, LocalBytes);
  uint64_t nameBytes = number(entry.header + 26, 2);
  std::span<const char> name = part(entry.header + header.size(), nameBytes);
  if (number(entry.header, 4) != LocalHeader ||
      std::string_view(name.data(), name.size()) != entry.name)
    damaged("the header of '" + std::string(entry.name) + "'");
  entry.data = entry.header + LocalBytes + nameBytes + number(entry.header + 28, 2);
  part(entry.data, entry.packed);
}

void Zip::checkOverlaps(uint64_t limit) const {
  std::vector<const ZipEntry *> ordered;
  ordered.reserve(directory.size());
  for (const ZipEntry &entry : directory)
    ordered.push_back(&entry);
  std::sort(ordered.begin(), ordered.end(),
            [](const ZipEntry *a, const ZipEntry *b) { return a->header < b->header; });
  for (size_t i = 0; i < ordered.size(); ++i) {
    uint64_t next = i + 1 < ordered.size() ? ordered[i + 1]->header : limit;
    if (ordered[i]->data + ordered[i]->packed > next)
      damaged("'" + std::string(ordered[i]->name) + "' overlaps what follows it");
  }
}

} // namespace lith::torchscript
