// Names.cpp: what eager calls the nodes of a graph.
#include "stage/gradients/Names.h"

#include "stage/Gradients.h"
#include "stage/Protocols.h"
#include "stage/Reading.h"

#include "ops/OperatorTable.h"
#include "ops/TensorOps.h"
#include "llvm/ADT/StringExtras.h"

namespace lith::stage::gradients {

/// Letters after digits are large, too: "AvgPool2D".
static std::string inCamelCase(llvm::StringRef name) {
  std::string text = llvm::convertToCamelFromSnakeCase(name, /*capitalizeFirst=*/true);
  for (size_t i = 1; i < text.size(); ++i)
    if (llvm::isDigit(text[i - 1]))
      text[i] = llvm::toUpper(text[i]);
  return text;
}

static std::string ofView(const ViewStep &step) {
  return llvm::convertToCamelFromSnakeCase(step.name.drop_front(5), /*capitalizeFirst=*/true);
}

/// Of overloads, the number that eager counts them with.
static llvm::StringRef overloadOf(Stage &s, const NodeObject &node, llvm::StringRef name) {
  if (node.form != NodeObject::Form::Operator)
    return "0";
  Value dimension = node.arguments.size() > 1 ? node.arguments[1] : Value();
  bool isEmpty = dimension.isTuple() && dimension.tuple().elements.empty();
  bool hasDimension = !dimension.isUndefined() && !s.isNone(dimension) && !isEmpty;
  if (name == "Clamp") // by tensors, or by numbers
    return llvm::any_of(llvm::ArrayRef(node.arguments).drop_front(),
                        [](Value bound) { return bound.isRaw(); })
               ? "0"
               : "1";
  bool isSecond = ((name == "Sum" || name == "Prod" || name == "Mean") && hasDimension) ||
                  ((name == "Max" || name == "Min") && !hasDimension);
  if (name == "Pow")
    return !node.arguments[0].isRaw() ? "2" : node.arguments[1].isRaw() ? "1" : "0";
  return isSecond ? "1" : "0";
}

static std::string nameOf(Stage &s, const NodeObject &node);

std::string functionName(Stage &s, const NodeObject &node) {
  if (!node.name.empty())
    return node.name.str();
  std::string own = nameOf(s, node);
  if (llvm::StringRef(own).starts_with("torch::"))
    return own;
  if (node.form == NodeObject::Form::Operator && !node.op) // the user's Function
    return own + "Backward";
  bool isReversed = own == "Sub" && node.form == NodeObject::Form::Operator &&
                    !node.arguments.empty() && !node.arguments[0].isRaw();
  if (isReversed)
    return "RsubBackward1"; // a tensor from a number
  if (node.composite.empty())
    return own + "Backward" + overloadOf(s, node, own).str();
  std::string composite = inCamelCase(node.composite.trim('_'));
  return composite + "Backward" + (composite == "Pow" ? "0" : overloadOf(s, node, composite)).str();
}

std::string nameOfNode(Stage &s, const History &history) {
  return nameOf(s, *s.state.heap.find<NodeObject>(history.at));
}

static std::string nameOf(Stage &s, const NodeObject &node) {
  if (node.form == NodeObject::Form::View && node.chain.empty())
    return node.histories[0].isKnown() ? nameOfNode(s, node.histories[0]) : "";
  if (node.form == NodeObject::Form::View)
    return ofView(node.chain.back());
  if (node.form == NodeObject::Form::Insert)
    return node.chain.empty() ? "torch::autograd::CopyBackwards" : "torch::autograd::CopySlices";
  if (!node.op) {
    Value cls = node.arguments[0];
    llvm::StringRef name =
        cls.isStatic() ? llvm::StringRef(s.intern(s.host.qualifiedName(cls.handle()))) : "";
    return name.rsplit('.').second.str();
  }
  llvm::StringRef name(node.op->name.data(), node.op->name.size());
  name.consume_front("_");
  return inCamelCase(name);
}

std::string outputOf(unsigned place, llvm::StringRef function) {
  return "Output " + std::to_string(place) + " of " + function.str() + " is a view and ";
}

} // namespace lith::stage::gradients

namespace lith::stage {

static std::string nameOfGradFn(Stage &s, Value tensor) {
  History history = edgeOf(s, tensor);
  auto *node = history.isKnown() ? s.state.heap.find<NodeObject>(history.at) : nullptr;
  return node ? gradients::functionName(s, NodeObject(*node)) : "";
}

// Whether the function of this name in PyTorch is made of others; nothing: it has none.
static std::optional<bool> isMadeOfOthers(Stage &s, llvm::StringRef name) {
  host::Handle asks = lookup(s, "torch._C._dispatch_has_kernel_for_dispatch_key");
  host::Outcome answer = runInHost(
      s, asks, {s.host.str("aten::" + name.str()), s.host.str("CompositeImplicitAutograd")});
  return answer.ok() ? s.asBool(s.ofHandle(answer.value)) : std::nullopt;
}

// Whether eager has one node where the program has this one.
static bool isOneNodeInEager(Stage &s, const NodeObject &node) {
  if (!node.name.empty())
    return true;
  if (!node.composite.empty())
    return isMadeOfOthers(s, node.composite.trim('_')) == false;
  return node.form == NodeObject::Form::Operator && node.op &&
         isMadeOfOthers(s, {node.op->name.data(), node.op->name.size()}) != true;
}

std::string certainNameOfGradFn(Stage &s, Value tensor) {
  History history = edgeOf(s, tensor);
  auto *node = history.isKnown() ? s.state.heap.find<NodeObject>(history.at) : nullptr;
  bool isOne = node && isOneNodeInEager(s, *node);
  std::string name = isOne ? nameOfGradFn(s, tensor) : "";
  // The mean of all elements is the other overload; which it was is not noted.
  auto type = mlir::dyn_cast<mlir::RankedTensorType>(s.find<TensorObject>(tensor)->type);
  bool isNumber = type && type.getRank() == 0;
  return name == "MeanBackward1" && isNumber ? "MeanBackward0" : name;
}

Result gradFnOf(Stage &s, Value tensor) {
  std::string name = nameOfGradFn(s, tensor);
  return callPrelude(s, "grad_fn_of",
                     {isLeaf(s, tensor), name.empty() ? s.none() : s.string(name)});
}

} // namespace lith::stage
