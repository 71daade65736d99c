// Clocks.cpp: the time of day, elapsed time and waiting, as Python's module `time` has them.
#include "core/Context.h"
#include "core/Functions.h"

#include <cerrno>
#include <cmath>
#include <ctime>

using namespace lith;

int64_t lith_rt_clock(lith_ctx *, int64_t id) {
  timespec now{};
  clock_gettime(static_cast<clockid_t>(id), &now);
  return int64_t(now.tv_sec) * 1'000'000'000 + now.tv_nsec;
}

void lith_rt_sleep(lith_ctx *ctx, double seconds) {
  if (std::isnan(seconds))
    return raise(ctx, LITH_CLASS_ValueError, "Invalid value NaN (not a number)");
  if (seconds < 0)
    return raise(ctx, LITH_CLASS_ValueError, "sleep length must be non-negative");
  if (seconds > 9.2e9)
    return raise(ctx, LITH_CLASS_OverflowError, "timestamp too large to convert to C _PyTime_t");
  timespec left{time_t(seconds), long((seconds - std::floor(seconds)) * 1e9)};
  while (nanosleep(&left, &left) == -1 && errno == EINTR) {
  }
}
