// Npz.cpp: see Npz.h.
#include "Npz.h"

#include <cerrno>
#include <cstring>

using namespace lith;
using namespace lith::tool;

constexpr uint64_t Alignment = 64; // so that arrays can be mapped

NpzWriter::NpzWriter(const std::string &path) : path(path), file(path, std::ios::binary) {
  check();
}

void NpzWriter::check() const {
  if (!file)
    throw Error(LITH_ERROR_CANNOT_WRITE, "cannot write '" + path + "': " + std::strerror(errno));
}

void NpzWriter::add(const std::string &name, const NpyArray &array) {
  ZipEntry entry{name + ".npy", at, array.head.size() + array.bytes, 0};
  entry.crc = crc32(crc32(0, array.head.data(), array.head.size()), array.data(), array.bytes);
  uint64_t begin = at + leastHeaderBytes(entry.name, entry.bytes);
  begin = (begin + Alignment - 1) / Alignment * Alignment;
  file << localHeader(entry, begin) << array.head;
  file.write(array.data(), static_cast<std::streamsize>(array.bytes));
  check();
  at = begin + entry.bytes;
  entries.push_back(std::move(entry));
}

void NpzWriter::finish() {
  file << centralDirectory(entries, at);
  file.close();
  check();
}
