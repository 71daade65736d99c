// ContainerOperators.h: +, *, |, &, - and ^ of lists, tuples, dicts and sets.
#ifndef LITH_STAGE_OBJECTS_CONTAINEROPERATORS_H
#define LITH_STAGE_OBJECTS_CONTAINEROPERATORS_H

#include "stage/Stage.h"

namespace lith::stage {

Result containerBinary(Stage &, syntax::Operator op, Value left, Value right, bool inPlace);

} // namespace lith::stage

#endif // LITH_STAGE_OBJECTS_CONTAINEROPERATORS_H
