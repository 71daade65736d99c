// Clocks.cpp: the functions of the module `time` that read a clock, each when it is reached, and
// time.sleep.
#include "stage/Protocols.h"
#include "stage/builtins/Formals.h"
#include "stage/builtins/Registration.h"
#include "stage/emit/Emit.h"
#include "stage/emit/Refusals.h"
#include "stage/objects/Numbers.h"

#include <ctime>

namespace lith::stage {

struct Clock {
  const char *name;
  clockid_t id;
};
static constexpr Clock clocks[] = {{"time", CLOCK_REALTIME},
                                   {"perf_counter", CLOCK_MONOTONIC},
                                   {"monotonic", CLOCK_MONOTONIC},
                                   {"process_time", CLOCK_PROCESS_CPUTIME_ID},
                                   {"thread_time", CLOCK_THREAD_CPUTIME_ID}};

static Result readClock(Stage &s, const CallInfo &info) {
  llvm::StringRef name = llvm::StringRef(info.primitive.spelling).rsplit('.').second;
  auto args = bindArguments(s, info, name, {});
  if (!args)
    return std::nullopt;
  checkNotCached(s, "reads a clock");
  mlir::Value id = constantInt(s, static_cast<const Clock *>(info.primitive.data)->id);
  Value nanoseconds = s.intScalar(rtPlain(s, "clock", {id}, s.builder().getI64Type()));
  if (name.ends_with("_ns"))
    return nanoseconds;
  return binary(s, syntax::Operator::Div, nanoseconds, s.integer(1'000'000'000));
}

static Result sleep(Stage &s, const CallInfo &info) {
  auto args = bindArguments(s, info, "sleep", {{"/seconds"}});
  if (!args)
    return std::nullopt;
  Value seconds = (*args)[0];
  if (!isPlainNumber(s, seconds))
    return raise(s, "TypeError",
                 "'" + typeName(s, seconds) + "' object cannot be interpreted as an integer");
  rt(s, "sleep", {toFloat(s, seconds)});
  return s.none();
}

void registerClocks(Registry &registry) {
  for (const Clock &clock : clocks) {
    registry.add(std::string("time.") + clock.name, readClock, &clock);
    registry.add(std::string("time.") + clock.name + "_ns", readClock, &clock);
  }
  registry.add("time.sleep", sleep);
}

} // namespace lith::stage
