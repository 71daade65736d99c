// Segments.cpp: known nodes become nodes of run time: one for all that only it leads to, with a
// function of the IR that computes the gradients of its edges.
//
// The function is staged with the values of its surroundings in hand. What it used of them in the
// end becomes its parameters: that is what the node saves.
#include "stage/gradients/Backward.h"

#include "stage/Boxing.h"
#include "stage/Outside.h"
#include "stage/Paths.h"
#include "stage/Protocols.h"
#include "stage/Tensors.h"
#include "stage/emit/Emit.h"
#include "stage/emit/Refusals.h"
#include "stage/emit/Trace.h"
#include "stage/gradients/Captures.h"
#include "stage/gradients/Hooks.h"
#include "stage/gradients/Notes.h"
#include "stage/gradients/Partition.h"
#include "stage/outside/Ambient.h"
#include "stage/runtime/Boxes.h"
#include "stage/runtime/Types.h"

#include "ir/Dialect.h"

namespace lith::stage {

using namespace lith::stage::gradients;

namespace {

/// Whether the program, or a caller, takes gradients of the gradients of nodes.
bool mayBeTwice(Stage &s) {
  bool isOutside = s.facts.has(FactKind::TwiceOutside, Everywhere) &&
                   !s.facts.has(FactKind::OnceOutside, Everywhere);
  return isOutside || s.facts.has(FactKind::Twice, Everywhere);
}

/// One segment while it is made.
class Segment {
public:
  Segment(Stage &s, Address root, const Partition &partition, llvm::StringRef why)
      : s(s), root(root), why(why), isNested(s.body.nodesOutside.has_value()) {
    for (auto [at, of] : partition.segment)
      (of == root ? own : cuts).insert(at);
    for (Address at : partition.roots)
      for (Value result : s.state.heap.find<NodeObject>(at)->results)
        if (result.isRaw())
          given.insert(result.ssa());
    if (s.body.nodesOutside) // they are there already
      for (auto [at, node] : *s.body.nodesOutside)
        cuts.insert(at);
  }

  /// The node; `known` has those of the segments that were made before.
  mlir::Value make(const llvm::DenseMap<Address, mlir::Value> &known) {
    findBorders();
    llvm::SmallVector<mlir::Value> edges, ports;
    for (const History &border : borders) {
      auto segment = border.isKnown() ? known.find(border.at) : known.end();
      if (segment != known.end()) {
        edges.push_back(segment->second);
        ports.push_back(constantInt(s, border.output));
        continue;
      }
      History made = atRunTime(s, border, why)[0];
      edges.push_back(made.node.ssa());
      ports.push_back(made.port.ssa());
    }
    mlir::Value node = makePart(known, edges, ports);
    if (rootNode().hooks.isUndefined())
      return node;
    isHooks = true;
    ports.clear();
    for (size_t i = 0; i < outputs(); ++i)
      ports.push_back(constantInt(s, int64_t(i)));
    edges.assign(outputs(), node);
    return rtPlain(s, "grad_hooks", makePart(known, edges, ports), ir::NodeType::get(&s.context));
  }

private:
  const NodeObject &rootNode() const { return *s.state.heap.find<NodeObject>(root); }
  size_t outputs() const { return rootNode().results.size(); }
  /// Whether code of the user's runs in the part that is made.
  bool observes() const { return isHooks || rootNode().isFunction(); }

