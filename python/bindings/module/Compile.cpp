// Compile.cpp: a call as a request to the compiler, and its answer as Python sees it.
#include "Once.h"
#include "module/Callable.h"
#include "module/SpecCheck.h"
#include "module/Specs.h"

#include "diagnostics/Render.h"
#include "host/CPythonHost.h"

#include <algorithm>
#include <chrono>

namespace lith::python {

using contract::Argument;

namespace {

/// An InputSpec: its _dtype is the number, shape a tuple of ints, strings or None.
Argument tensorArgument(PyObject *spec) {
  Argument argument;
  argument.kind = Argument::Kind::Tensor;
  Ref dtype = Ref::steal(PyObject_GetAttrString(spec, "_dtype"));
  argument.dtype = dtype ? int(PyLong_AsLong(dtype.get())) : -1;
  Ref shape = Ref::steal(PyObject_GetAttrString(spec, "shape"));
  for (Py_ssize_t i = 0; shape && i < PyTuple_GET_SIZE(shape.get()); ++i) {
    PyObject *size = PyTuple_GET_ITEM(shape.get(), i);
    argument.sizes.push_back(PyLong_Check(size) ? PyLong_AsLongLong(size) : -1);
    argument.sizeNames.emplace_back(PyUnicode_Check(size) ? PyUnicode_AsUTF8(size) : "");
    argument.sizeBounds.push_back(boundsOf(size));
  }
  Ref name = Ref::steal(PyObject_GetAttrString(spec, "name"));
  if (name && PyUnicode_Check(name.get()))
    argument.name = PyUnicode_AsUTF8(name.get());
  PyErr_Clear();
  return argument;
}

/// Turns a specification, an example value, or a structure of them into an argument.
class ArgumentReader {
public:
  /// In a `recorded` call an object that occurs twice was one object of the caller; in what a user
  /// writes it only describes two.
  ArgumentReader(CPythonHost &host, bool recorded, bool specified)
      : host(host), recorded(recorded), specified(specified) {}

  /// `value` is what the call passes there; null when there is no call.
  Argument read(PyObject *spec, PyObject *value) {
    Argument argument;
    if (Py_IS_TYPE(spec, specType())) {
      argument = tensorArgument(spec);
      PyObject *tensor = value ? isTorchTensor(value) ? value : nullptr : recorded ? spec : nullptr;
      argument.object = tensor ? host.handle(tensor) : nullptr;
    } else if (Py_IS_TYPE(spec, staticType())) {
      argument.kind = Argument::Kind::Pinned;
      Ref pinned = Ref::steal(PyObject_GetAttrString(spec, "value"));
      argument.object = host.handle(pinned.get());
    } else if (containsSpec(spec)) {
      readStructure(argument, spec, isStructureOf(value, spec) ? value : nullptr);
    } else {
      argument.object = host.handle(value ? value : spec);
    }
    return argument;
  }

private:
  void readStructure(Argument &argument, PyObject *spec, PyObject *value) {
    PyObject *like = value ? value : spec;
    Ref own = Ref::borrow(like);
    if (!value && !recorded && PyList_CheckExact(spec))
      own = Ref::steal(PyList_GetSlice(spec, 0, PyList_GET_SIZE(spec)));
    if (!value && !recorded && PyDict_CheckExact(spec))
      own = Ref::steal(PyDict_Copy(spec));
    argument.object = host.handle(own.get());
    argument.isExample = !specified;
    argument.kind = PyTuple_CheckExact(like)  ? Argument::Kind::Tuple
                    : PyList_CheckExact(like) ? Argument::Kind::List
                                              : Argument::Kind::Dict;
    PyObject *key, *child;
    Py_ssize_t position = 0;
    while (argument.kind == Argument::Kind::Dict && PyDict_Next(like, &position, &key, &child)) {
      argument.keys.push_back(host.handle(key));
      argument.children.push_back(read(PyDict_GetItem(spec, key), value ? child : nullptr));
    }
    for (Py_ssize_t i = 0; argument.kind != Argument::Kind::Dict && i < PyObject_Size(like); ++i)
      argument.children.push_back(read(PySequence_Fast_GET_ITEM(spec, i),
                                       value ? PySequence_Fast_GET_ITEM(value, i) : nullptr));
  }

