// Running.cpp: what a program gets, does to what is outside of it, and gives.
#include "artifact/Running.h"

#include "artifact/Detach.h"
#include "objects/Containers.h"
#include "text/Text.h"

#include <lith/random.h>

using namespace lith;

namespace {

// Gives the context back, also where a result could not be made.
class Lease {
public:
  explicit Lease(const Executable &executable)
      : executable(executable), context(executable.takeContext()) {}
  ~Lease() { executable.giveContext(context); }
  Lease(const Lease &) = delete;
  Lease &operator=(const Lease &) = delete;
  Context *get() const { return context; }

private:
  const Executable &executable;
  Context *context;
};

// A list or dict of the caller becomes the program's own; `data` gathers them in an Effects. Random
// numbers are drawn from the process's generator.
lith_value performEffect(void *data, lith_ctx *ctx, HostOperation operation, int64_t,
                         const lith_value *operands) {
  auto *effects = static_cast<Effects *>(data);
  if (operation == HostOperation::SetState) {
    effects->stored.emplace_back(operands[0].bits, retained(operands[1]));
    return noneValue();
  }
  if (operation == HostOperation::Mirror) {
    effects->mirrored.push_back(operands[0]);
    switch (operands[0].tag) {
    case LITH_LIST:
      lith_rt_list_clear(ctx, as<lith_list>(operands[0]));
      return retained(operands[0]);
    case LITH_DICT:
      lith_rt_dict_clear(ctx, as<lith_dict>(operands[0]));
      return retained(operands[0]);
    default:
      break;
    }
  }
  if (operation == HostOperation::GetRandomState)
    return noneValue();
  if (operation == HostOperation::DrawBits)
    return drawBits(static_cast<int64_t>(operands[1].bits));
  if (operation == HostOperation::SeedBits) {
    seedBits(operands[1].bits);
    return noneValue();
  }
  raise(ctx, LITH_CLASS_RuntimeError,
        "this program changes Python objects: it runs in Python only");
  return nullValue();
}

void printThrough(void *data, int stream, const char *text, size_t bytes) {
  (*static_cast<const Model::Print *>(data))(stream, {text, bytes});
}

// Line `line` of a text, from 1.
std::string lineOf(const std::string &text, int line) {
  size_t from = 0;
  for (int i = 1; i < line; ++i) {
    from = text.find('\n', from);
    if (from == std::string::npos)
      return {};
    ++from;
  }
  return text.substr(from, text.find('\n', from) - from);
}

// What of an exception outlives its context.
void describeException(Context *context, const ArtifactData &data, const Image &image,
                       Detacher &detacher, CallFailure &failure) {
  lith_exception *exception = takePending(context);
  failure.kind = CallFailure::Kind::Raised;
  failure.className = exceptionClassName(image, exception);
  failure.message = exceptionText(context, exception);
  failure.traceback =
      renderTraceback(context, image, exception, [&](std::string_view file, int line) {
        auto found = data.sources.find(std::string(file));
        return found == data.sources.end() ? std::string() : lineOf(found->second, line);
      });
  detacher.detach(exception);
  failure.exception.reset(exception, [](lith_exception *raised) { release(nullptr, raised); });
}

// Marks the memory of arguments that the program writes.
void markWritten(const Tree &argument, std::span<const lith_value> leaves) {
  if (argument.written && leaves[size_t(argument.index)].tag == LITH_TENSOR)
    as<lith_tensor>(leaves[size_t(argument.index)])->storage->head.flags |= StorageWritten;
  for (const Tree &child : argument.children)
    markWritten(child, leaves);
}

} // namespace

lith_value lith::runProgram(const Executable &executable, const ArtifactData &data,
                            const ArtifactProgram &program, std::span<const lith_value> leaves,
                            std::span<const lith_value> weights, std::span<const lith_value> values,
                            const Model::Print &print, CallFailure &failure, Effects &effects) {
  Lease lease(executable);
  if (print)
    setPrintHook(lease.get(), printThrough, const_cast<Model::Print *>(&print));
  std::vector<lith_value> inputs, made;
  setHostHook(lease.get(), performEffect, &effects);
  for (const Binding &binding : program.inputs) {
    switch (binding.kind) {
    case Binding::Kind::Leaf:
      made.push_back(retained(leaves[static_cast<size_t>(binding.index)])); // its list may drop it
      inputs.push_back(made.back());
      break;
    case Binding::Kind::Weight:
      inputs.push_back(weights[static_cast<size_t>(binding.index)]);
      break;
    case Binding::Kind::Constant:
      made.push_back(makeConstant(lease.get(), binding.constant));
      inputs.push_back(made.back());
      break;
    case Binding::Kind::Number:
      inputs.push_back(
          lith_rt_item(lease.get(), as<lith_tensor>(weights[static_cast<size_t>(binding.index)])));
      break;
    case Binding::Kind::State:
      made.push_back(retained(values[static_cast<size_t>(binding.index)]));
      inputs.push_back(made.back());
      break;
    }
  }
  for (const Tree &argument : program.arguments)
    markWritten(argument, leaves);
  std::vector<lith_value> results(static_cast<size_t>(executable.image().resultCount), nullValue());
  lith_value result = nullValue();
  Detacher detacher;
  if (executable.run(lease.get(), inputs.data(), results.data()) != 0)
    describeException(lease.get(), data, executable.image(), detacher, failure);
  else
    result = buildResult(lease.get(), program, results, leaves, weights);
  // Nothing else can be what a single tensor shares.
  if (!effects.mirrored.empty() || result.tag != LITH_TENSOR || Detacher::isShared(result))
    result = detacher.detach(result);
  for (lith_value container : effects.mirrored)
    detacher.detach(container);
  for (lith_value value : results)
    release(lease.get(), value);
  for (lith_value value : made)
    release(lease.get(), value);
  return result;
}
