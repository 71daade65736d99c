// RunProgram.cpp: arguments from words, results as text.

#include "RunProgram.h"
#include "codegen/Codegen.h"

#include "llvm/Support/raw_ostream.h"

#include <lith/objects.h>
#include <lith/program.h>

#include <cstring>

using namespace lith;

extern "C" {
lith_str *lith_rt_value_repr(lith_ctx *, lith_value);
void lith_rt_release_value(lith_ctx *, lith_value);
void lith_rt_release(lith_ctx *, lith_object *);
}

/// A tensor of float32 that counts up; `shape` is "2,3]".
static lith_value tensorOf(lith_ctx *ctx, llvm::StringRef shape) {
  std::vector<int64_t> sizes;
  llvm::SmallVector<llvm::StringRef> parts;
  shape.drop_back().split(parts, ',', -1, false);
  int64_t count = 1;
  for (llvm::StringRef part : parts) {
    sizes.push_back(std::stoll(part.str()));
    count *= sizes.back();
  }
  std::vector<int64_t> strides(sizes.size(), 1);
  for (size_t d = sizes.size(); d-- > 1;)
    strides[d - 1] = strides[d] * sizes[d];
  auto *data = new std::vector<float>(count);
  for (int64_t i = 0; i < count; ++i)
    (*data)[i] = float(i);
  auto drop = [](void *owner) { delete static_cast<std::vector<float> *>(owner); };
  lith_tensor *tensor = makeTensor(ctx, LITH_FLOAT32, sizes, strides, data->data(), data, drop);
  return {LITH_TENSOR, reinterpret_cast<uint64_t>(tensor)};
}

static lith_value argumentOf(lith_ctx *ctx, llvm::StringRef word) {
  if (word == "True" || word == "False")
    return {LITH_BOOL, word == "True"};
  int64_t integer;
  if (!word.getAsInteger(10, integer))
    return {LITH_INT, uint64_t(integer)};
  if (word.consume_front("f32["))
    return tensorOf(ctx, word);
  double real = std::strtod(word.str().c_str(), nullptr);
  uint64_t bits;
  std::memcpy(&bits, &real, sizeof bits);
  return {LITH_FLOAT, bits};
}

static void printResult(lith_ctx *ctx, lith_value value) {
  lith_str *text = lith_rt_value_repr(ctx, value);
  llvm::outs() << text->data << '\n';
  lith_rt_release(ctx, &text->head);
  lith_rt_release_value(ctx, value);
}

static void printException(Context *context, const Image &image) {
  lith_exception *exception = takePending(context);
  llvm::outs() << exceptionClassName(image, exception) << ": " << exceptionText(context, exception)
               << '\n';
  for (const Frame &frame : traceback(image, exception))
    llvm::outs() << "  " << frame.file << ':' << frame.line << ':' << frame.column << '\n';
  lith_rt_release(abiContext(context), reinterpret_cast<lith_object *>(exception));
}

static void runOnce(const Executable &executable, llvm::ArrayRef<char *> words) {
  Context *context = executable.takeContext();
  lith_ctx *ctx = abiContext(context);
  int count = executable.image().resultCount;
  std::vector<lith_value> arguments, results(std::max(count, 1));
  for (const char *word : words)
    arguments.push_back(argumentOf(ctx, word));
  if (executable.run(context, arguments.data(), results.data()) != 0)
    printException(context, executable.image());
  else
    for (int i = 0; i < count; ++i)
      printResult(ctx, results[i]);
  llvm::outs() << "/\n";
  for (lith_value argument : arguments)
    lith_rt_release_value(ctx, argument);
  executable.giveContext(context);
}

bool lith::test::runProgram(mlir::ModuleOp module, llvm::ArrayRef<char *> words) {
  auto image = std::make_shared<Image>();
  std::string error;
  std::shared_ptr<const Executable> executable;
  if (codegen::generate(module, *image, error))
    executable = Executable::load(image, error);
  if (!executable) {
    llvm::errs() << error << '\n';
    return false;
  }
  while (true) {
    size_t end = 0;
    while (end < words.size() && std::strcmp(words[end], "/") != 0)
      ++end;
    runOnce(*executable, words.take_front(end));
    if (end == words.size())
      return true;
    words = words.drop_front(end + 1);
  }
}
