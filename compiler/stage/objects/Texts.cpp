// Texts.cpp: str(x), repr(x), format(x, spec).
#include "stage/objects/Texts.h"
#include "stage/Arrays.h"
#include "stage/Boxing.h"
#include "stage/Paths.h"
#include "stage/Protocols.h"
#include "stage/Reading.h"
#include "stage/Stage.h"
#include "stage/classes/Attributes.h"
#include "stage/classes/ClassAttributes.h"
#include "stage/classes/Classes.h"
#include "stage/classes/Exceptions.h"
#include "stage/classes/MethodResults.h"
#include "stage/classes/OSErrors.h"
#include "stage/classes/TypeNames.h"
#include "stage/emit/Emit.h"
#include "stage/emit/Refusals.h"
#include "stage/objects/Containers.h"
#include "stage/objects/Foreign.h"
#include "stage/objects/Iteration.h"
#include "stage/objects/Operators.h"
#include "stage/objects/Sets.h"
#include "stage/outside/HostFunctions.h"
#include "stage/runtime/Boxes.h"
#include "stage/runtime/Records.h"
#include "stage/tensor/Tensor.h"

#include <set>

namespace lith::stage {

static Result containerRepr(Stage &, Value value);
static Result namedTupleRepr(Stage &, Value value, Value names);
// Whether the text of a value depends on which of several types it has: where one of them has
// methods, run time's own text of a box does not call them.
static bool isOneOfSeveral(Stage &s, Value value) {
  return value.isUnion() ||
         (value.isBox() && !value.types()->isAny() && mayHoldRecords(s, value, {}));
}

Result str(Stage &s, Value value) {
  if (isString(s, value))
    return value;
  if (isOneOfSeveral(s, value))
    return forEachAlternative(s, value, [&](Value alternative) { return str(s, alternative); });
  if (auto answer = askHost(s, Slot::Text, value, value))
    return hostResult(s, *answer);
  mlir::Type type = ir::StrType::get(&s.context);
  if (Value method = tupleMethod(s, value, "__str__"); !method.isUndefined())
    return textOfMethod(s, call(s, method, value), "__str__");
  if (s.find<InstanceObject>(value)) {
    if (isException(s, value))
      return exceptionStr(s, value);
    Value function = classAttribute(s, typeOf(s, value), s.intern("__str__"));
    if (!function.isUndefined() && !isSlot(s, function))
      return textOfMethod(s, call(s, function, value), "__str__");
    Value payload = payloadOf(s, value);
    if (payload != value &&
        function == hostClassEntry(s, builtinType(s, "str").handle(), s.intern("__str__")))
      return str(s, payload);
    // `__str__ = int.__repr__`, as IntEnum has it
    bool isRepr = isSlot(s, function) &&
                  llvm::StringRef(s.host.qualifiedName(function.handle())).ends_with(".__repr__");
    return isRepr && payload != value ? repr(s, payload) : repr(s, value);
  }
  if (value.isScalar(ScalarType::Exception))
    return s.strScalar(rt(s, "exception_str", {value.ssa()}, type));
  if (value.isBox())
    return s.strScalar(rt(s, "value_str", {value.ssa()}, type));
  if (value.isStatic() && s.kindOf(value) == host::Kind::Device)
    return callHost(s, builtinType(s, "str"), {{value}, {}, {}});
  if (value.isStatic())
    if (host::Handle handle = value.handle();
        isNumber(s, value) || s.isNone(value) || s.asBool(value))
      return s.string(s.host.repr(handle));
  if (value.isScalar(ScalarType::Int))
    return s.strScalar(rtPlain(s, "int_str", {value.ssa()}, type));
  if (value.isScalar(ScalarType::Float))
    return s.strScalar(rtPlain(s, "float_str", {value.ssa()}, type));
  if (value.isScalar(ScalarType::Bool))
    return s.strScalar(rtPlain(s, "bool_str", {value.ssa()}, type));
  return repr(s, value);
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

Result exceptionRepr(Stage &s, Value exception) {
  if (exception.isScalar())
    return repr(s, exception);
  Value arguments = s.find<InstanceObject>(exception)->payload;
  bool isOne = arguments.isTuple() && arguments.tuple().elements.size() == 1;
  Result shown = repr(s, isOne ? arguments.tuple().elements[0] : arguments);
  if (!shown)
    return shown;
  Value name = s.string(className(s, typeOf(s, exception)));
  return joinText(s, isOne ? std::vector<Value>{name, s.string("("), *shown, s.string(")")}
                           : std::vector<Value>{name, *shown});
}

Result repr(Stage &s, Value value) {
  if (isOneOfSeveral(s, value)) {
    if (value.isBox() && nestsTuples(value.types()))
      refuse(s, diag::Kind::UnsupportedFunction, {"repr of tuples in tuples that hold instances"});
    return forEachAlternative(s, value, [&](Value alternative) { return repr(s, alternative); });
  }
  Scoped<unsigned> deeper(s.body.nesting, s.body.nesting + 1);
  if (s.body.nesting > s.body.MaxNesting)
    refuse(s, diag::Kind::UnsupportedFunction, {"repr of a container that holds itself"});
  mlir::Type type = ir::StrType::get(&s.context);
  if (auto answer = askHost(s, Slot::Repr, value, value))
    return hostResult(s, *answer);
  if (value.isStatic()) { // the host calls no `__repr__` of Python code: the program does
    Value own = classAttribute(s, typeOf(s, value), s.intern("__repr__"));
    return isUserFunction(s, own) ? call(s, own, value)
                                  : Result(s.string(s.host.repr(value.handle())));
  }
  if (Value method = tupleMethod(s, value, "__repr__"); !method.isUndefined())
    return textOfMethod(s, call(s, method, value), "__repr__");
  if (s.find<InstanceObject>(value)) {
    Value function = classAttribute(s, typeOf(s, value), s.intern("__repr__"));
    if (!function.isUndefined() && !isSlot(s, function))
      return textOfMethod(s, call(s, function, value), "__repr__");
    if (const Primitive *own = isSlot(s, function) ? ofCollection(s, function) : nullptr)
      return call(s, s.boundPrimitive(own, {}), value);
    if (isException(s, value) && partsOfOSError(s, value).size() > 2) {
      Result shown = repr(s, attributeOfOSError(s, value, "args"));
      return shown ? Result(joinText(s, {s.string(className(s, typeOf(s, value))), *shown}))
                   : shown;
    }
    if (Value payload = payloadOf(s, value); payload != value)
      return repr(s, payload);
    if (!isException(s, value))
      refuse(s, diag::Kind::UnsupportedFunction,
             {"repr of an object without __repr__ (it holds an address)"});
    if (mayHoldRecords(s, s.find<InstanceObject>(value)->payload, {}))
      return exceptionRepr(s, value);
  }
  if (isView(s, value)) {
    static constexpr llvm::StringRef names[] = {"dict_keys(", "dict_values(", "dict_items("};
    size_t part = size_t(s.find<IteratorObject>(value)->form) - size_t(IteratorObject::Form::Keys);
    std::optional<std::vector<Value>> elements;
    Result all = collect(s, value, elements);
    Result shown = all ? repr(s, elements ? s.list(*elements) : *all) : all;
    return shown ? Result(joinText(s, {s.string(names[part]), *shown, s.string(")")})) : shown;
  }
  if (s.isTensor(value))
    return tensor::textOf(s, value);
  if (isContainer(s, value) && !isRuntime(*s.state.heap.find(value.address()))) {
    if (!containsItself(s, value))
      return containerRepr(s, value);
    makeRuntime(s, value);
  }
  if (value.isTuple() && value.tuple().form != TupleData::Form::Slice)
    return containerRepr(s, value);
  if (isContainer(s, value) && mayHoldRecords(s, value, {})) {
    if (s.find<DictObject>(value))
      return callPrelude(s, "entries_text", value);
    if (isTupleOfRunTime(s, value))
      return callPrelude(s, "tuple_text", value);
    bool isSet = s.find<SetObject>(value);
    return callPrelude(s, "elements_text",
                       {value, s.string(isSet ? "{" : "["), s.string(isSet ? "}" : "]")});
  }
  return s.strScalar(rt(s, "value_repr", {toBox(s, value)}, type));
}

// The text of a known container, part by part, so that what it holds stays known.
static Result containerRepr(Stage &s, Value value) {
  if (value.isTuple() && value.tuple().form == TupleData::Form::Range)
    return s.strScalar(rt(s, "value_repr", {toBox(s, value)}, ir::StrType::get(&s.context)));
  std::vector<Value> parts;
  auto text = [&](llvm::StringRef part) { parts.push_back(s.string(part)); };
  auto add = [&](Value element) {
    Result shown = repr(s, element);
    if (shown)
      parts.push_back(*shown);
    return shown.has_value();
  };
  if (s.find<DictObject>(value)) {
    text("{");
    bool first = true;
    for (auto &[key, element] : dictEntries(s, value)) {
      text(first ? "" : ", ");
      first = false;
      if (!add(key))
        return std::nullopt;
      text(": ");
      if (!add(element))
        return std::nullopt;
    }
    text("}");
    return joinText(s, parts);
  }
  std::vector<Value> elements = s.find<ListObject>(value)  ? listElements(s, value)
                                : s.find<SetObject>(value) ? elementsInOrder(s, value)
                                                           : value.tuple().elements.vec();
  bool isSet = s.find<SetObject>(value), isTuple = value.isTuple();
  bool isSize = isTuple && value.tuple().form == TupleData::Form::Size;
  if (isTuple && value.tuple().form == TupleData::Form::Subclass)
    if (Value names = fieldNames(s, value.tuple().cls); !names.isUndefined())
      return namedTupleRepr(s, value, names);
  if (isSet && elements.empty())
    return s.string(s.find<SetObject>(value)->frozen ? "frozenset()" : "set()");
  bool frozen = isSet && s.find<SetObject>(value)->frozen;
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
  return joinText(s, parts);
}

// PyTorch writes each field of its named results on a line of its own.
static Result namedTupleRepr(Stage &s, Value value, Value names) {
  Value cls = value.tuple().cls;
  std::string name = cls.isStatic() ? s.host.qualifiedName(cls.handle()) : "";
  bool isOfTorch = llvm::StringRef(name).starts_with("torch.return_types.");
  std::vector<Value> parts{s.string(isOfTorch ? name + "(\n" : className(s, cls) + "(")};
  for (auto [i, element] : llvm::enumerate(value.tuple().elements)) {
    llvm::StringRef between = i == 0 ? "" : isOfTorch ? ",\n" : ", ";
    parts.push_back(s.string(between.str() + s.asStr(names.tuple().elements[i])->str() + "="));
    Result shown = repr(s, element);
    if (!shown)
      return shown;
    parts.push_back(*shown);
  }
  parts.push_back(s.string(")"));
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

Result format(Stage &s, Value value, Value spec) {
  if (isOneOfSeveral(s, value))
    return forEachAlternative(s, value,
                              [&](Value alternative) { return format(s, alternative, spec); });
  auto known = s.asStr(spec);
  if (auto answer = known ? askHost(s, Slot::Format, value, {value, spec}) : std::nullopt)
    return hostResult(s, *answer);
  if (!known || !known->empty())
    value = pythonNumber(s, value);
  if (s.isTensor(value) &&
      llvm::cast<mlir::RankedTensorType>(s.find<TensorObject>(value)->type).getRank() == 0) {
    Result number = callMethod(s, value, "item", {});
    return number ? format(s, *number, spec) : number;
  }
  if (s.find<InstanceObject>(value)) {
    Value function = classAttribute(s, typeOf(s, value), s.intern("__format__"));
    if (!function.isUndefined() && !isSlot(s, function))
      return resultOfMethod(s, call(s, function, {value, spec}), "str", [](llvm::StringRef type) {
        return ("__format__ must return a str, not " + type).str();
      });
    if (Value payload = payloadOf(s, value); payload != value && !(known && known->empty()))
      return format(s, payload, spec);
  }
  if (known && known->empty())
    return str(s, value);
  if (known && value.isStatic() && (isNumber(s, value) || isString(s, value) || s.isNone(value)))
    return hostResult(
        s, runInHost(s, lookup(s, "builtins.format"), {value.handle(), spec.handle()}, {}));
  return s.strScalar(
      rt(s, "value_format", {toBox(s, value), toStr(s, spec)}, ir::StrType::get(&s.context)));
}

} // namespace lith::stage
