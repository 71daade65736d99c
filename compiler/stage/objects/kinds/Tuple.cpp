// Tuple.cpp: tuples and torch.Size.
#include "stage/Boxing.h"
#include "stage/Protocols.h"
#include "stage/objects/Comparisons.h"
#include "stage/objects/Containers.h"
#include "stage/objects/Indices.h"
#include "stage/objects/Kinds.h"
#include "stage/objects/Texts.h"
#include "stage/objects/Tuples.h"
#include "stage/paths/Choices.h"
#include "stage/runtime/Boxes.h"

namespace lith::stage {

using syntax::CmpOperator;

static Result lengthOfTuple(Stage &s, Value tuple) {
  return s.integer(int64_t(tuple.tuple().elements.size()));
}

static Result partOfTuple(Stage &s, Value tuple, Value slice) {
  const TupleData &data = tuple.tuple();
  auto indices = sliceIndices(s, slice, data.elements.size());
  if (!indices)
    return getitem(s, Value::box(toBox(s, tuple), s.facts.types.any()), slice);
  llvm::SmallVector<Value> elements;
  for (size_t i : *indices)
    elements.push_back(data.elements[i]);
  bool isSize = data.form == TupleData::Form::Size;
  return s.structure(isSize ? data.form : TupleData::Form::Tuple, elements);
}

Result itemOfTuple(Stage &s, Value tuple, Value index) {
  Result plain = sequenceIndex(s, "tuple", index);
  if (!plain)
    return plain;
  if (isSlice(*plain))
    return partOfTuple(s, tuple, *plain);
  llvm::ArrayRef<Value> elements = tuple.tuple().elements;
  if (auto known = s.asInt(*plain)) {
    auto i = position(*known, elements.size());
    return i ? Result(elements[*i]) : raise(s, "IndexError", "tuple index out of range");
  }
  if (elements.size() > MostChoices)
    return getitem(s, runtimeTuple(s, tuple), *plain);
  return dynamicItem(s, elements, *plain, "tuple index out of range");
}

// Tuples, of one length now or of any, and their subclasses; slices and ranges are none.
Result compareTuples(Stage &s, CmpOperator op, Value left, Value right) {
  auto isTuple = [](Value value) {
    return value.isTuple() && value.tuple().form != TupleData::Form::Slice &&
           value.tuple().form != TupleData::Form::Range;
  };
  bool isRuntime = isTupleOfRunTime(s, left), isOtherRuntime = isTupleOfRunTime(s, right);
  if ((!isTuple(left) && !isRuntime) || (!isTuple(right) && !isOtherRuntime))
    return Value();
  if (isRuntime || isOtherRuntime)
    return compareContainers(s, op, isRuntime ? left : runtimeTuple(s, left),
                             isOtherRuntime ? right : runtimeTuple(s, right));
  if (nestsTensors(s, left) || nestsTensors(s, right))
    return compareNested(s, op, left, right);
  return compareSequences(s, op, left.tuple().elements, right.tuple().elements);
}

Result reprOfTuple(Stage &s, Value tuple) {
  llvm::ArrayRef<Value> elements = tuple.tuple().elements;
  if (tuple.tuple().form == TupleData::Form::Size)
    return textOfElements(s, "torch.Size([", elements, "])");
  return textOfElements(s, "(", elements, elements.size() == 1 ? ",)" : ")");
}

const Slots tupleKind = {.truth = truthByLength,
                         .length = lengthOfTuple,
                         .iterator = sequenceIterator,
                         .getitem = itemOfTuple,
                         .compare = compareTuples,
                         .repr = reprOfTuple};

} // namespace lith::stage
