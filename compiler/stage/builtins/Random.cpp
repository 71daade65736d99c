// Random.cpp: what random.Random does in C: draws of its generator, each by the host when it is
// reached, so that the module `random` goes on from there. A saved program draws from the runtime's
// own generator. The rest of the module is Python and staged.
#include "stage/Outside.h"
#include "stage/Protocols.h"
#include "stage/Reading.h"
#include "stage/builtins/Formals.h"
#include "stage/builtins/Registration.h"
#include "stage/emit/Emit.h"
#include "stage/emit/Refusals.h"
#include "stage/outside/OutsideWrites.h"

#include <lith/program.h>

namespace lith::stage {

static mlir::Value draw(Stage &s, Value generator, mlir::Value bits) {
  checkNotCached(s, "draws random numbers");
  if (!generator.isRef() || !isOutside(s, generator.address()))
    refuse(s, diag::Kind::UnsupportedFunction, {"random.Random that is made here"});
  s.outside.objects.at(generator.address()).identityMatters = true;
  mlir::Type box = ir::BoxType::get(&s.context);
  mlir::Value count = ir::BoxOp::create(s.builder(), s.loc(), box, bits);
  return rt(s, "host",
            {constantInt(s, int64_t(HostOperation::DrawBits)), outsideOperand(s, generator), count},
            box);
}

// The functions of the module are methods of one generator.
static Value shared(Stage &s) {
  host::Handle handle = lookup(s, "random._inst");
  return outside(s, handle, rootPath(s, handle));
}

static Result drawFloat(Stage &s, Value generator) {
  mlir::Value drawn = draw(s, generator, constantInt(s, -1));
  return s.floatScalar(ir::UnboxOp::create(s.builder(), s.loc(), s.builder().getF64Type(), drawn));
}

static Result drawBits(Stage &s, Value generator, Value count) {
  if (!count.isScalar(ScalarType::Int) && !s.asInt(count))
    return raise(s, "TypeError", "an integer is required");
  static constexpr int64_t Most = 63;
  if (auto known = s.asInt(count); known && (*known < 0 || *known > Most))
    refuse(s, diag::Kind::UnsupportedFunction, {"random.getrandbits of more than 63 bits"});
  mlir::Value drawn = draw(s, generator, toInt(s, count));
  return s.intScalar(ir::UnboxOp::create(s.builder(), s.loc(), s.builder().getI64Type(), drawn));
}

static Result randomMethod(Stage &s, const CallInfo &info) {
  auto args = bindArguments(s, info, "random", {{"/self"}});
  return args ? drawFloat(s, (*args)[0]) : std::nullopt;
}
static Result bitsMethod(Stage &s, const CallInfo &info) {
  auto args = bindArguments(s, info, "getrandbits", {{"/self"}, {"/k"}});
  return args ? drawBits(s, (*args)[0], (*args)[1]) : std::nullopt;
}
static Result randomFunction(Stage &s, const CallInfo &info) {
  auto args = bindArguments(s, info, "random", {});
  return args ? drawFloat(s, shared(s)) : std::nullopt;
}
static Result bitsFunction(Stage &s, const CallInfo &info) {
  auto args = bindArguments(s, info, "getrandbits", {{"/k"}});
  return args ? drawBits(s, shared(s), (*args)[0]) : std::nullopt;
}

void registerRandom(Registry &registry) {
  registry.add("_random.Random.random", randomMethod);
  registry.add("_random.Random.getrandbits", bitsMethod);
  registry.add("random.random", randomFunction);
  registry.add("random.getrandbits", bitsFunction);
}

} // namespace lith::stage
