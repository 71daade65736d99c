// Calls.cpp: the depth of calls between functions of a program.
#include "core/Context.h"
#include "core/Functions.h"
#include "core/Object.h"

using namespace lith;

/// Python's default limit; a frame of generated code fits many times into a thread's stack.
static constexpr int maximalCallDepth = 1000;

extern "C" {

bool lith_rt_call_enter(lith_ctx *ctx) {
  int &depth = contextOf(ctx).callDepth;
  if (depth >= maximalCallDepth) {
    raise(ctx, LITH_CLASS_RecursionError, "maximum recursion depth exceeded");
    return false;
  }
  ++depth;
  return true;
}

void lith_rt_call_leave(lith_ctx *ctx) { --contextOf(ctx).callDepth; }

} // extern "C"
