// Npz.h: arrays by name in one file, as numpy.savez writes them.
#ifndef LITH_TOOLS_NPZ_H
#define LITH_TOOLS_NPZ_H

#include "Npy.h"
#include "artifact/Zip.h"

#include <fstream>

namespace lith::tool {

/// Writes a zip file whose entries NAME.npy are not compressed. All throw lith::Error.
class NpzWriter {
public:
  explicit NpzWriter(const std::string &path);
  void add(const std::string &name, const NpyArray &array);
  /// To be called at the end.
  void finish();

private:
  void check() const;

  std::string path;
  std::ofstream file;
  std::vector<ZipEntry> entries;
  uint64_t at = 0; ///< bytes written
};

} // namespace lith::tool

#endif // LITH_TOOLS_NPZ_H
