// Source.cpp: where a function's code was compiled from.
//
// The search itself is compile-time library code in lith._source; its answers
// are kept for the life of the process, so the views stay valid.
#include "host/CPythonHost.h"

#include "Once.h"

namespace lith::python {

using host::Handle;
using host::SourceInfo;

namespace {

std::string_view utf8(PyObject *text) {
  Py_ssize_t size = 0;
  const char *data = PyUnicode_AsUTF8AndSize(text, &size);
  return data ? std::string_view(data, size_t(size)) : std::string_view();
}

/// lith._source.find, borrowed for ever.
PyObject *finder() {
  static Imported found("lith._source", "find");
  return found.get();
}

} // namespace

std::optional<SourceInfo> CPythonHost::source(Handle function, std::string &error) {
  if (!PyFunction_Check(object(function)) || !finder()) {
    PyErr_Clear();
    error = "not a Python function";
    return std::nullopt;
  }
  // (file, text, first line, line, column, name); strings are owned by lith._source's cache.
  Handle found = adopt(PyObject_CallOneArg(finder(), object(function)));
  if (!found) {
    error = "no source";
    return std::nullopt;
  }
  PyObject *answer = object(found);
  if (PyUnicode_Check(answer)) {
    error = utf8(answer);
    return std::nullopt;
  }
  SourceInfo info;
  info.file = utf8(PyTuple_GET_ITEM(answer, 0));
  info.text = utf8(PyTuple_GET_ITEM(answer, 1));
  info.firstLine = int(PyLong_AsLong(PyTuple_GET_ITEM(answer, 2)));
  info.line = int(PyLong_AsLong(PyTuple_GET_ITEM(answer, 3)));
  info.column = int(PyLong_AsLong(PyTuple_GET_ITEM(answer, 4)));
  info.name = utf8(PyTuple_GET_ITEM(answer, 5));
  return info;
}

} // namespace lith::python
