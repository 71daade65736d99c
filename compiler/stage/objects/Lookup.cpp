// Lookup.cpp: keys of dicts, and what a dict has under one.
#include "stage/Arrays.h"
#include "stage/Boxing.h"
#include "stage/Outside.h"
#include "stage/Paths.h"
#include "stage/Protocols.h"
#include "stage/Reading.h"
#include "stage/classes/Classes.h"
#include "stage/classes/TypeNames.h"
#include "stage/emit/Emit.h"
#include "stage/emit/Refusals.h"
#include "stage/objects/ContainerWrites.h"
#include "stage/objects/Containers.h"
#include "stage/objects/Foreign.h"
#include "stage/paths/Choices.h"
#include "stage/runtime/Keys.h"
#include "stage/runtime/Records.h"
#include "stage/runtime/Types.h"

namespace lith::stage {

std::optional<size_t> findEntry(Stage &s, Value dict, Value key) {
  const DictObject *object = s.find<DictObject>(dict);
  for (size_t i = 0; i < object->entries.size(); ++i)
    if (object->entries[i].first == key)
      return i;
  key = pythonNumber(s, key);
  for (size_t i = 0; i < object->entries.size(); ++i)
    if (sameKey(s, object->entries[i].first, key))
      return i;
  return std::nullopt;
}

// An object that the program makes, which is equal to itself only, and that paths have not made one
// of several.
static bool isMadeObject(Stage &s, Value key) {
  if (s.isTensor(key))
    return isOneObject(s, key);
  auto *instance = s.find<InstanceObject>(key);
  return instance && !instance->cls.isUndefined() && !instance->isRuntime() &&
         comparesByIdentity(s, key);
}

// A key whose equality is known now: a constant, or an object that the program knows.
bool isConstantKey(Stage &s, Value key) {
  if (key.isStatic())
    return true;
  if (key.isTuple())
    return llvm::all_of(key.tuple().elements,
                        [&](Value element) { return isConstantKey(s, element); });
  if (s.find<ClassObject>(key)) // that the program makes: itself and nothing else
    return !hasMetaclass(s, key);
  if (!key.isRef())
    return false;
  if (!isOutside(s, key.address()))
    return isMadeObject(s, key);
  if (auto *tensor = s.find<TensorObject>(key))
    return !tensor->unknownIdentity;
  if (Value inner = lookedUp(s, key); inner != key)
    return isConstantKey(s, inner);
  return isForeign(s, key) || (s.find<InstanceObject>(key) && comparesByIdentity(s, key));
}

// What an instance of a subclass of str, int or float compares and hashes as, where its class
// leaves that to the built-in one: the value inside it.
Value lookedUp(Stage &s, Value key) {
  Value payload = payloadOf(s, key);
  bool isValue = payload != key && !payload.isRef();
  auto isTheirs = [&](llvm::StringRef name) {
    return isSlot(s, classAttribute(s, typeOf(s, key), s.intern(name)));
  };
  return isValue && !isException(s, key) && isTheirs("__eq__") && isTheirs("__hash__") ? payload
                                                                                       : key;
}

// One of several objects that compare and hash as the values inside them, as of members of an
// IntEnum.
bool isOneOfValues(Stage &s, Value key) {
  if (key.isUnion())
    return llvm::any_of(key.oneOf().alternatives,
                        [&](Value one) { return lookedUp(s, one) != one; });
  return key.isBox() && llvm::any_of(key.types()->types, [&](const Type &type) {
           return type.kind == Type::Kind::Opaque &&
                  s.host.kind(type.handle) == host::Kind::Instance &&
                  comparesAsValue(s, classOf(s, type.handle).handle());
         });
}

// The value under a key that is constant, or undefined.
static Value constantEntry(Stage &s, Value dict, Value key) {
  auto i = findEntry(s, dict, key);
  if (!i)
    return {};
  auto [known, value] = s.find<DictObject>(dict)->entries[*i];
  return value.isLazy() ? initialEntry(s, dict.address(), known) : value;
}

// By a key of run time: the dict becomes one of run time, or a choice among its entries.
static Value runtimeEntry(Stage &s, Value dict, Value key) {
  bool isKnown = !s.find<DictObject>(dict)->isRuntime();
  if (isKnown && llvm::any_of(entriesByKey(s, dict),
                              [&](auto &entry) { return unrollInstead(s, entry.second); }))
    pin(s, key, "a key of a dict of different objects");
  checkKey(s, key);
  if (auto chosen = chosenEntry(s, dict, key))
    return *chosen;
  makeRuntime(s, dict);
  const DictObject *object = s.find<DictObject>(dict);
  TypeVariable variable = object->element;
  mlir::Value pointer = object->runtime.ssa();
  mlir::Value box = rt(s, "dict_find", {pointer, toBox(s, key)}, ir::BoxType::get(&s.context));
  Type undefined{};
  undefined.kind = Type::Kind::Undefined;
  auto text = s.asStr(key);
  const TypeSet *types =
      text ? s.facts.types.readEntry(variable, *text) : s.facts.types.read(variable);
  return unbox(s, box, s.facts.types.merge(types->isAny() ? types : typeSet(s, undefined), types));
}

// Undefined: no entry.
Result dictLookup(Stage &s, Value dict, Value key) {
  key = lookedUp(s, key);
  if (key.isUnion() || isOneOfValues(s, key))
    return forEachAlternative(s, key, [&](Value one) { return dictLookup(s, dict, one); });
  if (!checkHashable(s, key))
    return std::nullopt;
  loadContents(s, dict);
  if (s.find<DictObject>(dict)->isRuntime())
    return runtimeEntry(s, dict, key);
  if (isConstantKey(s, key) || isMemberAmongMembers(s, dict, key))
    return constantEntry(s, dict, key);
  return s.find<DictObject>(dict)->entries.empty() ? Value() : runtimeEntry(s, dict, key);
}

} // namespace lith::stage