  /// The node of the rules, or that of the hooks.
  mlir::Value makePart(const llvm::DenseMap<Address, mlir::Value> &known,
                       llvm::ArrayRef<mlir::Value> edges, llvm::ArrayRef<mlir::Value> ports) {
    llvm::SmallVector<mlir::func::FuncOp, 2> functions{stagedFunction(known, edges.size(), false)};
    bool isTwice = mayBeTwice(s) && !s.body.nodesOutside;
    if (isTwice)
      functions.push_back(stagedFunction(known, edges.size(), true));
    std::vector<mlir::Value> saved =
        captureOutside(s, functions, isHooks ? llvm::ArrayRef<mlir::Value>() : seen.getArrayRef());
    if (!isHooks || !saved.empty())
      note(saved);
    auto nameOf = [](mlir::func::FuncOp function) {
      return mlir::FlatSymbolRefAttr::get(function.getSymNameAttr());
    };
    bool savesObjects =
        llvm::any_of(saved, [](mlir::Value each) { return !each.getType().isIntOrFloat(); });
    bool isOfUser = llvm::any_of(
        own, [&](Address at) { return s.state.heap.find<NodeObject>(at)->isFunction(); });
    bool keeps = !isHooks && (keepsAny || (isOfUser && savesObjects));
    bool raises = keeps && (mayObject || isOfUser);
    auto flag = [&](bool isSet) { return isSet ? s.builder().getUnitAttr() : mlir::UnitAttr(); };
    return ir::GradNodeOp::create(s.builder(), s.loc(), ir::NodeType::get(&s.context),
                                  nameOf(functions[0]), saved, edges, ports,
                                  s.builder().getI64IntegerAttr(int64_t(outputs())),
                                  isTwice ? nameOf(functions[1]) : mlir::FlatSymbolRefAttr(),
                                  flag(observes()), flag(keeps), flag(raises));
  }

  void findBorders() {
    for (Address at : own)
      for (const History &edge : s.state.heap.find<NodeObject>(at)->histories) {
        bool isInner = edge.isKnown() && own.contains(edge.at);
        bool isThere = edge.isRuntime() || (edge.isKnown() && s.state.heap.find(edge.at));
        if (!isInner && isThere && !llvm::is_contained(borders, edge))
          borders.push_back(edge);
      }
  }

  mlir::func::FuncOp newFunction(size_t edges) {
    mlir::Type box = ir::BoxType::get(&s.context);
    llvm::SmallVector<mlir::Type> parameters(outputs(), box), results(edges, box);
    mlir::OpBuilder &builder = s.emission.builder;
    builder.setInsertionPointToEnd(s.emission.module->getBody());
    mlir::Location unknown = mlir::UnknownLoc::get(&s.context);
    auto made = mlir::func::FuncOp::create(builder, unknown,
                                           "backward_" + std::to_string(s.functions.order.size()),
                                           builder.getFunctionType(parameters, results));
    made.setPrivate(); // only nodes name it
    auto *entry = new mlir::Block();
    for (mlir::Type type : parameters)
      entry->addArgument(type, unknown);
    made.getBody().push_back(entry);
    s.functions.order.push_back(made);
    return made;
  }

  /// `creates`: the gradients that it takes, and those that it gives, have histories.
  mlir::func::FuncOp stagedFunction(const llvm::DenseMap<Address, mlir::Value> &known, size_t edges,
                                    bool creates) {
    mlir::func::FuncOp function = newFunction(edges);
    this->creates = creates;
    stageBody(function, known);
    return function;
  }

  Body freshBody(mlir::func::FuncOp function, const llvm::DenseMap<Address, mlir::Value> &known) {
    Body body;
    body.nodesOutside = known;
    body.blockOutside = s.state.block;
    body.firstAddress = s.nextAddress;
    body.function = function;
    body.state.heap = s.state.heap;
    body.state.ambient = s.state.ambient;
    body.state.block = &function.getBody().front();
    body.state.frames.push_back(std::make_shared<Frame>());
    return body;
  }

  /// A gradient that came in: certainly one where the node has one result and only rules run. Of
  /// several, those that did not come are zeros; code of the user's says itself what it makes of
  /// them.
  Result incoming(mlir::Value box, Value result) {
    auto type = llvm::cast<mlir::RankedTensorType>(result.ssa().getType());
    if (outputs() == 1 && !observes()) {
      mlir::Value arrived = ir::UnboxOp::create(s.builder(), s.loc(), type, box);
      for (unsigned dim = 0; dim < type.getRank(); ++dim)
        s.sizes.note(arrived, dim, s.sizes.of(result.ssa(), dim));
      return restored(s, Value::raw(arrived), creates ? historyOfBoxed(s, arrived) : History());
    }
    Type none{}, tensor{};
    none.kind = Type::Kind::None;
    tensor.kind = Type::Kind::Tensor;
    tensor.dtype = uint8_t(ir::dtypeOf(type.getElementType()));
    tensor.rank = int8_t(type.getRank());
    tensor.requiresGrad = creates;
    Value arrived = unbox(s, box, typeSet(s, {none, tensor}));
    if (observes())
      return arrived;
    return callPrelude(s, "gradient_or_zeros", {arrived, restored(s, result, History())});
  }

