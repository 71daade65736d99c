// Random.cpp: what random.Random does in C. A generator of before the call draws by the host, each
// time it is reached, so that the module `random` goes on from there; in a saved program it is the
// runtime's own. One that the program makes is an instance with its generator as a hidden
// attribute. The rest of the module is Python and staged.
#include "stage/Outside.h"
#include "stage/Protocols.h"
#include "stage/Reading.h"
#include "stage/Tensors.h"
#include "stage/builtins/Formals.h"
#include "stage/builtins/Registration.h"
#include "stage/classes/TypeNames.h"
#include "stage/emit/Emit.h"
#include "stage/emit/Refusals.h"
#include "stage/outside/OutsideWrites.h"
#include "stage/runtime/Records.h"

#include <lith/program.h>
#include <lith/random.h>

namespace lith::stage {

// A saved program has one generator of before the call, that of the module's functions.
static mlir::Value byHost(Stage &s, HostOperation operation, Value generator, mlir::Value number) {
  if (s.request.options.forArtifact &&
      outsideHandle(s, generator.address()) != lookup(s, "random._inst"))
    refuse(s, diag::Kind::UnsupportedParameter,
           {"a random number of a saved program", "a random.Random of before the call"});
  s.outside.objects.at(generator.address()).identityMatters = true;
  mlir::Type box = ir::BoxType::get(&s.context);
  mlir::Value operand = ir::BoxOp::create(s.builder(), s.loc(), box, number);
  return rt(s, "host", {constantInt(s, int64_t(operation)), outsideOperand(s, generator), operand},
            box);
}

static bool isOfBefore(Stage &s, Value generator) {
  return generator.isRef() && isOutside(s, generator.address());
}

static mlir::Value draw(Stage &s, Value generator, mlir::Value bits) {
  checkNotCached(s, "draws random numbers");
  if (isOfBefore(s, generator))
    return byHost(s, HostOperation::DrawBits, generator, bits);
  Value twister = hiddenAttribute(s, generator, GeneratorAttribute);
  if (!s.isTensor(twister))
    refuse(s, diag::Kind::UnsupportedFunction, {"random.Random that only run time knows"});
  return rt(s, "twister_bits", {tensorContents(s, twister), bits}, ir::BoxType::get(&s.context));
}

// What Python makes of a seed: the absolute value of an int, the hash of a float, numbers of the
// system for None.
static std::optional<mlir::Value> numberOfSeed(Stage &s, Value seed) {
  if (s.isNone(seed))
    return rt(s, "system_seed", {}, s.builder().getI64Type());
  bool isInt = s.asInt(seed) || seed.isScalar(ScalarType::Int) || seed.isScalar(ScalarType::Bool);
  Result number = call(s, builtinType(s, isInt ? "abs" : "hash"), seed);
  if (!number)
    return std::nullopt;
  if (!s.asInt(*number) && !number->isScalar(ScalarType::Int))
    refuse(s, diag::Kind::UnsupportedFunction, {"random.seed of more than 63 bits"});
  return toInt(s, *number);
}

static Result setSeed(Stage &s, Value generator, Value seed) {
  checkNotCached(s, "seeds random numbers");
  std::optional<mlir::Value> number = numberOfSeed(s, seed);
  if (!number)
    return std::nullopt;
  if (isOfBefore(s, generator)) {
    byHost(s, HostOperation::SeedBits, generator, *number);
    return s.none();
  }
  if (!s.find<InstanceObject>(generator))
    refuse(s, diag::Kind::UnsupportedFunction, {"random.Random that only run time knows"});
  mlir::Type type =
      mlir::RankedTensorType::get({TwisterBytes}, ir::elementType(&s.context, LITH_UINT8));
  mlir::Value twister = rt<ir::TwisterSeededOp>(s, {*number}, type);
  setHiddenAttribute(s, generator, GeneratorAttribute, newTensor(s, twister));
  return s.none();
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

static Result seedMethod(Stage &s, const CallInfo &info) {
  auto args = bindArguments(s, info, "seed", {{"/self"}, {"/a", true}});
  if (!args)
    return std::nullopt;
  return setSeed(s, (*args)[0], (*args)[1].isUndefined() ? s.none() : (*args)[1]);
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
  registry.add("_random.Random.seed", seedMethod);
  registry.add("_random.Random.random", randomMethod);
  registry.add("_random.Random.getrandbits", bitsMethod);
  registry.add("random.random", randomFunction);
  registry.add("random.getrandbits", bitsFunction);
}

} // namespace lith::stage
