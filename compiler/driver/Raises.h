// Raises.h: programs that end in an exception whatever they are given.
#ifndef LITH_DRIVER_RAISES_H
#define LITH_DRIVER_RAISES_H

#include "diagnostics/Diagnostic.h"
#include "stage/Program.h"

#include <optional>

namespace lith::driver {

/// Why no call of the staged program returns, at the line that raises; none: one may return. What
/// functions of the runtime find out only when they run is not looked into.
std::optional<diag::Diagnostic> onlyRaises(const stage::Staged &staged);

} // namespace lith::driver

#endif // LITH_DRIVER_RAISES_H
