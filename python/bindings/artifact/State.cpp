// State.cpp: the tensors and numbers that a loaded program keeps, in the module _lith.
#include "artifact/Load.h"
#include "module/Module.h"

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

namespace nb = nanobind;

namespace lith::python {

namespace {

/// Each as (name, kind, weight).
nb::list statesOf(const Model &model) {
  nb::list all;
  auto data = model.data();
  for (const StateName &each : data->state)
    all.append(nb::make_tuple(each.name, int(each.kind), each.weight));
  return all;
}

/// (dtype, sizes) of a weight.
nb::tuple shapeOf(const Model &model, size_t weight) {
  auto data = model.data();
  nb::list sizes;
  for (int64_t size : data->weights.at(weight).sizes)
    sizes.append(size);
  return nb::make_tuple(dtypeName(data->weights[weight].dtype), nb::tuple(sizes));
}

nb::object exported(lith_value value) {
  AnyImporter none(nullptr, false, false);
  AnyExporter exporter({}, none);
  PyObject *made = exporter.toPythonOnly(value);
  lith_value_release(value);
  if (!made)
    throw nb::python_error();
  return nb::steal(made);
}

/// What `read` reads of the state. A call that has it may need the interpreter.
template <typename Read> nb::object readState(Read read) {
  lith_value value;
  {
    nb::gil_scoped_release release;
    value = read();
  }
  return exported(value);
}

nb::object weightOf(const Model &model, size_t weight) {
  return readState([&] { return model.weight(weight); });
}

void setWeight(const Model &model, size_t weight, nb::handle tensor) {
  AnyImporter importer(nullptr, false, false);
  lith_value value = importer.toLith(tensor.ptr());
  if (value.tag == LITH_NULL)
    throw nb::python_error();
  std::string error;
  bool fits;
  {
    nb::gil_scoped_release release; // see readState
    fits = model.setWeight(weight, value, error);
  }
  lith_value_release(value);
  if (!fits)
    throw nb::value_error(error.c_str());
}

nb::object savedAttribute(const Model &model, const std::string &name) {
  auto data = model.data();
  for (size_t i = 0; i < data->values.size(); ++i)
    if (int32_t known = data->values[i].attribute;
        known >= 0 && data->attributes.at(size_t(known)).name == name)
      return readState([&] { return model.value(i); });
  for (const Attribute &each : data->attributes)
    if (each.name == name)
      return each.weight >= 0 ? weightOf(model, size_t(each.weight)).attr("item")()
                              : exported(makeConstant(nullptr, each.constant));
  throw nb::key_error(name.c_str());
}

nb::dict dictOf(const std::map<std::string, std::string> &texts, bool asBytes) {
  nb::dict made;
  for (const auto &[name, text] : texts)
    made[name.c_str()] = asBytes ? nb::object(nb::bytes(text.data(), text.size()))
                                 : nb::object(nb::str(text.data(), text.size()));
  return made;
}

} // namespace

void bindState(nb::module_ &m) {
  m.def("states", statesOf, nb::arg("model"));
  m.def("shape_of", shapeOf, nb::arg("model"), nb::arg("weight"));
  m.def("weight", weightOf, nb::arg("model"), nb::arg("weight"));
  m.def("set_weight", setWeight, nb::arg("model"), nb::arg("weight"), nb::arg("tensor"));
  m.def("attribute", savedAttribute, nb::arg("model"), nb::arg("name"));
  m.def("metadata", [](const Model &model) { return dictOf(model.data()->metadata, false); });
  m.def("extra_files", [](const Model &model) { return dictOf(model.data()->extraFiles, true); });
}

} // namespace lith::python
