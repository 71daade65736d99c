// Keys.cpp: keys of dicts and elements of sets whose equality is known when compiling.
#include "stage/Keys.h"

namespace lith::stage {

using host::Handle;
using host::Kind;

bool comparesByIdentity(Stage &s, Value object) {
  Value cls = s.typeOf(object);
  static constexpr llvm::StringRef methods[] = {"__eq__", "__hash__"};
  return llvm::all_of(methods, [&](llvm::StringRef name) {
    Value function = s.classAttribute(cls, s.intern(name));
    return function == s.hostClassEntry(s.builtinType("object").handle(), s.intern(name));
  });
}

// An instance that existed before the call, whichever way it was reached.
static Handle instanceOf(Stage &s, Value value) {
  Handle object = value.isStatic() ? value.handle() : nullptr;
  if (value.isRef() && s.isOutside(value.address()))
    object = s.outsideHandle(value.address());
  return object && s.host.kind(object) == Kind::Instance ? object : nullptr;
}

// A member of an enum that keeps the equality of its members.
static Handle memberOf(Stage &s, Value value) {
  Handle member = instanceOf(s, value);
  if (!member)
    return nullptr;
  Value cls = Value::ofStatic(s.host.classOf(member));
  bool isEnum = s.isSubclass(cls, Value::ofStatic(s.host.lookup("enum.Enum"))) == true &&
                !s.isUserFunction(s.classAttribute(cls, s.intern("__eq__")));
  return isEnum ? member : nullptr;
}

bool sameKey(Stage &s, Value known, Value key) {
  if (s.sameConstant(known, key))
    return true;
  Handle object = instanceOf(s, key);
  if (!object || !key.isRef() || !instanceOf(s, known))
    return false;
  s.guard(driver::Guard::Kind::Identity, s.outsidePath(key.address()), object);
  return instanceOf(s, known) == object;
}

bool isMemberAmongMembers(Stage &s, Value dict, Value key) {
  Handle member = memberOf(s, key);
  return member && llvm::all_of(s.find<DictObject>(dict)->entries, [&](auto &entry) {
           Handle other = memberOf(s, entry.first);
           return other && s.host.classOf(other) == s.host.classOf(member);
         });
}

} // namespace lith::stage
