// Npy.h: NumPy's .npy files, versions 1.0 to 3.0.
#ifndef LITH_TOOLS_NPY_H
#define LITH_TOOLS_NPY_H

#include <lith/lith.h>

#include <string>

namespace lith::tool {

/// Reads an array; throws lith::Error that names the file. Fortran order gives strides,
/// big-endian data is swapped, |V2 is bfloat16.
Tensor readNpy(const std::string &path);
/// Writes an array; bfloat16 as float32, which holds it exactly.
void writeNpy(const std::string &path, const Tensor &tensor);
/// Writes a str as a 0-d array of NumPy's U type.
void writeNpyText(const std::string &path, const std::string &utf8);

} // namespace lith::tool

#endif // LITH_TOOLS_NPY_H
