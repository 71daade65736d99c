// Values.h: making and reading abstract values.
#ifndef LITH_STAGE_EMIT_VALUES_H
#define LITH_STAGE_EMIT_VALUES_H

#include "stage/Stage.h"

namespace lith::stage {

/// Equality of constants (hash-and-equal, as dict keys compare); both Static or tuples of such.
bool sameConstant(Stage &, Value a, Value b);
/// A hash of the call path and the node that is being staged: names an allocation or a loop.
Site site(const Stage &);

/// A container that the user's program has just made: one of run time, if it is known to grow.
Value newContainer(Stage &stage, Value made);

/// Whether a value is a constant whose equality, hash and order the host may decide now.
bool isConstant(Stage &, Value value);

} // namespace lith::stage

#endif // LITH_STAGE_EMIT_VALUES_H
