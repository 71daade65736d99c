// Npy.h: NumPy's .npy files, versions 1.0 to 3.0.
#ifndef LITH_TOOLS_NPY_H
#define LITH_TOOLS_NPY_H

#include <lith/lith.h>

#include <string>

namespace lith::tool {

/// Reads an array; throws lith::Error that names the file. Fortran order gives strides,
/// big-endian data is swapped, |V2 is bfloat16.
Tensor readNpy(const std::string &path);

/// The bytes of a .npy file, in two parts.
struct NpyArray {
  std::string head;
  Tensor elements;
  size_t bytes;     ///< of the elements
  std::string type; ///< for readers: "float32[2, 3]", "str"
  const char *data() const { return static_cast<const char *>(lith_tensor_data(elements.raw())); }
};
/// bfloat16 becomes float32, which holds it exactly.
NpyArray npyOf(const Tensor &tensor);
/// A str as an array of no dimension, of NumPy's U type.
NpyArray npyOfText(const std::string &utf8);
/// Throws lith::Error.
void writeNpy(const std::string &path, const NpyArray &array);

} // namespace lith::tool

#endif // LITH_TOOLS_NPY_H
