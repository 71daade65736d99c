// Limited.h: functions of CPython that its stable interface has under other names, for a module
// that is built for all releases.
#ifndef LITH_PYTHON_LIMITED_H
#define LITH_PYTHON_LIMITED_H

#include <Python.h>

#ifdef Py_LIMITED_API

inline PyObject *PyObject_CallOneArg(PyObject *callable, PyObject *argument) {
  return PyObject_Vectorcall(callable, &argument, 1, nullptr);
}
inline const char *PyUnicode_AsUTF8(PyObject *text) {
  return PyUnicode_AsUTF8AndSize(text, nullptr);
}
inline double PyFloat_AS_DOUBLE(PyObject *number) { return PyFloat_AsDouble(number); }
inline char *PyBytes_AS_STRING(PyObject *bytes) { return PyBytes_AsString(bytes); }
inline Py_ssize_t PyBytes_GET_SIZE(PyObject *bytes) { return PyBytes_Size(bytes); }
inline Py_ssize_t PyDict_GET_SIZE(PyObject *dict) { return PyDict_Size(dict); }
inline Py_ssize_t PyList_GET_SIZE(PyObject *list) { return PyList_Size(list); }
inline PyObject *PyList_GET_ITEM(PyObject *list, Py_ssize_t i) { return PyList_GetItem(list, i); }
inline void PyList_SET_ITEM(PyObject *list, Py_ssize_t i, PyObject *item) {
  PyList_SetItem(list, i, item);
}
inline Py_ssize_t PyTuple_GET_SIZE(PyObject *tuple) { return PyTuple_Size(tuple); }
inline PyObject *PyTuple_GET_ITEM(PyObject *tuple, Py_ssize_t i) {
  return PyTuple_GetItem(tuple, i);
}
inline void PyTuple_SET_ITEM(PyObject *tuple, Py_ssize_t i, PyObject *item) {
  PyTuple_SetItem(tuple, i, item);
}

#endif // Py_LIMITED_API

#endif // LITH_PYTHON_LIMITED_H
