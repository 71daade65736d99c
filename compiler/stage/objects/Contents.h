// Contents.h: what lists, dicts and sets hold, as their methods and operators move it about.
#ifndef LITH_STAGE_OBJECTS_CONTENTS_H
#define LITH_STAGE_OBJECTS_CONTENTS_H

#include "stage/Stage.h"

namespace lith::stage {

/// To be called after each change of a list, dict or set: one that existed before the call is
/// changed there too, at this place of the program.
void contentsChanged(Stage &, Value container);
/// a == b as containers compare (identity first): a Static or Scalar bool.
Result equalItems(Stage &, Value a, Value b);
/// payloadOf, with all elements of an outside list or dict read: for what moves them about.
Value loadedPayloadOf(Stage &, Value value);

} // namespace lith::stage

#endif // LITH_STAGE_OBJECTS_CONTENTS_H
