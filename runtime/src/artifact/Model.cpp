// Model.cpp: a loaded artifact: its weights, its state, and how it grows.
#include "artifact/ModelState.h"

#include <algorithm>
#include <utility>

using namespace lith;

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

std::shared_ptr<Model> Model::growing(Specialise specialise, Prepare prepare,
                                      std::shared_ptr<const ArtifactData> data,
                                      std::vector<std::string> methods) {
  auto grower = std::make_shared<Grower>();
  grower->specialise = std::move(specialise);
  grower->prepare = std::move(prepare);
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

std::shared_ptr<const ArtifactData> Model::prepare(const FileOptions &options,
                                                   std::string &error) const {
  auto made = std::make_shared<ArtifactData>(*data());
  if (options.strip)
    made->sources.clear();
  if (grower && !grower->prepare(*made, options, error))
    return nullptr;
  if (grower || options.targets.empty())
    return made;
  error = "code for a target is made where the program is compiled";
  return nullptr;
}

std::shared_ptr<Model> Model::instance() const {
  auto lock = reading();
  return std::shared_ptr<Model>(new Model(shared, grower));
}

// What it had is dropped without the lock: memory of others may wait for what a caller holds.
void Model::adopt(std::shared_ptr<Shared> newer) const {
  std::shared_ptr<Shared> weights;
  std::unique_ptr<State> before; // goes before the weights that it may share
  auto grown = std::make_unique<State>(*newer);
  std::unique_lock lock(growth);
  grown->take(*state, *newer->data);
  before = std::exchange(state, std::move(grown));
  weights = std::exchange(shared, std::move(newer));
}

bool Model::hasMethod(const std::string &method) const {
  if (grower && (method.empty() || std::ranges::count(grower->methods, method)))
    return true;
  return std::ranges::count(data()->programs, method, &ArtifactProgram::method) != 0;
}

Model::Growth Model::grow(const std::string &method, std::span<const lith_value> positional,
                          std::span<const NamedValue> keywords, CallFailure &failure) const {
  if (!grower)
    return Growth::None;
  std::lock_guard lock(grower->mutex);
  CallFailure mismatch;
  if (takes(method, positional, keywords, mismatch))
    return Growth::Adopted; // another thread had waited for the same
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
