// NumpyNumbers.cpp: numbers and arrays of NumPy.
#include "ops/OperatorTable.h"
#include "ops/TensorOps.h"
#include "stage/Arrays.h"
#include "stage/Outside.h"
#include "stage/Paths.h"
#include "stage/Protocols.h"
#include "stage/Reading.h"
#include "stage/Tensors.h"
#include "stage/calls/Functions.h"
#include "stage/classes/TypeNames.h"
#include "stage/emit/Emit.h"
#include "stage/emit/Refusals.h"
#include "stage/numpy/OutsideArrays.h"
#include "stage/objects/Foreign.h"
#include "stage/outside/Ambient.h"
#include "stage/outside/Arguments.h"
#include "stage/outside/Caches.h"

#include "llvm/ADT/StringExtras.h"

namespace lith::stage {

// The name of the dtype, "float64"; empty: no class of numbers of NumPy.
static std::string dtypeOfClass(Stage &s, host::Handle cls) {
  std::string name = s.host.qualifiedName(cls);
  llvm::StringRef rest = name;
  if (!rest.consume_front("numpy."))
    return {};
  if (rest == "bool" || rest == "bool_")
    return "bool";
  bool isNumber = rest.starts_with("int") || rest.starts_with("uint") ||
                  rest.starts_with("float") || rest.starts_with("complex");
  return isNumber && llvm::isDigit(rest.back()) ? rest.str() : "";
}

static std::string numpyType(Stage &s, Value value) {
  bool isOther = value.isStatic() && s.kindOf(value) == host::Kind::Other;
  return isOther ? dtypeOfClass(s, classOf(s, value.handle()).handle()) : std::string();
}

// The class of arrays, or of numbers of one dtype. Asked for each attribute of each class.
static bool isNumpyKind(Stage &s, Value cls) {
  if (!cls.isStatic())
    return false;
  auto [known, isNew] = s.classes.ofNumpy.try_emplace(cls.handle());
  if (isNew)
    known->second = cls == builtinType(s, "numpy.ndarray") || isNumpyClass(s, cls);
  return known->second;
}

bool isNumpyNumber(Stage &s, Value value) { return !numpyType(s, value).empty(); }

bool isNumpyScalar(Stage &s, Value value) {
  if (!value.isStatic() || s.kindOf(value) != host::Kind::Other)
    return false;
  Value base = builtinType(s, "numpy.generic");
  return !base.isUndefined() && isSubclass(s, typeOf(s, value), base).value_or(false);
}

bool isNumpyClass(Stage &s, Value cls) {
  return cls.isStatic() && !dtypeOfClass(s, cls.handle()).empty();
}

bool isNumpyObject(Stage &s, Value value) {
  auto *instance = s.find<InstanceObject>(value);
  return instance && isNumpyKind(s, instance->cls);
}

Value numpyObject(Stage &s, Value tensor, bool isArray) {
  auto type = llvm::cast<mlir::RankedTensorType>(s.find<TensorObject>(tensor)->type);
  auto instance = std::make_shared<InstanceObject>();
  std::string name = "numpy.ndarray";
  if (type.getRank() == 0 && !isArray) {
    Result dtype = getattr(s, tensor, s.intern("dtype"));
    name = "numpy" + llvm::StringRef(s.host.repr(dtype->handle())).drop_front(5).str();
  }
  instance->cls = builtinType(s, name);
  instance->payload = tensor;
  return s.make(std::move(instance));
}

Result numpyTensor(Stage &s, Value value) {
  if (isNumpyObject(s, value))
    return s.find<InstanceObject>(value)->payload;
  return call(s, s.boundPrimitive(Registry::instance().find("torch.tensor"), {}), value);
}

Value numpyMember(Stage &s, Value cls, llvm::StringRef name) {
  if (!isNumpyKind(s, cls))
    return {};
  const Primitive *primitive = Registry::instance().find(("numpy.ndarray." + name).str());
  const FunctionCode *code = primitive ? s.session.prelude(primitive->prelude) : nullptr;
  if (!code)
    return {};
  s.classes.numpyMethods[code] = primitive->spelling;
  return preludeFunction(s, code);
}

bool isNumpyProperty(llvm::StringRef name) {
  return llvm::is_contained({"shape", "ndim", "size", "T", "dtype", "nbytes", "itemsize"}, name);
}

void checkNumpyArguments(Stage &s, llvm::StringRef spelling, const FunctionCode &code,
                         const Arguments &arguments) {
  auto takes = [&](llvm::StringRef name) {
    return llvm::any_of(code.parameters, [&](auto &each) { return each.name == name; });
  };
  for (auto &[name, value] : arguments.keywords)
    if (!takes(name))
      refuse(s, diag::Kind::UnsupportedParameter, {spelling, name});
  bool isOpen = llvm::any_of(
      code.parameters, [](auto &each) { return each.mode == ParameterCode::Mode::VarPositional; });
  if (!isOpen && arguments.positional.size() > code.parameters.size())
    refuse(s, diag::Kind::UnsupportedParameter, {spelling, "so many arguments"});
}

// What a tensor's operator takes a number of NumPy for: a bool is no bool of Python, but a float.
static Value scalarOf(Stage &s, Value value) {
  Value number = pythonNumber(s, value);
  if (number != value && typeOf(s, value) == builtinType(s, "numpy.complex64"))
    refuse(s, diag::Kind::UnsupportedExpression,
           {"a complex64 of NumPy as a number, of which eager takes the real part,"});
  if (number == value || typeOf(s, value) != builtinType(s, "numpy.bool"))
    return number;
  auto known = s.asBool(number);
  return known ? s.real(*known) : s.floatScalar(toFloat(s, number));
}

void matchNumpy(Stage &s, Value &left, Value &right) {
  for (auto [value, other] : {std::pair(&left, right), std::pair(&right, left)}) {
    bool isGiven = isNumpyNumber(s, *value) || isNumpyObject(s, *value);
    if (isGiven && s.isTensor(other))
      *value = scalarOf(s, *value);
    else if (isNumpyNumber(s, *value) && (other.isScalar() || isNumpyObject(s, other)))
      *value = numpyObject(s, *numpyTensor(s, *value), false);
  }
}

Value pythonNumber(Stage &s, Value value) {
  bool isOneOf = value.isUnion() && llvm::any_of(value.oneOf().alternatives,
                                                 [&](Value one) { return isNumpyObject(s, one); });
  if (isOneOf)
    if (Result number =
            forEachAlternative(s, value, [&](Value one) -> Result { return pythonNumber(s, one); }))
      return *number;
  if (isNumpyObject(s, value)) {
    Value tensor = s.find<InstanceObject>(value)->payload;
    bool isNumber = s.find<InstanceObject>(value)->cls != builtinType(s, "numpy.ndarray");
    Result number = isNumber ? callMethod(s, tensor, "item", {}) : Result(value);
    return number ? *number : value;
  }
  if (numpyType(s, value).empty())
    return value;
  host::Outcome number = runInHost(s, lookup(s, "numpy.generic.item"), {value.handle()}, {});
  return number.ok() ? s.ofHandle(number.value) : value;
}

static ops::Numpy ruleOf(llvm::StringRef spelling) {
  const ops::Operator *op = ops::recordOf({spelling.data(), spelling.size()});
  return op ? op->numpy : ops::Numpy::Numbers;
}

static bool readsDtype(llvm::StringRef spelling) { return ruleOf(spelling) == ops::Numpy::Dtype; }

// Tells a constructor the dtype that its data, at this position, has in NumPy.
static void addDtype(Stage &s, Value data, Arguments &arguments) {
  std::string type = numpyType(s, data);
  if (type.empty() ||
      llvm::any_of(arguments.keywords, [](auto &keyword) { return keyword.first == "dtype"; }))
    return;
  host::Handle dtype = lookup(s, "torch." + type);
  if (dtype)
    arguments.keywords.push_back({s.intern("dtype"), Value::ofStatic(dtype)});
}

static bool holdsNumpy(Stage &s, llvm::ArrayRef<Value> values) {
  return llvm::any_of(
      values, [&](Value value) { return isNumpyNumber(s, value) || isNumpyObject(s, value); });
}

// torch.FloatTensor and its like convert the elements of an array themselves.
static bool makesTyped(llvm::StringRef spelling) {
  return spelling == "Tensor.new" ||
         (spelling.starts_with("torch.") && spelling.ends_with("Tensor"));
}

static Value replaced(Stage &s, llvm::StringRef spelling, Value value) {
  bool isOfTensors =
      !readsDtype(spelling) && (spelling.starts_with("torch.") || spelling.starts_with("Tensor."));
  if (value.isStatic())
    return isOfTensors ? scalarOf(s, value) : pythonNumber(s, value);
  if (isNumpyObject(s, value)) {
    if (readsDtype(spelling))
      return s.find<InstanceObject>(value)->payload;
    Value number = isOfTensors ? scalarOf(s, value) : pythonNumber(s, value);
    bool asksMethod = spelling == "builtins.float" || spelling == "builtins.int";
    if (number == value && !asksMethod && !spelling.starts_with("prim."))
      refuse(s, diag::Kind::UnsupportedParameter, {spelling, "an array of NumPy"});
    return number;
  }
  if (readsDtype(spelling)) // it asks each element for its dtype
    return value;
  bool isTuple = value.isTuple() && value.tuple().form == TupleData::Form::Tuple;
  auto *list = s.find<ListObject>(value);
  if (!isTuple && (!list || list->isRuntime()))
    return value;
  std::vector<Value> elements = isTuple ? value.tuple().elements.vec() : list->elements;
  if (!holdsNumpy(s, elements))
    return value;
  for (Value &element : elements)
    element = pythonNumber(s, element);
  return isTuple ? s.tuple(elements) : s.list(elements);
}

// Bools and complex numbers of NumPy, and arrays, have no __round__.
static bool lacksRounding(Stage &s, llvm::StringRef spelling, llvm::ArrayRef<Value> values) {
  return spelling == "builtins.round" && !values.empty() && holdsNumpy(s, values.front()) &&
         classAttribute(s, typeOf(s, values.front()), "__round__").isUndefined();
}

// NumPy gives the real part, and warns of it.
static void refuseRealPart(Stage &s, llvm::StringRef spelling, llvm::ArrayRef<Value> values) {
  // No facts: functions of Python.
  bool takesReal =
      spelling == "builtins.float" || spelling == "builtins.int" || spelling.starts_with("math.");
  if (takesReal && llvm::any_of(values, [&](Value value) {
        return llvm::StringRef(numpyType(s, value)).starts_with("complex");
      }))
    refuse(s, diag::Kind::UnsupportedParameter,
           {spelling, "a complex number of NumPy, which loses its imaginary part,"});
}

void replaceNumpyNumbers(Stage &s, llvm::StringRef spelling, Arguments &arguments) {
  refuseRealPart(s, spelling, arguments.positional);
  // No facts: functions of Python.
  if (llvm::is_contained({"builtins.max", "builtins.min", "builtins.divmod", "builtins.pow",
                          "builtins.range", "builtins.slice"},
                         spelling) ||
      ruleOf(spelling) == ops::Numpy::Array || makesTyped(spelling) ||
      lacksRounding(s, spelling, arguments.positional))
    return;
  size_t data = spelling.starts_with("Tensor.") ? 1 : 0;
  if (readsDtype(spelling) && arguments.positional.size() > data)
    addDtype(s, arguments.positional[data], arguments);
  for (Value &argument : arguments.positional)
    argument = replaced(s, spelling, argument);
  for (auto &[name, argument] : arguments.keywords)
    argument = replaced(s, spelling, argument);
}

Value plainIndex(Stage &s, Value index) {
  bool isSlice = index.isTuple() && index.tuple().form == TupleData::Form::Slice;
  if (isSlice || (index.isTuple() && index.tuple().form == TupleData::Form::Tuple)) {
    std::vector<Value> parts = index.tuple().elements.vec();
    for (Value &part : parts)
      part = plainIndex(s, part);
    return s.structure(index.tuple().form, parts);
  }
  if (Value inner = payloadOf(s, index);
      (s.asInt(inner) || inner.isScalar(ScalarType::Int)) && !isNumpyObject(s, index))
    return inner;               // of a member of an IntEnum
  if (!isNumpyObject(s, index)) // a bool of NumPy is none
    return isForeign(s, index) && !definesSlot(s, index, Slot::Index) ? index
                                                                      : pythonNumber(s, index);
  Value number = pythonNumber(s, index);
  if (number != index)
    return number.isScalar(ScalarType::Bool) || s.asBool(number) ? index : number;
  Value array = s.find<InstanceObject>(index)->payload;
  return callPrelude(s, "index_of_data", array).value_or(array);
}

// prim.is_numpy(x): whether it is an array or number of NumPy, a constant or not.
static Result isNumpy(Stage &s, const CallInfo &info) {
  Value value = info.args.positional[0];
  return s.boolean(isNumpyObject(s, value) || isNumpyNumber(s, value));
}

// prim.numpy_tensor(x): the tensor that it is.
static Result tensorOf(Stage &s, const CallInfo &info) {
  return numpyTensor(s, info.args.positional[0]);
}

// prim.numpy_warns(): whether errors of floats warn around the call; refused where they do what
// else.
static Result warnsOfErrors(Stage &s, const CallInfo &) {
  std::string does = s.asStr(ambient(s, "numpy_errors")).value_or("").str();
  if (does != "warn" && does != "ignore")
    refuse(s, diag::Kind::UnsupportedFunction,
           {"an operator of NumPy under `np.errstate` that neither warns of all nor ignores all"});
  return s.boolean(does == "warn");
}

// prim.numpy_dtype(name): the dtype of NumPy.
static Result numpyDtype(Stage &s, const CallInfo &info) {
  host::Handle name = pin(s, info.args.positional[0], "the name of a dtype");
  return hostResult(s, runInHost(s, lookup(s, "numpy.dtype"), {name}));
}

// prim.to_numpy(tensor): an array, or of no dimensions a number, which is no view of the element
// that it was read of.
static Result toNumpy(Stage &s, const CallInfo &info) {
  Value tensor = info.args.positional[0];
  const auto &object = *s.find<TensorObject>(tensor);
  bool isNumber = llvm::cast<mlir::RankedTensorType>(object.type).getRank() == 0;
  bool isShared = !object.chain.empty() || s.state.heap.find<StorageObject>(object.storage)->isCell;
  if (isNumber && isShared) {
    mlir::Value contents = tensorContents(s, tensor);
    tensor = newTensor(s, ir::CloneOp::create(s.builder(), s.loc(), contents.getType(), contents));
  }
  return numpyObject(s, tensor, false);
}

static Result toNumpyArray(Stage &s, const CallInfo &info) {
  return numpyObject(s, info.args.positional[0], true);
}

void registerNumpy(Registry &registry) {
  registry.add("prim.is_numpy", isNumpy).takesNumpy = true;
  registry.add("prim.numpy_tensor", tensorOf).takesNumpy = true;
  registerOutsideArrays(registry);
  registry.add("prim.numpy_dtype", numpyDtype);
  registry.add("prim.numpy_warns", warnsOfErrors);
  registry.add("prim.to_numpy", toNumpy);
  registry.add("prim.to_numpy_array", toNumpyArray);
}

} // namespace lith::stage
