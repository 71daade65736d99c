// Nesting.h: how deep a walk through values may go.
#ifndef LITH_OBJECTS_NESTING_H
#define LITH_OBJECTS_NESTING_H

#include "core/Context.h"

namespace lith {

inline constexpr int MaxNesting = 1000;

/// Counts nesting; raises RecursionError past the limit.
class Nesting {
public:
  explicit Nesting(lith_ctx *ctx) : context(ctx ? &contextOf(ctx) : nullptr) {
    if (context && ++context->depth > MaxNesting)
      raise(ctx, LITH_CLASS_RecursionError, "maximum recursion depth exceeded in comparison");
  }
  ~Nesting() {
    if (context)
      --context->depth;
  }
  bool exceeded() const { return context && context->depth > MaxNesting; }

private:
  Context *context; ///< null for keys that come from outside, where nothing can be raised
};

} // namespace lith

#endif // LITH_OBJECTS_NESTING_H
