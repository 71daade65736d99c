// Calling.cpp: the program of a model that takes the arguments of a call.
#include "artifact/Match.h"
#include "artifact/ModelState.h"
#include "artifact/Running.h"

#include <algorithm>
#include <cstring>

using namespace lith;

namespace {

void refuse(CallFailure &failure, std::string message) {
  failure.kind = CallFailure::Kind::Mismatch;
  failure.message = std::move(message);
}

// What matching arguments makes, until the call is over.
struct Made {
  std::vector<lith_value> values;
  ~Made() {
    for (lith_value value : values)
      release(nullptr, value);
  }
};

} // namespace

// Why nothing can run.
static std::string withoutProgram(const ArtifactData &data, const std::string &method) {
  std::string others;
  for (const ArtifactProgram &program : data.programs)
    if (others.find("'" + program.method + "'") == std::string::npos)
      others += (others.empty() ? "'" : ", '") + program.method + "'";
  if (!method.empty() || others.empty())
    return "the artifact holds no program" + (method.empty() ? "" : " of '" + method + "'");
  return "the artifact holds methods only: " + others;
}

// Runs the first program of a method for which `match` finds flat inputs.
template <typename Match, typename Run>
static lith_value callFirst(const ArtifactData &data, const std::string &method,
                            const ArtifactProgram **chosen, CallFailure &failure, Match match,
                            Run run) {
  std::string mismatches;
  size_t tried = 0;
  for (size_t i = 0; i < data.programs.size(); ++i) {
    if (data.programs[i].method != method)
      continue;
    ++tried;
    std::vector<lith_value> leaves;
    std::string mismatch;
    if (match(data.programs[i], leaves, mismatch)) {
      if (chosen)
        *chosen = &data.programs[i];
      return run(i, leaves);
    }
    mismatches += (mismatches.empty() ? "" : "; ") + mismatch;
  }
  if (tried == 0)
    mismatches = withoutProgram(data, method);
  else if (tried > 1)
    mismatches = "no program of the artifact takes these arguments: " + mismatches;
  refuse(failure, mismatches);
  return nullValue();
}

lith_value Model::call(const std::string &method, std::span<const lith_value> positional,
                       std::span<const NamedValue> keywords, const Print &print,
                       CallFailure &failure, const ArtifactProgram **program) const {
  auto lock = reading();
  const ArtifactData &data = *shared->data;
  Made made;
  return callFirst(
      data, method, program, failure,
      [&](const ArtifactProgram &one, std::vector<lith_value> &leaves, std::string &mismatch) {
        return matchArguments(data, one, positional, keywords, leaves, made.values, mismatch);
      },
      [&](size_t i, std::span<const lith_value> leaves) { return run(i, leaves, print, failure); });
}

bool Model::takes(const std::string &method, std::span<const lith_value> positional,
                  std::span<const NamedValue> keywords, CallFailure &failure) const {
  auto lock = reading();
  const ArtifactData &data = *shared->data;
  Made made;
  bool found = false;
  callFirst(
      data, method, nullptr, failure,
      [&](const ArtifactProgram &one, std::vector<lith_value> &leaves, std::string &mismatch) {
        return found =
                   matchArguments(data, one, positional, keywords, leaves, made.values, mismatch);
      },
      [](size_t, std::span<const lith_value>) { return nullValue(); });
  return found;
}

lith_value Model::callFlat(const std::string &method, std::span<const lith_value> inputs,
                           const Print &print, CallFailure &failure,
                           const ArtifactProgram **program) const {
  auto lock = reading();
  const ArtifactData &data = *shared->data;
  Made made;
  auto match = [&](const ArtifactProgram &one, std::vector<lith_value> &leaves,
                   std::string &mismatch) {
    return matchFlat(data, one, inputs, leaves, made.values, mismatch);
  };
  // Where programs differ in arguments that the inputs leave out, the defaults choose.
  bool isDefault =
      std::any_of(data.programs.begin(), data.programs.end(), [&](const ArtifactProgram &one) {
        std::vector<lith_value> leaves;
        std::string mismatch;
        return one.method == method && leavesOutDefaults(one, inputs.size()) &&
               match(one, leaves, mismatch);
      });
  return callFirst(
      data, method, program, failure,
      [&](const ArtifactProgram &one, std::vector<lith_value> &leaves, std::string &mismatch) {
        return (!isDefault || leavesOutDefaults(one, inputs.size())) &&
               match(one, leaves, mismatch);
      },
      [&](size_t i, std::span<const lith_value> leaves) { return run(i, leaves, print, failure); });
}

lith_value Model::run(size_t index, std::span<const lith_value> leaves, const Print &print,
                      CallFailure &failure) const {
  std::string error;
  const Executable *executable = shared->executable(index, error);
  if (!executable) {
    refuse(failure, "the program cannot be loaded: " + error);
    return nullValue();
  }
  std::unique_lock lock(state->mutex, std::defer_lock);
  if (shared->writesState)
    lock.lock();
  Effects effects;
  const ArtifactData &data = *shared->data;
  const ArtifactProgram &program = data.programs[index];
  lith_value result = runProgram(*executable, data, program, leaves, state->weights, state->values,
                                 print, failure, effects);
  for (auto [input, value] : effects.stored) {
    auto index = static_cast<size_t>(program.inputs[input].index);
    bool isWeight = program.inputs[input].kind != Binding::Kind::State;
    lith_value &place = isWeight ? state->weights[index] : state->values[index];
    if (program.inputs[input].kind == Binding::Kind::Number) {
      std::memcpy(as<lith_tensor>(place)->data, &value.bits, sizeof value.bits);
      continue;
    }
    release(nullptr, place);
    place = value;
  }
  return result;
}
