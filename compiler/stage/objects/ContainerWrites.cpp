// ContainerWrites.cpp: lists that grow, and dicts updated.
#include "stage/objects/ContainerWrites.h"
#include "stage/Boxing.h"
#include "stage/Outside.h"
#include "stage/Paths.h"
#include "stage/Protocols.h"
#include "stage/Reading.h"
#include "stage/classes/Classes.h"
#include "stage/classes/TypeNames.h"
#include "stage/emit/Emit.h"
#include "stage/emit/Refusals.h"
#include "stage/objects/Containers.h"
#include "stage/objects/Foreign.h"
#include "stage/objects/Indices.h"
#include "stage/runtime/Boxes.h"

namespace lith::stage {

void append(Stage &s, Value list, Value element) {
  const ListObject *object = s.find<ListObject>(list);
  if (!object->isRuntime()) {
    s.write<ListObject>(list).elements.push_back(element);
    return;
  }
  growTypes(s, object->element, element);
  mlir::Value boxed = toBox(s, element);
  rtPlain(s, "list_append", {s.find<ListObject>(list)->runtime.ssa(), boxed});
}

// list.extend with a runtime list, or any value of run time.
bool extend(Stage &s, Value list, Value other) {
  makeRuntime(s, list);
  const ListObject *object = s.find<ListObject>(list);
  mlir::Value target = object->runtime.ssa();
  if (auto *source = s.find<ListObject>(other); source && source->isRuntime())
    flowTypes(s, source->element, object->element);
  rt(s, "list_extend", {target, toBox(s, other)});
  return true;
}

Result checkHashable(Stage &s, Value key) {
  bool frozenSet = s.find<SetObject>(key) && s.find<SetObject>(key)->frozen;
  bool isMutable = isContainer(s, key) && !frozenSet && !isTupleOfRunTime(s, key);
  bool isObject = s.find<InstanceObject>(key);
  bool isWithout = isObject && s.isNone(classAttribute(s, typeOf(s, key), s.intern("__hash__")));
  if (isSlice(key) && isPython(s, 12)) // which has a hash
    refuse(s, diag::Kind::UnsupportedFunction, {"hash of a slice"});
  if (isMutable || isWithout || isUnhashable(s, key) || isSlice(key))
    return raise(s, "TypeError", "unhashable type: '" + typeName(s, key) + "'");
  return key;
}

Result keysMethod(Stage &s, Value value) {
  if (s.find<InstanceObject>(value) || hasMetaclass(s, value)) { // whose `__getattr__` may raise
    Value hasAttribute = Value::ofStatic(lookup(s, "builtins.hasattr"));
    Result has = call(s, hasAttribute, {value, s.string("keys")});
    if (!has || s.asBool(*has) == false)
      return has ? Result(Value()) : has;
  }
  return findAttribute(s, value, s.intern("keys"));
}

std::optional<bool> updateByKeys(Stage &s, Value dict, Value source) {
  Value iterates = s.find<InstanceObject>(source)
                       ? classAttribute(s, typeOf(s, source), s.intern("__iter__"))
                       : Value();
  bool isOwn = !iterates.isUndefined() && !isSlot(s, iterates);
  if (s.find<DictObject>(payloadOf(s, source)) && !isOwn)
    return std::nullopt;
  Result keys = keysMethod(s, source);
  if (!keys)
    return false;
  if (keys->isUndefined())
    return std::nullopt;
  return callPrelude(s, "dict_update_mapping", {dict, source}).has_value();
}

bool updateDict(Stage &s, Value dict, Value other) {
  Value source = payloadOf(s, other);
  if (source.isUnion() || source.isBox())
    return forEachAlternative(s, source,
                              [&](Value alternative) -> Result {
                                return updateDict(s, dict, alternative) ? Result(s.none())
                                                                        : std::nullopt;
                              })
        .has_value();
  if (auto done = updateByKeys(s, dict, other))
    return *done;
  if (auto *object = s.find<DictObject>(source)) {
    if (object->isRuntime()) {
      makeRuntime(s, dict);
      const DictObject *mine = s.find<DictObject>(dict), *theirs = s.find<DictObject>(source);
      uniteElementTypes(s, *mine, *theirs);
      rt(s, "dict_update", {mine->runtime.ssa(), toBox(s, source)});
      return true;
    }
    for (auto &[key, value] : dictEntries(s, source))
      if (!setitem(s, dict, key, value))
        return false;
    return true;
  }
  std::optional<std::vector<Value>> pairs;
  Result sequence = collect(s, other, pairs);
  if (!sequence)
    return false;
  if (!pairs)
    return callPrelude(s, "dict_update_pairs", {dict, *sequence}).has_value();
  for (Value pair : *pairs) {
    Result parts = unpackParts(s, pair, 2, -1);
    if (!parts || !setitem(s, dict, parts->tuple().elements[0], parts->tuple().elements[1]))
      return false;
  }
  return true;
}

} // namespace lith::stage
