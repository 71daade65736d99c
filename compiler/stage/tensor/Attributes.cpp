// Attributes.cpp: attributes of tensors that are not methods.
#include "stage/Outside.h"
#include "stage/Protocols.h"
#include "stage/Reading.h"
#include "stage/Tensors.h"
#include "stage/emit/Emit.h"
#include "stage/emit/Refusals.h"
#include "stage/objects/Texts.h"
#include "stage/outside/OutsideWrites.h"
#include "stage/tensor/Tensor.h"

#include "ops/TensorOps.h"

namespace lith::stage {

using namespace lith::stage::tensor;

static Value shapeValue(Stage &stage, Value tensor) {
  mlir::Value contents = tensorContents(stage, tensor);
  std::vector<Value> sizes;
  for (unsigned dim = 0, rank = rankOf(stage, tensor); dim < rank; ++dim)
    sizes.push_back(sizeValue(stage, contents, dim));
  return stage.size(sizes);
}

/// All dimensions, or the last two, in the opposite order.
/// `name`: T, mT, H or mH.
static Result transposed(Stage &stage, Value tensor, llvm::StringRef name) {
  unsigned rank = rankOf(stage, tensor);
  if (name != "T" && (rank == 1 || (name == "H" && rank > 2)))
    return raise(stage, "RuntimeError",
                 "tensor." + llvm::Twine(name) + " is only supported on matrices " +
                     (name == "H" ? "(2-D tensors)" : "or batches of matrices") + ". Got " +
                     llvm::Twine(rank) + "-D tensor." +
                     (rank == 1 ? "" : " For batches of matrices, consider using tensor.mH"));
  if (name != "T" && rank == 0)
    return tensor;
  if (name != "T")
    return callPrelude(stage, "transpose", {tensor, stage.integer(-2), stage.integer(-1)});
  llvm::SmallVector<int64_t> order;
  for (unsigned dim = 0; dim < rank; ++dim)
    order.push_back(rank - 1 - dim);
  Shape shape = shapeOf(stage, tensorContents(stage, tensor)), result;
  for (int64_t dim : order)
    result.push_back(shape[dim]);
  return makeView(stage, tensor, ir::PermuteOp::getOperationName(),
                  stage.builder().getNamedAttr("dims", stage.builder().getDenseI64ArrayAttr(order)),
                  {}, result);
}

static Value cpuDevice(Stage &stage) {
  host::Handle &device = stage.session.cpuDevice;
  if (!device)
    device = runInHost(stage, lookup(stage, "torch.device"), {stage.host.str("cpu")}, {}).value;
  return stage.ofHandle(device);
}

static Value userAttribute(Stage &stage, Value tensor, llvm::StringRef name) {
  Address attributes = stage.find<TensorObject>(tensor)->attributes;
  if (attributes == NoAddress)
    return {};
  auto *instance = stage.state.heap.find<InstanceObject>(attributes);
  const Value *found = instance ? instance->find(name) : nullptr;
  return found ? *found : Value();
}

/// Where a tensor of several met, or came out of a container of run time, nobody knows whose
/// `.grad` it is, or who sees that it requires one. A loop that brings it may be one of known
/// trips.
static void requireObject(Stage &stage, Value tensor, llvm::StringRef of) {
  if (!stage.find<TensorObject>(tensor)->unknownIdentity)
    return;
  unrollInnermost(stage);
  refuse(stage, diag::Kind::UnsupportedExpression,
         {("`" + of + "` of a tensor that is one of several").str()});
}

static void requireIdentity(Stage &stage, Value tensor, llvm::StringRef of) {
  if (needsGradient(stage, tensor))
    requireObject(stage, tensor, of);
}

/// Whether another object, or one in a container, may be the same tensor.
static bool hasOthers(Stage &stage, Value tensor) {
  Address storage = stage.find<TensorObject>(tensor)->storage;
  llvm::DenseSet<Address> mayBe = stage.sharing.mayBe(tensor.address());
  bool found = stage.sharing.mayBe(storage).contains(Sharing::InContainers);
  auto look = [&](Address address, const Object *object) {
    found |= object && object->kind == ObjectKind::Tensor && address != tensor.address() &&
             llvm::any_of(stage.sharing.mayBe(address),
                          [&](Address each) { return mayBe.contains(each); });
  };
  Heap::diff(Heap(), stage.state.heap,
             [&](Address address) { look(address, stage.state.heap.find(address)); });
  for (auto &[address, initial] : stage.outside.initialObjects)
    look(address, initial.get());
  return found;
}

/// The gradient that PyTorch's tensor has.
static Value outsideGradient(Stage &stage, Value tensor) {
  auto found = stage.outside.objects.find(tensor.address());
  if (found == stage.outside.objects.end() || !found->second.handle)
    return stage.none();
  Value gradient = slotOfObject(stage, tensor.address(), "grad");
  return gradient.isUndefined() ? stage.none() : gradient;
}

void holdAttributes(Stage &stage, Value tensor) {
  if (stage.find<TensorObject>(tensor)->attributes != NoAddress)
    return;
  Value gradient = outsideGradient(stage, tensor);
  Address attributes = stage.allocate(std::make_shared<InstanceObject>());
  stage.write<TensorObject>(tensor).attributes = attributes;
  stage.state.heap.write<InstanceObject>(attributes).set(stage.intern("grad"), gradient);
}

/// What PyTorch's tensor is told of an assignment to a tensor that existed before the call.
static void assignOutside(Stage &stage, Value tensor, llvm::StringRef name, Value value) {
  if (isOutside(stage, tensor.address()))
    writeOutside(stage, tensor, stage.intern(name), value);
}

/// What the text of a tensor that the program computed says of its gradient; empty: nothing, as of
/// leaves.
static std::string gradientText(Stage &stage, Value tensor) {
  bool needs = needsGradient(stage, tensor), isBefore = isOutside(stage, tensor.address());
  if (needs && isBefore && slotOfObject(stage, tensor.address(), "is_leaf") == stage.boolean(false))
    refuse(stage, diag::Kind::UnsupportedExpression,
           {"the text of a tensor of before the call with a `grad_fn` (print its `.detach()`)"});
  if (isBefore || !needs)
    return "";
  if (requiresGradOf(stage, tensor) != stage.boolean(true))
    refuse(stage, diag::Kind::UnsupportedExpression,
           {"the text of a tensor of which only run time knows whether it requires a gradient"});
  Value leaf = isLeaf(stage, tensor);
  if (leaf == stage.boolean(true))
    return "";
  std::string name = leaf == stage.boolean(false) ? certainNameOfGradFn(stage, tensor) : "";
  if (name.empty())
    refuse(
        stage, diag::Kind::UnsupportedExpression,
        {"the text of a tensor whose `grad_fn` has another name in eager (print its `.item()`, or "
         "`.detach()`)"});
  return "grad_fn=<" + name.substr(name.rfind(':') + 1) + ">";
}

Result tensor::textOf(Stage &stage, Value tensor) {
  std::string gradient = gradientText(stage, tensor);
  const TensorObject &object = *stage.find<TensorObject>(tensor);
  bool isParameter =
      object.cls && stage.host.qualifiedName(object.cls) == "torch.nn.parameter.Parameter";
  bool isBefore = isOutside(stage, tensor.address());
  bool isLeaf = object.cls || object.own.at == tensor.address() || isBefore;
  bool isOneOfLeaves = gradient.empty() && !isBefore && needsGradient(stage, tensor);
  bool isRequired = isOneOfLeaves || (object.own.required && (isLeaf || object.origin.isCut()));
  int bits =
      (isParameter ? LITH_TENSOR_PARAMETER : 0) | (isRequired ? LITH_TENSOR_REQUIRES_GRAD : 0);
  mlir::Value contents = tensorContents(stage, tensor);
  Value text = textAtRunTime(stage, "tensor_str", {contents, constantInt(stage, bits)}, true);
  return gradient.empty()
             ? Result(text)
             : callPrelude(stage, "text_with_suffix",
                           {text, stage.string(gradient), stage.integer(lineWidthOfTexts(stage))});
}

void tensor::setRequiresGrad(Stage &stage, Value tensor, bool requiresGrad) {
  bool isCut = stage.find<TensorObject>(tensor)->origin.isCut();
  if (isCut && !requiresGrad)
    return; // its base does
  // Where the path tells, the prelude has asked it: this one requires none yet.
  bool isKnown = !requiresGrad || requiresGradOf(stage, tensor).isStatic();
  if (needsGradient(stage, tensor) == requiresGrad && !isCut && isKnown)
    return;
  if (hasOthers(stage, tensor))
    requireObject(stage, tensor, "requires_grad");
  assignOutside(stage, tensor, "requires_grad", stage.boolean(requiresGrad));
  if (!requiresGrad) {
    forgetEarly(stage, tensor.address());
    return withoutGradient(stage, tensor);
  }
  std::vector<Address> early = viewsBeforeLeaf(stage, tensor);
  auto &object = stage.write<TensorObject>(tensor);
  bool isBefore = isOutside(stage, tensor.address());
  bool wasLeaf = object.own.at == tensor.address() && !object.own.node.isUndefined();
  object.own = wasLeaf ? object.own : leafHistory(stage, tensor.address(), isBefore);
  object.own.required = true;
  object.ownDepth = object.chain.size();
  object.origin = {};
  object.isLeaf = object.objection = object.stale = {};
  markEarly(stage, early, tensor.address());
}

/// The real or imaginary part: a view.
static Result partOf(Stage &stage, Value tensor, llvm::StringRef name) {
  const Primitive *function = Registry::instance().find(("torch." + name).str());
  return call(stage, stage.boundPrimitive(function, {}), {tensor});
}

Result tensorAttribute(Stage &stage, Value tensor, llvm::StringRef name) {
  int dtype = dtypeOf(stage, tensor);
  if (name == "shape")
    return shapeValue(stage, tensor);
  if (name == "ndim")
    return stage.integer(rankOf(stage, tensor));
  if (name == "dtype")
    return dtypeValue(stage, dtype);
  if (name == "T" || name == "mT")
    return transposed(stage, tensor, name);
  if (name == "H" || name == "mH") {
    Result view = transposed(stage, tensor, name);
    return view && dtypes::isComplex(dtype) ? callMethod(stage, *view, "conj", {}) : view;
  }
  if (name == "real" || name == "imag")
    return partOf(stage, tensor, name);
  if (name == "requires_grad")
    return requiresGradOf(stage, tensor);
  if (name == "is_leaf")
    return isLeaf(stage, tensor);
  if (name == "device")
    return cpuDevice(stage);
  if (name == "layout")
    if (host::Handle strided = lookup(stage, "torch.strided"))
      return stage.ofHandle(strided);
  if (name == "itemsize" || name == "nbytes") {
    Value bytes = stage.integer(lith_dtype_bytes(dtypeOf(stage, tensor)));
    if (name == "itemsize")
      return bytes;
    return binary(stage, syntax::Operator::Mult,
                  stage.intScalar(numel(stage, tensorContents(stage, tensor))), bytes);
  }
  if (llvm::is_contained({"is_cuda", "is_quantized", "is_sparse", "is_meta", "is_mkldnn",
                          "is_nested", "is_xpu", "is_mps", "is_sparse_csr", "is_vulkan", "is_ipu",
                          "is_xla"},
                         name))
    return stage.boolean(false);
  if (name == "is_cpu")
    return stage.boolean(true);
  if (name == "grad" || name == "grad_fn" || name == "names" || name == "name") {
    if (name == "grad")
      requireIdentity(stage, tensor, "grad");
    Value own = userAttribute(stage, tensor, name);
    if (name == "grad_fn")
      return gradFnOf(stage, tensor);
    const TensorObject &object = *stage.find<TensorObject>(tensor);
    if (name == "grad" && own.isUndefined() && object.unknownIdentity &&
        object.own.at != tensor.address())
      refuse(stage, diag::Kind::UnsupportedExpression,
             {"`.grad` of a tensor of which only run time knows which one it is"});
    if (own.isUndefined())
      return name == "grad" ? outsideGradient(stage, tensor) : stage.none();
    return own;
  }
  if (name == "data") {
    Result view = callMethod(stage, tensor, "detach", {});
    stage.write<TensorObject>(*view).isUntracked = true;
    return view;
  }
  if (name == "_base") {
    const TensorObject &object = *stage.find<TensorObject>(tensor);
    if (object.chain.empty() && !stage.state.heap.find<StorageObject>(object.storage)->isOutside)
      return stage.none();
    refuse(stage, diag::Kind::UnsupportedExpression, {"`_base` of a tensor that may be a view"});
  }
  if (name == "output_nr" && !needsGradient(stage, tensor))
    return stage.integer(0);
  if (name == "output_nr" || name == "_version" || name == "_cdata")
    refuse(stage, diag::Kind::UnsupportedExpression,
           {("`" + name + "` of a tensor, which says how PyTorch holds it").str()});
  return userAttribute(stage, tensor, name);
}

Result tensorSetAttribute(Stage &stage, Value tensor, llvm::StringRef name, Value value) {
  if (name == "requires_grad") {
    Value wanted = stage.boolean(pinBool(stage, value, "requires_grad"));
    return callPrelude(stage, "set_requires_grad", {tensor, wanted});
  }
  if (name == "data") {
    if (!stage.isTensor(value))
      return raise(stage, "TypeError", "data must be set to a tensor");
    ensureOutside(stage, tensor); // this path may not have met it yet
    requireObject(stage, tensor, name);
    takeGeometry(stage, tensor, value);
    return stage.none();
  }
  if (name == "real" || name == "imag") {
    Result part = partOf(stage, tensor, name);
    return part ? callMethod(stage, *part, stage.isTensor(value) ? "copy_" : "fill_", {value})
                : part;
  }
  if (name != "grad") {
    requireObject(stage, tensor, name);
    return stage.boolean(false);
  }
  requireIdentity(stage, tensor, "grad");
  assignOutside(stage, tensor, name, value);
  holdAttributes(stage, tensor);
  // The tensor counts as changed, too: a join comes to what it holds through it.
  Address attributes = stage.write<TensorObject>(tensor).attributes;
  stage.state.heap.write<InstanceObject>(attributes).set(stage.intern(name), value);
  return stage.none();
}

} // namespace lith::stage
