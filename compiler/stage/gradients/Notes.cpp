// Notes.cpp: what explain() and the anomaly mode tell of backwards.
#include "stage/gradients/Notes.h"
#include "stage/emit/Trace.h"
#include "stage/model/Dtypes.h"

#include "llvm/Support/MemoryBuffer.h"

namespace lith::stage::gradients {

using contract::GradientNote;

static std::string textOfLine(llvm::StringRef file, unsigned line) {
  auto text = llvm::MemoryBuffer::getFile(file);
  llvm::StringRef rest = text ? (*text)->getBuffer() : "";
  while (--line)
    rest = rest.split('\n').second;
  return rest.split('\n').first.trim().str();
}

std::string tracebackOf(mlir::LocationAttr place) {
  auto call = llvm::dyn_cast_if_present<mlir::CallSiteLoc>(place);
  std::string before = call ? tracebackOf(call.getCaller()) : "";
  mlir::LocationAttr own = call ? mlir::LocationAttr(call.getCallee()) : place;
  auto found = placeOf(own);
  if (!found)
    return before;
  auto named = llvm::dyn_cast_if_present<mlir::NameLoc>(own);
  std::string function = named ? named.getName().str() : "<module>";
  return before + "  File \"" + found->first + "\", line " + std::to_string(found->second.line) +
         ", in " + function + "\n    " + textOfLine(found->first, found->second.line) + "\n";
}

GradientNote::Saved savedNote(mlir::Value value, mlir::LocationAttr place) {
  GradientNote::Saved saved{lineOf(place), "", 8, true};
  auto type = llvm::dyn_cast<mlir::RankedTensorType>(value.getType());
  if (!type) {
    saved.what = "a number";
    return saved;
  }
  int dtype = ir::dtypeOf(type.getElementType());
  saved.bytes = int64_t(lith_dtype_bytes(dtype));
  saved.what = std::string(dtypes::name(dtype)) + " [";
  for (auto [dim, size] : llvm::enumerate(type.getShape())) {
    bool isOpen = mlir::ShapedType::isDynamic(size);
    saved.what += (dim ? ", " : "") + (isOpen ? "?" : std::to_string(size));
    saved.isWhole &= !isOpen;
    saved.bytes *= isOpen ? 1 : size;
  }
  saved.what += "]";
  return saved;
}

void addNote(Stage &s, GradientNote note) {
  if (!note.place.empty())
    s.interface.gradientNotes[{note.place, int(note.kind)}] = std::move(note);
}

std::string whyAtRunTime(Stage &s, const History &history) {
  auto found = s.interface.joins.find(uint64_t(history.site));
  if (found != s.interface.joins.end())
    return "paths meet at " + found->second;
  if (history.site == InContainers || s.interface.joins.empty())
    return "it was in a container of run time";
  std::string all; // it went through one of them
  for (auto &[site, place] : s.interface.joins)
    if (all.find(place) == std::string::npos)
      all += (all.empty() ? "paths meet at " : ", ") + place;
  return all;
}

} // namespace lith::stage::gradients
