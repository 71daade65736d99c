// JoinObjects.cpp: matching objects that paths made on their own, and unifying
// what objects hold.
#include "stage/Gradients.h"
#include "stage/Outside.h"
#include "stage/Tensors.h"
#include "stage/emit/Refusals.h"
#include "stage/emit/Values.h"
#include "stage/paths/Join.h"
#include "stage/runtime/Boxes.h"

namespace lith::stage {

// Whether all predecessors have this object and it keeps its address.
bool Joiner::isCommon(Address address) {
  if (s.outside.initialObjects.count(address)) { // every path has it, once it looks
    for (Edge &pred : preds)
      insertOutside(s, address, pred.state);
    insertOutside(s, address, state);
    return true;
  }
  if (address >= freshFrom)
    return false;
  return llvm::all_of(preds, [&](Edge &pred) { return pred.state.heap.find(address) != nullptr; });
}

// Whether two states of one tensor object are the same views of their storages.
static bool sameGeometry(const TensorObject &a, const TensorObject &b) {
  return sameTensorType(a, b) && a.chain.size() == b.chain.size() &&
         llvm::all_of(llvm::zip(a.chain, b.chain),
                      [](auto steps) { return std::get<0>(steps).matches(std::get<1>(steps)); });
}

// Instances of one class whose built-in values, where they are tuples (as of exceptions), have one
// form.
static bool alike(const InstanceObject &a, const InstanceObject &b) {
  if (a.cls != b.cls || a.payload.kind() != b.payload.kind())
    return false;
  return !a.payload.isTuple() ||
         (a.payload.tuple().form == b.payload.tuple().form &&
          a.payload.tuple().elements.size() == b.payload.tuple().elements.size());
}

/// The object whose `__dict__` it is.
static Value ownerOf(const Object &object) {
  bool isDict = object.kind == ObjectKind::Dict;
  return isDict ? static_cast<const DictObject &>(object).owner : Value();
}

// Whether two objects of one kind can become one whose values are unified.
static bool alike(const Object &a, const Object &b, bool isHeader) {
  if (a.kind != b.kind)
    return false;
  switch (a.kind) {
  case ObjectKind::Tensor:
    return sameTensorType(static_cast<const TensorObject &>(a),
                          static_cast<const TensorObject &>(b));
  case ObjectKind::Instance:
    return alike(static_cast<const InstanceObject &>(a), static_cast<const InstanceObject &>(b));
  case ObjectKind::List:
    if (static_cast<const ListObject &>(a).frozen != static_cast<const ListObject &>(b).frozen)
      return false;
    [[fallthrough]];
  case ObjectKind::Dict:
    return ownerOf(a) == ownerOf(b) && (isHeader || a.sameShape(b));
  case ObjectKind::Set:
    return static_cast<const SetObject &>(a).frozen == static_cast<const SetObject &>(b).frozen &&
           (isHeader || a.sameShape(b));
  case ObjectKind::Class:
    return false;
  default:
    return a.sameShape(b);
  }
}

static std::optional<Address> dictOfView(const Object &object) {
  using Form = IteratorObject::Form;
  if (object.kind != ObjectKind::Iterator)
    return std::nullopt;
  auto &iterator = static_cast<const IteratorObject &>(object);
  bool isView =
      iterator.form == Form::Keys || iterator.form == Form::Values || iterator.form == Form::Items;
  return isView ? std::optional(iterator.sources[0].address()) : std::nullopt;
}

// Tensors inside torch.vmap: of one form, with the same levels. What is no such tensor is alike.
bool Joiner::alikeMapped(size_t predA, const Object &a, size_t predB, const Object &b) {
  if (a.kind != ObjectKind::Instance)
    return true;
  auto left = mappedParts(s, static_cast<const InstanceObject &>(a));
  auto right = mappedParts(s, static_cast<const InstanceObject &>(b));
  if (!left || !right)
    return !left && !right;
  auto *first = preds[predA].state.heap.find<TensorObject>(left->first.address());
  auto *second = preds[predB].state.heap.find<TensorObject>(right->first.address());
  return first && second && sameTensorType(*first, *second) &&
         sameConstant(s, left->second, right->second);
}

// Whether object `a` of one predecessor may be matched with `b` of another.
bool Joiner::canPair(size_t predA, Address a, size_t predB, Address b) {
  if (isCommon(a) || isCommon(b))
    return false;
  auto mergedA = renamed[predA].find(a), mergedB = renamed[predB].find(b);
  bool hasA = mergedA != renamed[predA].end(), hasB = mergedB != renamed[predB].end();
  if (hasA && hasB)
    return mergedA->second == mergedB->second;
  if (hasA && (members[mergedA->second][predB] != NoAddress || filled.count(mergedA->second)))
    return false;
  if (hasB && (members[mergedB->second][predA] != NoAddress || filled.count(mergedB->second)))
    return false;
  const Object *left = objectOf(predA, a), *right = objectOf(predB, b);
  if (!left || !right || !alike(*left, *right, isHeader))
    return false;
  if (!alikeMapped(predA, *left, predB, *right))
    return false;
  // A view is of one dict: views of several stay several.
  auto dictA = dictOfView(*left), dictB = dictOfView(*right);
  return !dictA || (*dictA == *dictB && isCommon(*dictA)) || canPair(predA, *dictA, predB, *dictB);
}

bool Joiner::refsBelong(const Group &group, size_t pred, Value value) {
  Address a = group.first.address(), b = value.address();
  if (a == b && isCommon(a))
    return true;
  auto *left = preds[group.firstPred].state.heap.find<TensorObject>(a);
  auto *right = preds[pred].state.heap.find<TensorObject>(b);
  if (left || right)
    return left && right && sameTensorType(*left, *right);
  for (size_t i = 0; i < preds.size(); ++i)
    if (!isAbsent(group.values[i]) && !canPair(i, group.values[i].address(), pred, b))
      return false;
  return true;
}

// The address that stands for these objects (one per predecessor, or absent) from now on;
// NoAddress when an earlier match forbids it.
Address Joiner::pair(Values values) {
  Address merged = NoAddress;
  for (size_t i = 0; i < values.size(); ++i) {
    if (isAbsent(values[i]))
      continue;
    if (isCommon(values[i].address()))
      return NoAddress;
    auto it = renamed[i].find(values[i].address());
    if (it == renamed[i].end())
      continue;
    if (merged != NoAddress && merged != it->second)
      return NoAddress;
    merged = it->second;
  }
  bool isNew = merged == NoAddress;
  if (!isNew)
    for (size_t i = 0; i < values.size(); ++i) {
      if (isAbsent(values[i]))
        continue;
      Address known = members[merged][i];
      if (known != values[i].address() && (known != NoAddress || filled.count(merged)))
        return NoAddress;
    }
  if (isNew) {
    merged = s.nextAddress++;
    members[merged].assign(preds.size(), NoAddress);
    worklist.push_back(merged);
  }
  for (size_t i = 0; i < values.size(); ++i)
    if (!isAbsent(values[i])) {
      members[merged][i] = values[i].address();
      renamed[i][values[i].address()] = merged;
    }
  return merged;
}

Value Joiner::unifyRefs(const Group &group) {
  Address first = group.first.address();
  bool sameAddress = llvm::all_of(
      group.values, [&](Value value) { return isAbsent(value) || value.address() == first; });
  if (sameAddress && isCommon(first))
    return group.first;
  if (preds[group.firstPred].state.heap.find<TensorObject>(first))
    return unifyTensors(group.values);
  if (summarises)
    for (auto [i, value] : llvm::enumerate(group.values))
      if (!isAbsent(value) && !isCommon(value.address())) {
        s.state = preds[i].state;
        if (firstKnown(s, value))
          throw NeedsRuntime{{{i, value}}};
      }
  Address merged = pair(group.values);
  assert(merged != NoAddress && "the group was checked");
  return Value::ref(merged);
}

// What an iterator of run time gives: what it gives on one path or another. A header that gives
// more than its entry is staged again.
void Joiner::uniteIterators(Object &merged, llvm::ArrayRef<const Object *> objects) {
  if (merged.kind != ObjectKind::Iterator)
    return;
  const TypeSet *&types = static_cast<IteratorObject &>(merged).elementTypes;
  for (const Object *object : objects)
    if (types && object)
      types = s.facts.types.merge(types, static_cast<const IteratorObject *>(object)->elementTypes);
  grew |= isHeader && types && objects[0] &&
          isWider(types, static_cast<const IteratorObject *>(objects[0])->elementTypes);
}

// Whether the attributes that both have came in one order.
static bool isSameOrder(const InstanceObject &one, const InstanceObject &other) {
  auto common = [](const InstanceObject &from, const InstanceObject &with) {
    std::vector<const char *> names;
    for (auto &[name, value] : from.attributes)
      if (const Value *there = with.find(name);
          !value.isUndefined() && there && !there->isUndefined())
        names.push_back(name.data());
    return names;
  };
  return common(one, other) == common(other, one);
}

// A copy of the objects' common form, whose values are still those of the first.
ObjectPtr Joiner::alignedClone(llvm::ArrayRef<const Object *> objects, Address merged) {
  const Object *first = nullptr;
  for (const Object *object : objects)
    first = first ? first : object;
  ObjectPtr clone = first->clone();
  for (const Object *object : objects) {
    if (!object || object == first)
      continue;
    if (clone->kind == ObjectKind::Class && !clone->sameShape(*object))
      refuse(s, diag::Kind::UnsupportedStatement,
             {"setting an attribute of a class made here on some paths only"});
    if (clone->kind == ObjectKind::Storage) {
      auto *mine = static_cast<StorageObject *>(clone.get());
      auto *other = static_cast<const StorageObject *>(object);
      mine->isOutside |= other->isOutside;
    }
    if (clone->kind == ObjectKind::Tensor) {
      auto *mine = static_cast<TensorObject *>(clone.get());
      auto *other = static_cast<const TensorObject *>(object);
      mine->unknownIdentity |= other->unknownIdentity;
      if (mine->perhaps == NoAddress)
        mine->perhaps = other->perhaps;
      if (mine->parent != other->parent)
        mine->parent = NoAddress;
      mine->type = widened(mine->type, other->type);
      for (auto [step, theirs] : llvm::zip(mine->chain, other->chain))
        step.resultType = widened(step.resultType, theirs.resultType);
    }
    if (clone->kind == ObjectKind::Instance) {
      auto *mine = static_cast<InstanceObject *>(clone.get());
      auto *other = static_cast<const InstanceObject *>(object);
      if (!isSameOrder(*mine, *other))
        mine->set(s.intern(InstanceObject::Reordered), s.none());
      for (auto &[name, value] : other->attributes)
        if (!mine->find(name))
          mine->set(name, {});
    }
  }
  uniteIterators(*clone, objects);
  if (clone->kind == ObjectKind::Tensor) {
    auto *mine = static_cast<TensorObject *>(clone.get());
    bool sameView = llvm::all_of(objects, [&](const Object *object) {
      auto *other = static_cast<const TensorObject *>(object);
      return other && other->current == mine->current && other->currentBase == mine->currentBase;
    });
    if (!sameView) // made on one path only
      mine->current = mine->currentBase = {};
  }
  return clone;
}

static std::vector<Value> valuesOf(Object &object) {
  std::vector<Value> values;
  object.forEachValue([&](Value &value) { values.push_back(value); });
  return values;
}

// A dict of names that some paths wrote: the others have the values of before the call.
void Joiner::fillNamespace(Address merged, llvm::ArrayRef<const Object *> objects) {
  auto joined = std::make_shared<DictObject>();
  for (const Object *object : objects)
    for (auto &[key, value] : static_cast<const DictObject *>(object)->entries)
      if (llvm::none_of(joined->entries, [&](auto &entry) { return entry.first == key; }))
        joined->entries.push_back({key, Value()});
  for (auto &[key, place] : joined->entries) {
    llvm::SmallVector<Value, 4> values;
    for (auto [i, object] : llvm::enumerate(objects)) {
      const Value *own = nullptr;
      for (auto &[known, value] : static_cast<const DictObject *>(object)->entries)
        if (known == key)
          own = &value;
      s.state = preds[i].state;
      values.push_back(own ? *own : outsideEntry(s, Value::ref(merged), s.intern(*s.asStr(key))));
    }
    place = unify(values);
  }
  state.heap.insert(merged, std::move(joined));
}

// An element of an outside container that a path has not touched has its value of before the call.
static Value initialElement(Stage &s, const Object &container, Address address, size_t index) {
  if (container.kind == ObjectKind::List)
    return initialItem(s, address, index);
  return initialEntry(s, address, static_cast<const DictObject &>(container).entries[index].first);
}

// Whether the merged object is there, where only some paths have it; null is a path without.
void Joiner::unifyPresence(Object &merged, llvm::ArrayRef<const Object *> objects) {
  bool onlyThere = llvm::any_of(
      objects, [](const Object *object) { return !object || !object->present.isUndefined(); });
  bool matters = llvm::is_contained({ObjectKind::Storage, ObjectKind::List, ObjectKind::Dict,
                                     ObjectKind::Set, ObjectKind::Instance, ObjectKind::Cell},
                                    merged.kind);
  merged.present = {};
  if (!onlyThere || !matters)
    return;
  llvm::SmallVector<Value, 4> values;
  for (const Object *object : objects)
    values.push_back(!object                         ? s.boolean(false)
                     : object->present.isUndefined() ? s.boolean(true)
                                                     : object->present);
  if (Value joined = unify(values); joined.isScalar())
    merged.present = joined;
}

// Whether these differ in what cannot be unified value by value, unless all are in memory.
static bool isMixed(Stage &s, llvm::ArrayRef<const Object *> objects) {
  const Object *first = *llvm::find_if(objects, [](const Object *object) { return object; });
  return llvm::any_of(objects, [&](const Object *object) {
    if (!object)
      return false;
    switch (first->kind) {
    case ObjectKind::List:
    case ObjectKind::Dict:
    case ObjectKind::Set:
      return !object->sameShape(*first);
    case ObjectKind::Instance:
    case ObjectKind::Cell:
    case ObjectKind::Storage:
      return hasMemory(s, *object) != hasMemory(s, *first);
    default:
      return false;
    }
  });
}

// A tensor on which some paths have set attributes: the others hold what it had before. Whether a
// path changed.
bool Joiner::holdAttributes(llvm::ArrayRef<Address> addresses) {
  auto holderOf = [&](size_t i) {
    return static_cast<const TensorObject *>(objectOf(i, addresses[i]))->attributes;
  };
  bool some = false, changed = false;
  for (size_t i = 0; i < preds.size(); ++i)
    some |= addresses[i] != NoAddress && holderOf(i) != NoAddress;
  for (size_t i = 0; some && i < preds.size(); ++i) {
    if (addresses[i] == NoAddress || holderOf(i) != NoAddress)
      continue;
    s.state = std::move(preds[i].state);
    stage::holdAttributes(s, Value::ref(addresses[i]));
    preds[i].state = std::move(s.state);
    changed = true;
  }
  return changed;
}

// A node, or the attributes of a leaf, that some paths have given a first hook: on the others it
// has none. Whether a path changed.
bool Joiner::holdHooks(const Object &first, llvm::ArrayRef<Address> addresses) {
  if (first.kind != ObjectKind::Instance && first.kind != ObjectKind::Node)
    return false;
  auto holds = [&](size_t i) {
    return addresses[i] == NoAddress || stage::holdsHooks(s, preds[i].state.heap, addresses[i]);
  };
  auto isHeld = [&](size_t i) { return addresses[i] != NoAddress && holds(i); };
  bool changed = false;
  if (llvm::none_of(llvm::seq(preds.size()), isHeld))
    return false;
  for (size_t i = 0; i < preds.size(); ++i) {
    if (holds(i))
      continue;
    if (isHeader) // what they hold would be made anew with each trip
      refuse(s, diag::Kind::UnsupportedStatement, {"the first hook of a tensor in a loop"});
    s.state = std::move(preds[i].state);
    stage::holdHooks(s, addresses[i]);
    preds[i].state = std::move(s.state);
    changed = true;
  }
  return changed;
}

// A loop whose trips are known is staged trip by trip instead.
void Joiner::refuseJoin(const char *what) {
  if (isHeader)
    unrollInnermost(s);
  refuse(s, diag::Kind::UnsupportedExpression, {what});
}

void Joiner::checkGeometry(llvm::ArrayRef<const Object *> tensors) {
  const TensorObject *first = nullptr;
  for (const Object *object : tensors) {
    auto *tensor = static_cast<const TensorObject *>(object);
    if (tensor && first && !sameGeometry(*tensor, *first))
      refuseJoin("a tensor whose sizes or memory an in-place operator replaces on one path only");
    first = first ? first : tensor;
  }
}

void Joiner::fillObject(Address merged) {
  filled.insert(merged);
  llvm::SmallVector<Address, 4> addresses = members[merged];
  llvm::SmallVector<const Object *, 4> objects;
  const Object *first = nullptr;
  for (size_t i = 0; i < preds.size(); ++i) {
    objects.push_back(addresses[i] == NoAddress ? nullptr : objectOf(i, addresses[i]));
    first = first ? first : objects.back();
  }
  if (!first) // a path went on without what others hold of it
    refuseJoin("an object that a trip of the loop has dropped, and that is met again");
  if (isNamespace(s, merged)) {
    fillNamespace(merged, objects);
    return;
  }
  NeedsRuntime need;
  if (isMixed(s, objects))
    for (auto [k, object] : llvm::enumerate(objects))
      if (object && !hasMemory(s, *object))
        need.objects.push_back({k, Value::ref(addresses[k])});
  if (!need.objects.empty())
    throw need;

  if (first->kind == ObjectKind::Storage)
    for (Address address : addresses)
      if (address != NoAddress)
        s.sharing.inherit(address, merged);
  if (first->kind == ObjectKind::Tensor)
    checkGeometry(objects);
  bool isTensor = first->kind == ObjectKind::Tensor;
  if ((isTensor && holdAttributes(addresses)) || holdHooks(*first, addresses))
    throw NeedsRuntime{};
  ObjectPtr clone = alignedClone(objects, merged);
  std::vector<std::vector<Value>> rows;
  for (size_t i = 0; i < preds.size(); ++i) {
    rows.emplace_back();
    if (!objects[i])
      continue;
    if (clone->kind == ObjectKind::Instance &&
        !isRuntime(*clone)) { // attributes by name: some paths may lack one
      ObjectPtr aligned = clone->clone();
      auto *instance = static_cast<InstanceObject *>(aligned.get());
      auto *from = static_cast<const InstanceObject *>(objects[i]);
      instance->payload = from->payload;
      for (auto &[name, value] : instance->attributes) {
        const Value *own = from->find(name);
        value = own ? *own : initialAttribute(s, addresses[i], name);
      }
      rows.back() = valuesOf(*aligned);
      continue;
    }
    ObjectPtr copy = objects[i]->clone();
    rows.back() = valuesOf(*copy);
    if (clone->kind == ObjectKind::Cell && !isRuntime(*clone) && rows.back()[0].isUndefined())
      rows.back()[0] = initialCell(s, addresses[i]); // undefined: as before the call
    uniteElementTypes(s, *clone, *copy);
  }
  size_t column = 0;
  clone->forEachValue([&](Value &place) {
    llvm::SmallVector<Value, 4> values;
    for (size_t i = 0; i < preds.size(); ++i)
      values.push_back(objects[i] ? rows[i][column] : absent());
    if (!llvm::all_equal(values))
      for (auto [i, value] : llvm::enumerate(values))
        if (value.isLazy()) {
          s.state = preds[i].state;
          value = initialElement(s, *objects[i], addresses[i], column);
        }
    place = unify(values);
    ++column;
  });
  unifyPresence(*clone, objects);
  unifyHistoriesOf(*clone, objects, addresses);
  unifyVersions(*clone, objects);
  if (clone->kind == ObjectKind::Storage)
    noteWritesOfTrips(objects, addresses);
  state.heap.insert(merged, std::move(clone));
}

} // namespace lith::stage
