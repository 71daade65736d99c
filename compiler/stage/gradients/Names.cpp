// Names.cpp: what eager calls the nodes of a graph.
#include "stage/gradients/Names.h"

#include "stage/Gradients.h"
#include "stage/Protocols.h"

#include "ops/OperatorTable.h"
#include "ops/TensorOps.h"
#include "llvm/ADT/StringExtras.h"

namespace lith::stage::gradients {

static std::string ofView(const ViewStep &step) {
  return llvm::convertToCamelFromSnakeCase(step.name.drop_front(5), /*capitalizeFirst=*/true);
}

/// Of overloads, the number that eager counts them with.
static llvm::StringRef overloadOf(Stage &s, const NodeObject &node, llvm::StringRef name) {
  if (node.form != NodeObject::Form::Operator)
    return "0";
  bool isSecond = (name == "Sum" || name == "Prod") && node.arguments.size() > 1 &&
                  !s.isNone(node.arguments[1]);
  if (name == "Pow")
    return !node.arguments[0].isRaw() ? "2" : node.arguments[1].isRaw() ? "1" : "0";
  return isSecond ? "1" : "0";
}

static std::string nameOf(Stage &s, const NodeObject &node);

std::string functionName(Stage &s, const NodeObject &node) {
  std::string own = nameOf(s, node);
  if (llvm::StringRef(own).starts_with("torch::"))
    return own;
  if (node.form == NodeObject::Form::Operator && !node.op) // the user's Function
    return own + "Backward";
  if (node.composite.empty())
    return own + "Backward" + overloadOf(s, node, own).str();
  return llvm::convertToCamelFromSnakeCase(node.composite.trim('_'), true) + "Backward0";
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
  return llvm::convertToCamelFromSnakeCase(name, true);
}

std::string outputOf(unsigned place, llvm::StringRef function) {
  return "Output " + std::to_string(place) + " of " + function.str() + " is a view and ";
}

} // namespace lith::stage::gradients

namespace lith::stage {

Result gradFnOf(Stage &s, Value tensor) {
  History history = edgeOf(s, tensor);
  Value name = s.none(); // only run time knows
  if (auto *node = history.isKnown() ? s.state.heap.find<NodeObject>(history.at) : nullptr)
    name = s.string(gradients::functionName(s, NodeObject(*node)));
  return callPrelude(s, "grad_fn_of", {isLeaf(s, tensor), name});
}

} // namespace lith::stage
