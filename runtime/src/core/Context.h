// Context.h: what one running call owns.
//
// A context is used by one thread at a time and reused for later calls. Every
// function of the runtime takes it first; releasing an object also works with a
// null context (results that a caller drops).
#ifndef LITH_CORE_CONTEXT_H
#define LITH_CORE_CONTEXT_H

#include "core/Pool.h"

#include <lith/abi.h>

#include <memory>
#include <string_view>

namespace lith {

struct Image;
struct CallGenerators;
class Executable;

/// Where printed text goes; `stream` is 1 for output, 2 for errors.
using PrintHook = void (*)(void *data, int stream, const char *text, size_t bytes);

/// Performs operations on objects of the host; see HostOperation.
enum class HostOperation : int32_t;
using HostHook = lith_value (*)(void *data, lith_ctx *ctx, HostOperation operation, int64_t count,
                                const lith_value *operands);

/// Functions of the program for objects whose classes have `__eq__` or `__hash__` of the user's.
struct KeyMethods {
  lith_value (*hash)(lith_ctx *, lith_value, const void *captured) = nullptr; ///< an int
  lith_value (*equal)(lith_ctx *, lith_value, lith_value,
                      const void *captured) = nullptr; ///< a bool
  const void *captured = nullptr;                      ///< what both read of the program
  int64_t count = 0;
  const int64_t *which = nullptr; ///< class ids of records, and ~number of opaque objects
};

/// How the next text that is made shows tensors: the default dtype, torch.set_printoptions.
struct TextOptions {
  int dtype = LITH_FLOAT32, precision = 4;
  int scientific = -1; ///< 0, 1; below 0: as the numbers ask for
  int64_t threshold = 1000, edgeItems = 3, lineWidth = 80;
};

/// What loops of a call on this thread read; see SignalSource.
const volatile int32_t *waitingSignals();

struct Context : lith_ctx {
  Context() : lith_ctx{} { signals = waitingSignals(); }
  Pool pool;
  PrintHook print = nullptr; ///< null: the process's stdout and stderr
  void *printData = nullptr;
  HostHook host = nullptr; ///< null: there is no host
  void *hostData = nullptr;
  const Executable *executable = nullptr; ///< the running program; null outside of one
  const Image *image = nullptr; ///< strings, locations and classes of the program; may be null
  int depth = 0;                ///< nesting of repr and comparison, against endless recursion
  int callDepth = 0;            ///< calls between functions of the program that have not returned
  std::shared_ptr<CallGenerators> generators; ///< of random numbers: what this call has drawn from
  TextOptions text;                           ///< see text_options
  KeyMethods keys; ///< set by programs that have such keys, when they begin
};

inline Context &contextOf(lith_ctx *ctx) { return *static_cast<Context *>(ctx); }

inline void *allocate(lith_ctx *ctx, size_t bytes) {
  return ctx ? contextOf(ctx).pool.take(bytes) : takeShared(bytes);
}
inline void deallocate(lith_ctx *ctx, void *block, size_t bytes) {
  ctx ? contextOf(ctx).pool.give(block, bytes) : giveShared(block, bytes);
}

/// Writes to the context's output (1) or error output (2).
void printText(lith_ctx *ctx, int stream, std::string_view text);

/// Sets ctx->pending to an exception of `classId` whose one argument is `message`.
void raise(lith_ctx *ctx, int classId, std::string_view message);
/// The same from printf arguments.
__attribute__((format(printf, 3, 4))) void raisef(lith_ctx *ctx, int classId, const char *format,
                                                  ...);

} // namespace lith

#endif // LITH_CORE_CONTEXT_H
