// testing.cpp: the runtime's functions for tests in Python: any lith_rt_ function by
// name, with a context to call it in.
#include "core/Object.h"
#include "core/Program.h"
#include "loader/Loader.h"
#include "objects/Str.h"

#include <lith/lith_c.h>

using namespace lith;

static void collect(void *data, int stream, const char *text, size_t bytes) {
  static_cast<std::string *>(data)->append(text, bytes);
}

extern "C" {

LITH_API void *testing_function(const char *name) { return resolveRuntimeSymbol(name); }

LITH_API lith_ctx *testing_context() { return new Context; }

LITH_API void testing_capture(lith_ctx *ctx) {
  setPrintHook(&contextOf(ctx), collect, new std::string);
}
/// What was printed since the capture began; owned str.
LITH_API lith_value testing_captured(lith_ctx *ctx) {
  return boxStr(nullptr, *static_cast<std::string *>(contextOf(ctx).printData));
}

/// "ValueError: message" of the pending exception, which is cleared; LITH_NULL when there is none.
LITH_API lith_value testing_error(lith_ctx *ctx) {
  if (!ctx->pending)
    return nullValue();
  Image none;
  lith_exception *exception = takePending(&contextOf(ctx));
  std::string text =
      exceptionClassName(none, exception) + ": " + exceptionText(&contextOf(ctx), exception);
  release(ctx, exception);
  return boxStr(nullptr, text);
}

} // extern "C"
