// Saver.cpp: the arguments, inputs and results of a program in terms of an artifact.
#include "artifact/Saver.h"

#include <algorithm>
#include <span>

namespace lith::artifact {

using host::Kind;

bool isSamePlace(const Path &a, const Path &b) {
  auto isSameStep = [](const Step &x, const Step &y) {
    return x.kind == y.kind && x.name == y.name && x.index == y.index &&
           (!x.name.empty() || x.key == y.key);
  };
  return a.root == b.root && a.argument == b.argument &&
         std::ranges::equal(a.steps, b.steps, isSameStep);
}

void Saver::takeFormals(host::Handle function, bool isBound) {
  using Mode = host::Parameter::Mode;
  formals.clear();
  taken.clear();
  for (const host::Parameter &p : host.function(function).parameters)
    if (p.mode != Mode::VarPositional && p.mode != Mode::VarKeyword)
      formals.push_back({p.name, p.mode == Mode::KeywordOnly, p.defaultValue});
  if (isBound && !formals.empty())
    formals.erase(formals.begin());
}

/// The classes of instances that the result tree makes, added to the image's own.
static void addClasses(Image &image, const Tree &tree) {
  if (tree.kind == Tree::Kind::Record) {
    bool known = false;
    for (const ClassInfo &info : image.classes)
      known = known || (info.qualifiedName == tree.name && info.fields.size() == tree.keys.size());
    if (!known) {
      ClassInfo info;
      info.qualifiedName = tree.name;
      info.name = tree.name.substr(tree.name.rfind('.') + 1);
      for (const Constant &key : tree.keys)
        info.fields.push_back(key.text);
      image.classes.push_back(std::move(info));
    }
  }
  for (const Tree &child : tree.children)
    addClasses(image, child);
}

/// Without what differs from one process to another: where objects lie in memory.
static std::string withoutAddresses(std::string text) {
  static constexpr std::string_view Before = " at 0x";
  for (size_t at = 0; (at = text.find(Before, at)) != std::string::npos;)
    text.erase(at, text.find_first_not_of("0123456789abcdef", at + Before.size()) - at);
  return text;
}

/// A constant as people read it; sets in an order that no process decides.
std::string Saver::textOf(host::Handle constant) {
  Kind kind = host.kind(constant);
  if (kind != Kind::Set && kind != Kind::FrozenSet)
    return withoutAddresses(host.repr(constant));
  std::vector<std::string> elements;
  for (host::Handle element : host.elements(constant))
    elements.push_back(textOf(element));
  std::ranges::sort(elements);
  std::string text = kind == Kind::Set ? "{" : "frozenset({";
  for (const std::string &element : elements)
    text += (text.ends_with("{") ? "" : ", ") + element;
  return elements.empty() ? host.repr(constant) : text + (kind == Kind::Set ? "}" : "})");
}

ArtifactProgram Saver::save(const Request &request, const Program &program) {
  Leaves leaves(host, program);
  changing = request.changing;
  ArtifactProgram saved;
  image = std::make_shared<Image>(program.executable->image());
  opaqueNames.clear();
  for (host::Handle opaque : program.opaques)
    opaqueNames.push_back(importName(host, opaque));
  for (OpaqueInfo &opaque : image->opaques)
    opaque.repr = withoutAddresses(std::move(opaque.repr));
  saved.arguments = argumentTrees(request, leaves);
  checkArrays(saved.arguments, leaves.ofNumpy());
  for (const Input &input : program.inputs)
    saved.inputs.push_back(bindingOf(input, leaves));
  collectChanged(program);
  treeNumbers.clear();
  nextTree = 0;
  saved.result = resultTree(program.output, leaves);
  addClasses(*image, saved.result);
  for (ClassInfo &info : image->classes) {
    if (host::Handle cls = host.lookup(info.qualifiedName))
      noteElements(cls);
    if (auto named = elements.find(info.qualifiedName); named != elements.end())
      info.elements = named->second;
  }
  for (const Guard &guard : program.guards) {
    if (guard.kind != Guard::Kind::SameStorage && guard.kind != Guard::Kind::Distinct)
      continue;
    Relation relation{leaves.find(guard.path), leaves.find(guard.other), guard.flag};
    if (relation.first >= 0 && relation.second >= 0)
      saved.relations.push_back(relation);
  }
  for (const Guard &guard : program.guards)
    if (guard.expected && guard.kind == Guard::Kind::Ambient)
      saved.pinned.emplace_back(guard.name, textOf(guard.expected));
    else if (guard.path.argument < 0 && guard.expected && guard.kind == Guard::Kind::Equal)
      saved.pinned.emplace_back(nameOf(guard.path), textOf(guard.expected));
  saved.readsStorages = program.readsStorages;
  saved.image = image;
  saved.opaqueNames = std::move(opaqueNames);
  saved.target = program.target;
  saved.bytecode = program.bytecode;
  saved.graph = program.graph;
  return saved;
}

/// Whether one call may fit both.
static bool takeTheSame(std::span<const Tree> a, std::span<const Tree> b) {
  return std::ranges::equal(a, b, [](const Tree &x, const Tree &y) {
    const Constant &left = x.constant, &right = y.constant;
    bool isOther =
        x.kind == Tree::Kind::Constant && (left.tag != right.tag || left.integer != right.integer ||
                                           left.real != right.real || left.text != right.text);
    bool isTensor = x.kind == Tree::Kind::Tensor;
    return x.kind == y.kind && !isOther &&
           (!isTensor || (x.dtype == y.dtype && x.sizes.size() == y.sizes.size())) &&
           takeTheSame(x.children, y.children);
  });
}

void Saver::checkArrays(const std::vector<Tree> &arguments, const std::set<int32_t> &arrays) {
  for (auto &[others, ofNumpy] : taken)
    if (ofNumpy != arrays && takeTheSame(arguments, others))
      throw CannotSave(
          "it was called with arrays of NumPy and with tensors in their place, which a "
          "saved program does not tell apart: save one of these, compiled for itself");
  taken.emplace_back(arguments, arrays);
}

const Formal *Saver::formalOf(size_t position, const std::string &keyword) const {
  if (keyword.empty())
    return position < formals.size() && !formals[position].keywordOnly ? &formals[position]
                                                                       : nullptr;
  for (const Formal &formal : formals)
    if (formal.name == keyword)
      return &formal;
  return nullptr;
}

/// Whether two constants without parts are one value of one type.
bool Saver::isSameConstant(host::Handle a, host::Handle b) {
  return a && host.kind(a) <= Kind::Bytes && host.kind(a) == host.kind(b) &&
         host.repr(a) == host.repr(b);
}

/// What the call may leave out: a number or text, or a fixed value that is the default.
void Saver::giveDefault(Tree &tree, host::Handle given, host::Handle value) {
  Kind kind = host.kind(value);
  if (tree.kind == Tree::Kind::Constant)
    tree.hasDefault = isSameConstant(given, value);
  if ((tree.kind == Tree::Kind::Int && kind == Kind::Int && host.asInt(value)) ||
      (tree.kind == Tree::Kind::Float && kind == Kind::Float) ||
      (tree.kind == Tree::Kind::Bool && kind == Kind::Bool) ||
      (tree.kind == Tree::Kind::Str && kind == Kind::Str)) {
    tree.hasDefault = true;
    tree.constant = constantOfHandle(host, value);
  }
}

std::vector<Tree> Saver::argumentTrees(const Request &request, Leaves &leaves) {
  std::vector<Tree> trees;
  auto add = [&](const Argument &argument, const std::string &keyword) {
    Path path;
    path.argument = int(trees.size());
    const Formal *formal = formalOf(trees.size(), keyword);
    Tree tree = leaves.argument(argument, path);
    tree.name = !keyword.empty() ? keyword
                : formal         ? formal->name
                                 : "argument" + std::to_string(trees.size());
    tree.keywordOnly = formal ? formal->keywordOnly : !keyword.empty();
    tree.inRest = !formal && !keyword.empty();
    if (formal && formal->defaultValue)
      giveDefault(tree, argument.object, formal->defaultValue);
    trees.push_back(std::move(tree));
  };
  for (const Argument &argument : request.positional)
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
      tree.constant = argumentConstant(host, formal.defaultValue);
    } catch (const CannotSave &) {
      continue; // it cannot be given, so it need not be named
    }
    trees.push_back(std::move(tree));
  }
  return trees;
}

