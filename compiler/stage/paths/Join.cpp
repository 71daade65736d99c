// Join.cpp: paths that meet: their states become one. JoinValues.cpp unifies values,
// JoinObjects.cpp objects, JoinTensors.cpp and JoinHistories.cpp what is theirs.
#include "stage/paths/Join.h"
#include "stage/Boxing.h"
#include "stage/Gradients.h"
#include "stage/Outside.h"
#include "stage/Paths.h"
#include "stage/Protocols.h"
#include "stage/Tensors.h"
#include "stage/emit/Emit.h"
#include "stage/emit/Refusals.h"
#include "stage/runtime/Boxes.h"

namespace lith::stage {

Joiner::Joiner(Stage &stage, llvm::MutableArrayRef<Edge> preds, mlir::Block *block, bool isHeader,
               Address freshFrom)
    : s(stage), preds(preds), block(block), isHeader(isHeader), freshFrom(freshFrom) {}

// On a path that does not have the object there is nothing to read.
static void makeNull(Stage &s, Value object) {
  auto null = [&](mlir::Type type) {
    return Value::raw(ir::NullOp::create(s.builder(), s.loc(), type));
  };
  if (s.find<ListObject>(object)) {
    ListObject &list = s.write<ListObject>(object);
    list.elements.clear();
    list.runtime = null(ir::ListType::get(&s.context));
    list.element = elementsOf(list.site);
  } else if (s.find<DictObject>(object)) {
    DictObject &dict = s.write<DictObject>(object);
    dict.entries.clear();
    dict.runtime = null(ir::DictType::get(&s.context));
    dict.element = elementsOf(dict.site);
    dict.key = keysOf(dict.site);
  } else if (s.find<SetObject>(object)) {
    SetObject &set = s.write<SetObject>(object);
    set.elements.clear();
    set.runtime = null(ir::SetType::get(&s.context));
    set.element = elementsOf(set.site);
  } else if (s.find<InstanceObject>(object)) {
    bool isRaised = isException(s, object);
    InstanceObject &instance = s.write<InstanceObject>(object);
    instance.attributes.clear();
    instance.runtime = null(ir::RecordType::get(&s.context));
    if (isRaised)
      instance.exception = null(ir::ExceptionType::get(&s.context));
  } else if (s.find<CellObject>(object)) {
    CellObject &cell = s.write<CellObject>(object);
    cell.contents = {};
    cell.runtime = null(ir::CellType::get(&s.context));
  } else {
    StorageObject &storage = s.write<StorageObject>(object);
    auto tensor = llvm::cast<mlir::TensorType>(storage.contents.ssa().getType());
    storage.contents = null(ir::StorageType::get(&s.context, tensor));
    storage.isCell = true;
  }
}

static void makeRuntimeWherePresent(Stage &s, Value object) {
  Value present = s.state.heap.find(object.address())->present;
  if (present.isUndefined()) {
    makeRuntime(s, object);
    return;
  }
  State there, elsewhere;
  branch(s, present.ssa(), there, elsewhere);
  Edges done;
  s.state = std::move(there);
  makeRuntime(s, object);
  done.push_back({std::move(s.state), {}});
  s.state = std::move(elsewhere);
  makeNull(s, object);
  done.push_back({std::move(s.state), {}});
  join(s, std::move(done));
}

bool hasMemory(Stage &s, const Object &object) {
  if (object.kind == ObjectKind::Storage)
    return static_cast<const StorageObject &>(object).isCell;
  return isRuntime(object);
}

// Many paths, each of which would have to store its elements: the container is one of run time from
// its creation. So are many containers, each of which many paths would have to store.
static constexpr size_t MostStores = 1000;
static constexpr size_t MostStoresOfAll = 4000;
void Joiner::checkGrowth(const NeedsRuntime &need) {
  for (auto [pred, value] : need.objects) {
    const Object *object = objectOf(pred, value.address());
    if (isOutside(s, value.address()))
      continue;
    if (object->kind == ObjectKind::List) {
      auto *list = static_cast<const ListObject *>(object);
      stores[list->site] += list->elements.size();
    } else if (object->kind == ObjectKind::Dict) {
      auto *dict = static_cast<const DictObject *>(object);
      stores[dict->site] += dict->entries.size();
    } else if (object->kind == ObjectKind::Set) {
      auto *set = static_cast<const SetObject *>(object);
      stores[set->site] += set->elements.size();
    }
  }
  size_t all = 0;
  for (auto [site, count] : stores)
    all += count;
  bool isNew = false;
  for (auto [site, count] : stores)
    if (count > MostStores || all > MostStoresOfAll)
      isNew |= addFact(s, FactKind::Grows, site);
  if (isNew)
    throw Restart{};
}

// Making an object runtime changes a predecessor, so that the walk starts again.
void Joiner::unify() {
  while (true) {
    try {
      attempt();
      return;
    } catch (const NeedsRuntime &need) {
      checkGrowth(need);
      for (auto [pred, object] : need.objects) {
        s.state = std::move(preds[pred].state);
        if (!hasMemory(s, *s.state.heap.find(object.address()))) // one before it may take it along
          makeRuntimeWherePresent(s, object);
        preds[pred].state = std::move(s.state);
      }
      block->eraseArguments(0, block->getNumArguments());
    }
  }
}

// An object that is there from the start, as it was then, whether the path has looked at it or not.
static bool isUntouched(Stage &s, const Heap &heap, Address address) {
  auto initial = s.outside.initialObjects.find(address);
  if (initial == s.outside.initialObjects.end())
    return false;
  const Object *object = heap.find(address);
  return !object || object == initial->second.get();
}

// Each path with the one before it: of many ways to one handler, neighbours differ in little.
std::vector<Address> Joiner::findDifferences(llvm::DenseSet<Address> &iterators) {
  llvm::DenseSet<Address> unordered;
  auto isIterator = [](const Object *object) {
    return object && object->kind == ObjectKind::Iterator;
  };
  for (size_t i = 1; i < preds.size(); ++i) {
    const Heap &before = preds[i - 1].state.heap, &heap = preds[i].state.heap;
    Heap::diff(before, heap, [&](Address address) {
      if (isUntouched(s, before, address) && isUntouched(s, heap, address))
        return;
      unordered.insert(address);
      if (isIterator(before.find(address)) || isIterator(heap.find(address)))
        iterators.insert(address);
    });
  }
  std::vector<Address> differing(unordered.begin(), unordered.end());
  llvm::sort(differing);
  return differing;
}

/// Whether what it holds of its own includes an object from that address on.
static bool holdsFrom(const Object &object, Address first) {
  llvm::SmallVector<Address> held;
  object.clone()->forEachValue([&](Value &value) { addReferences(value, held); });
  if (object.kind == ObjectKind::Tensor)
    held.push_back(static_cast<const TensorObject &>(object).attributes);
  return llvm::any_of(held, [&](Address each) { return each >= first && each < FirstLasting; });
}

// Objects of before the loop that hold what its header made, though no trip changes them: that gets
// an address of this join, also where they hold it.
void Joiner::addHolders() {
  Heap::diff(*beforeLoop, state.heap, [&](Address address) {
    const Object *object = state.heap.find(address);
    if (!object || members.count(address) || !holdsFrom(*object, freshFrom) || !isCommon(address))
      return;
    members[address].assign(preds.size(), address);
    worklist.push_back(address);
  });
}

void Joiner::attempt() {
  leaves.clear();
  grew = false;
  members.clear();
  filled.clear();
  worklist.clear();
  extra.clear();
  snapshots = 0;
  renamed.clear();
  renamed.resize(preds.size());
  state = preds[0].state;
  state.block = block;
  llvm::DenseSet<Address> iterators;
  std::vector<Address> differing = findDifferences(iterators);
  for (Address address : differing) {
    if (!isCommon(address)) {
      state.heap.erase(address);
      continue;
    }
    members[address].assign(preds.size(), address);
    worklist.push_back(address);
  }
  if (beforeLoop)
    addHolders();
  unifyTupleObjects();
  unifyFrames();
  for (size_t i = 0; i < preds[0].extra.size(); ++i) {
    llvm::SmallVector<Value, 4> values;
    for (Edge &pred : preds)
      values.push_back(pred.extra[i]);
    extra.push_back(unify(values));
  }
  unifyAmbient();
  for (size_t next = 0; next < worklist.size(); ++next)
    fillObject(worklist[next]);
  for (size_t i = 0; i < preds.size(); ++i) // what goes on without an object has dropped it
    for (Address address : iterators)
      if (const Object *object = objectOf(i, address);
          object && !isCommon(address) && !renamed[i].contains(address))
        checkForgotten(s, *object);
}

void Joiner::unifyFrames() {
  for (size_t f = 0; f < state.frames.size(); ++f) {
    bool same = llvm::all_of(
        preds, [&](Edge &pred) { return pred.state.frames[f] == preds[0].state.frames[f]; });
    if (same && freshFrom == NoAddress)
      continue;
    size_t count = state.frames[f]->slots.size();
    llvm::SmallVector<Value> slots(count);
    bool changed = false;
    for (size_t i = 0; i < count; ++i) {
      llvm::SmallVector<Value, 4> values;
      for (Edge &pred : preds)
        values.push_back(pred.state.frames[f]->slots[i]);
      slots[i] = unify(values);
      changed |= slots[i] != values[0];
    }
    if (changed)
      state.writeFrame(f).slots.assign(slots.begin(), slots.end());
  }
}

// Those that all paths have: made before the paths parted.
void Joiner::unifyTupleObjects() {
  bool same = llvm::all_of(
      preds, [&](Edge &pred) { return pred.state.tupleObjects == preds[0].state.tupleObjects; });
  if (same)
    return;
  state.tupleObjects = nullptr;
  if (!preds[0].state.tupleObjects)
    return;
  for (auto [tuple, object] : *preds[0].state.tupleObjects)
    if (llvm::all_of(preds, [&, tuple = tuple, object = object](Edge &pred) {
          return pred.state.tupleObject(*tuple) == object;
        }))
      state.setTupleObject(*tuple, object);
}

void Joiner::unifyAmbient() {
  bool same =
      llvm::all_of(preds, [&](Edge &pred) { return pred.state.ambient == preds[0].state.ambient; });
  if (same)
    return;
  llvm::SmallVector<llvm::StringRef> names;
  for (Edge &pred : preds)
    for (auto &[name, value] : pred.state.ambient->values)
      if (!llvm::is_contained(names, name))
        names.push_back(name);
  auto joined = std::make_shared<Ambient>();
  for (llvm::StringRef name : names) {
    llvm::SmallVector<Value, 4> values;
    for (Edge &pred : preds) {
      Value value;
      for (auto &[key, current] : pred.state.ambient->values)
        if (key == name)
          value = current;
      if (value.isUndefined()) {
        s.state = pred.state;
        value = ambient(s, name);
      }
      values.push_back(value);
    }
    joined->values.push_back({name, unify(values)});
  }
  state.ambient = joined;
}

mlir::Value Joiner::source(const Leaf &leaf, size_t pred) const {
  bool isHistory = leaf.kind == Leaf::Kind::Node || leaf.kind == Leaf::Kind::Port;
  Value value = isHistory ? Value() : leaf.from[pred];
  switch (leaf.kind) {
  case Leaf::Kind::Scalar:
    return value.isScalar() && value.ssa() ? value.ssa() : mlir::Value();
  case Leaf::Kind::Which: {
    if (!value.isUnion())
      return {};
    for (auto [i, to] : llvm::enumerate(leaf.mapping[pred]))
      if (static_cast<int>(i) != to)
        return {};
    return value.oneOf().which;
  }
  case Leaf::Kind::Box:
    return value.isBox() ? value.ssa() : mlir::Value();
  case Leaf::Kind::Contents:
  case Leaf::Kind::Alias: {
    auto *tensor = preds[pred].state.heap.find<TensorObject>(value.isRef() ? value.address() : 0);
    if (!tensor || !tensor->chain.empty())
      return {};
    auto *storage = preds[pred].state.heap.find<StorageObject>(tensor->storage);
    bool fits = storage->isCell == (leaf.kind == Leaf::Kind::Alias);
    return fits ? storage->contents.ssa() : mlir::Value();
  }
  case Leaf::Kind::Node:
  case Leaf::Kind::Port: {
    const History &history = leaf.histories[pred];
    if (!history.isRuntime())
      return {};
    return (leaf.kind == Leaf::Kind::Node ? history.node : history.port).ssa();
  }
  }
  return {};
}

// What the paths have at this edge becomes nodes of run time together.
History Joiner::atRunTime(const Leaf &leaf, size_t pred) {
  made.resize(preds.size());
  if (made[pred].empty()) {
    std::vector<History> all;
    for (const Leaf &each : leaves)
      if (each.kind == Leaf::Kind::Node)
        all.push_back(each.histories[pred]);
    for (auto [known, node] : llvm::zip(all, stage::atRunTime(s, all, "paths meet")))
      made[pred].push_back({known, node});
  }
  return llvm::find_if(made[pred], [&](auto &each) { return each.first == leaf.histories[pred]; })
      ->second;
}

static mlir::Value refined(Stage &s, mlir::Value value, mlir::Type type) {
  if (value.getType() == type)
    return value;
  return ir::RefineOp::create(s.builder(), s.loc(), type, value);
}

// The contents of a tensor, or its storage as an alias; null on a path that does not have it.
static mlir::Value readWherePresent(Stage &s, Value value, mlir::Type type, bool alias) {
  const TensorObject *tensor = s.find<TensorObject>(value);
  const StorageObject *storage = s.state.heap.find<StorageObject>(tensor->storage);
  bool isRead = !tensor->chain.empty() || (storage->isCell && !alias);
  auto readNow = [&] {
    return refined(s, alias ? tensorForBox(s, value) : tensorContents(s, value), type);
  };
  if (storage->present.isUndefined() || !isRead)
    return readNow();
  State there, elsewhere;
  branch(s, storage->present.ssa(), there, elsewhere);
  Edges done;
  s.state = std::move(there);
  Value read = Value::raw(readNow());
  done.push_back({std::move(s.state), {read}});
  s.state = std::move(elsewhere);
  Value null = Value::raw(ir::NullOp::create(s.builder(), s.loc(), type));
  done.push_back({std::move(s.state), {null}});
  llvm::SmallVector<Value, 1> joined;
  join(s, std::move(done), joined);
  return joined[0].ssa();
}

mlir::Value Joiner::coerce(const Leaf &leaf, size_t pred) {
  if (leaf.kind == Leaf::Kind::Node)
    return atRunTime(leaf, pred).node.ssa();
  if (leaf.kind == Leaf::Kind::Port)
    return atRunTime(leaf, pred).port.ssa();
  Value value = leaf.from[pred];
  mlir::Type type = leaf.argument.getType();
  if (isAbsent(value))
    return ir::NullOp::create(s.builder(), s.loc(), type);
  switch (leaf.kind) {
  case Leaf::Kind::Scalar:
    if (leaf.scalar == ScalarType::Raw)
      return refined(s, value.ssa(), type);
    if (value.isScalar())
      return value.ssa();
    return leaf.scalar == ScalarType::Int     ? toInt(s, value)
           : leaf.scalar == ScalarType::Float ? toFloat(s, value)
           : leaf.scalar == ScalarType::Bool  ? toBool(s, value)
                                              : toStr(s, value);
  case Leaf::Kind::Which: {
    if (mlir::Value same = source(leaf, pred))
      return same;
    llvm::ArrayRef<int> mapping = leaf.mapping[pred];
    mlir::Value index = constantInt(s, mapping.back());
    for (size_t i = mapping.size() - 1; i-- > 0;) {
      mlir::Value is = ir::CompareOp::create(s.builder(), s.loc(), ir::CompareKind::eq,
                                             value.oneOf().which, constantInt(s, int64_t(i)));
      index = ir::ChooseOp::create(s.builder(), s.loc(), is, constantInt(s, mapping[i]), index);
    }
    return index;
  }
  case Leaf::Kind::Box:
    return toBox(s, value);
  case Leaf::Kind::Contents:
    return readWherePresent(s, value, type, false);
  case Leaf::Kind::Alias:
    return readWherePresent(s, value, type, true);
  case Leaf::Kind::Node:
  case Leaf::Kind::Port:
    break;
  }
  return {};
}

void Joiner::emit() {
  for (size_t i = 0; i < preds.size(); ++i) {
    s.state = std::move(preds[i].state);
    llvm::SmallVector<mlir::Value> operands;
    for (const Leaf &leaf : leaves)
      operands.push_back(coerce(leaf, i));
    mlir::cf::BranchOp::create(s.builder(), s.loc(), block, operands);
    preds[i].state = std::move(s.state);
  }
  inheritSharing();
}

bool join(Stage &s, Edges &&edges, llvm::SmallVectorImpl<Value> &extra) {
  if (edges.empty())
    return false;
  if (edges.size() == 1) {
    s.state = std::move(edges[0].state);
    extra.assign(edges[0].extra.begin(), edges[0].extra.end());
    return true;
  }
  Joiner joiner(s, edges, newBlock(s), false, NoAddress);
  joiner.unify();
  joiner.emit();
  s.state = std::move(joiner.state);
  extra.assign(joiner.extra.begin(), joiner.extra.end());
  return true;
}

bool join(Stage &s, Edges &&edges) {
  llvm::SmallVector<Value> extra;
  return join(s, std::move(edges), extra);
}

} // namespace lith::stage
