// Projected.h: constants that are products of others.
#ifndef LITH_DRIVER_PROJECTED_H
#define LITH_DRIVER_PROJECTED_H

#include "host/Host.h"

#include <lith/program.h>

namespace lith::driver {

/// table [rows, k] * matrix [k, columns], or, transposed, matrix [columns, k]; one dtype.
struct Projected {
  host::TensorInfo table, matrix;
  bool transposed;

  int64_t columns() const { return matrix.sizes[transposed ? 0 : 1]; }
  /// Everything but its data.
  Constant describe() const;
  /// Computes it; `to` has room for it.
  void fill(char *to) const;
};

} // namespace lith::driver

#endif // LITH_DRIVER_PROJECTED_H
