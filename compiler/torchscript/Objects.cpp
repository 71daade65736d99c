// Objects.cpp: modules of code first, then the objects whose classes they define.
#include "torchscript/Objects.h"

#include "stage/model/Registry.h"
#include "torchscript/Text.h"

#include <lith/abi.h>

#include <cmath>
#include <limits>

namespace lith::torchscript {

using host::Handle;
using host::Kind;
using native::entityOf;
using native::handleOf;

ObjectLoader::ObjectLoader(native::NativeHost &host, const Archive &archive)
    : host(host), archive(archive), globals(host.dict()) {
  defineNames();
  defineCode();
}

Entity *ObjectLoader::root() {
  Entity *object = objectOf(archive.root);
  if (object->kind != Kind::Instance)
    throw CannotRead("the archive holds no module");
  return object;
}

Entity *ObjectLoader::method(Entity *object, const std::string &name) {
  Entity *function = host.entry(object->cls->space, host.text(name));
  if (!function || function->kind != Kind::Function)
    return nullptr;
  Entity *bound = host.make(Kind::BoundMethod, host.builtin("method"));
  bound->children = {function, object};
  return bound;
}

// What code of archives names. Operators are found by their name when they are called
// (stage/tensor/arguments/ScriptedNames.cpp).
void ObjectLoader::defineNames() {
  auto bind = [&](const char *name, Entity *value) {
    host.setEntry(globals, host.text(name), value);
  };
  bind("__name__", host.text("__torch__"));
  bind("__torch__", host.ensureModule("__torch__"));
  host.ensureModule("__torch__")->space->isOpen = false;
  bind("torch", host.ensureModule("torchscript"));
  Entity *ops = host.ensureModule("torchscript.ops");
  bind("ops", ops);
  defineOperators();
  Entity *functions = host.ensureModule("torchscript.ops.prim")->space;
  for (const char *name : {"annotate", "unchecked_cast", "uninitialized", "isinstance", "fork"})
    bind(name, entityOf(host.dictGet(handleOf(functions), host.str(name))));
  functions = host.ensureModule("torchscript")->space;
  for (const char *name : {"str", "print", "sorted"}) // whose texts and order are not Python's
    bind(name, entityOf(host.dictGet(handleOf(functions), host.str(name))));
  double inf = std::numeric_limits<double>::infinity(), nan = std::nan("");
  bind("inf", entityOf(host.real(inf)));
  bind("nan", entityOf(host.real(nan)));
  bind("infj", entityOf(host.complexNumber({0, inf})));
  bind("nanj", entityOf(host.complexNumber({0, nan})));
  for (const char *name : {"Module", "Interface", "ModuleInterface"})
    bind(name, host.defineClass(std::string("__torch__.") + name, {host.builtin("object")}));
  Entity *enumeration = host.defineClass("enum.Enum", {host.builtin("object")});
  host.setEntry(host.ensureModule("enum")->space, host.text("Enum"), enumeration);
  bind("Enum", enumeration);
  Entity *constants = host.ensureModule("CONSTANTS");
  constants->space->isOpen = false;
  for (size_t i = 0; i < archive.constants.size(); ++i)
    host.setEntry(constants->space, host.text("c" + std::to_string(i)),
                  objectOf(archive.constants[i]));
  bind("CONSTANTS", constants);
}

// Names such as `__isnot__`, which a module of Python that is not known whole does not get.
// What an operator did in files of earlier versions has a name of its own.
void ObjectLoader::defineOperators() {
  Entity *space = host.ensureModule("torchscript")->space;
  auto define = [&](std::string_view name, std::string spelling) {
    Entity *function = host.make(Kind::BuiltinFunction, host.builtin("builtin_function_or_method"));
    function->text = std::move(spelling);
    host.setEntry(space, host.text(name), function);
  };
  for (const auto &entry : stage::Registry::instance().all())
    if (llvm::StringRef name = entry.getKey(); name.consume_front("torchscript.__"))
      define("__" + name.str(), entry.getKey().str());
  struct Former {
    const char *name, *upgrader;
    int64_t last; ///< version in which it was so
  };
  static constexpr Former formers[] = {
      {"div", "div_0_3", 3},           {"div_", "div__0_3", 3},         {"full", "full_0_4", 4},
      {"linspace", "linspace_0_7", 7}, {"logspace", "logspace_0_8", 8}, {"gelu", "gelu_0_9", 9}};
  for (const Former &former : formers)
    if (archive.version <= former.last)
      define(former.name, std::string("torchscript.") + former.upgrader);
}

void ObjectLoader::defineCode() {
  for (const auto &[module, text] : archive.sources) {
    parsed.push_back(parseModule(module, text));
    std::string name = pythonName(module);
    Entity *space = host.ensureModule(name)->space;
    space->isOpen = false;
    std::optional<diag::Diagnostic> error;
    if (!native::defineModule(host, *parsed.back(), {name, globals, space}, error))
      throw CannotRead("the code of '" + module + "' holds what no archive does");
    for (const syntax::Stmt *statement : parsed.back()->module()->body)
      if (auto *cls = syntax::dyn_cast<syntax::ClassDef>(statement))
        defineMembers(cls, host.entry(space, host.text(cls->name)));
  }
}

// The constants of an enum's class become its members.
void ObjectLoader::defineMembers(const syntax::ClassDef *node, Entity *cls) {
  auto *base = node->bases.empty() ? nullptr : syntax::dyn_cast<syntax::Name>(node->bases[0]);
  if (!base || base->id != "Enum")
    return;
  Entity *space = cls->space;
  for (const syntax::Stmt *statement : node->body) {
    auto *assignment = syntax::dyn_cast<syntax::Assign>(statement);
    auto *name = assignment ? syntax::dyn_cast<syntax::Name>(assignment->targets[0]) : nullptr;
    if (!name)
      continue;
    Entity *value = host.entry(space, host.text(name->id));
    Entity *made = host.instance(cls);
    for (const char *attribute : {"name", "_name_"})
      host.setEntry(made->space, host.text(attribute), host.text(name->id));
    for (const char *attribute : {"value", "_value_"})
      host.setEntry(made->space, host.text(attribute), value);
    made->text = "<" + std::string(node->name) + "." + std::string(name->id) + ": " +
                 host.repr(handleOf(value)) + ">";
    host.setEntry(space, host.text(name->id), made);
  }
}

Entity *ObjectLoader::classNamed(const std::string &name) {
  Entity *found = entityOf(host.lookup(pythonName(name)));
  if (!found || found->kind != Kind::Class)
    throw CannotRead("the archive has no class '" + name + "'");
  return found;
}

Entity *ObjectLoader::objectOf(const Item *item) {
  auto known = made.find(item);
  return known == made.end() ? make(item) : known->second;
}

Entity *ObjectLoader::make(const Item *item) {
  auto constant = [&](Handle handle) { return made[item] = entityOf(handle); };
  auto container = [&](Kind kind, const char *cls) {
    Entity *entity = made[item] = host.make(kind, host.builtin(cls)); // before what it may hold
    for (const Item *child : item->children)
      entity->children.push_back(objectOf(child));
    for (auto &[key, value] : item->entries)
      host.setEntry(entity, objectOf(key), objectOf(value));
    return entity;
  };
  switch (item->kind) {
  case Item::Kind::None:
    return constant(host.none());
  case Item::Kind::Bool:
    return constant(host.boolean(item->integer != 0));
  case Item::Kind::Int:
    return constant(host.integer(item->integer));
  case Item::Kind::Float:
    return constant(host.real(item->real));
  case Item::Kind::Complex:
    return constant(host.complexNumber(item->complex));
  case Item::Kind::Str:
    return constant(host.str(item->text));
  case Item::Kind::Tuple:
    return container(Kind::Tuple, "tuple");
  case Item::Kind::List:
    return container(Kind::List, "list");
  case Item::Kind::Dict:
    return container(Kind::Dict, "dict");
  case Item::Kind::Object:
    return instance(*item);
  case Item::Kind::Enum:
    return made[item] = member(*item);
  case Item::Kind::Tensor:
    return made[item] = tensor(*item);
  case Item::Kind::Device:
    return made[item] = item->text == "cpu" ? host.device() : otherDevice(item->text);
  }
  return nullptr;
}

// One that is not here: what uses it is refused.
Entity *ObjectLoader::otherDevice(const std::string &name) {
  Entity *entity = host.make(Kind::Other, entityOf(host.lookup("torch.device")));
  entity->text = "device '" + name + "'";
  return entity;
}

Entity *ObjectLoader::instance(const Item &item) {
  Entity *entity = made[&item] = host.instance(classNamed(item.text));
  if (!item.state)
    return entity;
  if (item.state->kind != Item::Kind::Dict)
    throw CannotRead("an object of '" + item.text + "' is restored by its own __setstate__");
  for (auto &[name, value] : item.state->entries)
    host.setEntry(entity->space, objectOf(name), objectOf(value));
  return entity;
}

Entity *ObjectLoader::member(const Item &item) {
  Entity *wanted = objectOf(item.state);
  for (auto &[name, value] : classNamed(item.text)->space->entries) {
    Entity *own =
        value->kind == Kind::Instance ? host.entry(value->space, host.text("value")) : nullptr;
    if (own && host.equal(handleOf(own), handleOf(wanted)))
      return value;
  }
  throw CannotRead("the archive has no member of '" + item.text + "' with this value");
}

Entity *ObjectLoader::tensor(const Item &item) {
  Entity *entity = host.make(Kind::Tensor, entityOf(host.lookup("torch.Tensor")));
  const Storage &storage = *item.storage;
  auto info = std::make_unique<host::TensorInfo>();
  info->dtype = storage.dtype;
  info->sizes = item.sizes;
  info->strides = item.strides;
  info->storageOffset = item.offset;
  info->storage = reinterpret_cast<uint64_t>(&storage);
  info->storageBytes = int64_t(storage.bytes.size());
  info->requiresGrad = false; // no gradient goes through a saved program
  info->isLeaf = true;
  info->isParameter = false;
  info->supported = true;
  info->data = storage.bytes.data() + item.offset * lith_dtype_bytes(storage.dtype);
  entity->tensor = std::move(info);
  return entity;
}

} // namespace lith::torchscript
