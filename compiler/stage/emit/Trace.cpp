// Trace.cpp: what staging finds out, for people who work on it.
#include "stage/emit/Trace.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdlib>

namespace lith::stage {

const char *textOf(FactKind kind) {
  static constexpr const char *Texts[] = {
#define LITH_FACT(name, text) text,
#include "stage/model/facts.def"
  };
  return Texts[size_t(kind)];
}

bool isTraced() {
  const char *words = std::getenv("LITH_TRACE");
  return words && llvm::is_contained(llvm::split(words, ','), "stage");
}

std::optional<std::pair<std::string, diag::Range>> placeOf(mlir::LocationAttr at) {
  while (auto call = llvm::dyn_cast_if_present<mlir::CallSiteLoc>(at))
    at = call.getCallee();
  if (auto named = llvm::dyn_cast_if_present<mlir::NameLoc>(at))
    at = named.getChildLoc();
  auto place = llvm::dyn_cast_if_present<mlir::FileLineColRange>(at);
  if (!place)
    return std::nullopt;
  return std::pair(place.getFilename().str(),
                   diag::Range{place.getStartLine(), place.getStartColumn() - 1, place.getEndLine(),
                               place.getEndColumn() - 1});
}

std::string lineOf(mlir::LocationAttr at) {
  auto found = placeOf(at);
  return found ? found->first + ":" + std::to_string(found->second.line) : "";
}

void trace(Stage &s, const llvm::Twine &text) {
  llvm::errs() << "stage: ";
  if (s.activation)
    s.loc(); // the place is the line that is being staged; after an attempt, the last one
  if (auto place = placeOf(s.emission.place.location))
    llvm::errs() << place->first << ":" << place->second.line << ": ";
  llvm::errs() << text << "\n";
}

static std::string textOf(Stage &s, const contract::Path &path) {
  std::string text = path.argument >= 0 ? "argument " + std::to_string(path.argument)
                                        : s.host.qualifiedName(path.root);
  for (const contract::Step &step : path.steps)
    switch (step.kind) {
    case contract::Step::Kind::Attribute:
    case contract::Step::Kind::Slot:
      text += "." + step.name;
      break;
    case contract::Step::Kind::Item:
      text += "[" + std::to_string(step.index) + "]";
      break;
    case contract::Step::Kind::Key:
      text += "[" + (step.name.empty() ? s.host.qualifiedName(step.key) : step.name) + "]";
      break;
    case contract::Step::Kind::Cell:
      text += ".cell_contents";
      break;
    case contract::Step::Kind::Class:
      text += ".__class__";
      break;
    case contract::Step::Kind::Payload:
      text += " (built-in value)";
      break;
    case contract::Step::Kind::Tensor:
      text += " (its elements)";
      break;
    case contract::Step::Kind::Referent:
      text += "()";
      break;
    }
  return text;
}

void traceGuard(Stage &s, const contract::Guard &guard) {
  using Kind = contract::Guard::Kind;
  std::string about = guard.kind == Kind::Ambient ? guard.name : textOf(s, guard.path);
  if (guard.kind == Kind::SameStorage || guard.kind == Kind::Distinct)
    about += " and " + textOf(s, guard.other);
  trace(s, llvm::Twine("guard: ") + contract::nameOf(guard.kind) + " of " + about);
}

} // namespace lith::stage
