// Texts.cpp: str(x), repr(x), format(x, spec).
#include "stage/objects/Texts.h"
#include "stage/Boxing.h"
#include "stage/Paths.h"
#include "stage/Protocols.h"
#include "stage/Reading.h"
#include "stage/emit/Emit.h"
#include "stage/emit/Refusals.h"
#include "stage/objects/Kinds.h"
#include "stage/objects/Numbers.h"
#include "stage/objects/Operators.h"
#include "stage/runtime/Boxes.h"
#include "stage/runtime/Records.h"

#include <set>

namespace lith::stage {

// Whether the text of a value depends on which of several types it has: where one of them has
// methods, run time's own text of a box does not call them.
static bool isOneOfSeveral(Stage &s, Value value) {
  return value.isUnion() ||
         (value.isBox() && !value.types()->isAny() && mayHoldRecords(s, value, {}));
}

// Of a box whose parts have no methods of the program's, by run time.
static Result textOfBox(Stage &s, llvm::StringRef function, Value box) {
  if (mayHoldFunctions(s, box))
    refuse(s, diag::Kind::UnsupportedFunction,
           {"text of a function that the program makes (it holds an address)"});
  return textAtRunTime(s, function, {box.ssa()}, mayHoldTensors(s, box));
}

Result str(Stage &s, Value value) {
  if (isOneOfSeveral(s, value))
    return forEachAlternative(s, value, [&](Value one) { return str(s, one); });
  if (value.isBox())
    return textOfBox(s, "value_str", value);
  auto slot = slotsOf(s, value).str;
  return slot ? slot(s, value) : repr(s, value);
}

Result repr(Stage &s, Value value) {
  if (isOneOfSeveral(s, value)) {
    if (value.isBox() && nestsTuples(value.types()))
      refuse(s, diag::Kind::UnsupportedFunction, {"repr of tuples in tuples that hold instances"});
    return forEachAlternative(s, value, [&](Value one) { return repr(s, one); });
  }
  Scoped<unsigned> deeper(s.body.nesting, s.body.nesting + 1);
  if (s.body.nesting > s.body.MaxNesting)
    refuse(s, diag::Kind::UnsupportedFunction, {"repr of a container that holds itself"});
  if (value.isBox())
    return textOfBox(s, "value_repr", value);
  if (auto slot = slotsOf(s, value).repr)
    return slot(s, value);
  refuse(s, diag::Kind::UnsupportedFunction,
         {"repr of an object without __repr__ (it holds an address)"});
}

Result format(Stage &s, Value value, Value spec) {
  if (isOneOfSeveral(s, value))
    return forEachAlternative(s, value, [&](Value one) { return format(s, one, spec); });
  if (value.isBox())
    return formatOfValue(s, value, spec);
  auto slot = slotsOf(s, value).format;
  return slot ? slot(s, value, spec) : formatOfObject(s, value, spec);
}

Result formatOfObject(Stage &s, Value value, Value spec) {
  auto known = s.asStr(spec);
  if (!known || known->empty() || isLong(s, value))
    return formatOfValue(s, value, spec);
  refuseMethod(s, value, "__format__");
  return raise(s, "TypeError",
               "unsupported format string passed to " + typeName(s, value) + ".__format__");
}

Result formatOfValue(Stage &s, Value value, Value spec) {
  auto known = s.asStr(spec);
  if (known && known->empty())
    return str(s, value);
  bool isPlain = isNumber(s, value) || isString(s, value) || isLong(s, value);
  if (known && value.isStatic() && isPlain)
    return hostResult(
        s, runInHost(s, lookup(s, "builtins.format"), {value.handle(), spec.handle()}, {}));
  return textAtRunTime(s, "value_format", {toBox(s, value), toStr(s, spec)},
                       mayHoldTensors(s, value));
}

Result reprAtRunTime(Stage &s, Value value) {
  return textAtRunTime(s, "value_repr", {toBox(s, value)}, mayHoldTensors(s, value));
}

// The host calls no `__repr__` of Python code: the program does.
Result reprOfConstant(Stage &s, Value value) {
  Value own = classAttribute(s, typeOf(s, value), s.intern("__repr__"));
  return isUserFunction(s, own) ? call(s, own, value)
                                : Result(s.string(s.host.repr(value.handle())));
}

// Whether a known container is reached from itself: its text has an end only at run time, where a
// container inside itself is shown as "[...]".
static bool containsItself(Stage &s, Value container) {
  std::vector<Value> open{container};
  std::set<Address> seen;
  while (!open.empty()) {
    Value value = open.back();
    open.pop_back();
    std::vector<Value> parts;
    if (value.isTuple())
      parts = value.tuple().elements.vec();
    else if (auto *list = s.find<ListObject>(value))
      parts = list->elements;
    else if (auto *dict = s.find<DictObject>(value))
      for (auto &[key, element] : dict->entries)
        parts.push_back(element);
    for (Value part : parts) {
      if (part == container && part.isRef())
        return true;
      if (part.isTuple() || (part.isRef() && seen.insert(part.address()).second))
        open.push_back(part);
    }
  }
  return false;
}

bool hasKnownText(Stage &s, Value container) {
  if (isRuntime(*s.state.heap.find(container.address())))
    return false;
  bool isKnown = !containsItself(s, container);
  if (!isKnown)
    makeRuntime(s, container);
  return isKnown;
}

Result textOfContents(Stage &s, Value container, llvm::StringRef prelude,
                      llvm::ArrayRef<Value> arguments) {
  return mayHoldRecords(s, container, {}) ? callPrelude(s, prelude, arguments)
                                          : reprAtRunTime(s, container);
}

Result textOfElements(Stage &s, llvm::StringRef open, llvm::ArrayRef<Value> elements,
                      llvm::StringRef close) {
  std::vector<Value> parts{s.string(open)};
  for (auto [i, element] : llvm::enumerate(elements)) {
    if (i)
      parts.push_back(s.string(", "));
    Result shown = repr(s, element);
    if (!shown)
      return shown;
    parts.push_back(*shown);
  }
  parts.push_back(s.string(close));
  return joinText(s, parts);
}

Value joinText(Stage &s, llvm::ArrayRef<Value> parts) {
  std::vector<Value> merged;
  for (Value part : parts) {
    auto known = s.asStr(part);
    if (known && !merged.empty())
      if (auto before = s.asStr(merged.back())) {
        merged.back() = s.string((*before + *known).str());
        continue;
      }
    merged.push_back(part);
  }
  if (merged.size() == 1)
    return merged[0];
  if (merged.empty())
    return s.string("");
  llvm::SmallVector<mlir::Value> operands;
  for (Value part : merged)
    operands.push_back(toBox(s, part));
  return s.strScalar(rtPlain(s, "str_join", operands, ir::StrType::get(&s.context)));
}

} // namespace lith::stage
