// Weights.h: the tensors of an artifact in the layout of safetensors files.
#ifndef LITH_ARTIFACT_WEIGHTS_H
#define LITH_ARTIFACT_WEIGHTS_H

#include <lith/artifact.h>

#include <map>
#include <set>

namespace lith {

/// "F32" and so on; false: Lith has no such dtype.
bool dtypeOfSafetensors(std::string_view name, lith_dtype &dtype);

/// Collects tensors, each once, and gives them places on boundaries of so many bytes.
class WeightsWriter {
public:
  explicit WeightsWriter(uint64_t alignment = 64) : alignment(alignment) {}
  /// The offset of the tensor's elements in the data.
  uint64_t place(const Constant &tensor);
  /// The length and text of the header; then the data follows.
  std::string header() const;

  struct Piece {
    const void *data; ///< null: zeros
    uint64_t bytes;
  };
  const std::vector<Piece> &pieces() const { return parts; }
  uint64_t dataBytes() const { return end; }

private:
  struct Entry {
    std::string name, dtype;
    std::vector<int64_t> sizes;
    uint64_t offset, bytes;
  };
  void add(std::string name, const char *dtype, std::vector<int64_t> sizes, const void *data,
           uint64_t bytes);

  uint64_t alignment;
  std::vector<Entry> entries;
  std::vector<Piece> parts;
  std::map<std::pair<const void *, uint64_t>, uint64_t> offsets;
  std::map<std::string, int> names;
  uint64_t end = 0;
};

} // namespace lith

#endif // LITH_ARTIFACT_WEIGHTS_H
