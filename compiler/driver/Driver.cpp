// Driver.cpp: from a request to a loaded program.

#include "driver/Compile.h"
#include "driver/Later.h"
#include "driver/Raises.h"
#include "driver/Specified.h"

#include "codegen/Codegen.h"
#include "passes/Passes.h"
#include "passes/argmax/Argmax.h"
#include "passes/pack/Pack.h"
#include "passes/project/Project.h"
#include "passes/uses/Uses.h"
#include "stage/Program.h"
#include "stage/source/Session.h"

#include "mlir/IR/AttrTypeSubElements.h"

#include <chrono>
#include <mutex>
#include <unordered_map>

using namespace lith;
using namespace lith::driver;

namespace {

class Stopwatch {
public:
  double lap() {
    auto now = std::chrono::steady_clock::now();
    double seconds = std::chrono::duration<double>(now - last).count();
    last = now;
    return seconds;
  }

private:
  std::chrono::steady_clock::time_point last = std::chrono::steady_clock::now();
};

std::unordered_map<host::Host *, std::unique_ptr<stage::Session>> &sessions() {
  static std::unordered_map<host::Host *, std::unique_ptr<stage::Session>> all;
  return all;
}

stage::Session &sessionOf(host::Host &host) {
  std::unique_ptr<stage::Session> &session = sessions()[&host];
  if (!session)
    session = std::make_unique<stage::Session>(host);
  return *session;
}

/// How the graph reads each of its constants.
std::vector<Layout> layoutsOf(const stage::Staged &staged, size_t constants) {
  std::vector<Layout> layouts(constants, Layout::Plain);
  staged.module.get()->walk([&](ir::PackedTensorOp op) {
    layouts[op.getIndex()] = op.getTransposed() ? Layout::PackedTransposed : Layout::Packed;
  });
  return layouts;
}

/// The tables of the image that the stage knows.
std::shared_ptr<Image> makeImage(host::Host &host, const stage::Staged &staged,
                                 llvm::ArrayRef<passes::Derived> derived) {
  auto image = std::make_shared<Image>();
  size_t constants = staged.constants.size() + derived.size();
  image->constants = constantsOf(host, staged.constants, derived, layoutsOf(staged, constants));
  for (host::Handle opaque : staged.opaques)
    image->opaques.push_back({host.repr(opaque), host.qualifiedName(host.classOf(opaque))});
  for (const stage::ProgramClass &known : staged.classes) {
    std::string qualified = known.handle ? host.qualifiedName(known.handle) : known.name;
    image->classes.push_back({known.name, qualified, known.bases, known.fields, {}});
  }
  return image;
}

void renameFiles(mlir::ModuleOp module, const FileNames &names) {
  mlir::AttrTypeReplacer replacer;
  replacer.addReplacement([&](mlir::FileLineColRange place) -> std::optional<mlir::Attribute> {
    llvm::StringRef file = place.getFilename();
    return mlir::FileLineColRange::get(module.getContext(), names({file.data(), file.size()}),
                                       place.getStartLine(), place.getStartColumn(),
                                       place.getEndLine(), place.getEndColumn());
  });
  replacer.recursivelyReplaceElementsIn(module, /*replaceAttrs=*/false, /*replaceLocs=*/true);
}

HostPause hostPause{[]() -> void * { return nullptr; }, [](void *) {}};

/// What is in its scope asks nothing of the host.
class WithoutHost {
public:
  WithoutHost() : left(hostPause.leave()) {}
  ~WithoutHost() { hostPause.enter(left); }
  WithoutHost(const WithoutHost &) = delete;
  WithoutHost &operator=(const WithoutHost &) = delete;

private:
  void *left;
};

std::recursive_mutex &compilerMutex() {
  static std::recursive_mutex mutex;
  return mutex;
}

/// A defect of the compiler, told as such.
diag::Diagnostic internalError(std::string message) {
  return diag::make(diag::Kind::InternalError, "", {}, {message});
}

Result compileProgram(host::Host &host, const Request &request, const FileNames &names) {
  Result result;
  Stopwatch watch;
  auto program = std::make_unique<Program>();
  Compiler &compiler = Compiler::instance();
  stage::Staged staged = stage::stageProgram(sessionOf(host), *compiler.context, request);
  program->stageSeconds = watch.lap();
  result.diagnostics = std::move(staged.diagnostics);
  if (!staged.module)
    return result;
  if (request.options.mustReturn)
    if (std::optional<diag::Diagnostic> reason = onlyRaises(staged)) {
      result.diagnostics.push_back(std::move(*reason));
      return result;
    }

  useSpecifiedSizes(staged, request);

  if (request.options.keepText)
    program->graph = textOf(*staged.module);
  for (auto [input, written] : llvm::zip(staged.inputs, passes::writtenArguments(*staged.module)))
    input.written = written;
  passes::DerivedConstants derived(int64_t(staged.constants.size()));
  passes::projectTables(*staged.module, derived);
  passes::boundArgmax(*staged.module, derived);
  passes::packConstants(*staged.module);
  if (names)
    renameFiles(*staged.module, names);
  if (request.options.forArtifact)
    program->bytecode = bytecodeOf(*staged.module);
  watch.lap();
  mlir::OwningOpRef<mlir::ModuleOp> ofNodes;
  if (!request.options.forArtifact)
    ofNodes = takeNodeFunctions(*staged.module);
  bool isConsistent;
  {
    WithoutHost pause;
    isConsistent = passes::runPasses(*staged.module);
  }
  if (!isConsistent) {
    result.diagnostics.push_back(internalError("the program's graph is not consistent"));
    return result;
  }
  program->passSeconds = watch.lap();

  std::shared_ptr<Image> image = makeImage(host, staged, derived.list());
  Executable::Later later;
  if (ofNodes)
    later = makeLater(std::move(ofNodes), *staged.module, *image);
  std::string error;
  {
    WithoutHost pause;
    if (codegen::generate(*staged.module, *image, error))
      program->executable = Executable::load(image, error, std::move(later));
  }
  program->codegenSeconds = watch.lap();
  if (!program->executable) {
    result.diagnostics.push_back(internalError(error));
    return result;
  }
  program->guards = std::move(staged.guards);
  program->inputs = std::move(staged.inputs);
  program->dropped = std::move(staged.dropped);
  program->frozen = std::move(staged.frozen);
  program->written = std::move(staged.written);
  program->readsStorages = staged.readsStorages;
  program->writesContents = staged.writesContents;
  program->ordered = std::move(staged.ordered);
  program->gradients = std::move(staged.gradients);
  program->gradientNotes = std::move(staged.gradientNotes);
  program->output = std::move(staged.output);
  program->opaques = std::move(staged.opaques);
  for (const stage::ProgramClass &known : staged.classes)
    program->classes.push_back(known.handle);
  program->target = codegen::nativeTarget();
  result.program = std::move(program);
  return result;
}

} // namespace

Result lith::driver::compile(host::Host &host, const Request &request, const FileNames &names) {
  try {
    CompilerLock lock;
    return compileProgram(host, request, names);
  } catch (const std::exception &defect) {
    Result result;
    result.diagnostics.push_back(internalError(defect.what()));
    return result;
  }
}

void lith::driver::setHostPause(HostPause pause) { hostPause = pause; }

CompilerLock::CompilerLock() {
  if (compilerMutex().try_lock())
    return;
  WithoutHost pause;
  compilerMutex().lock();
}
CompilerLock::~CompilerLock() { compilerMutex().unlock(); }

void lith::driver::forget(host::Host &host) {
  CompilerLock lock;
  sessions().erase(&host);
}