Binding Saver::bindingOf(const Input &input, const Leaves &leaves) {
  Binding binding;
  binding.index = leaves.findValue(input.path);
  if (binding.index >= 0)
    return binding;
  host::Handle object = input.path.argument < 0 ? objectAt(input.path) : nullptr;
  if (!object)
    throw CannotSave("an argument that is an object cannot be passed to a saved program: " +
                     nameOf(input.path));
  bool isNumber = input.kind == Input::Kind::Int || input.kind == Input::Kind::Float;
  bool isState = input.replaced || std::ranges::any_of(changing, [&](const Path &path) {
                   return isSamePlace(path, input.path);
                 });
  bool isPlain = input.kind == Input::Kind::Bool || input.kind == Input::Kind::Str;
  if (isState && (isPlain || input.kind == Input::Kind::List)) {
    binding.kind = Binding::Kind::State;
    binding.index = valueOf(input.path, object);
  } else if (isState && (isNumber || input.replaced) && input.kind != Input::Kind::Tensor) {
    binding.kind = Binding::Kind::Number;
    binding.index = numberOf(input.path, object);
  } else if (input.kind == Input::Kind::Tensor) {
    binding.kind = Binding::Kind::Weight;
    binding.index = weightOf(input);
  } else {
    binding.kind = Binding::Kind::Constant;
    binding.constant = constantOfHandle(host, object);
  }
  return binding;
}

