// Mapping.h: the bytes of a file.
#ifndef LITH_ARTIFACT_MAPPING_H
#define LITH_ARTIFACT_MAPPING_H

#include <lith/artifact.h>

namespace lith {

/// Keeps the bytes of a file in memory.
struct Mapping {
  const char *data = nullptr;
  size_t bytes = 0;
  Mapping() = default;
  Mapping(const Mapping &) = delete;
  ~Mapping();
  /// Maps a regular file; one without bytes has no `data`. False with what is wrong in `error`,
  /// which continues the name of the file.
  bool open(const std::string &path, std::string &error);
};

/// Writes through a temporary file beside `path`, so that a failure leaves no half one.
ArtifactStatus writeFile(const std::string &path, std::string &message,
                         const std::function<bool(int file)> &write);
/// Writes all bytes.
bool put(int file, const void *bytes, uint64_t size);

} // namespace lith

#endif // LITH_ARTIFACT_MAPPING_H
