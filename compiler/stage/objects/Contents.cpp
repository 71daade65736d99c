// Contents.cpp: what lists, dicts and sets hold, as their methods and operators move it about.
#include "stage/objects/Contents.h"
#include "stage/Boxing.h"
#include "stage/Outside.h"
#include "stage/Protocols.h"
#include "stage/classes/TypeNames.h"
#include "stage/emit/Emit.h"
#include "stage/emit/Refusals.h"
#include "stage/emit/Values.h"
#include "stage/objects/Containers.h"
#include "stage/objects/Sets.h"
#include "stage/outside/Arguments.h"
#include "stage/outside/Distinct.h"
#include "stage/outside/OutsideWrites.h"
#include "stage/runtime/Boxes.h"

namespace lith::stage {

using host::Handle;
using host::Kind;

std::vector<Value> listElements(Stage &s, Value list) {
  const ListObject *object = s.find<ListObject>(list);
  std::vector<Value> elements = object->elements;
  for (size_t i = 0; i < elements.size(); ++i)
    if (elements[i].isLazy())
      elements[i] = initialItem(s, list.address(), i);
  return elements;
}

void noteOrder(Stage &s, Value dict) {
  if (!isOutside(s, dict.address()))
    return;
  const contract::Path &path = outsidePath(s, dict.address());
  if (path.argument >= 0 && !llvm::is_contained(s.interface.ordered, path))
    s.interface.ordered.push_back(path);
}

std::vector<std::pair<Value, Value>> dictEntries(Stage &s, Value dict, bool all) {
  noteOrder(s, dict);
  return entriesByKey(s, dict, all);
}

std::vector<std::pair<Value, Value>> entriesByKey(Stage &s, Value dict, bool all) {
  loadContents(s, dict);
  std::vector<std::pair<Value, Value>> entries;
  for (auto &[key, value] : s.find<DictObject>(dict)->entries) {
    Value current = value.isLazy() ? initialEntry(s, dict.address(), key) : value;
    if (all || !current.isUndefined())
      entries.push_back({key, current});
  }
  return entries;
}

// A tuple of the elements of a known tuple, or of a list of run time that nobody else has; `whole`
// is its box where it exists already.
Value runtimeTuple(Stage &s, Value elements, mlir::Value whole) {
  if (elements.isTuple()) {
    elements = s.list(elements.tuple().elements);
    makeRuntime(s, elements);
  }
  auto object = std::make_shared<ListObject>(*s.find<ListObject>(elements));
  if (!whole)
    whole = ir::BoxOp::create(
        s.builder(), s.loc(), ir::BoxType::get(&s.context),
        rtPlain(s, "tuple_from_list", {object->runtime.ssa()}, ir::TupleType::get(&s.context)));
  object->whole = Value::raw(whole);
  object->frozen = true;
  return s.make(std::move(object));
}

void contentsChanged(Stage &s, Value container) {
  auto *dict = s.find<DictObject>(container);
  if (dict && dict->isRuntime() && !dict->owner.isUndefined())
    refuse(s, diag::Kind::UnsupportedFunction,
           {"a change of the __dict__ of an object by keys that only run time knows"});
  if (!isOutside(s, container.address()))
    return;
  noteOutsideWrite(s, container, "");
  s.interface.writesContents = true;
  bool isMirror = isMirrored(s, container.address());
  if (isMirror && s.request.options.forArtifact)
    makeRuntime(s, container);
  if (isMirror && isRuntime(*s.state.heap.find(container.address())))
    return;
  // A copy becomes the runtime container, so that this one stays known.
  Value contents = container;
  if (s.find<ListObject>(container) && !isRuntime(*s.state.heap.find(container.address())))
    contents = s.list(listElements(s, container));
  else if (s.find<DictObject>(container) && !isRuntime(*s.state.heap.find(container.address())))
    contents = s.dict(dictEntries(s, container));
  else if (s.find<SetObject>(container)) {
    contents = *makeSet(s, s.list({}), false);
    copyElements(s, contents, container);
  }
  hostOperation(s, int(HostOperation::SetContents), container, contents);
}

Result equalItems(Stage &s, Value a, Value b) {
  if (a == b && !a.isUnion() && !a.isBox())
    return s.boolean(true);
  if (isConstant(s, a) && isConstant(s, b))
    return s.boolean(sameConstant(s, a, b));
  Result same = compare(s, syntax::CmpOperator::Eq, a, b);
  return same ? truth(s, *same) : std::nullopt;
}

Value loadedPayloadOf(Stage &s, Value value) {
  Value container = payloadOf(s, value);
  if (!container.isRef())
    return container;
  bool isOutside = stage::isOutside(s, container.address());
  if (auto *list = s.find<ListObject>(container); list && isOutside && !list->isRuntime()) {
    std::vector<Value> elements = listElements(s, container);
    s.write<ListObject>(container).elements = std::move(elements);
  }
  auto *dict = s.find<DictObject>(container); // or the __dict__ of an object of the outside
  if (dict && !dict->isRuntime() && (isOutside || !dict->owner.isUndefined())) {
    auto entries = entriesByKey(s, container, true);
    s.write<DictObject>(container).entries = std::move(entries);
  }
  return container;
}

} // namespace lith::stage
