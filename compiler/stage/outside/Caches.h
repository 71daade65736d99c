// Caches.h: functions behind functools.lru_cache.
//
// Within a call of the program, equal arguments give the object that the first call with them gave.
// Calls of the program do not share results: a function that can tell (it prints, draws random
// numbers or writes what existed before) is refused.
#ifndef LITH_STAGE_CACHES_H
#define LITH_STAGE_CACHES_H

#include "stage/Stage.h"

namespace lith::stage {

bool isCache(Stage &stage, Value callee);
Result callCached(Stage &stage, Value cache, Arguments arguments);
/// For an object that every path has from the start, as one of before the call, but which is the
/// program's own.
Address lastingAddress(Stage &stage);

} // namespace lith::stage

#endif // LITH_STAGE_CACHES_H
