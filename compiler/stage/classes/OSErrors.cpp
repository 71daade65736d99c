// OSErrors.cpp: exceptions of a number and a text, as CPython's OSError has them.
#include "stage/classes/OSErrors.h"
#include "stage/Outside.h"
#include "stage/Protocols.h"
#include "stage/Reading.h"
#include "stage/emit/Refusals.h"

namespace lith::stage {

static bool takesParts(size_t count) { return count >= 2 && count <= 5; }

Value classOfOSError(Stage &s, Value cls, const Arguments &arguments) {
  if (cls != builtinType(s, "OSError") || !takesParts(arguments.positional.size()) ||
      !arguments.keywords.empty())
    return cls;
  host::Handle number = s.toHandle(arguments.positional[0]);
  if (!number)
    refuse(s, diag::Kind::NeedsConstant, {"the number of an OSError, which chooses its class,"});
  host::Outcome made = runInHost(s, cls.handle(), {number, s.host.str("")}, {});
  return made.ok() ? classOf(s, made.value) : cls;
}

// As the object holds it now, whatever it was made of.
static Value heldPart(Stage &s, Value exception, llvm::StringRef name) {
  return isOutside(s, exception.address()) ? slotOfObject(s, exception.address(), s.intern(name))
                                           : Value();
}

llvm::ArrayRef<Value> partsOfOSError(Stage &s, Value exception) {
  Value arguments = s.find<InstanceObject>(exception)->payload;
  bool isOSError = isSubclass(s, typeOf(s, exception), builtinType(s, "OSError")).value_or(false);
  if (!isOSError || !arguments.isTuple() || !takesParts(arguments.tuple().elements.size()))
    return {};
  if (!isOutside(s, exception.address()))
    return arguments.tuple().elements;
  auto held = [&](llvm::StringRef name) { return heldPart(s, exception, name); };
  return s.tuple({held("errno"), held("strerror"), held("filename"), s.none(), held("filename2")})
      .tuple()
      .elements;
}

Result textOfOSError(Stage &s, llvm::ArrayRef<Value> parts) {
  std::vector<Value> shown{s.string("[Errno "), parts[0], s.string("] "), parts[1]};
  for (size_t i : {1, 3}) {
    Result text = str(s, shown[i]);
    if (!text)
      return text;
    shown[i] = *text;
  }
  for (size_t file : {2, 4}) {
    if (file >= parts.size() || s.isNone(parts[file]))
      continue;
    Result text = repr(s, parts[file]);
    if (!text)
      return text;
    shown.push_back(s.string(file == 2 ? ": " : " -> "));
    shown.push_back(*text);
  }
  return joinText(s, shown);
}

Value attributeOfOSError(Stage &s, Value exception, llvm::StringRef name) {
  auto parts = partsOfOSError(s, exception);
  if (name == "args") {
    bool hasFile = !isOutside(s, exception.address()) && parts.size() > 2 && !s.isNone(parts[2]);
    return hasFile ? s.tuple(parts.take_front(2)) : s.find<InstanceObject>(exception)->payload;
  }
  int part = llvm::StringSwitch<int>(name)
                 .Case("errno", 0)
                 .Case("strerror", 1)
                 .Case("filename", 2)
                 .Case("filename2", 4)
                 .Default(-1);
  bool isOSError = isSubclass(s, typeOf(s, exception), builtinType(s, "OSError")).value_or(false);
  if (part < 0 || !isOSError)
    return {};
  if (Value held = heldPart(s, exception, name); !held.isUndefined())
    return held;
  return size_t(part) < parts.size() ? parts[size_t(part)] : s.none();
}

} // namespace lith::stage
