// LibraryClasses.cpp: class statements whose class the standard library makes from constants: enums
// and named tuples. The class is made while the program is compiled.
#include "stage/Outside.h"
#include "stage/Protocols.h"
#include "stage/Reading.h"
#include "stage/classes/ClassAttributes.h"
#include "stage/classes/ProgramClasses.h"
#include "stage/emit/Refusals.h"

namespace lith::stage {

using namespace lith::syntax;
using host::Handle;

using Keywords = std::vector<std::pair<std::string, Handle>>;

static Handle text(Stage &s, llvm::StringRef value) {
  return s.host.str({value.data(), value.size()});
}

// The constant that an entry is; `auto()` of an enum is made again by the host.
static Handle constantOf(Stage &s, const ClassDef *definition, Value value) {
  if (Handle known = s.toHandle(value))
    return known;
  Handle automatic = lookup(s, "enum.auto");
  if (auto *instance = s.find<InstanceObject>(value);
      instance && instance->cls == Value::ofStatic(automatic))
    if (host::Outcome made = runInHost(s, automatic, {}, {}); made.ok())
      return made.value;
  refuseAt(s, definition, diag::Kind::UnsupportedStatement,
           {"enum or named tuple with methods, or with values that only run time knows,"});
}

Result makeEnum(Stage &s, const ClassDef *definition, Value body, Value base,
                const Arguments &given) {
  const ClassObject *cls = s.find<ClassObject>(body);
  if (cls->bases.size() != 1 || !cls->annotations.empty())
    refuseAt(s, definition, diag::Kind::UnsupportedStatement, {"class with a metaclass"});
  std::vector<Handle> members;
  llvm::DenseMap<Address, Handle> shared; // `a = b = auto()`
  for (auto &[name, value] : std::vector(cls->entries)) {
    Handle constant = value.isRef() ? shared.lookup(value.address()) : nullptr;
    if (!constant)
      constant = constantOf(s, definition, value);
    if (value.isRef())
      shared[value.address()] = constant;
    members.push_back(s.host.tuple({text(s, name), constant}));
  }
  Keywords keywords{{"qualname", text(s, cls->qualname)}};
  if (const Value *module = cls->find(s.intern("__module__")))
    keywords.push_back({"module", s.toHandle(*module)});
  for (auto &[name, value] : given.keywords) {
    bool isOutside = value.isRef() && stage::isOutside(s, value.address());
    if (name != "boundary" || !isOutside)
      refuseAt(s, definition, diag::Kind::UnsupportedStatement, {"enum with " + name.str()});
    keywords.push_back({name.str(), outsideHandle(s, value.address())});
  }
  return hostResult(
      s, runInHost(s, base.handle(), {text(s, cls->name), s.host.tuple(members)}, keywords));
}

// Sets what a class statement gives a class that the host made.
static void setOfClass(Stage &s, Value cls, llvm::StringRef name, Value value) {
  runInHost(s, lookup(s, "builtins.setattr"), {cls.handle(), text(s, name), s.toHandle(value)}, {});
}

Result makeTupleClass(Stage &s, const ClassDef *definition, Value body) {
  std::vector<Handle> names, defaults;
  std::vector<std::pair<llvm::StringRef, Value>> methods;
  const ClassObject *cls = s.find<ClassObject>(body);
  auto isField = [&](llvm::StringRef name) {
    return llvm::any_of(cls->annotations, [&](Value annotated) {
      return s.asStr(annotated.tuple().elements[0]) == name;
    });
  };
  for (Value annotated : std::vector(cls->annotations)) {
    llvm::StringRef name = *s.asStr(annotated.tuple().elements[0]);
    names.push_back(text(s, name));
    const Value *value = cls->find(s.intern(name));
    if (value)
      defaults.push_back(constantOf(s, definition, *value));
    else if (!defaults.empty())
      return raise(s, "TypeError",
                   "non-default namedtuple field " + name + " cannot follow default field");
  }
  for (auto &entry : cls->entries)
    if (!isField(entry.first) && entry.first != "__doc__" && entry.first != "__module__")
      methods.push_back(entry);
  Keywords keywords{{"defaults", s.host.tuple(defaults)}};
  if (const Value *module = cls->find(s.intern("__module__")))
    keywords.push_back({"module", s.toHandle(*module)});
  Result made = hostResult(s, runInHost(s, lookup(s, "collections.namedtuple"),
                                        {text(s, cls->name), s.host.tuple(names)}, keywords));
  if (!made)
    return made;
  setOfClass(s, *made, "__qualname__", s.string(cls->qualname));
  if (const Value *doc = cls->find(s.intern("__doc__")); !s.isNone(*doc))
    setOfClass(s, *made, "__doc__", *doc);
  if (methods.empty())
    return made;
  std::vector<Value> mro = mroOf(s, *made).vec();
  mro.insert(mro.begin(), body);
  ClassObject &own = s.write<ClassObject>(body);
  own.entries = std::move(methods);
  own.bases = {*made};
  own.mro = std::move(mro);
  return body;
}

} // namespace lith::stage
