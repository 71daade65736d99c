// Keys.cpp: keys of dicts and elements of sets whose equality is known when compiling.
//
// Where only run time knows a key and its class has `__eq__` or `__hash__` of the user's, the
// runtime calls functions of the program: one hashes all such keys, one compares them.
#include "stage/runtime/Keys.h"
#include "stage/Outside.h"
#include "stage/Protocols.h"
#include "stage/Reading.h"
#include "stage/emit/Refusals.h"
#include "stage/emit/Values.h"
#include "stage/objects/Foreign.h"
#include "stage/runtime/Boxes.h"
#include "stage/runtime/Records.h"
#include "stage/runtime/Recursion.h"
#include "stage/runtime/Types.h"

namespace lith::stage {

using host::Handle;
using host::Kind;

bool comparesByIdentity(Stage &s, Value object) {
  Value cls = typeOf(s, object);
  static constexpr llvm::StringRef methods[] = {"__eq__", "__hash__"};
  return llvm::all_of(methods, [&](llvm::StringRef name) {
    Value function = classAttribute(s, cls, s.intern(name));
    return function == hostClassEntry(s, builtinType(s, "object").handle(), s.intern(name));
  });
}

// An instance that existed before the call, whichever way it was reached.
static Handle instanceOf(Stage &s, Value value) {
  Handle object = value.isStatic() ? value.handle() : nullptr;
  if (value.isRef() && isOutside(s, value.address()))
    object = outsideHandle(s, value.address());
  return object && s.host.kind(object) == Kind::Instance ? object : nullptr;
}

bool derivesFromValue(Stage &s, Handle cls) {
  static constexpr llvm::StringRef names[] = {"str", "int", "float", "tuple", "frozenset"};
  return llvm::any_of(names, [&](llvm::StringRef name) {
    return isSubclass(s, Value::ofStatic(cls), builtinType(s, name)).value_or(true);
  });
}

bool comparesAsValue(Stage &s, Handle cls) {
  static constexpr llvm::StringRef methods[] = {"__eq__", "__hash__"};
  return derivesFromValue(s, cls) && llvm::all_of(methods, [&](llvm::StringRef name) {
           return isSlot(s, classAttribute(s, Value::ofStatic(cls), s.intern(name)));
         });
}

// A member of an enum that keeps the equality of its members.
static Handle memberOf(Stage &s, Value value) {
  Handle member = instanceOf(s, value);
  if (!member)
    return nullptr;
  Value cls = classOf(s, member);
  bool isEnum = isSubclass(s, cls, Value::ofStatic(lookup(s, "enum.Enum"))) == true &&
                !comparesAsValue(s, cls.handle()) &&
                !isUserFunction(s, classAttribute(s, cls, s.intern("__eq__")));
  return isEnum ? member : nullptr;
}

// What an instance compares and hashes as where its class leaves that to the built-in value inside.
static Value valueOf(Stage &s, Value key) {
  if (!key.isStatic() || !instanceOf(s, key))
    return lookedUp(s, key);
  Value inside = valueInside(s, key.handle());
  bool isValue = !inside.isUndefined() && comparesAsValue(s, classOf(s, key.handle()).handle());
  return isValue ? inside : key;
}

bool hasOwnEquality(Stage &s, Value cls) {
  return isUserFunction(s, classAttribute(s, cls, s.intern("__eq__"))) ||
         isUserFunction(s, classAttribute(s, cls, s.intern("__hash__")));
}

static bool areSameTuples(Stage &s, Value a, Value b) {
  for (Value key : {a, b})
    if (key.isTuple() && key.tuple().form == TupleData::Form::Subclass &&
        hasOwnEquality(s, key.tuple().cls))
      refuse(s, diag::Kind::CannotBox, {typeName(s, key) + " as a key"});
  return a.isTuple() && b.isTuple() && a.tuple().elements.size() == b.tuple().elements.size() &&
         llvm::all_of(llvm::zip(a.tuple().elements, b.tuple().elements),
                      [&](auto pair) { return sameKey(s, std::get<0>(pair), std::get<1>(pair)); });
}

bool sameKey(Stage &s, Value known, Value key) {
  Value left = valueOf(s, known), right = valueOf(s, key);
  if ((left.isRef() && left == right) || sameConstant(s, left, right) ||
      areSameTuples(s, left, right) || sameForeignKey(s, left, right))
    return true;
  auto isOutsideTensor = [&](Value value) {
    return s.isTensor(value) && s.outside.objects.count(value.address()) != 0;
  };
  if (isOutsideTensor(known) && isOutsideTensor(key))
    noteDistinct(s, known, key);
  Handle object = instanceOf(s, key), other = instanceOf(s, known);
  if (!object || !other)
    return false;
  for (Value instance : {known, key})
    if (instance.isRef())
      guard(s, contract::Guard::Kind::Identity, outsidePath(s, instance.address()),
            outsideHandle(s, instance.address()));
  return key.isRef() && other == object;
}

bool isMemberAmongMembers(Stage &s, Value dict, Value key) {
  Handle member = memberOf(s, key);
  return member && llvm::all_of(s.find<DictObject>(dict)->entries, [&](auto &entry) {
           Handle other = memberOf(s, entry.first);
           return other && classOf(s, other) == classOf(s, member);
         });
}

static void collectKeys(Stage &s, const TypeSet *types, llvm::DenseSet<TypeVariable> &seen) {
  static constexpr llvm::StringRef methods[] = {"__eq__", "__hash__"};
  for (const Type &type : types->types) {
    bool isRecord = type.kind == Type::Kind::Record, isDict = type.kind == Type::Kind::Dict;
    bool isContainer = isDict || type.kind == Type::Kind::Set || type.kind == Type::Kind::List;
    for (const TypeSet *part : type.elements)
      if (!isRecord)
        collectKeys(s, part, seen);
    if (isContainer && seen.insert(type.element).second)
      collectKeys(s, s.facts.types.read(type.element), seen);
    if (isDict && seen.insert(type.key).second)
      collectKeys(s, s.facts.types.read(type.key), seen);
    if ((!isRecord && type.kind != Type::Kind::Opaque) ||
        !mayHoldRecords(s, typeSet(s, type), methods))
      continue;
    if (!type.handle) // a function has no class that the program made
      refuse(s, diag::Kind::CannotBox, {"an instance of a class made here as a key"});
    if (!isRecord && derivesFromValue(s, classOf(s, type.handle).handle()))
      refuse(s, diag::Kind::CannotBox, {s.host.repr(type.handle) + " as a key"});
    if (!llvm::is_contained(s.functions.keyTypes, type))
      s.functions.keyTypes.push_back(type);
  }
}

void noteKeyMethods(Stage &s, const TypeSet *types) {
  llvm::DenseSet<TypeVariable> seen;
  collectKeys(s, types, seen);
}

// The two functions, with all that keys may be; whether staging them showed no further keys.
static bool stageFunctions(Stage &s, mlir::func::FuncOp &hash, mlir::func::FuncOp &equal) {
  size_t count = s.functions.keyTypes.size();
  std::vector<Type> others = s.functions.keyTypes;
  for (Type::Kind kind :
       {Type::Kind::None, Type::Kind::Bool, Type::Kind::Int, Type::Kind::Float, Type::Kind::Str}) {
    others.push_back({});
    others.back().kind = kind;
  }
  const TypeSet *keys = s.facts.types.set(s.functions.keyTypes), *all = s.facts.types.set(others);
  if (all->isAny())
    refuse(s, diag::Kind::CannotBox, {"so many kinds of keys"});
  auto function = [&](llvm::StringRef name, llvm::ArrayRef<const TypeSet *> types) {
    const FunctionCode *code = s.session.prelude(name);
    return programFunction(s, preludeFunction(s, code).callable(), types);
  };
  hash = function("key_hash", keys);
  equal = function("key_equal", {keys, all});
  return s.functions.keyTypes.size() == count;
}

void stageKeyMethods(Stage &s) {
  if (s.functions.keyTypes.empty())
    return;
  mlir::func::FuncOp hash, equal;
  while (!stageFunctions(s, hash, equal)) {
  }
  llvm::SmallVector<int64_t> which;
  for (const Type &type : s.functions.keyTypes)
    which.push_back(type.kind == Type::Kind::Record ? classOfRecords(s, type)
                                                    : ~opaqueIndex(s, type.handle));
  mlir::Block *first = s.emission.entry->getTerminator()->getSuccessor(0);
  mlir::OpBuilder at(first, first->begin());
  ir::KeyMethodsOp::create(at, mlir::UnknownLoc::get(&s.context), hash.getSymName(),
                           equal.getSymName(), which, mlir::ValueRange());
}

} // namespace lith::stage
