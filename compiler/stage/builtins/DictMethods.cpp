// DictMethods.cpp: dict.get ... dict.update, and collections.OrderedDict's own.
//
// A known dict has constant keys. A key that is not known now makes the dict one of run time.
#include "stage/Boxing.h"
#include "stage/Outside.h"
#include "stage/Paths.h"
#include "stage/Protocols.h"
#include "stage/builtins/Formals.h"
#include "stage/builtins/Registration.h"
#include "stage/classes/AttributeWrites.h"
#include "stage/classes/Exceptions.h"
#include "stage/classes/TypeNames.h"
#include "stage/emit/Emit.h"
#include "stage/emit/PlainTypes.h"
#include "stage/emit/Refusals.h"
#include "stage/emit/Values.h"
#include "stage/objects/ContainerWrites.h"
#include "stage/objects/Containers.h"
#include "stage/objects/Contents.h"
#include "stage/runtime/Boxes.h"
#include "stage/runtime/Elements.h"
#include "stage/runtime/Records.h"

namespace lith::stage {

static const DictObject &dictOf(Stage &s, Value self) { return *s.find<DictObject>(self); }
static mlir::Value pointerOf(Stage &s, Value self) { return dictOf(s, self).runtime.ssa(); }

// Readies a dict for an access by `key`: afterwards it is known and the key constant, or it is of
// run time. False: the key cannot be one, TypeError was raised.
static bool prepare(Stage &s, Value self, Value &key) {
  key = lookedUp(s, key);
  bool isRuntime = dictOf(s, self).isRuntime();
  if (isRuntime || !isConstantKey(s, key))
    checkKey(s, key);
  if (isRuntime)
    return true;
  if (!checkHashable(s, key))
    return false;
  if (!isConstantKey(s, key))
    makeRuntime(s, self);
  return true;
}

// The entry with this key, its value read; one that only some paths have holds a union with an
// undefined alternative.
static const std::pair<Value, Value> *loadedEntry(Stage &s, Value self, Value key) {
  auto place = findEntry(s, self, key);
  if (!place)
    return nullptr;
  Value loaded = dictOf(s, self).entries[*place].second;
  if (loaded.isLazy()) {
    loaded = initialEntry(s, self.address(), dictOf(s, self).entries[*place].first);
    s.write<DictObject>(self).entries[*place].second = loaded;
  }
  return &dictOf(s, self).entries[*place];
}

static bool mayBeMissing(Value value) {
  return value.isUndefined() ||
         (value.isUnion() && llvm::any_of(value.oneOf().alternatives, [](Value alternative) {
            return alternative.isUndefined() && !alternative.isAbsent();
          }));
}

// The dict with all its entries there, else as one of run time.
static Value settled(Stage &s, Value value) {
  Value self = loadedPayloadOf(s, value);
  if (!dictOf(s, self).isRuntime() &&
      llvm::any_of(dictOf(s, self).entries, [](auto &entry) { return mayBeMissing(entry.second); }))
    makeRuntime(s, self);
  return self;
}

static void setEntry(Stage &s, Value self, Value key, Value value) {
  if (dictOf(s, self).isRuntime()) {
    mlir::Value keyBox = elementFor(s, key, dictOf(s, self).key);
    mlir::Value valueBox = elementFor(s, value, dictOf(s, self).element);
    rt(s, "dict_set", {pointerOf(s, self), keyBox, valueBox});
    return;
  }
  if (Value owner = dictOf(s, self).owner; !owner.isUndefined() && s.asStr(key))
    setOwnAttribute(s, owner, s.intern(*s.asStr(key)), value);
  auto &entries = s.write<DictObject>(self).entries;
  if (auto place = findEntry(s, self, key))
    entries[*place].second = value;
  else
    entries.push_back({key, value});
}

static void removeEntry(Stage &s, Value self, const std::pair<Value, Value> *entry) {
  Value owner = dictOf(s, self).owner;
  auto name = s.asStr(entry->first);
  size_t place = entry - dictOf(s, self).entries.data();
  auto &entries = s.write<DictObject>(self).entries;
  entries.erase(entries.begin() + place);
  if (!owner.isUndefined() && name)
    deleteOwnAttribute(s, owner, s.intern(*name));
}

static Result raiseKeyError(Stage &s, Value key) {
  Result exception = call(s, Value::ofStatic(builtinClass(s, "KeyError")), {key});
  return exception ? raiseValue(s, *exception) : std::nullopt;
}

// What is at `key` of a runtime dict, or the result of `otherwise` where nothing is.
static Result findOr(Stage &s, Value self, mlir::Value found,
                     llvm::function_ref<Result()> otherwise) {
  mlir::Value tag = ir::TagOp::create(s.builder(), s.loc(), found);
  mlir::Value absent = ir::CompareOp::create(s.builder(), s.loc(), ir::CompareKind::eq, tag,
                                             constantInt(s, LITH_NULL));
  return choose(s, s.boolScalar(absent), otherwise,
                [&]() -> Result { return elementOf(s, found, dictOf(s, self).element); });
}

static Result itemOr(Stage &s, Value self, Value key, Value otherwise) {
  if (isOneOfValues(s, key))
    return forEachAlternative(s, key, [&](Value one) { return itemOr(s, self, one, otherwise); });
  if (!prepare(s, self, key))
    return std::nullopt;
  if (!dictOf(s, self).isRuntime()) {
    auto *entry = loadedEntry(s, self, key);
    if (!entry || !mayBeMissing(entry->second))
      return entry ? entry->second : otherwise;
    return forEachAlternative(s, entry->second, [&](Value alternative) -> Result {
      return alternative.isUndefined() ? otherwise : alternative;
    });
  }
  mlir::Value found = rt(s, "dict_find", {pointerOf(s, self), toBox(s, key)}, boxType(s));
  return findOr(s, self, found, [&]() -> Result { return otherwise; });
}

static Result get(Stage &s, const CallInfo &info) {
  auto args = bindArguments(s, info, "get", {{"/self"}, {"/key"}, {"/default", true}});
  if (!args)
    return std::nullopt;
  Value otherwise = (*args)[2].isUndefined() ? s.none() : (*args)[2];
  return itemOr(s, payloadOf(s, (*args)[0]), (*args)[1], otherwise);
}

static Result pop(Stage &s, const CallInfo &info) {
  auto args = bindArguments(s, info, "pop", {{"/self"}, {"key"}, {"default", true}});
  if (!args)
    return std::nullopt;
  Value self = settled(s, (*args)[0]), key = (*args)[1], otherwise = (*args)[2];
  if (!prepare(s, self, key))
    return std::nullopt;
  if (!dictOf(s, self).isRuntime()) {
    auto *entry = loadedEntry(s, self, key);
    if (!entry)
      return otherwise.isUndefined() ? raiseKeyError(s, key) : Result(otherwise);
    Value value = entry->second;
    removeEntry(s, self, entry);
    contentsChanged(s, self);
    return value;
  }
  if (otherwise.isUndefined()) {
    mlir::Value none = ir::UndefOp::create(s.builder(), s.loc(), boxType(s));
    mlir::Value box = rt(s, "dict_pop", {pointerOf(s, self), toBox(s, key), none}, boxType(s));
    contentsChanged(s, self);
    return elementOf(s, box, dictOf(s, self).element);
  }
  return callPrelude(s, "dict_pop", {self, key, otherwise});
}

static Result popitem(Stage &s, const CallInfo &info) {
  auto args = bindArguments(s, info, "popitem", {{"/self"}});
  if (!args)
    return std::nullopt;
  Value self = settled(s, (*args)[0]);
  if (dictOf(s, self).isRuntime())
    return callPrelude(s, "dict_popitem", {self, s.boolean(true)});
  if (dictOf(s, self).entries.empty())
    return raise(s, "KeyError", "popitem(): dictionary is empty");
  noteOrder(s, self);
  auto &entries = dictOf(s, self).entries;
  auto entry = entries.back();
  removeEntry(s, self, &entries.back());
  contentsChanged(s, self);
  return s.tuple({entry.first, entry.second});
}

static Result setdefault(Stage &s, const CallInfo &info) {
  auto args = bindArguments(s, info, "setdefault", {{"/self"}, {"key"}, {"default", true}});
  if (!args)
    return std::nullopt;
  Value self = settled(s, (*args)[0]), key = (*args)[1];
  Value otherwise = (*args)[2].isUndefined() ? s.none() : (*args)[2];
  if (lookedUp(s, key) != key)
    checkKey(s, key); // it would become a key itself
  if (!prepare(s, self, key))
    return std::nullopt;
  if (!dictOf(s, self).isRuntime()) {
    if (auto *entry = loadedEntry(s, self, key))
      return entry->second;
    setEntry(s, self, key, otherwise);
    contentsChanged(s, self);
    return otherwise;
  }
  mlir::Value keyBox = elementFor(s, key, dictOf(s, self).key);
  mlir::Value valueBox = elementFor(s, otherwise, dictOf(s, self).element);
  mlir::Value box = rt(s, "dict_set_default", {pointerOf(s, self), keyBox, valueBox}, boxType(s));
  contentsChanged(s, self);
  return elementOf(s, box, dictOf(s, self).element);
}

// Adds the entries of a mapping or of an iterable of pairs; false: the path ended.
static bool updateFrom(Stage &s, Value self, Value source) {
  if (auto done = updateByKeys(s, self, source))
    return *done;
  Value other =
      s.find<DictObject>(payloadOf(s, source)) ? settled(s, source) : payloadOf(s, source);
  if (auto *dict = s.find<DictObject>(other); dict && !dict->isRuntime()) {
    noteOrder(s, other);
    auto entries = dict->entries;
    for (auto &[key, value] : entries)
      setEntry(s, self, key, value);
    return true;
  }
  if (s.find<DictObject>(other)) {
    if (!dictOf(s, self).isRuntime())
      makeRuntime(s, self);
    const DictObject &mine = dictOf(s, self), &theirs = dictOf(s, other);
    flowTypes(s, theirs.key, mine.key);
    if (s.facts.types.flowEntries(theirs.element, mine.element))
      throw Restart();
    rt(s, "dict_update", {mine.runtime.ssa(), toBox(s, other)});
    return true;
  }
  return callPrelude(s, "dict_update_pairs", {self, source}).has_value();
}

static Result update(Stage &s, const CallInfo &info) {
  CallInfo positional{info.primitive, {info.args.positional, {}}};
  auto args = bindArguments(s, positional, "update", {{"/self"}, {"/other", true}});
  if (!args)
    return std::nullopt;
  Value self = settled(s, (*args)[0]);
  if (!(*args)[1].isUndefined() && !updateFrom(s, self, (*args)[1]))
    return std::nullopt;
  for (auto &[name, value] : info.args.keywords)
    setEntry(s, self, s.string(name), value);
  contentsChanged(s, self);
  return s.none();
}

static Result clear(Stage &s, const CallInfo &info) {
  auto args = bindArguments(s, info, "dict.clear", {{"/self"}});
  if (!args)
    return std::nullopt;
  Value self = payloadOf(s, (*args)[0]);
  if (dictOf(s, self).isRuntime())
    rtPlain(s, "dict_clear", {pointerOf(s, self)});
  else
    while (!dictOf(s, self).entries.empty())
      removeEntry(s, self, &dictOf(s, self).entries.back());
  contentsChanged(s, self);
  return s.none();
}

Value copyOfDict(Stage &s, Value self) {
  noteOrder(s, self);
  if (!dictOf(s, self).isRuntime())
    return s.dict(std::vector<std::pair<Value, Value>>(dictOf(s, self).entries));
  auto object = std::make_shared<DictObject>(dictOf(s, self));
  object->owner = {}; // a copy of an object's __dict__ is a dict like others
  object->key = variableOfCopy(s, object->key);
  object->element = idOf<TypeVariable>(object->key, "elements");
  if (s.facts.types.flowEntries(dictOf(s, self).element, object->element))
    throw Restart();
  object->runtime =
      Value::raw(rtPlain(s, "dict_copy", {pointerOf(s, self)}, ir::DictType::get(&s.context)));
  return s.make(std::move(object));
}

static Result copy(Stage &s, const CallInfo &info) {
  auto args = bindArguments(s, info, "dict.copy", {{"/self"}});
  return args ? Result(copyOfDict(s, settled(s, (*args)[0]))) : std::nullopt;
}

// keys(), values(), items(): a view is an iterator object that has not started; iter() of it starts
// one.
static Result view(Stage &s, const CallInfo &info) {
  auto args = bindArguments(s, info, info.primitive.spelling, {{"/self"}});
  if (!args)
    return std::nullopt;
  auto object = std::make_shared<IteratorObject>();
  object->form = IteratorObject::Form(reinterpret_cast<uintptr_t>(info.primitive.data));
  object->sources = {payloadOf(s, (*args)[0])};
  return s.make(std::move(object));
}

static Result fromkeys(Stage &s, const CallInfo &info) {
  auto args = bindArguments(s, info, "fromkeys", {{"/keys"}, {"/value", true}});
  if (!args)
    return std::nullopt;
  Value dict = s.dict({});
  if (!callPrelude(s, "dict_fromkeys",
                   {dict, (*args)[0], (*args)[1].isUndefined() ? s.none() : (*args)[1]}))
    return std::nullopt;
  return dict;
}

static Result makeDict(Stage &s, const CallInfo &info) {
  CallInfo positional{info.primitive, {info.args.positional, {}}};
  auto args = bindArguments(s, positional, "dict", {{"/other", true}});
  if (!args)
    return std::nullopt;
  Value dict = newContainer(s, s.dict({}));
  if (!(*args)[0].isUndefined() && !updateFrom(s, dict, (*args)[0]))
    return std::nullopt;
  for (auto &[name, value] : info.args.keywords)
    setEntry(s, dict, s.string(name), value);
  return dict;
}

void registerDictMethods(Registry &registry) {
  auto form = [](IteratorObject::Form value) {
    return reinterpret_cast<const void *>(static_cast<uintptr_t>(value));
  };
  registry.add("builtins.dict", makeDict);
  registry.add("dict.get", get);
  registry.add("dict.pop", pop);
  registry.add("dict.popitem", popitem);
  registry.add("dict.setdefault", setdefault);
  registry.add("dict.update", update);
  registry.add("dict.clear", clear);
  registry.add("dict.copy", copy);
  registry.add("dict.fromkeys", fromkeys);
  registry.add("dict.keys", view, form(IteratorObject::Form::Keys));
  registry.add("dict.values", view, form(IteratorObject::Form::Values));
  registry.add("dict.items", view, form(IteratorObject::Form::Items));
}

} // namespace lith::stage
