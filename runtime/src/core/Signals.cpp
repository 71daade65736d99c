// Signals.cpp: where loops learn that a signal came, and what they do then.
#include "core/Context.h"
#include "core/Functions.h"

#include <lith/program.h>

using namespace lith;

static SignalSource source;
static constexpr int32_t noSignals = 0;

void lith::setSignalSource(SignalSource given) { source = given; }

const volatile int32_t *lith::waitingSignals() {
  const volatile int32_t *waiting = source.waiting ? source.waiting() : nullptr;
  return waiting ? waiting : &noSignals;
}

void lith_rt_check_signals(lith_ctx *ctx) { source.handle(ctx); }
