// Dict.cpp: dict.
#include "stage/Boxing.h"
#include "stage/Outside.h"
#include "stage/Paths.h"
#include "stage/Protocols.h"
#include "stage/classes/AttributeWrites.h"
#include "stage/classes/Exceptions.h"
#include "stage/emit/Emit.h"
#include "stage/emit/Refusals.h"
#include "stage/emit/Values.h"
#include "stage/objects/Comparisons.h"
#include "stage/objects/ContainerWrites.h"
#include "stage/objects/Containers.h"
#include "stage/objects/Contents.h"
#include "stage/objects/Dicts.h"
#include "stage/objects/Iteration.h"
#include "stage/objects/Kinds.h"
#include "stage/objects/Texts.h"
#include "stage/outside/OutsideWrites.h"
#include "stage/runtime/Boxes.h"
#include "stage/runtime/Keys.h"
#include "stage/runtime/Records.h"

namespace lith::stage {

bool isMappingProxy(Stage &s, Value value) {
  return s.find<DictObject>(value) && typeOf(s, value) == builtinType(s, "types.MappingProxyType");
}

static const DictObject &dictOf(Stage &s, Value dict) { return *s.find<DictObject>(dict); }

static Result lengthOfDict(Stage &s, Value dict) {
  loadContents(s, dict);
  if (!dictOf(s, dict).isRuntime())
    return s.integer(int64_t(entriesByKey(s, dict).size()));
  return s.intScalar(
      rtPlain(s, "dict_length", {dictOf(s, dict).runtime.ssa()}, s.builder().getI64Type()));
}

static Result dictContains(Stage &s, Value dict, Value item) {
  item = lookedUp(s, item);
  if (!checkHashable(s, item))
    return std::nullopt;
  if (item.isUnion() || item.isBox())
    return forEachAlternative(s, item, [&](Value one) { return dictContains(s, dict, one); });
  loadContents(s, dict);
  bool isKnown = !dictOf(s, dict).isRuntime();
  if (isKnown && isConstantKey(s, item)) {
    Result found = dictLookup(s, dict, item);
    return found ? isDefined(s, *found) : found;
  }
  if (isKnown && dictOf(s, dict).entries.empty())
    return s.boolean(false);
  checkKey(s, item);
  makeRuntime(s, dict);
  return s.boolScalar(rt(s, "dict_contains", {dictOf(s, dict).runtime.ssa(), toBox(s, item)},
                         s.builder().getI1Type()));
}

static Result iteratorOfDict(Stage &s, Value dict) {
  loadContents(s, dict);
  if (isRuntimeDict(s, dict))
    return runtimeIterator(s, toBox(s, dict), s.facts.types.read(dictOf(s, dict).key));
  return dictIterator(s, IteratorObject::Form::Keys, dict);
}

// A found item, or where there is none what `missing` gives.
static Result itemOrMissing(Stage &s, Value found, Value key,
                            llvm::function_ref<Result()> missing) {
  Result isThere = isDefined(s, found);
  if (auto known = s.asBool(*isThere))
    return *known ? Result(found) : missing();
  State with, without;
  branch(s, isThere->ssa(), with, without);
  Edges done;
  s.state = std::move(without);
  if (Result made = missing())
    done.push_back({std::move(s.state), {*made}});
  s.state = std::move(with);
  if (Result item = defined(s, found, [&] { raiseClass(s, "KeyError", key); }))
    done.push_back({std::move(s.state), {*item}});
  llvm::SmallVector<Value, 1> joined;
  return join(s, std::move(done), joined) ? Result(joined[0]) : std::nullopt;
}

Result itemOfDict(Stage &s, Value dict, Value key, Value owner) {
  if (key.isUnion() || key.isBox())
    return forEachAlternative(
        s, key, [&](Value alternative) { return itemOfDict(s, dict, alternative, owner); });
  Result found = dictLookup(s, dict, key);
  if (!found)
    return found;
  Value handler = s.find<InstanceObject>(owner)
                      ? classAttribute(s, typeOf(s, owner), s.intern("__missing__"))
                      : Value();
  if (!handler.isUndefined())
    return itemOrMissing(s, *found, key, [&] { return call(s, handler, {owner, key}); });
  auto missing = [&] { raiseClass(s, "KeyError", key); };
  if (found->isBox() && found->types()->isAny()) {
    mlir::Value tag = ir::TagOp::create(s.builder(), s.loc(), found->ssa());
    mlir::Value isNull =
        ir::CompareOp::create(s.builder(), s.loc(), ir::CompareKind::eq, tag, constantInt(s, 0));
    State rest, none;
    branch(s, isNull, none, rest);
    s.state = std::move(none);
    missing();
    s.state = std::move(rest);
    return found;
  }
  return defined(s, *found, missing);
}

static Result itemOfPlainDict(Stage &s, Value dict, Value key) {
  return itemOfDict(s, dict, key, dict);
}

static bool setDictItem(Stage &s, Value object, Value key, Value value) {
  if (isMappingProxy(s, object)) {
    raise(s, "TypeError", "'mappingproxy' object does not support item assignment");
    return false;
  }
  if (s.request.options.forArtifact && isMirrored(s, object.address()))
    makeRuntime(s, object);
  if (Value owner = s.find<DictObject>(object)->owner; !owner.isUndefined())
    if (auto name = pinStr(s, key, "the name of an attribute");
        name && !setOwnAttribute(s, owner, s.intern(*name), value))
      return false;
  if (Result hashable = checkHashable(s, key); !hashable)
    return false;
  if (!s.find<DictObject>(object)->isRuntime() && isConstantKey(s, key)) {
    auto i = findEntry(s, object, key);
    bool maybeMissing =
        i && s.find<DictObject>(object)->entries[*i].second.isUnion() &&
        llvm::any_of(s.find<DictObject>(object)->entries[*i].second.oneOf().alternatives,
                     [](Value v) { return v.isUndefined(); });
    if (!maybeMissing && isOutside(s, object.address())) {
      // What it holds already: nothing is written (`self.buffer += x`).
      Result held = i && value.isRef() ? dictLookup(s, object, key) : Result(Value());
      return held == Result(value) || writeOutsideItem(s, object, key, value);
    }
    if (!maybeMissing) {
      auto &entries = s.write<DictObject>(object).entries;
      if (i)
        entries[*i].second = value;
      else
        entries.push_back({key, value});
      return true;
    }
  }
  makeRuntime(s, object);
  setRuntimeEntry(s, object, key, value);
  if (s.find<DictObject>(object)->owner.isUndefined()) // else it is an attribute now
    contentsChanged(s, object);
  return true;
}

static bool deleteDictItem(Stage &s, Value object, Value key) {
  if (!checkHashable(s, key))
    return false;
  const DictObject *dict = s.find<DictObject>(object);
  if (!dict->isRuntime() && isConstantKey(s, key)) {
    auto i = findEntry(s, object, key);
    if (!i) {
      raiseClass(s, "KeyError", key);
      return false;
    }
    Value held = dict->entries[*i].second; // lazy: it was there before the call
    if (!held.isLazy() && !defined(s, held, [&] { raiseClass(s, "KeyError", key); }))
      return false;
    Value owner = dict->owner;
    auto &entries = s.write<DictObject>(object).entries;
    entries.erase(entries.begin() + *i);
    if (!owner.isUndefined() && s.asStr(key))
      deleteOwnAttribute(s, owner, s.intern(*s.asStr(key)));
    return true;
  }
  makeRuntime(s, object);
  rt(s, "dict_delete", {s.find<DictObject>(object)->runtime.ssa(), toBox(s, key)});
  return true;
}

static bool deleteItemOfDict(Stage &s, Value dict, Value key) {
  if (isMappingProxy(s, dict)) {
    llvm::StringRef cannot = isIndex(s, key) ? "doesn't" : "does not"; // as a sequence says it
    raise(s, "TypeError", "'mappingproxy' object " + cannot + " support item deletion");
    return false;
  }
  loadedPayloadOf(s, dict);
  if (!deleteDictItem(s, dict, key))
    return false;
  contentsChanged(s, dict);
  return true;
}

// Of two known dicts.
static Result equalEntries(Stage &s, Value left, Value right) {
  auto mine = dictEntries(s, left), theirs = dictEntries(s, right);
  if (mine.size() != theirs.size())
    return s.boolean(false);
  std::vector<Value> values, others;
  for (auto &[key, value] : mine) {
    auto it = llvm::find_if(theirs, [&](auto &entry) { return sameKey(s, entry.first, key); });
    if (it == theirs.end())
      return s.boolean(false);
    values.push_back(value);
    others.push_back(it->second);
  }
  return sameElements(s, values, others);
}

static Result compareDicts(Stage &s, syntax::CmpOperator op, Value left, Value right) {
  auto *a = s.find<DictObject>(left), *b = s.find<DictObject>(right);
  if (!a || !b || !isEquality(op))
    return Value();
  if (a->isRuntime() || b->isRuntime())
    return compareContainers(s, op, left, right);
  return ofEquality(s, op, equalEntries(s, left, right));
}

static Result textOfDict(Stage &s, Value dict) {
  if (!hasKnownText(s, dict))
    return textOfContents(s, dict, "entries_text", dict);
  std::vector<Value> parts{s.string("{")};
  for (auto &[key, element] : dictEntries(s, dict)) {
    Result first = repr(s, key), second = first ? repr(s, element) : first;
    if (!second)
      return second;
    parts.insert(parts.end(),
                 {s.string(parts.size() > 1 ? ", " : ""), *first, s.string(": "), *second});
  }
  parts.push_back(s.string("}"));
  return joinText(s, parts);
}

static Result reprOfDict(Stage &s, Value dict) {
  Result text = textOfDict(s, dict);
  return text && isMappingProxy(s, dict)
             ? joinText(s, {s.string("mappingproxy("), *text, s.string(")")})
             : text;
}

const Slots dictKind = {.truth = truthByLength,
                        .length = lengthOfDict,
                        .contains = dictContains,
                        .iterator = iteratorOfDict,
                        .getitem = itemOfPlainDict,
                        .setitem = setDictItem,
                        .delitem = deleteItemOfDict,
                        .compare = compareDicts,
                        .str = textOfDict,
                        .repr = reprOfDict};

} // namespace lith::stage
