// Recompiles.cpp: LITH_LOG=recompiles, a line for each program of a callable after its first.
#include "module/Callable.h"

#include <algorithm>
#include <cstdlib>

namespace lith::python {

namespace {

bool isLogged(std::string_view what) {
  const char *value = std::getenv("LITH_LOG");
  std::string all = std::string(",") + (value ? value : "") + ",";
  return all.find("," + std::string(what) + ",") != std::string::npos;
}

/// Values are shown in one line, which stays readable.
std::string oneLine(std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  constexpr size_t Most = 200;
  return text.size() <= Most ? text : text.substr(0, Most) + "...";
}

std::string nameOf(PyObject *target) {
  Ref name = Ref::steal(PyObject_GetAttrString(target, "__qualname__"));
  const char *text = name && PyUnicode_Check(name.get()) ? PyUnicode_AsUTF8(name.get()) : nullptr;
  PyErr_Clear();
  return text ? text : Py_TYPE(target)->tp_name;
}

std::string wordOf(PyObject *keyword) {
  const char *text = PyUnicode_AsUTF8(keyword);
  PyErr_Clear();
  return text ? text : "?";
}

/// "2 positional arguments, mode="
std::string formText(size_t positional, const std::vector<std::string> &keywords) {
  std::string text = std::to_string(positional) + " positional argument";
  text += positional == 1 ? "" : "s";
  for (const std::string &keyword : keywords)
    text += ", " + keyword + "=";
  return text;
}

/// What the program used last needs of the form of a call, and what the form is.
Difference formDifference(const Entry &last, size_t positional, PyObject *names) {
  std::vector<std::string> expected, found;
  for (const Ref &keyword : last.keywords)
    expected.push_back(wordOf(keyword.get()));
  for (Py_ssize_t i = 0; names && i < PyTuple_GET_SIZE(names); ++i)
    found.push_back(wordOf(PyTuple_GET_ITEM(names, i)));
  return {formText(last.positional, expected), formText(positional, found)};
}

} // namespace

std::string recompileText(const CallableObject *callable, const Arguments &arguments,
                          size_t positional, PyObject *names) {
  const std::vector<Entry> &entries = callable->state->entries;
  if (entries.empty() || !isLogged("recompiles"))
    return {};
  auto alike = std::find_if(entries.begin(), entries.end(),
                            [&](const Entry &entry) { return entry.isOfForm(positional, names); });
  Difference difference =
      alike == entries.end() ? formDifference(entries[0], positional, names)
      : alike->isStale ? Difference{"what it has as constants", "that other programs write it"}
                       : alike->compiled->firstDifference(arguments);
  return "lith: recompiles " + nameOf(callable->target) + ": needs " + oneLine(difference.guard) +
         "; found " + oneLine(difference.found);
}

} // namespace lith::python
