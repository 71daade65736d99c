// Caches.cpp: functools.lru_cache and cache.
#include "stage/Caches.h"

namespace lith::stage {

bool isCache(Stage &s, Value callee) {
  return callee.isStatic() &&
         s.host.qualifiedName(s.host.classOf(callee.handle())) == "functools._lru_cache_wrapper";
}

// Whether the value is the same wherever this abstract value stands for it.
static bool isLasting(Stage &s, Value value) {
  if (s.toHandle(value))
    return true;
  if (value.isRef())
    return s.isOutside(value.address());
  if (!value.isScalar())
    return false;
  return value.ssa().getParentBlock() == s.impl->entry;
}

static bool sameKey(Stage &s, llvm::ArrayRef<Value> a, llvm::ArrayRef<Value> b) {
  return a.size() == b.size() && llvm::all_of(llvm::zip(a, b), [&](auto pair) {
           auto [left, right] = pair;
           return left == right ||
                  (s.toHandle(left) && s.toHandle(right) && s.sameConstant(left, right));
         });
}

// The attribute of the cache's memo that holds the result for these arguments.
static std::optional<llvm::StringRef> entryFor(Stage &s, CacheMemo &memo,
                                               const Arguments &arguments) {
  std::vector<Value> key(arguments.positional.begin(), arguments.positional.end());
  for (auto &[name, value] : arguments.keywords) {
    key.push_back(s.string(name));
    key.push_back(value);
  }
  if (!llvm::all_of(key, [&](Value value) { return isLasting(s, value); }))
    return std::nullopt;
  auto found = llvm::find_if(memo.keys, [&](auto &known) { return sameKey(s, known, key); });
  size_t index = size_t(found - memo.keys.begin());
  if (found == memo.keys.end())
    memo.keys.push_back(std::move(key));
  return s.intern("result " + std::to_string(index));
}

static Result callWrapped(Stage &s, Value cache, Arguments arguments) {
  host::Handle dict = s.host.instanceDict(cache.handle());
  Value function = Value::ofStatic(s.host.dictGet(dict, s.host.str("__wrapped__")));
  ++s.impl->cachedCalls;
  Result result = s.call(function, std::move(arguments));
  --s.impl->cachedCalls;
  return result;
}

Result callCached(Stage &s, Value cache, Arguments arguments) {
  auto [it, isNew] = s.impl->caches.try_emplace(cache.handle());
  CacheMemo &memo = it->second;
  if (isNew) {
    auto results = std::make_shared<InstanceObject>();
    results->cls = s.builtinType("object");
    memo.results = s.impl->nextOutside++;
    s.insertInitial(memo.results, std::move(results));
  }
  Value results = Value::ref(memo.results);
  s.insertOutside(memo.results, s.state);
  std::optional<llvm::StringRef> entry = entryFor(s, memo, arguments);
  if (!entry)
    return callWrapped(s, cache, std::move(arguments));
  auto fill = [&]() -> Result {
    Result made = callWrapped(s, cache, arguments);
    if (made)
      s.write<InstanceObject>(results).set(*entry, *made);
    return made;
  };
  const Value *known = s.find<InstanceObject>(results)->find(*entry);
  if (!known)
    return fill();
  return s.forEachAlternative(*known,
                              [&](Value result) { return result.isUndefined() ? fill() : result; });
}

void checkNotCached(Stage &s, llvm::StringRef what) {
  if (s.impl->cachedCalls == 0)
    return;
  std::string reason = "functools.lru_cache of a function that " + what.str();
  s.refuse(diag::Kind::UnsupportedFunction, {reason});
}

} // namespace lith::stage
