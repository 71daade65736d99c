// Specified.h: what a specification says of sizes, made use of.
#ifndef LITH_DRIVER_SPECIFIED_H
#define LITH_DRIVER_SPECIFIED_H

#include "contract/Request.h"
#include "stage/Program.h"

namespace lith::driver {

/// Sizes of one name become one value, and comparisons and remainders that the bounds of a size
/// decide become constants. Who calls the program sees to it that they hold; a program for an
/// artifact checks them itself, with TypeError. Requires the module as it was staged.
void useSpecifiedSizes(const stage::Staged &staged, const contract::Request &request);

} // namespace lith::driver

#endif // LITH_DRIVER_SPECIFIED_H
