// Functions.cpp: functions, bound things, modules by name, and running in the host.
#include "Once.h"
#include "host/CPythonHost.h"
#include "host/Wrappers.h"

#include <algorithm>
#include <functional>
#include <string_view>
#include <utility>

namespace lith::python {

using host::FunctionInfo;
using host::Handle;
using host::Kind;
using host::Outcome;
using host::Parameter;

namespace {

/// The formal parameters of a code object, in the order of co_varnames.
std::vector<std::pair<std::string, Parameter::Mode>> formals(PyCodeObject *code) {
  Ref names = Ref::steal(PyCode_GetVarnames(code));
  std::vector<std::pair<std::string, Parameter::Mode>> result;
  auto name = [&](int index) {
    return std::string(PyUnicode_AsUTF8(PyTuple_GET_ITEM(names.get(), index)));
  };
  int positional = code->co_argcount, keyword = code->co_kwonlyargcount;
  for (int i = 0; i < positional; ++i)
    result.emplace_back(name(i), i < code->co_posonlyargcount ? Parameter::Mode::PositionalOnly
                                                              : Parameter::Mode::Normal);
  int rest = positional + keyword;
  if (code->co_flags & CO_VARARGS)
    result.emplace_back(name(rest++), Parameter::Mode::VarPositional);
  for (int i = 0; i < keyword; ++i)
    result.emplace_back(name(positional + i), Parameter::Mode::KeywordOnly);
  if (code->co_flags & CO_VARKEYWORDS)
    result.emplace_back(name(rest), Parameter::Mode::VarKeyword);
  return result;
}

} // namespace

FunctionInfo CPythonHost::function(Handle handle) {
  auto *self = reinterpret_cast<PyFunctionObject *>(object(handle));
  auto *code = reinterpret_cast<PyCodeObject *>(self->func_code);
  FunctionInfo info{};
  info.name = asStr(this->handle(self->func_name));
  info.qualname = asStr(this->handle(self->func_qualname));
  info.module = self->func_module ? asStr(this->handle(self->func_module)) : "";
  info.globals = this->handle(self->func_globals);
  info.builtins = this->handle(self->func_builtins);
  info.code = this->handle(self->func_code);
  info.isGenerator = code->co_flags & CO_GENERATOR;
  info.isCoroutine = code->co_flags & CO_COROUTINE;
  info.isAsyncGenerator = code->co_flags & CO_ASYNC_GENERATOR;

  Ref annotations = Ref::borrow(PyFunction_GetAnnotations(object(handle)));
  PyErr_Clear();
  Py_ssize_t defaults = self->func_defaults ? PyTuple_GET_SIZE(self->func_defaults) : 0;
  int position = 0;
  for (auto &[name, mode] : formals(code)) {
    Parameter parameter{mode, name, nullptr, nullptr};
    if (mode == Parameter::Mode::PositionalOnly || mode == Parameter::Mode::Normal) {
      Py_ssize_t index = position++ - (code->co_argcount - defaults);
      if (index >= 0)
        parameter.defaultValue = this->handle(PyTuple_GET_ITEM(self->func_defaults, index));
    } else if (mode == Parameter::Mode::KeywordOnly && self->func_kwdefaults) {
      parameter.defaultValue =
          this->handle(PyDict_GetItemString(self->func_kwdefaults, name.c_str()));
    }
    if (annotations)
      parameter.annotation = this->handle(PyDict_GetItemString(annotations.get(), name.c_str()));
    info.parameters.push_back(std::move(parameter));
  }
  Ref free = Ref::steal(PyCode_GetFreevars(code));
  for (Py_ssize_t i = 0; self->func_closure && i < PyTuple_GET_SIZE(self->func_closure); ++i)
    info.closure.emplace_back(asStr(this->handle(PyTuple_GET_ITEM(free.get(), i))),
                              this->handle(PyTuple_GET_ITEM(self->func_closure, i)));
  return info;
}

Handle CPythonHost::boundFunction(Handle handle) {
  PyObject *self = object(handle);
  switch (kind(handle)) {
  case Kind::BoundMethod:
    return this->handle(PyMethod_GET_FUNCTION(self));
  case Kind::StaticMethod:
  case Kind::ClassMethod:
    return slot(handle, "__func__");
  case Kind::Partial:
    return slot(handle, "func");
  default:
    return nullptr;
  }
}

Handle CPythonHost::boundSelf(Handle handle) {
  PyObject *self = object(handle);
  if (PyMethod_Check(self))
    return this->handle(PyMethod_GET_SELF(self));
  if (PyCFunction_Check(self))
    return this->handle(PyCFunction_GET_SELF(self));
  return slot(handle, "__self__");
}

Handle CPythonHost::partialArgs(Handle partial) { return slot(partial, "args"); }
Handle CPythonHost::partialKeywords(Handle partial) { return slot(partial, "keywords"); }

std::array<Handle, 3> CPythonHost::propertyFunctions(Handle property) {
  auto part = [&](const char *name) {
    Handle found = slot(property, name);
    return found == none() ? nullptr : found;
  };
  return {part("fget"), part("fset"), part("fdel")};
}

Handle CPythonHost::module(std::string_view name) {
  std::string known(name);
  PyObject *modules = PyImport_GetModuleDict();
  PyObject *found = PyDict_GetItemString(modules, known.c_str());
  // What is compiled in place of parts of torch is there as soon as torch is.
  if (!found && known.starts_with("lith._") && PyDict_GetItemString(modules, "torch")) {
    Ref imported = Ref::steal(PyImport_ImportModule(known.c_str()));
    PyErr_Clear();
    found = imported.get(); // which sys.modules has
  }
  return handle(found);
}

// The table of the library's functions asks for thousands of names of a few dozen owners.
Handle CPythonHost::owner(std::string_view dotted) {
  std::string name(dotted);
  if (auto known = owners.find(name); known != owners.end())
    return known->second;
  Handle found = module(dotted);
  if (!found)
    found = lookup(dotted);
  if (found) // a module may be imported yet
    owners.emplace(std::move(name), found);
  return found;
}

PyObject *shippedBuiltins() {
  static Once<PyObject> shipped;
  return shipped.get([]() -> PyObject * {
    Ref module = Ref::steal(PyImport_ImportModule("builtins"));
    return module ? PyDict_Copy(PyModule_GetDict(module.get())) : nullptr;
  });
}

Handle CPythonHost::lookup(std::string_view dotted) {
  size_t end = dotted.rfind('.');
  if (end == std::string_view::npos)
    return module(dotted);
  PyObject *self = object(owner(dotted.substr(0, end)));
  if (!self)
    return nullptr;
  Ref key = Ref::steal(
      PyUnicode_FromStringAndSize(dotted.data() + end + 1, Py_ssize_t(dotted.size() - end - 1)));
  PyObject *dict = dotted.substr(0, end) == "builtins" ? shippedBuiltins() : ownDict(self);
  PyObject *found = !key ? nullptr
                    : PyType_Check(self)
                        ? lookupInType(reinterpret_cast<PyTypeObject *>(self), key.get())
                    : dict ? PyDict_GetItemWithError(dict, key.get())
                           : nullptr;
  PyErr_Clear();
  return handle(found);
}

namespace {

bool isOfNumpy(Handle handle) {
  return std::string_view(Py_TYPE(object(handle))->tp_name).starts_with("numpy.");
}

/// While one lives, NumPy raises what it would warn of otherwise, or let pass.
class LoudNumpy {
public:
  LoudNumpy(const std::vector<Handle> &operands, Handle callable) {
    if (std::none_of(operands.begin(), operands.end(), isOfNumpy) &&
        (!callable || !isOfNumpy(callable)))
      return;
    Ref numpy = Ref::steal(PyImport_ImportModule("numpy"));
    Ref all = Ref::steal(Py_BuildValue("{s:s}", "all", "raise")), none = Ref::steal(PyTuple_New(0));
    set = Ref::steal(numpy ? PyObject_GetAttrString(numpy.get(), "seterr") : nullptr);
    before = Ref::steal(set ? PyObject_Call(set.get(), none.get(), all.get()) : nullptr);
    PyErr_Clear();
  }
  ~LoudNumpy() {
    Ref none = Ref::steal(before ? PyTuple_New(0) : nullptr);
    Ref done = Ref::steal(before ? PyObject_Call(set.get(), none.get(), before.get()) : nullptr);
    PyErr_Clear();
  }
  LoudNumpy(const LoudNumpy &) = delete;
  LoudNumpy &operator=(const LoudNumpy &) = delete;

private:
  Ref set, before;
};

} // namespace

Outcome CPythonHost::outcome(PyObject *result) {
  if (result)
    return {adopt(result), nullptr, nullptr};
  PyObject *type, *value, *traceback;
  PyErr_Fetch(&type, &value, &traceback);
  PyErr_NormalizeException(&type, &value, &traceback);
  Py_XDECREF(traceback);
  Outcome failed{nullptr, adopt(type), nullptr, nullptr};
  Handle exception = adopt(value);
  failed.exceptionArgs = slot(exception, "args");
  if (Handle attributes = instanceDict(exception); attributes && length(attributes))
    failed.exceptionAttributes = attributes;
  return failed;
}

Outcome CPythonHost::call(Handle callable, const std::vector<Handle> &args,
                          const std::vector<std::pair<std::string, Handle>> &keywords) {
  LoudNumpy loud(args, callable);
  Ref named = Ref::steal(keywords.empty() ? nullptr : PyDict_New());
  for (const auto &[name, value] : keywords)
    PyDict_SetItem(named.get(), object(str(name)), object(value));
  return outcome(PyObject_Call(object(callable), object(tuple(args)), named.get()));
}

namespace {

using Binary = PyObject *(*)(PyObject *, PyObject *);
Binary binaryOperator(std::string_view name) {
  static constexpr std::pair<std::string_view, Binary> table[] = {
      {"+", PyNumber_Add},
      {"-", PyNumber_Subtract},
      {"*", PyNumber_Multiply},
      {"/", PyNumber_TrueDivide},
      {"//", PyNumber_FloorDivide},
      {"%", PyNumber_Remainder},
      {"@", PyNumber_MatrixMultiply},
      {"<<", PyNumber_Lshift},
      {">>", PyNumber_Rshift},
      {"&", PyNumber_And},
      {"|", PyNumber_Or},
      {"^", PyNumber_Xor},
      {"**", [](PyObject *a, PyObject *b) { return PyNumber_Power(a, b, Py_None); }},
      {"<", [](PyObject *a, PyObject *b) { return PyObject_RichCompare(a, b, Py_LT); }},
      {"<=", [](PyObject *a, PyObject *b) { return PyObject_RichCompare(a, b, Py_LE); }},
      {"==", [](PyObject *a, PyObject *b) { return PyObject_RichCompare(a, b, Py_EQ); }},
      {"!=", [](PyObject *a, PyObject *b) { return PyObject_RichCompare(a, b, Py_NE); }},
      {">", [](PyObject *a, PyObject *b) { return PyObject_RichCompare(a, b, Py_GT); }},
      {">=", [](PyObject *a, PyObject *b) { return PyObject_RichCompare(a, b, Py_GE); }},
      {"[]", PyObject_GetItem},
      {"is", [](PyObject *a, PyObject *b) { return PyBool_FromLong(a == b); }},
      {"is not", [](PyObject *a, PyObject *b) { return PyBool_FromLong(a != b); }}};
  auto found = std::ranges::find(table, name, &std::pair<std::string_view, Binary>::first);
  return found == std::end(table) ? nullptr : found->second;
}

/// A truth value that may have raised.
PyObject *truth(int result, bool negate) {
  return result < 0 ? nullptr : PyBool_FromLong((result != 0) != negate);
}

} // namespace

// An operand, also one in the tuple that `%` takes, as what of TorchScript it stands for.
static Ref operandSeen(PyObject *operand) {
  if (!PyTuple_CheckExact(operand))
    return beforeTwin(operand);
  Ref seen = Ref::steal(PyTuple_New(PyTuple_GET_SIZE(operand)));
  for (Py_ssize_t i = 0; seen && i < PyTuple_GET_SIZE(operand); ++i)
    PyTuple_SET_ITEM(seen.get(), i, beforeTwin(PyTuple_GET_ITEM(operand, i)).release());
  return seen;
}

Outcome CPythonHost::apply(std::string_view op, const std::vector<Handle> &operands) {
  LoudNumpy loud(operands, nullptr);
  Ref firstSeen = operandSeen(object(operands.at(0)));
  PyObject *first = firstSeen.get();
  if (operands.size() == 1) {
    if (op == "not")
      return outcome(truth(PyObject_IsTrue(first), true));
    if (op == "bool")
      return outcome(truth(PyObject_IsTrue(first), false));
    return outcome(op == "-"   ? PyNumber_Negative(first)
                   : op == "+" ? PyNumber_Positive(first)
                   : op == "~" ? PyNumber_Invert(first)
                               : PyErr_Format(PyExc_SystemError, "no unary operator"));
  }
  Ref secondSeen = operandSeen(object(operands[1]));
  PyObject *second = secondSeen.get();
  if (op == "in" || op == "not in")
    return outcome(truth(PySequence_Contains(second, first), op == "not in"));
  Binary binary = binaryOperator(op);
  return outcome(binary ? binary(first, second)
                        : PyErr_Format(PyExc_SystemError, "no binary operator"));
}

} // namespace lith::python
