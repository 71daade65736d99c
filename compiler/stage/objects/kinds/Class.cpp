// Class.cpp: classes: what the metaclass defines in Python code, as that of enums does.
#include "stage/Protocols.h"
#include "stage/Reading.h"
#include "stage/classes/Classes.h"
#include "stage/objects/Comparisons.h"
#include "stage/objects/Kinds.h"
#include "stage/objects/Operators.h"
#include "stage/objects/Texts.h"

namespace lith::stage {

static Result truthOfClass(Stage &s, Value cls) {
  if (Value method = metaMethod(s, cls, "__bool__"); !method.isUndefined())
    return checkedTruth(s, call(s, method, cls));
  bool hasLength = !metaMethod(s, cls, "__len__").isUndefined();
  return hasLength ? truthByLength(s, cls) : Result(s.boolean(true));
}

static Result lengthOfClass(Stage &s, Value cls) {
  if (Value method = metaMethod(s, cls, "__len__"); !method.isUndefined())
    return checkedLength(s, call(s, method, cls));
  return noLength(s, cls);
}

static Result classContains(Stage &s, Value cls, Value item) {
  if (Value method = metaMethod(s, cls, "__contains__"); !method.isUndefined()) {
    Result given = call(s, method, {cls, item});
    return given ? truth(s, *given) : given;
  }
  bool isIterable = enumMembers(s, cls) || !metaMethod(s, cls, "__iter__").isUndefined();
  return isIterable ? containsByElements(s, cls, item) : notContainer(s, cls);
}

static Result iteratorOfClass(Stage &s, Value cls) {
  if (Result members = enumMembers(s, cls))
    return sequenceIterator(s, *members);
  if (Value method = metaMethod(s, cls, "__iter__"); !method.isUndefined())
    return checkedIterator(s, call(s, method, cls));
  return notIterable(s, cls);
}

// Whether a class of the user's says what `[]` gives.
static bool hasItemsOfItsOwn(Stage &s, Value cls) {
  if (!isClass(s, cls))
    return false;
  Value entry = classAttribute(s, cls, s.intern("__class_getitem__"));
  if (!isUserFunction(s, entry))
    return s.find<InstanceObject>(entry); // a class method that the program made
  bool isMethod = entry.isStatic() && s.kindOf(entry) == host::Kind::ClassMethod;
  host::Handle function = isMethod ? s.host.boundFunction(entry.handle()) : nullptr;
  return function && !llvm::StringRef(s.host.qualifiedName(function)).starts_with("typing.");
}

// list[int]: an object of its own, which torch.jit.isinstance and typing.get_origin look into.
static bool isBuiltin(Stage &s, host::Handle cls) {
  return llvm::StringRef(s.host.qualifiedName(cls)).starts_with("builtins.");
}

// cls[index]: what the class says, else what the host makes of constants or raises; Generic[T] only
// annotations look at.
static Result itemOfClass(Stage &s, Value cls, Value index) {
  if (Value function = metaMethod(s, cls, "__getitem__"); !function.isUndefined())
    return call(s, function, {cls, index});
  if (hasItemsOfItsOwn(s, cls)) {
    Result item = findAttribute(s, cls, s.intern("__class_getitem__"));
    return item ? call(s, *item, index) : item;
  }
  if (classAttribute(s, cls, s.intern("__class_getitem__")).isUndefined())
    return raise(s, "TypeError", "type '" + classNameInMessages(s, cls) + "' is not subscriptable");
  host::Handle parameters = s.toHandle(index);
  if (!parameters || !cls.isStatic())
    return cls;
  host::Outcome outcome = s.host.apply("[]", {cls.handle(), parameters});
  if (outcome.exceptionClass || (outcome.ok() && isBuiltin(s, cls.handle())))
    return hostResult(s, outcome);
  return cls;
}

// The members of an enum class as a tuple; empty for another class.
Result enumMembers(Stage &s, Value cls) {
  if (!cls.isStatic())
    return std::nullopt;
  Value names = hostClassEntry(s, cls.handle(), s.intern("_member_names_"));
  Value map = hostClassEntry(s, cls.handle(), s.intern("_member_map_"));
  if (!s.find<ListObject>(names) || !s.find<DictObject>(map))
    return std::nullopt;
  llvm::SmallVector<Value> members;
  for (Value name : listElements(s, names))
    members.push_back(*dictLookup(s, map, name));
  return s.tuple(members);
}

static Result compareClasses(Stage &s, syntax::CmpOperator op, Value left, Value right) {
  if (!hasMetaclass(s, left) && !hasMetaclass(s, right))
    return Value();
  for (Value side : {left, right}) // an instance has asked both
    if (slotsOf(s, side).compare == compareInstances)
      return Value();
  return userCompare(s, op, left, right, [] { return Value(); });
}

static Result reprOfClass(Stage &s, Value cls) {
  return cls.isStatic() ? reprOfConstant(s, cls) : reprAtRunTime(s, cls);
}

const Slots classKind = {.truth = truthOfClass,
                         .length = lengthOfClass,
                         .contains = classContains,
                         .iterator = iteratorOfClass,
                         .getitem = itemOfClass,
                         .compare = compareClasses,
                         .repr = reprOfClass};

} // namespace lith::stage
