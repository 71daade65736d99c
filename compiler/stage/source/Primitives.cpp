// Primitives.cpp: the table from objects of the host to primitives.
#include "stage/source/Primitives.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"

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

// The operators of archives of TorchScript, and where the host has them.
static constexpr llvm::StringLiteral Archives = "torchscript.", OfHost = "lith.torchscript.";

static llvm::StringRef packageOf(llvm::StringRef name) { return name.split('.').first; }

namespace {

/// All names of the registry, as the host has them, by their last part.
class NamesByLast {
public:
  using Names = std::vector<std::pair<std::string, const Primitive *>>;

  static const NamesByLast &instance() {
    static const NamesByLast names;
    return names;
  }
  const Names &of(llvm::StringRef last) const {
    static const Names none;
    auto found = byLast.find(last);
    return found == byLast.end() ? none : found->second;
  }
  bool contains(llvm::StringRef name) const {
    return llvm::any_of(of(name.rsplit('.').second),
                        [&](const auto &each) { return each.first == name; });
  }
  bool hasPackage(llvm::StringRef package) const { return packages.contains(package); }
  template <typename Visit> void forEach(Visit visit) const {
    for (const auto &names : byLast)
      for (const auto &[name, primitive] : names.getValue())
        visit(name, primitive);
  }

private:
  NamesByLast() {
    for (const auto &entry : Registry::instance().all()) {
      if (entry.getKey().starts_with(Archives)) // of archives' code alone
        continue;
      std::string name = dottedName(entry.getKey());
      packages.insert(packageOf(name));
      llvm::StringRef last = llvm::StringRef(name).rsplit('.').second;
      byLast[last].push_back({name, entry.getValue().get()});
    }
  }

  llvm::StringMap<Names> byLast;
  llvm::StringSet<> packages;
};

} // namespace

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

Handle Primitives::find(const std::string &name) {
  auto [it, isNew] = originals.try_emplace(name, nullptr);
  if (!isNew)
    return it->second;
  Handle handle = host.lookup(name);
  if (handle && llvm::is_contained({Kind::ClassMethod, Kind::StaticMethod}, host.kind(handle)))
    handle = host.boundFunction(handle);
  if (handle && fitOf(handle, name))
    return it->second = handle;
  // It was replaced: those in C have another place, too.
  llvm::StringRef last = name;
  bool hasOther = last.consume_front("torch.nn.functional.");
  handle = hasOther ? host.lookup(("torch._C._nn." + last).str()) : nullptr;
  return it->second = handle && fitOf(handle, name) ? handle : nullptr;
}

Handle Primitives::original(llvm::StringRef dottedName) {
  return NamesByLast::instance().contains(dottedName) ? find(dottedName.str())
                                                      : originals.lookup(dottedName);
}

void Primitives::consider(Handle callable, const std::string &name, const Primitive *primitive,
                          Entry &entry) {
  if (find(name) != callable)
    return;
  int fit = fitOf(callable, name);
  if (fit > entry.fit || (fit == entry.fit && name < entry.name))
    entry = {primitive, fit, name};
}

// The library has it under its own name or, of a part, under the end of it. A class may have any
// name there.
Primitives::Entry Primitives::entryOf(Handle callable) {
  Entry entry;
  const NamesByLast &names = NamesByLast::instance();
  auto considerAll = [&](llvm::StringRef last) {
    for (const auto &[name, primitive] : names.of(last))
      consider(callable, name, primitive, entry);
  };
  std::string full = host.qualifiedName(callable), own = ownName(callable);
  if (llvm::StringRef name = full; name.consume_front(OfHost))
    return {Registry::instance().find((Archives + name).str()), 3, full};
  llvm::StringRef last = llvm::StringRef(full).rsplit('.').second;
  considerAll(own);
  if (last != own)
    considerAll(last);
  for (size_t at = own.find('_'); at != std::string::npos; at = own.find('_', at + 1))
    considerAll(llvm::StringRef(own).drop_front(at + 1));
  bool mayBeAnother = entry.fit < 3 && host.kind(callable) == Kind::Class &&
                      (host.isFixed(callable) || names.hasPackage(packageOf(full)));
  if (mayBeAnother)
    names.forEach([&](const std::string &name, const Primitive *primitive) {
      consider(callable, name, primitive, entry);
    });
  return entry;
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
  auto [it, isNew] = entries.try_emplace(callable);
  Entry &entry = it->second;
  if (isNew)
    entry = entryOf(callable);
  if (isNew && !entry.primitive)
    entry.primitive = byOwnName(callable);
  if (entry.primitive && host.kind(callable) == Kind::Function &&
      !llvm::StringRef(entry.name).starts_with(OfHost) && confirmed.insert(callable).second &&
      isReplacement(callable, entry.primitive->spelling))
    entry.primitive = nullptr;
  return entry.primitive;
}

} // namespace lith::stage
