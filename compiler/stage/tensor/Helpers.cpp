// Helpers.cpp: what the prelude needs beside operators (prim.dtype_of, prim.store, ...),
// and functions of torch that only ask about types and modes.
#include "stage/Outside.h"
#include "stage/Protocols.h"
#include "stage/Reading.h"
#include "stage/Tensors.h"
#include "stage/emit/Emit.h"
#include "stage/emit/Refusals.h"
#include "stage/model/Dtypes.h"
#include "stage/objects/PlainValues.h"
#include "stage/outside/Ambient.h"
#include "stage/tensor/Tensor.h"
#include "stage/tensor/vmap/Mapped.h"

#include "ops/RuntimeOps.h"
#include "ops/TensorOps.h"

namespace lith::stage::tensor {

using namespace lith::ir;

namespace {

Result castTo(Stage &stage, const CallInfo &info) { // (tensor or number, dtype)
  int dtype = dtypeArgument(stage, info.args.positional[1]);
  Value self = info.args.positional[0];
  if (stage.isTensor(self) && dtypeOf(stage, self) == dtype)
    return self;
  auto source = operand(stage, self);
  if (!source)
    return raise(stage, "TypeError", "a Tensor or a number is needed");
  Value made = newTensor(stage, asTensor(stage, *source, dtype),
                         !dtypes::isIntegral(dtype) && needsGrad(stage, {self}));
  record(stage, ops::recordOfOperation(CastOp::getOperationName()), info.args.positional, made);
  return made;
}

Result compare(Stage &stage, const CallInfo &info) { // (left, right, predicate)
  auto &args = info.args.positional;
  return compareElements(stage, *stage.asStr(args[2]), args[0], args[1]);
}

Result clone(Stage &stage, const CallInfo &info) {
  Value self = info.args.positional[0];
  mlir::Value contents = tensorContents(stage, self);
  Value made =
      newTensor(stage, CloneOp::create(stage.builder(), stage.loc(), contents.getType(), contents),
                needsGrad(stage, {self}));
  record(stage, ops::recordOfOperation(CloneOp::getOperationName()), self, made);
  return made;
}

/// self.copy_(source): any dtype is converted.
Result store(Stage &stage, const CallInfo &info) {
  Value self = info.args.positional[0], source = info.args.positional[1];
  auto value = operand(stage, source);
  if (!value)
    return raise(stage, "TypeError", "copy_() takes a Tensor or a number");
  if (!checkMayWrite(stage, self, source))
    return std::nullopt;
  if (value->isNumber) {
    write(stage, self, value->ssa);
    recordWrite(stage, self, source);
    return self;
  }
  mlir::Value contents = cast(stage, value->ssa, dtypeOf(stage, self));
  if (!checkBroadcastsTo(stage, contents, tensorContents(stage, self), Store::Copy))
    return std::nullopt;
  checkWritten(stage, self);
  checkApart(stage, self, source, Overlap::Copied);
  if (contents == value->ssa) // the two tensors must not share memory
    contents = CloneOp::create(stage.builder(), stage.loc(), contents.getType(), contents);
  write(stage, self, contents);
  recordWrite(stage, self, source);
  return self;
}

/// The same with what an operation made of `self`, which eager computes in place: for the gradient
/// it keeps the result, or a copy.
Result storeResult(Stage &stage, const CallInfo &info) {
  Value self = info.args.positional[0], made = info.args.positional[1];
  History before = historyOf(stage.state.heap, *stage.find<TensorObject>(self));
  History history = historyOf(stage.state.heap, *stage.find<TensorObject>(made));
  auto *node = history.isKnown() ? stage.state.heap.find<NodeObject>(history.at) : nullptr;
  bool isKeeping = node && node->form == NodeObject::Form::View; // prim.keeping
  Address first = isKeeping ? node->histories[0].at : history.at;
  const ops::Operator *op = node ? node->op : nullptr;
  Result stored = store(stage, info);
  if (stored && (op || isKeeping))
    noteInPlace(stage, op, self, made, before.isKnown() ? before.at + 1 : first);
  return stored;
}

/// torch.result_type of all arguments.
Result resultType(Stage &stage, const CallInfo &info) {
  dtypes::ResultType result;
  for (Value value : info.args.positional) {
    auto source = operand(stage, physicalOf(stage, value));
    if (!source)
      return raise(stage, "TypeError", "a Tensor or a number is needed");
    if (source->isNumber)
      result.addNumber(source->dtype, defaultDtype(stage));
    else
      result.addTensor(source->dtype, source->rank() == levelsOf(stage, value).size());
  }
  return dtypeValue(stage, result.get());
}

Result promoteTypes(Stage &stage, const CallInfo &info) {
  return dtypeValue(stage, dtypes::promote(dtypeArgument(stage, info.args.positional[0]),
                                           dtypeArgument(stage, info.args.positional[1])));
}

Result canCast(Stage &stage, const CallInfo &info) {
  return stage.boolean(dtypes::canCast(dtypeArgument(stage, info.args.positional[0]),
                                       dtypeArgument(stage, info.args.positional[1])));
}

/// The dtype of a tensor, of a number, or the dtype that an argument names; None stays None.
Result dtypeOfValue(Stage &stage, const CallInfo &info) {
  Value value = info.args.positional[0];
  if (stage.isNone(value))
    return value;
  if (auto source = operand(stage, value)) {
    bool isFloat = source->isNumber && source->dtype == LITH_FLOAT64;
    return dtypeValue(stage, isFloat ? defaultDtype(stage) : source->dtype);
  }
  return dtypeValue(stage, dtypeArgument(stage, value));
}

int kindArgument(Stage &stage, const CallInfo &info) {
  Value value = info.args.positional[0];
  return stage.isTensor(value) ? dtypeOf(stage, value) : dtypeArgument(stage, value);
}
Result isFloating(Stage &stage, const CallInfo &info) {
  return stage.boolean(dtypes::isFloating(kindArgument(stage, info)));
}
Result isComplex(Stage &stage, const CallInfo &info) {
  return stage.boolean(dtypes::isComplex(kindArgument(stage, info)));
}
Result isIntegral(Stage &stage, const CallInfo &info) {
  return stage.boolean(dtypes::isIntegral(kindArgument(stage, info)));
}
Result isTensor(Stage &stage, const CallInfo &info) {
  return stage.boolean(stage.isTensor(info.args.positional[0]));
}
Result isInt(Stage &stage, const CallInfo &info) {
  return stage.boolean(isPlainInt(stage, info.args.positional[0]));
}
Result isNumberValue(Stage &stage, const CallInfo &info) {
  return stage.boolean(isNumber(stage, info.args.positional[0]));
}
/// prim.check_arguments(spelling, *arguments): what a function of C++ that eager's calls says of
/// them.
Result checkTheseArguments(Stage &stage, const CallInfo &info) {
  Arguments arguments;
  for (Value argument : llvm::drop_begin(info.args.positional))
    arguments.positional.push_back(physicalOf(stage, argument));
  if (!checkArguments(stage, *stage.asStr(info.args.positional[0]), arguments))
    return std::nullopt;
  return stage.none();
}
/// Whether the value is known when compiling.
Result isStatic(Stage &stage, const CallInfo &info) {
  return stage.boolean(info.args.positional[0].isStatic());
}

Result defaultDtypeValue(Stage &stage, const CallInfo &) {
  return dtypeValue(stage, defaultDtype(stage));
}
Result setDefaultDtype(Stage &stage, const CallInfo &info) {
  setAmbient(stage, "default_dtype", info.args.positional[0]);
  return stage.none();
}

/// (tensor, requires_grad): sets it and gives the tensor.
Result requiresGrad(Stage &stage, const CallInfo &info) {
  Value self = info.args.positional[0];
  setRequiresGrad(stage, self, pinBool(stage, info.args.positional[1], "requires_grad"));
  return self;
}

/// (tensor): whether it is a view of another one, for gradients.
Result isView(Stage &stage, const CallInfo &info) {
  Value self = info.args.positional[0];
  const TensorObject &tensor = *stage.find<TensorObject>(self);
  if (tensor.unknownIdentity)
    refuse(stage, diag::Kind::UnsupportedExpression,
           {"`detach_` of a tensor that is one of several"});
  if (tensor.chain.size() > (tensor.hasOwn() ? tensor.ownDepth : 0))
    return stage.boolean(true);
  bool isBefore = isOutside(stage, self.address());
  return stage.boolean(isBefore && !stage.isNone(slotOfObject(stage, self.address(), "_base")));
}

/// (result, tensor, isObject): the result, which eager has as the tensor itself where run time
/// finds that nothing is to be done; isObject: whoever asks for its `.grad` or hooks may mean the
/// tensor's.
Result perhapsItself(Stage &stage, const CallInfo &info) {
  auto &args = info.args.positional;
  if (args[0] == args[1] || !stage.isTensor(args[1]))
    return args[0];
  auto &made = stage.write<TensorObject>(args[0]);
  made.perhaps = args[1].address();
  made.unknownIdentity |= args[2] == stage.boolean(true);
  return args[0];
}

/// (a tensor of its own, its class, requires_grad), as torch.nn.Parameter makes itself.
Result ofClass(Stage &stage, const CallInfo &info) {
  auto &args = info.args.positional;
  if (!stage.isTensor(args[0]))
    return raise(stage, "TypeError", "cannot make a parameter of a " + typeName(stage, args[0]));
  if (!args[1].isStatic() ||
      stage.host.qualifiedName(args[1].handle()) != "torch.nn.parameter.Parameter")
    refuse(stage, diag::Kind::UnsupportedFunction, {"a tensor of a class of the user's"});
  bool needs = pinBool(stage, args[2], "requires_grad");
  TensorObject &made = stage.write<TensorObject>(args[0]);
  made.cls = args[1].handle();
  made.own = needs ? leafHistory(stage, args[0].address()) : History{false, args[0].address()};
  return args[0];
}

/// ("torch.return_types.max", values): a tuple whose elements also have names.
Result namedResult(Stage &stage, const CallInfo &info) {
  auto name = stage.asStr(info.args.positional[0]);
  auto elements = info.args.positional[1].tuple().elements;
  if (host::Handle cls = lookup(stage, name->str()))
    return stage.structure(TupleData::Form::Subclass, elements, stage.ofHandle(cls));
  return stage.tuple(elements);
}

/// A function of the runtime on one tensor that gives a bool or int.
Result contiguous(Stage &stage, const CallInfo &info) {
  Value self = info.args.positional[0];
  if (isContiguous(stage, self))
    return stage.boolean(true);
  mlir::Value contents = tensorContents(stage, self);
  return stage.boolScalar(rt<IsContiguousOp>(stage, {contents}, stage.builder().getI1Type()));
}
/// Whether a matrix is known to be another one with its dimensions exchanged.
Result isTransposed(Stage &stage, const CallInfo &info) {
  mlir::Value contents = tensorContents(stage, info.args.positional[0]);
  if (auto load = contents.getDefiningOp<LoadOp>())
    contents = load->getOperand(0);
  auto permute = contents.getDefiningOp<PermuteOp>();
  return stage.boolean(permute && permute.getDims() == llvm::ArrayRef<int64_t>{1, 0});
}
Result strideOf(Stage &stage, const CallInfo &info) { // (tensor, dim)
  mlir::Value contents = tensorContents(stage, info.args.positional[0]);
  mlir::Value dim = constantInt(stage, pinInt(stage, info.args.positional[1], "a dimension"));
  return stage.intScalar(rt<StrideOp>(stage, {contents, dim}, stage.builder().getI64Type()));
}
Result storageOffset(Stage &stage, const CallInfo &info) {
  stage.interface.readsStorages = true;
  mlir::Value contents = tensorContents(stage, info.args.positional[0]);
  return stage.intScalar(rt<StorageOffsetOp>(stage, {contents}, stage.builder().getI64Type()));
}

/// (tensor, bytes): whether its first element could be one of this width. Where the tensor of an
/// argument begins in its storage is not known, but storages begin at multiples of all widths.
Result isAligned(Stage &stage, const CallInfo &info) {
  mlir::Value contents = tensorContents(stage, info.args.positional[0]);
  mlir::Value bytes = toInt(stage, info.args.positional[1]);
  return stage.boolScalar(rt<IsAlignedOp>(stage, {contents, bytes}, stage.builder().getI1Type()));
}

/// Raises with the values at {0}, {1} ... of the message. A known list or tuple is shown element by
/// element, so that none is made for the sake of the message.
bool checkWith(Stage &stage, mlir::Value condition, llvm::StringRef exception,
               llvm::StringRef message, llvm::ArrayRef<Value> given) {
  std::string text;
  std::vector<Value> values;
  auto place = [&](Value value) {
    text += "{" + std::to_string(values.size()) + "}";
    values.push_back(value);
  };
  for (size_t i = 0; i < message.size(); ++i) {
    bool isPlace = message[i] == '{' && i + 2 < message.size() && message[i + 2] == '}' &&
                   message[i + 1] >= '0' && message[i + 1] <= '9' &&
                   size_t(message[i + 1] - '0') < given.size();
    if (!isPlace) {
      text += message[i];
      continue;
    }
    Value value = given[size_t(message[i + 1] - '0')];
    i += 2;
    const ListObject *list = stage.find<ListObject>(value);
    if (!value.isTuple() && (!list || list->isRuntime())) {
      place(value);
      continue;
    }
    std::vector<Value> elements = list ? list->elements : value.tuple().elements.vec();
    text += "[";
    for (size_t k = 0; k < elements.size(); ++k) {
      text += k ? ", " : "";
      place(elements[k]);
    }
    text += "]";
  }
  return check(stage, condition, exception, text, values);
}

/// The assignment below `node` whose value is `call`; null: none.
const syntax::Assign *assignmentOf(const syntax::Node *node, const syntax::Node *call) {
  auto *assignment = syntax::dyn_cast<syntax::Assign>(node);
  if (assignment && assignment->value == call)
    return assignment;
  const syntax::Assign *found = nullptr;
  syntax::forEachChild(node, [&](const syntax::Node *child) {
    if (!found)
      found = assignmentOf(child, call);
  });
  return found;
}

/// How many names take the parts of what the user's call under way gives, as in `a, b =
/// x.chunk(2)`; 0 where it is not unpacked at once.
Result unpackCount(Stage &stage, const CallInfo &) {
  const Activation *frame = stage.activation;
  while (frame->globals.isUndefined() && frame->caller)
    frame = frame->caller;
  auto *assignment =
      frame->code->node && frame->at ? assignmentOf(frame->code->node, frame->at) : nullptr;
  if (!assignment || assignment->targets.size() != 1)
    return stage.integer(0);
  auto *target = syntax::dyn_cast<syntax::Tuple>(assignment->targets[0]);
  bool isPlain = target && llvm::none_of(target->elts, [](const syntax::Expr *element) {
                   return syntax::isa<syntax::Starred>(element);
                 });
  return stage.integer(isPlain ? int64_t(target->elts.size()) : 0);
}

/// (condition, exception, message, *values): raises when a bool of now or of run time is false,
/// with the values at {0}, {1} ... of the message. Unlike an `if` it does not split the block.
Result checkThat(Stage &stage, const CallInfo &info) {
  Value condition = info.args.positional[0];
  llvm::StringRef exception = *stage.asStr(info.args.positional[1]);
  llvm::StringRef message = *stage.asStr(info.args.positional[2]);
  Result truth = stage::truth(stage, condition);
  if (!truth || stage.asBool(*truth) == true)
    return truth ? Result(stage.none()) : truth;
  bool goesOn = checkWith(stage, toBool(stage, *truth), exception, message,
                          llvm::ArrayRef<Value>(info.args.positional).drop_front(3));
  if (goesOn && stage.asBool(*truth) == false)
    return raise(stage, exception, message); // no path follows, and nothing has to fit on it
  return goesOn ? Result(stage.none()) : std::nullopt;
}

/// (size, size, message, *values): RuntimeError unless equal, with the values at {0}, {1} ... of
/// the message; nothing when they provably are.
Result checkSize(Stage &stage, const CallInfo &info) {
  auto &args = info.args.positional;
  Size left = sizeOfValue(stage, args[0]), right = sizeOfValue(stage, args[1]);
  if (left == right)
    return stage.none();
  bool goesOn = checkWith(
      stage, intCompare(stage, CompareKind::eq, toInt(stage, args[0]), toInt(stage, args[1])),
      "RuntimeError", *stage.asStr(args[2]), llvm::ArrayRef<Value>(args).drop_front(3));
  return goesOn ? Result(stage.none()) : std::nullopt;
}

/// (tensor): its dtype as errors say it.
Result className(Stage &stage, const CallInfo &info) {
  return stage.string(std::string(dtypes::className(dtypeOf(stage, info.args.positional[0]))));
}

/// (dim, rank): the dimension as a number from 0 on, known when compiling.
Result wrappedDim(Stage &stage, const CallInfo &info) {
  auto dim = wrapDim(stage, pinInt(stage, info.args.positional[0], "a dimension"),
                     unsigned(pinInt(stage, info.args.positional[1], "a rank")));
  return dim ? Result(stage.integer(*dim)) : std::nullopt;
}

/// Refuses at compile time: ("operator", "what").
Result refuseArgument(Stage &stage, const CallInfo &info) {
  auto name = stage.asStr(info.args.positional[0]), what = stage.asStr(info.args.positional[1]);
  refuse(
      stage, diag::Kind::UnsupportedParameter,
      {std::string_view(name->data(), name->size()), std::string_view(what->data(), what->size())});
}

/// Of a tensor and what stands for a view of it.
Result refuseWritesOf(Stage &stage, const CallInfo &info) {
  for (Value side : info.args.positional)
    refuseWrites(stage, side);
  return info.args.positional.back();
}

/// A device argument: None and the CPU are accepted.
Result checkDevice(Stage &stage, const CallInfo &info) {
  Value device = info.args.positional[0];
  if (device.isUndefined() || stage.isNone(device))
    return stage.none();
  host::Handle handle = pin(stage, device, "a device");
  std::string text = stage.host.kind(handle) == host::Kind::Str
                         ? std::string(stage.host.asStr(handle))
                         : stage.host.repr(handle);
  if (text.find("cpu") == std::string::npos)
    refuse(stage, diag::Kind::UnsupportedDevice, {text});
  return stage.none();
}

/// The host's own function of static arguments (torch.finfo, torch.iinfo, torch.device).
Result callHost(Stage &stage, const CallInfo &info) {
  Arguments given = info.args;
  if (!makePlain(stage, given))
    return std::nullopt;
  std::vector<host::Handle> args;
  for (Value value : given.positional)
    args.push_back(pin(stage, value, info.primitive.spelling));
  std::vector<std::pair<std::string, host::Handle>> keywords;
  for (auto &[name, value] : given.keywords)
    keywords.push_back({name.str(), pin(stage, value, info.primitive.spelling)});
  host::Outcome outcome = runInHost(stage, lookup(stage, info.primitive.spelling), args, keywords);
  if (!outcome.ok())
    return raise(stage, "TypeError", info.primitive.spelling + " does not take these arguments");
  return stage.ofHandle(outcome.value);
}

Result alwaysFalse(Stage &stage, const CallInfo &) { return stage.boolean(false); }
Result alwaysTrue(Stage &stage, const CallInfo &) { return stage.boolean(true); }

/// torch._dynamo.mark_static_address: a hint for torch.compile, which it leaves on the tensor.
Result markStaticAddress(Stage &stage, const CallInfo &info) {
  auto &args = info.args.positional;
  if (args.empty() || (args[0].isRef() && isOutside(stage, args[0].address())))
    refuse(stage, diag::Kind::UnsupportedFunction,
           {"torch._dynamo.mark_static_address of a tensor of before the call"});
  return stage.none();
}

/// Helpers whose first argument is a tensor.
void registerOfTensors(Registry &registry) {
  static constexpr std::pair<const char *, PrimitiveFunction> ofTensors[] = {
      {"prim.clone", clone},
      {"prim.store", store},
      {"prim.put", putInMemory},
      {"prim.store_result", storeResult},
      {"prim.class_name", className},
      {"prim.set_requires_grad", requiresGrad},
      {"prim.is_view", isView},
      {"prim.perhaps_itself", perhapsItself},
      {"prim.of_class", ofClass},
      {"prim.is_contiguous", contiguous},
      {"prim.is_transposed", isTransposed},
      {"prim.stride", strideOf},
      {"prim.storage_offset", storageOffset},
      {"prim.is_aligned", isAligned},
      {"prim.refuse_writes", refuseWritesOf}};
  for (auto [name, function] : ofTensors)
    registry.add(name, function).tensors = 1;
}

} // namespace

void registerHelpers(Registry &registry) {
  static constexpr std::pair<const char *, PrimitiveFunction> helpers[] = {
      {"prim.cast", castTo},
      {"prim.promote_types", promoteTypes},
      {"prim.dtype_of", dtypeOfValue},
      {"prim.is_floating", isFloating},
      {"prim.is_complex", isComplex},
      {"prim.is_integral", isIntegral},
      {"prim.is_tensor", isTensor},
      {"prim.is_int", isInt},
      {"prim.is_number", isNumberValue},
      {"prim.is_static", isStatic},
      {"prim.default_dtype", defaultDtypeValue},
      {"prim.check", checkThat},
      {"prim.unpack_count", unpackCount},
      {"prim.check_size", checkSize},
      {"prim.wrapped", wrappedDim},
      {"prim.refuse", refuseArgument},
      {"prim.check_device", checkDevice},
      {"torch.promote_types", promoteTypes},
      {"torch.can_cast", canCast},
      {"torch.is_tensor", isTensor},
      {"torch.is_floating_point", isFloating},
      {"Tensor.is_floating_point", isFloating},
      {"torch.is_complex", isComplex},
      {"Tensor.is_complex", isComplex},
      {"torch.get_default_dtype", defaultDtypeValue},
      {"torch.set_default_dtype", setDefaultDtype},
      {"torch.finfo", callHost},
      {"torch.iinfo", callHost},
      {"numpy.finfo", callHost},
      {"numpy.iinfo", callHost},
      {"torch.device", callHost},
      {"torch._dynamo.decorators.mark_static_address", markStaticAddress}};
  for (auto [name, function] : helpers)
    registry.add(name, function);
  registerOfTensors(registry);
  for (const char *name : {"torch.overrides.has_torch_function",
                           "torch.overrides.has_torch_function_unary",
                           "torch.overrides.has_torch_function_variadic",
                           "torch._C._has_torch_function",
                           "torch._C._has_torch_function_unary",
                           "torch._C._has_torch_function_variadic",
                           "torch.jit.is_scripting",
                           "torch.jit.is_tracing",
                           "torch._C._get_tracing_state",
                           "torch._C._is_tracing",
                           "torch.compiler.is_compiling",
                           "torch.compiler.is_dynamo_compiling",
                           "torch.compiler.is_exporting",
                           "torch._jit_internal.is_scripting",
                           "torch.jit._trace.is_tracing",
                           "torch._C._is_torch_function_mode_enabled",
                           "torch._C._are_functorch_transforms_active",
                           "torch.is_conj",
                           "torch.is_neg",
                           "Tensor.is_conj",
                           "Tensor.is_neg",
                           "torch.cuda.is_available"})
    registry.add(name, alwaysFalse).takesMapped = true;
  registry.add("prim.random_normal_one_by_one", normalOneByOne);
  registry.add("prim.random_normal_by_sixteen", normalBySixteen);
  registry.add("prim.named_result", namedResult).takesMapped = true;
  registry.add("prim.cmp", compare).takesMapped = true;
  registry.add("prim.check_arguments", checkTheseArguments).takesMapped = true;
  registry.add("prim.result_type", resultType).takesMapped = true;
  registry.add("torch.result_type", resultType).takesMapped = true;
  registry.add("lith.is_compiling", alwaysTrue);
  // MultiheadAttention computes by its parts then, and lays the result out as its one operator.
  registry.add("torch.nn.modules.activation._is_make_fx_tracing", alwaysTrue);
}

} // namespace lith::stage::tensor