  CPythonHost &host;
  bool recorded, specified; ///< specified: lists have the length that the user gave them
};

/// What input_spec says of the argument at `index` or named `name`; borrowed, null for nothing.
PyObject *specFor(PyObject *spec, size_t index, const char *name) {
  if (!spec)
    return nullptr;
  if (PyDict_Check(spec))
    return name ? PyDict_GetItemString(spec, name) : nullptr;
  return PyList_Check(spec) && index < size_t(PyList_GET_SIZE(spec))
             ? PyList_GET_ITEM(spec, Py_ssize_t(index))
             : nullptr;
}

std::string nameOf(PyObject *names, size_t index) {
  const char *text = PyUnicode_AsUTF8(PyTuple_GET_ITEM(names, Py_ssize_t(index)));
  return text ? text : "";
}

/// The names of the parameters that a call fills by position; empty: they are not known.
std::vector<std::string> parameterNames(PyObject *target) {
  std::vector<std::string> names;
  auto [function, bound] = functionOf(target);
  if (!function || !PyFunction_Check(function))
    return names;
  auto *code = reinterpret_cast<PyCodeObject *>(PyFunction_GET_CODE(function));
  Ref all = Ref::steal(PyCode_GetVarnames(code));
  for (int i = bound ? 1 : 0; all && i < code->co_argcount; ++i)
    names.push_back(nameOf(all.get(), size_t(i)));
  return names;
}

/// Lines of a source file as linecache has them; the last one asked for stays alive.
class Lines {
public:
  std::optional<std::string_view> operator()(std::string_view file, uint32_t line) {
    static Imported known("linecache", "getline");
    PyObject *getline = known.get();
    Ref found = Ref::steal(
        getline ? PyObject_CallFunction(getline, "sI", std::string(file).c_str(), line) : nullptr);
    const char *bytes = found ? PyUnicode_AsUTF8(found.get()) : nullptr;
    PyErr_Clear();
    if (!bytes || !*bytes)
      return std::nullopt;
    text = bytes;
    while (!text.empty() && (text.back() == '\n' || text.back() == '\r'))
      text.pop_back();
    return text;
  }

private:
  std::string text;
};

} // namespace

std::pair<PyObject *, bool> functionOf(PyObject *target) {
  if (PyFunction_Check(target))
    return {target, false};
  if (PyMethod_Check(target))
    return {PyMethod_GET_FUNCTION(target), true};
  bool isModule = torchTypes().loaded() && PyObject_TypeCheck(target, torchTypes().module);
  Ref name = Ref::steal(PyUnicode_FromString(isModule ? "forward" : "__call__"));
  PyObject *found = lookupInType(Py_TYPE(target), name.get());
  return {found ? behindWrapper(found) : nullptr, true};
}

contract::Request requestFor(CPythonHost &host, PyObject *target, const CallOptions &options,
                             PyObject *args, PyObject *keywords, bool recorded) {
  contract::Request request;
  ArgumentReader reader(host, recorded, false);
  request.callable = host.handle(target);
  request.options.freeze = options.freeze;
  request.options.forArtifact = true;
  for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(args); ++i)
    request.positional.push_back(reader.read(PyTuple_GET_ITEM(args, i), nullptr));
  PyObject *key, *value;
  Py_ssize_t position = 0;
  while (PyDict_Next(keywords, &position, &key, &value))
    request.keywords.emplace_back(PyUnicode_AsUTF8(key), reader.read(value, nullptr));
  return request;
}

