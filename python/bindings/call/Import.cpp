// Import.cpp: Python objects to values of a program.
#include "call/Values.h"

#include "host/Objects.h"

#include "Sets.h"

#include <lith/making.h>

namespace lith::python {

namespace {

constexpr lith_value nothing{LITH_NULL, 0};

lith_value boxed(lith_object *object) {
  return object ? lith_value{object->kind, reinterpret_cast<uint64_t>(object)} : nothing;
}

/// Owned values for the length of a scope: the runtime's constructors borrow them.
class Values {
public:
  explicit Values(lith_ctx *ctx) : ctx(ctx) {}
  ~Values() {
    for (lith_value value : all)
      if (value.tag >= LITH_REF_FIRST)
        releaseObject(ctx, reinterpret_cast<lith_object *>(value.bits));
  }
  bool add(lith_value value) {
    if (value.tag == LITH_NULL)
      return false;
    all.push_back(value);
    return true;
  }
  int64_t count() const { return int64_t(all.size()); }
  const lith_value *data() const { return all.data(); }

private:
  lith_ctx *ctx;
  std::vector<lith_value> all;
};

lith_value integerToLith(PyObject *object) {
  int overflow = 0;
  int64_t value = PyLong_AsLongLongAndOverflow(object, &overflow);
  if (overflow)
    PyErr_SetString(PyExc_OverflowError, "an int argument of a compiled program leaves 64 bits");
  if (overflow || (value == -1 && PyErr_Occurred()))
    return nothing;
  return {LITH_INT, uint64_t(value)};
}

} // namespace

lith_tensor *Importer::tensorToLith(PyObject *object) {
  TensorView view;
  if (!isTorchTensor(object) || !viewTensor(object, view)) {
    PyErr_Format(PyExc_TypeError, "a %s cannot be an argument of a compiled program",
                 shownName(Py_TYPE(object)).c_str());
    return nullptr;
  }
  return importTensor(ctx, object, view);
}

lith_value Importer::sequenceToLith(PyObject *sequence, bool tuple) {
  Nested nested(depth);
  if (!nested.entered)
    return nothing;
  Values values(ctx);
  for (Py_ssize_t i = 0; i < PySequence_Fast_GET_SIZE(sequence); ++i)
    if (!values.add(toLith(PySequence_Fast_GET_ITEM(sequence, i))))
      return nothing;
  lith_value made = boxed(tuple ? &lith_rt_tuple_new(ctx, values.count(), values.data())->head
                                : &lith_rt_list_new(ctx, values.count(), values.data())->head);
  madeSequence(made, sequence);
  return made;
}

lith_value Importer::dictToLith(PyObject *dict) {
  Nested nested(depth);
  if (!nested.entered)
    return nothing;
  Values values(ctx);
  PyObject *key, *value;
  Py_ssize_t position = 0;
  while (PyDict_Next(dict, &position, &key, &value))
    if (!values.add(toLith(key)) || !values.add(toLith(value)))
      return nothing;
  return boxed(&lith_rt_dict_new(ctx, values.count(), values.data())->head);
}

lith_value Importer::setToLith(PyObject *set) {
  Values values(ctx);
  if (!eachElement(set, [&](PyObject *element) { return values.add(toLith(element)); }))
    return nothing;
  lith_set *made = lith_rt_set_new(ctx, values.count(), values.data());
  if (made && PyFrozenSet_Check(set))
    made->head.flags |= 1;
  return boxed(&made->head);
}

lith_value Importer::boundsToLith(PyObject *object) {
  Values bounds(ctx);
  for (const char *name : {"start", "stop", "step"}) {
    Ref bound = Ref::steal(PyObject_GetAttrString(object, name));
    if (!bound || !bounds.add(toLith(bound.get())))
      return nothing;
  }
  const lith_value *three = bounds.data();
  return PySlice_Check(object) ? lith_rt_slice_new(ctx, 3, three)
                               : lith_rt_range_new(ctx, int64_t(three[0].bits),
                                                   int64_t(three[1].bits), int64_t(three[2].bits));
}

lith_value Importer::toLith(PyObject *object) {
  PyTypeObject *type = Py_TYPE(object);
  if (object == Py_None)
    return {LITH_NONE, 0};
  if (type == &PyBool_Type)
    return {LITH_BOOL, uint64_t(object == Py_True)};
  if (type == &PyLong_Type)
    return integerToLith(object);
  if (type == &PyFloat_Type)
    return {LITH_FLOAT, __builtin_bit_cast(uint64_t, PyFloat_AS_DOUBLE(object))};
  if (type == &PyComplex_Type) {
    double real = PyComplex_RealAsDouble(object), imaginary = PyComplex_ImagAsDouble(object);
    return boxed(&lith_rt_complex_new(ctx, real, imaginary)->head);
  }
  if (type == &PyUnicode_Type) {
    Py_ssize_t size = 0;
    const char *text = PyUnicode_AsUTF8AndSize(object, &size);
    return text ? boxed(&makeStr(ctx, {text, size_t(size)})->head) : nothing;
  }
  if (type == &PyList_Type || type == &PyTuple_Type || type == torchTypes().size)
    return sequenceToLith(object, type != &PyList_Type);
  if (type == &PyDict_Type)
    return dictToLith(object);
  if (PyAnySet_CheckExact(object))
    return setToLith(object);
  if (type == &PyBytes_Type) {
    Constant constant;
    constant.tag = LITH_BYTES;
    constant.text.assign(PyBytes_AS_STRING(object), size_t(PyBytes_GET_SIZE(object)));
    return makeConstant(ctx, constant);
  }
  if (type == &PyRange_Type || type == &PySlice_Type)
    return boundsToLith(object);
  lith_tensor *tensor = tensorToLith(object);
  return tensor ? boxed(&tensor->head) : nothing;
}

} // namespace lith::python
