// StrMethods.cpp: methods of str and bytes: on constants by the host, else by the runtime.
#include "stage/Arrays.h"
#include "stage/Boxing.h"
#include "stage/Paths.h"
#include "stage/Protocols.h"
#include "stage/Reading.h"
#include "stage/builtins/Formals.h"
#include "stage/builtins/Registration.h"
#include "stage/builtins/Templates.h"
#include "stage/classes/TypeNames.h"
#include "stage/emit/Emit.h"
#include "stage/emit/PlainTypes.h"
#include "stage/emit/Refusals.h"
#include "stage/emit/Values.h"
#include "stage/objects/Containers.h"
#include "stage/objects/Operators.h"
#include "stage/objects/PlainValues.h"
#include "stage/objects/Texts.h"
#include "stage/outside/HostFunctions.h"
#include "stage/runtime/Elements.h"
#include "stage/runtime/Records.h"
#include "stage/runtime/Types.h"

namespace lith::stage {

namespace {
/// A method of str: what its result is at run time, and the names of its parameters.
struct Method {
  const char *name;
  enum class Gives : uint8_t { Str, Int, Bool, ListOfStr, ThreeStr } gives;
  std::initializer_list<Formal> formals;
};
} // namespace

using Gives = Method::Gives;
static const Formal self = {"/self"};
static const Method methods[] = {
    {"capitalize", Gives::Str, {self}},
    {"casefold", Gives::Str, {self}},
    {"center", Gives::Str, {self, {"/width"}, {"/fillchar", true}}},
    {"count", Gives::Int, {self, {"/sub"}, {"/start", true}, {"/end", true}}},
    {"endswith", Gives::Bool, {self, {"/suffix"}, {"/start", true}, {"/end", true}}},
    {"expandtabs", Gives::Str, {self, {"tabsize", true}}},
    {"find", Gives::Int, {self, {"/sub"}, {"/start", true}, {"/end", true}}},
    {"index", Gives::Int, {self, {"/sub"}, {"/start", true}, {"/end", true}}},
    {"isalnum", Gives::Bool, {self}},
    {"isalpha", Gives::Bool, {self}},
    {"isascii", Gives::Bool, {self}},
    {"isdecimal", Gives::Bool, {self}},
    {"isdigit", Gives::Bool, {self}},
    {"isidentifier", Gives::Bool, {self}},
    {"islower", Gives::Bool, {self}},
    {"isnumeric", Gives::Bool, {self}},
    {"isprintable", Gives::Bool, {self}},
    {"isspace", Gives::Bool, {self}},
    {"istitle", Gives::Bool, {self}},
    {"isupper", Gives::Bool, {self}},
    {"ljust", Gives::Str, {self, {"/width"}, {"/fillchar", true}}},
    {"lower", Gives::Str, {self}},
    {"lstrip", Gives::Str, {self, {"/chars", true}}},
    {"partition", Gives::ThreeStr, {self, {"/sep"}}},
    {"removeprefix", Gives::Str, {self, {"/prefix"}}},
    {"removesuffix", Gives::Str, {self, {"/suffix"}}},
    {"replace", Gives::Str, {self, {"/old"}, {"/new"}, {"/count", true}}},
    {"rfind", Gives::Int, {self, {"/sub"}, {"/start", true}, {"/end", true}}},
    {"rindex", Gives::Int, {self, {"/sub"}, {"/start", true}, {"/end", true}}},
    {"rjust", Gives::Str, {self, {"/width"}, {"/fillchar", true}}},
    {"rpartition", Gives::ThreeStr, {self, {"/sep"}}},
    {"rsplit", Gives::ListOfStr, {self, {"sep", true}, {"maxsplit", true}}},
    {"rstrip", Gives::Str, {self, {"/chars", true}}},
    {"split", Gives::ListOfStr, {self, {"sep", true}, {"maxsplit", true}}},
    {"splitlines", Gives::ListOfStr, {self, {"keepends", true}}},
    {"startswith", Gives::Bool, {self, {"/prefix"}, {"/start", true}, {"/end", true}}},
    {"strip", Gives::Str, {self, {"/chars", true}}},
    {"swapcase", Gives::Str, {self}},
    {"title", Gives::Str, {self}},
    {"upper", Gives::Str, {self}},
    {"zfill", Gives::Str, {self, {"/width"}}},
};

static Value resultOf(Stage &s, mlir::Value box, Gives gives) {
  const TypeSet *str = typeSet(s, plainType(Type::Kind::Str));
  switch (gives) {
  case Gives::Str:
    return unbox(s, box, str);
  case Gives::Int:
    return unbox(s, box, typeSet(s, plainType(Type::Kind::Int)));
  case Gives::Bool:
    return unbox(s, box, typeSet(s, plainType(Type::Kind::Bool)));
  case Gives::ListOfStr:
    return newRuntimeList(s, ir::UnboxOp::create(s.builder(), s.loc(), listType(s), box), str);
  case Gives::ThreeStr:
    break;
  }
  Type type = plainType(Type::Kind::Tuple);
  const TypeSet *elements[3] = {str, str, str};
  type.elements = s.facts.types.keep(llvm::ArrayRef<const TypeSet *>(elements));
  return unbox(s, box, typeSet(s, type));
}

static host::Handle methodOfHost(Stage &s, llvm::StringRef name) {
  return lookup(s, ("builtins.str." + name).str());
}

static Result callMethod(Stage &s, const CallInfo &info) {
  const Method &method = *static_cast<const Method *>(info.primitive.data);
  CallInfo plain = info;
  if (!makePlain(s, plain.args))
    return std::nullopt;
  auto args = bindArguments(s, plain, method.name, method.formals);
  if (!args)
    return std::nullopt;
  // partition gives the separator itself
  if (Value separator = info.args.positional.back();
      method.gives == Gives::ThreeStr && separator != (*args)[1])
    return callPrelude(s, "parts_around", {(*args)[0], s.string(method.name), separator});
  bool constant = llvm::all_of(*args, [&](Value v) { return v.isUndefined() || isConstant(s, v); });
  if (constant)
    return callHost(s, methodOfHost(s, method.name), plain.args.positional, plain.args.keywords);
  while (args->back().isUndefined())
    args->pop_back();
  llvm::SmallVector<mlir::Value> operands = {
      toStr(s, (*args)[0]),
      ir::ConstantOp::create(s.builder(), s.loc(), llvm::StringRef(method.name))};
  for (Value value : llvm::drop_begin(*args))
    operands.push_back(value.isUndefined()
                           ? mlir::Value(ir::UndefOp::create(s.builder(), s.loc(), boxType(s)))
                           : toBox(s, value));
  return resultOf(s, rt(s, "str_method", operands, boxType(s)), method.gives);
}

// The text that item `i` is, or is a subclass's object with.
static Result textToJoin(Stage &s, Value item, size_t i) {
  if (item.isUnion() || item.isBox())
    return forEachAlternative(s, item, [&](Value one) { return textToJoin(s, one, i); });
  Result text = plainValue(s, item);
  if (text && *text != item)
    return textToJoin(s, *text, i);
  if (!text || isString(s, *text))
    return text;
  if (isNumpyScalar(s, item) && isSubclass(s, typeOf(s, item), builtinType(s, "str")) == true)
    return hostResult(s, runInHost(s, lookup(s, "builtins.str"), {item.handle()}));
  return raise(s, "TypeError",
               "sequence item " + llvm::Twine(i) + ": expected str instance, " + typeName(s, item) +
                   " found");
}

static Result join(Stage &s, const CallInfo &info) {
  auto args = bindArguments(s, info, "str.join", {self, {"/iterable"}});
  if (!args)
    return std::nullopt;
  Value separator = payloadOf(s, (*args)[0]);
  if (Value given = (*args)[1]; isNumber(s, given) || s.isNone(given))
    return raise(s, "TypeError", "can only join an iterable");
  std::optional<std::vector<Value>> elements;
  Result rest = collect(s, (*args)[1], elements);
  if (!rest)
    return std::nullopt;
  if (!elements && mayHoldRecords(s, *rest, {}))
    return callPrelude(s, "joined_instances", {separator, *rest});
  if (!elements) {
    mlir::Value box =
        rt(s, "str_method", {toStr(s, separator), toStr(s, s.string("join")), toBox(s, *rest)},
           boxType(s));
    return resultOf(s, box, Gives::Str);
  }
  llvm::SmallVector<mlir::Value> parts;
  std::string known;
  bool allKnown = s.asStr(separator).has_value();
  for (auto [i, element] : llvm::enumerate(*elements)) {
    Result plain = textToJoin(s, element, i);
    if (!plain)
      return plain;
    Value item = *plain;
    auto text = s.asStr(item);
    if (i)
      parts.push_back(toBox(s, separator));
    parts.push_back(toBox(s, item));
    if (allKnown && text)
      known += (i ? *s.asStr(separator) : llvm::StringRef()).str() + text->str();
    allKnown &= text.has_value();
  }
  if (allKnown)
    return s.string(known);
  return s.strScalar(rt(s, "str_join", parts, strType(s)));
}

// str.format: by the runtime when a part is not known; the template must be a str.
static Result format(Stage &s, const CallInfo &info) {
  Value text = payloadOf(s, info.args.positional[0]);
  llvm::ArrayRef<Value> rest = llvm::ArrayRef<Value>(info.args.positional).drop_front();
  bool constant =
      isConstant(s, text) && llvm::all_of(rest, [&](Value v) { return isConstant(s, v); }) &&
      llvm::all_of(info.args.keywords, [&](auto &pair) { return isConstant(s, pair.second); });
  if (constant) {
    llvm::SmallVector<Value> all = {text};
    all.append(rest.begin(), rest.end());
    return callHost(s, methodOfHost(s, "format"), all, info.args.keywords);
  }
  Arguments values = info.args;
  values.positional.erase(values.positional.begin());
  llvm::SmallVector<Value> all(rest);
  for (auto &[name, value] : info.args.keywords)
    all.push_back(value);
  if (needsOwnText(s, all))
    return formatFields(s, text, values);
  llvm::SmallVector<std::pair<Value, Value>> entries;
  for (auto &[name, value] : info.args.keywords)
    entries.push_back({s.string(name), value});
  mlir::Value arguments = ir::UnboxOp::create(s.builder(), s.loc(), ir::TupleType::get(&s.context),
                                              toBox(s, s.tuple(rest)));
  mlir::Value keywords = ir::UnboxOp::create(s.builder(), s.loc(), ir::DictType::get(&s.context),
                                             toBox(s, s.dict(entries)));
  bool hasTensors = llvm::any_of(all, [&](Value value) { return mayHoldTensors(s, value); });
  return textAtRunTime(s, "str_format", {toStr(s, text), arguments, keywords}, hasTensors);
}

// Methods that only constants have here: the result is a host object that the runtime lacks.
static Result callConstant(Stage &s, const CallInfo &info) {
  llvm::SmallVector<Value> args;
  for (Value value : info.args.positional)
    args.push_back(Value::ofStatic(pin(s, payloadOf(s, value), info.primitive.spelling)));
  return callHost(s, lookup(s, "builtins." + info.primitive.spelling), args, info.args.keywords);
}

// prim.plain(x)
static Result plain(Stage &s, const CallInfo &info) {
  return plainValue(s, info.args.positional[0]);
}

void registerStrMethods(Registry &registry) {
  for (const Method &method : methods)
    registry.add("str." + std::string(method.name), callMethod, &method);
  registry.add("str.join", join);
  registry.add("str.format", format);
  registry.add("prim.plain", plain);
  for (const char *spelling :
       {"str.encode", "bytes.decode", "bytes.hex", "bytes.startswith", "bytes.endswith"})
    registry.add(spelling, callConstant);
}

} // namespace lith::stage
