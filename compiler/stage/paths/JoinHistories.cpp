// JoinHistories.cpp: where gradients of tensors go, and what was written into them, where paths
// meet.
#include "stage/Gradients.h"
#include "stage/emit/Emit.h"
#include "stage/emit/Refusals.h"
#include "stage/emit/Trace.h"
#include "stage/emit/Values.h"
#include "stage/paths/Join.h"

#include "ir/Dialect.h"

namespace lith::stage {

// Whether the history leads to a leaf, whatever the path.
static bool isCertain(const Heap &heap, const History &from) {
  llvm::SmallVector<const History *> left{&from};
  llvm::DenseSet<Address> seen;
  while (!left.empty()) {
    const History &history = *left.pop_back_val();
    auto *node = history.isKnown() ? heap.find<NodeObject>(history.at) : nullptr;
    if (history.isCertain || (history.isKnown() && !node))
      return true;
    if (node && seen.insert(history.at).second)
      for (const History &each : node->histories)
        left.push_back(&each);
  }
  return false;
}

// Where paths meet: what is the same on all; else nodes of run time, where somebody asks for it. A
// header that has another history than its entry is staged again.
History Joiner::unifyHistories(llvm::ArrayRef<std::optional<History>> given) {
  const History *first = nullptr;
  std::vector<History> histories; // none where the path has no such tensor
  bool isSame = true, isEverywhere = true, isAlwaysRequired = true;
  for (auto [i, each] : llvm::enumerate(given)) {
    first = each && !first ? &*each : first;
    isSame &= !each || *each == *first;
    isAlwaysRequired &= !each || isCertain(preds[i].state.heap, *each);
    isEverywhere &= each.has_value();
    histories.push_back(each.value_or(History()));
  }
  bool isRequired = llvm::any_of(histories, [](const History &one) { return one.required; });
  if (!isRequired)
    return isSame ? *first : History();
  bool reaches = first->isKnown() ? isCommon(first->at) : isEverywhere || !first->isRuntime();
  if (isSame && reaches)
    return *first;
  Site site = stage::site(s);
  History joined{true, NoAddress, 0, site, {}, {}, isAlwaysRequired};
  if (s.facts.has(FactKind::History, site)) {
    s.interface.joins[uint64_t(site)] = lineOf(s.loc());
    Leaf node{Leaf::Kind::Node, ScalarType::Raw, {}, {}, {}, histories};
    Leaf port{Leaf::Kind::Port, ScalarType::Int, {}, {}, {}, std::move(histories)};
    joined.node = Value::raw(addLeaf(std::move(node), ir::NodeType::get(&s.context)));
    joined.port = Value::raw(addLeaf(std::move(port), s.emission.builder.getI64Type()));
  } else {
    grew |= isHeader && given[0] && histories[0] != joined;
  }
  return joined;
}

// Whether it is a leaf and may be written, where paths differ in it.
void Joiner::unifyKinds(TensorObject &merged, Values tensors) {
  llvm::SmallVector<Value, 4> leaves, objections;
  bool isOrdinary = true, isUntold = false;
  for (auto [i, tensor] : llvm::enumerate(tensors)) {
    leaves.push_back(absent());
    objections.push_back(absent());
    if (isAbsent(tensor))
      continue;
    std::swap(s.state, preds[i].state);
    leaves.back() = isOwnLeaf(s, tensor);
    bool isInGraph = requiresGrad(s.state.heap, *s.find<TensorObject>(tensor));
    objections.back() = isInGraph ? objectionTo(s, tensor) : s.string("");
    isUntold |= isLeafUntold(s, tensor);
    std::swap(s.state, preds[i].state);
    isOrdinary &= leaves.back() == s.boolean(false) && objections.back() == s.string("");
  }
  merged.isLeaf = isOrdinary || isUntold ? Value() : unify(leaves);
  merged.objection = isOrdinary || isUntold ? Value() : unify(objections);
}

static const TensorObject *asTensor(const Object *object) {
  return static_cast<const TensorObject *>(object);
}

// The steps that lead to what has the history that was joined.
void Joiner::unifyDepths(TensorObject &merged, llvm::ArrayRef<const Object *> objects) {
  std::optional<unsigned> depth;
  for (auto [i, object] : llvm::enumerate(objects)) {
    if (!object || !historyOf(preds[i].state.heap, *asTensor(object)).required)
      continue;
    unsigned own = asTensor(object)->hasOwn() ? asTensor(object)->ownDepth : 0;
    if (depth && *depth != own)
      refuse(s, diag::Kind::UnknownGradient, {"a view that is detached on some paths only"});
    depth = own;
  }
  if (depth && merged.hasOwn())
    merged.ownDepth = *depth;
}

// Whether the node of a view, which a path made when somebody asked for it, has hooks and is not
// that of all paths.
bool Joiner::hasLostHooks(const Heap &heap, const TensorObject &view) {
  auto *node = heap.find<NodeObject>(view.viewed.at);
  return view.lostHooks || (node && !node->hooks.isUndefined() && !isCommon(view.viewed.at));
}

bool Joiner::hasNodeOfPath(const Heap &heap, const TensorObject &view) {
  return heap.find<NodeObject>(view.viewed.at) && !isCommon(view.viewed.at);
}

void Joiner::unifyNodes(TensorObject &merged, llvm::ArrayRef<const Object *> objects) {
  for (auto [i, object] : llvm::enumerate(objects)) {
    if (!object)
      continue;
    const TensorObject &view = *asTensor(object);
    const Heap &heap = preds[i].state.heap;
    merged.lostHooks |= hasLostHooks(heap, view);
    merged.bornAt = merged.bornAt == view.bornAt ? view.bornAt : Site{};
    merged.hasNodeOnPath |= view.hasNodeOnPath || hasNodeOfPath(heap, view);
  }
  grew |= isHeader && objects[0] && asTensor(objects[0])->hasNodeOnPath != merged.hasNodeOnPath;
}

// What is said of a view whose memory was written since, where paths differ in it.
void Joiner::unifyStale(TensorObject &merged, Values tensors) {
  llvm::SmallVector<Value, 4> all;
  bool isKnown = true;
  Value some;
  for (auto [i, tensor] : llvm::enumerate(tensors)) {
    all.push_back(s.string(""));
    if (isAbsent(tensor))
      continue;
    const Heap &heap = preds[i].state.heap;
    const TensorObject &object = *heap.find<TensorObject>(tensor.address());
    bool isMarked = object.origin.isMarked() && requiresGrad(heap, object);
    merged.origin.isOneOf |= isMarked && object.origin != merged.origin;
    merged.origin.hasNode |= object.origin.hasNode && requiresGrad(heap, object);
    if (object.stale.isUndefined())
      continue;
    isKnown &= !s.isNone(object.stale);
    some = all.back() = object.stale;
  }
  grew |= isHeader && !isAbsent(tensors[0]) && merged.origin.hasNode &&
          !preds[0].state.heap.find<TensorObject>(tensors[0].address())->origin.hasNode;
  for (auto [tensor, stale] : llvm::zip(tensors, all))
    stale = isAbsent(tensor) ? some : stale; // nobody asks
  if (isKnown) {
    merged.stale = some.isUndefined() ? some : unify(all);
    return;
  }
  merged.stale = s.none();
  grew |= isHeader && !isAbsent(tensors[0]) && !s.isNone(all[0]);
}

void Joiner::unifyHistoriesOf(Object &merged, llvm::ArrayRef<const Object *> objects,
                              llvm::ArrayRef<Address> addresses) {
  auto each = [&](auto history) {
    std::vector<std::optional<History>> histories;
    for (auto [i, object] : llvm::enumerate(objects))
      histories.push_back(object ? std::optional(history(i, object)) : std::nullopt);
    return unifyHistories(histories);
  };
  if (merged.kind == ObjectKind::Storage)
    static_cast<StorageObject &>(merged).history = each([](size_t, const Object *object) {
      return static_cast<const StorageObject *>(object)->history;
    });
  if (merged.kind != ObjectKind::Tensor)
    return;
  auto &tensor = static_cast<TensorObject &>(merged);
  const Object *first = *llvm::find_if(objects, [](const Object *object) { return object; });
  // Its own on some paths only: each brings what it has.
  bool hasOwn = asTensor(first)->hasOwn(), isDetached = false, isMixed = false;
  for (const Object *object : objects)
    if (object) {
      isMixed |= asTensor(object)->hasOwn() != hasOwn;
      isDetached |= asTensor(object)->isDetached;
    }
  tensor.isDetached = isDetached;
  for (const Object *object : objects)
    tensor.mayBeCut |= object && asTensor(object)->mayBeCut;
  grew |= isHeader && objects[0] && asTensor(objects[0])->mayBeCut != tensor.mayBeCut;
  for (const Object *object : objects)
    for (size_t i = 0; object && i < tensor.chain.size(); ++i)
      if (asTensor(object)->chain[i].within != tensor.chain[i].within)
        tensor.chain[i].within = "?";
  tensor.own = each([&](size_t i, const Object *object) {
    return isMixed ? historyOf(preds[i].state.heap, *asTensor(object)) : asTensor(object)->own;
  });
  unifyDepths(tensor, objects);
  unifyNodes(tensor, objects);
  llvm::SmallVector<Value, 4> tensors;
  for (Address address : addresses)
    tensors.push_back(address == NoAddress ? absent() : Value::ref(address));
  unifyStale(tensor, tensors);
  bool areTold = llvm::any_of(objects, [](const Object *object) {
    return object &&
           !(asTensor(object)->isLeaf.isUndefined() && asTensor(object)->objection.isUndefined());
  });
  if (!areTold && (!tensor.own.required || tensor.own.isKnown()))
    return;
  unifyKinds(tensor, tensors);
}

/// Whether run time counts the writes into one of these storages.
static bool countsAtRunTime(llvm::ArrayRef<const Object *> storages) {
  return llvm::any_of(storages, [](const Object *object) {
    return object && static_cast<const StorageObject *>(object)->writes.isRaw();
  });
}

// Nodes of run time, which paths make as they come in, keep storages.
void Joiner::inheritSharing() {
  for (auto &[merged, addresses] : members)
    for (Address address : addresses) {
      if (address == NoAddress)
        continue;
      s.sharing.inherit(address, merged);
      if (isHeader && addresses[0] != NoAddress)
        s.sharing.inherit(address, addresses[0]);
    }
}

// What differs is another version from here on. That of a header is its own, so that it does not
// change with the trips.
void Joiner::unifyNumber(Address StorageObject::*number, StorageObject &merged,
                         llvm::ArrayRef<const Object *> objects) {
  static constexpr Address OfHeader = Address(1) << 31;
  auto numberOf = [&](const Object *object) {
    return static_cast<const StorageObject *>(object)->*number;
  };
  if (llvm::all_of(objects, [&](const Object *object) {
        return !object || numberOf(object) == merged.*number;
      }))
    return;
  Address own = OfHeader | freshFrom;
  // What is no cell has other contents after a write, so that the header is staged again anyway.
  grew |= isHeader && merged.isCell && objects[0] && numberOf(objects[0]) != own;
  merged.*number = isHeader ? own : s.nextAddress++;
}

// A storage that is written between two trips has another version at the header.
void Joiner::noteWritesOfTrips(llvm::ArrayRef<const Object *> objects,
                               llvm::ArrayRef<Address> addresses) {
  auto versionOf = [](const Object *object) {
    return static_cast<const StorageObject *>(object)->version;
  };
  for (auto [object, address] : llvm::zip(objects, addresses))
    if (isHeader && object && objects[0] && versionOf(object) != versionOf(objects[0]))
      s.sharing.writtenByTrips.insert(address);
}

void Joiner::unifyVersions(Object &merged, llvm::ArrayRef<const Object *> objects) {
  auto *storage =
      merged.kind == ObjectKind::Storage ? static_cast<StorageObject *>(&merged) : nullptr;
  if (!storage)
    return;
  llvm::SmallVector<Value, 4> writes;
  bool isCounted = false, isAtRunTime = countsAtRunTime(objects);
  for (const Object *object : objects) {
    auto *other = static_cast<const StorageObject *>(object);
    storage->isChecked &= !other || other->isChecked;
    storage->marksViews |= other && other->marksViews;
    isCounted |= other && !other->writes.isUndefined();
    bool isAsked = isAtRunTime && other && !other->writes.isRaw();
    if (isAsked && // out of a box the memory itself counts, where it is known to
        addFact(s, FactKind::Versions, other->site == Everywhere ? InContainers : other->site))
      s.mustRestart = true;
    bool isZero = other && other->writes.isUndefined();
    writes.push_back(!other ? absent() : isZero ? s.integer(0) : other->writes);
  }
  bool isMixed = isAtRunTime &&
                 llvm::any_of(writes, [](Value each) { return !isAbsent(each) && !each.isRaw(); });
  if (isCounted)
    storage->writes = isMixed ? Value() : unify(writes);
  unifyNumber(&StorageObject::version, *storage, objects);
  unifyNumber(&StorageObject::hidden, *storage, objects);
}

} // namespace lith::stage
