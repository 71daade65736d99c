// Bytecode.cpp: the program's graph as bytecode, and code from it.

#include "driver/Compile.h"

#include "codegen/Codegen.h"
#include "passes/Passes.h"

#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/raw_ostream.h"

#include <lith/artifact.h>

using namespace lith;
using namespace lith::driver;

Compiler &Compiler::instance() {
  static Compiler compiler;
  return compiler;
}

std::string driver::bytecodeOf(mlir::ModuleOp module) {
  std::string bytes;
  llvm::raw_string_ostream stream(bytes);
  if (failed(mlir::writeBytecodeToFile(module, stream)))
    bytes.clear();
  return bytes;
}

/// The graph as the passes leave it; null with `error` set.
static mlir::OwningOpRef<mlir::ModuleOp> readGraph(std::string_view bytecode, std::string &error) {
  mlir::MLIRContext &context = *Compiler::instance().context;
  ErrorText errors(context, error);
  auto module = mlir::parseSourceString<mlir::ModuleOp>(
      llvm::StringRef(bytecode.data(), bytecode.size()),
      mlir::ParserConfig(&context, /*verifyAfterParse=*/false));
  if (module)
    ir::upgradeCalls(*module);
  if (!module || failed(mlir::verify(*module))) {
    if (error.empty())
      error = "the program's graph is damaged";
    return nullptr;
  }
  if (passes::runPasses(*module))
    return module;
  error = "the program's graph is not consistent";
  return nullptr;
}

bool driver::recompile(std::string_view bytecode, Image &image, std::string &error) {
  CompilerLock lock;
  auto module = readGraph(bytecode, error);
  image.locations.clear();
  image.strings.clear();
  return module && codegen::generate(*module, image, error);
}

bool driver::findTargets(const std::vector<std::string> &names, std::vector<std::string> &targets,
                         std::string &error) {
  targets = names.empty() ? codegen::defaultTargets() : std::vector<std::string>();
  for (const std::string &name : names) {
    std::string target = codegen::targetNamed(name);
    if (target.empty()) {
      error = "there is no target '" + name + "'; there are " + codegen::targetNames();
      return false;
    }
    if (!llvm::is_contained(targets, target))
      targets.push_back(std::move(target));
  }
  return true;
}

/// What there is of code for this runtime is kept.
static bool compileProgramFor(const std::vector<std::string> &targets, ArtifactProgram &program,
                              std::string &error) {
  std::vector<NativeCode> known, wanted;
  if (program.abi == LITH_ABI_VERSION) {
    known = std::move(program.others);
    known.push_back({program.target, program.image->object});
  }
  auto image = std::make_shared<Image>(*program.image);
  mlir::OwningOpRef<mlir::ModuleOp> module;
  for (const std::string &target : targets) {
    auto code = llvm::find_if(known, [&](const NativeCode &each) { return each.target == target; });
    if (code != known.end()) {
      wanted.push_back(std::move(*code));
      continue;
    }
    if (!module && !(module = readGraph(program.bytecode, error)))
      return false;
    if (!codegen::generate(*module, *image, error, target))
      return false;
    wanted.push_back({target, std::move(image->object)});
  }
  image->object = std::move(wanted.front().object);
  program.image = std::move(image);
  program.target = targets.front();
  program.abi = LITH_ABI_VERSION;
  program.others.assign(std::make_move_iterator(wanted.begin() + 1),
                        std::make_move_iterator(wanted.end()));
  return true;
}

bool driver::compileFor(const std::vector<std::string> &targets, ArtifactData &data,
                        std::string &error) {
  CompilerLock lock;
  return llvm::all_of(data.programs, [&](ArtifactProgram &program) {
    return compileProgramFor(targets, program, error);
  });
}
