// Words.cpp: what a compiled program assumes, and how a call differs, for readers.
#include "call/Compiled.h"
#include "call/Elements.h"

#include "host/CPythonHost.h"

#include <algorithm>

namespace lith::python {

using Kind = contract::Guard::Kind;

std::string reprText(PyObject *object) {
  Ref text = Ref::steal(object ? PyObject_Repr(object) : nullptr);
  const char *bytes = text ? PyUnicode_AsUTF8(text.get()) : nullptr;
  std::string result = bytes ? bytes : "?";
  PyErr_Clear();
  return result;
}

namespace {

std::string tensorText(int dtype, int64_t rank, bool hasOnes, bool requiresGrad) {
  const char *name = dtypeName(dtype);
  return std::string("Tensor ") + (name ? name : "?") + ", " +
         (rank < 0 ? "any" : std::to_string(rank)) + " dimensions" +
         (hasOnes ? ", some of size 1" : "") + (requiresGrad ? ", requires grad" : "");
}

std::string tensorText(PyObject *object) {
  TensorView view;
  if (!isTorchTensor(object) || !viewTensor(object, view))
    return std::string("an object of type ") + Py_TYPE(object)->tp_name;
  bool hasOnes = std::any_of(view.tensor.shape, view.tensor.shape + view.tensor.ndim,
                             [](int64_t size) { return size == 1; });
  return tensorText(view.dtype, view.tensor.ndim, hasOnes, requiresGrad(object));
}

} // namespace

/// `place` and `other` are what the guard speaks of, in words.
std::string Compiled::describe(const Guard &guard, const std::string &place,
                               const std::string &other) {
  PyObject *expected = guard.expected.get();
  switch (guard.kind) {
  case Kind::Ambient:
  case Kind::Identity:
    return place + " is " + reprText(expected);
  case Kind::Equal:
    return place + " == " + reprText(expected);
  case Kind::ClassIs:
    return "type(" + place + ") is " + reprText(expected);
  case Kind::Absent:
    return place + " is absent";
  case Kind::Lacks: {
    std::string names;
    for (const Ref &name : guard.names)
      names += (names.empty() ? "" : ", ") + std::string(PyUnicode_AsUTF8(name.get()));
    return place + " has of its own none of: " + names;
  }
  case Kind::Length:
    return "len(" + place + ") == " + std::to_string(guard.number);
  case Kind::Keys:
    return "list(" + place + ") == " + reprText(expected);
  case Kind::Elements:
    return place + ": list[" + describeElements(guard.elements) + "]" +
           (guard.number ? ", not empty" : "") + (guard.flag ? ", of which none is written" : "");
  case Kind::TensorType:
    return place + ": " + tensorText(guard.dtype, guard.number, guard.ones, guard.flag);
  case Kind::Distinct:
    return place + " is not " + other;
  case Kind::SameStorage:
    return place + (guard.flag ? " is " : " shares no memory with ") + other;
  }
  return {};
}

std::string Compiled::describe(const Guard &guard) const {
  return describe(guard, guard.path < 0 ? guard.name : paths[size_t(guard.path)].path.text(names),
                  guard.other < 0 ? "" : paths[size_t(guard.other)].path.text(names));
}

std::vector<GuardText> Compiled::describeGuards() const {
  std::vector<GuardText> texts;
  for (const Guard &guard : guards) {
    GuardText text{contract::nameOf(guard.kind), guard.name, {}, describe(guard), "",
                   guard.expected.get()};
    if (guard.path >= 0) {
      text.place = paths[size_t(guard.path)].path.text(names);
      text.steps = paths[size_t(guard.path)].path.stepTexts();
    }
    text.brief = describe(guard, text.steps.empty() ? text.place : text.steps.back(), "another");
    texts.push_back(std::move(text));
  }
  return texts;
}

/// What is there in place of what the guard wants.
std::string Compiled::describeFound(const Guard &guard, PyObject *value) {
  if (guard.kind == Kind::Ambient)
    return reprText(ambientValue(guard).get());
  if (guard.kind == Kind::SameStorage || guard.kind == Kind::Distinct)
    return guard.kind == Kind::Distinct ? "one object"
           : guard.flag                 ? "two objects"
                                        : "shared memory";
  if (!value)
    return "nothing";
  if (guard.kind == Kind::TensorType)
    return tensorText(value);
  if (guard.kind == Kind::Lacks) {
    PyObject *dict = ownDict(value);
    for (const Ref &name : guard.names)
      if (PyObject *found = dict ? PyDict_GetItemWithError(dict, name.get()) : nullptr)
        return std::string(PyUnicode_AsUTF8(name.get())) + " = " + reprText(found);
  }
  if (guard.kind == Kind::ClassIs)
    return reprText(reinterpret_cast<PyObject *>(Py_TYPE(value)));
  if (guard.kind == Kind::Length) {
    Py_ssize_t size = PyObject_Size(value);
    PyErr_Clear();
    return size < 0 ? reprText(value) : std::to_string(size);
  }
  if (guard.kind == Kind::Keys) {
    Ref keys = Ref::steal(PySequence_Tuple(value));
    PyErr_Clear();
    return reprText(keys ? keys.get() : value);
  }
  return reprText(value);
}

Difference Compiled::firstDifference(const Arguments &arguments) {
  Resolved resolved;
  walkAll(arguments, resolved);
  for (const Guard &guard : guards)
    if (!holds(guard, arguments, resolved, nullptr))
      return {
          describe(guard),
          describeFound(guard, guard.path < 0 ? nullptr : resolved.objects[size_t(guard.path)])};
  for (const FixedSizes &fixed : fixedSizes)
    if (!holdsSizes(fixed, arguments, resolved))
      return {paths[size_t(fixed.path)].path.text(names) + " of the sizes that input_spec gives",
              "others"};
  for (const auto &[size, bounds] : boundedSizes)
    if (auto is = sizeAt(size, arguments, resolved); !is || !bounds.holds(*is))
      return {paths[size_t(size.path)].path.text(names) + " of a size within its bounds",
              "another"};
  for (const auto &sizes : equalSizes)
    if (!areEqual(sizes, arguments, resolved))
      return {paths[size_t(sizes.second.path)].path.text(names) +
                  " of the sizes that others of the same name have",
              "others"};
  return {};
}

} // namespace lith::python
