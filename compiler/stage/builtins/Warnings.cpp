// Warnings.cpp: warnings.warn and the methods of loggers: messages that leave by the host.
//
// In Python they go through the warning filters and the handlers of the logger, when they are
// reached; a saved program writes them to the standard error stream.
#include "stage/Boxing.h"
#include "stage/Outside.h"
#include "stage/Protocols.h"
#include "stage/Reading.h"
#include "stage/Stage.h"
#include "stage/builtins/Formals.h"
#include "stage/builtins/Registration.h"
#include "stage/emit/Emit.h"
#include "stage/emit/Refusals.h"
#include "stage/outside/OutsideWrites.h"

#include <lith/program.h>

namespace lith::stage {

// The place of the statement, `level` - 1 calls further out.
static std::pair<std::string, int64_t> placeOf(mlir::LocationAttr at, int64_t level) {
  while (at) {
    if (auto range = mlir::dyn_cast<mlir::FileLineColRange>(at))
      return {range.getFilename().str(), range.getStartLine()};
    if (auto name = mlir::dyn_cast<mlir::NameLoc>(at)) {
      at = name.getChildLoc();
    } else if (auto site = mlir::dyn_cast<mlir::CallSiteLoc>(at)) {
      at = level > 1 ? site.getCaller() : site.getCallee();
      level = std::max<int64_t>(1, level - 1);
    } else {
      break;
    }
  }
  return {"sys", 1};
}

static Result writeError(Stage &s, llvm::ArrayRef<Value> parts) {
  llvm::SmallVector<mlir::Value> boxes;
  for (Value part : parts)
    boxes.push_back(toBox(s, part));
  rtPlain(s, "print_error", {rtPlain(s, "str_join", boxes, ir::StrType::get(&s.context))});
  return s.none();
}

static Result warn(Stage &s, const CallInfo &info) {
  auto args = bindArguments(
      s, info, "warn", {{"message"}, {"category", true}, {"stacklevel", true}, {"source", true}});
  if (!args)
    return std::nullopt;
  Value category = (*args)[1];
  if (category.isUndefined() || s.isNone(category))
    category = Value::ofStatic(lookup(s, "builtins.UserWarning"));
  auto level = (*args)[2].isUndefined() ? std::optional<int64_t>(1) : s.asInt((*args)[2]);
  if (!category.isStatic() || !level || s.find<InstanceObject>((*args)[0]))
    refuse(s, diag::Kind::UnsupportedFunction, {"warnings.warn with a warning that is made here"});
  Result message = str(s, (*args)[0]);
  if (!message)
    return message;
  auto [file, line] = placeOf(s.loc(), *level);
  if (s.request.options.forArtifact)
    return writeError(
        s, {s.string(file + ":" + std::to_string(line) + ": " + className(s, category) + ": "),
            *message, s.string("\n")});
  rt(s, "host",
     {constantInt(s, int64_t(HostOperation::Warn)), toBox(s, category), toBox(s, *message),
      toBox(s, s.string(file)), toBox(s, s.integer(line))},
     ir::BoxType::get(&s.context));
  return s.none();
}

// logger.warning(message, *arguments): the method's name is the primitive's data.
static Result logMessage(Stage &s, const CallInfo &info) {
  llvm::StringRef name = static_cast<const char *>(info.primitive.data);
  const auto &args = info.args.positional;
  if (args.size() < 2 || !info.args.keywords.empty() || !isOutside(s, args[0].address()))
    refuse(s, diag::Kind::UnsupportedFunction,
           {"logging with anything but a message and its arguments"});
  Result message = args[1];
  if (args.size() > 2) {
    Value values = s.tuple(llvm::ArrayRef<Value>(args).drop_front(2));
    message = binary(s, syntax::Operator::Mod, args[1], values);
  }
  if (message)
    message = str(s, *message);
  if (!message)
    return message;
  if (!s.request.options.forArtifact)
    hostOperation(s, int(HostOperation::Warn), args[0], {*message, s.string(name)});
  else if (name != "debug" && name != "info")
    return writeError(s, {*message, s.string("\n")});
  return s.none();
}

void registerWarnings(Registry &registry) {
  registry.add("warnings.warn", warn);
  registry.add("logging.Logger.debug", logMessage, "debug");
  registry.add("logging.Logger.info", logMessage, "info");
  registry.add("logging.Logger.warning", logMessage, "warning");
  registry.add("logging.Logger.error", logMessage, "error");
  registry.add("logging.Logger.critical", logMessage, "critical");
  // As transformers adds them, through functools.lru_cache.
  registry.add("logging.Logger.warning_once", logMessage, "warning_once");
  registry.add("logging.Logger.info_once", logMessage, "info_once");
}

} // namespace lith::stage
