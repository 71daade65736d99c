// Text.cpp: str, repr, ascii, format, print.
#include "stage/Boxing.h"
#include "stage/Paths.h"
#include "stage/Protocols.h"
#include "stage/Reading.h"
#include "stage/builtins/Formals.h"
#include "stage/builtins/Registration.h"
#include "stage/classes/TypeNames.h"
#include "stage/emit/Emit.h"
#include "stage/emit/PlainTypes.h"
#include "stage/emit/Refusals.h"
#include "stage/objects/Operators.h"
#include "stage/objects/PlainValues.h"
#include "stage/outside/HostFunctions.h"

namespace lith::stage {

static Result makeStr(Stage &s, const CallInfo &info) {
  auto args =
      bindArguments(s, info, "str", {{"object", true}, {"encoding", true}, {"errors", true}});
  if (!args)
    return std::nullopt;
  if (!(*args)[1].isUndefined() || !(*args)[2].isUndefined())
    return callHost(s, builtinClass(s, "str"), info.args.positional, info.args.keywords);
  return (*args)[0].isUndefined() ? Result(s.string("")) : str(s, (*args)[0]);
}

static Result representation(Stage &s, const CallInfo &info) {
  auto args = bindArguments(s, info, "repr", {{"/obj"}});
  return args ? repr(s, (*args)[0]) : std::nullopt;
}

static Result ascii(Stage &s, const CallInfo &info) {
  auto args = bindArguments(s, info, "ascii", {{"/obj"}});
  if (!args)
    return std::nullopt;
  Result shown = repr(s, (*args)[0]);
  return shown ? callPrelude(s, "ascii_text", *shown) : shown;
}

static Result format(Stage &s, const CallInfo &info) {
  auto args = bindArguments(s, info, "format", {{"/value"}, {"/format_spec", true}});
  if (!args)
    return std::nullopt;
  Value spec = (*args)[1].isUndefined() ? s.string("") : (*args)[1];
  return stage::format(s, (*args)[0], spec);
}

// The text between or after the values: a str, or what None stands for. Empty: TypeError.
static Result separator(Stage &s, Value value, llvm::StringRef name, llvm::StringRef otherwise) {
  if (value.isUndefined() || s.isNone(value))
    return s.string(otherwise);
  if (value.isUnion() || value.isBox())
    return forEachAlternative(
        s, value, [&](Value alternative) { return separator(s, alternative, name, otherwise); });
  Result plain = plainValue(s, value);
  if (!plain || isString(s, *plain))
    return plain;
  Value cls = typeOf(s, value);
  std::string type = cls.isStatic() ? s.host.qualifiedName(cls.handle()) : "object";
  return raise(s, "TypeError",
               name + " must be None or a string, not " + type.substr(type.rfind('.') + 1));
}

// "" when `file` is standard output, else the runtime function that prints to it.
static llvm::StringRef outputOf(Stage &s, Value file) {
  if (file.isUndefined() || s.isNone(file))
    return "print";
  if (file.isStatic() && file.handle() == lookup(s, "sys.stdout"))
    return "print";
  if (file.isStatic() && file.handle() == lookup(s, "sys.stderr"))
    return "print_error";
  if (s.find<InstanceObject>(file) || file.isRef()) {
    auto it = s.outside.objects.find(file.address());
    if (it != s.outside.objects.end() && it->second.handle == lookup(s, "sys.stdout"))
      return "print";
    if (it != s.outside.objects.end() && it->second.handle == lookup(s, "sys.stderr"))
      return "print_error";
  }
  refuse(s, diag::Kind::UnsupportedFunction,
         {"printing to a file other than sys.stdout and sys.stderr"});
}

// sys.stdout.write(text): its length.
static Result write(Stage &s, const CallInfo &info) {
  auto args = bindArguments(s, info, "write", {{"/self"}, {"/text"}});
  if (!args)
    return std::nullopt;
  Value text = (*args)[1];
  if (!isString(s, text))
    return raise(s, "TypeError", "write() argument must be str, not " + typeName(s, text));
  rtPlain(s, outputOf(s, (*args)[0]), {toStr(s, text)});
  return length(s, text);
}

// Each text that is printed leaves at once.
static Result flush(Stage &s, const CallInfo &info) {
  outputOf(s, info.args.positional[0]);
  return s.none();
}

// The texts of the values are made first, so that one that raises prints nothing of them; Python
// has by then written those before it.
static Result print(Stage &s, const CallInfo &info) {
  Value sep, end, file;
  for (auto &[name, value] : info.args.keywords) {
    if (name == "sep")
      sep = value;
    else if (name == "end")
      end = value;
    else if (name == "file")
      file = value;
    else if (name != "flush")
      return raise(s, "TypeError", "'" + name + "' is an invalid keyword argument for print()");
  }
  llvm::StringRef output = outputOf(s, file);
  Result between = separator(s, sep, "sep", " ");
  Result after = between ? separator(s, end, "end", "\n") : std::nullopt;
  if (!after)
    return std::nullopt;
  llvm::SmallVector<Value> parts;
  for (auto [i, value] : llvm::enumerate(info.args.positional)) {
    if (i)
      parts.push_back(*between);
    Result text = str(s, value);
    if (!text)
      return std::nullopt;
    parts.push_back(*text);
  }
  parts.push_back(*after);
  llvm::SmallVector<mlir::Value> boxes;
  std::string known;
  for (Value part : parts) {
    if (auto text = s.asStr(part)) {
      known += *text;
      continue;
    }
    if (!known.empty())
      boxes.push_back(toBox(s, s.string(known)));
    known.clear();
    boxes.push_back(toBox(s, part));
  }
  if (boxes.empty()) {
    rtPlain(s, output, {toStr(s, s.string(known))});
    return s.none();
  }
  if (!known.empty())
    boxes.push_back(toBox(s, s.string(known)));
  rtPlain(s, output, {rtPlain(s, "str_join", boxes, strType(s))});
  return s.none();
}

void registerText(Registry &registry) {
  registry.add("builtins.str", makeStr);
  registry.add("builtins.repr", representation);
  registry.add("builtins.ascii", ascii);
  registry.add("builtins.format", format);
  registry.add("builtins.print", print);
  for (std::string file : {"_io.TextIOWrapper.", "_io.StringIO."}) {
    registry.add(file + "write", write);
    registry.add(file + "flush", flush);
  }
}

} // namespace lith::stage
