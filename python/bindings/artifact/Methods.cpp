// Methods.cpp: compiling the methods of an artifact and writing it, in the module _lith.
#include "artifact/Beside.h"
#include "artifact/Load.h"
#include "artifact/Save.h"
#include "artifact/Sources.h"
#include "contract/Elements.h"
#include "module/Callable.h"
#include "module/Module.h"

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>

namespace nb = nanobind;

namespace lith::python {

namespace {

/// Adds the arguments that are texts, or lists of several lengths, and differ between two calls
/// with as many arguments.
void changingArguments(PyObject *first, PyObject *second, std::vector<contract::Path> &changing) {
  Py_ssize_t count = PyTuple_GET_SIZE(first);
  for (Py_ssize_t i = 0; count == PyTuple_GET_SIZE(second) && i < count; ++i) {
    PyObject *a = PyTuple_GET_ITEM(first, i), *b = PyTuple_GET_ITEM(second, i);
    bool differ = PyUnicode_CheckExact(a) && PyUnicode_CheckExact(b)
                      ? PyUnicode_Compare(a, b) != 0
                      : PyList_CheckExact(a) && PyList_CheckExact(b) &&
                            PyList_GET_SIZE(a) != PyList_GET_SIZE(b);
    if (differ) {
      changing.emplace_back();
      changing.back().argument = int(i);
    }
  }
}

/// What calls inherit is as an example has it: `manager` is a context manager.
class Within {
public:
  explicit Within(nb::handle manager) : manager(manager) { manager.attr("__enter__")(); }
  ~Within() {
    PyObject *none = Py_None;
    Ref left = Ref::steal(PyObject_CallMethod(manager.ptr(), "__exit__", "OOO", none, none, none));
    if (!left)
      PyErr_WriteUnraisable(manager.ptr());
  }
  Within(const Within &) = delete;
  Within &operator=(const Within &) = delete;

private:
  nb::handle manager;
};

/// Compiles one; with what changes between the examples as constants where it cannot be otherwise.
driver::Result compileWithin(CPythonHost &host, contract::Request &request,
                             const driver::FileNames &names, nb::handle ambient) {
  Within within(ambient);
  driver::Result result = driver::compile(host, request, names);
  if (!result.program && !request.changing.empty()) {
    request.changing.clear();
    result = driver::compile(host, request, names);
  }
  return result;
}

/// What other programs of an artifact do to what one of them reads.
struct Elsewhere {
  std::vector<contract::Place> written; ///< tensors
  std::vector<contract::Path> changing; ///< numbers, bools, texts, lists and dicts
  std::vector<std::pair<contract::Path, contract::ElementType>>
      elements; ///< what is put into these
};

/// The programs of the methods of an artifact.
class Methods {
public:
  Methods(CPythonHost &host, const std::string &name, const Elsewhere &known)
      : builder(host, name), host(host), known(known), found(known) {}

  /// One for each example (args, kwargs, shares, ambient), which is compiled within the context
  /// manager `ambient`. One that `shares` passes one object in several places; it follows the same
  /// call with different objects, and is left out where that one's program makes no difference.
  void add(const std::string &method, CallableObject *callable, nb::list examples) {
    builder.take(callable->target);
    bool tellsApart = false;
    for (nb::handle example : examples) {
      bool shares = nb::cast<bool>(example[2]);
      if (shares && !tellsApart)
        continue;
      contract::Request request = requestFor(host, callable->target, callable->state->options,
                                             example[0].ptr(), example[1].ptr(), shares);
      request.written = known.written;
      request.options.mustReturn = callable->state->entries.empty(); // of input_spec alone
      request.changing = known.changing;
      request.elements = known.elements;
      for (nb::handle other : examples)
        changingArguments(nb::tuple(example[0]).ptr(), nb::tuple(other[0]).ptr(), request.changing);
      bool hasRelations = builder.add(method, request, compiled(request, example[3]));
      tellsApart = shares ? tellsApart : hasRelations;
    }
  }

  /// Null: some programs have constants that others write, which `next` tells another attempt.
  std::optional<ArtifactData> finish(Elsewhere &next) {
    for (const contract::Path &path : builder.contested())
      noteChanging(path);
    bool areKnown = found.changing.size() == known.changing.size() && !hasOtherElements;
    bool isDone = !contract::shareTensor(frozen, found.written) && (count < 2 || areKnown);
    next = std::move(found);
    return isDone ? std::optional(builder.finish()) : std::nullopt;
  }

  ArtifactBuilder builder;

private:
  contract::Program compiled(contract::Request &request, nb::handle ambient) {
    driver::Result result = compileWithin(
        host, request, [&](std::string_view file) { return builder.shownName(file); }, ambient);
    if (!result.program) {
      raiseDiagnostics(result.diagnostics);
      throw nb::python_error();
    }
    contract::Program &made = *result.program;
    ++count;
    frozen.insert(frozen.end(), made.frozen.begin(), made.frozen.end());
    found.written.insert(found.written.end(), made.written.begin(), made.written.end());
    for (const contract::Input &input : made.inputs)
      if (input.replaced && input.path.root && input.kind != contract::Input::Kind::Tensor)
        noteChanging(input.path);
    for (const contract::Guard &guard : made.guards)
      if (guard.kind == contract::Guard::Kind::Elements && guard.path.root)
        noteElements(guard.path, guard.elements);
    return std::move(made);
  }

