// NativeHost.cpp: what objects are and hold.
#include "native/NativeHost.h"

#include <algorithm>

namespace lith::native {

using host::Handle;
using host::Kind;

NativeHost::NativeHost() {
  defineClasses();
  defineConstants();
  defineFunctions();
}

Entity *NativeHost::make(Kind kind, Entity *cls) {
  entities.push_back(std::make_unique<Entity>());
  entities.back()->kind = kind;
  entities.back()->cls = cls;
  return entities.back().get();
}

Entity *NativeHost::dict() { return make(Kind::Dict, builtin("dict")); }

void NativeHost::setEntry(Entity *dict, Entity *key, Entity *value) {
  if (Entity *known = entry(dict, key)) {
    for (auto &[present, held] : dict->entries)
      if (held == known && equal(handleOf(present), handleOf(key)))
        held = value;
    return;
  }
  dict->places.emplace(key, dict->entries.size());
  dict->entries.emplace_back(key, value);
}

Entity *NativeHost::entry(const Entity *dict, const Entity *key) const {
  auto found = dict->places.find(key);
  if (found != dict->places.end())
    return dict->entries[found->second].second;
  if (key->kind == Kind::Str)
    return nullptr; // strings are one object each
  for (auto &[present, value] : dict->entries)
    if (const_cast<NativeHost *>(this)->equal(handleOf(present), handleOf(key)))
      return value;
  return nullptr;
}

Entity *NativeHost::instance(Entity *cls) {
  Entity *made = make(Kind::Instance, cls);
  made->space = dict();
  cls->hasInstances = true;
  return made;
}

Kind NativeHost::kind(Handle handle) { return entityOf(handle)->kind; }
Handle NativeHost::classOf(Handle handle) { return handleOf(entityOf(handle)->cls); }

std::string NativeHost::qualifiedName(Handle handle) {
  switch (kind(handle)) {
  case Kind::Class:
  case Kind::Function:
  case Kind::BuiltinFunction:
  case Kind::SlotWrapper:
  case Kind::Module:
    return entityOf(handle)->text;
  default:
    return qualifiedName(classOf(handle));
  }
}

std::string NativeHost::typeName(Handle cls) {
  std::string name = qualifiedName(cls);
  return name.substr(name.rfind('.') + 1);
}

size_t NativeHost::length(Handle handle) {
  const Entity *self = entityOf(handle);
  switch (self->kind) {
  case Kind::Dict:
    return self->entries.size();
  case Kind::Bytes:
    return self->text.size();
  case Kind::Str: // code points
    return size_t(std::count_if(self->text.begin(), self->text.end(),
                                [](char c) { return (c & 0xC0) != 0x80; }));
  default:
    return self->children.size();
  }
}

Handle NativeHost::item(Handle handle, size_t index) {
  const Entity *self = entityOf(handle);
  return index < self->children.size() ? handleOf(self->children[index]) : nullptr;
}

std::vector<std::pair<Handle, Handle>> NativeHost::items(Handle dict) {
  std::vector<std::pair<Handle, Handle>> result;
  for (auto &[key, value] : entityOf(dict)->entries)
    result.emplace_back(handleOf(key), handleOf(value));
  return result;
}

std::vector<Handle> NativeHost::elements(Handle set) {
  std::vector<Handle> result;
  for (Entity *element : entityOf(set)->children)
    result.push_back(handleOf(element));
  return result;
}

Handle NativeHost::dictGet(Handle dict, Handle key) {
  return handleOf(entryOrUnknown(entityOf(dict), entityOf(key), Kind::BuiltinFunction));
}

// What Python may have there and this host does not is a function without an implementation, which
// is refused where it is used.
Entity *NativeHost::entryOrUnknown(Entity *dict, Entity *key, Kind kind) {
  Entity *found = entry(dict, key);
  if (found || !dict->isOpen || key->kind != Kind::Str || key->text.starts_with("__"))
    return found;
  Entity *made = make(kind, builtin("builtin_function_or_method"));
  made->text = dict->text + "." + key->text;
  setEntry(dict, key, made);
  return made;
}

Handle NativeHost::cellContents(Handle cell) {
  const Entity *self = entityOf(cell);
  return self->children.empty() ? nullptr : handleOf(self->children.front());
}

std::array<Handle, 3> NativeHost::bounds(Handle handle) {
  return {item(handle, 0), item(handle, 1), item(handle, 2)};
}

std::vector<Handle> NativeHost::mro(Handle cls) { return elements(cls); }
Handle NativeHost::metaclass(Handle cls) { return classOf(cls); }

Handle NativeHost::classEntry(Handle cls, std::string_view name) {
  return handleOf(entryOrUnknown(entityOf(cls)->space, text(name), Kind::SlotWrapper));
}

std::vector<std::pair<std::string, Handle>> NativeHost::classEntries(Handle cls) {
  std::vector<std::pair<std::string, Handle>> result;
  for (auto &[key, value] : entityOf(cls)->space->entries)
    result.emplace_back(key->text, handleOf(value));
  return result;
}

Handle NativeHost::instanceDict(Handle handle) { return handleOf(entityOf(handle)->space); }

// __name__ and the like of classes, functions and modules; facts of dtypes.
Handle NativeHost::slot(Handle handle, std::string_view name) {
  const Entity *self = entityOf(handle);
  size_t dot = self->text.rfind('.');
  std::string last = dot == std::string::npos ? self->text : self->text.substr(dot + 1);
  bool isNamed = self->kind == Kind::Class || self->kind == Kind::Function ||
                 self->kind == Kind::BuiltinFunction || self->kind == Kind::SlotWrapper;
  if (isNamed && (name == "__name__" || name == "__qualname__"))
    return str(last);
  if (isNamed && name == "__module__")
    return str(dot == std::string::npos ? "" : self->text.substr(0, dot));
  if (self->kind == Kind::DType && name == "itemsize")
    return integer(lith_dtype_bytes(lith_dtype(self->integer)));
  if (self->kind == Kind::DType && name == "is_floating_point")
    return boolean(lith_dtype_is_floating(lith_dtype(self->integer)));
  if (self->kind == Kind::DType && name == "is_complex")
    return boolean(lith_dtype_is_complex(lith_dtype(self->integer)));
  if (self->kind == Kind::Device && name == "type")
    return str("cpu");
  if (self->kind == Kind::Other && self->space) // torch.finfo
    return handleOf(entry(self->space, text(name)));
  if ((self->kind == Kind::Slice || self->kind == Kind::Range) && self->children.size() == 3) {
    static constexpr std::string_view names[] = {"start", "stop", "step"};
    for (size_t i = 0; i < 3; ++i)
      if (name == names[i])
        return handleOf(self->children[i]);
  }
  return nullptr;
}

Handle NativeHost::payload(Handle) { return nullptr; }

Handle NativeHost::module(std::string_view name) {
  auto found = modules.find(std::string(name));
  return found == modules.end() ? nullptr : handleOf(found->second);
}

Handle NativeHost::lookup(std::string_view dotted) {
  for (size_t end = dotted.rfind('.'); end != std::string_view::npos;
       end = end == 0 ? std::string_view::npos : dotted.rfind('.', end - 1)) {
    const Entity *owner = entityOf(module(dotted.substr(0, end)));
    if (!owner)
      continue;
    std::string_view rest = dotted.substr(end + 1);
    while (owner && !rest.empty()) {
      std::string_view name = rest.substr(0, rest.find('.'));
      rest = name.size() == rest.size() ? std::string_view() : rest.substr(name.size() + 1);
      owner = owner->space ? entry(owner->space, text(name)) : nullptr;
    }
    return handleOf(owner);
  }
  return module(dotted);
}

host::FunctionInfo NativeHost::function(Handle handle) {
  const Entity *self = entityOf(handle);
  host::FunctionInfo info{};
  const Definition *definition = self->definition.get();
  info.name = std::string(definition->node->name);
  info.qualname = self->text;
  info.module = definition->module;
  info.parameters = definition->parameters;
  info.globals = handleOf(definition->globals);
  info.builtins = handleOf(modules.at("builtins")->space);
  for (auto &[name, cell] : definition->closure)
    info.closure.emplace_back(name, handleOf(cell));
  info.code = handle;
  info.isGenerator = self->integer != 0;
  return info;
}

std::optional<host::SourceInfo> NativeHost::source(Handle function, std::string &error) {
  const Definition *definition = entityOf(function)->definition.get();
  if (!definition) {
    error = "no source";
    return std::nullopt;
  }
  const syntax::FunctionDef *node = definition->node;
  uint32_t first = node->range.line;
  for (const syntax::Expr *decorator : node->decorator_list)
    first = std::min(first, decorator->range.line);
  return host::SourceInfo{definition->file->name, definition->file->source(), int(first),
                          int(node->range.line),  int(node->range.column),    node->name};
}

Handle NativeHost::boundFunction(Handle handle) { return item(handle, 0); }
Handle NativeHost::boundSelf(Handle handle) { return item(handle, 1); }
Handle NativeHost::partialArgs(Handle) { return nullptr; }
Handle NativeHost::partialKeywords(Handle) { return nullptr; }
std::array<Handle, 3> NativeHost::propertyFunctions(Handle property) { return bounds(property); }
host::TensorInfo NativeHost::tensor(Handle handle) { return *entityOf(handle)->tensor; }

} // namespace lith::native
