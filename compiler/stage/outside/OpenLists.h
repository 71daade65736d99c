// OpenLists.h: lists and texts that existed before the call, of any length.
#ifndef LITH_STAGE_OPENLISTS_H
#define LITH_STAGE_OPENLISTS_H

#include "stage/outside/Arguments.h"

namespace lith::stage {

/// A list of before the call as one of run time, whose length may be another in the next call,
/// where its elements are of one type. Null: its length and elements are known one by one.
ObjectPtr openList(Stage &, host::Handle list, const contract::Argument *given,
                   const contract::Path &path, Address address);
/// A text of before the call that may be another one in the next call. Undefined: it is a constant.
Value openText(Stage &, host::Handle text, const contract::Path &path);
/// Starts again with the text a constant, as it chooses between paths, unless earlier calls had
/// others.
void preferText(Stage &, Value text);
/// Starts again with the length of an open list known, unless earlier calls had others.
void preferLength(Stage &, Value list);
/// What the program makes of an empty list is of another type: such a call needs another program.
void requireElement(Stage &, Value list);
/// Whether earlier calls found something else at a place.
bool isChanging(Stage &, const contract::Path &path);
/// Whether eight programs of before had as many other texts in this place: one more is no way on.
bool variesTooOften(Stage &, Site text);
/// Whether this is so of a text that the program was given as one of run time.
bool hasVaryingText(Stage &);
/// When all is staged: lists whose length the program changes are open from the beginning. What
/// writes tensors of before the call, or tells them apart, rests on it that lists hold none of
/// those; where they do, it has to know which, and starts again.
void checkOpenLists(Stage &);

} // namespace lith::stage

#endif // LITH_STAGE_OPENLISTS_H
