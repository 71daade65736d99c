// Levels.cpp: what prelude/functional.py asks of the stage.
#include "stage/gradients/Levels.h"
#include "stage/Tensors.h"
#include "stage/emit/Values.h"
#include "stage/gradients/Backward.h"
#include "stage/tensor/Tensor.h"
#include "stage/tensor/vmap/Mapped.h"

namespace lith::stage::gradients {

using namespace lith::stage::tensor;

namespace {

/// (tensor, follows): an input of a call over the memory of a tensor, which gradients go on to
/// where it follows it.
Result levelInput(Stage &s, const CallInfo &info) {
  Value given = info.args.positional[0];
  Value source = physicalOf(s, given);
  bool follows = s.asBool(info.args.positional[1]) == true && needsGradient(s, source);
  auto node = std::make_shared<NodeObject>();
  node->form = NodeObject::Form::View;
  node->released = s.boolean(false);
  node->open = s.boolean(true);
  node->histories = {follows ? edgeOf(s, source) : History()};
  node->arguments = {Value::raw(tensorContents(s, source))};
  node->kept.resize(2);
  node->results = node->arguments;
  node->site = site(s);
  node->place = s.loc();
  History known{true, s.allocate(std::move(node))}, history = known;
  if (s.facts.has(FactKind::NodeAtRunTime, site(s)))
    history = atRunTime(s, known, "it is an input of a function that is differentiated")[0];
  auto input = std::make_shared<TensorObject>(*s.find<TensorObject>(source));
  input->cls = nullptr;
  input->attributes = NoAddress;
  input->own = history;
  input->ownDepth = unsigned(input->chain.size());
  input->isDetached = false;
  input->origin = {};
  input->viewed = known; // for closeLevel
  input->viewedOf = {};
  input->parent = NoAddress;
  return mappedLike(s, s.make(std::move(input)), given);
}

/// (inputs): their call is over.
Result closeLevel(Stage &s, const CallInfo &info) {
  for (Value input : info.args.positional[0].tuple().elements) {
    auto *tensor = s.find<TensorObject>(physicalOf(s, input));
    s.state.heap.write<NodeObject>(tensor->viewed.at).open = s.boolean(false);
  }
  return s.none();
}

/// Whether there is a leaf that nodes of run time lead to, or an input of a call that goes on.
bool hasSource(Stage &s) {
  bool found = !leavesReached(s).empty();
  auto consider = [&](Address address, const Object *object) {
    if (!object)
      return;
    if (object->kind == ObjectKind::Tensor) {
      const History &own = static_cast<const TensorObject *>(object)->own;
      bool isLeaf = own.isKnown() && own.at == address;
      found |= isLeaf && own.node.isRaw() && own.port.isUndefined() && !own.node.ssa().use_empty();
    }
    if (object->kind == ObjectKind::Node) {
      Value open = static_cast<const NodeObject *>(object)->open;
      found |= !open.isUndefined() && s.asBool(open) != false;
    }
  };
  Heap::diff(Heap(), s.state.heap,
             [&](Address address) { consider(address, s.state.heap.find(address)); });
  for (auto &[address, initial] : s.outside.initialObjects)
    if (!s.state.heap.find(address))
      consider(address, initial.get());
  return found;
}

/// (tensor): whether it has a history, which may be none where only run time knows.
Result mayRequire(Stage &s, const CallInfo &info) {
  return s.boolean(needsGradient(s, physicalOf(s, info.args.positional[0])));
}

/// (tensors): whether one of them leads to a leaf or to an input of a call that goes on; of a graph
/// that run time knows, whether there are any.
Result leadsOn(Stage &s, const CallInfo &info) {
  for (Value each : info.args.positional[0].tuple().elements) {
    auto *tensor = s.find<TensorObject>(physicalOf(s, each));
    if (!tensor || !requiresGrad(s.state.heap, *tensor))
      continue;
    Reach reach = reachOf(s, historyOf(s.state.heap, *tensor));
    if (reach.isCertain || (!reach.atRunTime.empty() && hasSource(s)))
      return s.boolean(true);
  }
  return s.boolean(false);
}

/// (tensors): whether all nodes that they lead to are known.
Result isGraphKnown(Stage &s, const CallInfo &info) {
  llvm::SmallVector<History> left;
  llvm::DenseSet<Address> seen;
  for (Value each : info.args.positional[0].tuple().elements)
    if (auto *tensor = s.find<TensorObject>(physicalOf(s, each)))
      left.push_back(historyOf(s.state.heap, *tensor));
  while (!left.empty()) {
    History history = left.pop_back_val();
    if (!history.required)
      continue;
    if (!history.isKnown())
      return s.boolean(false);
    auto *node = s.state.heap.find<NodeObject>(history.at);
    if (node && seen.insert(history.at).second)
      left.append(node->histories.begin(), node->histories.end());
  }
  return s.boolean(true);
}

} // namespace

void registerLevels(Registry &registry) {
  static constexpr std::pair<const char *, PrimitiveFunction> helpers[] = {
      {"prim.level_input", levelInput},
      {"prim.close_level", closeLevel},
      {"prim.may_require", mayRequire},
      {"prim.leads_on", leadsOn},
      {"prim.is_graph_known", isGraphKnown}};
  for (auto [name, function] : helpers)
    registry.add(name, function).takesMapped = true;
}

} // namespace lith::stage::gradients
