// lith_opt.cpp: IR text through the compiler's middle, for tests.
//
//   lith-opt FILE.mlir [--pass=NAME ...] [--passes] [--verify-counts] [--llvm] [--llvm-optimised] [--object]
//                      [--run ARGUMENT ...]
//
// Verifies, runs the named passes or all, and prints the module or the LLVM IR that
// it becomes. Status 0, or 1 with a message.

#include "codegen/Codegen.h"
#include "ir/Dialect.h"
#include "passes/Passes.h"
#include "passes/counts/Counts.h"

#include <lith/objects.h>
#include <lith/program.h>

#include "llvm/Support/raw_ostream.h"
#include "mlir/Parser/Parser.h"

#include <cstring>

using namespace lith;

extern "C" {
struct lith_str *lith_rt_value_repr(lith_ctx *, lith_value);
void lith_rt_release_value(lith_ctx *, lith_value);
void lith_rt_release(lith_ctx *, lith_object *);
}

static lith_value argumentOf(lith_ctx *ctx, llvm::StringRef word) {
  if (word == "True" || word == "False")
    return {LITH_BOOL, word == "True"};
  int64_t integer;
  if (!word.getAsInteger(10, integer))
    return {LITH_INT, uint64_t(integer)};
  if (word.consume_front("f32[")) {
    std::vector<int64_t> sizes;
    llvm::SmallVector<llvm::StringRef> parts;
    word.drop_back().split(parts, ',', -1, false);
    int64_t count = 1;
    for (llvm::StringRef part : parts) {
      sizes.push_back(std::stoll(part.str()));
      count *= sizes.back();
    }
    auto *data = new std::vector<float>(count);
    for (int64_t i = 0; i < count; ++i)
      (*data)[i] = float(i);
    std::vector<int64_t> strides(sizes.size(), 1);
    for (size_t d = sizes.size(); d-- > 1;)
      strides[d - 1] = strides[d] * sizes[d];
    auto drop = [](void *owner) { delete static_cast<std::vector<float> *>(owner); };
    return {LITH_TENSOR, uint64_t(makeTensor(ctx, LITH_FLOAT32, sizes, strides, data->data(), data,
                                             drop))};
  }
  double real = std::stod(word.str());
  uint64_t bits;
  std::memcpy(&bits, &real, sizeof bits);
  return {LITH_FLOAT, bits};
}

static void printValue(lith_ctx *ctx, lith_value value) {
  lith_str *text = lith_rt_value_repr(ctx, value);
  llvm::outs() << text->data << '\n';
  lith_rt_release(ctx, &text->head);
  lith_rt_release_value(ctx, value);
}

static bool runPass(llvm::StringRef name, mlir::ModuleOp module) {
  for (const passes::NamedPass &pass : passes::pipeline())
    if (pass.name == name) {
      pass.run(module);
      return succeeded(mlir::verify(module));
    }
  llvm::errs() << "no pass is called " << name << '\n';
  return false;
}

/// Runs the program on ints, floats, True, False and tensors of zeros ("f32[2,3]" as iota), and prints
/// the results as Python would, one a line.
static bool runProgram(llvm::ArrayRef<llvm::StringRef> words, mlir::ModuleOp module) {
  auto image = std::make_shared<Image>();
  std::string error;
  if (!codegen::generate(module, *image, error)) {
    llvm::errs() << error << '\n';
    return false;
  }
  auto executable = Executable::load(image, error);
  if (!executable) {
    llvm::errs() << error << '\n';
    return false;
  }
  Context *context = executable->takeContext();
  lith_ctx *ctx = abiContext(context);
  std::vector<lith_value> arguments, results(std::max(image->resultCount, 1));
  for (llvm::StringRef word : words)
    arguments.push_back(argumentOf(ctx, word));
  int status = executable->run(context, arguments.data(), results.data());
  if (status != 0) {
    lith_exception *exception = takePending(context);
    llvm::outs() << exceptionClassName(*image, exception) << ": "
                 << exceptionText(context, exception) << '\n';
    for (const Frame &frame : traceback(*image, exception))
      llvm::outs() << "  " << frame.file << ':' << frame.line << ':' << frame.column << '\n';
    releaseObject(ctx, reinterpret_cast<lith_object *>(exception));
  } else {
    for (int i = 0; i < image->resultCount; ++i)
      printValue(ctx, results[i]);
  }
  for (lith_value argument : arguments)
    lith_rt_release_value(ctx, argument);
  executable->giveContext(context);
  return true;
}

static bool apply(llvm::StringRef option, mlir::ModuleOp module) {
  if (option.consume_front("--pass="))
    return runPass(option, module);
  if (option == "--passes")
    return passes::runPasses(module);
  if (option == "--verify-counts")
    return succeeded(passes::verifyCounts(module));
  if (option == "--llvm" || option == "--llvm-optimised") {
    llvm::outs() << codegen::generateText(module, option == "--llvm-optimised");
    return true;
  }
  if (option == "--object") {
    Image image;
    std::string error;
    bool done = codegen::generate(module, image, error);
    llvm::outs() << (done ? "object of " + std::to_string(image.object.size()) + " bytes\n" : error);
    return done;
  }
  llvm::errs() << "no option is called " << option << '\n';
  return false;
}

int main(int argc, char **argv) {
  if (argc < 2) {
    llvm::errs() << "usage: lith-opt FILE.mlir [OPTION ...]\n";
    return 2;
  }
  auto context = ir::makeContext();
  auto module = mlir::parseSourceFile<mlir::ModuleOp>(argv[1], context.get());
  if (!module)
    return 1;
  bool printed = false;
  for (int i = 2; i < argc; ++i) {
    if (llvm::StringRef(argv[i]) == "--run")
      return !runProgram(llvm::SmallVector<llvm::StringRef>(argv + i + 1, argv + argc), *module);
    if (!apply(argv[i], *module))
      return 1;
    printed |= !llvm::StringRef(argv[i]).contains("pass");
  }
  if (!printed)
    module->print(llvm::outs());
  return 0;
}
