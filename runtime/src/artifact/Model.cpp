// Model.cpp: a loaded artifact that can be called.
#include "artifact/Match.h"
#include "core/Program.h"
#include "objects/Containers.h"
#include "objects/Str.h"
#include "tensor/Tensor.h"
#include "text/Text.h"

#include <lith/random.h>

#include <algorithm>
#include <cstring>
#include <mutex>
#include <unordered_map>

using namespace lith;

namespace {

// Native code of one program, loaded by its first call.
struct Code {
  std::once_flag once;
  std::shared_ptr<const Executable> executable;
  std::string error;
};

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

// Another tensor of the same elements, a parameter where `value` is one.
lith_value copyOfTensor(lith_value value) {
  lith_value copy = box(cloneTensor(nullptr, as<lith_tensor>(value)));
  objectOf(copy)->flags = objectOf(value)->flags;
  return copy;
}

// A tensor as `like`, over the memory of `base`.
lith_value viewOf(lith_value base, const WeightView &view, lith_value like) {
  auto *shape = as<lith_tensor>(like);
  lith_tensor *made =
      viewTensor(nullptr, as<lith_tensor>(base), {shape->sizes, shape->head.rank}, view.strides, 0);
  made->head.dtype = shape->head.dtype;
  made->data += view.offset;
  lith_value value = box(made);
  objectOf(value)->flags = objectOf(like)->flags;
  return value;
}

// What a program does to what is outside of it.
struct Effects {
  std::vector<lith_value> mirrored;                  ///< lists and dicts of the caller, borrowed
  std::vector<std::pair<size_t, lith_value>> stored; ///< number of an input, what it is from now on
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

} // namespace

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
  }
  ~State() {
    for (size_t i = 0; i < weights.size(); ++i)
      if (own[i])
        release(nullptr, weights[i]);
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
  std::vector<std::string> methods;
  std::mutex mutex; ///< of all below, and of compiling
  std::shared_ptr<Shared> newest;
  std::vector<std::shared_ptr<const ArtifactData>> kept; ///< calls may still name their programs
};

Model::Model(std::shared_ptr<Shared> shared, std::shared_ptr<Grower> grower)
    : shared(std::move(shared)), state(std::make_unique<State>(*this->shared)),
      grower(std::move(grower)) {}
Model::~Model() = default;

std::shared_ptr<Model> Model::load(const std::string &path, const Recompile &recompile,
                                   ArtifactStatus &status, std::string &message) {
  auto shared = std::make_shared<Shared>();
  shared->data = openArtifact(path, status, message);
  if (!shared->data)
    return nullptr;
  std::string missing, lacks;
  bool any = shared->data->programs.empty(), otherRuntime = false;
  for (const ArtifactProgram &program : shared->data->programs) {
    bool fits = processorHas(program.target, lacks);
    shared->runnable.push_back(fits && program.abi == LITH_ABI_VERSION);
    any = any || shared->runnable.back();
    missing = missing.empty() ? lacks : missing;
    otherRuntime = otherRuntime || program.abi != LITH_ABI_VERSION;
  }
  if (!any && !recompile) {
    status = otherRuntime ? ArtifactStatus::OtherVersion : ArtifactStatus::OtherProcessor;
    message = "'" + path + "' holds code for another " +
              (otherRuntime ? "version of the runtime" : "processor: this one lacks " + missing) +
              "; where the compiler is installed it is compiled again";
    return nullptr;
  }
  shared->recompile = recompile;
  shared->prepare();
  return std::shared_ptr<Model>(new Model(std::move(shared)));
}

std::shared_ptr<Model> Model::of(std::shared_ptr<const ArtifactData> data) {
  auto shared = std::make_shared<Shared>();
  shared->data = std::move(data);
  shared->runnable.assign(shared->data->programs.size(), true);
  shared->prepare();
  return std::shared_ptr<Model>(new Model(std::move(shared)));
}

std::shared_ptr<Model> Model::growing(Specialise specialise,
                                      std::shared_ptr<const ArtifactData> data,
                                      std::vector<std::string> methods) {
  auto grower = std::make_shared<Grower>();
  grower->specialise = std::move(specialise);
  grower->methods = std::move(methods);
  auto shared = std::make_shared<Shared>();
  shared->data = std::move(data);
  grower->newest = shared;
  return std::shared_ptr<Model>(new Model(std::move(shared), std::move(grower)));
}

