// JoinTensors.cpp: tensors that paths made become one, or stay what they are in one that may be
// any.
#include "stage/Gradients.h"
#include "stage/Outside.h"
#include "stage/Tensors.h"
#include "stage/emit/Refusals.h"
#include "stage/emit/Values.h"
#include "stage/paths/Join.h"
#include "stage/runtime/Boxes.h"

namespace lith::stage {

bool sameTensorType(const TensorObject &a, const TensorObject &b) {
  auto left = llvm::dyn_cast<mlir::RankedTensorType>(a.type);
  auto right = llvm::dyn_cast<mlir::RankedTensorType>(b.type);
  return left && right && left.getElementType() == right.getElementType() &&
         left.getRank() == right.getRank();
}

static mlir::RankedTensorType typeOfContents(const StorageObject &storage) {
  if (storage.contents.isUndefined())
    return {};
  mlir::Type type = storage.contents.ssa().getType();
  if (auto cell = llvm::dyn_cast<ir::StorageType>(type))
    type = cell.getTensor();
  return llvm::dyn_cast<mlir::RankedTensorType>(type);
}

// Whether a chain of views may be applied to what the one or the other holds.
static bool sameContentsType(const StorageObject &a, const StorageObject &b) {
  auto left = typeOfContents(a), right = typeOfContents(b);
  return left && right
             ? left.getElementType() == right.getElementType() && left.getRank() == right.getRank()
             : left == right;
}

// Whether the storages of these tensors are cells. Where one is, or they are required to be, all
// have to: else staging restarts. This attempt goes on as if they were, so that it also finds what
// is joined with their union.
bool Joiner::areCells(Values tensors, bool required) {
  NeedsRuntime need;
  for (size_t i = 0; i < tensors.size(); ++i) {
    if (isAbsent(tensors[i]))
      continue;
    const Heap &heap = preds[i].state.heap;
    Address address = heap.find<TensorObject>(tensors[i].address())->storage;
    if (heap.find<StorageObject>(address)->isCell)
      required = true;
    else
      need.objects.push_back({i, Value::ref(address)});
  }
  if (!required)
    return false;
  for (auto [pred, storage] : need.objects) {
    s.state = preds[pred].state;
    requireCell(s, storage.address());
  }
  if (!need.objects.empty())
    throw need;
  return true;
}

// What is known of the storage of a path's tensor holds for the one that may be it. A write into
// that is one into any of them, which graphs may have kept.
void Joiner::inheritMarks(size_t pred, Value tensor, Address merged, bool isKept) {
  const Heap &heap = preds[pred].state.heap;
  Address storage = heap.find<TensorObject>(tensor.address())->storage;
  s.sharing.inherit(storage, merged);
  if (isKept)
    markShared(s, merged, FactKind::Versions, heap.find<StorageObject>(storage)->site);
}

// The node of a view was made where its path ends: so were those of what it is a view of, which all
// paths have.
void Joiner::noteNodes(size_t pred, Value view) {
  const Heap &heap = preds[pred].state.heap;
  for (auto *each = heap.find<TensorObject>(view.address()); each;) {
    Address parent = each->parent;
    each = heap.find<TensorObject>(parent);
    auto *merged = each && isCommon(parent) ? state.heap.find<TensorObject>(parent) : nullptr;
    if (!merged || merged->hasNodeOnPath || !hasNodeOfPath(heap, *each))
      continue;
    state.heap.write<TensorObject>(parent).hasNodeOnPath = true;
    auto *before = preds[0].state.heap.find<TensorObject>(parent);
    grew |= isHeader && before && !before->hasNodeOnPath;
  }
}

mlir::RankedTensorType widened(mlir::Type type, mlir::Type by) {
  auto tensor = llvm::cast<mlir::RankedTensorType>(type);
  llvm::SmallVector<int64_t> sizes(tensor.getShape());
  for (auto [size, other] : llvm::zip(sizes, llvm::cast<mlir::RankedTensorType>(by).getShape()))
    size = size == other ? size : mlir::ShapedType::kDynamic;
  return mlir::RankedTensorType::get(sizes, tensor.getElementType());
}

// Whichever of the tensors it is, over the storage that was joined of theirs.
Value Joiner::oneOf(Values values, Address storage, bool isDetached, bool isInGraph) {
  auto tensor = std::make_shared<TensorObject>();
  tensor->storage = storage;
  tensor->type = typeOfContents(*state.heap.find<StorageObject>(storage));
  tensor->unknownIdentity = true;
  tensor->isDetached = isDetached;
  std::optional<host::Handle> given, made; // the classes of before the call, and of this program
  for (auto [i, value] : llvm::enumerate(values))
    if (!isAbsent(value)) {
      const auto &each = *preds[i].state.heap.find<TensorObject>(value.address());
      tensor->mayBeCut |= each.isDetached || each.mayBeCut;
      bool isGiven = isOutside(s, value.address());
      host::Handle ofGiven = isGiven ? each.cls : each.contained,
                   ofMade = isGiven ? nullptr : each.cls;
      tensor->isContained |= each.isContained;
      tensor->isMixed |= each.isMixed || (given && *given != ofGiven);
      tensor->severalClasses |= each.severalClasses || (made && *made != ofMade);
      given = ofGiven;
      made = ofMade;
    }
  tensor->cls = made && !tensor->severalClasses ? *made : nullptr;
  tensor->contained = given && !tensor->isMixed ? *given : nullptr;
  if (isDetached)
    tensor->own = state.heap.find<StorageObject>(storage)->history;
  if (isInGraph) {
    unifyKinds(*tensor, values);
    unifyStale(*tensor, values);
    state.heap.write<StorageObject>(storage).marksViews |= tensor->origin.isOneOf;
  }
  Address address = s.nextAddress++;
  for (Value value : values)
    if (!isAbsent(value))
      s.sharing.addSource(value.address(), address);
  state.heap.insert(address, std::move(tensor));
  return Value::ref(address);
}

// Tensors that were made on each path, with chains of one form over storages that match, become one
// object. Else, over cells, the join goes on with whichever it is, by its address; over values it
// takes a snapshot of their contents: right as long as none of them is written or asked for its
// identity; when one is, staging restarts and makes cells of them.
Value Joiner::unifyTensors(Values values) {
  const TensorObject *first = nullptr;
  const StorageObject *base = nullptr; ///< of the first
  bool mergeable = true;
  llvm::SmallVector<Value, 4> storages;
  for (size_t i = 0; i < values.size(); ++i) {
    storages.push_back(absent());
    if (isAbsent(values[i]))
      continue;
    auto *tensor = preds[i].state.heap.find<TensorObject>(values[i].address());
    storages.back() = Value::ref(tensor->storage);
    auto *storage = preds[i].state.heap.find<StorageObject>(tensor->storage);
    first = first ? first : tensor;
    base = base ? base : storage;
    mergeable &= !isCommon(values[i].address()) && tensor->sameShape(*first) &&
                 sameContentsType(*storage, *base);
  }
  Site site = stage::site(s);
  bool cells = areCells(values, s.facts.has(FactKind::Separate, site));
  mergeable &= !cells || first->chain.empty(); // the address of a view of a cell is its identity
  bool commonStorage =
      mergeable && isCommon(first->storage) && llvm::all_of(storages, [&](Value storage) {
        return isAbsent(storage) || storage == Value::ref(first->storage);
      });
  if (mergeable && (commonStorage || pair(storages) != NoAddress)) {
    Address merged = pair(values);
    if (merged != NoAddress)
      return Value::ref(merged);
  }
  Leaf leaf{cells ? Leaf::Kind::Alias : Leaf::Kind::Contents,
            ScalarType::Raw,
            {},
            {values.begin(), values.end()},
            {}};
  auto type = llvm::cast<mlir::RankedTensorType>(first->type);
  std::vector<std::optional<History>> histories(values.size());
  llvm::SmallVector<const Object *, 4> owners(values.size(), nullptr);
  bool isDetached = false; // on some paths, of what the program may have been given
  for (size_t i = 0; i < values.size(); ++i) {
    if (isAbsent(values[i]))
      continue;
    auto *tensor = preds[i].state.heap.find<TensorObject>(values[i].address());
    owners[i] = preds[i].state.heap.find(tensor->storage);
    isDetached |= cells && tensor->isDetached;
    s.state = std::move(preds[i].state);
    histories[i] = edgeOf(s, values[i]);
    preds[i].state = std::move(s.state);
    noteNodes(i, values[i]);
    if (!cells)
      markShared(s, tensor->storage, FactKind::Separate, site);
    type = widened(type, tensor->type);
  }
  auto storage = std::make_shared<StorageObject>();
  storage->isCell = storage->isOutside = cells;
  storage->contents = Value::raw(
      addLeaf(std::move(leaf), cells ? mlir::Type(ir::StorageType::get(&s.context, type)) : type));
  unifyPresence(*storage, owners);
  storage->history = unifyHistories(histories);
  if (cells)
    unifyVersions(*storage, owners);
  Address storageAddress = s.nextAddress++;
  bool isInGraph = llvm::any_of(histories, [](auto &each) { return each && each->required; });
  for (size_t i = 0; i < values.size(); ++i)
    if (owners[i])
      inheritMarks(i, values[i], storageAddress, cells && isInGraph);
  state.heap.insert(storageAddress, std::move(storage));
  if (!cells)
    markShared(s, storageAddress, FactKind::Separate, site);
  return oneOf(values, storageAddress, isDetached, isInGraph);
}

} // namespace lith::stage