static PyObject *compileErrorType() {
  static Imported known("lith._errors", "CompileError");
  return known.get();
}

void raiseCompileError(const std::string &message) {
  if (PyObject *type = compileErrorType())
    PyErr_SetString(type, message.c_str());
}

void raiseDiagnostics(const std::vector<diag::Diagnostic> &diagnostics) {
  PyObject *type = compileErrorType();
  if (!type)
    return;
  Lines lines;
  std::string message;
  const diag::Diagnostic *first = nullptr;
  for (const diag::Diagnostic &diagnostic : diagnostics) {
    if (diagnostic.severity != diag::Severity::Error)
      continue;
    first = first ? first : &diagnostic;
    message += (message.empty() ? "" : "\n") + diag::render(diagnostic, std::ref(lines));
  }
  if (!first)
    return raiseCompileError("the compiler gave no program and no reason");
  Ref error = Ref::steal(PyObject_CallFunction(type, "ssIIs", message.c_str(), first->file.c_str(),
                                               first->range.line, first->range.column + 1,
                                               diag::codeText(first->kind).c_str()));
  if (error)
    PyErr_SetObject(type, error.get());
}

std::shared_ptr<Compiled> compileFor(PyObject *target, const CallOptions &options,
                                     const Arguments &arguments, size_t positional,
                                     PyObject *keywordNames, const Beside &beside) {
  auto start = std::chrono::steady_clock::now();
  driver::CompilerLock lock;
  // NumPy may have been imported since: torch's operators are what is done to its arrays.
  if (PyDict_GetItemString(PyImport_GetModuleDict(), "numpy") && !torchTypes().loaded())
    if (Ref torch = Ref::steal(PyImport_ImportModule("torch")); !torch)
      return nullptr;
  CPythonHost host;
  ArgumentReader reader(host, true, true);
  contract::Request request;
  request.callable = host.handle(target);
  request.options.freeze = options.freeze;
  request.changing = beside.changing;
  request.written = beside.written;
  std::vector<std::string> names, parameters = parameterNames(target);
  // A decorated method gets its instance as an argument, of which input_spec does not speak.
  size_t ofInstance = PyFunction_Check(target) && !parameters.empty() && parameters[0] == "self";
  SpecCheck check;
  for (size_t i = 0; i < arguments.count; ++i) {
    bool keyword = i >= positional;
    std::string name = keyword                 ? nameOf(keywordNames, i - positional)
                       : i < parameters.size() ? parameters[i]
                                               : "argument " + std::to_string(i);
    size_t place = i;
    if (keyword) {
      auto found = std::find(parameters.begin(), parameters.end(), name);
      place = found == parameters.end() ? SIZE_MAX : size_t(found - parameters.begin());
    }
    PyObject *spec = place < ofInstance
                         ? nullptr
                         : specFor(options.inputSpec.get(), place - ofInstance, name.c_str());
    bool specified = spec && containsSpec(spec);
    if (specified && !check.accepts(spec, arguments.values[i], name))
      return nullptr;
    Argument argument = reader.read(specified ? spec : arguments.values[i], arguments.values[i]);
    names.push_back(name);
    if (keyword)
      request.keywords.emplace_back(name, std::move(argument));
    else
      request.positional.push_back(std::move(argument));
  }
  driver::Result result = driver::compile(host, request);
  driver::forget(host);
  if (!result.program) {
    raiseDiagnostics(result.diagnostics);
    return nullptr;
  }
  auto compiled =
      std::make_shared<Compiled>(std::move(*result.program), arguments, std::move(names));
  int index = 0;
  for (const Argument &argument : request.positional)
    compiled->requireSizes(argument, {index++, nullptr, {}}, arguments);
  for (const auto &[name, argument] : request.keywords)
    compiled->requireSizes(argument, {index++, nullptr, {}}, arguments);
  compiled->compileSeconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return compiled;
}

} // namespace lith::python