std::shared_lock<std::shared_mutex> Model::reading() const {
  std::shared_lock lock(growth, std::defer_lock);
  if (grower)
    lock.lock();
  return lock;
}

std::shared_ptr<const ArtifactData> Model::data() const {
  auto lock = reading();
  return shared->data;
}

std::shared_ptr<Model> Model::instance() const {
  auto lock = reading();
  return std::shared_ptr<Model>(new Model(shared, grower));
}

void Model::adopt(std::shared_ptr<Shared> newer) const {
  std::unique_lock lock(growth);
  auto grown = std::make_unique<State>(*newer);
  grown->take(*state, *newer->data);
  state = std::move(grown); // before the weights that it may share
  shared = std::move(newer);
}

bool Model::hasMethod(const std::string &method) const {
  if (grower && (method.empty() || std::ranges::count(grower->methods, method)))
    return true;
  return std::ranges::count(data()->programs, method, &ArtifactProgram::method) != 0;
}

lith_value Model::weight(size_t index) const {
  auto lock = reading();
  std::lock_guard writing(state->mutex);
  return copyOfTensor(state->weights[index]);
}

bool Model::setWeight(size_t index, lith_value tensor, std::string &error) const {
  auto lock = reading();
  std::lock_guard writing(state->mutex);
  auto *given = as<lith_tensor>(tensor), *known = as<lith_tensor>(state->weights[index]);
  bool fits = tensor.tag == LITH_TENSOR && given->head.dtype == known->head.dtype &&
              given->head.rank == known->head.rank &&
              std::equal(given->sizes, given->sizes + given->head.rank, known->sizes);
  if (!fits) {
    error = "'" + shared->data->weights[index].name + "' has another dtype or other sizes";
    return false;
  }
  if (!state->own[index]) {
    lith_value copy = copyOfTensor(state->weights[index]);
    state->put(index, copy);
  }
  copyElements(as<lith_tensor>(state->weights[index]), given);
  return true;
}

Model::Growth Model::grow(const std::string &method, std::span<const lith_value> positional,
                          std::span<const NamedValue> keywords, CallFailure &failure) const {
  if (!grower)
    return Growth::None;
  std::lock_guard lock(grower->mutex);
  bool isOld = data() != grower->newest->data;
  if (!isOld) {
    std::string error;
    auto made = grower->specialise(method, positional, keywords, error);
    if (!made) {
      failure.kind = CallFailure::Kind::Refused;
      failure.message = std::move(error);
      return Growth::Refused;
    }
    auto newer = std::make_shared<Shared>();
    newer->data = std::move(made);
    newer->runnable.assign(newer->data->programs.size(), true);
    newer->prepare(grower->newest.get());
    grower->kept.push_back(newer->data);
    grower->newest = std::move(newer);
  }
  adopt(grower->newest);
  return isOld ? Growth::Adopted : Growth::Compiled;
}

namespace {

void refuse(CallFailure &failure, std::string message) {
  failure.kind = CallFailure::Kind::Mismatch;
  failure.message = std::move(message);
}

// Makes results independent of constants and weights, which go with the program: what is shared of
// them is copied, once each, so that one object stays one object.
class Detacher {
public:
  ~Detacher() {
    for (lith_value value : replaced)
      release(nullptr, value);
  }

  /// Whether it goes with the program.
  static bool isShared(lith_value value) {
    return objectOf(value)->refs < 0 ||
           (value.tag == LITH_TENSOR && as<lith_tensor>(value)->storage->head.refs < 0);
  }

  /// Takes the value over and gives the one to use instead, owned by the caller.
  lith_value detach(lith_value value) {
    lith_value result = detachOne(value);
    while (!pending.empty()) {
      lith_value next = pending.back();
      pending.pop_back();
      detachParts(next);
    }
    return result;
  }