  void stageBody(mlir::func::FuncOp function, const llvm::DenseMap<Address, mlir::Value> &known) {
    Activation top = *s.activation;
    top.frame = 0;
    Scoped<Body> inner(s.body, freshBody(function, known));
    Scoped<Activation *> scope(s.activation, &top);
    Scoped<LastPlace> place(s.emission.place, LastPlace{});
    setAmbient(s, "grad_mode", s.boolean(creates));
    const NodeObject node = *s.state.heap.find<NodeObject>(root);
    mlir::Block *entry = s.state.block;
    std::vector<Value> ofResults(node.results.size());
    for (auto [i, result] : llvm::enumerate(node.results)) {
      if (result.isUndefined())
        continue;
      Result gradient = incoming(entry->getArgument(i), result);
      if (!gradient)
        return;
      ofResults[i] = *gradient;
    }
    static constexpr size_t MostResults = 3; // each is twice the code
    bool isSplit = observes() && node.results.size() <= MostResults;
    Result boxes = isHooks   ? boxesOfHooks(ofResults)
                   : isSplit ? boxesOfEach(ofResults, 0)
                             : boxesOf(ofResults);
    if (!boxes)
      return;
    llvm::SmallVector<mlir::Value> operands;
    for (Value box : boxes->tuple().elements)
      operands.push_back(box.ssa());
    mlir::func::ReturnOp::create(s.builder(), s.loc(), operands);
  }

  /// What hooks make of the gradients, each in a box, a tuple; undefined: no tensor.
  Result boxesOfHooks(llvm::ArrayRef<Value> ofResults) {
    std::vector<Value> boxes;
    for (auto [i, gradient] : llvm::enumerate(ofResults)) {
      auto through = [&, at = History{true, root, uint32_t(i)}](Value one) {
        return boxesOfHook(at, one);
      };
      Result made = forEachAlternative(s, gradient.isUndefined() ? s.none() : gradient, through);
      if (!made)
        return made;
      boxes.push_back(made->tuple().elements[0]);
    }
    return s.tuple(std::move(boxes));
  }

  // They run later than where they are staged, and what they change nobody would see.
  Result boxesOfHook(const History &at, Value gradient) {
    const Heap before = s.state.heap;
    auto refuseHook = [&](const char *what) {
      refuse(
          s, diag::Kind::UnknownGradient,
          {std::string(what) + " of a graph that differs from path to path or goes on outside,"});
    };
    if (keepsGradient(s, at))
      refuseHook("retain_grad");
    Result made = throughHooks(s, at, gradient);
    if (made && isChanged(s, before))
      refuseHook("a hook that changes objects,");
    return made ? inBoxes({*made}) : made;
  }

  /// The same for each of the values that the gradients may be: the user's code knows which.
  Result boxesOfEach(std::vector<Value> ofResults, size_t from) {
    if (from == ofResults.size())
      return boxesOf(ofResults);
    if (ofResults[from].isUndefined())
      return boxesOfEach(std::move(ofResults), from + 1);
    return forEachAlternative(s, ofResults[from], [&](Value one) {
      std::vector<Value> known = ofResults;
      known[from] = s.isNone(one) ? Value() : one;
      return boxesOfEach(std::move(known), from + 1);
    });
  }

  /// The gradients of the borders, in boxes, a tuple; undefined: none came.
  Result boxesOf(llvm::ArrayRef<Value> ofResults) {
    Request request;
    request.creates = creates;
    request.cuts = &cuts;
    request.given = &given;
    for (auto [i, gradient] : llvm::enumerate(ofResults))
      request.roots.push_back({{true, root, uint32_t(i)}, gradient});
    Backward backward(s, request);
    bool goesOn = backward.run([](Value, Value) { return true; });
    mayObject |= !backward.objectingNodes().empty();
    if (!isNested) // which nodes run before it, and whether it does, the engine knows
      askForOwn(s, root, backward.objectingNodes());
    if (!goesOn)
      return std::nullopt;
    keepsAny |= backward.keepsAny();
    seen.insert_range(backward.keptOfOthers());
    std::vector<Value> gradients;
    for (const History &border : borders) {
      Value arrived = backward.arrivedAt(border);
      gradients.push_back(arrived.isUndefined() ? s.none() : arrived);
    }
    return inBoxes(std::move(gradients));
  }

