// HeldTypes.cpp: what values of run time may be or hold, at any depth, by their types.
#include "stage/Protocols.h"
#include "stage/Reading.h"
#include "stage/emit/Emit.h"
#include "stage/emit/Refusals.h"
#include "stage/objects/Foreign.h"
#include "stage/runtime/Boxes.h"
#include "stage/runtime/Keys.h"
#include "stage/runtime/Records.h"
#include "stage/runtime/Types.h"

namespace lith::stage {

static bool typeMayHold(Stage &s, const Type &type, llvm::ArrayRef<llvm::StringRef> methods,
                        llvm::DenseSet<TypeVariable> &seen);

static bool setMayHold(Stage &s, const TypeSet *types, llvm::ArrayRef<llvm::StringRef> methods,
                       llvm::DenseSet<TypeVariable> &seen) {
  return llvm::any_of(types->types,
                      [&](const Type &type) { return typeMayHold(s, type, methods, seen); });
}

// Whether an object of the host has one of the methods of its own; no methods: whether its text is
// more than run time knows.
static bool opaqueDefines(Stage &s, host::Handle object, llvm::ArrayRef<llvm::StringRef> methods) {
  if (isForeign(s, Value::ofStatic(object)))
    return methods.empty() ? definesSlot(s, Value::ofStatic(object), Slot::Repr)
                           : definesAny(s, Value::ofStatic(object), methods);
  if (llvm::is_contained({host::Kind::Bytes, host::Kind::Int}, s.host.kind(object)))
    return !methods.empty(); // run time does not know what is in them
  bool isOfOwnText = s.host.kind(object) == host::Kind::Device || // str is not repr
                     (s.host.kind(object) == host::Kind::Class &&
                      metaclassOf(s, object) != builtinType(s, "type"));
  if (isOfOwnText)
    return methods.empty();
  if (s.host.kind(object) != host::Kind::Instance)
    return false;
  host::Handle cls = classOf(s, object).handle();
  if (methods.empty() || derivesFromValue(s, cls))
    return true;
  bool isEnum = hasClassEntry(s, cls, "_member_map_");
  auto isOfEnum = [&](llvm::StringRef name) { // by identity
    Value own = hostClassEntry(s, lookup(s, "enum.Enum"), s.intern(name));
    return !own.isUndefined() && own == classAttribute(s, Value::ofStatic(cls), s.intern(name));
  };
  return llvm::any_of(methods, [&](llvm::StringRef name) {
    return definesMethod(s, Value::ofStatic(cls), name) && !(isEnum && isOfEnum(name));
  });
}

static bool typeMayHold(Stage &s, const Type &type, llvm::ArrayRef<llvm::StringRef> methods,
                        llvm::DenseSet<TypeVariable> &seen) {
  auto defines = [&](Value cls) {
    return methods.empty() ||
           llvm::any_of(methods, [&](llvm::StringRef name) { return definesMethod(s, cls, name); });
  };
  switch (type.kind) {
  case Type::Kind::Exception:
    return type.layout != LayoutKey() && defines(classOfRecord(s, type));
  case Type::Kind::Record:
    return defines(classOfRecord(s, type));
  case Type::Kind::Opaque:
    return opaqueDefines(s, type.handle, methods);
  case Type::Kind::Tuple:
  case Type::Kind::TupleOf:
    if (type.handle && llvm::any_of(methods, [&](llvm::StringRef name) {
          return isUserFunction(s, classAttribute(s, Value::ofStatic(type.handle), s.intern(name)));
        }))
      return true; // a subclass of tuple with a method of the user's
    return llvm::any_of(type.elements,
                        [&](const TypeSet *types) { return setMayHold(s, types, methods, seen); });
  case Type::Kind::List:
  case Type::Kind::Set:
  case Type::Kind::Nested:
    return seen.insert(type.element).second &&
           setMayHold(s, s.facts.types.read(type.element), methods, seen);
  case Type::Kind::Dict:
    return seen.insert(type.element).second &&
           (setMayHold(s, s.facts.types.read(type.element), methods, seen) ||
            setMayHold(s, s.facts.types.read(type.key), methods, seen));
  case Type::Kind::Callable:
    if (llvm::is_contained(methods, "__eq__"))
      noteIdentities(s, type);
    return methods.empty();
  default:
    return false;
  }
}

bool mayHoldRecords(Stage &s, const TypeSet *types, llvm::ArrayRef<llvm::StringRef> methods) {
  llvm::DenseSet<TypeVariable> seen;
  return setMayHold(s, types, methods, seen);
}

/// Whether some type of what is in these, at any depth, is one that is looked for; `ofAny`: whether
/// what is of any type counts as one.
static bool holds(Stage &s, const TypeSet *types, llvm::function_ref<bool(const Type &)> isFound,
                  llvm::DenseSet<std::pair<TypeVariable, LayoutKey>> &seen, bool ofAny = false) {
  if (types->isAny())
    return ofAny;
  return llvm::any_of(types->types, [&](const Type &type) {
    bool isNew = seen.insert({type.element, type.layout}).second;
    auto inside = [&](TypeVariable variable) {
      return holds(s, s.facts.types.read(variable), isFound, seen, ofAny);
    };
    if (isFound(type))
      return true;
    switch (type.kind) {
    case Type::Kind::Tuple:
    case Type::Kind::TupleOf:
      return llvm::any_of(
          type.elements, [&](const TypeSet *part) { return holds(s, part, isFound, seen, ofAny); });
    case Type::Kind::List:
    case Type::Kind::Set:
    case Type::Kind::Nested:
      return isNew && inside(type.element);
    case Type::Kind::Dict:
      return isNew && (inside(type.element) || inside(type.key));
    case Type::Kind::Record:
      return isNew && llvm::any_of(usedLayout(s, type.layout), [&](llvm::StringRef name) {
               return inside(fieldVariable(type.layout, name));
             });
    default:
      return false;
    }
  });
}

bool mayHoldFunctions(Stage &s, Value value) {
  llvm::DenseSet<std::pair<TypeVariable, LayoutKey>> seen;
  auto isFunction = [](const Type &type) {
    return type.kind == Type::Kind::Callable || type.kind == Type::Kind::Cell;
  };
  return holds(s, typesOf(s, value), isFunction, seen);
}

bool mayHoldProgramClasses(Stage &s, Value value) {
  llvm::DenseSet<std::pair<TypeVariable, LayoutKey>> seen;
  auto isOne = [&](const Type &type) {
    return type.kind == Type::Kind::Record && !classOfRecord(s, type).isStatic();
  };
  return holds(s, typesOf(s, value), isOne, seen);
}

bool mayRequireGrad(Stage &s, Value value) {
  llvm::DenseSet<std::pair<TypeVariable, LayoutKey>> seen;
  auto isTensor = [](const Type &type) { return type.requiresGrad; };
  return holds(s, typesOf(s, value), isTensor, seen, true);
}

bool mayHoldTensors(Stage &s, Value value) {
  llvm::DenseSet<std::pair<TypeVariable, LayoutKey>> seen;
  auto isTensor = [](const Type &type) { return type.kind == Type::Kind::Tensor; };
  return holds(s, typesOf(s, value), isTensor, seen, true);
}

// Whether tuples of a class whose keys the user's methods compare are among the values.
static bool holdsOwnTuples(Stage &s, const TypeSet *types) {
  return llvm::any_of(types->types, [&](const Type &type) {
    if (type.kind != Type::Kind::Tuple && type.kind != Type::Kind::TupleOf)
      return false;
    Value cls = type.handle ? Value::ofStatic(type.handle) : Value();
    return (type.handle && hasOwnEquality(s, cls)) ||
           llvm::any_of(type.elements,
                        [&](const TypeSet *part) { return holdsOwnTuples(s, part); });
  });
}

void checkKey(Stage &s, Value key) {
  if (auto *tensor = s.find<TensorObject>(key); tensor && tensor->perhaps != NoAddress)
    refuse(s, diag::Kind::UnsupportedExpression,
           {"a key that is a tensor of which only run time knows whether it is a new one"});
  const TypeSet *types = typesOf(s, key);
  bool hasNoHash = llvm::any_of(types->types, [](const Type &type) {
    return type.kind == Type::Kind::Callable || type.kind == Type::Kind::Exception;
  });
  // Equality of an instance with a built-in value inside is that of the value.
  bool isValue = llvm::any_of(types->types, [&](const Type &type) {
    return type.kind == Type::Kind::Record &&
           !s.facts.types.read(fieldVariable(type.layout, PayloadField))->types.empty();
  });
  if (hasNoHash || isValue || holdsOwnTuples(s, types) || lookedUp(s, key) != key)
    refuse(s, diag::Kind::CannotBox, {typeName(s, key) + " as a key"});
  if (mayHoldRecords(s, types, {"__eq__", "__hash__"}))
    noteKeyMethods(s, types);
}

bool mayHoldRecords(Stage &s, Value container, llvm::ArrayRef<llvm::StringRef> methods) {
  return mayHoldRecords(s, typesOf(s, container), methods);
}

} // namespace lith::stage
