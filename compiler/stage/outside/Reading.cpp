// Reading.cpp: what is read of modules, functions and instances that existed before the call.
#include "stage/Reading.h"
#include "stage/Outside.h"
#include "stage/Protocols.h"
#include "stage/outside/Arguments.h"
#include "stage/outside/Guards.h"
#include "stage/outside/HostAccess.h"

namespace lith::stage {

using contract::Guard;
using contract::Path;
using contract::Step;
using host::Handle;
using host::Kind;

Value namespaceEntry(Stage &s, Handle object, llvm::StringRef name) {
  Handle dict = hostOf(s).instanceDict(object);
  if (!dict)
    return {};
  if (Value own = writtenEntry(s, dict, name); !own.isUndefined())
    return own;
  if (Handle entry = hostOf(s).dictGet(dict, s.host.str({name.data(), name.size()})))
    return outside(s, entry, attributePath(object, name));
  guardLack(s, object, name);
  return {};
}

Value namespaceOf(Stage &s, Handle object) {
  Handle dict = hostOf(s).instanceDict(object);
  return outsideNamespace(s, dict, rootPath(s, dict));
}

std::vector<llvm::StringRef> attributeNames(Stage &s, Address instance) {
  Handle object = outsideHandle(s, instance);
  noteRead(s, object, "");
  Handle dict = hostOf(s).instanceDict(object);
  if (!dict)
    return {};
  std::vector<Handle> keys;
  std::vector<llvm::StringRef> names;
  for (auto &[key, value] : hostOf(s).items(dict)) {
    std::string_view name = s.host.asStr(key);
    keys.push_back(key);
    names.push_back(s.intern({name.data(), name.size()}));
  }
  Path path = extended(outsidePath(s, instance), Step::Kind::Slot, "__dict__");
  guard(s, Guard::Kind::Keys, path, s.host.tuple(keys));
  return names;
}

Value slotOf(Stage &s, Handle object, llvm::StringRef name) {
  Handle slot = hostOf(s).slot(object, {name.data(), name.size()});
  if (slot && s.host.isFixed(object))
    return s.ofHandle(slot);
  return slot ? outside(s, slot, slotPath(object, name)) : Value();
}

Value slotOfObject(Stage &s, Address object, llvm::StringRef name) {
  Handle slot = hostOf(s).slot(outsideHandle(s, object), {name.data(), name.size()});
  Path path = extended(outsidePath(s, object), Step::Kind::Slot, name.str());
  return slot ? outside(s, slot, path) : Value();
}

Value referentOf(Stage &s, Handle weak) {
  host::Outcome now = runInHost(s, weak, {}, {});
  return outside(s, now.value, extended(rootPath(s, weak), Step::Kind::Referent, ""));
}

host::FunctionInfo functionParts(Stage &s, Handle function) {
  host::FunctionInfo info = hostOf(s).function(function);
  for (llvm::StringRef part : {"__code__", "__defaults__", "__kwdefaults__"})
    if (Handle held = hostOf(s).slot(function, {part.data(), part.size()}))
      guard(s, Guard::Kind::Identity, slotPath(function, part), held);
  return info;
}

Value closureValue(Stage &s, const host::FunctionInfo &function,
                   llvm::ArrayRef<llvm::StringRef> names) {
  for (auto &[name, cell] : function.closure)
    if (llvm::is_contained(names, name))
      return cellContents(s, outside(s, cell, rootPath(s, cell)));
  return {};
}

Value keywordDefault(Stage &s, Handle function, const host::Parameter &parameter) {
  Handle defaults = hostOf(s).slot(function, "__kwdefaults__");
  if (!defaults && parameter.defaultValue) // a host without Python, where it is not replaced
    return outside(s, parameter.defaultValue, rootPath(s, parameter.defaultValue));
  if (!defaults || s.host.kind(defaults) != Kind::Dict)
    return {};
  Path path = extended(slotPath(function, "__kwdefaults__"), Step::Kind::Key, parameter.name, 0,
                       s.host.str(parameter.name));
  if (parameter.defaultValue)
    return outside(s, parameter.defaultValue, path);
  guard(s, Guard::Kind::Absent, path, nullptr);
  return {};
}

void guardModule(Stage &s, llvm::StringRef name, Handle module) {
  Handle modules = lookup(s, "sys.modules");
  if (!modules) // a host without Python
    return;
  Path path = extended(rootPath(s, modules), Step::Kind::Key, name.str(), 0,
                       s.host.str({name.data(), name.size()}));
  guard(s, module ? Guard::Kind::Identity : Guard::Kind::Absent, path, module);
}

Handle innerModule(Stage &s, Handle package, llvm::StringRef name) {
  std::string dotted = s.host.qualifiedName(package) + "." + name.str();
  Handle module = hostOf(s).module(dotted);
  if (module)
    guardModule(s, dotted, module);
  return module;
}

std::vector<std::pair<llvm::StringRef, Value>> partialKeywords(Stage &s, Handle partial) {
  std::vector<std::pair<llvm::StringRef, Value>> named;
  std::vector<Handle> keys;
  Path path = slotPath(partial, "keywords");
  for (auto &[key, value] : hostOf(s).items(hostOf(s).partialKeywords(partial))) {
    std::string_view name = s.host.asStr(key);
    keys.push_back(key);
    named.push_back(
        {s.intern({name.data(), name.size()}),
         outside(s, value, extended(path, Step::Kind::Key, std::string(name), 0, key))});
  }
  guard(s, Guard::Kind::Keys, path, s.host.tuple(keys));
  return named;
}

} // namespace lith::stage
