// GeneratedClasses.h: instances of classes that the standard library generates: namedtuple, enum.
#ifndef LITH_STAGE_CLASSES_GENERATEDCLASSES_H
#define LITH_STAGE_CLASSES_GENERATEDCLASSES_H

#include "stage/Stage.h"

namespace lith::stage {

Result makeNamedTuple(Stage &, Value cls, const Arguments &arguments);
Result enumMember(Stage &, Value cls, const Arguments &arguments);

} // namespace lith::stage

#endif // LITH_STAGE_CLASSES_GENERATEDCLASSES_H
