// Mapping.cpp: see Mapping.h.
#include "artifact/Mapping.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace lith;

Mapping::~Mapping() {
  if (data)
    munmap(const_cast<char *>(data), bytes);
}

bool Mapping::open(const std::string &path, std::string &error) {
  error.clear();
  int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  struct stat info{};
  if (file < 0 || fstat(file, &info) != 0) {
    error = std::string("cannot be opened: ") + std::strerror(errno);
    if (file >= 0)
      ::close(file);
    return false;
  }
  bytes = static_cast<size_t>(info.st_size);
  void *memory = MAP_FAILED;
  bool regular = S_ISREG(info.st_mode);
  if (regular && bytes)
    memory = mmap(nullptr, bytes, PROT_READ, MAP_PRIVATE, file, 0);
  int reason = errno;
  ::close(file);
  if (memory != MAP_FAILED)
    data = static_cast<const char *>(memory);
  else if (!regular)
    error = "cannot be opened: it is not a file";
  else if (bytes)
    error = std::string("cannot be mapped: ") + std::strerror(reason);
  return error.empty();
}

bool lith::put(int file, const void *bytes, uint64_t size) {
  const char *at = static_cast<const char *>(bytes);
  while (size) {
    ssize_t written = ::write(file, at, size < (1u << 30) ? size : (1u << 30));
    if (written < 0 && errno == EINTR)
      continue;
    if (written <= 0)
      return false;
    at += written;
    size -= static_cast<uint64_t>(written);
  }
  return true;
}

ArtifactStatus lith::writeFile(const std::string &path, std::string &message,
                               const std::function<bool(int file)> &write) {
  std::string temporary = path + ".XXXXXX";
  int file = mkstemp(temporary.data());
  if (file < 0) {
    message = "cannot write '" + path + "': " + std::strerror(errno);
    return ArtifactStatus::CannotWrite;
  }
  mode_t mask = umask(0);
  umask(mask);
  bool ok = write(file) && fchmod(file, 0666 & ~mask) == 0;
  ok = close(file) == 0 && ok && std::rename(temporary.c_str(), path.c_str()) == 0;
  if (ok)
    return ArtifactStatus::Ok;
  message = "cannot write '" + path + "': " + std::strerror(errno);
  unlink(temporary.c_str());
  return ArtifactStatus::CannotWrite;
}
