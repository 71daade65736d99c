// ModelState.h: what a Model shares with its instances, and what each has of its own.
#ifndef LITH_ARTIFACT_MODELSTATE_H
#define LITH_ARTIFACT_MODELSTATE_H

#include "artifact/Detach.h"
#include "artifact/Values.h"
#include "core/Program.h"
#include "tensor/Tensor.h"

#include <lith/artifact.h>

#include <mutex>

namespace lith {

/// Native code of one program, loaded by its first call.
struct Code {
  std::once_flag once;
  std::shared_ptr<const Executable> executable;
  std::string error;
};

/// A tensor as `like`, over the memory of `base`.
inline lith_value viewOf(lith_value base, const WeightView &view, lith_value like) {
  auto *shape = as<lith_tensor>(like);
  lith_tensor *made =
      viewTensor(nullptr, as<lith_tensor>(base), {shape->sizes, shape->head.rank}, view.strides, 0);
  made->head.dtype = shape->head.dtype;
  made->data += view.offset;
  lith_value value = box(made);
  objectOf(value)->flags = objectOf(like)->flags;
  return value;
}

struct Model::Shared {
  std::shared_ptr<const ArtifactData> data;
  std::vector<std::shared_ptr<Code>> codes; ///< of each program
  std::vector<bool> runnable;               ///< native code is for this processor and runtime
  Recompile recompile;
  std::vector<lith_value> weights; ///< immortal: shared by all instances and threads
  bool writesState = false;

  ~Shared() {
    for (lith_value weight : weights) {
      setRefs(weight, 1);
      release(nullptr, weight);
    }
  }

  static void setRefs(lith_value weight, int32_t refs) {
    objectOf(weight)->refs = as<lith_tensor>(weight)->storage->head.refs = refs;
  }

  /// Of data without any yet; programs that `before` has too keep their loaded code.
  void prepare(const Shared *before = nullptr) {
    if (before)
      codes = before->codes;
    while (codes.size() < data->programs.size())
      codes.push_back(std::make_shared<Code>());
    makeWeights();
  }

  void makeWeights() {
    for (const Constant &constant : data->weights) {
      size_t i = weights.size();
      weights.push_back(makeConstant(nullptr, constant));
      setRefs(weights.back(), ImmortalRefs);
      objectOf(weights.back())->flags =
          static_cast<uint8_t>((data->weightsParameter[i] ? LITH_TENSOR_PARAMETER : 0) |
                               (data->weightsGrad[i] ? LITH_TENSOR_REQUIRES_GRAD : 0));
    }
    for (bool written : data->weightsWritten)
      writesState = writesState || written;
    writesState = writesState || !data->values.empty();
  }

  const Executable *executable(size_t index, std::string &error) {
    Code &code = *codes[index];
    std::call_once(code.once, [&] {
      const ArtifactProgram &program = data->programs[index];
      std::shared_ptr<const Image> image = program.image;
      if (!runnable[index]) {
        auto own = std::make_shared<Image>(*image);
        if (!recompile || !recompile(program.bytecode, *own, code.error))
          return;
        image = std::move(own);
      }
      code.executable = Executable::load(std::move(image), code.error);
    });
    error = code.error;
    return code.executable.get();
  }
};

struct Model::State {
  std::mutex mutex;
  std::vector<lith_value> weights; ///< as in Shared, copies where the program writes
  std::vector<bool> own;
  std::vector<lith_value> values; ///< ArtifactData::values

  explicit State(const Shared &shared) : weights(shared.weights), own(weights.size()) {
    for (size_t i = 0; i < weights.size(); ++i)
      if (shared.data->weightsWritten[i]) {
        weights[i] = copyOfTensor(weights[i]);
        own[i] = true;
      }
    for (const WeightView &view : shared.data->views) {
      auto i = static_cast<size_t>(view.weight);
      lith_value viewed = viewOf(weights[static_cast<size_t>(view.base)], view, shared.weights[i]);
      if (own[i])
        release(nullptr, weights[i]);
      weights[i] = viewed;
      own[i] = true;
    }
    for (const StateValue &each : shared.data->values)
      values.push_back(ValueMaker().make(each.constant));
  }
  ~State() {
    for (size_t i = 0; i < weights.size(); ++i)
      if (own[i])
        release(nullptr, weights[i]);
    for (lith_value value : values)
      release(nullptr, value);
  }

  /// What programs have written so far, of a state of fewer programs.
  void take(const State &before, const ArtifactData &data) {
    std::vector<bool> isView(weights.size());
    for (const WeightView &view : data.views)
      isView[static_cast<size_t>(view.weight)] = true;
    for (size_t i = 0; i < before.weights.size(); ++i) {
      if (!before.own[i])
        continue;
      if (isView[i])
        copyElements(as<lith_tensor>(weights[i]), as<lith_tensor>(before.weights[i]));
      else
        put(i, retained(before.weights[i]));
    }
    for (size_t i = 0; i < before.values.size(); ++i) {
      release(nullptr, values[i]);
      values[i] = retained(before.values[i]);
    }
  }

  /// Takes the value over.
  void put(size_t i, lith_value value) {
    if (own[i])
      release(nullptr, weights[i]);
    weights[i] = value;
    own[i] = true;
  }
};

/// What the instances of a model that grows share.
struct Model::Grower {
  Specialise specialise;
  Prepare prepare;
  std::vector<std::string> methods;
  std::mutex mutex; ///< of all below, and of compiling
  std::shared_ptr<Shared> newest;
  std::vector<std::shared_ptr<const ArtifactData>> kept; ///< calls may still name their programs
};

} // namespace lith

#endif // LITH_ARTIFACT_MODELSTATE_H
