// ModelWeights.cpp: the weights of a model as they are now, one by one and as files.
#include "artifact/Layout.h"
#include "artifact/Mapping.h"
#include "artifact/ModelState.h"
#include "artifact/Weights.h"

#include <algorithm>

using namespace lith;

lith_value Model::weight(size_t index) const {
  auto lock = reading();
  std::lock_guard writing(state->mutex);
  return copyOfTensor(state->weights[index]);
}

lith_value Model::value(size_t index) const {
  auto lock = reading();
  std::lock_guard writing(state->mutex);
  return retained(state->values[index]);
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

bool Model::setState(const TensorFile &tensors, std::string &error) const {
  std::shared_ptr<const ArtifactData> known = data();
  std::set<int32_t> given;
  for (const StateName &each : known->state)
    if (tensors.count(each.name))
      given.insert(each.weight);
  auto note = [&](const std::string &what) { error += (error.empty() ? "" : "; ") + what; };
  if (known->state.empty())
    note("the program has no state: it was saved frozen, or is of a function");
  std::set<std::string> names;
  for (const StateName &each : known->state) {
    names.insert(each.name);
    const Constant &weight = known->weights[size_t(each.weight)];
    auto found = tensors.find(each.name);
    if (found == tensors.end()) {
      if (each.kind != StateName::Kind::OtherBuffer && !given.count(each.weight))
        note("'" + each.name + "' is missing"); // and so is what shares its weight
    } else if (found->second.dtype != weight.dtype || found->second.sizes != weight.sizes) {
      note("'" + each.name + "' has another dtype or other sizes");
    }
  }
  for (const auto &[name, tensor] : tensors)
    if (!names.count(name))
      note("the program has no '" + name + "'");
  for (const StateName &each : known->state) {
    auto found = tensors.find(each.name);
    if (!error.empty() || found == tensors.end())
      continue;
    OwnedValue value(nullptr, makeConstant(nullptr, found->second));
    setWeight(size_t(each.weight), value.get(), error);
  }
  return error.empty();
}

ArtifactStatus Model::saveState(const std::string &path, std::string &message) const {
  std::shared_ptr<const ArtifactData> known = data();
  WeightsWriter writer(1);
  std::vector<lith_value> copies;
  for (const StateName &each : known->state) {
    if (each.kind == StateName::Kind::OtherBuffer)
      continue;
    OwnedValue now(nullptr, weight(size_t(each.weight)));
    copies.push_back(box(copyInOrder(nullptr, as<lith_tensor>(now.get()))));
    Constant tensor = known->weights[size_t(each.weight)];
    tensor.name = each.name;
    tensor.data = as<lith_tensor>(copies.back())->data;
    writer.place(tensor);
  }
  std::string header = writer.header();
  ArtifactStatus status = writeFile(path, message, [&](int file) {
    return put(file, header.data(), header.size()) &&
           std::ranges::all_of(writer.pieces(), [&](const WeightsWriter::Piece &piece) {
             return put(file, piece.data, piece.bytes);
           });
  });
  for (lith_value copy : copies)
    release(nullptr, copy);
  return status;
}
