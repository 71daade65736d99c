// Collecting.cpp: all elements of an iterable at once.
#include "stage/Impl.h"

namespace lith::stage {

// All elements at once: known ones as values, else a runtime list.
Result Stage::collect(Value iterable, std::optional<std::vector<Value>> &elements) {
  if (iterable.isTuple() && iterable.tuple().form != TupleData::Form::Range &&
      iterable.tuple().form != TupleData::Form::Slice &&
      tupleMethod(iterable, "__iter__").isUndefined()) {
    elements = iterable.tuple().elements.vec();
    return none();
  }
  if (auto *list = find<ListObject>(iterable)) {
    if (list->frozen)
      return runtimeList(list->runtime.ssa(), list->element);
    if (list->isRuntime())
      return iterable;
    elements = listElements(iterable);
    return none();
  }
  if (iterable.isUnion())
    return collectUnion(iterable, elements);
  Value into = list({});
  if (!forEach(iterable, llvm::hash_combine(site(), "collect"), [&](Value element) {
        append(into, element);
        return true;
      }))
    return std::nullopt;
  if (find<ListObject>(into)->isRuntime())
    return into;
  elements = listElements(into);
  return none();
}

// Alternatives of equal length join element by element; else the list is one of run time.
Result Stage::collectUnion(Value iterable, std::optional<std::vector<Value>> &elements) {
  Edges done;
  splitUnion(iterable, [&](size_t, Value alternative) {
    std::optional<std::vector<Value>> some;
    Result sequence = collect(alternative, some);
    if (!sequence)
      return;
    Value value = some ? list(*some) : *sequence;
    done.push_back({std::move(state), {value}});
  });
  size_t count = 0;
  bool equal = true;
  for (size_t i = 0; i < done.size(); ++i) {
    auto *list = done[i].state.heap.find<ListObject>(done[i].extra[0].address());
    equal &= !list->isRuntime() && (i == 0 || list->elements.size() == count);
    count = list->elements.size();
  }
  if (!equal)
    for (Edge &edge : done) {
      state = std::move(edge.state);
      Value &made = edge.extra[0];
      if (const ListObject *own = find<ListObject>(made);
          own->isRuntime()) // other arms may have it
        made = runtimeList(rtPlain("list_copy", {own->runtime.ssa()}, ir::ListType::get(&context)),
                           variableOfCopy(own->element));
      else
        makeRuntime(made);
      edge.state = std::move(state);
    }
  llvm::SmallVector<Value, 1> joined;
  if (!join(std::move(done), joined))
    return std::nullopt;
  return collect(joined[0], elements);
}

} // namespace lith::stage
