// Generators.cpp: which generator a call draws from, and states of generators as tensors.
#include "ops/Generators.h"
#include "ops/Tensors.h"

#include <lith/random.h>

#include <memory>

using namespace lith;
using namespace lith::ops;

/// Of a running call.
struct lith::CallGenerators {
  std::unique_ptr<Generator> host;   ///< the host's, which takes its state back after the call
  std::unique_ptr<Generator> chosen; ///< the program's own, which it draws from now
};

namespace {

std::mutex processLock;
Generator processGenerator;

CallGenerators &generatorsOf(lith_ctx *ctx) {
  std::shared_ptr<CallGenerators> &own = contextOf(ctx).generators;
  if (!own)
    own = std::make_shared<CallGenerators>();
  return *own;
}

/// The state of the host's generator; None where the host has none, and the process's serves.
lith_value hostState(lith_ctx *ctx) {
  if (!ctx || !contextOf(ctx).host)
    return noneValue();
  lith_value none = noneValue();
  return contextOf(ctx).host(contextOf(ctx).hostData, ctx, HostOperation::GetRandomState, 1, &none);
}

/// A generator with the state that a tensor holds; null where it holds none.
std::unique_ptr<Generator> generatorWith(const lith_tensor *state) {
  if (state->head.dtype != LITH_UINT8 || countOf(state) != sizeof(SavedState))
    return nullptr;
  SavedState saved;
  std::memcpy(static_cast<void *>(&saved), state->data, sizeof saved);
  if (!isValid(saved))
    return nullptr;
  auto made = std::make_unique<Generator>();
  made->load(saved);
  return made;
}

/// The host's generator of a call; null: the process's, or an exception of the host's.
Generator *hostGenerator(lith_ctx *ctx) {
  if (ctx && contextOf(ctx).generators && contextOf(ctx).generators->host)
    return contextOf(ctx).generators->host.get();
  OwnedValue state(ctx, hostState(ctx));
  if (state.get().tag != LITH_TENSOR)
    return nullptr;
  auto made = generatorWith(as<lith_tensor>(state.get()));
  if (!made)
    made = std::make_unique<Generator>();
  return (generatorsOf(ctx).host = std::move(made)).get();
}

lith_tensor *tensorOf(lith_ctx *ctx, const Generator &generator) {
  int64_t bytes = sizeof(SavedState);
  lith_tensor *state = empty(ctx, LITH_UINT8, {&bytes, 1});
  if (!state)
    return nullptr;
  SavedState saved = generator.saved();
  std::memcpy(state->data, &saved, sizeof saved);
  return state;
}

/// The generator that a state given by the program stands for; raises as set_state() does.
std::unique_ptr<Generator> givenGenerator(lith_ctx *ctx, lith_tensor *state) {
  Tensor row(ctx, contiguous(ctx, state));
  if (!row)
    return nullptr;
  if (row->head.dtype != LITH_UINT8)
    raise(ctx, LITH_CLASS_TypeError, "RNG state must be a torch.ByteTensor");
  else if (countOf(row.get()) != sizeof(SavedState))
    raise(ctx, LITH_CLASS_RuntimeError, "RNG state is wrong size");
  else if (auto made = generatorWith(row.get()))
    return made;
  else
    raise(ctx, LITH_CLASS_RuntimeError, "Invalid mt19937 state");
  return nullptr;
}

} // namespace

Drawing::Drawing(lith_ctx *ctx) {
  generator = ctx && contextOf(ctx).generators ? contextOf(ctx).generators->chosen.get() : nullptr;
  if (!generator)
    generator = hostGenerator(ctx);
  if (generator)
    return;
  lock = std::unique_lock(processLock);
  generator = &processGenerator;
}

extern "C" {

void lith_rt_random_seed(lith_ctx *ctx, int64_t seed) {
  OwnedValue state(ctx, hostState(ctx));
  if (state.get().tag == LITH_TENSOR) {
    generatorsOf(ctx).host = std::make_unique<Generator>();
    return generatorsOf(ctx).host->reset(static_cast<uint64_t>(seed));
  }
  std::lock_guard guard(processLock);
  processGenerator.reset(static_cast<uint64_t>(seed));
}

lith_tensor *lith_rt_generator_seeded(lith_ctx *ctx, int64_t seed) {
  Generator made;
  made.reset(static_cast<uint64_t>(seed));
  return tensorOf(ctx, made);
}

lith_tensor *lith_rt_generator_state(lith_ctx *ctx) {
  Drawing generator(ctx);
  return ctx && ctx->pending ? nullptr : tensorOf(ctx, *generator.operator->());
}

void lith_rt_set_generator_state(lith_ctx *ctx, lith_tensor *state) {
  auto given = givenGenerator(ctx, state);
  if (!given)
    return;
  Drawing generator(ctx);
  if (!ctx || !ctx->pending)
    *generator.operator->() = *given;
}

void lith_rt_draw_from(lith_ctx *ctx, lith_tensor *state) {
  if (auto given = givenGenerator(ctx, state))
    generatorsOf(ctx).chosen = std::move(given);
}

lith_tensor *lith_rt_drawn_state(lith_ctx *ctx) {
  std::unique_ptr<Generator> chosen = std::move(generatorsOf(ctx).chosen);
  return tensorOf(ctx, chosen ? *chosen : Generator());
}
}

lith_value lith::takeRandomState(Context *context) {
  std::shared_ptr<CallGenerators> own = std::move(context->generators);
  lith_tensor *state = own && own->host ? tensorOf(nullptr, *own->host) : nullptr;
  return state ? box(state) : nullValue();
}
