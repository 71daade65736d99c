// States.h: writes to places of before the call in a program that is saved.
#ifndef LITH_STAGE_OUTSIDE_STATES_H
#define LITH_STAGE_OUTSIDE_STATES_H

#include "stage/Stage.h"

namespace lith::stage {

/// A write in a saved program (States.cpp); false: it cannot be kept. `read` gives what the place
/// holds before the call.
bool writeState(Stage &, const contract::Path &path, Value value, llvm::function_ref<Value()> read);

/// Of a value that is a number, which may be a constant.
std::optional<ScalarType> numberType(Stage &, Value value);

/// Before a place is read as it was before the call: staging restarts where its writes were
/// dropped.
void checkNotDropped(Stage &stage, const std::string &key);

} // namespace lith::stage

#endif // LITH_STAGE_OUTSIDE_STATES_H