  void noteChanging(const contract::Path &path) {
    if (std::ranges::none_of(found.changing,
                             [&](const auto &each) { return artifact::isSamePlace(each, path); }))
      found.changing.push_back(path);
  }

  /// What the program was told that others put there, with what it puts there itself.
  void noteElements(const contract::Path &path, const contract::ElementType &type) {
    auto known = std::ranges::find_if(
        found.elements, [&](const auto &each) { return artifact::isSamePlace(each.first, path); });
    if (known == found.elements.end())
      known = found.elements.insert(known, {path, {}});
    contract::ElementType before = known->second;
    if (!contract::unite(known->second, type))
      throw artifact::CannotSave("a list or dict that is state has elements of several types");
    hasOtherElements |= !contract::isSame(before, known->second);
  }

  CPythonHost &host;
  const Elsewhere &known;
  Elsewhere found;
  bool hasOtherElements = false; ///< than `known` says
  std::vector<contract::Place> frozen;
  size_t count = 0;
};

/// What is kept of a module beside its programs: (name, tensor, kind) and (name, number or text).
struct ModuleState {
  nb::object module;
  nb::list tensors, attributes;
};

void describe(CPythonHost &host, ArtifactBuilder &builder, const ModuleState &state) {
  for (nb::handle each : state.tensors)
    builder.nameState(nb::cast<std::string>(each[0]), host.handle(nb::object(each[1]).ptr()),
                      StateName::Kind(nb::cast<int>(each[2])));
  for (nb::handle each : state.attributes)
    builder.nameAttribute(nb::cast<std::string>(each[0]), host.handle(state.module.ptr()),
                          host.handle(nb::object(each[1]).ptr()));
}

std::map<std::string, std::string> textsOf(nb::dict given) {
  std::map<std::string, std::string> texts;
  for (auto [name, value] : given)
    texts[nb::cast<std::string>(name)] = nb::isinstance<nb::bytes>(value)
                                             ? std::string(nb::bytes(value).c_str(), nb::len(value))
                                             : nb::cast<std::string>(value);
  return texts;
}

/// The targets that `beside` names.
std::vector<std::string> targetsOf(nb::dict beside) {
  std::vector<std::string> targets;
  std::string error;
  if (!driver::findTargets(nb::cast<std::vector<std::string>>(beside["targets"]), targets, error))
    throw nb::value_error(error.c_str());
  return targets;
}

void write(ArtifactData &data, const std::vector<std::string> &targets, nb::dict beside,
           const std::string &path) {
  addBeside(data, beside);
  std::string error;
  artifact::keepShown(data, nb::cast<bool>(beside["strip"]));
  if (!driver::compileFor(targets, data, error)) {
    raiseCompileError(error);
    throw nb::python_error();
  }
  data.versions = textsOf(beside["versions"]);
  data.metadata = textsOf(beside["metadata"]);
  data.extraFiles = textsOf(beside["extra_files"]);
  std::string message;
  ArtifactStatus status = writeArtifact(data, path, message);
  if (status != ArtifactStatus::Ok) {
    raiseArtifactError(status, message, path);
    throw nb::python_error();
  }
}

/// Compiles each example of each method (name, program, examples) for an artifact and writes it.
void savePrograms(const std::string &name, nb::list methods, nb::tuple state, nb::dict beside,
                  const std::string &path) {
  for (nb::handle method : methods)
    if (!PyObject_TypeCheck(nb::object(method[1]).ptr(), callableType()))
      throw nb::type_error("only a compiled program can be saved");
  std::vector<std::string> targets = targetsOf(beside);
  driver::CompilerLock lock;
  CPythonHost host;
  struct Forget { // whatever happens
    CPythonHost &host;
    ~Forget() { driver::forget(host); }
  } forget{host};
  ModuleState kept{nb::object(state[0]), nb::list(state[1]), nb::list(state[2])};
  Elsewhere known;
  std::optional<ArtifactData> made;
  try {
    while (!made) {
      Elsewhere next;
      {
        Methods all(host, name, known);
        describe(host, all.builder, kept);
        for (nb::handle method : methods)
          all.add(nb::cast<std::string>(method[0]),
                  reinterpret_cast<CallableObject *>(nb::object(method[1]).ptr()),
                  nb::list(method[2]));
        made = all.finish(next);
      }
      known = std::move(next);
    }
  } catch (const artifact::CannotSave &reason) {
    raiseCompileError(reason.what());
    throw nb::python_error();
  }
  write(*made, targets, beside, path);
}

/// Writes what a model that grows holds now.
void saveModel(const Model &model, nb::dict beside, const std::string &path) {
  std::vector<std::string> targets = targetsOf(beside);
  ArtifactData data = *model.data();
  if (data.programs.empty()) {
    raiseCompileError("nothing says what to save: call the program first");
    throw nb::python_error();
  }
  write(data, targets, beside, path);
}

} // namespace

void bindSaving(nb::module_ &m) {
  m.def("save", savePrograms, nb::arg("name"), nb::arg("methods"), nb::arg("state"),
        nb::arg("beside"), nb::arg("path"),
        "Compiles a program for each example call of each method and writes an artifact.");
  m.def("save_model", saveModel, nb::arg("model"), nb::arg("beside"), nb::arg("path"),
        "Writes what is compiled of a model that grows.");
}

} // namespace lith::python
