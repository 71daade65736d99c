// Mapping.cpp: see mmap(2).
#include "torchscript/Mapping.h"
#include "torchscript/Archive.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace lith::torchscript {
namespace {

[[noreturn]] void refuse(const std::string &what, int error) {
  throw CannotRead(what + ": " + std::strerror(error), LITH_ERROR_CANNOT_OPEN);
}

} // namespace

Mapping Mapping::ofFile(const std::string &path) {
  int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0)
    refuse("cannot be opened", errno);
  struct stat info{};
  bool isKnown = fstat(file, &info) == 0, isRegular = isKnown && S_ISREG(info.st_mode);
  size_t size = isRegular ? static_cast<size_t>(info.st_size) : 0;
  void *memory = size ? mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file, 0) : nullptr;
  int error = errno;
  ::close(file);
  if (!isKnown || memory == MAP_FAILED)
    refuse("cannot be mapped", error);
  if (!isRegular)
    throw CannotRead("cannot be opened: it is not a file", LITH_ERROR_CANNOT_OPEN);
  return {static_cast<const char *>(memory), size};
}

Mapping Mapping::of(std::string_view bytes) {
  if (bytes.empty())
    return {nullptr, 0};
  void *memory =
      mmap(nullptr, bytes.size(), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED)
    refuse("cannot be kept", errno);
  std::memcpy(memory, bytes.data(), bytes.size());
  return {static_cast<const char *>(memory), bytes.size()};
}

Mapping::Mapping(Mapping &&other) noexcept : data(other.data), size(other.size) {
  other.data = nullptr;
  other.size = 0;
}

Mapping::~Mapping() {
  if (data)
    munmap(const_cast<char *>(data), size);
}

} // namespace lith::torchscript