  void detach(lith_exception *exception) {
    for (; exception; exception = exception->cause) {
      if (exception->args)
        exception->args = as<lith_tuple>(detach(box(exception->args)));
      if (exception->attributes)
        exception->attributes = as<lith_record>(detach(box(exception->attributes)));
      detach(exception->context);
    }
  }

private:
  /// The same, and its parts later: structures may be deep.
  lith_value detachOne(lith_value value) {
    if (!isReference(value))
      return value;
    auto [known, isNew] = done.try_emplace(objectOf(value), value);
    if (!isNew && known->second.bits == value.bits)
      return value;
    if (!isShared(value)) {
      pending.push_back(value);
      return value;
    }
    replaced.push_back(value); // its address stays its own
    if (isNew) {
      lith_value copy = copyOf(value);
      done[objectOf(value)] = copy;
      if (copy.bits != value.bits)
        pending.push_back(copy);
      return copy;
    }
    return retained(known->second);
  }

  void detachAll(lith_value *values, int64_t count) {
    for (int64_t i = 0; i < count; ++i)
      values[i] = detachOne(values[i]);
  }

  static lith_value copyOf(lith_value value) {
    switch (value.tag) {
    case LITH_TENSOR:
      return copyOfTensor(value);
    case LITH_STR:
      return boxStr(nullptr, textOf(value));
    case LITH_BYTES:
      return box(makeBytes(nullptr, bytesOf(value)));
    case LITH_COMPLEX:
      return box(
          lith_rt_complex_new(nullptr, as<lith_complex>(value)->re, as<lith_complex>(value)->im));
    case LITH_TUPLE:
      return box(makeTuple(nullptr, as<lith_tuple>(value)->items, as<lith_tuple>(value)->length));
    case LITH_RANGE: {
      auto *range = as<lith_range>(value);
      return lith_rt_range_new(nullptr, range->start, range->stop, range->step);
    }
    case LITH_SLICE:
      return lith_rt_slice_new(nullptr, 3, &as<lith_slice>(value)->start);
    case LITH_SET:
      return box(copySet(nullptr, as<lith_set>(value), objectOf(value)->flags & 1));
    default:
      return value;
    }
  }

  void detachParts(lith_value value) {
    switch (value.tag) {
    case LITH_LIST:
      return detachAll(as<lith_list>(value)->items, as<lith_list>(value)->length);
    case LITH_TUPLE:
      return detachAll(as<lith_tuple>(value)->items, as<lith_tuple>(value)->length);
    case LITH_SLICE:
      return detachAll(&as<lith_slice>(value)->start, 3);
    case LITH_DICT:
      for (int64_t i = 0; i < as<lith_dict>(value)->fill; ++i)
        detachAll(&as<lith_dict>(value)->entries[i].key, 2);
      return;
    case LITH_SET:
      for (int64_t i = 0; as<lith_set>(value)->table && i <= as<lith_set>(value)->mask; ++i)
        as<lith_set>(value)->table[i].key = detach(as<lith_set>(value)->table[i].key);
      return;
    case LITH_RECORD:
      return detachAll(as<lith_record>(value)->fields, as<lith_record>(value)->count);
    case LITH_CELL:
      return detachAll(&as<lith_cell>(value)->value, 1);
    case LITH_EXCEPTION:
      return detach(as<lith_exception>(value));
    default:
      return;
    }
  }

  std::unordered_map<const lith_object *, lith_value> done; ///< object -> what it became
  std::vector<lith_value> replaced, pending;
};

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

// Runs one program on flat inputs that match it.
lith_value runProgram(const Executable &executable, const ArtifactData &data,
                      const ArtifactProgram &program, std::span<const lith_value> leaves,
                      std::span<const lith_value> weights, const Model::Print &print,
                      CallFailure &failure, Effects &effects) {
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

} // namespace

namespace {

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
  lith_value result =
      runProgram(*executable, data, program, leaves, state->weights, print, failure, effects);
  for (auto [input, value] : effects.stored) {
    lith_value &place = state->weights[static_cast<size_t>(program.inputs[input].index)];
    if (program.inputs[input].kind == Binding::Kind::Number) {
      std::memcpy(as<lith_tensor>(place)->data, &value.bits, sizeof value.bits);
      continue;
    }
    release(nullptr, place);
    place = value;
  }
  return result;
}
