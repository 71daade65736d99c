// Foreign.cpp: objects of C types that the stage has no rule for.
#include "stage/objects/Foreign.h"
#include "host/HostFunctions.h"
#include "stage/Outside.h"
#include "stage/Protocols.h"
#include "stage/Reading.h"
#include "stage/emit/Refusals.h"
#include "stage/outside/HostFunctions.h"

namespace lith::stage {

using host::Handle;
using host::Kind;

namespace {

struct SlotRow {
  llvm::StringRef methods[2]; ///< a type that has one of them defines the slot
  std::string_view function;  ///< of the host, which answers
};

// In the order of Slot.
constexpr SlotRow rows[] = {
    {{"__bool__", "__len__"}, "builtins.bool"},
    {{"__hash__", ""}, "builtins.hash"},
    {{"__eq__", ""}, "operator.eq"},
    {{"__str__", "__repr__"}, "builtins.str"},
    {{"__repr__", ""}, "builtins.repr"},
    {{"__format__", ""}, "builtins.format"},
    {{"__len__", ""}, "builtins.len"},
    {{"__contains__", "__iter__"}, "operator.contains"},
    {{"__index__", ""}, "operator.index"},
    {{"__getitem__", ""}, "operator.getitem"},
};

} // namespace

// The object behind the value; null: the program has made it, or changed it.
static Handle objectOf(Stage &s, Value value) {
  bool isInstance = s.find<InstanceObject>(value) && isOutside(s, value.address());
  return isInstance ? outsideHandle(s, value.address()) : s.toHandle(value);
}

Value entryBelowObject(Stage &s, Value cls, llvm::StringRef name) {
  for (Value base : mroOf(s, cls)) {
    if (base == builtinType(s, "object"))
      break;
    if (Value entry = hostClassEntry(s, base.handle(), s.intern(name)); !entry.isUndefined())
      return entry;
  }
  return {};
}

static Value typeEntry(Stage &s, Value value, llvm::StringRef method) {
  return entryBelowObject(s, classOf(s, objectOf(s, value)), method);
}

static std::string typeNameOf(Stage &s, Value value) {
  return s.host.qualifiedName(classOf(s, objectOf(s, value)).handle());
}

static bool isListed(Stage &s, Handle handle) {
  return host::isUnchangingType(s.host.qualifiedName(classOf(s, handle).handle()));
}

bool isForeign(Stage &s, Value value) {
  bool isObject = value.isStatic() || s.find<InstanceObject>(value);
  Handle handle = isObject ? objectOf(s, value) : nullptr;
  return handle && (s.host.kind(handle) == Kind::Other ||
                    (s.host.kind(handle) == Kind::Instance && isListed(s, handle)));
}

bool definesAny(Stage &s, Value value, llvm::ArrayRef<llvm::StringRef> methods) {
  return isForeign(s, value) && llvm::any_of(methods, [&](llvm::StringRef name) {
           return !name.empty() && !typeEntry(s, value, name).isUndefined();
         });
}

bool definesSlot(Stage &s, Value value, Slot slot) {
  return definesAny(s, value, rows[size_t(slot)].methods);
}

static bool isUnchanging(Stage &s, Handle handle) {
  switch (s.host.kind(handle)) {
  case Kind::Tuple:
  case Kind::Size:
    for (size_t i = 0, n = s.host.count(handle); i < n; ++i)
      if (!isUnchanging(s, s.host.part(handle, i)))
        return false;
    return true;
  case Kind::Other: { // a time is as its zone is
    Handle zone = fixedSlot(s, handle, "tzinfo");
    return isListed(s, handle) && (!zone || isUnchanging(s, zone));
  }
  case Kind::List:
  case Kind::Dict:
  case Kind::Set:
    return false;
  case Kind::Instance:
    return isListed(s, handle);
  case Kind::Tensor:
  case Kind::Parameter:
  case Kind::Generator:
    return false;
  default:
    return true;
  }
}

// What an answer about such an object depends on beside it.
static void noteInherited(Stage &s, Handle handle, bool isText) {
  std::string name = s.host.qualifiedName(classOf(s, handle).handle());
  if (name == "decimal.Decimal")
    ambient(s, "decimal_context");
  if (isText && llvm::StringRef(name).starts_with("numpy."))
    ambient(s, "numpy_legacy");
}

Handle unchanging(Stage &s, Value value) {
  Handle handle = objectOf(s, value);
  if (!handle || !isUnchanging(s, handle))
    return nullptr;
  if (value.isRef()) // of an argument, only the class is guarded yet
    guard(s, contract::Guard::Kind::Identity, outsidePath(s, value.address()), handle);
  return handle;
}

// An exception that a library fills in itself cannot be made of its arguments.
static host::Outcome checked(Stage &s, host::Outcome outcome, const std::string &what) {
  checkSilent(s, outcome, what);
  if (!outcome.ok() && outcome.exceptionClass &&
      llvm::StringRef(s.host.qualifiedName(outcome.exceptionClass)).starts_with("numpy."))
    refuse(s, diag::Kind::UnsupportedFunction, {what});
  return outcome;
}

std::optional<host::Outcome> askHost(Stage &s, Slot slot, Value owner,
                                     llvm::ArrayRef<Value> operands) {
  if (!definesSlot(s, owner, slot))
    return std::nullopt;
  const SlotRow &row = rows[size_t(slot)];
  bool isText = slot == Slot::Text || slot == Slot::Repr || slot == Slot::Format;
  std::vector<Handle> handles;
  for (Value operand : operands) {
    handles.push_back(unchanging(s, operand));
    if (!handles.back())
      refuse(s, diag::Kind::UnsupportedFunction,
             {typeNameOf(s, owner) + "." + row.methods[0].str()});
    noteInherited(s, handles.back(), isText);
  }
  return checked(s, runInHost(s, lookup(s, row.function), handles, {}),
                 typeNameOf(s, owner) + "." + row.methods[0].str());
}

std::optional<host::Outcome> functionInHost(Stage &s, llvm::StringRef function,
                                            llvm::ArrayRef<Value> arguments,
                                            llvm::ArrayRef<llvm::StringRef> methods) {
  const Value *foreign =
      llvm::find_if(arguments, [&](Value each) { return definesAny(s, each, methods); });
  if (foreign == arguments.end())
    return std::nullopt;
  std::vector<Handle> handles;
  for (Value argument : arguments) {
    handles.push_back(unchanging(s, argument));
    if (!handles.back())
      refuse(s, diag::Kind::UnsupportedFunction,
             {function.str() + " of " + typeNameOf(s, *foreign)});
    noteInherited(s, handles.back(), true);
  }
  return checked(s, runInHost(s, lookup(s, function), handles, {}), function.str());
}

std::optional<host::Outcome> operatorInHost(Stage &s, llvm::StringRef symbol,
                                            llvm::ArrayRef<Value> operands) {
  if (llvm::none_of(operands, [&](Value operand) { return isForeign(s, operand); }))
    return std::nullopt;
  std::vector<Handle> handles;
  for (Value operand : operands) {
    handles.push_back(unchanging(s, operand));
    if (!handles.back())
      return std::nullopt;
    noteInherited(s, handles.back(), false);
  }
  return checked(s, s.host.apply(std::string_view(symbol), handles), "`" + symbol.str() + "`");
}

// Whether the class of an instance has `__eq__` or `__hash__` in Python code.
static bool definesEquality(Stage &s, Value value) {
  static constexpr llvm::StringRef methods[] = {"__eq__", "__hash__"};
  return s.host.kind(objectOf(s, value)) == Kind::Instance &&
         llvm::any_of(methods, [&](llvm::StringRef name) {
           return isUserFunction(s, classAttribute(s, typeOf(s, value), s.intern(name)));
         });
}

bool sameForeignKey(Stage &s, Value left, Value right) {
  if (!objectOf(s, left) || !objectOf(s, right) ||
      (!definesSlot(s, left, Slot::Equality) && !definesSlot(s, right, Slot::Equality)))
    return false;
  for (Value key : {left, right})
    if (isForeign(s, key) && !unchanging(s, key))
      refuse(s, diag::Kind::CannotBox, {typeNameOf(s, key) + " as a key"});
  for (Value key : {left, right}) // whose methods a look-up would ask
    if (!isForeign(s, key) && definesEquality(s, key))
      refuse(s, diag::Kind::CannotBox, {typeNameOf(s, key) + " as a key"});
  if (!unchanging(s, left) || !unchanging(s, right)) // one is an object, equal to itself only
    return false;
  auto hash = [&](Value key) {
    return runInHost(s, lookup(s, "builtins.hash"), {objectOf(s, key)}, {});
  };
  host::Outcome first = hash(left), second = hash(right);
  if (!first.ok() || !second.ok() || s.host.asInt(first.value) != s.host.asInt(second.value))
    return false;
  host::Outcome equal = s.host.apply("==", {objectOf(s, left), objectOf(s, right)});
  host::Outcome truth = equal.ok() ? s.host.apply("bool", {equal.value}) : equal;
  return truth.ok() && s.asBool(s.ofHandle(truth.value)) == true;
}

bool isUnhashable(Stage &s, Value value) {
  return isForeign(s, value) && s.isNone(typeEntry(s, value, "__hash__"));
}

void refuseForeign(Stage &s, Value value, llvm::StringRef method) {
  if (isForeign(s, value) && !typeEntry(s, value, method).isUndefined())
    refuse(s, diag::Kind::UnsupportedFunction, {typeNameOf(s, value) + "." + method.str()});
}

} // namespace lith::stage
