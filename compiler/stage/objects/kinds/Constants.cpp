// Constants.cpp: None, constants that do nothing under an operator, as modules and dtypes, and
// exceptions of run time.
#include "stage/Protocols.h"
#include "stage/emit/Emit.h"
#include "stage/objects/Kinds.h"
#include "stage/objects/Texts.h"

namespace lith::stage {

static Result truthOfNone(Stage &s, Value) { return s.boolean(false); }

// Which Python says with a warning.
static Result truthOfNotImplemented(Stage &s, Value) { return s.boolean(true); }

// str(torch.device("cpu")) is not its repr.
static Result strOfConstant(Stage &s, Value value) {
  bool isDevice = s.kindOf(value) == host::Kind::Device;
  return isDevice ? callHost(s, builtinType(s, "str"), {{value}, {}, {}}) : repr(s, value);
}

static Result strOfException(Stage &s, Value exception) {
  return textAtRunTime(s, "exception_str", {exception.ssa()}, true);
}

const Slots noneKind = {.truth = truthOfNone, .compare = compareByIdentity, .repr = reprOfConstant};
const Slots notImplementedKind = {
    .truth = truthOfNotImplemented, .compare = compareByIdentity, .repr = reprOfConstant};
const Slots constantKind = {.getitem = itemOfConstant,
                            .compare = compareByIdentity,
                            .str = strOfConstant,
                            .repr = reprOfConstant};
const Slots exceptionKind = {.compare = compareByIdentity,
                             .str = strOfException,
                             .repr = reprAtRunTime,
                             .format = formatOfValue};

} // namespace lith::stage
