// ClassAttributes.cpp: attributes of classes, and of the objects that stand for themselves:
// modules, functions and other constants.
#include "stage/classes/ClassAttributes.h"
#include "stage/Arrays.h"
#include "stage/Outside.h"
#include "stage/Paths.h"
#include "stage/Protocols.h"
#include "stage/Reading.h"
#include "stage/Stage.h"
#include "stage/classes/Attributes.h"
#include "stage/classes/Classes.h"
#include "stage/classes/Descriptors.h"
#include "stage/classes/ProgramClasses.h"
#include "stage/emit/Refusals.h"

namespace lith::stage {

using host::Handle;
using host::Kind;

// What the class or a base of it defines under this name, unbound; undefined when none does.
Value classAttribute(Stage &s, Value cls, llvm::StringRef name, Value after) {
  bool skip = !after.isUndefined();
  for (Value base : mroOf(s, cls)) {
    if (skip) {
      skip = base != after;
      continue;
    }
    if (const ClassObject *object = s.find<ClassObject>(base)) {
      const Value *entry = object->find(name);
      if (entry && entry->isUndefined())
        refuse(s, diag::Kind::UnsupportedFunction,
               {name.str() + " of a class that the program makes"});
      if (entry)
        return *entry;
      continue;
    }
    Value entry = hostClassEntry(s, base.handle(), name);
    if (entry.isUndefined())
      continue;
    Value member = numpyMember(s, cls, name);
    return member.isUndefined() ? entry : member;
  }
  return {};
}

static Value nameOf(Stage &s, Value cls) {
  Value name = cls.isStatic() ? slotOf(s, cls.handle(), "__name__") : Value();
  return name.isUndefined() ? s.string(className(s, cls)) : name;
}

Value qualifiedNameOf(Stage &s, Value cls) {
  if (const ClassObject *object = s.find<ClassObject>(cls))
    return s.string(object->qualname);
  Value name = slotOf(s, cls.handle(), "__qualname__");
  return name.isUndefined() ? s.string(className(s, cls)) : name;
}

// __dict__ of a class. That of one from outside is another object at each look: its keys are
// guarded, and each entry by itself.
static Value entriesOfClass(Stage &s, Value cls) {
  std::vector<std::pair<Value, Value>> entries;
  if (const ClassObject *made = s.find<ClassObject>(cls)) {
    for (auto &[key, value] : made->entries)
      if (!value.isUndefined())
        entries.push_back({s.string(key), value});
    return s.dict(entries);
  }
  for (Handle key : classNames(s, cls.handle())) {
    std::string_view name = s.host.asStr(key);
    Value entry = hostClassEntry(s, cls.handle(), s.intern({name.data(), name.size()}));
    if (!entry.isUndefined())
      entries.push_back({s.ofHandle(key), entry});
  }
  return s.dict(entries);
}

Result findClassAttribute(Stage &s, Value cls, llvm::StringRef name) {
  if (name == "__name__") // a data descriptor of `type`: it goes before what the class has
    return nameOf(s, cls);
  if (name == "__qualname__")
    return qualifiedNameOf(s, cls);
  if (name == "__mro__")
    return s.tuple(mroOf(s, cls));
  if (name == "__dict__")
    return entriesOfClass(s, cls);
  Value meta = cls.isStatic() ? metaclassOf(s, cls.handle()) : typeOf(s, cls);
  Value inherited = meta == builtinType(s, "type") ? Value() : classAttribute(s, meta, name);
  if (!inherited.isUndefined() && isDataDescriptor(s, inherited))
    return bindAttribute(s, inherited, cls, meta);
  Value entry = classAttribute(s, cls, name);
  if (Value init = name == "__init__" ? generatedInit(s, entry, cls) : Value(); !init.isUndefined())
    return init;
  if (!entry.isUndefined())
    return bindAttribute(s, entry, {}, cls);
  if (const ClassObject *object = s.find<ClassObject>(cls)) {
    if (name == "__bases__")
      return s.tuple(object->bases);
    if (name == "__annotations__")
      refuse(s, diag::Kind::UnsupportedFunction,
             {"__annotations__ of a class that the program makes"});
    return Value();
  }
  if (Value slot = slotOf(s, cls.handle(), name); !slot.isUndefined())
    return slot;
  inherited = classAttribute(s, meta, name);
  if (!inherited.isUndefined())
    return bindAttribute(s, inherited, cls, meta);
  Value fallback = metaMethod(s, cls, "__getattr__");
  return fallback.isUndefined() ? Result(fallback) : call(s, fallback, {cls, s.string(name)});
}

// `list[int]` has the attributes of `list`, but for what it says of itself.
static bool asksOrigin(Stage &s, Value object, llvm::StringRef name) {
  static constexpr llvm::StringRef own[] = {
      "__origin__",   "__args__",      "__parameters__", "__mro_entries__", "__class__",
      "__unpacked__", "__reduce_ex__", "__reduce__",     "__copy__",        "__deepcopy__"};
  return typeOf(s, object) == builtinType(s, "types.GenericAlias") &&
         !llvm::is_contained(own, name);
}

Result findStaticAttribute(Stage &s, Value object, llvm::StringRef name) {
  Handle handle = object.handle();
  switch (s.host.kind(handle)) {
  case Kind::Module:
    if (Value entry = namespaceEntry(s, handle, name); !entry.isUndefined())
      return entry;
    if (Handle inner = innerModule(s, handle, name))
      return Value::ofStatic(inner);
    if (Value fallback = namespaceEntry(s, handle, s.intern("__getattr__"));
        !fallback.isUndefined())
      return call(s, fallback, s.string(name));
    return findBuiltinAttribute(s, object, name);
  case Kind::Class:
    return findClassAttribute(s, object, name);
  case Kind::Int:
  case Kind::Float:
  case Kind::Bool:
  case Kind::Str:
  case Kind::Bytes:
  case Kind::Complex:
  case Kind::None:
    return findBuiltinAttribute(s, object, name);
  case Kind::Function:
    if (name == "__call__")
      return object;
    if (Value entry = namespaceEntry(s, handle, name); !entry.isUndefined())
      return entry;
    break;
  case Kind::BoundMethod:
    if (name == "__self__")
      return outside(s, s.host.boundSelf(handle), rootPath(s, s.host.boundSelf(handle)));
    if (name == "__func__")
      return Value::ofStatic(s.host.boundFunction(handle));
    break;
  case Kind::ClassMethod:
  case Kind::StaticMethod:
    if (name == "__func__")
      return outside(s, s.host.boundFunction(handle), rootPath(s, s.host.boundFunction(handle)));
    break;
  case Kind::Partial:
    if (name == "func")
      return partialOf(s, handle).callable().function;
    break;
  default:
    if (asksOrigin(s, object, name))
      return findAttribute(s, slotOf(s, handle, "__origin__"), name);
    break;
  }
  if (Value slot = slotOf(s, handle, name); !slot.isUndefined())
    return slot;
  Value cls = typeOf(s, object);
  Value entry = classAttribute(s, cls, name);
  bool isOwn = name != "__dict__" && name != "__class__" && hasDict(s, cls) &&
               (entry.isUndefined() || !isDataDescriptor(s, entry));
  if (Value own = isOwn ? namespaceEntry(s, handle, name) : Value(); !own.isUndefined())
    return own;
  if (!entry.isUndefined())
    return bindAttribute(s, entry, object, cls);
  if (s.host.kind(handle) == Kind::BoundMethod) // it asks its function
    return findAttribute(s, Value::ofStatic(s.host.boundFunction(handle)), name);
  return Value();
}

// What a function that the program made has in Python and tells of how it is made.
static bool isInternal(llvm::StringRef name) {
  return llvm::is_contained({"__code__", "__closure__", "__globals__", "__builtins__",
                             "__defaults__", "__kwdefaults__", "__annotations__"},
                            name);
}

Value placeAttributes(Stage &s, Address place) {
  auto made = std::make_shared<InstanceObject>();
  made->cls = builtinType(s, "object");
  s.state.heap.insert(place, std::move(made));
  return Value::ref(place);
}

Value attributesOf(Stage &s, const CallableData &function) {
  bool exists = s.state.heap.find(function.attributes);
  return exists ? Value::ref(function.attributes) : placeAttributes(s, function.attributes);
}

// __dict__ of a function: without what Python keeps beside it.
static Result entriesOf(Stage &s, const CallableData &function) {
  if (function.attributes == NoAddress)
    return s.dict({});
  Result made = attributesDict(s, attributesOf(s, function));
  if (made && !s.find<DictObject>(*made)->isRuntime())
    llvm::erase_if(s.write<DictObject>(*made).entries, [&](auto &entry) {
      return llvm::is_contained({"__name__", "__qualname__", "__doc__", "__module__"},
                                *s.asStr(entry.first));
    });
  return made;
}

Value docstring(Stage &s, syntax::Seq<syntax::Stmt *> body) {
  auto *first = syntax::dyn_cast<syntax::ExprStmt>(body[0]);
  auto *text = first ? syntax::dyn_cast<syntax::Constant>(first->value) : nullptr;
  if (!text || !text->value.isString())
    return s.none();
  return s.string({text->value.text.data(), text->value.text.size()});
}

// What every function has.
static Result attributeOfFunctions(Stage &s, Value object, llvm::StringRef name) {
  const CallableData &data = object.callable();
  bool isPrelude =
      data.globals.isUndefined(); // what of the standard library it stands for has more
  bool isOther = name.starts_with("cache_") || (name.starts_with("__") && name != "__doc__");
  if (isPrelude && isOther)
    refuse(s, diag::Kind::UnsupportedFunction,
           {name.str() + " of a function of the standard library"});
  if (name == "__name__")
    return s.string(data.code->name);
  if (name == "__qualname__")
    return s.string(data.code->qualname);
  if (name == "__dict__")
    return entriesOf(s, data);
  if (name == "__get__")
    return s.boundPrimitive(Registry::instance().find("types.FunctionType.__get__"), object);
  if (name == "__doc__") {
    auto *function = syntax::dyn_cast<syntax::FunctionDef>(data.code->node);
    return function ? docstring(s, function->body) : s.none();
  }
  if (name == "__module__" && !isPrelude)
    return outsideEntry(s, data.globals, s.intern("__name__"));
  if (isInternal(name) && !isPrelude)
    refuse(s, diag::Kind::UnsupportedFunction, {"function." + name.str()});
  return Value();
}

// What every object of its type in C has by that. A descriptor in C may read what is not here.
static Result attributeOfCallables(Stage &s, Value object, llvm::StringRef name) {
  Value cls = typeOf(s, object), entry = classAttribute(s, cls, name);
  if (!entry.isStatic())
    return Value();
  if (isMemberDescriptor(s, entry) ||
      classOf(s, entry.handle()) == builtinType(s, "types.GetSetDescriptorType"))
    refuse(s, diag::Kind::UnsupportedFunction, {typeName(s, object) + "." + name.str()});
  return bindAttribute(s, entry, object, cls);
}

Result findCallableAttribute(Stage &s, Value object, llvm::StringRef name) {
  const CallableData &data = object.callable();
  if (name == "__call__")
    return object;
  switch (data.form) {
  case CallableData::Form::BoundMethod:
    if (name == "__self__")
      return data.self;
    if (name == "__func__")
      return data.function;
    return findAttribute(s, data.function, name);
  case CallableData::Form::Function: {
    bool hasOwn = data.attributes != NoAddress && s.state.heap.find(data.attributes);
    Value own = hasOwn ? instanceEntry(s, Value::ref(data.attributes), name) : Value();
    if (!mayBeUndefined(own))
      return own;
    return forEachAlternative(s, own, [&](Value one) -> Result {
      return one.isUndefined() ? attributeOfFunctions(s, object, name) : one;
    });
  }
  case CallableData::Form::Primitive:
    if (name == "__self__" && !data.self.isUndefined())
      return data.self;
    if (name == "__name__" || name == "__qualname__") {
      auto [path, last] = llvm::StringRef(data.primitive->spelling).rsplit('.');
      bool isMethod = name == "__qualname__" && !data.self.isUndefined();
      return s.string(isMethod ? (path.substr(path.rfind('.') + 1) + "." + last).str()
                               : last.str());
    }
    return attributeOfCallables(s, object, name);
  case CallableData::Form::Partial:
    if (name == "func")
      return data.function;
    if (name == "args")
      return s.tuple(data.values.drop_back(data.names.size()));
    if (name == "keywords") {
      std::vector<std::pair<Value, Value>> entries;
      for (auto [key, value] : llvm::zip(data.names, data.values.take_back(data.names.size())))
        entries.push_back({s.string(key), value});
      return s.dict(entries);
    }
    return attributeOfCallables(s, object, name);
  }
  return Value();
}

} // namespace lith::stage
