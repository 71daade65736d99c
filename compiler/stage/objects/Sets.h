// Sets.h: sets in the order in which Python iterates over them.
#ifndef LITH_STAGE_SETS_H
#define LITH_STAGE_SETS_H

#include "stage/Stage.h"

namespace lith::stage {

/// The elements of a known set in that order.
std::vector<Value> elementsInOrder(Stage &, Value set);

/// The set of a display whose elements are literals, in the order of the constant that Python's
/// compiler made of them; `isIterated`: of the constant itself. Undefined: another display.
Value literalSet(Stage &, const syntax::Set *, llvm::ArrayRef<Value> elements, bool isIterated);
/// What a loop iterates over.
Result evalIterable(Stage &, const syntax::Expr *);

/// | & - ^ of two sets: a new one, or `left` changed. Undefined: another operator.
Result setBinary(Stage &, syntax::Operator, Value left, Value right, bool inPlace);

/// Gives an empty known set the elements of another one.
void copyElements(Stage &, Value set, Value from);

/// Adds the elements of a container of run time to a set of run time.
void mergeInto(Stage &, Value set, Value container);

/// Takes an element out of a set of run time.
Value popElement(Stage &, Value set);

/// What is looked for in a set: a set stands for the frozenset that equals it.
Result soughtElement(Stage &, Value item);

} // namespace lith::stage

#endif // LITH_STAGE_SETS_H
