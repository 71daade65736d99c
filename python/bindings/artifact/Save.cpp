// Save.cpp: from programs of the compiler, which name objects of Python, to
// programs of an artifact, which hold all that they need.
#include "artifact/Save.h"

#include "call/Exchange.h"
#include "call/Path.h"
#include "module/Callable.h"

namespace lith::python {

using artifact::CannotSave;

namespace {

void dropReference(const void *object) {
  if (!Py_IsInitialized())
    return;
  PyGILState_STATE state = PyGILState_Ensure();
  Py_DECREF(static_cast<PyObject *>(const_cast<void *>(object)));
  PyGILState_Release(state);
}

} // namespace

ArtifactBuilder::ArtifactBuilder(CPythonHost &host, const std::string &name)
    : Builder(host), host(host) {
  data.name = name;
}

void ArtifactBuilder::take(PyObject *target) {
  auto [function, bound] = functionOf(target);
  if (function && PyFunction_Check(function))
    takeFormals(host.handle(function), bound);
}

std::shared_ptr<const void> ArtifactBuilder::keep(host::Handle tensor) const {
  return {Py_NewRef(object(tensor)), dropReference};
}

Constant ArtifactBuilder::tensorConstant(host::Handle tensor) {
  Ref detached = Ref::steal(PyObject_CallMethod(object(tensor), "detach", nullptr));
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

std::string ArtifactBuilder::nameOf(const contract::Path &path) const {
  return NativePath(path).text({});
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

} // namespace lith::python
