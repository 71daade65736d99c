// Texts.cpp: str(x), repr(x), format(x, spec).
#include "stage/Impl.h"
#include "stage/builtins/Support.h"
#include "stage/classes/OSErrors.h"
#include "stage/numpy/NumpyNumbers.h"
#include "stage/objects/Iteration.h"
#include "stage/objects/Sets.h"
#include "stage/runtime/Keys.h"
#include "stage/runtime/Records.h"
#include "stage/tensor/Tensor.h"

#include <set>

namespace lith::stage {

// Whether the text of a value depends on which of several types it has: where one of them has
// methods, run time's own text of a box does not call them.
static bool isOneOfSeveral(Stage &s, Value value) {
  return value.isUnion() ||
         (value.isBox() && !value.types()->isAny() && mayHoldRecords(s, value, {}));
}

Result Stage::str(Value value) {
  if (isString(value))
    return value;
  if (isOneOfSeveral(*this, value))
    return forEachAlternative(value, [&](Value alternative) { return str(alternative); });
  mlir::Type type = ir::StrType::get(&context);
  if (Value method = tupleMethod(value, "__str__"); !method.isUndefined())
    return textOfMethod(*this, call(method, value), "__str__");
  if (find<InstanceObject>(value)) {
    if (isException(value))
      return exceptionStr(value);
    Value function = classAttribute(typeOf(value), intern("__str__"));
    if (!function.isUndefined() && !isSlot(function))
      return textOfMethod(*this, call(function, value), "__str__");
    Value payload = payloadOf(value);
    if (payload != value &&
        function == hostClassEntry(builtinType("str").handle(), intern("__str__")))
      return str(payload);
    // `__str__ = int.__repr__`, as IntEnum has it
    bool isRepr = isSlot(function) &&
                  llvm::StringRef(host.qualifiedName(function.handle())).ends_with(".__repr__");
    return isRepr && payload != value ? repr(payload) : repr(value);
  }
  if (value.isScalar(ScalarType::Exception))
    return strScalar(rt("exception_str", {value.ssa()}, type));
  if (value.isBox())
    return strScalar(rt("value_str", {value.ssa()}, type));
  if (value.isStatic() && (kindOf(value) == host::Kind::Device || isNumpyNumber(*this, value)))
    return callHost(builtinType("str"), {{value}, {}, {}});
  if (value.isStatic())
    if (host::Handle handle = value.handle(); isNumber(value) || isNone(value) || asBool(value))
      return string(host.repr(handle));
  if (value.isScalar(ScalarType::Int))
    return strScalar(rtPlain("int_str", {value.ssa()}, type));
  if (value.isScalar(ScalarType::Float))
    return strScalar(rtPlain("float_str", {value.ssa()}, type));
  if (value.isScalar(ScalarType::Bool))
    return strScalar(rtPlain("bool_str", {value.ssa()}, type));
  return repr(value);
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

// Of an exception whose arguments have methods.
static Result exceptionRepr(Stage &s, Value exception) {
  Value arguments = s.payloadOf(exception);
  bool isOne = arguments.isTuple() && arguments.tuple().elements.size() == 1;
  Result shown = s.repr(isOne ? arguments.tuple().elements[0] : arguments);
  if (!shown)
    return shown;
  Value name = s.string(s.className(s.typeOf(exception)));
  return s.joinText(isOne ? std::vector<Value>{name, s.string("("), *shown, s.string(")")}
                          : std::vector<Value>{name, *shown});
}

Result Stage::repr(Value value) {
  if (isOneOfSeveral(*this, value)) {
    if (value.isBox() && nestsTuples(value.types()))
      refuse(diag::Kind::UnsupportedFunction, {"repr of tuples in tuples that hold instances"});
    return forEachAlternative(value, [&](Value alternative) { return repr(alternative); });
  }
  Scoped<unsigned> deeper(impl->nesting, impl->nesting + 1);
  if (impl->nesting > impl->MaxNesting)
    refuse(diag::Kind::UnsupportedFunction, {"repr of a container that holds itself"});
  mlir::Type type = ir::StrType::get(&context);
  if (value.isStatic()) { // the host calls no `__repr__` of Python code: the program does
    Value own = classAttribute(typeOf(value), intern("__repr__"));
    return isUserFunction(own) ? call(own, value) : Result(string(host.repr(value.handle())));
  }
  if (Value method = tupleMethod(value, "__repr__"); !method.isUndefined())
    return textOfMethod(*this, call(method, value), "__repr__");
  if (find<InstanceObject>(value)) {
    Value function = classAttribute(typeOf(value), intern("__repr__"));
    if (!function.isUndefined() && !isSlot(function))
      return textOfMethod(*this, call(function, value), "__repr__");
    if (const Primitive *own = isSlot(function) ? ofCollection(*this, function) : nullptr)
      return call(boundPrimitive(own, {}), value);
    if (isException(value) && partsOfOSError(*this, value).size() > 2) {
      Result shown = repr(attributeOfOSError(*this, value, "args"));
      return shown ? Result(joinText({string(className(typeOf(value))), *shown})) : shown;
    }
    bool isPlain = !isException(value);
    if (Value payload = payloadOf(value); isPlain && payload != value)
      return repr(payload);
    if (isPlain)
      refuse(diag::Kind::UnsupportedFunction,
             {"repr of an object without __repr__ (it holds an address)"});
    if (mayHoldRecords(*this, payloadOf(value), {}))
      return exceptionRepr(*this, value);
  }
  if (isView(value)) {
    static constexpr llvm::StringRef names[] = {"dict_keys(", "dict_values(", "dict_items("};
    size_t part = size_t(find<IteratorObject>(value)->form) - size_t(IteratorObject::Form::Keys);
    std::optional<std::vector<Value>> elements;
    Result all = collect(value, elements);
    Result shown = all ? repr(elements ? list(*elements) : *all) : all;
    return shown ? Result(joinText({string(names[part]), *shown, string(")")})) : shown;
  }
  if (isTensor(value))
    return tensor::textOf(*this, value);
  if (isContainer(value) && !isRuntime(*state.heap.find(value.address()))) {
    if (!containsItself(*this, value))
      return containerRepr(value);
    makeRuntime(value);
  }
  if (value.isTuple() && value.tuple().form != TupleData::Form::Slice)
    return containerRepr(value);
  if (isContainer(value) && mayHoldRecords(*this, value, {})) {
    if (find<DictObject>(value))
      return callPrelude(*this, "entries_text", value);
    if (isTupleOfRunTime(value))
      return callPrelude(*this, "tuple_text", value);
    bool isSet = find<SetObject>(value);
    return callPrelude(*this, "elements_text",
                       {value, string(isSet ? "{" : "["), string(isSet ? "}" : "]")});
  }
  return strScalar(rt("value_repr", {toBox(value)}, type));
}

// The text of a known container, part by part, so that what it holds stays known.
Result Stage::containerRepr(Value value) {
  if (value.isTuple() && value.tuple().form == TupleData::Form::Range)
    return strScalar(rt("value_repr", {toBox(value)}, ir::StrType::get(&context)));
  std::vector<Value> parts;
  auto text = [&](llvm::StringRef part) { parts.push_back(string(part)); };
  auto add = [&](Value element) {
    Result shown = repr(element);
    if (shown)
      parts.push_back(*shown);
    return shown.has_value();
  };
  if (find<DictObject>(value)) {
    text("{");
    bool first = true;
    for (auto &[key, element] : dictEntries(value)) {
      text(first ? "" : ", ");
      first = false;
      if (!add(key))
        return std::nullopt;
      text(": ");
      if (!add(element))
        return std::nullopt;
    }
    text("}");
    return joinText(parts);
  }
  std::vector<Value> elements = find<ListObject>(value)  ? listElements(value)
                                : find<SetObject>(value) ? elementsInOrder(*this, value)
                                                         : value.tuple().elements.vec();
  bool isSet = find<SetObject>(value), isTuple = value.isTuple();
  bool isSize = isTuple && value.tuple().form == TupleData::Form::Size;
  if (isTuple && value.tuple().form == TupleData::Form::Subclass)
    return namedTupleRepr(value);
  if (isSet && elements.empty())
    return string(find<SetObject>(value)->frozen ? "frozenset()" : "set()");
  bool frozen = isSet && find<SetObject>(value)->frozen;
  text(frozen ? "frozenset({" : isSet ? "{" : isSize ? "torch.Size([" : isTuple ? "(" : "[");
  for (size_t i = 0; i < elements.size(); ++i) {
    text(i ? ", " : "");
    if (!add(elements[i]))
      return std::nullopt;
  }
  text(frozen                 ? "})"
       : isSet                ? "}"
       : isSize               ? "])"
       : !isTuple             ? "]"
       : elements.size() == 1 ? ",)"
                              : ")");
  return joinText(parts);
}

Result Stage::namedTupleRepr(Value value) {
  std::vector<Value> parts{string(className(value.tuple().cls) + "(")};
  Value fields = classAttribute(value.tuple().cls, intern("_fields"));
  for (auto [i, element] : llvm::enumerate(value.tuple().elements)) {
    parts.push_back(string((i ? ", " : "") + asStr(fields.tuple().elements[i])->str() + "="));
    Result shown = repr(element);
    if (!shown)
      return shown;
    parts.push_back(*shown);
  }
  parts.push_back(string(")"));
  return joinText(parts);
}

Value Stage::joinText(llvm::ArrayRef<Value> parts) {
  std::vector<Value> merged;
  for (Value part : parts) {
    auto known = asStr(part);
    if (known && !merged.empty())
      if (auto before = asStr(merged.back())) {
        merged.back() = string((*before + *known).str());
        continue;
      }
    merged.push_back(part);
  }
  if (merged.size() == 1)
    return merged[0];
  if (merged.empty())
    return string("");
  llvm::SmallVector<mlir::Value> operands;
  for (Value part : merged)
    operands.push_back(toBox(part));
  return strScalar(rtPlain("str_join", operands, ir::StrType::get(&context)));
}

Result Stage::format(Value value, Value spec) {
  if (isOneOfSeveral(*this, value))
    return forEachAlternative(value, [&](Value alternative) { return format(alternative, spec); });
  auto known = asStr(spec);
  if (!known || !known->empty())
    value = pythonNumber(*this, value);
  if (isTensor(value) &&
      llvm::cast<mlir::RankedTensorType>(find<TensorObject>(value)->type).getRank() == 0) {
    Result number = callMethod(value, "item", {});
    return number ? format(*number, spec) : number;
  }
  if (find<InstanceObject>(value)) {
    Value function = classAttribute(typeOf(value), intern("__format__"));
    if (!function.isUndefined() && !isSlot(function))
      return resultOfMethod(*this, call(function, {value, spec}), "str", [](llvm::StringRef type) {
        return ("__format__ must return a str, not " + type).str();
      });
    if (Value payload = payloadOf(value); payload != value && !(known && known->empty()))
      return format(payload, spec);
  }
  if (known && known->empty())
    return str(value);
  if (known && value.isStatic() && (isNumber(value) || isString(value) || isNone(value)))
    return hostResult(
        host.call(host.lookup("builtins.format"), {value.handle(), spec.handle()}, {}));
  return strScalar(rt("value_format", {toBox(value), toStr(spec)}, ir::StrType::get(&context)));
}

} // namespace lith::stage
