// Sequences.cpp: what kinds of containers share.
#include "stage/Boxing.h"
#include "stage/Paths.h"
#include "stage/Protocols.h"
#include "stage/objects/Comparisons.h"
#include "stage/objects/Iteration.h"
#include "stage/objects/Kinds.h"
#include "stage/objects/Operators.h"

namespace lith::stage {

Result truthByLength(Stage &s, Value value) {
  Result size = length(s, value);
  return size ? compareNumbers(s, syntax::CmpOperator::NotEq, *size, s.integer(0)) : size;
}

Result sequenceIterator(Stage &s, Value sequence) {
  return makeIterator(s, IteratorObject::Form::Sequence, {sequence});
}

static constexpr size_t ManyElements = 64; // which a loop at run time looks through

Result anyEqual(Stage &s, llvm::ArrayRef<Value> elements, Value item) {
  Result same = s.boolean(false);
  while (!elements.empty() && (same = sameElements(s, elements[0], item)) &&
         s.asBool(*same) == false)
    elements = elements.drop_front();
  if (!same || s.asBool(*same))
    return same;
  return choose(
      s, *same, [&]() -> Result { return s.boolean(true); },
      [&] { return anyEqual(s, elements.drop_front(), item); });
}

Result containsByElements(Stage &s, Value iterable, Value item) {
  std::optional<std::vector<Value>> elements;
  Result sequence = collect(s, iterable, elements);
  if (!sequence)
    return sequence;
  if (!elements)
    return contains(s, *sequence, item);
  auto isPlain = [&](Value element) { return isNumber(s, element) || isString(s, element); };
  if (elements->size() > ManyElements && !item.isStatic() && llvm::all_of(*elements, isPlain)) {
    Value made = s.list(*elements);
    makeRuntime(s, made);
    return contains(s, made, item);
  }
  return anyEqual(s, *elements, item);
}

Result containsByIteration(Stage &s, Value iterable, Value item) {
  return callPrelude(s, "list_contains", {iterable, item});
}

} // namespace lith::stage
