// Guards.cpp: whether a compiled program is valid for a call.
#include "call/Compiled.h"
#include "call/Elements.h"
#include "call/SameConstant.h"

#include "host/CPythonHost.h"

#include <algorithm>

namespace lith::python {

using contract::Step;
using Kind = contract::Guard::Kind;

namespace {

/// The built-in value inside of an instance has no identity or class of its own: what guards the
/// instance guards it.
bool isInInstance(const contract::Guard &guard) {
  return !guard.path.steps.empty() && guard.path.steps.back().kind == Step::Kind::Payload;
}
bool isOfPayload(const contract::Guard &guard) {
  return (guard.kind == Kind::Identity || guard.kind == Kind::ClassIs) && isInInstance(guard);
}

/// Containers are made anew for each call, so notes about them would never hold.
bool isContainer(PyObject *object) {
  return PyList_CheckExact(object) || PyTuple_CheckExact(object) || PyDict_CheckExact(object);
}

/// Guards that notes cover: they need no evaluation while nothing on their path was written.
bool isNotable(Kind kind) {
  return kind == Kind::Identity || kind == Kind::Equal || kind == Kind::ClassIs ||
         kind == Kind::Absent || kind == Kind::Lacks || kind == Kind::Length ||
         kind == Kind::Keys || kind == Kind::Distinct;
}

Py_ssize_t lengthOf(PyObject *object, Notes *notes) {
  if (PyList_Check(object)) {
    if (notes)
      notes->listLength(object);
    return PyList_GET_SIZE(object);
  }
  if (PyObject *dict = dictBehind(object)) {
    if (notes)
      notes->size(dict);
    return PyDict_GET_SIZE(dict);
  }
  if (PyTuple_Check(object))
    return PyTuple_GET_SIZE(object);
  if (notes)
    notes->spoil();
  if (PyObject_TypeCheck(object, dequeType()))
    return PySequence_Size(object);
  return PyAnySet_Check(object) ? PySet_GET_SIZE(object) : -1;
}

/// Of an ordered dict, whose order is another than that of its entries.
bool sameOrder(PyObject *dict, PyObject *expected) {
  Ref keys = Ref::steal(PySequence_Tuple(Ref::steal(PyODict_Type.tp_iter(dict)).get()));
  PyErr_Clear();
  return keys && sameConstant(keys.get(), expected);
}

bool sameKeys(PyObject *dict, PyObject *expected, Notes *notes) {
  dict = dictBehind(dict);
  if (!dict || PyDict_GET_SIZE(dict) != PyTuple_GET_SIZE(expected))
    return false;
  bool hasOrder = PyODict_Check(dict) && PyDict_GET_SIZE(dict) > 1;
  if (notes && hasOrder)
    notes->spoil(); // move_to_end leaves no note
  else if (notes)
    notes->keys(dict, expected);
  if (hasOrder)
    return sameOrder(dict, expected);
  PyObject *key;
  Py_ssize_t position = 0, index = 0;
  while (PyDict_Next(dict, &position, &key, nullptr))
    if (!sameConstant(key, PyTuple_GET_ITEM(expected, index++)))
      return false;
  return true;
}

bool lacksNames(PyObject *object, const std::vector<Ref> &names, Notes *notes) {
  PyObject *dict = ownDict(object);
  return !dict || std::none_of(names.begin(), names.end(), [&](const Ref &name) {
    PyObject *value = PyDict_GetItemWithError(dict, name.get());
    if (notes)
      notes->attribute(object, dict, name.get(), value);
    return value != nullptr;
  });
}

/// In a way that no note would show. Numbers of NumPy do not, records may view an array.
bool changesInPlace(PyObject *value) {
  std::string_view type = Py_TYPE(value)->tp_name;
  return PyAnySet_Check(value) || PyList_Check(value) || PyDict_Check(value) ||
         type == "numpy.ndarray" || type == "numpy.void";
}

/// The path of the list whose element at `path` was or is None, and not both. `expected` is null of
/// one that was a tensor.
std::optional<contract::Path> listThatChanges(const contract::Path &path, PyObject *expected,
                                              PyObject *value) {
  bool isElement = !path.steps.empty() && path.steps.back().kind == Step::Kind::Item;
  if (!isElement || !value || (expected == Py_None) == (value == Py_None))
    return std::nullopt;
  contract::Path list = path;
  list.steps.pop_back();
  return list;
}

bool leadsThrough(const contract::Path &path, const contract::Path &start) {
  return path.root == start.root && path.argument == start.argument &&
         path.steps.size() >= start.steps.size() &&
         std::equal(start.steps.begin(), start.steps.end(), path.steps.begin());
}

bool mayHaveGrad(int dtype) { return dtype >= LITH_FLOAT16 && dtype != LITH_BOOL8; }

} // namespace

static size_t hashOf(const contract::Path &path) {
  size_t hash = std::hash<const void *>()(path.root) + size_t(path.argument);
  for (const contract::Step &step : path.steps)
    hash = hash * 31 + std::hash<std::string>()(step.name) + size_t(step.kind) + size_t(step.index);
  return hash;
}

int Compiled::addPath(const contract::Path &path, const Arguments &example) {
  size_t hash = hashOf(path);
  for (auto [known, end] = pathIndex.equal_range(hash); known != end; ++known)
    if (paths[size_t(known->second)].key == path)
      return known->second;
  NativePath native(path);
  bool stable = path.argument < 0 || !path.steps.empty();
  if (path.argument >= 0 && size_t(path.argument) < example.count)
    stable = stable && !isContainer(example.values[path.argument]);
  pathIndex.emplace(hash, int(paths.size()));
  paths.push_back({std::move(native), path, stable});
  return int(paths.size()) - 1;
}

PyObject *Compiled::objectAt(int path, const Arguments &arguments, Resolved &resolved) {
  const PathEntry &entry = paths[size_t(path)];
  PyObject *&found = resolved.objects[size_t(path)];
  if (found || entry.stable)
    return found;
  if (entry.path.isPlainArgument())
    return found = behindWrapper(arguments.values[entry.path.argument]);
  Ref made = entry.path.walk(arguments, nullptr);
  found = made.get();
  resolved.kept.push_back(std::move(made));
  return found;
}

const TensorView *Compiled::viewAt(int path, Resolved &resolved) {
  size_t index = size_t(path);
  if (!resolved.viewed[index]) {
    PyObject *tensor = resolved.objects[index];
    if (!tensor || !torchTypes().loaded() || !PyObject_TypeCheck(tensor, torchTypes().tensor) ||
        !viewTensor(tensor, resolved.views[index]))
      return nullptr;
    resolved.viewed[index] = 1;
  }
  return &resolved.views[index];
}

bool Compiled::holdsTensor(const Guard &guard, PyObject *tensor, Resolved &resolved) {
  const TensorView *view = isTorchTensor(tensor) ? viewAt(guard.path, resolved) : nullptr;
  if (!view || view->dtype != guard.dtype ||
      (guard.number >= 0 && view->tensor.ndim != guard.number))
    return false;
  for (int32_t dim = 0; dim < view->tensor.ndim && guard.ones >> dim; ++dim)
    if ((guard.ones >> dim & 1) && view->tensor.shape[dim] != 1)
      return false;
  return !mayHaveGrad(view->dtype) || requiresGrad(tensor) == guard.flag;
}

bool Compiled::holdsStorage(const Guard &guard, Resolved &resolved) {
  PyObject *left = resolved.objects[size_t(guard.path)];
  PyObject *right = resolved.objects[size_t(guard.other)];
  if (guard.flag || left == right)
    return guard.flag == (left == right);
  const TensorView *first = viewAt(guard.path, resolved), *second = viewAt(guard.other, resolved);
  if (!first || !second)
    return true; // not tensors: different objects
  return !overlap(extentOf(left, *first, program.readsStorages),
                  extentOf(right, *second, program.readsStorages));
}

/// The lists in it are no objects that the program reaches otherwise, and its tensors none that the
/// program writes.
bool Compiled::holdsLists(PyObject *list, const Guard &guard, Resolved &resolved) {
  std::vector<Extent> apart;
  for (int path : guard.flag ? written : std::vector<int>())
    if (const TensorView *view = viewAt(path, resolved))
      apart.push_back(extentOf(resolved.objects[size_t(path)], *view, program.readsStorages));
  std::unordered_set<PyObject *> within;
  if (!holdsElements(list, guard.elements, merged(std::move(apart)), within) ||
      PyList_GET_SIZE(list) < guard.number)
    return false;
  for (PyObject *object : resolved.objects)
    if (within.count(object))
      return false;
  return true;
}

bool Compiled::holds(const Guard &guard, const Arguments &arguments, Resolved &resolved,
                     Notes *notes) {
  if (guard.kind == Kind::Ambient)
    return ambientHolds(guard);
  PyObject *value = objectAt(guard.path, arguments, resolved);
  if (guard.kind == Kind::Absent)
    return !value;
  if (!value)
    return false;
  switch (guard.kind) {
  case Kind::Identity:
    return value == guard.expected.get();
  case Kind::Equal:
    if (notes && changesInPlace(value))
      notes->spoil();
    else if (notes)
      notes->keep(value);
    if (guard.flag) // of an instance, whose class has a guard of its own
      return samePayload(value, guard.expected.get());
    return sameConstant(value, guard.expected.get());
  case Kind::ClassIs:
    if (notes)
      notes->type(value);
    return reinterpret_cast<PyObject *>(typeBeforeTwin(value)) == guard.expected.get();
  case Kind::Lacks:
    return lacksNames(value, guard.names, notes);
  case Kind::Length:
    return lengthOf(value, notes) == guard.number;
  case Kind::Keys:
    return sameKeys(value, guard.expected.get(), notes);
  case Kind::Elements:
    return holdsLists(value, guard, resolved);
  case Kind::TensorType:
    return holdsTensor(guard, value, resolved);
  case Kind::SameStorage:
    return objectAt(guard.other, arguments, resolved) && holdsStorage(guard, resolved);
  case Kind::Distinct: {
    PyObject *other = objectAt(guard.other, arguments, resolved);
    return other && other != value;
  }
  default:
    return false;
  }
}

bool Compiled::walkStable(const Arguments &arguments) {
  Notes fresh;
  fresh.arm();
  Resolved resolved;
  resolved.objects.resize(paths.size());
  std::vector<Ref> alive; // what was read is alive as long as the notes hold
  bool isOther = false;   // what notes cover
  for (size_t i = 0; i < paths.size(); ++i) {
    if (!paths[i].stable)
      continue;
    Ref object = paths[i].path.walk(arguments, &fresh);
    if (fresh.spoiled()) {
      isOther = true;
      paths[i].stable = false;
      fresh.arm();
      continue;
    }
    resolved.objects[i] = object.get();
    alive.push_back(std::move(object));
  }
  for (Guard &guard : guards) {
    if (!guard.stable)
      continue;
    if (!holds(guard, arguments, resolved, &fresh)) {
      failed = &guard - guards.data();
      notes.clear();
      return false;
    }
    if (fresh.spoiled()) {
      isOther = true;
      guard.stable = false;
      fresh.arm();
    }
  }
  if (setApartWhatChanges(resolved.objects) || isOther) {
    listEachCall();
    return walkStable(arguments);
  }
  fresh.seal();
  notes = std::move(fresh);
  stableObjects = std::move(resolved.objects);
  return true;
}

/// What was another object at each of several walks, as a counter is, is looked for at each call
/// from now on, with all that is reached through it. Returns whether that is new of some path.
bool Compiled::setApartWhatChanges(const std::vector<PyObject *> &now) {
  static constexpr int Often = 3;
  bool isNew = false;
  for (size_t i = 0; i < stableObjects.size(); ++i) {
    PathEntry &entry = paths[i];
    if (!entry.stable || stableObjects[i] == now[i] || ++entry.changes < Often)
      continue;
    isNew = true;
    for (PathEntry &other : paths)
      if (leadsThrough(other.key, entry.key))
        other.stable = false;
  }
  return isNew;
}

void Compiled::listEachCall() {
  auto isStable = [&](int path) { return path < 0 || paths[size_t(path)].stable; };
  eachCall.clear();
  for (size_t i = 0; i < guards.size(); ++i) {
    Guard &guard = guards[i];
    guard.stable = guard.stable && isStable(guard.path) && isStable(guard.other);
    if (!guard.stable)
      eachCall.push_back(i);
  }
}

/// Whether the guard that failed at the last walk still does: a model that changes its mode has a
/// program for each, which are walked only where that holds.
bool Compiled::failsAgain(const Arguments &arguments) {
  if (failed < 0)
    return false;
  const Guard &guard = guards[size_t(failed)];
  Resolved resolved;
  resolved.objects.resize(paths.size());
  std::vector<Ref> alive;
  for (int path : {guard.path, guard.other})
    if (path >= 0) {
      alive.push_back(paths[size_t(path)].path.walk(arguments, nullptr));
      resolved.objects[size_t(path)] = alive.back().get();
    }
  return !holds(guard, arguments, resolved, nullptr);
}

bool Compiled::accepts(const Arguments &arguments, Resolved &resolved) {
  if (!notes.holds(arguments) && (failsAgain(arguments) || !walkStable(arguments)))
    return false;
  resolved.objects = stableObjects;
  resolved.views.resize(paths.size());
  resolved.viewed.assign(paths.size(), 0);
  for (size_t index : eachCall)
    if (!holds(guards[index], arguments, resolved, nullptr))
      return false;
  for (const FixedSizes &fixed : fixedSizes)
    if (!holdsSizes(fixed, arguments, resolved))
      return false;
  for (const auto &sizes : equalSizes)
    if (!areEqual(sizes, arguments, resolved))
      return false;
  for (const auto &[size, bounds] : boundedSizes)
    if (auto is = sizeAt(size, arguments, resolved); !is || !bounds.holds(*is))
      return false;
  return true;
}

std::optional<int64_t> Compiled::sizeAt(Size size, const Arguments &arguments, Resolved &resolved) {
  const TensorView *view =
      objectAt(size.path, arguments, resolved) ? viewAt(size.path, resolved) : nullptr;
  return view && size.dim < view->tensor.ndim ? std::optional(view->tensor.shape[size.dim])
                                              : std::nullopt;
}

bool Compiled::areEqual(const std::pair<Size, Size> &sizes, const Arguments &arguments,
                        Resolved &resolved) {
  auto one = sizeAt(sizes.first, arguments, resolved),
       other = sizeAt(sizes.second, arguments, resolved);
  return one && other && *one == *other;
}

bool Compiled::holdsSizes(const FixedSizes &fixed, const Arguments &arguments, Resolved &resolved) {
  const TensorView *view =
      objectAt(fixed.path, arguments, resolved) ? viewAt(fixed.path, resolved) : nullptr;
  if (!view || size_t(view->tensor.ndim) != fixed.sizes.size())
    return false;
  for (size_t i = 0; i < fixed.sizes.size(); ++i)
    if (fixed.sizes[i] >= 0 && view->tensor.shape[i] != fixed.sizes[i])
      return false;
  return true;
}

int Compiled::traverse(visitproc visit, void *arg) const {
  for (const Guard &guard : guards)
    Py_VISIT(guard.expected.get());
  for (const PathEntry &entry : paths)
    Py_VISIT(entry.path.root.get());
  for (const Ref &ref : kept)
    Py_VISIT(ref.get());
  for (const Ref &ref : notes.owned())
    Py_VISIT(ref.get());
  if (classes.use_count() == 1) // no graph has them too
    for (const Ref &ref : *classes)
      Py_VISIT(ref.get());
  return 0;
}

void Compiled::walkAll(const Arguments &arguments, Resolved &resolved) {
  resolved.objects.resize(paths.size());
  resolved.views.resize(paths.size());
  resolved.viewed.resize(paths.size());
  for (size_t i = 0; i < paths.size(); ++i) {
    resolved.kept.push_back(paths[i].path.walk(arguments, nullptr));
    resolved.objects[i] = resolved.kept.back().get();
  }
}

void Compiled::changingPlaces(const Arguments &arguments, std::vector<contract::Path> &into) {
  Resolved resolved;
  walkAll(arguments, resolved);
  for (const Guard &guard : guards) {
    PyObject *expected = guard.expected.get();
    if (guard.kind == Kind::Length && resolved.objects[size_t(guard.path)] &&
        lengthOf(resolved.objects[size_t(guard.path)], nullptr) != guard.number)
      into.push_back(paths[size_t(guard.path)].key);
    bool isOfPlace = guard.kind == Kind::Equal || guard.kind == Kind::Identity;
    bool isOfType = guard.kind == Kind::TensorType || guard.kind == Kind::ClassIs;
    if (isOfPlace || isOfType)
      if (auto list = listThatChanges(paths[size_t(guard.path)].key, expected,
                                      resolved.objects[size_t(guard.path)]))
        into.push_back(*list);
    PyObject *value = isOfPlace && expected ? resolved.objects[size_t(guard.path)] : nullptr;
    if (!value || Py_TYPE(value) != Py_TYPE(expected))
      continue;
    bool isValue = PyLong_CheckExact(expected) || PyFloat_CheckExact(expected) ||
                   PyUnicode_CheckExact(expected);
    bool isContainer = PyList_Check(expected) || PyDict_Check(expected) || PySet_Check(expected);
    if ((guard.kind == Kind::Equal && isValue && !sameConstant(value, expected)) ||
        (guard.kind == Kind::Identity && isContainer && value != expected))
      into.push_back(paths[size_t(guard.path)].key);
  }
  for (const contract::Input &input : program.inputs)
    if (input.kind == contract::Input::Kind::Int || input.kind == contract::Input::Kind::Float ||
        input.kind == contract::Input::Kind::List || input.kind == contract::Input::Kind::Str)
      if (std::find(into.begin(), into.end(), input.path) == into.end())
        into.push_back(input.path);
}

void Compiled::requireSizes(const contract::Argument &argument, contract::Path path,
                            const Arguments &example) {
  for (int64_t size : argument.sizes)
    if (size >= 0) {
      fixedSizes.push_back({addPath(path, example), argument.sizes});
      break;
    }
  for (size_t dim = 0; dim < argument.sizeBounds.size(); ++dim)
    if (!argument.sizeBounds[dim].isAny())
      boundedSizes.push_back({Size{addPath(path, example), int(dim)}, argument.sizeBounds[dim]});
  for (size_t dim = 0; dim < argument.sizeNames.size(); ++dim)
    if (const std::string &name = argument.sizeNames[dim]; !name.empty()) {
      Size own{addPath(path, example), int(dim)};
      auto [first, isNew] = namedSizes.try_emplace(name, own);
      if (!isNew)
        equalSizes.push_back({first->second, own});
    }
  for (size_t i = 0; i < argument.children.size(); ++i) {
    contract::Path inner = path;
    bool dict = argument.kind == contract::Argument::Kind::Dict;
    inner.steps.push_back({dict ? Step::Kind::Key : Step::Kind::Item, "", dict ? 0 : int64_t(i),
                           dict ? argument.keys[i] : nullptr});
    requireSizes(argument.children[i], inner, example);
  }
}

Ref Compiled::existingAt(int path, const Arguments &arguments, const Resolved &resolved) const {
  const PathEntry &entry = paths[size_t(path)];
  return entry.isWrapped ? entry.path.walkToFront(arguments)
                         : beforeTwin(resolved.objects[size_t(path)]);
}

void Compiled::keepOutput(contract::Output &output, const Arguments &example) {
  if (output.constant) {
    Ref seen = beforeTwin(object(output.constant));
    output.constant = reinterpret_cast<host::Handle>(seen.get());
    kept.push_back(std::move(seen));
  }
  if (output.kind == contract::Output::Kind::Existing) {
    output.index = addPath(output.path, example);
    existing.push_back(output.index);
    PathEntry &entry = paths[size_t(output.index)];
    entry.isWrapped =
        entry.path.walk(example, nullptr).get() != entry.path.walkToFront(example).get();
  }
  for (contract::Output &child : output.children)
    keepOutput(child, example);
}

Compiled::Compiled(contract::Program compiled, const Arguments &example,
                   std::vector<std::string> names)
    : program(std::move(compiled)), names(std::move(names)) {
  for (const contract::Guard &guard : program.guards) {
    if (isOfPayload(guard))
      continue;
    bool ambient = guard.kind == Kind::Ambient;
    int path = ambient ? -1 : addPath(guard.path, example);
    bool isPair = guard.kind == Kind::SameStorage || guard.kind == Kind::Distinct;
    int other = isPair ? addPath(guard.other, example) : -1;
    guards.push_back({guard.kind, path, other,
                      guard.expected ? Ref::borrow(object(guard.expected)) : Ref(), guard.dtype,
                      guard.number, guard.ones,
                      guard.flag || (guard.kind == Kind::Equal && isInInstance(guard)),
                      !ambient && isNotable(guard.kind), guard.name, guard.elements});
    for (const std::string &name : guard.names)
      guards.back().names.push_back(Ref::steal(PyUnicode_InternFromString(name.c_str())));
    bool requiresGrad = guard.kind == Kind::TensorType && guard.flag;
    if (requiresGrad && std::ranges::count(differentiable, path, &Differentiable::path) == 0)
      differentiable.push_back({path});
  }
  // They look at all objects that the others reach.
  std::stable_partition(guards.begin(), guards.end(),
                        [](const Guard &guard) { return guard.kind != Kind::Elements; });
  listEachCall();
  for (const contract::Input &input : program.inputs) {
    inputs.push_back({input.kind, addPath(input.path, example)});
    if (!input.path.steps.empty() && input.path.steps.back().kind == Step::Kind::Tensor) {
      contract::Path array = input.path;
      array.steps.pop_back();
      arrays.emplace_back(inputs.back().path, addPath(array, example));
    }
    if (input.written)
      written.push_back(inputs.back().path);
  }
  for (const contract::Gradients::Leaf &leaf : program.gradients.leaves) {
    int path = inputs[size_t(leaf.input)].path;
    auto found = std::ranges::find(differentiable, path, &Differentiable::path);
    if (found == differentiable.end()) // the program makes a leaf of it
      found = differentiable.insert(found, {path});
    found->leaf = leaf.port;
  }
  for (host::Handle handle : program.opaques) {
    if (handle)
      kept.push_back(Ref::borrow(object(handle)));
    if (handle && PyFunction_Check(object(handle)))
      kept.push_back(beforeTwin(object(handle)));
    opaques.push_back(handle ? reinterpret_cast<host::Handle>(kept.back().get()) : nullptr);
  }
  std::vector<Ref> table;
  for (host::Handle handle : program.classes)
    table.push_back(Ref::borrow(object(handle)));
  classes = std::make_shared<const std::vector<Ref>>(std::move(table));
  output = program.output;
  keepOutput(output, example);
}

} // namespace lith::python
