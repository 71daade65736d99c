// Leaves.cpp: the arguments of a program as an artifact describes them.
#include "artifact/Leaves.h"

#include <algorithm>

namespace lith::artifact {

using host::Kind;

namespace {

Path extended(const Path &path, Step step) {
  Path longer = path;
  longer.steps.push_back(std::move(step));
  return longer;
}

bool isSameStep(host::Host &host, const Step &a, const Step &b) {
  if (a.kind != b.kind || a.index != b.index)
    return false;
  if (a.kind != Step::Kind::Key || !a.key || !b.key)
    return a.name == b.name;
  return host.kind(a.key) == host.kind(b.key) && host.equal(a.key, b.key);
}

/// Whether a path of the compiler is that of a leaf. It may lead through the payload of a subclass,
/// and to the tensor over an array of NumPy; a leaf's does not.
bool leadsTo(host::Host &host, const Path &path, const Path &leaf) {
  std::vector<Step> steps = path.steps;
  std::erase_if(steps, [](const Step &step) {
    return step.kind == Step::Kind::Payload || step.kind == Step::Kind::Tensor;
  });
  return path.argument == leaf.argument && path.root == leaf.root &&
         std::equal(steps.begin(), steps.end(), leaf.steps.begin(), leaf.steps.end(),
                    [&](const Step &a, const Step &b) { return isSameStep(host, a, b); });
}

} // namespace

Leaves::Leaves(host::Host &host, const Program &program) : host(host), program(program) {}

bool Leaves::isInput(const Path &path) const {
  for (const Input &input : program.inputs)
    if (leadsTo(host, input.path, path))
      return true;
  return false;
}

const ElementType *Leaves::elementsOf(const Path &path) const {
  for (const Guard &guard : program.guards)
    if (guard.kind == Guard::Kind::Elements && leadsTo(host, guard.path, path))
      return &guard.elements;
  return nullptr;
}

static Tree elementTree(const ElementType &type) {
  Tree tree;
  switch (type.kind) {
  case ElementType::Kind::None:
    throw CannotSave("a list of empty lists says nothing of what they may hold");
  case ElementType::Kind::Bool:
    tree.kind = Tree::Kind::Bool;
    break;
  case ElementType::Kind::Int:
    tree.kind = Tree::Kind::Int;
    break;
  case ElementType::Kind::Float:
    tree.kind = Tree::Kind::Float;
    break;
  case ElementType::Kind::Str:
    tree.kind = Tree::Kind::Str;
    break;
  case ElementType::Kind::Tensor:
    tree.kind = Tree::Kind::Tensor;
    tree.dtype = lith_dtype(type.dtype);
    tree.sizes.assign(size_t(type.rank), -1);
    break;
  case ElementType::Kind::List:
    tree.kind = Tree::Kind::List;
    tree.anyLength = true;
    break;
  case ElementType::Kind::Tuple:
    tree.kind = Tree::Kind::Tuple;
    break;
  }
  for (const ElementType &part : type.parts)
    tree.children.push_back(elementTree(part));
  return tree;
}

Tree Leaves::openList(const Path &path, const ElementType &elements) {
  Tree tree = leaf(Tree::Kind::List, path);
  tree.anyLength = true;
  tree.children.push_back(elementTree(elements));
  return tree;
}

bool Leaves::isPinned(const Path &path) const {
  for (const Guard &guard : program.guards)
    if ((guard.kind == Guard::Kind::Equal || guard.kind == Guard::Kind::Identity) &&
        leadsTo(host, guard.path, path))
      return true;
  return false;
}

int32_t Leaves::find(const Path &path) const {
  for (const auto &[known, index] : leaves)
    if (leadsTo(host, path, known))
      return index;
  return -1;
}

int32_t Leaves::findValue(const Path &path) const {
  int32_t index = find(path);
  return records.count(index) ? -1 : index;
}

Tree Leaves::leaf(Tree::Kind kind, const Path &path) {
  Tree tree;
  tree.kind = kind;
  tree.index = int32_t(leaves.size());
  leaves.emplace_back(path, tree.index);
  return tree;
}

Tree Leaves::tensor(const Argument &argument, const Path &path) {
  Tree tree = leaf(Tree::Kind::Tensor, path);
  if (argument.kind == Argument::Kind::Tensor) {
    tree.dtype = lith_dtype(argument.dtype);
    tree.sizes = argument.sizes;
    tree.sizeNames = argument.sizeNames;
  } else {
    host::TensorInfo info = host.tensor(argument.object);
    tree.dtype = lith_dtype(info.dtype);
    tree.sizes.assign(info.sizes.size(), -1);
  }
  return written(std::move(tree), path);
}

Tree Leaves::object(host::Handle object, const Path &path) {
  Argument argument;
  argument.object = object;
  switch (host.kind(object)) {
  case Kind::Tensor:
  case Kind::Parameter:
    return tensor(argument, path);
  case Kind::Tuple:
  case Kind::Size:
  case Kind::List:
  case Kind::Dict:
    if (const ElementType *elements = elementsOf(path))
      return openList(path, *elements);
    return structure(object, path);
  case Kind::Int:
    return number(Tree::Kind::Int, object, path);
  case Kind::Float:
    return number(Tree::Kind::Float, object, path);
  case Kind::Bool:
    return number(Tree::Kind::Bool, object, path);
  case Kind::Complex:
    return number(Tree::Kind::Complex, object, path);
  case Kind::Str:
    return number(Tree::Kind::Str, object, path);
  default:
    break;
  }
  if (const Guard *array = arrayAt(path)) {
    Tree tree = leaf(Tree::Kind::Tensor, path);
    arrays.insert(tree.index);
    tree.dtype = lith_dtype(array->dtype);
    tree.sizes.assign(size_t(array->number), -1);
    return written(std::move(tree), path);
  }
  if (host.kind(object) == Kind::Instance && !isMemberOfEnum(host, object))
    return record(object, path);
  Tree tree;
  tree.constant = argumentConstant(host, object);
  return tree;
}

/// A named tuple, a dataclass or another object that is its attributes.
Tree Leaves::record(host::Handle object, const Path &path) {
  if (path.steps.size() > 64)
    throw CannotSave("an argument that holds itself, or nests objects 64 deep, cannot be saved");
  Tree tree = leaf(Tree::Kind::Record, path);
  records.insert(tree.index);
  tree.constant.tag = LITH_STR;
  tree.constant.text = host.qualifiedName(host.classOf(object));
  auto add = [&](host::Handle name, host::Handle value, const Path &place) {
    tree.keys.push_back(constantOfHandle(host, name));
    tree.children.push_back(this->object(value, place));
  };
  host::Handle payload = host.payload(object), fields = nullptr;
  for (host::Handle cls : host.mro(host.classOf(object)))
    if (host::Handle own = fields ? nullptr : host.classEntry(cls, "_fields"))
      fields = own;
  if (payload && host.kind(payload) == Kind::Tuple && fields &&
      host.length(fields) == host.length(payload)) {
    for (size_t i = 0; i < host.length(payload); ++i)
      add(host.item(fields, i), host.item(payload, i),
          extended(path, {Step::Kind::Item, "", int64_t(i)}));
    return tree;
  }
  host::Handle attributes = payload ? nullptr : host.instanceDict(object);
  if (!attributes)
    throw CannotSave("an object of type " + tree.constant.text + " cannot be saved");
  for (auto [name, value] : host.items(attributes))
    add(name, value, extended(path, {Step::Kind::Attribute, std::string(host.asStr(name))}));
  return tree;
}

/// What is guarded of the tensor over an array of NumPy, or a number; null: there is none.
const Guard *Leaves::arrayAt(const Path &path) const {
  for (const Guard &guard : program.guards)
    if (guard.kind == Guard::Kind::TensorType && !guard.path.steps.empty() &&
        guard.path.steps.back().kind == Step::Kind::Tensor && leadsTo(host, guard.path, path))
      return &guard;
  return nullptr;
}

Tree Leaves::written(Tree tree, const Path &path) const {
  for (const Input &input : program.inputs)
    tree.written |= input.written && leadsTo(host, input.path, path);
  return tree;
}

Tree Leaves::number(Tree::Kind kind, host::Handle object, const Path &path) {
  if (isInput(path) || !isPinned(path))
    return leaf(kind, path);
  Tree tree;
  tree.constant = constantOfHandle(host, object);
  return tree;
}

bool Leaves::isOrdered(const Path &path) const {
  return std::any_of(program.ordered.begin(), program.ordered.end(),
                     [&](const Path &ordered) { return leadsTo(host, ordered, path); });
}

Tree Leaves::structure(host::Handle object, const Path &path) {
  Tree tree;
  Kind kind = host.kind(object);
  if (kind == Kind::Dict || kind == Kind::List)
    tree = leaf(Tree::Kind::List, path);
  if (kind == Kind::Dict) {
    tree.kind = Tree::Kind::Dict;
    tree.inOrder = isOrdered(path);
    for (auto [key, value] : host.items(object)) {
      tree.keys.push_back(constantOfHandle(host, key));
      tree.children.push_back(this->object(value, extended(path, {Step::Kind::Key, "", 0, key})));
    }
    return tree;
  }
  tree.kind = kind == Kind::List ? Tree::Kind::List : Tree::Kind::Tuple;
  for (size_t i = 0; i < host.length(object); ++i)
    tree.children.push_back(
        this->object(host.item(object, i), extended(path, {Step::Kind::Item, "", int64_t(i)})));
  return tree;
}

Tree Leaves::argument(const Argument &argument, const Path &path) {
  switch (argument.kind) {
  case Argument::Kind::Tensor:
    return tensor(argument, path);
  case Argument::Kind::Pinned: {
    Tree tree;
    tree.constant = argumentConstant(host, argument.object);
    return tree;
  }
  case Argument::Kind::Object:
    return object(argument.object, path);
  default:
    break;
  }
  if (const ElementType *elements = elementsOf(path))
    return openList(path, *elements);
  bool dict = argument.kind == Argument::Kind::Dict;
  Tree tree = argument.kind == Argument::Kind::Tuple ? Tree() : leaf(Tree::Kind::List, path);
  tree.kind = dict                                     ? Tree::Kind::Dict
              : argument.kind == Argument::Kind::Tuple ? Tree::Kind::Tuple
                                                       : Tree::Kind::List;
  tree.inOrder = dict && isOrdered(path);
  for (size_t i = 0; i < argument.children.size(); ++i) {
    Step step{Step::Kind::Item, "", int64_t(i)};
    if (dict) {
      step = {Step::Kind::Key, "", 0, argument.keys[i]};
      tree.keys.push_back(constantOfHandle(host, argument.keys[i]));
    }
    tree.children.push_back(this->argument(argument.children[i], extended(path, step)));
  }
  return tree;
}

bool isMemberOfEnum(host::Host &host, host::Handle handle) {
  host::Handle enumeration =
      host.kind(handle) == Kind::Instance ? host.lookup("enum.Enum") : nullptr;
  std::vector<host::Handle> classes =
      enumeration ? host.mro(host.classOf(handle)) : std::vector<host::Handle>();
  return std::find(classes.begin(), classes.end(), enumeration) != classes.end();
}

std::string importName(host::Host &host, host::Handle handle) {
  if (host.kind(handle) == Kind::Class)
    return host.qualifiedName(handle);
  if (!isMemberOfEnum(host, handle))
    return "";
  host::Handle attributes = host.instanceDict(handle);
  host::Handle name = host.dictGet(attributes, host.str("_name_"));
  // Flags without a name are found by their value.
  bool isNamed = name && host.kind(name) == Kind::Str;
  host::Handle value = isNamed ? name : host.dictGet(attributes, host.str("_value_"));
  return host.qualifiedName(host.classOf(handle)) + ":" +
         (isNamed ? std::string(host.asStr(name)) : host.repr(value));
}

Constant argumentConstant(host::Host &host, host::Handle handle) {
  Kind kind = host.kind(handle);
  bool isPlain = kind == Kind::DType || kind == Kind::Device || kind == Kind::Layout ||
                 kind == Kind::MemoryFormat;
  std::string name = isPlain ? host.repr(handle) : importName(host, handle);
  if (name.empty())
    return constantOfHandle(host, handle);
  Constant constant;
  constant.tag = LITH_TUPLE;
  constant.children.resize(2);
  for (Constant &part : constant.children)
    part.tag = LITH_STR;
  constant.children[0].text = NamedObject;
  constant.children[1].text = std::move(name);
  return constant;
}

Constant constantOfHandle(host::Host &host, host::Handle handle) {
  Constant constant;
  switch (host.kind(handle)) {
  case Kind::None:
    return constant;
  case Kind::Bool:
  case Kind::Int: {
    auto value = host.asInt(handle);
    if (!value)
      throw CannotSave("an int that leaves 64 bits cannot be saved");
    constant.tag = host.kind(handle) == Kind::Bool ? LITH_BOOL : LITH_INT;
    constant.integer = *value;
    return constant;
  }
  case Kind::Float:
    constant.tag = LITH_FLOAT;
    constant.real = host.asFloat(handle);
    return constant;
  case Kind::Complex:
    constant.tag = LITH_COMPLEX;
    constant.real = host.asComplex(handle).real();
    constant.imaginary = host.asComplex(handle).imag();
    return constant;
  case Kind::Str:
  case Kind::Bytes:
    constant.tag = host.kind(handle) == Kind::Str ? LITH_STR : LITH_BYTES;
    constant.text = host.asStr(handle);
    return constant;
  case Kind::Tuple:
  case Kind::Size:
    constant.tag = LITH_TUPLE;
    for (size_t i = 0; i < host.length(handle); ++i)
      constant.children.push_back(constantOfHandle(host, host.item(handle, i)));
    return constant;
  case Kind::Range:
  case Kind::Slice:
    constant.tag = host.kind(handle) == Kind::Range ? LITH_RANGE : LITH_SLICE;
    for (host::Handle bound : host.bounds(handle))
      constant.children.push_back(constantOfHandle(host, bound));
    return constant;
  default:
    throw CannotSave("an object of type " + host.qualifiedName(host.classOf(handle)) +
                     " cannot be saved");
  }
}

} // namespace lith::artifact
