// Code.cpp: calls the code of a node, which may belong to another program than the one that runs.
#include "grad/Node.h"

using namespace lith;

namespace {

/// Code that was made apart from what runs, in its context: of the objects of the host, which each
/// program numbers, it may ask for nothing but warnings and, code of nodes of the same program, for
/// hooks of modules.
class OtherCode {
public:
  OtherCode(Context &context, const Executable &executable, bool isOfProgram)
      : context(context), isOfProgram(isOfProgram) {
    executable.enter(&context);
    context.state = nullptr;
    context.keys = {};
    setHostHook(&context, ask, this);
  }
  ~OtherCode() {
    context.executable = executable;
    context.image = image;
    context.program = program;
    context.constants = constants;
    context.state = state;
    context.keys = keys;
    setHostHook(&context, host, data);
  }

private:
  static lith_value ask(void *self, lith_ctx *ctx, HostOperation operation, int64_t count,
                        const lith_value *operands) {
    auto &code = *static_cast<OtherCode *>(self);
    if (code.host && code.isOfProgram && operation == RunHooks)
      return code.host(code.data, ctx, operation, count, operands);
    if (code.host && operation == HostOperation::Warn && count == 4) { // of the category None
      lith_value given[] = {{LITH_NONE, 0}, operands[1], operands[2], operands[3]};
      return code.host(code.data, ctx, operation, count, given);
    }
    raise(ctx, LITH_CLASS_RuntimeError,
          code.isOfProgram
              ? "a gradient that changes Python objects, of a graph that differs from path to "
                "path or goes on outside, is not compiled"
              : "this program changes Python objects: it runs in Python only");
    return nullValue();
  }

  Context &context;
  const bool isOfProgram;
  const Executable *executable = context.executable;
  const Image *image = context.image;
  const void *program = context.program;
  const lith_value *constants = context.constants;
  lith_value *state = context.state;
  KeyMethods keys = context.keys;
  HostHook host = context.host;
  void *data = context.hostData;
};

/// Places are numbered by each program.
void forgetPlaces(Context &context) {
  if (context.pending)
    context.pending->location_count = 0;
}

/// What another program raised, without what only that program can name: its classes and places.
void translatePending(Context &context, const Executable &from) {
  lith_exception *exception = takePending(&context);
  if (exceptionClass(exception) >= LITH_FIRST_PROGRAM_CLASS) {
    std::string name = exceptionClassName(from.image(), exception);
    raise(&context, LITH_CLASS_RuntimeError, name + ": " + exceptionText(&context, exception));
    release(&context, exception);
    return;
  }
  exception->location_count = 0;
  context.pending = exception;
}

} // namespace

bool lith::runCode(lith_ctx *ctx, lith_node *node, lith_entry code, const lith_value *in,
                   lith_value *out) {
  Context &context = contextOf(ctx);
  const Executable *executable = node->executable.get();
  if (executable == context.executable || !executable)
    return code(ctx, in, out) == 0;
  OtherCode entered(context, *executable, false);
  if (code(ctx, in, out) == 0)
    return true;
  translatePending(context, *executable);
  return false;
}

int64_t lith_rt_grad_later(lith_ctx *ctx, int64_t which, int64_t count, const lith_value *arguments,
                           const void *results) {
  Context &context = contextOf(ctx);
  std::string error;
  const Executable *code = context.executable->later(error);
  lith_entry function = code ? code->nodeFunction(which) : nullptr;
  while (code && !function) { // it is for gradients of gradients
    code = code->later(error);
    function = code ? code->nodeFunction(which) : nullptr;
  }
  if (!function) {
    for (const lith_value &argument : std::span(arguments, size_t(count)))
      release(ctx, argument);
    raise(&context, LITH_CLASS_RuntimeError, error);
    return 1;
  }
  OtherCode entered(context, *code, true);
  auto *into = static_cast<lith_value *>(const_cast<void *>(results));
  if (function(ctx, arguments, into) == 0)
    return 0;
  forgetPlaces(context);
  return 1;
}
