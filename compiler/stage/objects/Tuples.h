// Tuples.h: what tuples, their subclasses and tuples of run time share (kinds/Tuple.cpp).
#ifndef LITH_STAGE_OBJECTS_TUPLES_H
#define LITH_STAGE_OBJECTS_TUPLES_H

#include "stage/Stage.h"

namespace lith::stage {

Result itemOfTuple(Stage &, Value tuple, Value index);
Result reprOfTuple(Stage &, Value tuple);
Result compareTuples(Stage &, syntax::CmpOperator op, Value left, Value right);

} // namespace lith::stage

#endif // LITH_STAGE_OBJECTS_TUPLES_H
