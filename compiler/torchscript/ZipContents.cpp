// ZipContents.cpp: what entries hold, expanded and compared with their checksums.
#include "torchscript/Zip.h"

#include <cstring>
#include <new>
#include <zlib.h>

namespace lith::torchscript {
namespace {

constexpr uint16_t Stored = 0, Deflated = 8;
constexpr uint16_t Encrypted = 1;
constexpr uint64_t DeflateRatio = 1032; // the most that deflate can reach

std::string quoted(const ZipEntry &entry) { return "'" + std::string(entry.name) + "'"; }

bool inflateAll(std::span<const char> packed, char *into, size_t bytes) {
  z_stream stream{};
  if (inflateInit2(&stream, -MAX_WBITS) != Z_OK)
    throw std::bad_alloc();
  // Both sizes fit zlib's: they are under the limit of an entry.
  stream.next_in = reinterpret_cast<Bytef *>(const_cast<char *>(packed.data()));
  stream.avail_in = static_cast<uInt>(packed.size());
  stream.next_out = reinterpret_cast<Bytef *>(into);
  stream.avail_out = static_cast<uInt>(bytes);
  int status = inflate(&stream, Z_FINISH);
  bool isWhole = status == Z_STREAM_END && !stream.avail_in && !stream.avail_out;
  inflateEnd(&stream);
  return isWhole;
}

} // namespace

// Counts what an entry expands to, before memory for it is taken.
void Zip::charge(const ZipEntry &entry) {
  if (entry.bytes > EntryLimit || entry.bytes > TotalLimit - expanded || entry.packed > EntryLimit)
    throw CannotRead("expands to too much: " + quoted(entry) + " has " +
                     std::to_string(entry.bytes) + " bytes; Lith reads up to " +
                     std::to_string(EntryLimit) + " of one entry and " +
                     std::to_string(TotalLimit) + " of all");
  if (entry.method == Deflated && entry.bytes > (entry.packed + 1) * DeflateRatio)
    damaged(quoted(entry) + " cannot have the size that it states");
  expanded += entry.bytes;
}

void Zip::read(const ZipEntry &entry, char *into) const {
  std::span<const char> packed = part(entry.data, entry.packed);
  if (entry.flags & Encrypted)
    throw CannotRead("is encrypted");
  if (entry.method == Deflated) {
    if (!inflateAll(packed, into, entry.bytes))
      damaged(quoted(entry) + " does not expand");
  } else if (entry.method != Stored) {
    throw CannotRead("has " + quoted(entry) + " compressed by method " +
                     std::to_string(entry.method) + ", which Lith does not read");
  } else if (entry.packed != entry.bytes) {
    damaged("the sizes of " + quoted(entry));
  } else if (entry.bytes) {
    std::memcpy(into, packed.data(), packed.size());
  }
}

void Zip::check(const ZipEntry &entry, std::span<const char> contents) const {
  const auto *data = reinterpret_cast<const Bytef *>(contents.data());
  // Of no bytes, zlib takes null for a question.
  if ((data ? crc32_z(0, data, contents.size()) : 0) != entry.crc)
    damaged(quoted(entry) + " differs from its checksum");
}

std::string Zip::text(const ZipEntry &entry) {
  charge(entry);
  std::string contents(entry.bytes, 0);
  read(entry, contents.data());
  check(entry, contents);
  return contents;
}

std::span<const char> Zip::weights(const ZipEntry &entry, size_t alignment) {
  std::span<const char> contents = part(entry.data, entry.packed);
  bool isHere = entry.method == Stored && entry.packed == entry.bytes && !(entry.flags & Encrypted);
  if (!isHere || reinterpret_cast<uintptr_t>(contents.data()) % alignment) {
    if (!isHere)
      charge(entry);
    auto *memory = static_cast<char *>(::operator new[](entry.bytes, std::align_val_t{Alignment}));
    owned.emplace_back(memory);
    read(entry, memory);
    contents = {memory, entry.bytes};
  }
  if (entry.bytes <= CheckedWeights - compared) {
    check(entry, contents);
    compared += entry.bytes;
  }
  return contents;
}

} // namespace lith::torchscript
