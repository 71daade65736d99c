// List.cpp: list.
#include "stage/Boxing.h"
#include "stage/Outside.h"
#include "stage/Protocols.h"
#include "stage/emit/Emit.h"
#include "stage/objects/Comparisons.h"
#include "stage/objects/Containers.h"
#include "stage/objects/Contents.h"
#include "stage/objects/Indices.h"
#include "stage/objects/Kinds.h"
#include "stage/objects/Lists.h"
#include "stage/objects/Texts.h"
#include "stage/outside/OutsideWrites.h"
#include "stage/paths/Choices.h"
#include "stage/runtime/Boxes.h"
#include "stage/runtime/Records.h"
#include "stage/runtime/Types.h"

namespace lith::stage {

Result lengthOfList(Stage &s, Value list) {
  auto *object = s.find<ListObject>(list);
  if (!object->isRuntime())
    return s.integer(int64_t(object->elements.size()));
  return s.intScalar(rtPlain(s, "list_length", {object->runtime.ssa()}, s.builder().getI64Type()));
}

Result listContains(Stage &s, Value list, Value item) {
  auto *object = s.find<ListObject>(list);
  if (!object->isRuntime())
    return containsByElements(s, list, item);
  if (mayHoldRecords(s, list, {"__eq__"}) || mayHoldRecords(s, item, {"__eq__"}))
    return containsByIteration(s, list, item);
  mlir::Value elements = s.find<ListObject>(list)->runtime.ssa();
  return s.boolScalar(rt(s, "list_contains", {elements, toBox(s, item)}, s.builder().getI1Type()));
}

static Result partOfList(Stage &s, Value list, Value slice) {
  const ListObject *object = s.find<ListObject>(list);
  auto indices =
      object->isRuntime() ? std::nullopt : sliceIndices(s, slice, object->elements.size());
  if (!indices) {
    makeRuntime(s, list);
    object = s.find<ListObject>(list);
    llvm::SmallVector<mlir::Value> operands{object->runtime.ssa()};
    operands.append(sliceOperands(s, slice));
    Value part = runtimeList(s, rt(s, "list_slice", operands, ir::ListType::get(&s.context)),
                             variableOfCopy(s, object->element));
    return s.find<ListObject>(list)->frozen ? runtimeTuple(s, part) : part;
  }
  std::vector<Value> all = listElements(s, list), elements;
  for (size_t i : *indices)
    elements.push_back(all[i]);
  return s.list(elements);
}

Result itemOfList(Stage &s, Value list, Value index) {
  Result plain = sequenceIndex(s, isTupleOfRunTime(s, list) ? "tuple" : "list", index);
  if (!plain)
    return plain;
  if (isSlice(*plain))
    return partOfList(s, list, *plain);
  const ListObject *object = s.find<ListObject>(list);
  auto known = s.asInt(*plain);
  if (!object->isRuntime() && !known && object->elements.size() > MostChoices) {
    makeRuntime(s, list);
    object = s.find<ListObject>(list);
  }
  if (object->isRuntime()) {
    TypeVariable variable = object->element;
    mlir::Value box = rt(s, object->frozen ? "tuple_item" : "list_get",
                         {object->runtime.ssa(), toInt(s, *plain)}, ir::BoxType::get(&s.context));
    return unbox(s, box, s.facts.types.read(variable));
  }
  if (!known)
    return dynamicItem(s, listElements(s, list), *plain, "list index out of range");
  auto i = position(*known, object->elements.size());
  if (!i)
    return raise(s, "IndexError", "list index out of range");
  Value element = object->elements[*i];
  return element.isLazy() ? initialItem(s, list.address(), *i) : element;
}

static bool setListSlice(Stage &, Value object, Value slice, Value value);

static bool setListItem(Stage &s, Value object, Value index, Value value) {
  if (s.request.options.forArtifact && isMirrored(s, object.address()))
    makeRuntime(s, object);
  Result plain = sequenceIndex(s, "list", index);
  if (!plain)
    return false;
  if (isSlice(*plain))
    return setListSlice(s, object, *plain, value);
  index = *plain;
  const ListObject *list = s.find<ListObject>(object);
  if (isOutside(s, object.address()) && !list->isRuntime() && s.asInt(index))
    return writeOutsideItem(s, object, index, value);
  if (!list->isRuntime()) {
    if (auto known = s.asInt(index)) {
      auto i = position(*known, list->elements.size());
      if (i) {
        s.write<ListObject>(object).elements[*i] = value;
        return true;
      }
      raise(s, "IndexError", "list assignment index out of range");
      return false;
    }
    makeRuntime(s, object);
  }
  growTypes(s, s.find<ListObject>(object)->element, value);
  mlir::Value boxed = toBox(s, value), position = toInt(s, index);
  rt(s, "list_set", {s.find<ListObject>(object)->runtime.ssa(), position, boxed});
  contentsChanged(s, object);
  return true;
}

static bool setListSlice(Stage &s, Value object, Value slice, Value value) {
  loadedPayloadOf(s, object);
  const ListObject *target = s.find<ListObject>(object);
  auto indices =
      target->isRuntime() ? std::nullopt : sliceIndices(s, slice, target->elements.size());
  std::optional<std::vector<Value>> elements;
  Result sequence = collect(s, value, elements);
  if (!sequence)
    return false;
  bool contiguous = s.isNone(slice.tuple().elements[2]) || s.asInt(slice.tuple().elements[2]) == 1;
  if (!indices || !elements || !contiguous) {
    makeRuntime(s, object);
    TypeVariable held = s.find<ListObject>(object)->element;
    if (elements)
      for (Value element : *elements)
        growTypes(s, held, element);
    else
      flowTypes(s, s.find<ListObject>(*sequence)->element, held);
    Value given = elements ? s.list(*elements) : *sequence;
    rt(s, "value_set_item", {toBox(s, object), toBox(s, slice), toBox(s, given)});
    contentsChanged(s, object);
    return true;
  }
  auto &all = s.write<ListObject>(object).elements;
  size_t start = indices->empty() ? 0 : indices->front();
  if (indices->empty() && !s.isNone(slice.tuple().elements[0])) {
    int64_t from = *s.asInt(slice.tuple().elements[0]);
    start = std::clamp<int64_t>(from < 0 ? from + int64_t(all.size()) : from, 0, all.size());
  }
  all.erase(all.begin() + start, all.begin() + start + indices->size());
  all.insert(all.begin() + start, elements->begin(), elements->end());
  contentsChanged(s, object);
  return true;
}

static bool deleteListItem(Stage &s, Value object, Value index) {
  Result plain = sequenceIndex(s, "list", index);
  if (!plain)
    return false;
  index = *plain;
  const ListObject *list = s.find<ListObject>(object);
  if (!list->isRuntime() && isSlice(index)) {
    if (auto indices = sliceIndices(s, index, list->elements.size())) {
      auto &all = s.write<ListObject>(object).elements;
      llvm::sort(*indices, std::greater<>());
      for (size_t i : *indices)
        all.erase(all.begin() + i);
      return true;
    }
  }
  if (!list->isRuntime() && s.asInt(index)) {
    auto i = position(*s.asInt(index), list->elements.size());
    if (!i) {
      raise(s, "IndexError", "list assignment index out of range");
      return false;
    }
    auto &all = s.write<ListObject>(object).elements;
    all.erase(all.begin() + *i);
    return true;
  }
  makeRuntime(s, object);
  rt(s, "value_delete_item", {toBox(s, object), toBox(s, index)});
  return true;
}

static bool deleteItemOfList(Stage &s, Value list, Value index) {
  loadedPayloadOf(s, list);
  if (!deleteListItem(s, list, index))
    return false;
  contentsChanged(s, list);
  return true;
}

static Result compareLists(Stage &s, syntax::CmpOperator op, Value left, Value right) {
  auto *a = s.find<ListObject>(left), *b = s.find<ListObject>(right);
  if (!a || !b || a->frozen || b->frozen)
    return Value();
  if (a->isRuntime() || b->isRuntime())
    return compareContainers(s, op, left, right);
  std::vector<Value> mine = listElements(s, left), theirs = listElements(s, right);
  return compareSequences(s, op, mine, theirs);
}

static Result reprOfList(Stage &s, Value list) {
  if (hasKnownText(s, list))
    return textOfElements(s, "[", listElements(s, list), "]");
  return textOfContents(s, list, "elements_text", {list, s.string("["), s.string("]")});
}

const Slots listKind = {.truth = truthByLength,
                        .length = lengthOfList,
                        .contains = listContains,
                        .iterator = sequenceIterator,
                        .getitem = itemOfList,
                        .setitem = setListItem,
                        .delitem = deleteItemOfList,
                        .compare = compareLists,
                        .repr = reprOfList};

} // namespace lith::stage
