// KeyMethods.cpp: keys and elements whose classes have `__eq__` and `__hash__` of the user's.
//
// The program has one function that hashes all such objects and one that compares them; it passes
// them when it begins. Both take borrowed values.
#include "core/Context.h"
#include "core/Functions.h"
#include "objects/Containers.h"

#include <algorithm>

using namespace lith;

bool lith::hasKeyMethods(lith_ctx *ctx, lith_value value) {
  if ((value.tag != LITH_RECORD && value.tag != LITH_OPAQUE) || !ctx)
    return false;
  const KeyMethods &keys = contextOf(ctx).keys;
  const int64_t *end = keys.which + keys.count;
  int64_t which = value.tag == LITH_RECORD ? as<lith_record>(value)->class_id : ~intOf(value);
  return std::find(keys.which, end, which) != end;
}

bool lith::hashByMethod(lith_ctx *ctx, lith_value value, uint64_t &hash) {
  if (!lith_rt_call_enter(ctx))
    return false;
  const KeyMethods &keys = contextOf(ctx).keys;
  lith_value result = keys.hash(ctx, value, keys.captured);
  lith_rt_call_leave(ctx);
  hash = result.bits == ~uint64_t(0) ? ~uint64_t(1) : result.bits; // -1 is -2
  return !ctx->pending;
}

int lith::equalByMethod(lith_ctx *ctx, lith_value a, lith_value b) {
  if (a.tag == b.tag && a.bits == b.bits)
    return 1;
  if (!hasKeyMethods(ctx, a)) // what is not the program's leaves the answer to the other
    std::swap(a, b);
  bool isKnown = hasKeyMethods(ctx, b) || isNumber(b) || b.tag == LITH_STR || b.tag == LITH_NONE;
  if (!isKnown)
    return 0;
  if (!lith_rt_call_enter(ctx))
    return -1;
  const KeyMethods &keys = contextOf(ctx).keys;
  lith_value result = keys.equal(ctx, a, b, keys.captured);
  lith_rt_call_leave(ctx);
  return ctx->pending ? -1 : intOf(result) != 0;
}

extern "C" void lith_rt_key_methods(lith_ctx *ctx, const void *hash, const void *equal,
                                    int64_t count, const void *which, const void *captured) {
  KeyMethods &keys = contextOf(ctx).keys;
  keys.hash = reinterpret_cast<decltype(keys.hash)>(const_cast<void *>(hash));
  keys.equal = reinterpret_cast<decltype(keys.equal)>(const_cast<void *>(equal));
  keys.count = count;
  keys.which = static_cast<const int64_t *>(which);
  keys.captured = captured;
}
