// Beside.cpp: see Beside.h.
#include "artifact/Beside.h"

#include "artifact/Load.h"
#include "module/Module.h"

#include <nanobind/stl/string.h>

#include <cstring>
#include <filesystem>

namespace nb = nanobind;

namespace lith::python {

namespace {

Constant constantFor(nb::handle object, const std::string &what) {
  AnyImporter importer(nullptr, false, false);
  lith_value value = importer.toLith(object.ptr());
  if (value.tag == LITH_NULL) {
    if (PyErr_Occurred())
      throw nb::python_error();
    throw nb::value_error((what + " is not one that a file can hold").c_str());
  }
  Constant constant;
  bool isMade = constantOf(value, nullptr, constant);
  lith_value_release(value);
  if (!isMade)
    throw nb::value_error((what + " is not one that a file can hold").c_str());
  return constant;
}

Example exampleOf(nb::handle given, const std::string &what) {
  Example example;
  example.method = nb::cast<std::string>(given[0]);
  for (nb::handle argument : nb::tuple(given[1]))
    example.positional.push_back(constantFor(argument, "an argument of " + what));
  for (auto [name, argument] : nb::dict(given[2]))
    example.keywords.emplace_back(nb::cast<std::string>(name),
                                  constantFor(argument, "an argument of " + what));
  return example;
}

void addExamples(ArtifactData &data, nb::list given) {
  if (given.size() == 0)
    return;
  auto model = Model::of(std::make_shared<ArtifactData>(data));
  for (size_t i = 0; i < given.size(); ++i) {
    std::string what = "example " + std::to_string(i), error;
    Example example = exampleOf(given[i], what);
    bool isRun;
    {
      nb::gil_scoped_release release;
      isRun = runExample(*model, example, example.result, error);
    }
    if (!isRun)
      throw nb::value_error((what + " cannot be kept: " + error).c_str());
    data.examples.push_back(std::move(example));
  }
}

bool isSame(const Constant &a, const Constant &b) {
  return a.dtype == b.dtype && a.sizes == b.sizes &&
         (a.dataBytes() == 0 || std::memcmp(a.data, b.data, size_t(a.dataBytes())) == 0);
}

void referTo(ArtifactData &data, const std::string &path, const std::string &folder) {
  ArtifactStatus status;
  std::string message;
  std::shared_ptr<const TensorFile> tensors = openTensors(path, status, message);
  if (!tensors) {
    raiseArtifactError(status, message, path);
    throw nb::python_error();
  }
  std::vector<bool> isOutside(data.weights.size());
  auto refer = [&](size_t weight, const std::string &name) {
    auto found = tensors->find(name);
    if (isOutside[weight] || found == tensors->end() ||
        !isSame(found->second, data.weights[weight]))
      return;
    isOutside[weight] = true;
    std::filesystem::path file = std::filesystem::absolute(found->second.name);
    data.outside.push_back(
        {int32_t(weight), file.lexically_proximate(folder).string(), name, hashOf(found->second)});
  };
  for (const StateName &each : data.state)
    refer(size_t(each.weight), each.name);
  for (size_t i = 0; i < data.weights.size(); ++i)
    refer(i, data.weights[i].name);
  if (data.outside.empty())
    throw nb::value_error(("no weight of the program is in '" + path + "'").c_str());
}

/// An object against the result of an example, as `verify` has it.
nb::tuple compareWith(const Model &model, size_t example, nb::handle result) {
  Constant given = constantFor(result, "what eager gives for example " + std::to_string(example));
  return tupleOf(compareResults(model.data()->examples.at(example).result, given));
}

} // namespace

void addBeside(ArtifactData &data, nb::dict beside) {
  addExamples(data, nb::list(beside["examples"]));
  if (!beside["weights"].is_none())
    referTo(data, nb::cast<std::string>(beside["weights"]),
            nb::cast<std::string>(beside["folder"]));
}

void bindExamples(nb::module_ &m) {
  m.def("compare_example", compareWith, nb::arg("model"), nb::arg("example"),
        nb::arg("result").none());
}

} // namespace lith::python
