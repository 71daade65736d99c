// Primitives.cpp: the table from objects of the host to primitives.
#include "stage/source/Primitives.h"

#include "llvm/ADT/STLExtras.h"

namespace lith::stage {

using host::Handle;
using host::Kind;

// Where the host has what the registry calls "Tensor.add" or "list.append".
static std::string dottedName(llvm::StringRef spelling) {
  static constexpr llvm::StringLiteral types[] = {"list",      "dict",  "str",   "set",
                                                  "tuple",     "int",   "float", "object",
                                                  "frozenset", "bytes", "type"};
  llvm::StringRef owner = spelling.split('.').first;
  if (owner == "Tensor")
    return ("torch." + spelling).str();
  bool isMethod = owner != spelling && llvm::is_contained(types, owner);
  return (isMethod ? "builtins." + spelling : spelling).str();
}

static const Primitive *registered(llvm::StringRef name) {
  if (const Primitive *primitive = Registry::instance().find(name))
    return primitive;
  llvm::StringRef inner = name;
  bool isInner = inner.consume_front("builtins.") || inner.consume_front("torch.");
  const Primitive *primitive = isInner ? Registry::instance().find(inner) : nullptr;
  return primitive && dottedName(inner) == name ? primitive : nullptr;
}

static llvm::StringRef packageOf(llvm::StringRef name) { return name.split('.').first; }

bool Primitives::isOf(Handle function, llvm::StringRef package) {
  Handle name = host.dictGet(host.function(function).globals, host.str("__name__"));
  return name && host.kind(name) == Kind::Str && packageOf(host.asStr(name)) == package;
}

// Whether this is a function of somebody else's that has the name of the library's. What contextlib
// wraps is written there.
bool Primitives::isReplacement(Handle function, llvm::StringRef spelling) {
  llvm::StringRef package = spelling.starts_with("Tensor.") ? "torch" : packageOf(spelling);
  return !isOf(function, package) && !isOf(function, "contextlib");
}

// `__name__`, which functions that a library makes by a helper have of their own, too.
std::string Primitives::ownName(Handle object) {
  Kind kind = host.kind(object);
  if (kind != Kind::Function && kind != Kind::Other)
    return llvm::StringRef(host.qualifiedName(object)).rsplit('.').second.str();
  Handle name = host.slot(object, "__name__"), dict = host.instanceDict(object);
  if (!name && dict)
    name = host.dictGet(dict, host.str("__name__"));
  return name && host.kind(name) == Kind::Str ? std::string(host.asStr(name)) : "";
}

// Zero: another function was put there. C functions of a part of torch are named with the part, as
// `special_erf`; a class of the library may have any name.
int Primitives::fitOf(Handle object, llvm::StringRef name) {
  std::string full = host.qualifiedName(object);
  if (full == name)
    return 3;
  if (host.kind(object) == Kind::Class) // else the user's
    return host.isFixed(object) || packageOf(full) == packageOf(name) ? 1 : 0;
  std::string own = ownName(object);
  llvm::StringRef last = name.rsplit('.').second;
  return own == last ? 2 : llvm::StringRef(own).ends_with(("_" + last).str()) ? 1 : 0;
}

void Primitives::load() {
  for (const auto &entry : Registry::instance().all()) {
    std::string name = dottedName(entry.getKey());
    Handle handle = host.lookup(name);
    if (handle && llvm::is_contained({Kind::ClassMethod, Kind::StaticMethod}, host.kind(handle)))
      handle = host.boundFunction(handle);
    int fit = handle ? fitOf(handle, name) : 0;
    if (!fit)
      continue;
    originals[name] = handle;
    Entry &known = entries[handle];
    if (fit > known.fit || (fit == known.fit && name < known.name))
      known = {entry.getValue().get(), fit, name};
  }
}

// The primitive of a function in C whose name in the library has become another's; a method that is
// bound to an object is none.
const Primitive *Primitives::byOwnName(Handle callable) {
  Kind kind = host.kind(callable);
  if (kind != Kind::BuiltinFunction && kind != Kind::SlotWrapper)
    return nullptr;
  std::string name = host.qualifiedName(callable);
  Handle self = kind == Kind::BuiltinFunction ? host.boundSelf(callable) : nullptr;
  bool isFree = !self || host.kind(self) == Kind::Module ||
                (host.kind(self) == Kind::Class && name.starts_with("torch."));
  const Primitive *primitive = isFree ? registered(name) : nullptr;
  if (primitive)
    originals[name] = callable;
  return primitive;
}

const Primitive *Primitives::of(Handle callable) {
  if (!isLoaded) {
    isLoaded = true;
    load();
  }
  auto [it, isNew] = entries.try_emplace(callable);
  Entry &entry = it->second;
  if (isNew)
    entry.primitive = byOwnName(callable);
  if (entry.primitive && host.kind(callable) == Kind::Function &&
      confirmed.insert(callable).second && isReplacement(callable, entry.primitive->spelling))
    entry.primitive = nullptr;
  return entry.primitive;
}

} // namespace lith::stage
