// Constants.cpp: None, and constants that do nothing under an operator, as modules and dtypes.
#include "stage/Protocols.h"
#include "stage/objects/Kinds.h"

namespace lith::stage {

static Result truthOfNone(Stage &s, Value) { return s.boolean(false); }

// Which Python says with a warning.
static Result truthOfNotImplemented(Stage &s, Value) { return s.boolean(true); }

const Slots notImplementedKind = {.truth = truthOfNotImplemented, .compare = compareByIdentity};
const Slots noneKind = {.truth = truthOfNone, .compare = compareByIdentity};
const Slots constantKind = {.compare = compareByIdentity};
const Slots exceptionKind = {.compare = compareByIdentity};

} // namespace lith::stage
