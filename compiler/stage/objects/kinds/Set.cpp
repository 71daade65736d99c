// Set.cpp: set and frozenset.
#include "stage/Boxing.h"
#include "stage/Paths.h"
#include "stage/Protocols.h"
#include "stage/emit/Emit.h"
#include "stage/emit/Values.h"
#include "stage/objects/Comparisons.h"
#include "stage/objects/ContainerWrites.h"
#include "stage/objects/Containers.h"
#include "stage/objects/Iteration.h"
#include "stage/objects/Kinds.h"
#include "stage/objects/Sets.h"
#include "stage/objects/Texts.h"
#include "stage/runtime/Keys.h"
#include "stage/runtime/Records.h"

namespace lith::stage {

using syntax::CmpOperator;

static const SetObject &setOf(Stage &s, Value set) { return *s.find<SetObject>(set); }

static Result lengthOfSet(Stage &s, Value set) {
  if (!setOf(s, set).isRuntime())
    return s.integer(int64_t(setOf(s, set).elements.size()));
  return s.intScalar(
      rtPlain(s, "set_length", {setOf(s, set).runtime.ssa()}, s.builder().getI64Type()));
}

static Result setContains(Stage &s, Value set, Value item) {
  Result sought = soughtElement(s, item);
  if (!sought)
    return sought;
  item = lookedUp(s, *sought);
  if (!checkHashable(s, item))
    return std::nullopt;
  if (item.isUnion() || isOneOfValues(s, item))
    return forEachAlternative(s, item, [&](Value one) { return setContains(s, set, one); });
  if (!setOf(s, set).isRuntime() && isConstantKey(s, item))
    return s.boolean(llvm::any_of(setOf(s, set).elements,
                                  [&](Value element) { return sameKey(s, element, item); }));
  checkKey(s, item);
  makeRuntime(s, set);
  return s.boolScalar(rt(s, "set_contains", {setOf(s, set).runtime.ssa(), toBox(s, item)},
                         s.builder().getI1Type()));
}

// Of known sets, by which of the two is a part of the other.
static bool holdsOf(CmpOperator op, bool isBelow, bool isAbove) {
  switch (op) {
  case CmpOperator::Eq:
    return isBelow && isAbove;
  case CmpOperator::NotEq:
    return !(isBelow && isAbove);
  case CmpOperator::LtE:
    return isBelow;
  case CmpOperator::Lt:
    return isBelow && !isAbove;
  case CmpOperator::GtE:
    return isAbove;
  default:
    return isAbove && !isBelow;
  }
}

static Result compareSets(Stage &s, CmpOperator op, Value left, Value right) {
  auto *mine = s.find<SetObject>(left), *theirs = s.find<SetObject>(right);
  if (!mine || !theirs)
    return Value();
  if (mine->isRuntime() || theirs->isRuntime())
    return compareContainers(s, op, left, right);
  auto isInside = [&](const SetObject *some, const SetObject *other) {
    return llvm::all_of(some->elements, [&](Value element) {
      return llvm::any_of(other->elements, [&](Value one) { return sameKey(s, one, element); });
    });
  };
  return s.boolean(holdsOf(op, isInside(mine, theirs), isInside(theirs, mine)));
}

static Result reprOfSet(Stage &s, Value set) {
  if (!hasKnownText(s, set))
    return textOfContents(s, set, "set_text", {set});
  bool isFrozen = setOf(s, set).frozen;
  if (setOf(s, set).elements.empty())
    return s.string(isFrozen ? "frozenset()" : "set()");
  return textOfElements(s, isFrozen ? "frozenset({" : "{", elementsInOrder(s, set),
                        isFrozen ? "})" : "}");
}

const Slots setKind = {.truth = truthByLength,
                       .length = lengthOfSet,
                       .contains = setContains,
                       .iterator = setIterator,
                       .compare = compareSets,
                       .repr = reprOfSet};

} // namespace lith::stage