  Value inBoxes(std::vector<Value> gradients) {
    std::vector<Value> boxes;
    if (creates)
      decideHistories(gradients);
    for (Value gradient : gradients) {
      auto *tensor = s.find<TensorObject>(gradient);
      bool isOwn =
          tensor && tensor->storage >= s.body.firstAddress && !isOutside(s, tensor->storage);
      boxes.push_back(Value::raw(isOwn ? boxLast(s, gradient) : toBox(s, gradient)));
    }
    return s.tuple(std::move(boxes));
  }

  /// Of all at once, so that what they share is made once.
  void decideHistories(std::vector<Value> &gradients) {
    std::vector<History> histories;
    for (Value gradient : gradients)
      histories.push_back(s.isTensor(gradient) ? edgeOf(s, gradient) : History());
    std::vector<History> made = atRunTime(s, histories, why);
    for (auto [gradient, history] : llvm::zip(gradients, made))
      if (s.isTensor(gradient))
        gradient = restored(s, Value::raw(tensorContents(s, gradient)), history);
  }

  /// For readers; what lies in the function anyway is not kept.
  void note(llvm::ArrayRef<mlir::Value> saved) {
    contract::GradientNote made;
    made.kind = contract::GradientNote::Kind::Segment;
    made.place = lineOf(s.state.heap.find<NodeObject>(root)->place);
    made.why = why.str();
    for (mlir::Value value : saved)
      made.saved.push_back(savedNote(value, value.getLoc()));
    addNote(s, std::move(made));
  }

  Stage &s;
  Address root;
  llvm::StringRef why;
  const bool isNested; ///< in a function of another node
  llvm::DenseSet<Address> own, cuts;
  std::vector<History> borders;      ///< where the gradients that the function gives go
  bool creates = false;              ///< the function that is being staged
  bool isHooks = false;              ///< the part that is made
  bool keepsAny = false;             ///< eager does
  llvm::DenseSet<mlir::Value> given; ///< by this node and those that are made with it
  llvm::SetVector<mlir::Value> seen; ///< memory of others among what eager keeps
  bool mayObject = false;            ///< what is kept may have been written or freed when it runs
};

} // namespace

History historyOfBoxed(Stage &s, mlir::Value tensor) {
  History history{true, NoAddress, 0, InContainers, {}, {}};
  history.node = Value::raw(rtPlain(s, "history_of", tensor, ir::NodeType::get(&s.context)));
  history.port = Value::raw(rtPlain(s, "history_port", tensor, s.builder().getI64Type()));
  return history;
}

std::vector<History> atRunTime(Stage &s, llvm::ArrayRef<History> histories, llvm::StringRef why) {
  std::vector<History> wanted;
  for (const History &history : histories)
    if (history.isKnown() && s.state.heap.find<NodeObject>(history.at))
      wanted.push_back(history);
  Partition partition(s, wanted);
  askForShared(s, partition);
  askForOrder(s, partition);
  llvm::DenseMap<Address, mlir::Value> nodes;
  if (s.body.nodesOutside)
    nodes = *s.body.nodesOutside;
  for (Address root : partition.roots)
    nodes[root] = Segment(s, root, partition, why).make(nodes);
  std::vector<History> made;
  for (const History &history : histories) {
    History now{true, NoAddress, 0, Everywhere, {}, {}};
    mlir::Value node;
    if (history.isRuntime())
      node = history.node.ssa();
    else if (history.isKnown())
      node = nodes.lookup(history.at);
    auto *leaf = history.isKnown() ? s.state.heap.find<TensorObject>(history.at) : nullptr;
    if (!node && leaf)
      node = history.node.ssa();
    if (history.isUndecided())
      demand(s, history);
    if (!node)
      node = ir::NullOp::create(s.builder(), s.loc(), ir::NodeType::get(&s.context));
    now.node = Value::raw(node);
    now.port =
        history.port.isUndefined() ? Value::raw(constantInt(s, history.output)) : history.port;
    made.push_back(now);
  }
  return made;
}

} // namespace lith::stage
