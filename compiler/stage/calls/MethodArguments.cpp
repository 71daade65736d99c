// MethodArguments.cpp: what methods of built-in classes may be called with.
#include "stage/calls/MethodArguments.h"
#include "stage/Protocols.h"
#include "stage/Reading.h"
#include "stage/classes/Classes.h"
#include "stage/classes/TypeNames.h"

namespace lith::stage {

using host::Kind;

bool fitsSlot(Stage &s, const Primitive &primitive, const Arguments &arguments) {
  auto [owner, last] = llvm::StringRef(primitive.spelling).rsplit('.');
  if (!last.starts_with("__") || arguments.positional.empty())
    return true;
  bool isOfModule = owner.contains('.');
  host::Handle slot = lookup(s, isOfModule ? primitive.spelling : "builtins." + primitive.spelling);
  host::Handle text = slot && s.host.kind(slot) == Kind::SlotWrapper
                          ? fixedSlot(s, slot, "__text_signature__")
                          : nullptr;
  if (!text || s.host.kind(text) != Kind::Str)
    return true;
  llvm::StringRef signature = s.host.asStr(text);
  llvm::SmallVector<llvm::StringRef, 4> parts;
  signature.trim("()").split(parts, ", ");
  if (parts[0] != "$self" || signature.contains('*'))
    return true;
  size_t most = parts.size() - 1 - llvm::count(parts, "/");
  size_t least = most - llvm::count_if(parts, [](auto each) { return each.contains('='); });
  size_t given = arguments.positional.size() - 1;
  if (given >= least && given <= most)
    return true;
  llvm::StringRef which = least == most ? "" : given < least ? "at least " : "at most ";
  size_t limit = given < least ? least : most;
  raise(s, "TypeError",
        "expected " + which + llvm::Twine(limit) + " argument" + (limit == 1 ? "" : "s") +
            ", got " + llvm::Twine(given));
  return false;
}

bool fitsMethod(Stage &s, Value method, const Arguments &arguments) {
  if (s.kindOf(method) != Kind::SlotWrapper)
    return true;
  std::string name = s.host.qualifiedName(method.handle());
  auto [path, last] = llvm::StringRef(name).rsplit('.');
  path.consume_front("builtins.");
  // Methods of the class itself.
  if (llvm::is_contained({"fromkeys", "maketrans", "fromhex", "from_bytes", "__init_subclass__"},
                         last))
    return true;
  if (arguments.positional.empty()) {
    raise(s, "TypeError", "unbound method " + path + "." + last + "() needs an argument");
    return false;
  }
  Value self = arguments.positional[0];
  if (self.isUnion() || self.isBox() ||
      !llvm::is_contained({"str", "list", "dict", "set", "frozenset", "tuple", "bytes", "int",
                           "float", "collections.deque"},
                          path) ||
      isSubclass(s, typeOf(s, self), builtinType(s, path)).value_or(true))
    return true;
  if (last.starts_with("__"))
    raise(s, "TypeError",
          "descriptor '" + last + "' requires a '" + path + "' object but received a '" +
              typeName(s, self) + "'");
  else
    raise(s, "TypeError",
          "descriptor '" + last + "' for '" + path + "' objects doesn't apply to a '" +
              typeName(s, self) + "' object");
  return false;
}

} // namespace lith::stage
