// Outside.cpp: objects that exist before the call: what is read of them becomes an
// input or a guard; what is written is an operation at its place.
//
// An outside object has one address, in a range of its own, whichever path reached
// it. Containers hold lazy values until they are read; what a read gives is kept
// here, not in the state, so that all paths agree.
#include "stage/Arguments.h"
#include "stage/Caches.h"
#include "stage/Distinct.h"

#include <lith/program.h>

namespace lith::stage {

using driver::Guard;
using driver::Input;
using driver::Path;
using driver::Step;
using host::Handle;
using host::Kind;

static constexpr Address FirstOutside = 1u << 24;

bool Stage::isOutside(Address address) const { return address >= FirstOutside; }

bool Stage::isNamespace(Address address) const {
  auto it = impl->outside.find(address);
  return it != impl->outside.end() && it->second.isNamespace;
}

Path Stage::rootPath(Handle handle) {
  Path path;
  path.root = handle;
  return path;
}

bool isMirrored(Stage &s, Address container) {
  if (!s.isOutside(container))
    return false;
  const Path &path = s.outsidePath(container);
  bool isSet = s.host.kind(s.outsideHandle(container)) == Kind::Set;
  return !s.request.options.forArtifact || (isArgument(path) && !isSet);
}

void Stage::addGuard(Guard guard) {
  std::string key = std::to_string(int(guard.kind)) + keyOf(host, guard.path);
  if (guard.kind == Guard::Kind::Absent)
    checkNotDropped(*this, keyOf(host, guard.path));
  if (guard.kind == Guard::Kind::SameStorage)
    key += keyOf(host, guard.other);
  if (guard.kind == Guard::Kind::Ambient)
    key += guard.name;
  if (impl->guardKeys.insert(key).second)
    impl->guards.push_back(std::move(guard));
}

// A guard on an object that is its own root says nothing.
void Stage::guard(Guard::Kind kind, const Path &path, Handle expected, int64_t number) {
  if (path.argument < 0 && path.steps.empty() &&
      (kind == Guard::Kind::Identity || kind == Guard::Kind::Equal || kind == Guard::Kind::ClassIs))
    return;
  Guard made;
  made.kind = kind;
  made.path = path;
  made.expected = expected;
  made.number = number;
  addGuard(std::move(made));
}

mlir::BlockArgument Stage::addInput(const Path &path, Input::Kind kind, mlir::Type type,
                                    std::string name) {
  Input input;
  input.path = path;
  input.kind = kind;
  input.isState = path.argument < 0;
  input.name = std::move(name);
  impl->inputs.push_back(std::move(input));
  return impl->entry->addArgument(type, mlir::UnknownLoc::get(&context));
}

Value Stage::outside(Handle handle, const Path &path) {
  std::string key = keyOf(host, path);
  auto [it, isNew] = impl->values.try_emplace(key, Value());
  if (!isNew && (!it->second.isUndefined())) {
    ensureOutside(it->second);
    return it->second;
  }
  checkNotDropped(*this, key);
  Value value = readOutside(handle, path);
  impl->values[key] = value;
  return value;
}

// A path that has not met the object yet gets it as it was before the call.
void Stage::ensureOutside(Value value) {
  if (value.isTuple())
    for (Value element : value.tuple().elements)
      ensureOutside(element);
  if (value.isCallable() && value.callable().form == CallableData::Form::BoundMethod)
    ensureOutside(value.callable().self);
  if (!value.isRef() || !isOutside(value.address()) || state.heap.find(value.address()))
    return;
  insertOutside(value.address(), state);
}

void Stage::insertOutside(Address address, State &into) {
  auto it = impl->initialObjects.find(address);
  if (it == impl->initialObjects.end() || into.heap.find(address))
    return;
  into.heap.insert(address, it->second);
  if (auto *tensor = into.heap.find<TensorObject>(address))
    insertOutside(tensor->storage, into);
  if (auto *instance = into.heap.find<InstanceObject>(address))
    if (instance->payload.isRef())
      insertOutside(instance->payload.address(), into);
}

// The keys of paths are compared, since names in them are other objects in each compilation.
static bool isChanging(Stage &s, const Path &path) {
  return llvm::any_of(s.request.changing,
                      [&](const Path &one) { return keyOf(s.host, one) == keyOf(s.host, path); });
}

Value Stage::readOutside(Handle handle, const Path &path) {
  static constexpr size_t LongestPath = 400;
  if (path.steps.size() > LongestPath)
    refuse(diag::Kind::UnsupportedInput,
           {lastName(path), "an object that others hold, more than 400 of them"});
  switch (host.kind(handle)) {
  case Kind::Int:
  case Kind::Float:
    if ((isArgument(path) || isChanging(*this, path)) &&
        !facts.has(FactKind::Pinned, llvm::hash_value(keyOf(host, path))))
      return readNumber(handle, path);
    [[fallthrough]];
  case Kind::None:
  case Kind::Bool:
  case Kind::Str:
  case Kind::Bytes:
  case Kind::Complex:
  case Kind::Ellipsis:
    // The number or string inside of an instance never changes, and that instance is guarded.
    if (path.steps.empty() || path.steps.back().kind != Step::Kind::Payload)
      guard(Guard::Kind::Equal, path, handle);
    return ofHandle(handle);
  case Kind::Tuple:
  case Kind::Size:
    return readTuple(handle, path);
  case Kind::Tensor:
  case Kind::Parameter:
    return readTensor(handle, path);
  case Kind::List:
  case Kind::Dict:
  case Kind::Set:
  case Kind::FrozenSet:
  case Kind::Instance:
  case Kind::Cell:
  case Kind::MappingProxy:
    return readObject(handle, path);
  case Kind::Slice:
  case Kind::Range:
    guard(Guard::Kind::Equal, path, handle);
    return ofHandle(handle);
  case Kind::Device: // of a tensor: an object of its own at each look, and always the CPU's
    if (!path.steps.empty() && path.steps.back().kind == Step::Kind::Slot)
      return Value::ofStatic(handle);
    [[fallthrough]];
  default:
    guard(Guard::Kind::Identity, path, handle);
    return Value::ofStatic(handle);
  }
}

Value Stage::readNumber(Handle handle, const Path &path) {
  bool isInt = host.kind(handle) == Kind::Int;
  if (isInt && !host.asInt(handle)) {
    guard(Guard::Kind::Equal, path, handle);
    return Value::ofStatic(handle);
  }
  guard(Guard::Kind::ClassIs, path, host.classOf(handle));
  mlir::Type type = isInt ? mlir::Type(impl->builder.getI64Type()) : impl->builder.getF64Type();
  mlir::Value ssa =
      addInput(path, isInt ? Input::Kind::Int : Input::Kind::Float, type, lastName(path));
  impl->inputSites[ssa] = llvm::hash_value(keyOf(host, path));
  return isInt ? intScalar(ssa) : floatScalar(ssa);
}

Value Stage::readTuple(Handle handle, const Path &path) {
  guard(Guard::Kind::ClassIs, path, host.classOf(handle));
  size_t count = host.length(handle);
  guard(Guard::Kind::Length, path, nullptr, int64_t(count));
  llvm::SmallVector<Value> elements;
  for (size_t i = 0; i < count; ++i)
    elements.push_back(
        outside(host.item(handle, i), extended(path, Step::Kind::Item, "", int64_t(i))));
  auto form = host.kind(handle) == Kind::Size ? TupleData::Form::Size : TupleData::Form::Tuple;
  auto &known = impl->tuples[handle]; // one object, on however many paths
  for (Value tuple : known)
    if (tuple.tuple().form == form && tuple.tuple().elements == llvm::ArrayRef<Value>(elements))
      return tuple;
  Value made = structure(form, elements);
  known.push_back(made);
  if (path.argument >= 0)
    impl->givenTuples[&made.tuple()] = path;
  return made;
}

void Stage::insertInitial(Address address, ObjectPtr object) {
  impl->initialObjects[address] = object;
  state.heap.insert(address, std::move(object));
}

/// Whether a tensor of the outside is a constant of the program: with `freeze`, unless it is
/// written.
static bool isFrozen(host::Host &host, const driver::Options &options, const Facts &facts,
                     const Path &path) {
  return options.freeze && path.argument < 0 &&
         !facts.has(FactKind::Cell, llvm::hash_value(keyOf(host, path)));
}

Value Stage::readTensor(Handle handle, const Path &path) {
  auto it = impl->addresses.find(handle);
  if (it != impl->addresses.end())
    return sameObject(*this, it->second, path);
  host::TensorInfo info = host.tensor(handle);
  if (!info.supported)
    refuse(diag::Kind::UnsupportedInput,
           {lastName(path),
            "a tensor that is sparse, on another device or of a dtype that Lith lacks"});
  llvm::SmallVector<int64_t> sizes(info.sizes.size(), mlir::ShapedType::kDynamic);
  uint32_t ones = 0;
  // A layer with one output has one for good, so that squeeze() of what it gives has a known rank.
  if (path.argument < 0 && host.kind(handle) == Kind::Parameter)
    for (auto [dim, size] : llvm::enumerate(info.sizes))
      if (size == 1) {
        sizes[dim] = 1;
        ones |= 1u << dim;
      }
  if (!isFrozen(host, request.options, facts, path)) {
    Guard type;
    type.kind = Guard::Kind::TensorType;
    type.path = path;
    type.dtype = info.dtype;
    type.number = int64_t(info.sizes.size());
    type.flag = info.requiresGrad;
    type.ones = ones;
    addGuard(std::move(type));
  }
  auto tensorType = mlir::RankedTensorType::get(sizes, ir::elementType(&context, info.dtype));
  Handle cls = host.classOf(handle);
  if (Value::ofStatic(cls) == builtinType("torch.Tensor"))
    cls = nullptr;
  return insertTensor(handle, path, tensorType, info.requiresGrad, cls);
}

// The input of a tensor: its contents, or its storage when the program writes it.
Value Stage::insertTensor(Handle handle, const Path &path, mlir::RankedTensorType type,
                          bool requiresGrad, Handle cls) {
  uint64_t site = llvm::hash_value(keyOf(host, path));
  bool isCell = facts.has(FactKind::Cell, site);
  mlir::Type inputType =
      isCell ? mlir::Type(ir::StorageType::get(&context, type)) : mlir::Type(type);
  mlir::Value input;
  if (isFrozen(host, request.options, facts, path)) {
    mlir::OpBuilder atEntry(impl->entry, impl->entry->begin());
    input = ir::ConstTensorOp::create(atEntry, loc(), inputType, int64_t(impl->constants.size()),
                                      host.tensor(handle).sizes);
    impl->constants.push_back(handle);
  } else {
    input = addInput(path, Input::Kind::Tensor, inputType, lastName(path));
    impl->inputs.back().written = isCell;
  }
  auto storage = std::make_shared<StorageObject>();
  storage->contents = Value::raw(input);
  storage->isCell = isCell;
  storage->isOutside = true;
  storage->site = site;
  Address storageAddress = impl->nextOutside++;
  insertInitial(storageAddress, std::move(storage));
  auto tensor = std::make_shared<TensorObject>();
  tensor->storage = storageAddress;
  tensor->type = type;
  tensor->requiresGrad = requiresGrad;
  tensor->cls = cls;
  Address address = impl->nextOutside++;
  insertInitial(address, std::move(tensor));
  if (handle)
    impl->addresses[handle] = address;
  impl->outside[address] = OutsideObject(handle, path);
  return Value::ref(address);
}

// Another path to an object that is known.
Value sameObject(Stage &s, Address address, const Path &path) {
  OutsideObject &known = s.impl->outside.at(address);
  known.hasOtherPaths = true;
  if (known.isState)
    s.refuse(diag::Kind::OutsideWrite,
             {"a tensor that has several names, which a saved program cannot"});
  bool isPassed = known.path.argument >= 0 || path.argument >= 0;
  if (!isPassed && !s.find<TensorObject>(Value::ref(address))) {
    s.guard(Guard::Kind::Identity, path, known.handle);
  } else {
    Guard same;
    same.kind = Guard::Kind::SameStorage;
    same.path = path;
    same.other = known.path;
    same.flag = true;
    s.addGuard(std::move(same));
  }
  s.ensureOutside(Value::ref(address));
  return Value::ref(address);
}

Value Stage::readObject(Handle handle, const Path &path) {
  auto it = impl->addresses.find(handle);
  if (it != impl->addresses.end())
    return sameObject(*this, it->second, path);
  // A payload is seen through an object of its own at each look: its contents are guarded.
  bool isPayload = !path.steps.empty() && path.steps.back().kind == Step::Kind::Payload;
  if (!isPayload && path.argument < 0)
    guard(Guard::Kind::Identity, path, handle);
  else if (!isPayload)
    guard(Guard::Kind::ClassIs, path, host.classOf(handle));
  Address address = impl->nextOutside++;
  impl->addresses[handle] = address;
  impl->outside[address] = OutsideObject(handle, path);
  insertInitial(address, initialObject(handle, path, address));
  return Value::ref(address);
}

ObjectPtr Stage::initialObject(Handle handle, const Path &path, Address address) {
  uint64_t site = llvm::hash_value(keyOf(host, path));
  switch (host.kind(handle)) {
  case Kind::List: {
    auto list = std::make_shared<ListObject>();
    size_t count = host.length(handle);
    guard(Guard::Kind::Length, path, nullptr, int64_t(count));
    list->elements.assign(count, Value::lazy());
    list->site = site;
    return list;
  }
  case Kind::Dict:
  case Kind::MappingProxy: {
    auto dict = std::make_shared<DictObject>();
    std::vector<Handle> keys;
    for (auto &[key, value] : host.items(handle)) {
      keys.push_back(key);
      dict->entries.push_back({ofHandle(key), Value::lazy()});
    }
    guard(Guard::Kind::Keys, path, host.tuple(keys));
    dict->site = site;
    return dict;
  }
  case Kind::Set:
  case Kind::FrozenSet: {
    auto set = std::make_shared<SetObject>();
    for (Handle element : host.elements(handle))
      set->elements.push_back(ofHandle(element));
    set->frozen = host.kind(handle) == Kind::FrozenSet;
    set->site = site;
    // What it holds now: the set itself may change.
    host::Outcome copy = host.call(
        host.lookup("builtins." + std::string(set->frozen ? "frozenset" : "set")), {handle}, {});
    guard(Guard::Kind::Equal, path, copy.ok() ? copy.value : handle);
    return set;
  }
  case Kind::Cell:
    return std::make_shared<CellObject>();
  default: {
    auto instance = std::make_shared<InstanceObject>();
    instance->cls = Value::ofStatic(host.classOf(handle));
    if (Handle payload = host.payload(handle))
      instance->payload = outside(payload, extended(path, Step::Kind::Payload, ""));
    return instance;
  }
  }
}

Value Stage::initialItem(Address address, size_t index) {
  OutsideObject &object = impl->outside.at(address);
  Path path = extended(object.path, Step::Kind::Item, "", int64_t(index));
  if (object.given)
    return argumentValue(*this, object.given->children[index], path);
  return outside(host.item(object.handle, index), path);
}

Value Stage::initialEntry(Address address, Value key) {
  if (auto *dict = state.heap.find<DictObject>(address); dict && !dict->owner.isUndefined()) {
    llvm::StringRef name = intern(*asStr(key)); // of obj.__dict__
    const Value *own = find<InstanceObject>(dict->owner)->find(name);
    return own ? *own : initialAttribute(dict->owner.address(), name);
  }
  OutsideObject &object = impl->outside.at(address);
  Handle handle = toHandle(key);
  std::string name;
  if (auto text = asStr(key))
    name = text->str();
  Path path = extended(object.path, Step::Kind::Key, name, 0, handle);
  if (object.given)
    for (auto [known, child] : llvm::zip(object.given->keys, object.given->children))
      if (sameConstant(ofHandle(known), key))
        return argumentValue(*this, child, path);
  return outside(host.dictGet(object.handle, handle), path);
}

Value Stage::initialCell(Address address) {
  if (!isOutside(address))
    return {};
  OutsideObject &object = impl->outside.at(address);
  Handle contents = host.cellContents(object.handle);
  Path path = extended(object.path, Step::Kind::Cell, "");
  if (!contents) {
    guard(Guard::Kind::Absent, path, nullptr);
    return {};
  }
  return outside(contents, path);
}

Value Stage::initialAttribute(Address address, llvm::StringRef name) {
  if (!isOutside(address))
    return {};
  auto it = impl->outside.find(address);
  if (it == impl->outside.end())
    return {};
  Path path = extended(it->second.path, Step::Kind::Attribute, name.str());
  Handle dict = host.instanceDict(it->second.handle);
  if (!dict)
    return {};
  Handle value = host.dictGet(dict, host.str({name.data(), name.size()}));
  if (!value) {
    guard(Guard::Kind::Absent, path, nullptr);
    return {};
  }
  return outside(value, path);
}

// A member of __slots__, or a C-level attribute.
Value Stage::initialSlot(Value object, Handle descriptor) {
  std::string name = host.qualifiedName(descriptor);
  name = name.substr(name.rfind('.') + 1);
  if (const Value *own =
          find<InstanceObject>(object) ? find<InstanceObject>(object)->find(intern(name)) : nullptr)
    return *own;
  if (!isOutside(object.address()) || name.rfind("__", 0) == 0)
    return {};
  OutsideObject &known = impl->outside.at(object.address());
  Handle value = host.slot(known.handle, name);
  return value ? outside(value, extended(known.path, Step::Kind::Slot, name)) : Value();
}

Handle Stage::outsideHandle(Address address) { return impl->outside.at(address).handle; }

// --- names read one by one: globals, the __dict__ of modules and functions, classes

Value Stage::outsideNamespace(Handle dict, const Path &path) {
  auto it = impl->addresses.find(dict);
  if (it == impl->addresses.end()) {
    Address address = impl->nextOutside++;
    it = impl->addresses.emplace(dict, address).first;
    impl->outside[address] = OutsideObject(dict, path, true);
    insertInitial(address, std::make_shared<DictObject>());
  }
  ensureOutside(Value::ref(it->second));
  return Value::ref(it->second);
}

// What the program has set; undefined where it has not.
Value Stage::writtenEntry(Handle space, llvm::StringRef name) {
  auto it = impl->addresses.find(space);
  const DictObject *dict =
      it == impl->addresses.end() ? nullptr : state.heap.find<DictObject>(it->second);
  for (auto &[key, value] :
       dict ? llvm::ArrayRef(dict->entries) : llvm::ArrayRef<std::pair<Value, Value>>())
    if (asStr(key) == name)
      return value;
  return {};
}

Value Stage::outsideEntry(Value dict, llvm::StringRef name) {
  ensureOutside(dict);
  OutsideObject &object = impl->outside.at(dict.address());
  if (Value own = writtenEntry(object.handle, name); !own.isUndefined())
    return own;
  if (host.kind(object.handle) == Kind::Class)
    return classEntryOrAbsent(object.handle, name);
  auto [it, isNew] = object.loaded.try_emplace(name.data(), Value());
  if (!isNew) {
    ensureOutside(it->second);
    return it->second;
  }
  Value key = string(name);
  Path path = extended(object.path, Step::Kind::Key, name.str(), 0, key.handle());
  Handle value = host.dictGet(object.handle, key.handle());
  if (!value) {
    guard(Guard::Kind::Absent, path, nullptr);
    return {};
  }
  Value read = outside(value, path);
  impl->outside.at(dict.address()).loaded[name.data()] = read;
  return read;
}

bool Stage::setOutsideEntry(Value dict, llvm::StringRef name, Value value) {
  Value key = string(name);
  bool isClass = host.kind(outsideHandle(dict.address())) == Kind::Class;
  HostOperation remove = isClass ? HostOperation::DeleteAttribute : HostOperation::DeleteItem;
  HostOperation set = isClass ? HostOperation::SetAttribute : HostOperation::SetItem;
  hostOperation(int(value.isUndefined() ? remove : set), dict,
                value.isUndefined() ? llvm::ArrayRef<Value>{key}
                                    : llvm::ArrayRef<Value>{key, value});
  auto &entries = write<DictObject>(dict).entries;
  for (auto &[known, place] : entries)
    if (known == key) {
      place = value;
      return true;
    }
  entries.push_back({key, value});
  return true;
}

void Stage::loadContents(Value container) {
  if (!container.isRef() || !isOutside(container.address()))
    return;
  auto it = impl->outside.find(container.address());
  if (it == impl->outside.end() || !it->second.isNamespace)
    return;
  refuse(diag::Kind::UnsupportedFunction, {"the whole of a namespace dict"});
}

Value Stage::builtinName(llvm::StringRef name) {
  auto [it, isNew] = impl->builtins.try_emplace(name.data(), Value());
  if (isNew)
    if (Handle handle = host.lookup("builtins." + name.str()))
      impl->builtins[name.data()] = ofHandle(handle);
  return impl->builtins[name.data()];
}

// --- writes

// The object as an operand: by the table of constants, or, when the call passes it, as an input.
mlir::Value Stage::outsideOperand(Value object) {
  OutsideObject &known = impl->outside.at(object.address());
  if (!known.path.steps.empty() && known.path.steps.back().kind == Step::Kind::Payload) {
    Path owner = known.path; // a payload is written in the instance that it is inside of
    owner.steps.pop_back();
    for (auto &[address, other] : impl->outside)
      if (other.path == owner && address != object.address())
        return outsideOperand(Value::ref(address));
  }
  if (known.path.argument < 0)
    return ir::OpaqueOp::create(builder(), loc(), ir::BoxType::get(&context),
                                opaqueIndex(known.handle));
  auto [it, isNew] = impl->objectInputs.try_emplace(object.address(), mlir::Value());
  if (isNew)
    it->second = addInput(known.path, Input::Kind::Object, ir::BoxType::get(&context), "");
  return it->second;
}

void Stage::hostOperation(int operation, Value object, llvm::ArrayRef<Value> operands) {
  impl->writesOutside = true;
  checkNotCached(*this, "writes an object that existed before the call");
  if (request.options.forArtifact)
    refuse(diag::Kind::OutsideWrite,
           {"an object that existed before the call, which a saved program cannot"});
  impl->outside.at(object.address()).identityMatters = true;
  llvm::SmallVector<mlir::Value> values{constantInt(operation)};
  llvm::SmallVector<mlir::Value> boxed;
  for (Value operand : operands)
    boxed.push_back(outsideValue(operand));
  values.push_back(outsideOperand(object));
  values.append(boxed.begin(), boxed.end());
  rt("host", values, ir::BoxType::get(&context));
}

// A value that leaves the program: an outside object as itself.
mlir::Value Stage::outsideValue(Value value) {
  if (value.isRef() && isOutside(value.address()) && !isTensor(value))
    return outsideOperand(value);
  return toBox(value);
}

// What the attribute is already: `self.table = self.table.to(device)`.
static bool isHeld(Stage &s, Value object, llvm::StringRef name, Value value) {
  auto *instance = s.find<InstanceObject>(object);
  const Value *held = instance ? instance->find(name) : nullptr;
  return held && *held == value && (value.isRef() || value.isStatic());
}

bool Stage::writeOutside(Value object, llvm::StringRef name, Value value) {
  if (isHeld(*this, object, name, value))
    return true;
  const OutsideObject &known = impl->outside.at(object.address());
  if (request.options.forArtifact && find<InstanceObject>(object) &&
      host.instanceDict(known.handle)) {
    Path place = extended(known.path, Step::Kind::Attribute, name.str());
    if (writeState(place, value, [&] { return initialAttribute(object.address(), name); }))
      return true;
  }
  hostOperation(int(HostOperation::SetAttribute), object, {string(name), value});
  return true;
}

// An entry that the dict has before the call.
static bool writeStateEntry(Stage &s, Value dict, Value key, Value value) {
  const OutsideObject &known = s.impl->outside.at(dict.address());
  Handle handle = s.toHandle(key);
  auto name = s.asStr(key);
  if (known.given || known.isNamespace || !name || !s.host.dictGet(known.handle, handle))
    return false;
  Path place = extended(known.path, Step::Kind::Key, name->str(), 0, handle);
  return s.writeState(place, value, [&] { return s.initialEntry(dict.address(), key); });
}

// At a constant index or key of a known container.
bool Stage::writeOutsideItem(Value object, Value index, Value value) {
  if (find<ListObject>(object)) {
    int64_t count = int64_t(find<ListObject>(object)->elements.size()), at = *asInt(index);
    at = at < 0 ? at + count : at;
    if (at < 0 || at >= count) {
      raise("IndexError", "list assignment index out of range");
      return false;
    }
    hostOperation(int(HostOperation::SetItem), object, {integer(at), value});
    write<ListObject>(object).elements[at] = value;
    return true;
  }
  auto i = findEntry(object, index);
  if (!request.options.forArtifact || !i || !writeStateEntry(*this, object, index, value))
    hostOperation(int(HostOperation::SetItem), object, {index, value});
  auto &entries = write<DictObject>(object).entries;
  if (i)
    entries[*i].second = value;
  else
    entries.push_back({index, value});
  return true;
}

// --- ambient values

static llvm::StringRef ambientGetter(llvm::StringRef name) {
  return llvm::StringSwitch<llvm::StringRef>(name)
      .Case("grad_mode", "torch.is_grad_enabled")
      .Case("inference_mode", "torch.is_inference_mode_enabled")
      .Case("default_dtype", "torch.get_default_dtype")
      .Case("autocast", "torch.is_autocast_enabled")
      .Default("");
}

Value Stage::ambient(llvm::StringRef name) {
  for (auto &[key, value] : state.ambient->values)
    if (key == name)
      return value;
  auto [it, isNew] = impl->ambientValues.try_emplace(name, Value());
  if (!isNew)
    return it->second;
  Value value = name == "grad_mode"       ? boolean(true)
                : name == "default_dtype" ? Value::ofStatic(host.dtype(6))
                                          : boolean(false);
  std::vector<Handle> arguments;
  if (name == "autocast")
    arguments.push_back(host.str("cpu"));
  if (Handle getter =
          ambientGetter(name).empty() ? nullptr : host.lookup(ambientGetter(name).str()))
    if (host::Outcome outcome = host.call(getter, arguments, {}); outcome.ok())
      value = ofHandle(outcome.value);
  Guard made;
  made.kind = Guard::Kind::Ambient;
  made.name = name.str();
  made.expected = value.handle();
  addGuard(std::move(made));
  impl->ambientValues[name] = value;
  return value;
}

void Stage::setAmbient(llvm::StringRef name, Value value) {
  ambient(name);
  for (auto &[key, place] : state.writeAmbient().values)
    if (key == name) {
      place = value;
      return;
    }
  state.writeAmbient().values.push_back({intern(name), value});
}

} // namespace lith::stage
