// Host.cpp: operations on objects outside of the program go to the context's host.
#include "core/Context.h"
#include "core/Functions.h"

#include <lith/program.h>

using namespace lith;

void lith::setHostHook(Context *context, HostHook hook, void *data) {
  context->host = hook;
  context->hostData = data;
}

lith_value lith_rt_host(lith_ctx *ctx, int64_t operation, int64_t count,
                        const lith_value *operands) {
  Context &context = contextOf(ctx);
  if (context.host)
    return context.host(context.hostData, ctx, static_cast<HostOperation>(operation), count,
                        operands);
  raise(ctx, LITH_CLASS_RuntimeError,
        "this program changes Python objects: it runs in Python only");
  return {LITH_NULL, 0};
}
