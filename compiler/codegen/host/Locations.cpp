// Locations.cpp: MLIR locations as the program's table of places in the source.
//
// FileLineColRange is a place, NameLoc gives its function's name, CallSiteLoc the
// place of the call that was inlined; FusedLoc counts as its first known part.

#include "codegen/host/ProgramEmitter.h"

#include "mlir/IR/Location.h"

using namespace mlir;
using namespace lith::codegen;

int32_t ProgramEmitter::locationString(llvm::StringRef text) {
  auto [it, isNew] = locationStrings.try_emplace(text, image.strings.size());
  if (isNew)
    image.strings.push_back(text.str());
  return it->second;
}

/// Fills in everything but the caller; gives the caller's location, or null.
static mlir::Location resolve(mlir::Location location, llvm::StringRef &function,
                              FileLineColRange &place) {
  mlir::Location unknown = UnknownLoc::get(location.getContext());
  if (auto call = dyn_cast<CallSiteLoc>(location)) {
    mlir::Location inner = resolve(call.getCallee(), function, place);
    return isa<UnknownLoc>(inner) ? call.getCaller() : inner;
  }
  if (auto named = dyn_cast<NameLoc>(location)) {
    if (function.empty())
      function = named.getName();
    return resolve(named.getChildLoc(), function, place);
  }
  if (auto fused = dyn_cast<FusedLoc>(location)) {
    for (mlir::Location part : fused.getLocations()) {
      mlir::Location caller = resolve(part, function, place);
      if (place)
        return caller;
    }
    return unknown;
  }
  place = dyn_cast<FileLineColRange>(location);
  return unknown;
}

int32_t ProgramEmitter::location(mlir::Location location) {
  // The chain of callers can be long: from the outermost inwards, without recursion.
  llvm::SmallVector<mlir::Location> chain{location};
  llvm::SmallVector<std::pair<llvm::StringRef, FileLineColRange>> places;
  while (true) {
    llvm::StringRef function;
    FileLineColRange place;
    mlir::Location caller = resolve(chain.back(), function, place);
    places.push_back({function, place});
    if (isa<UnknownLoc>(caller))
      break;
    chain.push_back(caller);
  }
  int32_t index = -1;
  while (!chain.empty()) {
    auto [it, isNew] = locations.try_emplace(chain.pop_back_val(), -1);
    auto [function, place] = places.pop_back_val();
    if (isNew && place) {
      Location entry;
      entry.file = locationString(place.getFilename());
      entry.function = function.empty() ? -1 : locationString(function);
      entry.line = place.getStartLine();
      entry.column = place.getStartColumn();
      entry.endLine = place.getEndLine();
      entry.endColumn = place.getEndColumn();
      entry.caller = index;
      it->second = numberOf(entry);
    }
    if (it->second >= 0)
      index = it->second;
  }
  return index;
}
