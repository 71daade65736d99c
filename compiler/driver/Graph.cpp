// Graph.cpp: a graph as text with the lines of the source, and read again as what it is made of.
#include "driver/Graph.h"
#include "driver/Compile.h"
#include "driver/Later.h"

#include "passes/Passes.h"
#include "passes/argmax/Argmax.h"
#include "passes/pack/Pack.h"
#include "passes/project/Project.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/AsmState.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace lith;
using namespace mlir;

namespace {

/// The user's line: "model.py:12" of the innermost place; empty: there is none.
std::string lineOf(LocationAttr at) {
  while (auto call = dyn_cast<CallSiteLoc>(at))
    at = call.getCallee();
  if (auto named = dyn_cast<NameLoc>(at))
    at = named.getChildLoc();
  auto place = dyn_cast<FileLineColRange>(at);
  return place ? llvm::sys::path::filename(place.getFilename()).str() + ":" +
                     std::to_string(place.getStartLine())
               : "";
}

constexpr llvm::StringLiteral Mark = "  // at ";

template <class T> std::string printed(const T &what) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  stream << what;
  return text;
}

/// What an operation on numbers computes, by its name; empty: it is none.
std::string kindOf(Operation &op) {
  if (auto unary = dyn_cast<ir::UnaryOp>(op))
    return stringifyUnaryKind(unary.getKind()).str();
  if (auto binary = dyn_cast<ir::BinaryOp>(op))
    return stringifyBinaryKind(binary.getKind()).str();
  if (auto compare = dyn_cast<ir::CompareOp>(op))
    return stringifyCompareKind(compare.getKind()).str();
  return "";
}

class Describer {
public:
  Describer(ModuleOp module, llvm::ArrayRef<llvm::StringRef> lines)
      : module(module), lines(lines), names(module, OpPrintingFlags().assumeVerified()) {}

  llvm::json::Value functions() {
    llvm::json::Array all;
    for (auto function : module.getOps<func::FuncOp>()) {
      llvm::json::Array results;
      for (Type type : function.getResultTypes())
        results.push_back(printed(type));
      all.push_back(llvm::json::Object{{"name", function.getSymName()},
                                       {"results", std::move(results)},
                                       {"blocks", blocks(function.getBody())}});
    }
    return all;
  }

private:
  llvm::json::Array blocks(Region &region) {
    for (auto [index, block] : llvm::enumerate(region))
      blockNames[&block] = "^bb" + std::to_string(index);
    llvm::json::Array all;
    for (Block &block : region) {
      llvm::json::Array arguments, nodes;
      for (Value argument : block.getArguments())
        arguments.push_back(value(argument));
      for (Operation &op : block)
        nodes.push_back(node(op));
      all.push_back(llvm::json::Object{{"name", blockNames[&block]},
                                       {"arguments", std::move(arguments)},
                                       {"nodes", std::move(nodes)}});
    }
    return all;
  }

  llvm::json::Object node(Operation &op) {
    llvm::json::Array results, operands, successors, regions;
    for (Value result : op.getResults())
      results.push_back(value(result));
    size_t forwarded = 0;
    if (auto branch = dyn_cast<BranchOpInterface>(op))
      for (auto [index, block] : llvm::enumerate(op.getSuccessors())) {
        llvm::json::Array given;
        for (Value operand : branch.getSuccessorOperands(index).getForwardedOperands())
          given.push_back(name(operand)), ++forwarded;
        successors.push_back(llvm::json::Array{blockNames[block], std::move(given)});
      }
    for (Value operand : op.getOperands().drop_back(forwarded))
      operands.push_back(name(operand));
    for (Region &region : op.getRegions())
      regions.push_back(blocks(region));
    llvm::json::Object attributes;
    for (NamedAttribute attribute : op.getAttrs())
      attributes[attribute.getName().strref()] = printed(attribute.getValue());
    if (std::string kind = kindOf(op); !kind.empty())
      attributes["kind"] = std::move(kind);
    return llvm::json::Object{
        {"kind", op.getName().getStringRef()}, {"results", std::move(results)},
        {"operands", std::move(operands)},     {"attributes", std::move(attributes)},
        {"successors", std::move(successors)}, {"regions", std::move(regions)},
        {"location", location(op.getLoc())}};
  }

  std::string name(Value value) {
    std::string text;
    llvm::raw_string_ostream stream(text);
    value.printAsOperand(stream, names);
    return text;
  }
  llvm::json::Array value(Value value) {
    return llvm::json::Array{name(value), printed(value.getType())};
  }

  /// What stands behind the mark in the line of the text that an operation was read from.
  std::string location(LocationAttr at) {
    if (auto fused = dyn_cast<FusedLoc>(at))
      return fused.getLocations().empty() ? "" : location(fused.getLocations().front());
    auto place = dyn_cast<FileLineColLoc>(at);
    if (!place || place.getLine() == 0 || place.getLine() > lines.size())
      return "";
    llvm::StringRef line = lines[place.getLine() - 1];
    size_t mark = line.rfind(Mark);
    return mark == llvm::StringRef::npos ? "" : line.substr(mark + Mark.size()).str();
  }

  ModuleOp module;
  llvm::ArrayRef<llvm::StringRef> lines;
  AsmState names;
  llvm::DenseMap<Block *, std::string> blockNames;
};

bool runAllPasses(ModuleOp module) {
  int64_t constants = 0;
  module.walk(
      [&](ir::ConstTensorOp op) { constants = std::max(constants, int64_t(op.getIndex()) + 1); });
  passes::DerivedConstants derived(constants);
  passes::projectTables(module, derived);
  passes::boundArgmax(module, derived);
  passes::packConstants(module);
  driver::takeNodeFunctions(module);
  return passes::runPasses(module);
}

} // namespace

std::string driver::textOf(ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  AsmState::LocationMap places;
  // Printing would verify the module first.
  auto flags = OpPrintingFlags().assumeVerified().elideLargeElementsAttrs();
  AsmState names(module, flags, &places);
  module->print(stream, names);
  llvm::SmallVector<llvm::StringRef> lines;
  llvm::StringRef(text).split(lines, '\n');
  llvm::SmallVector<std::string> marks(lines.size() + 1);
  module.walk([&](Operation *op) {
    if (auto place = places.find(op); place != places.end() && place->second.first < marks.size())
      marks[place->second.first] = lineOf(op->getLoc());
  });
  std::string out;
  for (auto [index, line] : llvm::enumerate(lines)) {
    out += line;
    if (const std::string &mark = marks[index + 1]; !mark.empty())
      out += Mark.str() + mark;
    if (index + 1 < lines.size())
      out += '\n';
  }
  return out;
}

std::optional<std::string> driver::describeGraph(std::string_view text, bool compiled,
                                                 std::string &error) {
  CompilerLock lock;
  MLIRContext &context = *Compiler::instance().context;
  ErrorText errors(context, error);
  auto module = parseSourceString<ModuleOp>(llvm::StringRef(text.data(), text.size()),
                                            ParserConfig(&context, /*verifyAfterParse=*/false));
  if (!module || (compiled && !runAllPasses(*module))) {
    if (error.empty())
      error = "the graph cannot be read";
    return std::nullopt;
  }
  llvm::SmallVector<llvm::StringRef> lines;
  llvm::StringRef(text.data(), text.size()).split(lines, '\n');
  return printed(Describer(*module, lines).functions());
}
