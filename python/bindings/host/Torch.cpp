// Torch.cpp: types of torch, through attribute access only.
//
// Nothing of torch is linked; the types are looked up once torch is imported.
#include "host/Objects.h"

#include "Once.h"

#include <lith/abi.h>

#include <array>
#include <unordered_map>

namespace lith::python {

namespace {

struct DTypeName {
  int dtype;
  const char *name;
};
constexpr DTypeName dtypeNames[] = {
    {LITH_UINT8, "uint8"},           {LITH_INT8, "int8"},       {LITH_INT16, "int16"},
    {LITH_INT32, "int32"},           {LITH_INT64, "int64"},     {LITH_FLOAT16, "float16"},
    {LITH_FLOAT32, "float32"},       {LITH_FLOAT64, "float64"}, {LITH_COMPLEX64, "complex64"},
    {LITH_COMPLEX128, "complex128"}, {LITH_BOOL8, "bool"},      {LITH_BFLOAT16, "bfloat16"}};

PyTypeObject *typeAt(PyObject *module, const char *name) {
  Ref found = Ref::steal(PyObject_GetAttrString(module, name));
  if (!found || !PyType_Check(found.get())) {
    PyErr_Clear();
    return nullptr;
  }
  return reinterpret_cast<PyTypeObject *>(found.release()); // kept for ever: types of a module
}

struct DTypeTable {
  std::array<PyObject *, 16> objects{};
  std::unordered_map<PyObject *, int> numbers;
};
DTypeTable *makeDTypeTable() {
  auto *made = new DTypeTable;
  for (const DTypeName &entry : dtypeNames) {
    PyObject *found = PyObject_GetAttrString(torchTypes().torch, entry.name);
    if (!found) {
      PyErr_Clear();
      continue;
    }
    made->objects[entry.dtype] = found; // kept for ever, as torch does
    made->numbers[found] = entry.dtype;
  }
  return made;
}
const DTypeTable &dtypeTable() {
  static Once<DTypeTable> table;
  return *table.get(makeDTypeTable);
}

/// True once `torch` is in sys.modules and has finished importing.
PyObject *importedTorch() {
  PyObject *modules = PyImport_GetModuleDict();
  PyObject *torch = PyDict_GetItemString(modules, "torch");
  PyObject *parameter = PyDict_GetItemString(modules, "torch.nn.parameter");
  PyObject *modulesOfNN = PyDict_GetItemString(modules, "torch.nn.modules.module");
  return torch && parameter && modulesOfNN && PyObject_HasAttrString(torch, "Tensor") &&
                 PyObject_HasAttrString(torch, "Generator")
             ? torch
             : nullptr;
}

/// torch.autograd.forward_ad, which torch has imported, for ever.
PyObject *forwardMode() {
  static Once<PyObject> module;
  return module.get([] { return PyImport_ImportModule("torch.autograd.forward_ad"); });
}

} // namespace

bool hasTangent(PyObject *tensor) {
  static Once<PyObject> key;
  PyObject *name = key.get([] { return PyUnicode_InternFromString("_current_level"); });
  PyObject *dict = forwardMode() ? PyModule_GetDict(forwardMode()) : nullptr;
  PyObject *level = dict ? PyDict_GetItemWithError(dict, name) : nullptr;
  if (!level || PyLong_AsLong(level) < 0) {
    PyErr_Clear();
    return false;
  }
  Ref dual = Ref::steal(PyObject_CallMethod(forwardMode(), "unpack_dual", "O", tensor));
  Ref tangent = Ref::steal(dual ? PyObject_GetAttrString(dual.get(), "tangent") : nullptr);
  PyErr_Clear();
  return tangent && tangent.get() != Py_None;
}

const TorchTypes &torchTypes() {
  static TorchTypes types;
  if (types.loaded())
    return types;
  PyObject *torch = importedTorch();
  if (!torch)
    return types;
  Ref nn = Ref::steal(PyObject_GetAttrString(torch, "nn"));
  if (!nn) {
    PyErr_Clear();
    return types;
  }
  types.torch = Py_NewRef(torch);
  types.parameter = typeAt(nn.get(), "Parameter");
  types.module = typeAt(nn.get(), "Module");
  types.dtype = typeAt(torch, "dtype");
  types.device = typeAt(torch, "device");
  types.layout = typeAt(torch, "layout");
  types.memoryFormat = typeAt(torch, "memory_format");
  types.generator = typeAt(torch, "Generator");
  types.size = typeAt(torch, "Size");
  types.tensor = typeAt(torch, "Tensor");
  return types;
}

int dtypeOf(PyObject *torchDType) {
  if (!torchTypes().loaded())
    return -1;
  auto found = dtypeTable().numbers.find(torchDType);
  return found == dtypeTable().numbers.end() ? -1 : found->second;
}

PyObject *torchDType(int dtype) {
  return torchTypes().loaded() && dtype >= 0 && dtype < 16 ? dtypeTable().objects[dtype] : nullptr;
}

} // namespace lith::python
