// Refusals.cpp: programs that cannot be compiled, and values that have to be known now.
#include "stage/Impl.h"

namespace lith::stage {

using namespace lith::syntax;

// Whether a file belongs to an installed package or to Python itself.
static bool isLibrary(llvm::StringRef file) {
  return file.contains("/site-packages/") || file.contains("/dist-packages/") ||
         file.contains("/lib/python3.");
}

static std::string fileOf(const Activation *frame) {
  return frame && frame->code->file ? frame->code->file->name : "";
}

// The place is the user's line: of the nearest activation that is neither of the prelude nor, if
// there is another, of a library; where in the library is a note.
diag::Diagnostic Stage::diagnostic(const Node *node, diag::Kind kind,
                                   std::initializer_list<std::string_view> arguments) {
  Activation *inner = activation;
  while (inner && inner->globals.isUndefined() && inner->caller) {
    inner = inner->caller;
    node = inner->at;
  }
  Activation *place = inner;
  while (place && isLibrary(fileOf(place)))
    place = place->caller;
  if (!place || !place->code->file)
    place = inner;
  const Node *shown = place == inner ? node : place->at;
  diag::Diagnostic made =
      diag::make(kind, fileOf(place), shown ? shown->range : diag::Range{}, arguments);
  if (place != inner && node)
    made.note(fileOf(inner), node->range, "in `" + inner->code->name.str() + "`, which this calls");
  for (Activation *frame = place; frame && frame->caller; frame = frame->caller)
    if (frame->caller->code->file && frame->caller->at)
      made.note(fileOf(frame->caller), frame->caller->at->range,
                "while compiling `" + frame->code->name.str() + "`, called by `" +
                    frame->caller->code->name.str() + "`");
  return made;
}

void Stage::refuse(diag::Kind kind, std::initializer_list<std::string_view> arguments) {
  throw Refused{diagnostic(activation ? activation->at : nullptr, kind, arguments)};
}

void Stage::refuseAt(const Node *node, diag::Kind kind,
                     std::initializer_list<std::string_view> arguments) {
  throw Refused{diagnostic(node, kind, arguments)};
}

host::Handle Stage::pin(Value value, std::string_view what) {
  if (host::Handle handle = toHandle(value))
    return handle;
  if (value.isScalar())
    pinScalar(value, what);
  if (value.isTuple())
    for (Value element : value.tuple().elements)
      pin(element, what);
  refuse(diag::Kind::NeedsConstant, {what});
}

/// An argument that a number is, or is computed from.
std::optional<uint64_t> Stage::inputOf(Value value) const {
  llvm::SmallVector<mlir::Value> work{value.ssa()};
  llvm::DenseSet<mlir::Value> seen;
  while (!work.empty()) {
    mlir::Value next = work.pop_back_val();
    if (!seen.insert(next).second)
      continue;
    if (auto it = impl->inputSites.find(next); it != impl->inputSites.end())
      return it->second;
    if (mlir::Operation *op = next.getDefiningOp())
      for (mlir::Value operand : op->getOperands())
        if (operand.getType().isIntOrFloat() || llvm::isa<ir::StrType>(operand.getType()))
          work.push_back(operand);
  }
  return std::nullopt;
}

bool Stage::mayUnroll(const LoopFrame &loop) const {
  return loop.unrollable && !facts.has(FactKind::Unroll, loop.site);
}

bool Stage::canPin(Value value) const {
  return !value.isScalar() || inputOf(value) ||
         llvm::any_of(loops, [&](const LoopFrame &loop) { return mayUnroll(loop); });
}

void Stage::unrollInnermost() {
  for (size_t i = loops.size(); i-- > 0;)
    if (mayUnroll(loops[i])) {
      facts.constantLoops.insert(loops[i].node);
      restart(FactKind::Unroll, loops[i].site);
    }
}

// Restarts with the argument pinned, or with the loop unrolled in which the value changes.
void Stage::pinScalar(Value value, std::string_view what) {
  if (auto it = impl->inputSites.find(value.ssa()); it != impl->inputSites.end())
    restart(FactKind::Pinned, it->second);
  unrollInnermost();
  if (auto site = inputOf(value)) // a number computed from arguments: they are pinned one by one
    restart(FactKind::Pinned, *site);
  refuse(diag::Kind::NeedsConstant, {what});
}

int64_t Stage::pinInt(Value value, std::string_view what) {
  host::Handle handle = pin(value, what);
  if (auto number = host.asInt(handle))
    return *number;
  refuse(diag::Kind::NeedsConstant, {what});
}

bool Stage::pinBool(Value value, std::string_view what) {
  Value known = ofHandle(pin(value, what));
  if (auto flag = asBool(known))
    return *flag;
  Result truthful = truth(known);
  return truthful && asBool(*truthful).value_or(false);
}

std::optional<std::string> Stage::pinStr(Value value, std::string_view what) {
  if (value.isScalar() && !value.isScalar(ScalarType::Str))
    return std::nullopt;
  Value known = ofHandle(pin(value, what));
  if (auto text = asStr(known))
    return text->str();
  return std::nullopt;
}

// An array of NumPy, a compiled pattern: what is written in C and means nothing here.
void refuseForeign(Stage &s, Value value, llvm::StringRef method) {
  if (!value.isStatic() || s.kindOf(value) != host::Kind::Other)
    return;
  for (host::Handle base : s.host.mro(s.host.classOf(value.handle())))
    if (base != s.builtinType("object").handle() && s.host.classEntry(base, method))
      s.refuse(diag::Kind::UnsupportedFunction,
               {s.host.qualifiedName(s.host.classOf(value.handle())) + "." + method.str()});
}

void refuseIterator(Stage &s, Value value) {
  if (value.isStatic() && (s.kindOf(value) == host::Kind::Iterator ||
                           s.host.classOf(value.handle()) == s.host.lookup("types.GeneratorType")))
    s.refuse(diag::Kind::UnsupportedFunction,
             {"iteration over a " + s.typeName(value) + " from outside"});
}

} // namespace lith::stage
