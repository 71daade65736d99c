// Generators.cpp: generators of torch that are not the default one. One that the program makes is
// an instance with its state, a tensor, as a hidden attribute; the host has that of one of before
// the call.
#include "stage/Boxing.h"
#include "stage/Outside.h"
#include "stage/classes/TypeNames.h"
#include "stage/runtime/Records.h"
#include "stage/tensor/RuntimeCall.h"

#include <lith/program.h>
#include <lith/random.h>

namespace lith::stage::tensor {

namespace {

mlir::Type stateType(Stage &s) {
  return mlir::RankedTensorType::get({GeneratorBytes}, elementType(&s.context, LITH_UINT8));
}

/// The operands of a host operation on a generator of before the call.
SSAs hostOperands(Stage &s, HostOperation operation, Value generator) {
  checkNotCached(s, "draws random numbers");
  if (s.request.options.forArtifact)
    refuse(s, diag::Kind::UnsupportedParameter,
           {"a random number of a saved program", "a generator of before the call"});
  s.outside.objects.at(generator.address()).identityMatters = true;
  return {constantInt(s, int64_t(operation)), outsideOperand(s, generator)};
}

bool isOfBefore(Stage &s, Value generator) {
  return generator.isRef() && isOutside(s, generator.address());
}

// prim.made_generator(state)
Result madeGenerator(Stage &s, const CallInfo &info) {
  auto instance = std::make_shared<InstanceObject>();
  instance->cls = builtinType(s, "torch._C.Generator");
  instance->set(s.intern(GeneratorAttribute), info.args.positional[0]);
  return s.make(std::move(instance));
}

// prim.state_of_generator(generator)
Result stateOf(Stage &s, const CallInfo &info) {
  Value generator = info.args.positional[0];
  mlir::Type box = BoxType::get(&s.context);
  if (isOfBefore(s, generator)) {
    mlir::Value state =
        rt(s, "host", hostOperands(s, HostOperation::GetRandomState, generator), box);
    return newTensor(s, UnboxOp::create(s.builder(), s.loc(), stateType(s), state));
  }
  Value state = hiddenAttribute(s, generator, GeneratorAttribute);
  if (s.isTensor(state))
    return state;
  refuse(s, diag::Kind::UnsupportedParameter,
         {"a random number", "a generator that only run time knows"});
}

// prim.set_state_of_generator(generator, state)
Result setStateOf(Stage &s, const CallInfo &info) {
  Value generator = info.args.positional[0], state = info.args.positional[1];
  if (isOfBefore(s, generator)) {
    SSAs operands = hostOperands(s, HostOperation::SetRandomState, generator);
    operands.push_back(toBox(s, state));
    rt(s, "host", operands, BoxType::get(&s.context));
  } else {
    setHiddenAttribute(s, generator, GeneratorAttribute, state);
  }
  return s.none();
}

template <typename Op> Result made(Stage &s, const CallInfo &info) {
  Call call(s, info);
  SSAs operands;
  for (Value each : call.args)
    operands.push_back(toInt(s, each));
  return call.result<Op>(operands, stateType(s), false);
}

template <typename Op> Result with(Stage &s, const CallInfo &info) {
  rt<Op>(s, {Call(s, info).tensor(0)});
  return s.none();
}

Result systemSeed(Stage &s, const CallInfo &) {
  checkNotCached(s, "draws random numbers");
  return s.intScalar(rt(s, "system_seed", {}, s.builder().getI64Type()));
}

} // namespace

void addGeneratorPrimitives(PrimitiveTable &table) {
  table["generator_seeded"] = made<GeneratorSeededOp>;
  table["generator_state"] = made<GeneratorStateOp>;
  table["drawn_state"] = made<DrawnStateOp>;
  table["set_generator_state"] = with<SetGeneratorStateOp>;
  table["draw_from"] = with<DrawFromOp>;
}

void registerGenerators(Registry &registry) {
  registry.add("prim.made_generator", madeGenerator);
  registry.add("prim.state_of_generator", stateOf);
  registry.add("prim.set_state_of_generator", setStateOf);
  registry.add("prim.system_seed", systemSeed);
}

} // namespace lith::stage::tensor
