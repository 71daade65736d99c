// ClassWrites.cpp: what is written into classes that the program makes, and what __slots__ allows.
#include "stage/Protocols.h"
#include "stage/Reading.h"
#include "stage/classes/ClassAttributes.h"
#include "stage/classes/ProgramClasses.h"
#include "stage/emit/Refusals.h"

namespace lith::stage {

using host::Handle;

void setClassEntry(Stage &s, Value cls, llvm::StringRef name, Value value) {
  auto &entries = s.write<ClassObject>(cls).entries;
  for (auto &[key, place] : entries)
    if (key.data() == name.data()) {
      place = value;
      return;
    }
  entries.push_back({name, value});
}

bool nameClass(Stage &s, Value cls, llvm::StringRef name, Value value) {
  auto text = s.asStr(value);
  if (!text)
    refuse(s, diag::Kind::UnsupportedFunction, {"setting " + name.str() + " of a class"});
  ClassObject &object = s.write<ClassObject>(cls);
  (name == "__name__" ? object.name : object.qualname) = text->str();
  return true;
}

bool setClassAttribute(Stage &s, Value cls, llvm::StringRef name, Value value) {
  if (name == "__name__" || name == "__qualname__")
    return nameClass(s, cls, name, value);
  if (llvm::is_contained({"__bases__", "__class__", "__dict__", "__mro__", "__base__"}, name))
    refuse(s, diag::Kind::UnsupportedFunction, {"setting " + name.str() + " of a class"});
  setClassEntry(s, cls, name, value);
  return true;
}

// --- __slots__

// What __slots__ of a class that the program makes lists; none: it has no __slots__.
static std::optional<std::vector<Value>> slotsOf(Stage &s, const ClassObject &cls) {
  const Value *slots = cls.find(s.intern("__slots__"));
  if (!slots)
    return std::nullopt;
  if (slots->isTuple())
    return slots->tuple().elements.vec();
  if (auto *list = s.find<ListObject>(*slots); list && !list->isRuntime())
    return listElements(s, *slots);
  std::vector<Value> names;
  if (auto *dict = s.find<DictObject>(*slots); dict && !dict->isRuntime()) {
    for (auto &[key, value] : dictEntries(s, *slots))
      names.push_back(key);
    return names;
  }
  if (!s.asStr(*slots))
    refuse(s, diag::Kind::UnsupportedStatement, {"class with such __slots__"});
  return std::vector<Value>{*slots};
}

// A name with two underscores is the class's own.
static std::string slotName(const ClassObject &cls, llvm::StringRef text) {
  bool isPrivate = text.starts_with("__") && !text.ends_with("__");
  return isPrivate ? "_" + llvm::StringRef(cls.name).ltrim('_').str() + text.str() : text.str();
}

static bool isSlotExcluded(Stage &s, Value cls, llvm::StringRef name) {
  for (Value base : mroOf(s, cls)) {
    const ClassObject *made = s.find<ClassObject>(base);
    if (!made && base == builtinType(s, "object"))
      continue;
    auto slots = made ? slotsOf(s, *made) : std::nullopt;
    if (!slots)
      return false;
    for (Value slot : *slots) {
      auto text = s.asStr(slot);
      if (!text || *text == "__dict__" || slotName(*made, *text) == name)
        return false;
    }
  }
  return true;
}

bool excludesAttribute(Stage &s, Value cls, llvm::StringRef name) {
  if (!cls.isStatic())
    return isSlotExcluded(s, cls, name);
  if (hasDict(s, cls))
    return false;
  Value entry = classAttribute(s, cls, name);
  return entry.isUndefined() || !entry.isStatic() ||
         !hasClassEntry(s, classOf(s, entry.handle()).handle(), "__set__");
}

bool hasDict(Stage &s, Value cls) {
  if (!cls.isStatic())
    return !isSlotExcluded(s, cls, "__dict__");
  Handle place = fixedSlot(s, cls.handle(), "__dictoffset__");
  Handle flags = fixedSlot(s, cls.handle(), "__flags__");
  constexpr int64_t hasManagedDict = 1 << 4; // Py_TPFLAGS_MANAGED_DICT, of classes of pybind11
  return !place || s.host.asInt(place) != 0 ||
         (flags && (s.host.asInt(flags).value_or(0) & hasManagedDict) != 0);
}

bool checkSlots(Stage &s, Value made) {
  const ClassObject cls = *s.find<ClassObject>(made);
  for (Value slot : slotsOf(s, cls).value_or(std::vector<Value>())) {
    auto text = s.asStr(slot);
    if (!text)
      return raise(s, "TypeError",
                   "__slots__ items must be strings, not '" + typeName(s, slot) + "'"),
             false;
    if (!cls.find(s.intern(slotName(cls, *text))))
      continue;
    return raise(s, "ValueError", "'" + *text + "' in __slots__ conflicts with class variable"),
           false;
  }
  return true;
}

} // namespace lith::stage
