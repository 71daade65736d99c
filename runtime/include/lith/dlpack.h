// dlpack.h: Lith's dtypes as DLPack's, for the runtime and the Python module.
#ifndef LITH_DLPACK_H
#define LITH_DLPACK_H

#include <dlpack/dlpack.h>

#pragma GCC visibility push(default) // the Python module is another library
namespace lith {

/// Of `lanes` 0 for a dtype that DLPack lacks.
DLDataType dlpackType(int dtype);
/// A lith_dtype, or -1 for a type that Lith lacks.
int dtypeOfDLPack(DLDataType type);

} // namespace lith
#pragma GCC visibility pop

#endif // LITH_DLPACK_H