Tree Saver::existing(const Path &path, const Leaves &leaves) {
  Tree tree;
  tree.index = leaves.findValue(path);
  if (tree.index >= 0) {
    tree.kind = Tree::Kind::Input;
    return tree;
  }
  if (path.argument >= 0)
    throw CannotSave("a saved program cannot return an argument that is not a tensor, number, list "
                     "or dict");
  host::Handle object = objectAt(path);
  if (!object)
    throw CannotSave("a result of the outside is not there: " + nameOf(path));
  if (host.kind(object) == Kind::Tensor || host.kind(object) == Kind::Parameter) {
    Input input;
    input.path = path;
    tree.kind = Tree::Kind::Weight;
    tree.index = weightOf(input);
    return tree;
  }
  std::vector<host::Handle> within;
  return held(object, path, within);
}

// The objects whose attributes or elements the program replaces.
void Saver::collectChanged(const Program &program) {
  changed.clear();
  auto add = [&](Path place) {
    if (place.steps.empty() || place.argument >= 0)
      return;
    place.steps.pop_back();
    if (host::Handle object = objectAt(place))
      changed.insert(object);
  };
  for (const Input &input : program.inputs)
    if (input.replaced)
      add(input.path);
  for (const Input &input : program.inputs)
    if (input.kind == Input::Kind::List && input.path.argument < 0)
      changed.insert(objectAt(input.path));
  for (const Path &path : program.dropped)
    add(path);
}

Tree Saver::held(host::Handle object, const Path &path, std::vector<host::Handle> &within) {
  Tree tree;
  Kind kind = host.kind(object);
  host::Handle attributes = kind == Kind::Instance ? host.instanceDict(object) : nullptr;
  std::vector<host::Handle> classes = host.mro(host.classOf(object));
  bool isModule =
      std::find(classes.begin(), classes.end(), host.lookup("torch.nn.Module")) != classes.end();
  if (kind != Kind::List && kind != Kind::Dict &&
      (!attributes || isModule || host.payload(object) || isMemberOfEnum(host, object))) {
    tree.constant = resultConstant(object);
    return tree;
  }
  if (changed.count(object))
    throw CannotSave("a result that holds what the program replaces cannot be saved: " +
                     nameOf(path));
  if (std::find(within.begin(), within.end(), object) != within.end())
    throw CannotSave("an object that holds itself cannot be saved: " + nameOf(path));
  within.push_back(object);
  auto child = [&](host::Handle value, Step step) {
    ++nextTree;
    Input place;
    place.path = path;
    place.path.steps.push_back(std::move(step));
    bool isTensor = host.kind(value) == Kind::Tensor || host.kind(value) == Kind::Parameter;
    Tree part;
    if (isTensor) {
      part.kind = Tree::Kind::Weight;
      part.index = weightOf(place);
    }
    tree.children.push_back(isTensor ? part : held(value, place.path, within));
  };
  if (kind == Kind::List) {
    tree.kind = Tree::Kind::List;
    for (size_t i = 0; i < host.length(object); ++i)
      child(host.item(object, i), {Step::Kind::Item, "", int64_t(i)});
  } else {
    tree.kind = attributes ? Tree::Kind::Record : Tree::Kind::Dict;
    if (attributes)
      tree.name = host.qualifiedName(host.classOf(object));
    for (auto [key, value] : host.items(attributes ? attributes : object)) {
      tree.keys.push_back(constantOfHandle(host, key));
      child(value, attributes ? Step{Step::Kind::Attribute, std::string(host.asStr(key))}
                              : Step{Step::Kind::Key, "", 0, key});
    }
  }
  within.pop_back();
  return tree;
}

