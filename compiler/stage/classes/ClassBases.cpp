// ClassBases.cpp: in which order a class looks into its bases, and which bases go together.
#include "stage/Protocols.h"
#include "stage/Reading.h"
#include "stage/classes/ClassAttributes.h"
#include "stage/classes/ProgramClasses.h"

namespace lith::stage {

using host::Handle;

// C3 linearisation of the bases, without the class itself; `left` holds what could not be ordered.
static std::vector<Value> linearise(Stage &s, llvm::ArrayRef<Value> bases,
                                    std::vector<std::vector<Value>> &left) {
  std::vector<Value> out;
  for (Value base : bases)
    left.push_back(mroOf(s, base).vec());
  left.push_back(bases.vec());
  while (true) {
    llvm::erase_if(left, [](auto &list) { return list.empty(); });
    auto first = llvm::find_if(left, [&](auto &list) {
      return llvm::none_of(left, [&](auto &other) {
        return llvm::is_contained(llvm::ArrayRef<Value>(other).drop_front(), list[0]);
      });
    });
    if (first == left.end())
      return out;
    Value next = (*first)[0];
    out.push_back(next);
    for (auto &list : left)
      if (list[0] == next)
        list.erase(list.begin());
  }
}

std::vector<Value> mroOfBases(Stage &s, Value made) {
  std::vector<std::vector<Value>> left;
  std::vector<Value> mro = linearise(s, s.find<ClassObject>(made)->bases, left);
  mro.insert(mro.begin(), made);
  return mro;
}

static int64_t numberOf(Stage &s, Handle cls, const char *slot) {
  Handle number = fixedSlot(s, cls, slot);
  return number ? s.host.asInt(number).value_or(0) : 0;
}

// The built-in class whose memory instances of the class have, as CPython's `solid_base`.
static Handle layoutOf(Stage &s, Handle cls) {
  constexpr int64_t isHeapType = 1 << 9;
  while (Handle base = fixedSlot(s, cls, "__base__")) {
    if (s.host.kind(base) != host::Kind::Class)
      return cls;
    bool isSame = numberOf(s, cls, "__basicsize__") == numberOf(s, base, "__basicsize__") &&
                  numberOf(s, cls, "__itemsize__") == numberOf(s, base, "__itemsize__");
    if (!isSame && !(numberOf(s, cls, "__flags__") & isHeapType))
      return cls;
    cls = base;
  }
  return cls;
}

// Whether each built-in layout among the bases is one with the others.
static bool layoutsAgree(Stage &s, llvm::ArrayRef<Value> mro) {
  Handle widest = builtinType(s, "object").handle();
  for (Value cls : mro) {
    if (!cls.isStatic())
      continue;
    Handle layout = layoutOf(s, cls.handle());
    if (llvm::is_contained(mroOf(s, Value::ofStatic(layout)), Value::ofStatic(widest)))
      widest = layout;
    else if (!llvm::is_contained(mroOf(s, Value::ofStatic(widest)), Value::ofStatic(layout)))
      return false;
  }
  return true;
}

static bool mayBeBase(Stage &s, Value base) {
  constexpr int64_t isBaseType = 1 << 10;
  return !base.isStatic() || !fixedSlot(s, base.handle(), "__flags__") ||
         (numberOf(s, base.handle(), "__flags__") & isBaseType);
}

static bool fail(Stage &s, const llvm::Twine &message) {
  raise(s, "TypeError", message);
  return false;
}

bool checkBases(Stage &s, Value made) {
  const std::vector<Value> bases = s.find<ClassObject>(made)->bases;
  for (auto [i, base] : llvm::enumerate(bases)) {
    if (!mayBeBase(s, base))
      return fail(s, "type '" + classNameInMessages(s, base) + "' is not an acceptable base type");
    if (llvm::is_contained(llvm::ArrayRef(bases).take_front(i), base))
      return fail(s, "duplicate base class " + className(s, base));
  }
  if (!layoutsAgree(s, s.find<ClassObject>(made)->mro))
    return fail(s, "multiple bases have instance lay-out conflict");
  std::vector<std::vector<Value>> left;
  linearise(s, bases, left);
  if (left.empty())
    return true;
  std::vector<Value> blocked;
  std::string names;
  for (auto &list : left)
    if (!llvm::is_contained(blocked, list[0])) {
      blocked.push_back(list[0]);
      names += (names.empty() ? " " : ", ") + className(s, list[0]);
    }
  return fail(s, std::string("Cannot create a consistent method resolution") +
                     (isPython(s, 13) ? " " : "\n") + "order (MRO) for bases" + names);
}

} // namespace lith::stage
