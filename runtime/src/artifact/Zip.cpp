// Zip.cpp: see PKWARE's APPNOTE.TXT; all entries are stored, zip64 where needed.
#include "artifact/Zip.h"

#include <array>

namespace lith {
namespace {

constexpr uint64_t Limit32 = 0xffffffff;
constexpr uint16_t Zip64Tag = 1, PaddingTag = 0x4c54;
constexpr uint16_t Date1980 = 0x21;

void put16(std::string &out, uint64_t value) {
  out += static_cast<char>(value);
  out += static_cast<char>(value >> 8);
}
void put32(std::string &out, uint64_t value) {
  put16(out, value);
  put16(out, value >> 16);
}
void put64(std::string &out, uint64_t value) {
  put32(out, value);
  put32(out, value >> 32);
}

using Tables = std::array<std::array<uint32_t, 256>, 8>;

constexpr Tables makeTables() {
  Tables tables{};
  for (uint32_t i = 0; i < 256; ++i) {
    uint32_t crc = i;
    for (int bit = 0; bit < 8; ++bit)
      crc = crc >> 1 ^ (crc & 1 ? 0xedb88320u : 0);
    tables[0][i] = crc;
  }
  for (uint32_t i = 0; i < 256; ++i)
    for (size_t k = 1; k < 8; ++k)
      tables[k][i] = tables[k - 1][i] >> 8 ^ tables[0][tables[k - 1][i] & 255];
  return tables;
}
constexpr Tables CrcTables = makeTables();

// Sizes of an entry that do not fit 32 bits.
std::string zip64Extra(const ZipEntry &entry, bool withOffset) {
  std::string values;
  if (entry.bytes >= Limit32) {
    put64(values, entry.bytes);
    put64(values, entry.bytes);
  }
  if (withOffset && entry.headerOffset >= Limit32)
    put64(values, entry.headerOffset);
  if (values.empty())
    return values;
  std::string out;
  put16(out, Zip64Tag);
  put16(out, values.size());
  return out + values;
}

uint64_t clamped(uint64_t value) { return value < Limit32 ? value : Limit32; }

// The fields that local and central headers share, from "version needed" on.
void putCommon(std::string &out, const ZipEntry &entry, size_t extraBytes) {
  put16(out, 45);
  put16(out, 0x800); // names are UTF-8
  put16(out, 0);     // stored
  put16(out, 0);
  put16(out, Date1980);
  put32(out, entry.crc);
  put32(out, clamped(entry.bytes));
  put32(out, clamped(entry.bytes));
  put16(out, entry.name.size());
  put16(out, extraBytes);
}

} // namespace

uint32_t crc32(uint32_t crc, const void *data, size_t bytes) {
  const auto *at = static_cast<const unsigned char *>(data);
  crc = ~crc;
  for (; bytes >= 8; bytes -= 8, at += 8) {
    uint32_t low = crc ^ (at[0] | at[1] << 8 | at[2] << 16 | uint32_t(at[3]) << 24);
    crc = CrcTables[7][low & 255] ^ CrcTables[6][low >> 8 & 255] ^ CrcTables[5][low >> 16 & 255] ^
          CrcTables[4][low >> 24] ^ CrcTables[3][at[4]] ^ CrcTables[2][at[5]] ^
          CrcTables[1][at[6]] ^ CrcTables[0][at[7]];
  }
  for (; bytes; --bytes)
    crc = crc >> 8 ^ CrcTables[0][(crc ^ *at++) & 255];
  return ~crc;
}

size_t leastHeaderBytes(std::string_view name, uint64_t bytes) {
  return 30 + name.size() + (bytes >= Limit32 ? 20 : 0) + 4;
}

std::string localHeader(const ZipEntry &entry, uint64_t dataOffset) {
  std::string extra = zip64Extra(entry, false);
  size_t padding = dataOffset - entry.headerOffset - 30 - entry.name.size() - extra.size();
  put16(extra, PaddingTag);
  put16(extra, padding - 4);
  extra.append(padding - 4, 0);
  std::string out = "PK\3\4";
  putCommon(out, entry, extra.size());
  return out + entry.name + extra;
}

std::string centralDirectory(const std::vector<ZipEntry> &entries, uint64_t offset) {
  std::string out;
  for (const ZipEntry &entry : entries) {
    std::string extra = zip64Extra(entry, true);
    out += "PK\1\2";
    put16(out, 45);
    putCommon(out, entry, extra.size());
    put16(out, 0); // comment
    put16(out, 0); // disk
    put16(out, 0); // attributes
    put32(out, 0);
    put32(out, clamped(entry.headerOffset));
    out += entry.name + extra;
  }
  uint64_t bytes = out.size(), count = entries.size();
  if (offset >= Limit32) {
    uint64_t at = offset + bytes;
    out += "PK\6\6";
    put64(out, 44);
    put16(out, 45);
    put16(out, 45);
    put32(out, 0);
    put32(out, 0);
    put64(out, count);
    put64(out, count);
    put64(out, bytes);
    put64(out, offset);
    out += "PK\6\7";
    put32(out, 0);
    put64(out, at);
    put32(out, 1);
  }
  out += "PK\5\6";
  put16(out, 0);
  put16(out, 0);
  put16(out, count);
  put16(out, count);
  put32(out, bytes);
  put32(out, clamped(offset));
  put16(out, 0);
  return out;
}

} // namespace lith