void Saver::noteElements(host::Handle cls) {
  if (host.kind(cls) != Kind::Class)
    return;
  std::vector<std::string> names;
  for (host::Handle each : host.mro(cls)) {
    host::Handle fields = names.empty() ? host.classEntry(each, "_fields") : nullptr;
    for (size_t i = 0; fields && host.kind(fields) == Kind::Tuple && i < host.length(fields); ++i)
      names.emplace_back(host.asStr(host.item(fields, i)));
  }
  if (!names.empty())
    elements[host.qualifiedName(cls)] = std::move(names);
}

Constant Saver::opaqueConstant(host::Handle handle) {
  Constant constant;
  constant.tag = LITH_OPAQUE;
  constant.integer = int64_t(image->opaques.size());
  image->opaques.push_back({textOf(handle), host.qualifiedName(host.classOf(handle))});
  opaqueNames.push_back(importName(host, handle));
  return constant;
}

Constant Saver::keyConstant(const Output &key) {
  host::Handle object = key.kind == Output::Kind::Constant   ? key.constant
                        : key.kind == Output::Kind::Existing ? objectAt(key.path)
                                                             : nullptr;
  if (!object || (key.kind == Output::Kind::Existing && !isMemberOfEnum(host, object)))
    throw CannotSave("a dict whose keys are made at run time cannot be saved as a known one");
  return resultConstant(object);
}

Constant Saver::resultConstant(host::Handle handle) {
  switch (host.kind(handle)) {
  case Kind::DType:
  case Kind::Device:
  case Kind::Layout:
  case Kind::MemoryFormat:
  case Kind::Class:
  case Kind::Ellipsis:
  case Kind::NotImplemented:
    return opaqueConstant(handle);
  case Kind::Tuple: {
    Constant constant;
    constant.tag = LITH_TUPLE;
    for (size_t i = 0; i < host.length(handle); ++i)
      constant.children.push_back(resultConstant(host.item(handle, i)));
    return constant;
  }
  default:
    return isMemberOfEnum(host, handle) ? opaqueConstant(handle) : constantOfHandle(host, handle);
  }
}

/// A leaf, of the type that the compiler knows it to have.
static void giveType(Tree &tree, const Output &output) {
  static constexpr Tree::Kind kinds[] = {Tree::Kind::Value, Tree::Kind::Tensor, Tree::Kind::Int,
                                         Tree::Kind::Float, Tree::Kind::Bool,   Tree::Kind::Complex,
                                         Tree::Kind::Str};
  tree.kind = kinds[size_t(output.type)];
  if (tree.kind == Tree::Kind::Tensor) {
    tree.dtype = lith_dtype(output.dtype);
    tree.sizes = output.sizes;
  }
}

Tree Saver::resultTree(const Output &output, const Leaves &leaves) {
  Tree tree;
  tree.index = output.index;
  treeNumbers.push_back(nextTree++);
  switch (output.kind) {
  case Output::Kind::Value:
    if (output.constant)
      throw CannotSave("a result that is a " + host.qualifiedName(output.constant) +
                       " made in the program cannot be saved");
    giveType(tree, output);
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
    noteElements(output.constant);
    break;
  }
  bool paired = output.kind == Output::Kind::Dict || output.kind == Output::Kind::Instance;
  size_t count = output.children.size() - (output.hasPayload ? 1 : 0);
  for (size_t i = 0; i < count; ++i) {
    if (paired && i % 2 == 0) {
      tree.keys.push_back(keyConstant(output.children[i]));
      treeNumbers.push_back(-1);
    } else {
      tree.children.push_back(resultTree(output.children[i], leaves));
    }
  }
  if (output.hasPayload)
    tree.children.push_back(resultTree(output.children.back(), leaves));
  return tree;
}

} // namespace lith::artifact
