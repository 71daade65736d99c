// Save.cpp: from programs of the compiler, which name objects of Python, to
// programs of an artifact, which hold all that they need.
#include "artifact/Save.h"

#include "call/Exchange.h"
#include "call/Path.h"

#include <algorithm>
#include <bit>

namespace lith::python {

using artifact::CannotSave;

namespace {

std::string textOf(PyObject *object, const char *attribute) {
  Ref value = Ref::steal(PyObject_GetAttrString(object, attribute));
  const char *text =
      value && PyUnicode_Check(value.get()) ? PyUnicode_AsUTF8(value.get()) : nullptr;
  std::string result = text ? text : "";
  PyErr_Clear();
  return result;
}

/// The Python function behind a callable, and whether its first parameter is bound.
PyObject *functionOf(PyObject *target, bool &bound) {
  bound = PyMethod_Check(target) || !PyFunction_Check(target);
  if (PyFunction_Check(target))
    return target;
  if (PyMethod_Check(target))
    return PyMethod_GET_FUNCTION(target);
  bool isModule = torchTypes().loaded() && PyObject_TypeCheck(target, torchTypes().module);
  Ref name = Ref::steal(PyUnicode_FromString(isModule ? "forward" : "__call__"));
  PyObject *found = lookupInType(Py_TYPE(target), name.get());
  return found ? behindWrapper(found) : nullptr;
}

void dropReference(const void *object) {
  if (!Py_IsInitialized())
    return;
  PyGILState_STATE state = PyGILState_Ensure();
  Py_DECREF(static_cast<PyObject *>(const_cast<void *>(object)));
  PyGILState_Release(state);
}

} // namespace

ArtifactBuilder::ArtifactBuilder(CPythonHost &host, PyObject *target) : Saver(host), host(host) {
  data.name = textOf(target, "__qualname__");
  if (data.name.empty())
    data.name = textOf(reinterpret_cast<PyObject *>(Py_TYPE(target)), "__qualname__");
  bool bound = false;
  PyObject *function = functionOf(target, bound);
  if (!function || !PyFunction_Check(function))
    return;
  takeFormals(host.handle(function), bound);
}

Constant ArtifactBuilder::tensorConstant(PyObject *tensor) {
  Ref detached = Ref::steal(PyObject_CallMethod(tensor, "detach", nullptr));
  Ref contiguous =
      detached ? Ref::steal(PyObject_CallMethod(detached.get(), "contiguous", nullptr)) : Ref();
  TensorView view;
  if (!contiguous || !viewTensor(contiguous.get(), view)) {
    PyErr_Clear();
    throw CannotSave("a tensor that is not strided, or not on the CPU, cannot be saved");
  }
  Constant constant;
  constant.tag = LITH_TENSOR;
  constant.dtype = lith_dtype(view.dtype);
  constant.sizes.assign(view.tensor.shape, view.tensor.shape + view.tensor.ndim);
  constant.data = static_cast<char *>(view.tensor.data) + view.tensor.byte_offset;
  constant.owner = std::shared_ptr<const void>(contiguous.release(), dropReference);
  return constant;
}

host::Handle ArtifactBuilder::objectAt(const contract::Path &path) {
  Ref object = NativePath(path).walk({nullptr, 0}, nullptr);
  return object ? host.handle(object.get()) : nullptr;
}

std::string ArtifactBuilder::nameOf(const contract::Path &path) {
  return NativePath(path).text({});
}

void ArtifactBuilder::addWeight(Constant constant, bool isWritten) {
  data.weights.push_back(std::move(constant));
  data.weightsWritten.push_back(isWritten);
  data.weightsParameter.push_back(false);
  data.weightsGrad.push_back(false);
}

int32_t ArtifactBuilder::weightOf(const contract::Input &input) {
  Ref tensor = NativePath(input.path).walk({nullptr, 0}, nullptr);
  if (!tensor || !isTorchTensor(tensor.get()))
    throw CannotSave("a saved program can hold tensors of the outside only: " + nameOf(input.path));
  auto [found, isNew] = weights.try_emplace(tensor.get(), int32_t(data.weights.size()));
  if (isNew) {
    Constant constant = tensorConstant(tensor.get());
    constant.name = input.name.empty() ? nameOf(input.path) : input.name;
    addWeight(std::move(constant), false);
    data.weightsParameter.back() = Py_IS_TYPE(tensor.get(), torchTypes().parameter);
    data.weightsGrad.back() = requiresGrad(tensor.get());
    host.handle(tensor.get()); // its address names it until the artifact is written
  }
  names[found->second].insert(nameOf(input.path));
  if (input.written || input.replaced)
    data.weightsWritten[size_t(found->second)] = true;
  if (input.replaced)
    replaced.insert(found->second);
  return found->second;
}

// Places that follow one another in memory, each of which meets one before it.
static std::vector<std::span<const contract::Place>>
groupsThatMeet(std::span<const contract::Place> places) {
  std::vector<std::span<const contract::Place>> groups;
  for (size_t first = 0, last; first < places.size(); first = last) {
    const char *end = places[first].end;
    for (last = first + 1; last < places.size() && places[last].begin < end; ++last)
      end = std::max(end, places[last].end);
    groups.push_back(places.subspan(first, last - first));
  }
  return groups;
}

void ArtifactBuilder::shareMemory() {
  std::vector<contract::Place> places;
  for (auto [tensor, weight] : weights) {
    contract::Place place = contract::placeOf(host, std::to_string(weight), host.handle(tensor));
    if (place.begin)
      places.push_back(std::move(place));
  }
  std::sort(places.begin(), places.end(), [](const contract::Place &a, const contract::Place &b) {
    return std::tie(a.begin, a.path) < std::tie(b.begin, b.path);
  });
  for (std::span<const contract::Place> group : groupsThatMeet(places))
    if (group.size() > 1 && std::any_of(group.begin(), group.end(), [&](const auto &place) {
          return data.weightsWritten[size_t(weightAt(place))];
        }))
      addViews(group);
}

int32_t ArtifactBuilder::weightAt(const contract::Place &place) const {
  return weights.at(object(place.tensor));
}

void ArtifactBuilder::addViews(std::span<const contract::Place> group) {
  host::TensorInfo first = host.tensor(group.front().tensor);
  // Elements of any dtype are aligned in it as they are in the storage.
  int64_t before = first.storageOffset * dtypeBytes(first.dtype) % 16;
  const char *begin = group.front().begin - before, *end = begin;
  auto base = int32_t(data.weights.size());
  for (const contract::Place &place : group) {
    WeightView view{weightAt(place), base, place.begin - begin, host.tensor(place.tensor).strides};
    data.views.push_back(std::move(view));
    end = std::max(end, place.end);
  }
  Constant memory;
  memory.tag = LITH_TENSOR;
  memory.dtype = LITH_UINT8;
  memory.sizes = {end - begin};
  memory.data = begin;
  PyObject *owner = Py_NewRef(object(group.front().tensor));
  memory.owner = std::shared_ptr<const void>(owner, dropReference);
  memory.name = "memory of " + data.weights[size_t(weightAt(group.front()))].name;
  addWeight(std::move(memory), true);
}

int32_t ArtifactBuilder::numberOf(const contract::Path &path, host::Handle number) {
  auto [found, isNew] = numbers.try_emplace(nameOf(path), int32_t(data.weights.size()));
  if (!isNew)
    return found->second;
  bool isInt = host.kind(number) == host::Kind::Int;
  auto bits = std::make_shared<int64_t>(isInt ? *host.asInt(number)
                                              : std::bit_cast<int64_t>(host.asFloat(number)));
  Constant constant;
  constant.tag = LITH_TENSOR;
  constant.dtype = isInt ? LITH_INT64 : LITH_FLOAT64;
  constant.data = reinterpret_cast<const char *>(bits.get());
  constant.owner = bits;
  constant.name = found->first;
  addWeight(std::move(constant), true);
  return found->second;
}

void ArtifactBuilder::addSources(const Image &image) {
  Ref linecache = Ref::steal(PyImport_ImportModule("linecache"));
  Ref empty = Ref::steal(PyUnicode_FromString(""));
  for (const Location &location : image.locations) {
    if (location.file < 0)
      continue;
    const std::string &file = image.strings[size_t(location.file)];
    if (data.sources.count(file))
      continue;
    Ref lines = Ref::steal(PyObject_CallMethod(linecache.get(), "getlines", "s", file.c_str()));
    Ref text = lines ? Ref::steal(PyUnicode_Join(empty.get(), lines.get())) : Ref();
    const char *bytes = text ? PyUnicode_AsUTF8(text.get()) : nullptr;
    data.sources[file] = bytes ? bytes : "";
    PyErr_Clear();
  }
}

bool ArtifactBuilder::add(const contract::Request &request, contract::Program program) {
  ArtifactProgram added = save(request, program);
  Places own;
  for (const contract::Guard &guard : program.guards)
    if (guard.path.root && guard.kind == contract::Guard::Kind::Equal)
      own.fixed.push_back(guard.path);
  own.dropped = std::move(program.dropped);
  for (const contract::Guard &guard : program.guards) {
    if (!guard.path.root)
      continue;
    own.read.push_back(guard.path);
    for (const std::string &name : guard.names) {
      own.read.push_back(guard.path);
      own.read.back().steps.push_back({contract::Step::Kind::Attribute, name, 0, nullptr});
    }
  }
  for (const contract::Input &input : program.inputs)
    if (input.path.root)
      own.read.push_back(input.path);
  places.push_back(std::move(own));
  addSources(*added.image);
  data.programs.push_back(std::move(added));
  return !data.programs.back().relations.empty();
}

ArtifactData ArtifactBuilder::finish() {
  for (int32_t weight : replaced)
    if (names[weight].size() > 1)
      throw CannotSave("a tensor that has several names is replaced: " + *names[weight].begin());
  std::set<std::string> dropped;
  for (const Places &own : places)
    for (const contract::Path &path : own.dropped)
      dropped.insert(NativePath(path).text({}));
  for (const Places &own : places)
    for (const contract::Path &path : own.fixed)
      if (!numbers.empty() && numbers.count(nameOf(path)))
        throw CannotSave("one saved program reads what another writes: " + nameOf(path));
  for (const Places &own : places)
    for (const contract::Path &path : own.read)
      if (!dropped.empty() && dropped.count(NativePath(path).text({})))
        throw CannotSave("one saved program reads what another writes: " +
                         NativePath(path).text({}));
  shareMemory();
  return std::move(data);
}

} // namespace lith::python
