// Support.cpp: what the built-in functions and methods share.
#include "stage/builtins/Support.h"
#include "stage/Protocols.h"
#include "stage/calls/Functions.h"
#include "stage/classes/ClassAttributes.h"
#include "stage/classes/Exceptions.h"
#include "stage/classes/TypeNames.h"
#include "stage/emit/Refusals.h"
#include "stage/emit/Values.h"
#include "stage/objects/Containers.h"
#include "stage/objects/Sets.h"
#include "stage/outside/Arguments.h"
#include "stage/outside/Distinct.h"
#include "stage/outside/Outside.h"
#include "stage/outside/OutsideWrites.h"
#include "stage/runtime/Boxes.h"
#include "stage/runtime/Types.h"

#include <lith/program.h>

namespace lith::stage {

static llvm::StringRef formalName(const Formal &formal) {
  llvm::StringRef name = formal.name;
  return name.front() == '*' || name.front() == '/' ? name.drop_front() : name;
}

// Python's own words for a wrong number of arguments of a built-in.
static Result raiseCount(Stage &s, llvm::StringRef function, llvm::ArrayRef<Formal> formals,
                         size_t given) {
  if (!formals.empty() && formalName(formals[0]) == "self" && given > 0) { // of a method
    formals = formals.drop_front();
    --given;
  }
  size_t required = 0, most = 0;
  for (const Formal &formal : formals)
    if (formal.name[0] != '*') {
      ++most;
      required += !formal.optional;
    }
  auto plural = [](size_t n) { return n == 1 ? "" : "s"; };
  if (most == 0)
    return raise(s, "TypeError",
                 function + "() takes no arguments (" + llvm::Twine(given) + " given)");
  if (required == most && most == 1)
    return raise(s, "TypeError",
                 function + "() takes exactly one argument (" + llvm::Twine(given) + " given)");
  if (required == most)
    return raise(s, "TypeError",
                 function + " expected " + llvm::Twine(most) + " argument" + plural(most) +
                     ", got " + llvm::Twine(given));
  bool few = given < required;
  size_t limit = few ? required : most;
  return raise(s, "TypeError",
               function + " expected at " + (few ? "least " : "most ") + llvm::Twine(limit) +
                   " argument" + plural(limit) + ", got " + llvm::Twine(given));
}

std::optional<llvm::SmallVector<Value, 4>> bindArguments(Stage &s, const CallInfo &info,
                                                         llvm::StringRef function,
                                                         llvm::ArrayRef<Formal> formals) {
  llvm::SmallVector<Value, 4> bound(formals.size());
  size_t place = 0, given = info.args.positional.size();
  for (Value value : info.args.positional) {
    if (place == formals.size() || formals[place].name[0] == '*') {
      raiseCount(s, function, formals, given);
      return std::nullopt;
    }
    bound[place++] = value;
  }
  for (auto &[name, value] : info.args.keywords) {
    auto *it = llvm::find_if(formals, [&](const Formal &formal) {
      return formal.name[0] != '/' && formalName(formal) == name;
    });
    if (llvm::all_of(formals, [](const Formal &formal) { return formal.name[0] == '/'; })) {
      raise(s, "TypeError", function + "() takes no keyword arguments");
      return std::nullopt;
    }
    if (it == formals.end()) {
      raise(s, "TypeError", "'" + name + "' is an invalid keyword argument for " + function + "()");
      return std::nullopt;
    }
    Value &slot = bound[it - formals.begin()];
    if (!slot.isUndefined()) {
      raise(s, "TypeError",
            "argument for " + function + "() given by name ('" + name + "') and position (" +
                llvm::Twine(it - formals.begin() + 1) + ")");
      return std::nullopt;
    }
    slot = value;
  }
  for (auto [formal, value] : llvm::zip(formals, bound))
    if (!formal.optional && value.isUndefined()) {
      raiseCount(s, function, formals, given);
      return std::nullopt;
    }
  return bound;
}

Value loadedPayloadOf(Stage &s, Value value) {
  Value container = payloadOf(s, value);
  if (!container.isRef())
    return container;
  bool isOutside = stage::isOutside(s, container.address());
  if (auto *list = s.find<ListObject>(container); list && isOutside && !list->isRuntime()) {
    std::vector<Value> elements = listElements(s, container);
    s.write<ListObject>(container).elements = std::move(elements);
  }
  auto *dict = s.find<DictObject>(container); // or the __dict__ of an object of the outside
  if (dict && !dict->isRuntime() && (isOutside || !dict->owner.isUndefined())) {
    auto entries = dictEntries(s, container, true);
    s.write<DictObject>(container).entries = std::move(entries);
  }
  return container;
}

mlir::Type boxType(Stage &s) { return ir::BoxType::get(&s.context); }
mlir::Type i64Type(Stage &s) { return s.emission.builder.getI64Type(); }
mlir::Type i1Type(Stage &s) { return s.emission.builder.getI1Type(); }
mlir::Type f64Type(Stage &s) { return s.emission.builder.getF64Type(); }
mlir::Type strType(Stage &s) { return ir::StrType::get(&s.context); }
mlir::Type listType(Stage &s) { return ir::ListType::get(&s.context); }

Type plainType(Type::Kind kind) {
  Type type{};
  type.kind = kind;
  return type;
}

Value elementOf(Stage &s, mlir::Value box, uint64_t variable) {
  return unbox(s, box, s.facts.types.read(variable));
}

mlir::Value elementFor(Stage &s, Value value, uint64_t variable) {
  mlir::Value box = toBox(s, value);
  if (s.facts.types.grow(variable, typesOf(s, value)))
    throw Restart();
  return box;
}

Value runtimeList(Stage &s, mlir::Value list, const TypeSet *elements) {
  auto object = std::make_shared<ListObject>();
  object->site = object->element = site(s);
  object->runtime = Value::raw(list);
  if (s.facts.types.grow(object->element, elements))
    throw Restart();
  return s.make(std::move(object));
}

bool isConstant(Stage &s, Value value) {
  if (value.isTuple())
    return value.tuple().form == TupleData::Form::Tuple &&
           llvm::all_of(value.tuple().elements, [&](Value v) { return isConstant(s, v); });
  return value.isStatic() && s.host.isHashableConstant(value.handle());
}

Value importResult(Stage &s, host::Handle handle) {
  switch (s.host.kind(handle)) {
  case host::Kind::List: {
    llvm::SmallVector<Value> elements;
    for (size_t i = 0, n = s.host.length(handle); i < n; ++i)
      elements.push_back(importResult(s, s.host.item(handle, i)));
    return s.list(elements);
  }
  case host::Kind::Tuple: {
    llvm::SmallVector<Value> elements;
    for (size_t i = 0, n = s.host.length(handle); i < n; ++i)
      elements.push_back(importResult(s, s.host.item(handle, i)));
    return s.tuple(elements);
  }
  case host::Kind::Dict: {
    llvm::SmallVector<std::pair<Value, Value>> entries;
    for (auto [key, value] : s.host.items(handle))
      entries.push_back({importResult(s, key), importResult(s, value)});
    return s.dict(entries);
  }
  case host::Kind::Set: {
    auto object = std::make_shared<SetObject>();
    object->site = site(s);
    for (host::Handle element : s.host.elements(handle))
      object->elements.push_back(importResult(s, element));
    return s.make(std::move(object));
  }
  default:
    return s.ofHandle(handle);
  }
}

Result callHost(Stage &s, host::Handle callable, llvm::ArrayRef<Value> args,
                llvm::ArrayRef<std::pair<llvm::StringRef, Value>> keywords) {
  std::vector<host::Handle> handles;
  for (Value arg : args)
    handles.push_back(s.toHandle(arg));
  std::vector<std::pair<std::string, host::Handle>> named;
  for (auto &[name, value] : keywords)
    named.push_back({name.str(), s.toHandle(value)});
  host::Outcome outcome = s.host.call(callable, handles, named);
  if (outcome.ok())
    return importResult(s, outcome.value);
  if (!outcome.exceptionClass) // a host without Python
    refuse(s, diag::Kind::UnsupportedFunction, {s.host.qualifiedName(callable)});
  Arguments arguments;
  for (size_t i = 0, n = s.host.length(outcome.exceptionArgs); i < n; ++i)
    arguments.positional.push_back(s.ofHandle(s.host.item(outcome.exceptionArgs, i)));
  Result exception = call(s, s.ofHandle(outcome.exceptionClass), std::move(arguments));
  return exception ? raiseValue(s, *exception) : std::nullopt;
}

Result callPrelude(Stage &s, llvm::StringRef name, llvm::ArrayRef<Value> args) {
  const FunctionCode *code = s.session.prelude(name);
  assert(code && "the prelude has no such function");
  return call(s, preludeFunction(s, code), args);
}

Result specialMethod(Stage &s, Value value, llvm::StringRef name) {
  llvm::StringRef known = s.intern(name);
  if (s.find<InstanceObject>(value) && classAttribute(s, typeOf(s, value), known).isUndefined())
    return Value();
  return findAttribute(s, value, known);
}

void contentsChanged(Stage &s, Value container) {
  if (!isOutside(s, container.address()))
    return;
  noteOutsideWrite(s, container, "");
  bool isMirror = isMirrored(s, container.address());
  if (isMirror && s.request.options.forArtifact)
    makeRuntime(s, container);
  if (isMirror && isRuntime(*s.state.heap.find(container.address())))
    return;
  // A copy becomes the runtime container, so that this one stays known.
  Value contents = container;
  if (s.find<ListObject>(container) && !isRuntime(*s.state.heap.find(container.address())))
    contents = s.list(listElements(s, container));
  else if (s.find<DictObject>(container) && !isRuntime(*s.state.heap.find(container.address())))
    contents = s.dict(dictEntries(s, container));
  else if (s.find<SetObject>(container)) {
    contents = *makeSet(s, s.list({}), false);
    copyElements(s, contents, container);
  }
  hostOperation(s, int(HostOperation::SetContents), container, contents);
}

Result equalItems(Stage &s, Value a, Value b) {
  if (a == b && !a.isUnion() && !a.isBox())
    return s.boolean(true);
  if (isConstant(s, a) && isConstant(s, b))
    return s.boolean(sameConstant(s, a, b));
  Result same = compare(s, syntax::CmpOperator::Eq, a, b);
  return same ? truth(s, *same) : std::nullopt;
}

} // namespace lith::stage
