// NumpyNumbers.cpp: numbers and arrays of NumPy.
#include "ops/OperatorTable.h"
#include "stage/Arrays.h"
#include "stage/Outside.h"
#include "stage/Paths.h"
#include "stage/Protocols.h"
#include "stage/Reading.h"
#include "stage/calls/Functions.h"
#include "stage/classes/TypeNames.h"
#include "stage/emit/Emit.h"
#include "stage/emit/Refusals.h"
#include "stage/objects/Foreign.h"
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

// Marks an array of before the call; no program can spell it.
static constexpr llvm::StringLiteral readOnly = " read only";
static constexpr llvm::StringLiteral Dtypes[] = {"bool",  "uint8", "int8",    "int16",
                                                 "int32", "int64", "float32", "float64"};
static constexpr int64_t largestConstant = 1024; ///< elements

static Value keptFromStart(Stage &s, ObjectPtr object) {
  Address address = lastingAddress(s);
  insertInitial(s, address, std::move(object));
  return Value::ref(address);
}

static Value constantTensor(Stage &s, host::Handle handle, Site site) {
  host::TensorInfo info = madeTensor(s, handle);
  auto type = mlir::RankedTensorType::get(info.sizes, ir::elementType(&s.context, info.dtype));
  mlir::OpBuilder atEntry(s.emission.entry, s.emission.entry->begin());
  mlir::Value contents = ir::ConstTensorOp::create(
      atEntry, s.loc(), type, int64_t(s.interface.constants.size()), info.sizes);
  s.interface.constants.push_back(handle);
  auto storage = std::make_shared<StorageObject>();
  storage->site = site;
  storage->isOutside = true; // a cell from the beginning, if it has to be one
  storage->isCell = s.facts.has(FactKind::Cell, site);
  if (storage->isCell)
    contents = ir::NewStorageOp::create(atEntry, s.loc(), ir::StorageType::get(&s.context, type),
                                        contents);
  storage->contents = Value::raw(contents);
  auto tensor = std::make_shared<TensorObject>();
  tensor->storage = keptFromStart(s, std::move(storage)).address();
  tensor->type = type;
  return keptFromStart(s, std::move(tensor));
}

Value outsideArray(Stage &s, host::Handle handle, const contract::Path &path) {
  if (classOf(s, handle) != builtinType(s, "numpy.ndarray"))
    return {};
  host::Handle size = fixedSlot(s, handle, "size"), dtype = fixedSlot(s, handle, "dtype");
  host::Handle name = dtype ? fixedSlot(s, dtype, "name") : nullptr;
  if (!size || !name || s.host.asInt(size).value_or(largestConstant + 1) > largestConstant)
    return {};
  // Its class and elements are known: a constant that every path has, whichever reads it first.
  host::Outcome copy = runInHost(s, lookup(s, "numpy.ndarray.copy"), {handle}, {});
  if (!copy.ok())
    return {};
  guard(s, contract::Guard::Kind::Equal, path, copy.value);
  llvm::StringRef dtypeName = s.host.asStr(name);
  host::Outcome tensor = runInHost(s, lookup(s, "torch.from_numpy"), {copy.value}, {});
  if (!tensor.ok() || !llvm::is_contained(Dtypes, dtypeName))
    refuse(s, diag::Kind::UnsupportedParameter, {"numpy", "dtype " + dtypeName.str()});
  auto array = std::make_shared<InstanceObject>();
  array->cls = builtinType(s, "numpy.ndarray");
  array->payload = constantTensor(s, tensor.value, siteOf(s.host, path));
  array->set(s.intern(readOnly), s.boolean(true));
  Value made = keptFromStart(s, std::move(array));
  if (!s.request.options.forArtifact)
    s.outside.arrays[made.address()] = path;
  return made;
}

Value numpyMember(Stage &s, Value cls, llvm::StringRef name) {
  if (!isNumpyKind(s, cls))
    return {};
  const Primitive *primitive = Registry::instance().find(("numpy.ndarray." + name).str());
  const FunctionCode *code = primitive ? s.session.prelude(primitive->prelude) : nullptr;
  return code ? preludeFunction(s, code) : Value();
}

bool isNumpyProperty(llvm::StringRef name) {
  return llvm::is_contained({"shape", "ndim", "size", "T"}, name);
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
    if (number == value && !spelling.starts_with("prim."))
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
    return number;
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

// prim.is_read_only(x): whether it is an array of before the call.
static Result isReadOnly(Stage &s, const CallInfo &info) {
  return s.boolean(s.find<InstanceObject>(info.args.positional[0])->find(s.intern(readOnly)));
}

// prim.numpy_written(x): the same, to be written.
static Result writtenTensor(Stage &s, const CallInfo &info) {
  Value array = info.args.positional[0];
  if (s.find<InstanceObject>(array)->find(s.intern(readOnly)))
    refuse(s, diag::Kind::OutsideWrite, {"an array of NumPy"});
  return numpyTensor(s, array);
}

static Result toNumpy(Stage &s, const CallInfo &info) {
  return numpyObject(s, info.args.positional[0], false);
}

static Result toNumpyArray(Stage &s, const CallInfo &info) {
  return numpyObject(s, info.args.positional[0], true);
}

void registerNumpy(Registry &registry) {
  registry.add("prim.is_numpy", isNumpy).takesNumpy = true;
  registry.add("prim.numpy_tensor", tensorOf).takesNumpy = true;
  registry.add("prim.is_read_only", isReadOnly).takesNumpy = true;
  registry.add("prim.numpy_written", writtenTensor).takesNumpy = true;
  registry.add("prim.to_numpy", toNumpy);
  registry.add("prim.to_numpy_array", toNumpyArray);
}

} // namespace lith::stage
