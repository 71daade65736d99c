// Versions.cpp: what a graph keeps must not be written before a backward has used it.
//
// A storage has another version after each write. Where that of a kept tensor is not what it was,
// staging starts again and counts writes, on paths that meet as numbers of run time: eager's
// message tells the counts, and two paths may have written equally often. Where containers may have
// a kept tensor, the memory itself counts (FactKind::Versions, InContainers).
#include "stage/gradients/Versions.h"
#include "stage/Boxing.h"
#include "stage/Outside.h"
#include "stage/Protocols.h"
#include "stage/Tensors.h"
#include "stage/emit/Emit.h"
#include "stage/emit/Refusals.h"
#include "stage/gradients/Names.h"
#include "stage/runtime/Boxes.h"
#include "stage/tensor/Tensor.h"
#include "stage/tensor/vmap/Mapped.h"

#include "ir/Dialect.h"

namespace lith::stage {

using namespace lith::stage::gradients;
using namespace lith::stage::tensor;

static const StorageObject *storageAt(Stage &s, Address address) {
  return s.state.heap.find<StorageObject>(address);
}

static bool areCounted(Stage &s) {
  return s.facts.has(FactKind::Versions, Everywhere) ||
         s.facts.has(FactKind::Versions, InContainers);
}

/// Whether memory of run time knows how often it was written.
static bool countsItself(Stage &s, const StorageObject &storage) {
  return storage.isCell && s.facts.has(FactKind::Versions, InContainers);
}

/// How often a storage was written by now: an int.
static Value counted(Stage &s, const StorageObject &storage) {
  if (countsItself(s, storage))
    return s.intScalar(
        rtPlain(s, "storage_writes", storage.contents.ssa(), s.builder().getI64Type()));
  Value writes = storage.writes;
  if (!writes.isRaw())
    return writes.isUndefined() ? s.integer(0) : writes;
  mlir::Value box = rtPlain(s, "cell_get", writes.ssa(), ir::BoxType::get(&s.context));
  return s.intScalar(ir::UnboxOp::create(s.builder(), s.loc(), s.builder().getI64Type(), box));
}

Value newCounter(Stage &s, const StorageObject &storage, mlir::OpBuilder &at) {
  bool isAsked = storage.site != Everywhere && s.facts.has(FactKind::Versions, storage.site);
  if (!isAsked || countsItself(s, storage))
    return {};
  mlir::Value zero = ir::ConstantOp::create(at, s.loc(), int64_t(0));
  mlir::Value box = ir::BoxOp::create(at, s.loc(), ir::BoxType::get(&s.context), zero);
  return Value::raw(ir::RtOp::create(at, s.loc(), ir::CellType::get(&s.context),
                                     at.getStringAttr("cell_new"), box, nullptr)
                        .getResult());
}

Address versionOf(Stage &s, Value tensor) {
  return storageAt(s, s.find<TensorObject>(physicalOf(s, tensor))->storage)->version;
}

/// What run time counts the writes of may be one memory: counts tell.
static void noteOthers(Stage &s, Address written) {
  std::vector<Address> others;
  Heap::diff(Heap(), s.state.heap, [&](Address address) {
    const StorageObject *other = storageAt(s, address);
    if (other && address != written && (other->writes.isRaw() || countsItself(s, *other)))
      others.push_back(address);
  });
  for (Address address : others)
    s.state.heap.write<StorageObject>(address).version = s.nextAddress++;
}

void noteWrite(Stage &s, Value target) {
  const TensorObject &tensor = *s.find<TensorObject>(target);
  Address storage = tensor.storage;
  if (tensor.isUntracked) {
    s.state.heap.write<StorageObject>(storage).hidden = s.nextAddress++;
    return;
  }
  const StorageObject &object = *storageAt(s, storage);
  Value writes = object.writes;
  bool isItself = countsItself(s, object);
  if (object.isCell)
    s.sharing.written.insert(storage);
  if (object.isCell && s.sharing.mayBe(storage).contains(Sharing::InContainers))
    beforeWrite(s, Sharing::InContainers);
  if (isItself)
    rtPlain(s, "count_write", object.contents.ssa());
  else if (writes.isRaw() || areCounted(s)) {
    Value more = *binary(s, syntax::Operator::Add, counted(s, object), s.integer(1));
    if (writes.isRaw())
      rtPlain(s, "cell_set", {writes.ssa(), toBox(s, more)});
    else
      writes = more;
  }
  StorageObject &written = s.state.heap.write<StorageObject>(storage);
  written.version = s.nextAddress++;
  written.writes = writes;
  if (written.marksViews)
    markStale(s, storage);
  if (writes.isRaw() || isItself)
    noteOthers(s, storage);
}

namespace {

/// The nodes of `since` and later that lead to this history.
std::vector<Address> nodesSince(Stage &s, const History &root, Address since) {
  std::vector<Address> found;
  llvm::SmallVector<History> left{root};
  while (!left.empty()) {
    History history = left.pop_back_val();
    if (!history.isKnown() || history.at < since || llvm::is_contained(found, history.at))
      continue;
    auto *node = s.state.heap.find<NodeObject>(history.at);
    if (!node)
      continue;
    found.push_back(history.at);
    left.append(node->histories.begin(), node->histories.end());
  }
  return found;
}

// The name of an operator, which the one that has its gradient shares: "lerp", "_lerp".
llvm::StringRef stemOf(const ops::Operator &op) {
  return llvm::StringRef(op.name.data(), op.name.size()).trim('_');
}

} // namespace

void noteInPlace(Stage &s, const ops::Operator *op, Value target, Value result, Address since) {
  History made = historyOf(s.state.heap, *s.find<TensorObject>(result));
  std::vector<Address> nodes = nodesSince(s, made, since);
  if (nodes.empty())
    return;
  Address storage = s.find<TensorObject>(target)->storage;
  for (Address at : nodes) {
    auto &node = s.state.heap.write<NodeObject>(at);
    bool isOwn = node.op == op || (op && node.op && stemOf(*op) == stemOf(*node.op));
    for (auto [i, kept] : llvm::enumerate(node.kept))
      if (kept.storage == storage && (i == 0 || !isOwn))
        kept.storage = NoAddress; // eager keeps a copy of what the operation itself writes
  }
  auto &node = s.state.heap.write<NodeObject>(made.at);
  bool isKeeping = node.form == NodeObject::Form::View && node.chain.empty(); // recordKept
  for (size_t i = 1; isKeeping && i < node.arguments.size(); ++i)
    if (node.arguments[i] == node.results[0])
      node.kept[i] = keptNow(s, target);
  if (node.form == NodeObject::Form::Operator && node.op) {
    node.kept[node.histories.size() + made.output] = keptNow(s, target);
    // The memory that was written serves as the result, which nothing else needs then.
    mlir::Value written = storageAt(s, storage)->contents.ssa();
    Value &own = node.results[made.output];
    if (s.find<TensorObject>(target)->chain.empty() && written.getType() == own.ssa().getType())
      own = Value::raw(written);
  }
  History now = historyOf(s.state.heap, *s.find<TensorObject>(target));
  auto *last = now.isKnown() ? s.state.heap.find<NodeObject>(now.at) : nullptr;
  if (last && !s.body.isInPlace && s.facts.has(FactKind::NodeAtRunTime, last->site))
    setWritten(s, target, atRunTime(s, now, "several nodes of run time lead to it")[0]);
}

namespace gradients {

KeptTensor keptNow(Stage &s, Value tensor) {
  const TensorObject &object = *s.find<TensorObject>(physicalOf(s, tensor));
  const StorageObject &storage = *storageAt(s, object.storage);
  bool isAtRunTime = storage.writes.isRaw() || countsItself(s, storage);
  Value writes = isAtRunTime ? counted(s, storage) : storage.writes;
  return {object.storage, storage.version,       storage.hidden,
          writes,         !object.chain.empty(), levelsOf(s, tensor)};
}

/// What eager's message adds of where a tensor comes from.
static std::string sourceOf(Stage &s, const History &history, bool isView) {
  if (!history.isKnown() || !s.state.heap.find<NodeObject>(history.at))
    return "";
  std::string name = isView ? "AsStrided" : nameOfNode(s, history);
  return ", which is output " + std::to_string(history.output) + " of " + name + ",";
}

static bool compare(Stage &s, const KeptTensor &kept, mlir::Value contents, llvm::StringRef source,
                    Value isSaved) {
  Value now = counted(s, *storageAt(s, kept.storage));
  Value then = kept.writes.isUndefined() ? s.integer(0) : kept.writes;
  if (now == then)
    return true;
  s.body.mayObject = true;
  std::string kind(dtypes::className(dtypeOf(contents)));
  return callPrelude(s, "check_writes",
                     {restored(s, Value::raw(contents), History()), s.string(kind),
                      s.string(source), now, then, isSaved})
      .has_value();
}

/// Whether something was written that may be this memory and is another to the stage.
static bool mayBeWritten(Stage &s, Address storage) {
  llvm::DenseSet<Address> mayBe = s.sharing.mayBe(storage);
  return llvm::any_of(s.sharing.written, [&](Address written) {
    return written != storage && s.sharing.mayBeAnyOf(written, mayBe);
  });
}

/// A write from now on, through whatever may be this memory, is one that has to be counted.
static void markLater(Stage &s, Address storage) {
  const StorageObject &kept = *storageAt(s, storage);
  if (!kept.isCell)
    return markShared(s, storage, FactKind::Versions, kept.site);
  llvm::DenseSet<Address> mayBe = s.sharing.mayBe(storage);
  for (Address each : mayBe)
    markShared(s, each, FactKind::Versions, InContainers);
  for (auto &[each, unused] : s.sharing.sources)
    if (s.sharing.mayBeAnyOf(each, mayBe))
      markShared(s, each, FactKind::Versions, InContainers);
}

bool isSeen(Stage &s, const KeptTensor &kept, mlir::Value contents, const SavedTensors &noted) {
  if (kept.storage == NoAddress)
    return false;
  return s.outside.initialObjects.count(kept.storage) != 0 ||
         (noted.given && noted.given->contains(contents));
}

bool checkKept(Stage &s, const KeptTensor &kept, mlir::Value contents, const History *result,
               bool isLater, llvm::StringRef source, llvm::function_ref<Value()> isSaved) {
  const StorageObject *storage = kept.storage == NoAddress ? nullptr : storageAt(s, kept.storage);
  if (!storage)
    return true;
  if (storage->hidden != kept.hidden) // eager computes with what was written
    refuse(s, diag::Kind::UnknownGradient,
           {"a tensor that was written through its `data` after a graph has kept it"});
  bool isItself = countsItself(s, *storage), isCounted = storage->writes.isRaw() || isItself;
  if (isLater && !isCounted) // who writes it then is not known
    markLater(s, kept.storage);
  if (isLater && !isCounted && s.sharing.writtenByTrips.contains(kept.storage))
    restartLater(s, FactKind::Versions, storage->isCell ? InContainers : storage->site);
  if (isLater && !isCounted && storage->isCell)
    markShared(s, Sharing::InContainers, FactKind::Versions, InContainers);
  if (storage->isCell && !isCounted && mayBeWritten(s, kept.storage))
    restart(s, FactKind::Versions, InContainers);
  if (storage->version == kept.version && !isItself && !(isLater && isCounted))
    return true;
  if (!isCounted && !areCounted(s))
    restart(s, FactKind::Versions, Everywhere);
  bool isView = kept.isView && !result;
  return compare(s, kept, contents,
                 source.empty() ? sourceOf(s, result ? *result : storage->history, isView)
                                : source.str(),
                 isSaved ? isSaved() : s.boolean(true));
}

} // namespace gradients
} // namespace lith::stage
