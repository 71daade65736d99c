// Classes.cpp: what dataclasses.dataclass asks of a class that the program makes, and methods that
// the standard library generates.
#include "stage/Protocols.h"
#include "stage/builtins/Formals.h"
#include "stage/builtins/Registration.h"
#include "stage/calls/Functions.h"
#include "stage/classes/Dataclasses.h"
#include "stage/classes/GeneratedClasses.h"
#include "stage/classes/ProgramClasses.h"
#include "stage/emit/Refusals.h"

namespace lith::stage {

static llvm::StringRef nameOf(Stage &s, Value value) { return s.intern(*s.asStr(value)); }

static const ClassObject *madeHere(Stage &s, const CallInfo &info) {
  const ClassObject *cls = s.find<ClassObject>(info.args.positional[0]);
  if (!cls)
    refuse(s, diag::Kind::UnsupportedFunction,
           {"dataclasses.dataclass of a class that existed before the call"});
  return cls;
}

// prim.class_entry(cls, name, default): what the class itself has under the name.
static Result classEntry(Stage &s, const CallInfo &info) {
  const Value *entry = madeHere(s, info)->find(nameOf(s, info.args.positional[1]));
  return entry ? *entry : info.args.positional[2];
}

// prim.hide_entry(cls, name): it is another in Python, which the stage does not know.
static Result hideEntry(Stage &s, const CallInfo &info) {
  setClassEntry(s, info.args.positional[0], nameOf(s, info.args.positional[1]), {});
  return s.none();
}

// prim.class_annotations(cls): names and marks, in order.
static Result classAnnotations(Stage &s, const CallInfo &info) {
  return s.tuple(madeHere(s, info)->annotations);
}

// prim.generated("dataclass.__eq__"): the function that stands for a generated method.
static Result generated(Stage &s, const CallInfo &info) {
  const Primitive *primitive = Registry::instance().find(nameOf(s, info.args.positional[0]));
  if (const FunctionCode *code = s.session.prelude(primitive->prelude))
    return preludeFunction(s, code);
  return s.boundPrimitive(primitive, {});
}

// dataclass.__init__(cls, self, ...), where `cls` is the class whose fields these are.
static Result initDataclass(Stage &s, const CallInfo &info) {
  Arguments rest = info.args;
  if (rest.positional.size() < 2 || !s.find<InstanceObject>(rest.positional[1]))
    return raise(s, "TypeError", "__init__() missing 1 required positional argument: 'self'");
  Value cls = rest.positional[0], self = rest.positional[1];
  rest.positional.erase(rest.positional.begin(), rest.positional.begin() + 2);
  return stage::initDataclass(s, self, cls, rest) ? Result(s.none()) : std::nullopt;
}

// namedtuple.__new__(cls, ...)
static Result newNamedTuple(Stage &s, const CallInfo &info) {
  Arguments rest = info.args;
  Value cls = rest.positional[0];
  rest.positional.erase(rest.positional.begin());
  return makeNamedTuple(s, cls, rest);
}

// function.__get__(object, cls): the function, or a method of the object.
static Result bindFunction(Stage &s, const CallInfo &info) {
  auto args = bindArguments(s, info, "__get__", {{"/self"}, {"/instance"}, {"/owner", true}});
  if (!args)
    return std::nullopt;
  return s.isNone((*args)[1]) ? (*args)[0] : s.boundMethod((*args)[0], (*args)[1]);
}

void registerClasses(Registry &registry) {
  registry.add("prim.class_entry", classEntry);
  registry.add("prim.hide_entry", hideEntry);
  registry.add("prim.class_annotations", classAnnotations);
  registry.add("prim.generated", generated);
  registry.add("dataclass.__init__", initDataclass);
  registry.add("namedtuple.__new__", newNamedTuple);
  registry.add("types.FunctionType.__get__", bindFunction);
}

} // namespace lith::stage
