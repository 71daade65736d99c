// Ranges.h: range objects.
#ifndef LITH_STAGE_RANGES_H
#define LITH_STAGE_RANGES_H

#include "stage/Stage.h"

namespace lith::stage {

/// len(range): raises OverflowError where no int counts its numbers.
Result lengthOfRange(Stage &, Value range);

Result rangeLength(Stage &, Value range);
Value rangeElement(Stage &, Value range, Value position);
Result scalarOrConstant(Stage &, syntax::Operator op, Value left, Value right);
Result rangeItem(Stage &, Value range, Value index);
Result rangeContains(Stage &, Value range, Value item);

} // namespace lith::stage

#endif // LITH_STAGE_RANGES_H
