// OutsideContents.cpp: what objects that exist before the call hold then: items, entries,
// attributes, and the namespaces of modules.
#include "stage/Outside.h"
#include "stage/Protocols.h"
#include "stage/Reading.h"
#include "stage/emit/Refusals.h"
#include "stage/emit/Values.h"
#include "stage/outside/Arguments.h"
#include "stage/outside/HostAccess.h"
#include "stage/outside/OpenLists.h"
#include "stage/outside/OpenStates.h"
#include "stage/runtime/Records.h"

namespace lith::stage {

using contract::Guard;
using contract::Input;
using contract::Path;
using contract::Step;
using host::Handle;
using host::Kind;

// A key or an element: the guard of the container says which objects they are. A tensor is the same
// as on other paths.
static Value heldKey(Stage &s, Handle key) {
  Kind kind = s.host.kind(key);
  bool isObject = kind == Kind::Tensor || kind == Kind::Parameter || kind == Kind::FrozenSet;
  return isObject ? outside(s, key, rootPath(s, key)) : s.ofHandle(key);
}

ObjectPtr initialObject(Stage &s, Handle handle, const Path &path, Address address) {
  Site site = siteOf(s.host, path);
  switch (s.host.kind(handle)) {
  case Kind::List: {
    if (ObjectPtr open = openList(s, handle, s.outside.objects.at(address).given, path, address))
      return open;
    auto list = std::make_shared<ListObject>();
    size_t count = hostOf(s).length(handle);
    guard(s, Guard::Kind::Length, path, nullptr, int64_t(count));
    list->elements.assign(count, Value::lazy());
    list->site = site;
    return list;
  }
  case Kind::Dict:
    if (ObjectPtr open = openDict(s, handle, path, address))
      return open;
    [[fallthrough]];
  case Kind::MappingProxy: {
    auto dict = std::make_shared<DictObject>();
    std::vector<Handle> keys;
    for (auto &[key, value] : hostOf(s).items(handle)) {
      keys.push_back(key);
      dict->entries.push_back({heldKey(s, key), Value::lazy()});
    }
    guard(s, Guard::Kind::Keys, path, s.host.tuple(keys));
    dict->site = site;
    return dict;
  }
  case Kind::Set:
  case Kind::FrozenSet: {
    auto set = std::make_shared<SetObject>();
    for (Handle element : hostOf(s).elements(handle))
      set->elements.push_back(s.host.kind(element) == Kind::Instance ? ofOpaque(s, element)
                                                                     : heldKey(s, element));
    set->model = handle;
    set->frozen = s.host.kind(handle) == Kind::FrozenSet;
    set->site = site;
    // What it holds now: the set itself may change.
    host::Outcome copy = hostOf(s).call(
        hostOf(s).lookup("builtins." + std::string(set->frozen ? "frozenset" : "set")), {handle},
        {});
    guard(s, Guard::Kind::Equal, path, copy.ok() ? copy.value : handle);
    return set;
  }
  case Kind::Cell:
    return std::make_shared<CellObject>();
  default: {
    auto instance = std::make_shared<InstanceObject>();
    instance->cls = Value::ofStatic(hostOf(s).classOf(handle));
    if (Handle payload = hostOf(s).payload(handle))
      instance->payload = outside(s, payload, extended(path, Step::Kind::Payload, ""));
    if (isSubclass(s, instance->cls, builtinType(s, "collections.deque")).value_or(false))
      instance->set(changesAttribute(s), s.integer(0));
    return instance;
  }
  }
}

Value initialItem(Stage &s, Address address, size_t index) {
  OutsideObject &object = s.outside.objects.at(address);
  Path path = extended(object.path, Step::Kind::Item, "", int64_t(index));
  if (object.given)
    return argumentValue(s, object.given->children[index], path);
  return outside(s, hostOf(s).item(object.handle, index), path);
}

Value initialEntry(Stage &s, Address address, Value key) {
  if (auto *dict = s.state.heap.find<DictObject>(address); dict && !dict->owner.isUndefined()) {
    llvm::StringRef name = s.intern(*s.asStr(key)); // of obj.__dict__
    const Value *own = s.find<InstanceObject>(dict->owner)->find(name);
    return own ? *own : initialAttribute(s, dict->owner.address(), name);
  }
  OutsideObject &object = s.outside.objects.at(address);
  Handle handle = s.isTensor(key) ? outsideHandle(s, key.address()) : s.toHandle(key);
  if (!handle) // a range, a slice or a size, whose parts are known
    for (auto &[known, value] : hostOf(s).items(object.handle))
      if (Value held = heldKey(s, known);
          typeOf(s, held) == typeOf(s, key) && sameConstant(s, held, key))
        handle = known;
  std::string name;
  if (auto text = s.asStr(key))
    name = text->str();
  Path path = extended(object.path, Step::Kind::Key, name, 0, handle);
  if (object.given)
    for (auto [known, child] : llvm::zip(object.given->keys, object.given->children))
      if (sameConstant(s, s.ofHandle(known), key))
        return argumentValue(s, child, path);
  Handle held = hostOf(s).dictGet(object.handle, handle);
  if (!held) // the look-up would run the user's Python, now and at each call
    refuse(s, diag::Kind::UnsupportedInput,
           {lastName(object.path), "a dict with keys that are not constants"});
  return outside(s, held, path);
}

Value initialCell(Stage &s, Address address) {
  if (!isOutside(s, address))
    return {};
  OutsideObject &object = s.outside.objects.at(address);
  Handle contents = hostOf(s).cellContents(object.handle);
  Path path = extended(object.path, Step::Kind::Cell, "");
  if (!contents) {
    guard(s, Guard::Kind::Absent, path, nullptr);
    return {};
  }
  return outside(s, contents, path);
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

Value initialAttribute(Stage &s, Address address, llvm::StringRef name) {
  if (!isOutside(s, address))
    return {};
  auto it = s.outside.objects.find(address);
  if (it == s.outside.objects.end() || !it->second.handle) // a tensor that was only described
    return {};
  noteRead(s, it->second.handle, name);
  Path path = extended(it->second.path, Step::Kind::Attribute, name.str());
  Handle dict = hostOf(s).instanceDict(it->second.handle);
  if (!dict)
    return {};
  Handle value =
      dictEntry(hostOf(s), it->second.handle, dict, s.host.str({name.data(), name.size()}));
  if (!value) {
    guard(s, Guard::Kind::Absent, path, nullptr);
    return {};
  }
  return outside(s, value, path);
}

// A member of __slots__, or a C-level attribute.
Value initialSlot(Stage &s, Value object, Handle descriptor) {
  std::string name = s.host.qualifiedName(descriptor);
  name = name.substr(name.rfind('.') + 1);
  if (const Value *own = s.find<InstanceObject>(object)
                             ? s.find<InstanceObject>(object)->find(s.intern(name))
                             : nullptr)
    return *own;
  bool isMember = Value::ofStatic(hostOf(s).classOf(descriptor)) ==
                  builtinType(s, "types.MemberDescriptorType");
  if (!isOutside(s, object.address()) || (!isMember && name.rfind("__", 0) == 0))
    return {};
  OutsideObject &known = s.outside.objects.at(object.address());
  noteRead(s, known.handle, name);
  Path path = extended(known.path, Step::Kind::Slot, name);
  if (Handle value = hostOf(s).slot(known.handle, name))
    return outside(s, value, path);
  guard(s, Guard::Kind::Absent, path, nullptr);
  return {};
}

// --- names read one by one: globals, the __dict__ of modules and functions, classes

Value outsideNamespace(Stage &s, Handle dict, const Path &path) {
  auto it = s.outside.addresses.find(dict);
  if (it == s.outside.addresses.end()) {
    Address address = s.outside.nextAddress++;
    it = s.outside.addresses.emplace(dict, address).first;
    s.outside.objects[address] = OutsideObject(dict, path, true);
    insertInitial(s, address, std::make_shared<DictObject>());
  }
  ensureOutside(s, Value::ref(it->second));
  return Value::ref(it->second);
}

// What the program has set; undefined where it has not.
Value writtenEntry(Stage &s, Handle space, llvm::StringRef name) {
  noteRead(s, space, name);
  auto it = s.outside.addresses.find(space);
  const DictObject *dict =
      it == s.outside.addresses.end() ? nullptr : s.state.heap.find<DictObject>(it->second);
  for (auto &[key, value] :
       dict ? llvm::ArrayRef(dict->entries) : llvm::ArrayRef<std::pair<Value, Value>>())
    if (s.asStr(key) == name)
      return value;
  return {};
}

Value outsideEntry(Stage &s, Value dict, llvm::StringRef name) {
  ensureOutside(s, dict);
  OutsideObject &object = s.outside.objects.at(dict.address());
  if (Value own = writtenEntry(s, object.handle, name); !own.isUndefined())
    return own;
  if (s.host.kind(object.handle) == Kind::Class)
    return initialClassEntry(s, object.handle, name);
  auto [it, isNew] = object.loaded.try_emplace(name.data(), Value());
  if (!isNew) {
    ensureOutside(s, it->second);
    return it->second;
  }
  Value key = s.string(name);
  Path path = extended(object.path, Step::Kind::Key, name.str(), 0, key.handle());
  Handle value = hostOf(s).dictGet(object.handle, key.handle());
  if (!value) {
    guard(s, Guard::Kind::Absent, path, nullptr);
    return {};
  }
  Value read = outside(s, value, path);
  s.outside.objects.at(dict.address()).loaded[name.data()] = read;
  return read;
}

void loadContents(Stage &s, Value container) {
  if (!container.isRef() || !isOutside(s, container.address()))
    return;
  auto it = s.outside.objects.find(container.address());
  if (it == s.outside.objects.end() || !it->second.isNamespace)
    return;
  refuse(s, diag::Kind::UnsupportedFunction, {"the whole of a namespace dict"});
}

Value builtinName(Stage &s, llvm::StringRef name) {
  auto [it, isNew] = s.classes.builtinNames.try_emplace(name.data(), Value());
  if (isNew)
    if (Handle builtins = hostOf(s).module("builtins"))
      s.classes.builtinNames[name.data()] = namespaceEntry(s, builtins, name);
  return s.classes.builtinNames[name.data()];
}

} // namespace lith::stage
