// Names.cpp: what eager calls the nodes of a graph.
#include "stage/gradients/Names.h"

#include "stage/Gradients.h"
#include "stage/Protocols.h"
#include "stage/Reading.h"

#include "ops/OperatorTable.h"
#include "ops/TensorOps.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

namespace lith::stage {

std::string nameOfStep(const ViewStep &step) {
  return llvm::convertToCamelFromSnakeCase(step.name.drop_front(5), /*capitalizeFirst=*/true);
}

namespace gradients {

/// Letters after digits are large, too: "AvgPool2D".
static std::string inCamelCase(llvm::StringRef name) {
  std::string text = llvm::convertToCamelFromSnakeCase(name, /*capitalizeFirst=*/true);
  for (size_t i = 1; i < text.size(); ++i)
    if (llvm::isDigit(text[i - 1]))
      text[i] = llvm::toUpper(text[i]);
  return text;
}

/// Whether `overloadOf` knows the overloads of this name.
static bool areOverloadsKnown(llvm::StringRef name) {
  static const llvm::StringSet<> known = {"Add",        "Sub",       "Mul",  "Div",       "Sum",
                                          "Prod",       "Mean",      "Max",  "Min",       "Pow",
                                          "Clamp",      "ClampMin",  "Fmod", "ClampMax",  "Rsub",
                                          "MaskedFill", "IndexFill", "Lerp", "Remainder", "Bmm",
                                          "Mm",         "Addmm",     "Std",  "Var",       "Where"};
  return known.contains(name);
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
  if (name == "ClampMin" || name == "ClampMax" || name == "Fmod" || name == "Remainder" ||
      name == "MaskedFill" || name == "IndexFill" || name == "Lerp") // by a number, or by a tensor
    return node.arguments.back().isRaw() ? "1" : "0";
  bool isSecond = ((name == "Sum" || name == "Prod" || name == "Mean") && hasDimension) ||
                  ((name == "Max" || name == "Min") && !hasDimension);
  if (name == "Div") // rounded, or not
    return node.arguments.size() > 2 && !s.isNone(node.arguments[2]) ? "2" : "0";
  if (name == "Pow")
    return !node.arguments[0].isRaw() ? "2" : node.arguments[1].isRaw() ? "1" : "0";
  return isSecond ? "1" : "0";
}

static std::string nameOf(Stage &s, const NodeObject &node);

std::string functionName(Stage &s, const NodeObject &node) {
  if (!node.name.empty())
    return node.name.str();
  std::string own = nameOf(s, node);
  if (llvm::StringRef(own).starts_with("torch::") && node.composite.empty())
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
  bool isPower = composite == "Pow" && own != "Pow"; // by a number
  return composite + "Backward" + (isPower ? "0" : overloadOf(s, node, composite)).str();
}

std::string nameOfNode(Stage &s, const History &history) {
  return nameOf(s, *s.state.heap.find<NodeObject>(history.at));
}

static std::string nameOf(Stage &s, const NodeObject &node) {
  if (node.form == NodeObject::Form::View && node.chain.empty())
    return node.histories[0].isKnown() ? nameOfNode(s, node.histories[0]) : "";
  if (node.form == NodeObject::Form::View)
    return nameOfStep(node.chain.back());
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

} // namespace gradients

static std::string nameOfGradFn(Stage &s, Value tensor) {
  History history = usedEdgeOf(s, tensor);
  auto *node = history.isKnown() ? s.state.heap.find<NodeObject>(history.at) : nullptr;
  return node ? gradients::functionName(s, NodeObject(*node)) : "";
}

// Of the overloads of a function of PyTorch's dispatcher, how many have a node of their own, and
// how many are made of other functions.
struct Overloads {
  unsigned own = 0, made = 0;
  bool areMade() const { return made && !own; }
};

static Overloads overloadsOf(Stage &s, llvm::StringRef name) {
  std::string function = "aten::" + name.str();
  host::Outcome found =
      runInHost(s, lookup(s, "torch._C._jit_get_operation"), {s.host.str(function)});
  Overloads all;
  if (!found.ok())
    return all;
  host::Handle names = madeElements(s, found.value)[1]; // None: there is no such function
  if (s.isNone(s.ofHandle(names)))
    return all;
  for (host::Handle each : madeElements(s, names)) {
    std::string overload(s.host.asStr(each));
    bool isOut = llvm::StringRef(overload).ends_with("out") ||
                 llvm::StringRef(overload).ends_with("values"); // a program has none
    host::Outcome isMade =
        runInHost(s, lookup(s, "torch._C._dispatch_has_kernel_for_dispatch_key"),
                  {s.host.str(function + (overload.empty() ? "" : ".") + overload),
                   s.host.str("CompositeImplicitAutograd")});
    if (!isMade.ok() || isOut) // not one of the dispatcher
      continue;
    (s.asBool(s.ofHandle(isMade.value)) == true ? all.made : all.own) += 1;
  }
  return all;
}

// Whether the function of this name in PyTorch gives a view of what it is given.
static bool givesView(Stage &s, llvm::StringRef name) {
  host::Outcome schemas = runInHost(s, lookup(s, "torch._C._jit_get_schemas_for_operator"),
                                    {s.host.str("aten::" + name.str())});
  host::Outcome text =
      schemas.ok() ? runInHost(s, lookup(s, "builtins.str"), {schemas.value}) : std::move(schemas);
  return text.ok() && llvm::StringRef(s.host.asStr(text.value)).contains("-> Tensor(a)");
}

// What eager calls the node of a view; empty: that is not known. Of the functions that made it the
// outermost one that has a node counts; where none has, indexing or one step has made it.
static std::string certainNameOfView(Stage &s, const NodeObject &node) {
  const ViewStep &step = node.chain.back();
  auto *base = s.state.heap.find<NodeObject>(node.histories[0].at);
  if (step.within == "?" || step.name == ir::SqueezeOp::getOperationName() ||
      step.name == ir::ViewDtypeOp::getOperationName()) // which have overloads
    return "";
  llvm::SmallVector<llvm::StringRef> functions;
  step.within.split(functions, ' ', -1, false);
  for (llvm::StringRef function : llvm::reverse(functions)) {
    if (function.starts_with("_")) // a helper
      continue;
    Overloads all = overloadsOf(s, function);
    if (all.own && !all.made)
      return gradients::inCamelCase(function) + "Backward0";
    bool isOfOwn = base && base->composite == function; // a view of what it has computed
    if (!all.areMade() || isOfOwn || !givesView(s, function))
      return "";
  }
  return nameOfStep(step) + "Backward0";
}

// Whether eager has one node where the program has this one.
static bool isOneNodeInEager(Stage &s, const NodeObject &node) {
  if (!node.name.empty())
    return true;
  bool isOperator = node.form == NodeObject::Form::Operator && node.op;
  llvm::StringRef own = isOperator ? llvm::StringRef(node.op->name) : "";
  llvm::StringRef name = node.composite.empty() ? own : node.composite.trim('_');
  Overloads all = overloadsOf(s, name);
  if (all.areMade() && name == own && overloadsOf(s, ("_" + name).str()).own == 1)
    return true; // it only prepares arguments, as softmax does
  bool isKnown = name == own && gradients::areOverloadsKnown(gradients::inCamelCase(name));
  return isKnown ? all.own != 0 : all.own == 1 && !all.made;
}

std::string certainNameOfGradFn(Stage &s, Value tensor) {
  History history = edgeOf(s, tensor);
  auto *node = history.isKnown() ? s.state.heap.find<NodeObject>(history.at) : nullptr;
  const TensorObject &object = *s.find<TensorObject>(tensor);
  bool isView = !object.chain.empty() && object.chain.size() > object.ownDepth;
  if (isView && object.origin.several && object.chain.size() == object.origin.several.depth)
    return object.origin.several.function.str() + "Backward0";
  if (isView && object.chain.back().isTrivial()) // the node is of what it views
    return "";
  bool isNamed = node && node->form == NodeObject::Form::View && !node->name.empty();
  if (isView && !isNamed)
    return node && node->form == NodeObject::Form::View ? certainNameOfView(s, *node) : "";
  bool isOne = node && isOneNodeInEager(s, *node);
  return isOne ? nameOfGradFn(s, tensor) : "";
}

Result gradFnOf(Stage &s, Value tensor) {
  std::string name = nameOfGradFn(s, tensor);
  return callPrelude(s, "grad_fn_of",
                     {isLeaf(s, tensor), name.empty() ? s.none() : s.string(name)});
}

} // namespace lith::stage
