// Lacks.h: guards that a namespace of before the call has no entry of a name.
#ifndef LITH_STAGE_OUTSIDE_LACKS_H
#define LITH_STAGE_OUTSIDE_LACKS_H

#include "stage/Stage.h"

namespace lith::stage {

/// The path to an entry of an object's own namespace.
contract::Path attributePath(host::Handle object, llvm::StringRef name);
contract::Path slotPath(host::Handle object, llvm::StringRef name);
/// That the class, module or function itself has no such entry. All names that one object lacks are
/// one guard: while nothing is written to its namespace, that costs one comparison.
void guardLack(Stage &, host::Handle object, llvm::StringRef name);
/// type(object), of one that an assignment to __class__ can change.
void guardClass(Stage &, host::Handle object, const contract::Path &path);

} // namespace lith::stage

#endif // LITH_STAGE_OUTSIDE_LACKS_H
