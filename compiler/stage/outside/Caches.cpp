// Caches.cpp: functools.lru_cache and cache.
#include "stage/outside/Caches.h"
#include "stage/Outside.h"
#include "stage/Paths.h"
#include "stage/Protocols.h"
#include "stage/emit/Values.h"
#include "stage/outside/HostAccess.h"
#include "stage/runtime/Boxes.h"
#include "stage/runtime/Keys.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace lith::stage {

bool isCache(Stage &s, Value callee) {
  return callee.isStatic() &&
         s.host.qualifiedName(hostOf(s).classOf(callee.handle())) == "functools._lru_cache_wrapper";
}

// Whether the value is the same wherever this abstract value stands for it.
static bool isLasting(Stage &s, Value value) {
  if (s.toHandle(value))
    return true;
  if (value.isRef())
    return isOutside(s, value.address());
  if (!value.isScalar())
    return false;
  return value.ssa().getParentBlock() == s.emission.entry;
}

static bool sameKey(Stage &s, llvm::ArrayRef<Value> a, llvm::ArrayRef<Value> b) {
  return a.size() == b.size() && llvm::all_of(llvm::zip(a, b), [&](auto pair) {
           auto [left, right] = pair;
           return left == right ||
                  (s.toHandle(left) && s.toHandle(right) && sameConstant(s, left, right));
         });
}

// The index of these arguments in the cache's memo.
static std::optional<size_t> indexOf(Stage &s, CacheMemo &memo, const Arguments &arguments) {
  std::vector<Value> key(arguments.positional.begin(), arguments.positional.end());
  for (auto &[name, value] : arguments.keywords) {
    key.push_back(s.string(name));
    key.push_back(value);
  }
  if (!llvm::all_of(key, [&](Value value) { return isLasting(s, value); }))
    return std::nullopt;
  auto found = llvm::find_if(memo.keys, [&](auto &known) { return sameKey(s, known, key); });
  size_t index = size_t(found - memo.keys.begin());
  if (found == memo.keys.end()) {
    memo.keys.push_back(std::move(key));
    memo.lasting.emplace_back();
  }
  return index;
}

// Addresses of what is there from the start lie between those of a path, which loops use again,
// and those of what existed before the call.

Address lastingAddress(Stage &s) { return s.outside.nextAddress++ - FirstOutside + FirstLasting; }

// Whether constants and containers of them, made since `first`, are all that the value leads to.
static bool isKnownThrough(Stage &s, Value value, Address first, llvm::DenseSet<Address> &seen) {
  if (s.toHandle(value))
    return true;
  if (value.isTuple())
    return !s.state.tupleObject(value.tuple()) &&
           llvm::all_of(value.tuple().elements,
                        [&](Value element) { return isKnownThrough(s, element, first, seen); });
  if (!value.isRef())
    return false;
  Address address = value.address();
  bool isLasting = !isOutside(s, address) && s.outside.initialObjects.count(address);
  if (isLasting || !seen.insert(address).second)
    return true;
  const Object *object = s.state.heap.find(address);
  bool isOwn = address >= first && address < FirstLasting && object->present.isUndefined() &&
               !isRuntime(*object);
  bool isKnown = object->kind == ObjectKind::List || object->kind == ObjectKind::Dict ||
                 object->kind == ObjectKind::Set || object->kind == ObjectKind::Instance;
  if (!isOwn || !isKnown || isException(s, value))
    return false;
  bool result = true;
  s.state.heap.share(address)->forEachValue([&](Value &held) {
    result = result && (held.isUndefined() || isKnownThrough(s, held, first, seen));
  });
  return result;
}

static Result callWrapped(Stage &s, Value cache, Arguments arguments) {
  host::Handle dict = hostOf(s).instanceDict(cache.handle());
  Value function = Value::ofStatic(hostOf(s).dictGet(dict, s.host.str("__wrapped__")));
  ++s.body.cachedCalls;
  Result result = call(s, function, std::move(arguments));
  --s.body.cachedCalls;
  return result;
}

using Moves = llvm::DenseMap<Address, Address>;

static Value moved(Stage &s, Value value, const Moves &moves) {
  if (value.isTuple()) {
    const TupleData &data = value.tuple();
    llvm::SmallVector<Value> elements;
    for (Value element : data.elements)
      elements.push_back(moved(s, element, moves));
    bool isSame = llvm::ArrayRef<Value>(elements) == data.elements;
    return isSame ? value : s.structure(data.form, elements, data.cls);
  }
  auto found = value.isRef() ? moves.find(value.address()) : moves.end();
  return found == moves.end() ? value : Value::ref(found->second);
}

// Calls it for arguments that are constants. A result that is known through and through is there
// from the start, as if an earlier call had left it: paths that meet have one and the same.
static Result callForConstants(Stage &s, Value cache, const Arguments &arguments, Value &lasting) {
  State before = s.state;
  Address first = s.nextAddress;
  Result made = callWrapped(s, cache, arguments);
  llvm::DenseSet<Address> objects;
  if (!made || !s.body.isMain || s.state.block != before.block ||
      !isKnownThrough(s, *made, first, objects))
    return made;
  Moves moves;
  for (Address address : objects)
    moves[address] = lastingAddress(s);
  for (auto [from, to] : moves) {
    ObjectPtr object = s.state.heap.find(from)->clone();
    object->forEachValue([&](Value &held) { held = moved(s, held, moves); });
    s.outside.initialObjects[to] = std::move(object);
  }
  s.state = std::move(before);
  lasting = moved(s, *made, moves);
  ensureOutside(s, lasting);
  return lasting;
}

Result callCached(Stage &s, Value cache, Arguments arguments) {
  auto [it, isNew] = s.functions.caches.try_emplace(cache.handle());
  CacheMemo &memo = it->second; // stays in place where other caches are added
  if (isNew) {
    auto results = std::make_shared<InstanceObject>();
    results->cls = builtinType(s, "object");
    memo.results = s.outside.nextAddress++;
    insertInitial(s, memo.results, std::move(results));
  }
  Value results = Value::ref(memo.results);
  insertOutside(s, memo.results, s.state);
  std::optional<size_t> index = indexOf(s, memo, arguments);
  if (!index)
    return callWrapped(s, cache, std::move(arguments));
  if (Value lasting = memo.lasting[*index]; !lasting.isUndefined() && s.body.isMain) {
    ensureOutside(s, lasting);
    return lasting;
  }
  llvm::StringRef entry = s.intern("result " + std::to_string(*index));
  bool areConstants =
      llvm::all_of(memo.keys[*index], [&](Value value) { return s.toHandle(value) != nullptr; });
  auto fill = [&]() -> Result {
    Value lasting;
    Result made = areConstants ? callForConstants(s, cache, arguments, lasting)
                               : callWrapped(s, cache, arguments);
    if (!lasting.isUndefined())
      memo.lasting[*index] = lasting;
    else if (made)
      s.write<InstanceObject>(results).set(entry, *made);
    return made;
  };
  const Value *known = s.find<InstanceObject>(results)->find(entry);
  if (!known)
    return fill();
  return forEachAlternative(s, *known,
                            [&](Value result) { return result.isUndefined() ? fill() : result; });
}

} // namespace lith::stage
