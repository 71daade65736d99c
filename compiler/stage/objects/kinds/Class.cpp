// Class.cpp: classes: what the metaclass defines in Python code, as that of enums does.
#include "stage/Protocols.h"
#include "stage/Reading.h"
#include "stage/classes/Classes.h"
#include "stage/objects/Kinds.h"

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

const Slots classKind = {.truth = truthOfClass,
                         .length = lengthOfClass,
                         .contains = classContains,
                         .iterator = iteratorOfClass,
                         .compare = compareByIdentity};

} // namespace lith::stage
