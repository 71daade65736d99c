// Computed.h: constants that are computed from others when a program is made.
#ifndef LITH_DRIVER_COMPUTED_H
#define LITH_DRIVER_COMPUTED_H

#include "host/Host.h"

#include <functional>
#include <lith/program.h>
#include <optional>

namespace lith::driver {

struct Computed {
  Constant constant; ///< everything but its data
  /// Writes the data; there is room for it.
  std::function<void(char *to)> fill;
};

/// table [rows, k] * matrix [k, columns], or, transposed, matrix [columns, k]; one dtype.
Computed productOf(const host::TensorInfo &table, const host::TensorInfo &matrix, bool transposed);
/// A matrix of float in codes, and their bounds, as lith/abi.h describes them.
Computed codesOf(const host::TensorInfo &matrix);
Computed boundsOf(const host::TensorInfo &matrix, const std::optional<host::TensorInfo> &added);

} // namespace lith::driver

#endif // LITH_DRIVER_COMPUTED_H
