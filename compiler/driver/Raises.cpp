// Raises.cpp: follows the blocks of `main` and stops where an exception leaves it.
#include "driver/Raises.h"

#include "ir/Dialect.h"

#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"

#include <lith/objects.h>

using namespace mlir;
using namespace lith;

namespace {

std::string className(const stage::Staged &staged, int64_t id) {
  static constexpr const char *Builtins[] = {
#define LITH_EXCEPTION_CLASS(name, base) #name,
#include <lith/exceptions.def>
#undef LITH_EXCEPTION_CLASS
  };
  if (id >= 0 && id < LITH_BUILTIN_CLASSES)
    return Builtins[id];
  size_t index = size_t(id - LITH_FIRST_PROGRAM_CLASS);
  return index < staged.classes.size() ? staged.classes[index].name : "an exception";
}

/// The text of a constant, also of one in a box; empty: only run time knows it.
std::string textOf(Value value) {
  while (auto box = value.getDefiningOp<ir::BoxOp>())
    value = box->getOperand(0);
  Attribute known;
  if (!matchPattern(value, m_Constant(&known)))
    return "";
  if (auto text = dyn_cast<StringAttr>(known))
    return text.getValue().str();
  if (auto number = dyn_cast<IntegerAttr>(known))
    return std::to_string(number.getInt());
  return "";
}

/// "RuntimeError: mat1 and mat2 shapes cannot be multiplied (2x3 and 4x5)"
std::string wordsOf(ir::CheckOp check) {
  std::string message = check.getMessage().str();
  for (auto [index, argument] : llvm::enumerate(check.getArgs())) {
    std::string hole = "{" + std::to_string(index) + "}", text = textOf(argument);
    for (size_t at; (at = message.find(hole)) != std::string::npos;)
      message.replace(at, hole.size(), text.empty() ? "?" : text);
  }
  return check.getException().str() + ": " + message;
}

std::string wordsOf(const stage::Staged &staged, ir::RaiseOp raise) {
  auto made = raise.getException().getDefiningOp<ir::RtOp>();
  APInt id;
  if (!made || made.getCallee() != "exception_new" ||
      !matchPattern(made.getArgs()[0], m_ConstantInt(&id)))
    return "an exception";
  std::string words = className(staged, id.getSExtValue());
  auto arguments = made.getArgs()[1].getDefiningOp<ir::RtOp>();
  if (arguments && arguments.getCallee() == "tuple_new" && arguments.getArgs().size() == 1)
    if (std::string text = textOf(arguments.getArgs()[0]); !text.empty())
      words += ": " + text;
  return words;
}

/// The places of a call, innermost first.
void addPlaces(LocationAttr at, llvm::SmallVectorImpl<FileLineColRange> &out) {
  if (auto call = dyn_cast<CallSiteLoc>(at)) {
    addPlaces(call.getCallee(), out);
    addPlaces(call.getCaller(), out);
  } else if (auto named = dyn_cast<NameLoc>(at)) {
    addPlaces(named.getChildLoc(), out);
  } else if (auto place = dyn_cast<FileLineColRange>(at)) {
    out.push_back(place);
  }
}

/// The line that raises, or calls what does: of the file of what is compiled.
diag::Diagnostic diagnosticAt(LocationAttr at, const std::string &words) {
  llvm::SmallVector<FileLineColRange> places;
  addPlaces(at, places);
  for (FileLineColRange place : places)
    if (place.getFilename() == places.back().getFilename())
      return diag::make(diag::Kind::OnlyRaises, place.getFilename().str(),
                        {place.getStartLine(), place.getStartColumn() - 1, place.getEndLine(),
                         place.getEndColumn() - 1},
                        {words});
  return diag::make(diag::Kind::OnlyRaises, "", {}, {words});
}

/// The operation by which an exception leaves the function in this block; null: none does.
Operation *exitOf(Block &block) {
  for (Operation &op : block) {
    auto check = dyn_cast<ir::CheckOp>(op);
    bool isHandled = check && isa_and_nonnull<ir::RaisedOp>(op.getNextNode());
    if (isa<ir::RaiseOp>(op) ||
        (check && !isHandled && matchPattern(check.getCondition(), m_Zero())))
      return &op;
  }
  return nullptr;
}

} // namespace

std::optional<diag::Diagnostic> driver::onlyRaises(const stage::Staged &staged) {
  auto main = ModuleOp(*staged.module).lookupSymbol<func::FuncOp>("main");
  llvm::SetVector<Block *> reached;
  llvm::SetVector<Operation *> exits;
  reached.insert(&main.front());
  for (size_t i = 0; i < reached.size(); ++i) {
    Block *block = reached[i];
    if (Operation *exit = exitOf(*block)) {
      exits.insert(exit);
      continue;
    }
    if (isa<func::ReturnOp>(block->getTerminator()))
      return std::nullopt;
    reached.insert(block->succ_begin(), block->succ_end());
  }
  if (exits.empty())
    return std::nullopt;
  std::vector<std::string> words;
  for (Operation *exit : exits) {
    std::string said = isa<ir::CheckOp>(exit) ? wordsOf(cast<ir::CheckOp>(exit))
                                              : wordsOf(staged, cast<ir::RaiseOp>(exit));
    if (!llvm::is_contained(words, said))
      words.push_back(std::move(said));
  }
  return diagnosticAt(exits.front()->getLoc(), llvm::join(words, ", or "));
}
