// Distinct.h: outside objects that a program tells apart.
#ifndef LITH_STAGE_DISTINCT_H
#define LITH_STAGE_DISTINCT_H

#include "stage/Stage.h"

namespace lith::stage {

/// The memory of a tensor of before the call, from `low` to before `high`; null where it has none.
struct Extent {
  const char *low = nullptr, *high = nullptr;
  bool overlaps(const Extent &other) const {
    return low && other.low && low < other.high && other.low < high;
  }
};
/// From the first to the last element, or the storage where the program reads such.
Extent extentOf(Stage &s, host::Handle tensor);

/// Guards that what is written or compared of outside objects is not another one of them.
void guardDistinct(Stage &s);

} // namespace lith::stage

#endif // LITH_STAGE_DISTINCT_H
