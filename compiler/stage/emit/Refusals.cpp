// Refusals.cpp: programs that cannot be compiled, and values that have to be known now.
#include "stage/emit/Refusals.h"
#include "stage/Protocols.h"
#include "stage/Reading.h"
#include "stage/Stage.h"
#include "stage/emit/Trace.h"

namespace lith::stage {

using namespace lith::syntax;

static void pinScalar(Stage &, Value value, std::string_view what);

// Whether a file belongs to an installed package or to Python itself.
static bool isLibrary(llvm::StringRef file) {
  return file.contains("/site-packages/") || file.contains("/dist-packages/") ||
         file.contains("/lib/python3.");
}

static bool isPrelude(const Activation &frame) { return frame.globals.isUndefined(); }

static std::string fileOf(const Activation *frame) {
  return frame && frame->code->file ? frame->code->file->name : "";
}

// The place is the user's line: of the nearest activation that is neither of the prelude nor, if
// there is another, of a library; where in the library is a note.
diag::Diagnostic diagnostic(Stage &s, const Node *node, diag::Kind kind,
                            std::initializer_list<std::string_view> arguments) {
  Activation *inner = s.activation;
  while (inner && isPrelude(*inner) && inner->caller) {
    inner = inner->caller;
    node = inner->at;
  }
  Activation *place = inner;
  while (place && (isPrelude(*place) || isLibrary(fileOf(place))))
    place = place->caller;
  if (!place || !place->code->file)
    place = inner;
  const Node *shown = place == inner ? node : place->at;
  diag::Diagnostic made =
      diag::make(kind, fileOf(place), shown ? shown->range : diag::Range{}, arguments);
  if (place != inner && node)
    made.note(fileOf(inner), node->range, "in `" + inner->code->name.str() + "`, which this calls");
  for (Activation *frame = place; frame && frame->caller; frame = frame->caller)
    if (frame->caller->code->file && frame->caller->at && !isPrelude(*frame->caller))
      made.note(fileOf(frame->caller), frame->caller->at->range,
                "while compiling `" + frame->code->name.str() + "`, called by `" +
                    frame->caller->code->name.str() + "`");
  return made;
}

void refuse(Stage &s, diag::Kind kind, std::initializer_list<std::string_view> arguments) {
  throw Refused{diagnostic(s, s.activation ? s.activation->at : nullptr, kind, arguments)};
}

void refuseAt(Stage &s, const Node *node, diag::Kind kind,
              std::initializer_list<std::string_view> arguments) {
  throw Refused{diagnostic(s, node, kind, arguments)};
}

host::Handle pin(Stage &s, Value value, std::string_view what) {
  if (host::Handle handle = s.toHandle(value))
    return handle;
  if (value.isScalar())
    pinScalar(s, value, what);
  if (value.isTuple())
    for (Value element : value.tuple().elements)
      pin(s, element, what);
  refuse(s, diag::Kind::NeedsConstant, {what});
}

std::optional<Site> inputOf(const Stage &s, Value value) {
  llvm::SmallVector<mlir::Value> work{value.ssa()};
  llvm::DenseSet<mlir::Value> seen;
  while (!work.empty()) {
    mlir::Value next = work.pop_back_val();
    if (!seen.insert(next).second)
      continue;
    if (auto it = s.outside.inputSites.find(next); it != s.outside.inputSites.end())
      return it->second;
    if (mlir::Operation *op = next.getDefiningOp())
      for (mlir::Value operand : op->getOperands())
        if (operand.getType().isIntOrFloat() || llvm::isa<ir::StrType>(operand.getType()))
          work.push_back(operand);
  }
  return std::nullopt;
}

static bool mayUnroll(const Stage &s, const LoopFrame &loop) {
  return loop.unrollable && !s.facts.has(FactKind::Unroll, loop.site);
}

bool canPin(const Stage &s, Value value) {
  return !value.isScalar() || inputOf(s, value) ||
         llvm::any_of(s.loops, [&](const LoopFrame &loop) { return mayUnroll(s, loop); });
}

void unrollInnermost(Stage &s) {
  for (size_t i = s.loops.size(); i-- > 0;)
    if (mayUnroll(s, s.loops[i])) {
      s.facts.constantLoops.insert(s.loops[i].node);
      restart(s, FactKind::Unroll, s.loops[i].site);
    }
}

// Restarts with the argument pinned, or with the loop unrolled in which the value changes.
static void pinScalar(Stage &s, Value value, std::string_view what) {
  if (auto it = s.outside.inputSites.find(value.ssa()); it != s.outside.inputSites.end())
    restart(s, FactKind::Pinned, it->second);
  unrollInnermost(s);
  if (auto site = inputOf(s, value)) // a number computed from arguments: they are pinned one by one
    restart(s, FactKind::Pinned, *site);
  refuse(s, diag::Kind::NeedsConstant, {what});
}

int64_t pinInt(Stage &s, Value value, std::string_view what) {
  host::Handle handle = pin(s, value, what);
  if (auto number = s.host.asInt(handle))
    return *number;
  refuse(s, diag::Kind::NeedsConstant, {what});
}

bool pinBool(Stage &s, Value value, std::string_view what) {
  Value known = s.ofHandle(pin(s, value, what));
  if (auto flag = s.asBool(known))
    return *flag;
  Result truthful = truth(s, known);
  return truthful && s.asBool(*truthful).value_or(false);
}

std::optional<std::string> pinStr(Stage &s, Value value, std::string_view what) {
  if (value.isScalar() && !value.isScalar(ScalarType::Str))
    return std::nullopt;
  Value known = s.ofHandle(pin(s, value, what));
  if (auto text = s.asStr(known))
    return text->str();
  return std::nullopt;
}

void refuseIterator(Stage &s, Value value) {
  if (value.isStatic() && (s.kindOf(value) == host::Kind::Iterator ||
                           classOf(s, value.handle()) == builtinType(s, "types.GeneratorType")))
    refuse(s, diag::Kind::UnsupportedFunction,
           {"iteration over a " + typeName(s, value) + " from outside"});
}

bool addFact(Stage &s, FactKind kind, Site site) {
  bool isNew = s.facts.add(kind, site);
  if (isNew && s.traces)
    trace(s, llvm::Twine("fact: ") + textOf(kind));
  return isNew;
}

void restart(Stage &s, FactKind kind, Site site) {
  if (!addFact(s, kind, site))
    refuse(s, diag::Kind::InternalError, {"staging starts again for what it knows"});
  throw Restart{};
}

void restartLater(Stage &s, FactKind kind, Site site) {
  if (addFact(s, kind, site))
    s.mustRestart = true;
  else if (!s.mustRestart)
    refuse(s, diag::Kind::InternalError, {"staging starts again for what it knows"});
}

void checkNotCached(Stage &s, llvm::StringRef what) {
  if (!s.body.isMain)
    s.body.uncacheable = what;
  if (s.body.cachedCalls == 0)
    return;
  std::string reason = "functools.lru_cache of a function that " + what.str();
  refuse(s, diag::Kind::UnsupportedFunction, {reason});
}

} // namespace lith::stage
