// Collecting.cpp: all elements of an iterable at once.
#include "stage/Boxing.h"
#include "stage/Paths.h"
#include "stage/Protocols.h"
#include "stage/Stage.h"
#include "stage/classes/Classes.h"
#include "stage/emit/Emit.h"
#include "stage/emit/Values.h"
#include "stage/objects/ContainerWrites.h"
#include "stage/objects/Containers.h"
#include "stage/runtime/Boxes.h"
#include "stage/runtime/Elements.h"

namespace lith::stage {

static Result collectUnion(Stage &, Value iterable, std::optional<std::vector<Value>> &elements);
// All elements at once: known ones as values, else a runtime list, and `elements` is empty.
Result collect(Stage &s, Value iterable, std::optional<std::vector<Value>> &elements) {
  elements.reset();
  if (iterable.isTuple() && iterable.tuple().form != TupleData::Form::Range &&
      iterable.tuple().form != TupleData::Form::Slice &&
      tupleMethod(s, iterable, "__iter__").isUndefined()) {
    elements = iterable.tuple().elements.vec();
    return s.none();
  }
  if (auto *list = s.find<ListObject>(iterable)) {
    if (list->frozen)
      return runtimeList(s, list->runtime.ssa(), list->element);
    if (list->isRuntime())
      return iterable;
    elements = listElements(s, iterable);
    return s.none();
  }
  if (iterable.isUnion())
    return collectUnion(s, iterable, elements);
  Value into = s.list({});
  if (!forEach(s, iterable, idOf<Site>(site(s), "collect"), [&](Value element) {
        append(s, into, element);
        return true;
      }))
    return std::nullopt;
  if (s.find<ListObject>(into)->isRuntime())
    return into;
  elements = listElements(s, into);
  return s.none();
}

// Alternatives of equal length join element by element; else the list is one of run time.
static Result collectUnion(Stage &s, Value iterable, std::optional<std::vector<Value>> &elements) {
  Edges done;
  splitUnion(s, iterable, [&](size_t, Value alternative) {
    std::optional<std::vector<Value>> some;
    Result sequence = collect(s, alternative, some);
    if (!sequence)
      return;
    Value value = some ? s.list(*some) : *sequence;
    done.push_back({std::move(s.state), {value}});
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
      s.state = std::move(edge.state);
      Value &made = edge.extra[0];
      if (const ListObject *own = s.find<ListObject>(made);
          own->isRuntime()) // other arms may have it
        made = runtimeList(
            s, rtPlain(s, "list_copy", {own->runtime.ssa()}, ir::ListType::get(&s.context)),
            variableOfCopy(s, own->element));
      else
        makeRuntime(s, made);
      edge.state = std::move(s.state);
    }
  llvm::SmallVector<Value, 1> joined;
  if (!join(s, std::move(done), joined))
    return std::nullopt;
  return collect(s, joined[0], elements);
}

} // namespace lith::stage
