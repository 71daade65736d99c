// ClassReading.cpp: what is read of classes that existed before the call.
#include "stage/Outside.h"
#include "stage/Protocols.h"
#include "stage/Reading.h"
#include "stage/outside/Arguments.h"
#include "stage/outside/HostAccess.h"
#include "stage/outside/Lacks.h"
#include "stage/outside/States.h"

namespace lith::stage {

using contract::Guard;
using contract::Path;
using contract::Step;
using host::Handle;

Path attributePath(Handle object, llvm::StringRef name) {
  Path path;
  path.root = object;
  path.steps.push_back({Step::Kind::Attribute, name.str(), 0, nullptr});
  return path;
}

Path slotPath(Handle object, llvm::StringRef name) {
  Path path;
  path.root = object;
  path.steps.push_back({Step::Kind::Slot, name.str(), 0, nullptr});
  return path;
}

void guardLack(Stage &s, Handle object, llvm::StringRef name) {
  if (s.host.isFixed(object))
    return;
  std::string key = keyOf(s.host, attributePath(object, name));
  checkNotDropped(s, key);
  if (!s.interface.guardKeys.insert(std::to_string(int(Guard::Kind::Absent)) + key).second)
    return;
  auto [it, isNew] = s.interface.lacks.try_emplace(object, s.interface.guards.size());
  if (isNew) {
    Guard made;
    made.kind = Guard::Kind::Lacks;
    made.path = rootPath(s, object);
    s.interface.guards.push_back(std::move(made));
  }
  s.interface.guards[it->second].names.push_back(name.str());
}

llvm::ArrayRef<Value> mroOf(Stage &s, Value cls) {
  if (const ClassObject *object = s.find<ClassObject>(cls))
    return object->mro;
  auto [it, isNew] = s.classes.mros.try_emplace(cls.handle());
  if (!isNew)
    return it->second;
  for (Handle base : hostOf(s).mro(cls.handle()))
    it->second.push_back(Value::ofStatic(base));
  if (!s.host.isFixed(cls.handle())) // an assignment to __bases__ makes another tuple
    guard(s, Guard::Kind::Identity, slotPath(cls.handle(), "__mro__"),
          hostOf(s).slot(cls.handle(), "__mro__"));
  return it->second;
}

Value hostClassEntry(Stage &s, Handle cls, llvm::StringRef name) {
  if (Value own = writtenEntry(s, cls, name); !own.isUndefined())
    return own;
  return initialClassEntry(s, cls, name);
}

// What a class in C has is for good, and means the same by whichever way it was reached.
static bool isFixedEntry(Stage &s, Handle cls, Handle entry) {
  host::Kind kind = s.host.kind(entry);
  return s.host.isFixed(cls) && (kind == host::Kind::SlotWrapper || kind == host::Kind::None ||
                                 kind == host::Kind::BuiltinFunction);
}

Value initialClassEntry(Stage &s, Handle cls, llvm::StringRef name) {
  auto [it, isNew] = s.classes.entries.try_emplace({cls, name.data()}, Value());
  if (!isNew && !it->second.isRef())
    return it->second;
  Value value;
  if (Handle entry = hostOf(s).classEntry(cls, {name.data(), name.size()}))
    value = isFixedEntry(s, cls, entry) ? Value::ofStatic(entry)
                                        : outside(s, entry, attributePath(cls, name));
  else
    guardLack(s, cls, name);
  s.classes.entries[{cls, name.data()}] = value;
  return value;
}

bool hasClassEntry(Stage &s, Handle cls, llvm::StringRef name) {
  return !initialClassEntry(s, cls, s.intern(name)).isUndefined();
}

std::vector<Handle> classNames(Stage &s, Handle cls) {
  Handle space = hostOf(s).slot(cls, "__dict__");
  if (!space)
    return {};
  std::vector<Handle> names;
  for (auto &[name, value] : hostOf(s).items(space))
    names.push_back(name);
  if (!s.host.isFixed(cls))
    guard(s, Guard::Kind::Keys, slotPath(cls, "__dict__"), s.host.tuple(names));
  return names;
}

Value metaclassOf(Stage &s, Handle cls) {
  Value &known = s.classes.metaclasses[cls];
  if (known.isUndefined()) {
    known = Value::ofStatic(hostOf(s).metaclass(cls));
    if (!s.host.isFixed(cls))
      guardClass(s, cls, rootPath(s, cls));
  }
  return known;
}

Value valueInside(Stage &s, Handle instance) {
  Handle value = hostOf(s).payload(instance);
  return value ? s.ofHandle(value) : Value();
}

Value classOf(Stage &s, Handle object) {
  Handle cls = hostOf(s).classOf(object);
  if (!s.host.isFixed(cls) && s.outside.classed.insert(object).second)
    guardClass(s, object, rootPath(s, object));
  return Value::ofStatic(cls);
}

} // namespace lith::stage
