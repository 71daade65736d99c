// OutsideContents.cpp: what objects that exist before the call hold then: items, entries,
// attributes, and the namespaces of modules.
#include "stage/objects/Iteration.h"
#include "stage/outside/OpenLists.h"
#include "stage/runtime/Records.h"

namespace lith::stage {

using contract::Guard;
using contract::Input;
using contract::Path;
using contract::Step;
using host::Handle;
using host::Kind;

ObjectPtr Stage::initialObject(Handle handle, const Path &path, Address address) {
  uint64_t site = llvm::hash_value(keyOf(host, path));
  switch (host.kind(handle)) {
  case Kind::List: {
    if (ObjectPtr open = openList(*this, handle, impl->outside.at(address).given, path, address))
      return open;
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
      set->elements.push_back(host.kind(element) == Kind::Instance ? ofOpaque(*this, element)
                                                                   : ofHandle(element));
    set->model = handle;
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
    if (isSubclass(instance->cls, builtinType("collections.deque")).value_or(false))
      instance->set(changesAttribute(*this), integer(0));
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
  Handle held = host.dictGet(object.handle, handle);
  if (!held) // the look-up would run the user's Python, now and at each call
    refuse(diag::Kind::UnsupportedInput,
           {lastName(object.path), "a dict with keys that are not constants"});
  return outside(held, path);
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

// An entry of an object's dict; null: none. torch makes `torch.ops.aten.add` and its overloads
// where they are first asked for.
static Handle dictEntry(host::Host &host, Handle object, Handle dict, Handle name) {
  static constexpr const char *makers[] = {"torch._ops._Ops", "torch._ops._OpNamespace",
                                           "torch._ops.OpOverloadPacket"};
  Handle held = host.dictGet(dict, name);
  if (held || !llvm::is_contained(makers, host.qualifiedName(host.classOf(object))))
    return held;
  host.call(host.lookup("builtins.getattr"), {object, name}, {});
  return host.dictGet(dict, name);
}

Value Stage::initialAttribute(Address address, llvm::StringRef name) {
  if (!isOutside(address))
    return {};
  auto it = impl->outside.find(address);
  if (it == impl->outside.end() || !it->second.handle) // a tensor that was only described
    return {};
  impl->noteRead(it->second.handle, name);
  Path path = extended(it->second.path, Step::Kind::Attribute, name.str());
  Handle dict = host.instanceDict(it->second.handle);
  if (!dict)
    return {};
  Handle value = dictEntry(host, it->second.handle, dict, host.str({name.data(), name.size()}));
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
  impl->noteRead(known.handle, name);
  Handle value = host.slot(known.handle, name);
  return value ? outside(value, extended(known.path, Step::Kind::Slot, name)) : Value();
}

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
  impl->noteRead(space, name);
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

} // namespace lith::stage
