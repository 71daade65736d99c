// Objects.cpp: object.__new__, tuple.__new__, object.__setattr__ and the like,
// property, classmethod, staticmethod, functools.partial, torch.Size.
#include "stage/builtins/Registration.h"
#include "stage/builtins/Support.h"

namespace lith::stage {

static Result newObject(Stage &s, const CallInfo &info) {
  if (info.args.positional.empty())
    return s.raise("TypeError", "object.__new__(): not enough arguments");
  Arguments rest;
  rest.positional.append(info.args.positional.begin() + 1, info.args.positional.end());
  return s.newInstance(info.args.positional[0], rest);
}

// tuple.__new__(cls, iterable)
static Result newTuple(Stage &s, const CallInfo &info) {
  Value cls = info.args.positional[0];
  std::optional<std::vector<Value>> elements = std::vector<Value>();
  if (info.args.positional.size() > 1 && !s.collect(info.args.positional[1], elements))
    return std::nullopt;
  if (!elements)
    s.refuse(diag::Kind::DynamicArguments);
  return cls == s.builtinType("tuple")
             ? s.tuple(*elements)
             : s.structure(TupleData::Form::Subclass, *elements, cls);
}

static Result makeSize(Stage &s, const CallInfo &info) {
  std::optional<std::vector<Value>> elements = std::vector<Value>();
  if (!info.args.positional.empty() && !s.collect(info.args.positional[0], elements))
    return std::nullopt;
  if (!elements)
    s.refuse(diag::Kind::DynamicArguments);
  return s.size(*elements);
}

static Result setAttributeOfObject(Stage &s, const CallInfo &info) {
  auto name = s.pinStr(info.args.positional[1], "the name of an attribute");
  if (!name || !s.setInstanceAttribute(info.args.positional[0], s.intern(*name), info.args.positional[2]))
    return std::nullopt;
  return s.none();
}

static Result getAttributeOfObject(Stage &s, const CallInfo &info) {
  auto name = s.pinStr(info.args.positional[1], "the name of an attribute");
  return name ? s.getattr(info.args.positional[0], s.intern(*name)) : std::nullopt;
}

static Result initObject(Stage &s, const CallInfo &info) {
  if (info.args.positional.empty())
    return s.none();
  Arguments rest = info.args;
  Value self = rest.positional[0];
  rest.positional.erase(rest.positional.begin());
  if (s.isException(self) && s.find<InstanceObject>(self)) {
    Value payload = s.tuple(rest.positional);
    s.write<InstanceObject>(self).payload = payload;
    return s.none();
  }
  if (!s.find<InstanceObject>(self))
    return s.none();
  return s.initBuiltin(self, s.typeOf(self), rest) ? Result(s.none()) : std::nullopt;
}

static Result nothing(Stage &s, const CallInfo &) { return s.none(); }

// property(f), classmethod(f), staticmethod(f): the class is the primitive's data.
static Result makeDescriptor(Stage &s, const CallInfo &info) {
  llvm::StringRef name = static_cast<const char *>(info.primitive.data);
  auto instance = std::make_shared<InstanceObject>();
  instance->cls = s.builtinType(name);
  static constexpr llvm::StringRef parts[] = {"fget", "fset", "fdel"};
  for (size_t i = 0; i < 3; ++i)
    instance->set(s.intern(parts[i]),
                  i < info.args.positional.size() ? info.args.positional[i] : s.none());
  return s.make(std::move(instance));
}

// p.setter(f): a property with another fset.
static Result withSetter(Stage &s, const CallInfo &info) {
  Value made = s.make(std::make_shared<InstanceObject>(*s.find<InstanceObject>(info.args.positional[0])));
  s.write<InstanceObject>(made).set(s.intern("fset"), info.args.positional[1]);
  return made;
}

static Result makePartial(Stage &s, const CallInfo &info) {
  if (info.args.positional.empty())
    return s.raise("TypeError", "type 'partial' takes at least one argument");
  CallableData data;
  data.form = CallableData::Form::Partial;
  data.function = info.args.positional[0];
  llvm::SmallVector<Value> values(info.args.positional.begin() + 1, info.args.positional.end());
  llvm::SmallVector<llvm::StringRef> names;
  for (auto &[name, value] : info.args.keywords) {
    names.push_back(name);
    values.push_back(value);
  }
  data.values = s.keep<Value>(values);
  data.names = s.keep<llvm::StringRef>(names);
  return Value::callable(s.arena.make<CallableData>(data));
}

static Result makeSuper(Stage &s, const CallInfo &info) {
  if (info.args.positional.size() != 2)
    return s.raise("RuntimeError", "super(): no arguments");
  return s.makeSuper(info.args.positional[0], info.args.positional[1]);
}

// functools.wraps(f): the decorated function keeps its own name and text here.
static Result identity(Stage &, const CallInfo &info) {
  return info.args.positional.back();
}
static Result wraps(Stage &s, const CallInfo &) {
  static const Primitive keep{"functools.wraps.decorator", identity, "", nullptr};
  return s.boundPrimitive(&keep, {});
}

void registerObjects(Registry &registry) {
  registry.add("object.__new__", newObject);
  registry.add("tuple.__new__", newTuple);
  registry.add("torch.Size", makeSize);
  registry.add("object.__setattr__", setAttributeOfObject);
  registry.add("object.__getattribute__", getAttributeOfObject);
  registry.add("object.__init__", initObject);
  registry.add("object.__init_subclass__", nothing);
  registry.add("builtins.property", makeDescriptor, "property");
  registry.add("builtins.classmethod", makeDescriptor, "classmethod");
  registry.add("builtins.staticmethod", makeDescriptor, "staticmethod");
  registry.add("property.setter", withSetter);
  registry.add("functools.partial", makePartial);
  registry.add("functools.wraps", wraps);
  registry.add("builtins.super", makeSuper);
}

} // namespace lith::stage
