// Mapping.h: the bytes of a file, where they stay while the archive lives.
#ifndef LITH_TORCHSCRIPT_MAPPING_H
#define LITH_TORCHSCRIPT_MAPPING_H

#include <span>
#include <string>
#include <string_view>

namespace lith::torchscript {

/// Pages of memory, aligned as those of a file whichever they are.
class Mapping {
public:
  /// The file itself, read only; nothing is read before it is used. Throws CannotRead.
  static Mapping ofFile(const std::string &path);
  /// A copy of the bytes. Throws CannotRead.
  static Mapping of(std::string_view bytes);
  Mapping(Mapping &&other) noexcept;
  Mapping(const Mapping &) = delete;
  Mapping &operator=(const Mapping &) = delete;
  ~Mapping();

  std::span<const char> bytes() const { return {data, size}; }

private:
  Mapping(const char *data, size_t size) : data(data), size(size) {}

  const char *data;
  size_t size;
};

} // namespace lith::torchscript

#endif // LITH_TORCHSCRIPT_MAPPING_H
