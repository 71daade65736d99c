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

std::string ArtifactBuilder::shownName(std::string_view file) {
  if (auto known = shown.find(file); known != shown.end())
    return known->second;
  std::string full(file), own = full;
  Ref module = Ref::steal(PyImport_ImportModule("lith._saving"));
  Ref name = module ? Ref::steal(PyObject_CallMethod(module.get(), "shown_name", "s", full.c_str()))
                    : Ref();
  if (const char *text = name ? PyUnicode_AsUTF8(name.get()) : nullptr)
    own = text;
  PyErr_Clear();
  // Files of one name are told apart by their folders.
  for (size_t end = full.size() - std::min(own.size() + 1, full.size());
       files.count(own) && end != 0 && end != std::string::npos;) {
    end = full.rfind('/', end - 1);
    own = full.substr(end + 1);
  }
  files[own] = full;
  return shown[std::move(full)] = own;
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
    Ref lines =
        Ref::steal(PyObject_CallMethod(linecache.get(), "getlines", "s", files[file].c_str()));
    Ref text = lines ? Ref::steal(PyUnicode_Join(empty.get(), lines.get())) : Ref();
    const char *bytes = text ? PyUnicode_AsUTF8(text.get()) : nullptr;
    data.sources[file] = bytes ? bytes : "";
    PyErr_Clear();
  }
}

} // namespace lith::python
