// Objects.cpp: which values each kind of object holds, and when two have the same shape.

#include "stage/model/GeneratorBody.h"
#include "stage/model/Heap.h"

#include "ops/TensorOps.h"
namespace lith::stage {

template <class T> static const T *as(const Object &object) {
  return object.kind == T::Kind ? static_cast<const T *>(&object) : nullptr;
}

bool StorageObject::sameShape(const Object &other) const {
  auto *that = as<StorageObject>(other);
  return that && isCell == that->isCell && isOutside == that->isOutside &&
         contents.isUndefined() == that->contents.isUndefined();
}

void TensorObject::forEachValue(ValueVisitor visit) {
  Value base = Value::ref(storage);
  visit(base);
  storage = base.address();
  for (ViewStep &step : chain)
    for (Value &operand : step.operands)
      visit(operand);
  if (attributes != NoAddress) {
    Value holder = Value::ref(attributes);
    visit(holder);
    attributes = holder.address();
  }
}
History historyOf(const Heap &heap, const TensorObject &tensor) {
  if (tensor.hasOwn())
    return tensor.own;
  auto *storage = heap.find<StorageObject>(tensor.storage);
  return storage ? storage->history : History();
}

bool ViewStep::isTrivial() const {
  auto dims = attributes.getAs<mlir::DenseI64ArrayAttr>("dims");
  return name == ir::SqueezeOp::getOperationName() && dims && dims.empty();
}

bool ViewStep::matches(const ViewStep &other) const {
  return name == other.name && attributes == other.attributes &&
         operands.size() == other.operands.size() &&
         llvm::cast<mlir::RankedTensorType>(resultType).getRank() ==
             llvm::cast<mlir::RankedTensorType>(other.resultType).getRank();
}

bool TensorObject::sameShape(const Object &other) const {
  auto *that = as<TensorObject>(other);
  if (!that || chain.size() != that->chain.size() || own.required != that->own.required ||
      isDetached != that->isDetached || cls != that->cls || origin != that->origin ||
      (attributes == NoAddress) != (that->attributes == NoAddress))
    return false;
  for (auto [mine, theirs] : llvm::zip(chain, that->chain))
    if (!mine.matches(theirs))
      return false;
  auto mine = llvm::dyn_cast<mlir::RankedTensorType>(type);
  auto theirs = llvm::dyn_cast<mlir::RankedTensorType>(that->type);
  return mine && theirs && mine.getElementType() == theirs.getElementType() &&
         mine.getRank() == theirs.getRank();
}

void ListObject::forEachValue(ValueVisitor visit) {
  for (Value &element : elements)
    visit(element);
  if (isRuntime())
    visit(runtime);
  if (frozen)
    visit(whole);
}
bool ListObject::sameShape(const Object &other) const {
  auto *that = as<ListObject>(other);
  return that && isRuntime() == that->isRuntime() && frozen == that->frozen &&
         elements.size() == that->elements.size();
}

void DictObject::forEachValue(ValueVisitor visit) {
  for (auto &[key, value] : entries)
    visit(value);
  if (!owner.isUndefined())
    visit(owner);
  if (isRuntime())
    visit(runtime);
}
bool DictObject::sameShape(const Object &other) const {
  auto *that = as<DictObject>(other);
  if (!that || isRuntime() != that->isRuntime() || entries.size() != that->entries.size() ||
      owner.isUndefined() != that->owner.isUndefined())
    return false;
  for (auto [mine, theirs] : llvm::zip(entries, that->entries))
    if (mine.first != theirs.first)
      return false;
  return true;
}

void SetObject::forEachValue(ValueVisitor visit) {
  if (isRuntime())
    visit(runtime);
}
bool SetObject::sameShape(const Object &other) const {
  auto *that = as<SetObject>(other);
  return that && isRuntime() == that->isRuntime() && elements == that->elements &&
         !model == !that->model && frozen == that->frozen;
}

void InstanceObject::forEachValue(ValueVisitor visit) {
  if (cls.isRef())
    visit(cls);
  for (auto &[name, value] : attributes)
    visit(value);
  if (!payload.isUndefined())
    visit(payload);
  if (isRuntime())
    visit(runtime);
  if (!exception.isUndefined())
    visit(exception);
}
bool InstanceObject::sameShape(const Object &other) const {
  auto *that = as<InstanceObject>(other);
  if (!that || cls.kind() != that->cls.kind() || (cls.isStatic() && cls != that->cls) ||
      attributes.size() != that->attributes.size() || isRuntime() != that->isRuntime() ||
      payload.isUndefined() != that->payload.isUndefined())
    return false;
  for (auto [mine, theirs] : llvm::zip(attributes, that->attributes))
    if (mine.first.data() != theirs.first.data())
      return false;
  return true;
}
const Value *InstanceObject::find(llvm::StringRef name) const {
  for (const auto &[key, value] : attributes)
    if (key.data() == name.data())
      return &value;
  return nullptr;
}
// What was deleted and is set again comes last, as in a dict.
void InstanceObject::set(llvm::StringRef name, Value value) {
  auto known =
      llvm::find_if(attributes, [&](auto &each) { return each.first.data() == name.data(); });
  bool isAgain = known != attributes.end() && known->second.isUndefined();
  if (known != attributes.end() && !isAgain) {
    known->second = value;
    return;
  }
  if (isAgain)
    attributes.erase(known);
  attributes.push_back({name, value});
}

bool CellObject::sameShape(const Object &other) const {
  auto *that = as<CellObject>(other);
  return that && isRuntime() == that->isRuntime();
}

void IteratorObject::forEachValue(ValueVisitor visit) {
  if (!position.isUndefined())
    visit(position);
  for (Value &source : sources)
    visit(source);
  if (!extra.isUndefined())
    visit(extra);
}
bool IteratorObject::sameShape(const Object &other) const {
  auto *that = as<IteratorObject>(other);
  return that && form == that->form && sources.size() == that->sources.size() &&
         position.isUndefined() == that->position.isUndefined() &&
         extra.isUndefined() == that->extra.isUndefined() && strict == that->strict &&
         (form != Form::Set || sources == that->sources) && // the elements are known
         (body == that->body || (body && that->body && *body == *that->body));
}

void ClassObject::forEachValue(ValueVisitor visit) {
  for (Value &base : bases)
    visit(base);
  for (Value &cls : mro)
    visit(cls);
  for (auto &[name, value] : entries)
    visit(value);
}
bool ClassObject::sameShape(const Object &other) const {
  auto *that = as<ClassObject>(other);
  if (!that || name != that->name || qualname != that->qualname ||
      bases.size() != that->bases.size() || mro.size() != that->mro.size() ||
      entries.size() != that->entries.size())
    return false;
  for (auto [mine, theirs] : llvm::zip(entries, that->entries))
    if (mine.first.data() != theirs.first.data())
      return false;
  return true;
}
const Value *ClassObject::find(llvm::StringRef name) const {
  for (const auto &[key, value] : entries)
    if (key.data() == name.data())
      return &value;
  return nullptr;
}

} // namespace lith::stage
