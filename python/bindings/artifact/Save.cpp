// Save.cpp: from programs of the compiler, which name objects of Python, to
// programs of an artifact, which hold all that they need.
#include "artifact/Save.h"

#include "call/Exchange.h"
#include "call/Path.h"

#include <bit>

namespace lith::python {

using driver::Output;
using host::Kind;

namespace {

std::string textOf(PyObject *object, const char *attribute) {
  Ref value = Ref::steal(PyObject_GetAttrString(object, attribute));
  const char *text =
      value && PyUnicode_Check(value.get()) ? PyUnicode_AsUTF8(value.get()) : nullptr;
  std::string result = text ? text : "";
  PyErr_Clear();
  return result;
}

/// The Python function behind a callable, and whether its first parameter is bound.
PyObject *functionOf(PyObject *target, bool &bound) {
  bound = PyMethod_Check(target) || !PyFunction_Check(target);
  if (PyFunction_Check(target))
    return target;
  if (PyMethod_Check(target))
    return PyMethod_GET_FUNCTION(target);
  bool isModule = torchTypes().loaded() && PyObject_TypeCheck(target, torchTypes().module);
  Ref name = Ref::steal(PyUnicode_FromString(isModule ? "forward" : "__call__"));
  PyObject *found = lookupInType(Py_TYPE(target), name.get());
  return found ? behindWrapper(found) : nullptr;
}

void dropReference(const void *object) {
  if (!Py_IsInitialized())
    return;
  PyGILState_STATE state = PyGILState_Ensure();
  Py_DECREF(static_cast<PyObject *>(const_cast<void *>(object)));
  PyGILState_Release(state);
}

} // namespace

ArtifactBuilder::ArtifactBuilder(CPythonHost &host, PyObject *target) : host(host) {
  data.name = textOf(target, "__qualname__");
  if (data.name.empty())
    data.name = textOf(reinterpret_cast<PyObject *>(Py_TYPE(target)), "__qualname__");
  bool bound = false;
  PyObject *function = functionOf(target, bound);
  if (!function || !PyFunction_Check(function))
    return;
  for (const host::Parameter &p : host.function(host.handle(function)).parameters)
    if (p.mode != host::Parameter::Mode::VarPositional &&
        p.mode != host::Parameter::Mode::VarKeyword)
      formals.push_back({p.name, p.mode == host::Parameter::Mode::KeywordOnly, p.defaultValue});
  if (bound && !formals.empty())
    formals.erase(formals.begin());
}

const ArtifactBuilder::Formal *ArtifactBuilder::formalOf(size_t position,
                                                         const std::string &keyword) const {
  if (keyword.empty())
    return position < formals.size() && !formals[position].keywordOnly ? &formals[position]
                                                                       : nullptr;
  for (const Formal &formal : formals)
    if (formal.name == keyword)
      return &formal;
  return nullptr;
}

/// A number that the call may leave out.
void ArtifactBuilder::giveDefault(Tree &tree, host::Handle value) {
  Kind kind = host.kind(value);
  if ((tree.kind == Tree::Kind::Int && kind == Kind::Int && host.asInt(value)) ||
      (tree.kind == Tree::Kind::Float && kind == Kind::Float) ||
      (tree.kind == Tree::Kind::Bool && kind == Kind::Bool)) {
    tree.hasDefault = true;
    tree.constant = constantOfHandle(host, value);
  }
}

std::vector<Tree> ArtifactBuilder::argumentTrees(const driver::Request &request, Leaves &leaves) {
  std::vector<Tree> trees;
  auto add = [&](const driver::Argument &argument, const std::string &keyword) {
    driver::Path path;
    path.argument = int(trees.size());
    const Formal *formal = formalOf(trees.size(), keyword);
    Tree tree = leaves.argument(argument, path);
    tree.name = !keyword.empty() ? keyword
                : formal         ? formal->name
                                 : "argument" + std::to_string(trees.size());
    tree.keywordOnly = formal ? formal->keywordOnly : !keyword.empty();
    if (formal && formal->defaultValue)
      giveDefault(tree, formal->defaultValue);
    trees.push_back(std::move(tree));
  };
  for (const driver::Argument &argument : request.positional)
    add(argument, "");
  for (const auto &[name, argument] : request.keywords)
    add(argument, name);
  // Parameters that the call left to their default are fixed at it.
  for (const Formal &formal : formals) {
    bool given = false;
    for (const Tree &tree : trees)
      given |= tree.name == formal.name;
    if (given || !formal.defaultValue)
      continue;
    Tree tree;
    tree.name = formal.name;
    tree.hasDefault = true;
    tree.keywordOnly = formal.keywordOnly;
    try {
      tree.constant = constantOfHandle(host, formal.defaultValue);
    } catch (const CannotSave &) {
      continue; // it cannot be given, so it need not be named
    }
    trees.push_back(std::move(tree));
  }
  return trees;
}

Constant ArtifactBuilder::tensorConstant(PyObject *tensor) {
  Ref detached = Ref::steal(PyObject_CallMethod(tensor, "detach", nullptr));
  Ref contiguous =
      detached ? Ref::steal(PyObject_CallMethod(detached.get(), "contiguous", nullptr)) : Ref();
  TensorView view;
  if (!contiguous || !viewTensor(contiguous.get(), view)) {
    PyErr_Clear();
    throw CannotSave("a tensor that is not strided, or not on the CPU, cannot be saved");
  }
  Constant constant;
  constant.tag = LITH_TENSOR;
  constant.dtype = lith_dtype(view.dtype);
  constant.sizes.assign(view.tensor.shape, view.tensor.shape + view.tensor.ndim);
  constant.data = static_cast<char *>(view.tensor.data) + view.tensor.byteOffset;
  constant.owner = std::shared_ptr<const void>(contiguous.release(), dropReference);
  return constant;
}

int32_t ArtifactBuilder::weightOf(const driver::Path &path, bool written, const std::string &name) {
  Ref tensor = NativePath(path).walk({nullptr, 0}, nullptr);
  if (!tensor || !isTorchTensor(tensor.get()))
    throw CannotSave("a saved program can hold tensors of the outside only: " +
                     NativePath(path).text({}));
  auto [found, isNew] = weights.try_emplace(tensor.get(), int32_t(data.weights.size()));
  if (isNew) {
    data.weights.push_back(tensorConstant(tensor.get()));
    data.weights.back().name = name.empty() ? NativePath(path).text({}) : name;
    data.weightsWritten.push_back(false);
    data.weightsParameter.push_back(Py_IS_TYPE(tensor.get(), torchTypes().parameter));
    data.weightsGrad.push_back(requiresGrad(tensor.get()));
    host.handle(tensor.get()); // its address names it until the artifact is written
  }
  names[found->second].insert(NativePath(path).text({}));
  if (written)
    data.weightsWritten[size_t(found->second)] = true;
  return found->second;
}

int32_t ArtifactBuilder::numberOf(const driver::Path &path, host::Handle number) {
  std::string name = NativePath(path).text({});
  auto [found, isNew] = numbers.try_emplace(name, int32_t(data.weights.size()));
  if (!isNew)
    return found->second;
  bool isInt = host.kind(number) == Kind::Int;
  auto bits = std::make_shared<int64_t>(isInt ? *host.asInt(number)
                                              : std::bit_cast<int64_t>(host.asFloat(number)));
  Constant constant;
  constant.tag = LITH_TENSOR;
  constant.dtype = isInt ? LITH_INT64 : LITH_FLOAT64;
  constant.data = reinterpret_cast<const char *>(bits.get());
  constant.owner = bits;
  constant.name = name;
  data.weights.push_back(std::move(constant));
  data.weightsWritten.push_back(true);
  data.weightsParameter.push_back(false);
  data.weightsGrad.push_back(false);
  return found->second;
}

Binding ArtifactBuilder::bindingOf(const driver::Input &input, const Leaves &leaves) {
  Binding binding;
  binding.index = leaves.find(input.path);
  if (binding.index >= 0)
    return binding;
  Ref object = input.path.argument < 0 ? NativePath(input.path).walk({nullptr, 0}, nullptr) : Ref();
  if (!object)
    throw CannotSave("an argument that is an object cannot be passed to a saved program: " +
                     NativePath(input.path).text({}));
  if (input.replaced && input.kind != driver::Input::Kind::Tensor) {
    binding.kind = Binding::Kind::Number;
    binding.index = numberOf(input.path, host.handle(object.get()));
  } else if (input.kind == driver::Input::Kind::Tensor) {
    binding.kind = Binding::Kind::Weight;
    binding.index = weightOf(input.path, input.written || input.replaced, input.name);
    if (input.replaced)
      replaced.insert(binding.index);
  } else {
    binding.kind = Binding::Kind::Constant;
    binding.constant = constantOfHandle(host, host.handle(object.get()));
  }
  return binding;
}

Tree ArtifactBuilder::existing(const driver::Path &path, const Leaves &leaves) {
  Tree tree;
  tree.index = leaves.find(path);
  if (tree.index >= 0) {
    tree.kind = Tree::Kind::Input;
    return tree;
  }
  if (path.argument >= 0)
    throw CannotSave("a saved program cannot return an argument that is not a tensor, number, list "
                     "or dict");
  Ref object = NativePath(path).walk({nullptr, 0}, nullptr);
  if (object && isTorchTensor(object.get())) {
    tree.kind = Tree::Kind::Weight;
    tree.index = weightOf(path, false, "");
    return tree;
  }
  if (!object)
    throw CannotSave("a result of the outside is not there: " + NativePath(path).text({}));
  std::vector<host::Handle> within;
  return held(host.handle(object.get()), path, within);
}

Tree ArtifactBuilder::held(host::Handle object, const driver::Path &path,
                           std::vector<host::Handle> &within) {
  Tree tree;
  Kind kind = host.kind(object);
  host::Handle attributes = kind == Kind::Instance ? host.instanceDict(object) : nullptr;
  std::vector<host::Handle> classes = host.mro(host.classOf(object));
  bool isModule =
      std::find(classes.begin(), classes.end(), host.lookup("torch.nn.Module")) != classes.end();
  if (kind != Kind::List && kind != Kind::Dict &&
      (!attributes || isModule || host.payload(object))) {
    tree.constant = resultConstant(object);
    return tree;
  }
  if (changed.count(object))
    throw CannotSave("a result that holds what the program replaces cannot be saved: " +
                     NativePath(path).text({}));
  if (std::find(within.begin(), within.end(), object) != within.end())
    throw CannotSave("an object that holds itself cannot be saved: " + NativePath(path).text({}));
  within.push_back(object);
  auto child = [&](host::Handle value, driver::Step step) {
    ++nextTree;
    driver::Path place = path;
    place.steps.push_back(std::move(step));
    bool isTensor = host.kind(value) == Kind::Tensor || host.kind(value) == Kind::Parameter;
    Tree part;
    if (isTensor) {
      part.kind = Tree::Kind::Weight;
      part.index = weightOf(place, false, "");
    }
    tree.children.push_back(isTensor ? part : held(value, place, within));
  };
  if (kind == Kind::List) {
    tree.kind = Tree::Kind::List;
    for (size_t i = 0; i < host.length(object); ++i)
      child(host.item(object, i), {driver::Step::Kind::Item, "", int64_t(i)});
  } else {
    tree.kind = attributes ? Tree::Kind::Record : Tree::Kind::Dict;
    if (attributes)
      tree.name = host.qualifiedName(host.classOf(object));
    for (auto [key, value] : host.items(attributes ? attributes : object)) {
      tree.keys.push_back(constantOfHandle(host, key));
      child(value, attributes
                       ? driver::Step{driver::Step::Kind::Attribute, std::string(host.asStr(key))}
                       : driver::Step{driver::Step::Kind::Key, "", 0, key});
    }
  }
  within.pop_back();
  return tree;
}

Constant ArtifactBuilder::resultConstant(host::Handle handle) {
  switch (host.kind(handle)) {
  case Kind::DType:
  case Kind::Device:
  case Kind::Layout:
  case Kind::MemoryFormat:
  case Kind::Class:
  case Kind::Ellipsis:
  case Kind::NotImplemented: {
    Constant constant;
    constant.tag = LITH_OPAQUE;
    constant.integer = int64_t(image->opaques.size());
    image->opaques.push_back({host.repr(handle), host.qualifiedName(host.classOf(handle))});
    return constant;
  }
  case Kind::Tuple: {
    Constant constant;
    constant.tag = LITH_TUPLE;
    for (size_t i = 0; i < host.length(handle); ++i)
      constant.children.push_back(resultConstant(host.item(handle, i)));
    return constant;
  }
  default:
    return constantOfHandle(host, handle);
  }
}

Tree ArtifactBuilder::resultTree(const Output &output, const Leaves &leaves) {
  Tree tree;
  tree.index = output.index;
  treeNumbers.push_back(nextTree++);
  switch (output.kind) {
  case Output::Kind::Value:
    tree.kind = Tree::Kind::Value;
    return tree;
  case Output::Kind::Existing:
    return existing(output.path, leaves);
  case Output::Kind::Shared:
    tree.kind = Tree::Kind::Shared;
    tree.index = treeNumbers.at(size_t(output.index));
    return tree;
  case Output::Kind::Constant:
    tree.constant = resultConstant(output.constant);
    return tree;
  case Output::Kind::Tuple:
    tree.kind = Tree::Kind::Tuple;
    break;
  case Output::Kind::List:
    tree.kind = Tree::Kind::List;
    break;
  case Output::Kind::Set:
    tree.kind = Tree::Kind::Set;
    break;
  case Output::Kind::Slice:
    tree.kind = Tree::Kind::Slice;
    break;
  case Output::Kind::Dict:
    tree.kind = Tree::Kind::Dict;
    break;
  case Output::Kind::Instance:
    tree.kind = Tree::Kind::Record;
    tree.name = host.qualifiedName(output.constant);
    tree.hasPayload = output.hasPayload;
    break;
  }
  bool paired = output.kind == Output::Kind::Dict || output.kind == Output::Kind::Instance;
  size_t count = output.children.size() - (output.hasPayload ? 1 : 0);
  for (size_t i = 0; i < count; ++i) {
    if (paired && i % 2 == 0) {
      if (output.children[i].kind != Output::Kind::Constant)
        throw CannotSave("a dict whose keys are made at run time cannot be saved as a known one");
      tree.keys.push_back(constantOfHandle(host, output.children[i].constant));
      treeNumbers.push_back(-1);
    } else {
      tree.children.push_back(resultTree(output.children[i], leaves));
    }
  }
  if (output.hasPayload)
    tree.children.push_back(resultTree(output.children.back(), leaves));
  return tree;
}

void ArtifactBuilder::addSources(const Image &image) {
  Ref linecache = Ref::steal(PyImport_ImportModule("linecache"));
  Ref empty = Ref::steal(PyUnicode_FromString(""));
  for (const Location &location : image.locations) {
    if (location.file < 0)
      continue;
    const std::string &file = image.strings[size_t(location.file)];
    if (data.sources.count(file))
      continue;
    Ref lines = Ref::steal(PyObject_CallMethod(linecache.get(), "getlines", "s", file.c_str()));
    Ref text = lines ? Ref::steal(PyUnicode_Join(empty.get(), lines.get())) : Ref();
    const char *bytes = text ? PyUnicode_AsUTF8(text.get()) : nullptr;
    data.sources[file] = bytes ? bytes : "";
    PyErr_Clear();
  }
}

// The objects whose attributes or elements the program replaces.
void ArtifactBuilder::collectChanged(const driver::Program &program) {
  changed.clear();
  auto add = [&](driver::Path place) {
    if (place.steps.empty() || place.argument >= 0)
      return;
    place.steps.pop_back();
    if (Ref object = NativePath(place).walk({nullptr, 0}, nullptr))
      changed.insert(host.handle(object.get()));
  };
  for (const driver::Input &input : program.inputs)
    if (input.replaced)
      add(input.path);
  for (const driver::Path &path : program.dropped)
    add(path);
}

bool ArtifactBuilder::add(const driver::Request &request, driver::Program program) {
  Leaves leaves(host, program);
  ArtifactProgram added;
  image = std::make_shared<Image>(program.executable->image());
  added.arguments = argumentTrees(request, leaves);
  for (const driver::Input &input : program.inputs)
    added.inputs.push_back(bindingOf(input, leaves));
  collectChanged(program);
  treeNumbers.clear();
  nextTree = 0;
  added.result = resultTree(program.output, leaves);
  for (const driver::Guard &guard : program.guards) {
    if (guard.kind != driver::Guard::Kind::SameStorage)
      continue;
    Relation relation{leaves.find(guard.path), leaves.find(guard.other), guard.flag};
    if (relation.first >= 0 && relation.second >= 0)
      added.relations.push_back(relation);
  }
  for (const driver::Guard &guard : program.guards)
    if (guard.path.argument < 0 && guard.expected && guard.kind == driver::Guard::Kind::Equal)
      added.pinned.emplace_back(NativePath(guard.path).text({}), host.repr(guard.expected));
  Places own;
  for (const driver::Guard &guard : program.guards)
    if (guard.path.root && guard.kind == driver::Guard::Kind::Equal)
      own.fixed.push_back(guard.path);
  own.dropped = std::move(program.dropped);
  for (const driver::Guard &guard : program.guards)
    if (guard.path.root)
      own.read.push_back(guard.path);
  for (const driver::Input &input : program.inputs)
    if (input.path.root)
      own.read.push_back(input.path);
  places.push_back(std::move(own));
  added.image = image;
  addSources(*added.image);
  added.target = driver::targetName();
  added.bytecode = std::move(program.bytecode);
  added.graph = std::move(program.graph);
  data.programs.push_back(std::move(added));
  return !data.programs.back().relations.empty();
}

ArtifactData ArtifactBuilder::finish() {
  for (int32_t weight : replaced)
    if (names[weight].size() > 1)
      throw CannotSave("a tensor that has several names is replaced: " + *names[weight].begin());
  std::set<std::string> dropped;
  for (const Places &own : places)
    for (const driver::Path &path : own.dropped)
      dropped.insert(NativePath(path).text({}));
  for (const Places &own : places)
    for (const driver::Path &path : own.fixed)
      if (!numbers.empty() && numbers.count(NativePath(path).text({})))
        throw CannotSave("one saved program reads what another writes: " +
                         NativePath(path).text({}));
  for (const Places &own : places)
    for (const driver::Path &path : own.read)
      if (!dropped.empty() && dropped.count(NativePath(path).text({})))
        throw CannotSave("one saved program reads what another writes: " +
                         NativePath(path).text({}));
  return std::move(data);
}

} // namespace lith::python
