// Path.cpp: walking a path, and its text.
#include "call/Path.h"
#include "Once.h"
#include "call/Exchange.h"

#include "host/CPythonHost.h"

#include <string_view>
#include <structmember.h>

namespace lith::python {

using contract::Step;
using Kind = contract::Step::Kind;

namespace {

/// Where the object holds what a C-level attribute gives; null: it is computed, or no reference.
PyObject **fieldOf(PyObject *self, PyObject *descriptor) {
  if (Py_IS_TYPE(descriptor, &PyMemberDescr_Type)) {
    PyMemberDef *member = reinterpret_cast<PyMemberDescrObject *>(descriptor)->d_member;
    bool isReference = member->type == T_OBJECT || member->type == T_OBJECT_EX;
    bool isOwn = PyObject_TypeCheck(self, PyDescr_TYPE(descriptor));
    return isReference && isOwn
               ? reinterpret_cast<PyObject **>(reinterpret_cast<char *>(self) + member->offset)
               : nullptr;
  }
  std::string_view name = PyUnicode_AsUTF8(PyDescr_NAME(descriptor));
  if (PyType_Check(self)) {
    auto *made = reinterpret_cast<PyHeapTypeObject *>(self);
    return !PyType_HasFeature(&made->ht_type, Py_TPFLAGS_HEAPTYPE) ? nullptr
           : name == "__name__"                                    ? &made->ht_name
           : name == "__qualname__"                                ? &made->ht_qualname
                                                                   : nullptr;
  }
  if (!PyFunction_Check(self))
    return nullptr;
  auto *function = reinterpret_cast<PyFunctionObject *>(self);
  return name == "__code__"         ? &function->func_code
         : name == "__defaults__"   ? &function->func_defaults
         : name == "__kwdefaults__" ? &function->func_kwdefaults
         : name == "__name__"       ? &function->func_name
         : name == "__qualname__"   ? &function->func_qualname
                                    : nullptr;
}

/// An entry of a dict, borrowed.
PyObject *keyed(PyObject *dict, PyObject *key, Notes *notes) {
  PyObject *value = PyDict_GetItemWithError(dict, key);
  if (notes)
    notes->entry(dict, key, value);
  return value;
}

/// The tensor over the memory of an array of NumPy; empty where nobody may write that, or torch has
/// no such tensors. Of a number one of no dimensions.
Ref tensorOver(PyObject *self) {
  if (!torchTypes().loaded())
    return {};
  static Once<PyObject> function, module;
  PyObject *fromArray =
      function.get([] { return PyObject_GetAttrString(torchTypes().torch, "from_numpy"); });
  PyObject *numpy = module.get([] { return PyImport_ImportModule("numpy"); });
  bool isArray = std::string_view(Py_TYPE(self)->tp_name) == "numpy.ndarray";
  Ref array =
      isArray ? Ref::borrow(self) : Ref::steal(PyObject_CallMethod(numpy, "asarray", "O", self));
  Py_buffer memory;
  if (!array || PyObject_GetBuffer(array.get(), &memory, PyBUF_STRIDES | PyBUF_WRITABLE) != 0)
    return {};
  PyBuffer_Release(&memory);
  return Ref::steal(PyObject_CallOneArg(fromArray, array.get()));
}

} // namespace

NativePath::NativePath(const contract::Path &path)
    : argument(path.argument), root(Ref::borrow(object(path.root))) {
  for (const contract::Step &step : path.steps) {
    Ref key = step.key ? Ref::borrow(object(step.key)) : Ref();
    if (step.kind == Kind::Attribute || step.kind == Kind::Slot)
      key = Ref::steal(PyUnicode_InternFromString(step.name.c_str()));
    bool isDict = step.kind == Kind::Slot && step.name == "__dict__";
    steps.push_back({step.kind, std::move(key), Py_ssize_t(step.index), isDict});
  }
}

Ref NativePath::follow(const Step &step, PyObject *self, Notes *notes) {
  switch (step.kind) {
  case Kind::Attribute: {
    PyObject *dict = ownDict(self);
    if (!dict)
      return {};
    PyObject *value = PyDict_GetItemWithError(dict, step.key.get());
    if (notes)
      notes->attribute(self, dict, step.key.get(), value);
    return Ref::borrow(value);
  }
  case Kind::Slot: {
    if (step.isDict) {
      PyObject *dict = ownDict(self);
      if (notes && dict)
        notes->dict(self, dict);
      return Ref::borrow(dict);
    }
    PyObject *descriptor = lookupInType(Py_TYPE(self), step.key.get());
    if (!descriptor || (!Py_IS_TYPE(descriptor, &PyGetSetDescr_Type) &&
                        !Py_IS_TYPE(descriptor, &PyMemberDescr_Type)))
      return {};
    PyObject **field = fieldOf(self, descriptor);
    if (notes && field)
      notes->field(self, field);
    else if (notes)
      notes->spoil(); // nothing shows that it is another one
    return Ref::steal(Py_TYPE(descriptor)->tp_descr_get(descriptor, self, nullptr));
  }
  case Kind::Item:
    if (PyTuple_Check(self))
      return step.index < PyTuple_GET_SIZE(self) ? Ref::borrow(PyTuple_GET_ITEM(self, step.index))
                                                 : Ref();
    if (PyObject_TypeCheck(self, dequeType())) {
      if (notes)
        notes->spoil(); // nothing shows that it has changed
      return Ref::steal(PySequence_GetItem(self, step.index));
    }
    if (!PyList_Check(self) || step.index >= PyList_GET_SIZE(self))
      return {};
    if (notes)
      notes->listItem(self, step.index);
    return Ref::borrow(PyList_GET_ITEM(self, step.index));
  case Kind::Key:
    if (!(self = dictBehind(self)))
      return {};
    return Ref::borrow(keyed(self, step.key.get(), notes));
  case Kind::Cell:
    if (!PyCell_Check(self))
      return {};
    if (notes)
      notes->cell(self);
    return Ref::borrow(PyCell_GET(self));
  case Kind::Class:
    if (notes)
      notes->type(self);
    return Ref::borrow(reinterpret_cast<PyObject *>(Py_TYPE(self)));
  case Kind::Payload:
    if (!PyExceptionInstance_Check(self))
      return Ref::borrow(self); // the concrete API reads the built-in part of a subclass
    if (notes)
      notes->spoil(); // nothing shows that its arguments are others
    return Ref::borrow(reinterpret_cast<PyBaseExceptionObject *>(self)->args);
  case Kind::Tensor:
    if (notes)
      notes->spoil(); // nothing shows that its shape is another one
    return tensorOver(self);
  case Kind::Referent: {
    if (!PyWeakref_Check(self))
      return {};
    Ref now = referentOf(self);
    if (notes)
      notes->referent(self, now.get());
    return now ? now : Ref::borrow(Py_None);
  }
  }
  return {};
}

Ref NativePath::walk(const Arguments &arguments, Notes *notes, bool toFront) const {
  if (argument >= 0 && size_t(argument) >= arguments.count)
    return {};
  PyObject *start = argument >= 0 ? arguments.values[argument] : root.get();
  if (notes && argument >= 0)
    notes->argument(size_t(argument), start);
  auto behind = [&](PyObject *object, bool isLast) {
    PyObject *found = isLast && toFront ? object : behindWrapper(object);
    if (notes && isScriptedModule(object))
      notes->twin(object, found);
    return Ref::borrow(found);
  };
  Ref current = behind(start, steps.empty());
  for (const Step &step : steps) {
    Ref next = follow(step, current.get(), notes);
    if (!next) {
      PyErr_Clear();
      return {};
    }
    current = behind(next.get(), &step == &steps.back());
  }
  return current;
}

namespace {

std::string rootText(PyObject *root) {
  Ref name = Ref::steal(PyObject_GetAttrString(root, "__name__"));
  const char *text = name && PyUnicode_Check(name.get()) ? PyUnicode_AsUTF8(name.get()) : nullptr;
  PyErr_Clear();
  return text ? text : std::string("<") + Py_TYPE(root)->tp_name + ">";
}

} // namespace

std::string NativePath::stepText(const Step &step) {
  switch (step.kind) {
  case Kind::Attribute:
  case Kind::Slot:
    return std::string(".") + PyUnicode_AsUTF8(step.key.get());
  case Kind::Item:
    return "[" + std::to_string(step.index) + "]";
  case Kind::Key: {
    Ref shown = Ref::steal(PyObject_Repr(step.key.get()));
    const char *key = shown ? PyUnicode_AsUTF8(shown.get()) : nullptr;
    PyErr_Clear();
    return std::string("[") + (key ? key : "?") + "]";
  }
  case Kind::Referent:
    return "()";
  default:
    return {}; // of the object before
  }
}

std::vector<std::string> NativePath::stepTexts() const {
  std::vector<std::string> texts;
  for (const Step &step : steps)
    if (std::string text = stepText(step); !text.empty())
      texts.push_back(std::move(text));
  return texts;
}

std::string NativePath::text(const std::vector<std::string> &names) const {
  std::string text;
  if (argument >= 0)
    text = size_t(argument) < names.size() ? names[size_t(argument)]
                                           : "argument " + std::to_string(argument);
  else if (!PyDict_Check(root.get())) // of a dict of globals, the name alone is shown
    text = rootText(root.get());
  for (const Step &step : steps) {
    if (text.empty() && step.kind == Kind::Key && PyUnicode_Check(step.key.get())) {
      text = PyUnicode_AsUTF8(step.key.get());
      continue;
    }
    text = step.kind == Kind::Class ? "type(" + text + ")" : text + stepText(step);
  }
  return text;
}

} // namespace lith::python
