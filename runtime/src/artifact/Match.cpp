// Match.cpp: see Match.h.
#include "artifact/Match.h"

#include "core/Program.h"
#include "objects/Containers.h"
#include "objects/Str.h"
#include "tensor/Element.h"
#include "text/Text.h"

using namespace lith;

namespace {

std::string describeTensor(const lith_tensor *tensor) {
  std::string out = std::string("a tensor of ") + dtypeName(tensor->head.dtype) + "[";
  for (int d = 0; d < tensor->head.rank; ++d)
    out += (d ? ", " : "") + std::to_string(tensor->sizes[d]);
  return out + "]";
}

std::string describe(lith_value value) {
  switch (value.tag) {
  case LITH_NULL:
    return "nothing";
  case LITH_NONE:
    return "None";
  case LITH_TENSOR:
    return describeTensor(as<lith_tensor>(value));
  case LITH_BOOL:
  case LITH_INT:
  case LITH_FLOAT:
  case LITH_STR:
  case LITH_BYTES:
  case LITH_COMPLEX:
  case LITH_RANGE:
  case LITH_SLICE: {
    std::string out = std::string("the ") + typeName(nullptr, value) + " ";
    Context scratch;
    appendRepr(&scratch, out, value);
    return out.size() < 100 ? out : std::string("a ") + typeName(nullptr, value);
  }
  default:
    return std::string("a ") + typeName(nullptr, value);
  }
}

std::string wantedTensor(const Tree &tree) {
  std::string out = std::string("a tensor of ") + dtypeName(tree.dtype);
  if (!tree.knownRank)
    return out;
  out += "[";
  for (size_t i = 0; i < tree.sizes.size(); ++i)
    out += (i ? ", " : "") + (tree.sizes[i] < 0 ? std::string("?") : std::to_string(tree.sizes[i]));
  return out + "]";
}

bool fitsTensor(const Tree &tree, const lith_tensor *tensor) {
  if (tensor->head.dtype != tree.dtype)
    return false;
  if (!tree.knownRank)
    return true;
  if (tensor->head.rank != tree.sizes.size())
    return false;
  for (size_t i = 0; i < tree.sizes.size(); ++i)
    if (tree.sizes[i] >= 0 && tensor->sizes[i] != tree.sizes[i])
      return false;
  return true;
}

} // namespace

bool lith::isNamedObject(const Constant &constant) {
  return constant.tag == LITH_TUPLE && constant.children.size() == 2 &&
         constant.children[0].text == NamedObject;
}

namespace {

// Equal in value and in type, as pinned values are compared.
bool equalsConstant(lith_value value, const Constant &constant) {
  if (constant.tag == LITH_TENSOR || value.tag != constant.tag)
    return false;
  Context scratch;
  OwnedValue expected(nullptr, makeConstant(nullptr, constant));
  switch (value.tag) {
  case LITH_NONE:
  case LITH_BOOL:
  case LITH_INT:
  case LITH_STR:
  case LITH_BYTES:
    return equal(&scratch, value, expected.get()) > 0;
  default: { // numbers that are equal may differ, as -0.0 and 0.0 do
    std::string given, wanted;
    appendRepr(&scratch, given, value);
    appendRepr(&scratch, wanted, expected.get());
    if (scratch.pending)
      release(nullptr, scratch.pending);
    return given == wanted;
  }
  }
}

/// Why an order matters to a program that may not even look at it.
constexpr const char *Order = ", as in the call that it was compiled for";

class Matcher {
public:
  Matcher(std::vector<lith_value> &leaves, std::string &mismatch)
      : leaves(leaves), mismatch(mismatch) {}

  bool match(const Tree &tree, lith_value value, const std::string &path) {
    switch (tree.kind) {
    case Tree::Kind::Tensor:
      if (value.tag != LITH_TENSOR || !fitsTensor(tree, as<lith_tensor>(value)))
        return fail(path, wantedTensor(tree), value);
      return leaf(value);
    case Tree::Kind::Int:
      return value.tag == LITH_INT ? leaf(value) : fail(path, "an int", value);
    case Tree::Kind::Float:
      return value.tag == LITH_FLOAT ? leaf(value) : fail(path, "a float", value);
    case Tree::Kind::Bool:
      return value.tag == LITH_BOOL ? leaf(value) : fail(path, "a bool", value);
    case Tree::Kind::Complex:
      return value.tag == LITH_COMPLEX ? leaf(value) : fail(path, "a complex", value);
    case Tree::Kind::Str:
      return value.tag == LITH_STR ? leaf(value) : fail(path, "a str", value);
    case Tree::Kind::Value:
      return leaf(value);
    case Tree::Kind::Constant:
      return equalsConstant(value, tree.constant) || isNamed(value, tree.constant) ||
             fail(path, constantText(tree.constant), value);
    case Tree::Kind::Tuple:
    case Tree::Kind::List:
      return matchSequence(tree, value, path);
    case Tree::Kind::Dict:
      return matchDict(tree, value, path);
    case Tree::Kind::Record:
      return matchRecord(tree, value, path);
    default:
      return fail(path, "a value that this program cannot take here", value);
    }
  }

  bool fail(const std::string &path, const std::string &wanted, lith_value got) {
    mismatch = path + " must be " + wanted + ", not " + describe(got);
    return false;
  }

  static std::string constantText(const Constant &constant) {
    if (constant.tag == LITH_OPAQUE || constant.tag == LITH_TENSOR)
      return "the object that the program was compiled for";
    if (isNamedObject(constant))
      return constant.children[1].text;
    OwnedValue value(nullptr, makeConstant(nullptr, constant));
    return describe(value.get());
  }

private:
  // Callers without Python may give the end of a name only: lith_make_named("SUM").
  static bool isNamed(lith_value value, const Constant &constant) {
    if (value.tag != LITH_TUPLE || !isNamedObject(constant))
      return false;
    auto *tuple = as<lith_tuple>(value);
    if (tuple->length != 2 || tuple->items[0].tag != LITH_STR || tuple->items[1].tag != LITH_STR ||
        textOf(tuple->items[0]) != NamedObject)
      return false;
    std::string_view name = constant.children[1].text, given = textOf(tuple->items[1]);
    return !given.empty() && given.size() < name.size() && name.ends_with(given) &&
           std::string_view(":.").find(name[name.size() - given.size() - 1]) !=
               std::string_view::npos;
  }

  bool matchRecord(const Tree &tree, lith_value value, const std::string &path) {
    const std::string &cls = tree.constant.text;
    std::string name = cls.substr(cls.rfind('.') + 1);
    if (value.tag != LITH_DICT)
      return fail(path, "a " + name + ", or a dict of its fields", value);
    leaf(value); // for its identity
    Context scratch;
    auto *dict = as<lith_dict>(value);
    auto find = [&](std::string_view key) {
      OwnedValue text(nullptr, boxStr(nullptr, key));
      return findEntry(&scratch, dict, text.get());
    };
    lith_dict_entry *own = find(ClassKey);
    if (own && (own->value.tag != LITH_STR || textOf(own->value) != cls)) {
      mismatch = path + " must be a " + name + ", not a " + std::string(textOf(own->value));
      return false;
    }
    if (dict->length - (own != nullptr) != static_cast<int64_t>(tree.keys.size())) {
      mismatch = path + " must have " + std::to_string(tree.keys.size()) + " fields";
      return false;
    }
    for (size_t i = 0; i < tree.keys.size(); ++i) {
      lith_dict_entry *entry = find(tree.keys[i].text);
      if (!entry) {
        mismatch = path + " must have the field '" + tree.keys[i].text + "'";
        return false;
      }
      if (!match(tree.children[i], entry->value, path + "." + tree.keys[i].text))
        return false;
    }
    return true;
  }

  bool leaf(lith_value value) {
    leaves.push_back(value);
    return true;
  }

  bool matchSequence(const Tree &tree, lith_value value, const std::string &path) {
    bool isTuple = tree.kind == Tree::Kind::Tuple;
    if (value.tag != (isTuple ? LITH_TUPLE : LITH_LIST))
      return fail(path, isTuple ? "a tuple" : "a list", value);
    if (!isTuple)
      leaf(value);
    const lith_value *items = isTuple ? as<lith_tuple>(value)->items : as<lith_list>(value)->items;
    int64_t length = isTuple ? as<lith_tuple>(value)->length : as<lith_list>(value)->length;
    if (tree.anyLength)
      return matchElements(tree.children[0], {items, static_cast<size_t>(length)}, path);
    if (length != static_cast<int64_t>(tree.children.size())) {
      mismatch = path + " must have " + std::to_string(tree.children.size()) + " elements, not " +
                 std::to_string(length);
      return false;
    }
    for (size_t i = 0; i < tree.children.size(); ++i)
      if (!match(tree.children[i], items[i], path + "[" + std::to_string(i) + "]"))
        return false;
    return true;
  }

  // What is in a list of any length is no leaf.
  bool matchElements(const Tree &element, std::span<const lith_value> items,
                     const std::string &path) {
    size_t known = leaves.size();
    for (size_t i = 0; i < items.size(); ++i)
      if (!match(element, items[i], path + "[" + std::to_string(i) + "]"))
        return false;
    leaves.resize(known);
    return true;
  }

  bool matchDict(const Tree &tree, lith_value value, const std::string &path) {
    if (value.tag != LITH_DICT)
      return fail(path, "a dict", value);
    leaf(value);
    auto *dict = as<lith_dict>(value);
    if (dict->length != static_cast<int64_t>(tree.keys.size())) {
      mismatch = path + " must have " + std::to_string(tree.keys.size()) + " keys, not " +
                 std::to_string(dict->length);
      return false;
    }
    Context scratch;
    const lith_dict_entry *before = nullptr; // entries lie in the order in which they were made
    std::string textBefore;
    for (size_t i = 0; i < tree.keys.size(); ++i) {
      OwnedValue key(nullptr, makeConstant(nullptr, tree.keys[i]));
      std::string text;
      appendRepr(&scratch, text, key.get());
      lith_dict_entry *entry = findEntry(&scratch, dict, key.get());
      if (!entry) {
        mismatch = path + " must have the key " + text;
        return false;
      }
      if (tree.inOrder && entry < before) {
        mismatch = path + " must have the key " + text + " after " + textBefore + Order;
        return false;
      }
      before = entry;
      textBefore = text;
      if (!match(tree.children[i], entry->value, path + "[" + text + "]"))
        return false;
    }
    return true;
  }

  std::vector<lith_value> &leaves;
  std::string &mismatch;
};

std::string nameOf(const Tree &argument, size_t i) {
  return argument.name.empty() ? "argument " + std::to_string(i + 1)
                               : "argument '" + argument.name + "'";
}

// --- flat inputs

bool isFlatInput(const Tree &tree, bool pinned) {
  return tree.kind <= Tree::Kind::Value || tree.anyLength ||
         (pinned && tree.kind == Tree::Kind::Constant &&
          (tree.constant.tag == LITH_INT || tree.constant.tag == LITH_FLOAT ||
           tree.constant.tag == LITH_BOOL));
}

void collectLeaves(const Tree &tree, std::vector<const Tree *> &leaves, bool pinned) {
  if (isFlatInput(tree, pinned)) {
    leaves.push_back(&tree);
    return;
  }
  for (const Tree &child : tree.children)
    collectLeaves(child, leaves, pinned);
}

// Owned: a number where a program wants one, out of a tensor of one element.
lith_value unpacked(const Tree &tree, lith_value value) {
  if (tree.anyLength && value.tag == LITH_LIST) {
    auto *from = as<lith_list>(value);
    lith_list *list = newList(nullptr, from->length);
    for (int64_t i = 0; i < from->length; ++i)
      append(nullptr, list, unpacked(tree.children[0], from->items[i]));
    return box(list);
  }
  if (value.tag != LITH_TENSOR || tree.kind == Tree::Kind::Tensor)
    return retained(value);
  auto *tensor = as<lith_tensor>(value);
  int dtype = tensor->head.dtype;
  if (elementCount(tensor) != 1 || tensor->head.rank != 0 || isComplexDtype(dtype))
    return retained(value);
  return elementAt(nullptr, dtype, tensor->data);
}

// Arguments of a call out of flat inputs: lists and dicts are made.
class Nester {
public:
  Nester(std::span<const lith_value> inputs, bool pinned) : inputs(inputs), pinned(pinned) {}

  /// Owned.
  lith_value nest(const Tree &tree) {
    if (isFlatInput(tree, pinned))
      return unpacked(tree, inputs[next++]);
    switch (tree.kind) {
    case Tree::Kind::Constant:
      return makeConstant(nullptr, tree.constant);
    case Tree::Kind::Record:
    case Tree::Kind::Dict: {
      lith_dict *dict = newDict(nullptr);
      for (size_t i = 0; i < tree.children.size(); ++i) {
        OwnedValue key(nullptr, makeConstant(nullptr, tree.keys[i]));
        OwnedValue value(nullptr, nest(tree.children[i]));
        store(nullptr, dict, key.get(), value.get());
      }
      return box(dict);
    }
    case Tree::Kind::Tuple: {
      lith_tuple *tuple = newTuple(nullptr, static_cast<int64_t>(tree.children.size()));
      for (size_t i = 0; i < tree.children.size(); ++i)
        tuple->items[i] = nest(tree.children[i]);
      return box(tuple);
    }
    default: {
      lith_list *list = newList(nullptr, static_cast<int64_t>(tree.children.size()));
      for (const Tree &child : tree.children)
        append(nullptr, list, nest(child));
      return box(list);
    }
    }
  }

private:
  std::span<const lith_value> inputs;
  bool pinned;
  size_t next = 0;
};

// --- results

} // namespace

static bool isOneObject(lith_value a, lith_value b) {
  if (a.bits == b.bits || a.tag != LITH_TENSOR || b.tag != LITH_TENSOR)
    return a.bits == b.bits;
  return as<lith_tensor>(a)->handle && as<lith_tensor>(a)->handle == as<lith_tensor>(b)->handle;
}

// The first byte of a tensor's elements and the one after its last.
static std::pair<const char *, const char *> extentOf(const lith_tensor *tensor) {
  int64_t low = 0, high = 1;
  for (int d = 0; d < tensor->head.rank; ++d) {
    if (tensor->sizes[d] == 0)
      return {nullptr, nullptr};
    int64_t reach = (tensor->sizes[d] - 1) * tensor->strides[d];
    (reach < 0 ? low : high) += reach;
  }
  return {tensor->data + low * elementBytes(tensor), tensor->data + high * elementBytes(tensor)};
}

static bool shareMemory(lith_value a, lith_value b) {
  if (a.tag != LITH_TENSOR || b.tag != LITH_TENSOR)
    return false;
  auto first = extentOf(as<lith_tensor>(a)), second = extentOf(as<lith_tensor>(b));
  return first.first < second.second && second.first < first.second;
}

// Whether the inputs are one object, or apart, as the program assumes.
static bool relationsHold(const ArtifactProgram &program, std::span<const lith_value> leaves,
                          std::string &mismatch) {
  for (const Relation &relation : program.relations) {
    lith_value a = leaves[static_cast<size_t>(relation.first)],
               b = leaves[static_cast<size_t>(relation.second)];
    if (relation.same ? isOneObject(a, b) : !isOneObject(a, b) && !shareMemory(a, b))
      continue;
    mismatch = "inputs " + std::to_string(relation.first) + " and " +
               std::to_string(relation.second) +
               (relation.same ? " must be one object" : " must not share memory");
    return false;
  }
  return true;
}

bool lith::matchArguments(const ArtifactData &data, const ArtifactProgram &program,
                          std::span<const lith_value> positional,
                          std::span<const NamedValue> keywords, std::vector<lith_value> &leaves,
                          std::vector<lith_value> &made, std::string &mismatch) {
  Matcher matcher(leaves, mismatch);
  size_t most = 0;
  for (const Tree &argument : program.arguments)
    most += !argument.keywordOnly;
  if (positional.size() > most) {
    mismatch = data.name + "() takes " + std::to_string(most) + " positional argument" +
               (most == 1 ? "" : "s") + " but " + std::to_string(positional.size()) +
               (positional.size() == 1 ? " was" : " were") + " given";
    return false;
  }
  size_t used = 0;
  const NamedValue *before = nullptr; // of `**keywords`
  for (size_t i = 0; i < program.arguments.size(); ++i) {
    const Tree &argument = program.arguments[i];
    const NamedValue *named = nullptr;
    for (const NamedValue &keyword : keywords)
      if (keyword.name == argument.name && !argument.name.empty())
        named = &keyword;
    used += named != nullptr;
    if (named && argument.inRest) {
      if (named < before) {
        mismatch = data.name + "() must have the keyword '" + argument.name + "' after '" +
                   std::string(before->name) + "'" + Order;
        return false;
      }
      before = named;
    }
    bool isPositional = i < positional.size() && !argument.keywordOnly;
    if (isPositional && named) {
      mismatch = data.name + "() got multiple values for argument '" + argument.name + "'";
      return false;
    }
    if (isPositional || named) {
      if (!matcher.match(argument, isPositional ? positional[i] : named->value,
                         nameOf(argument, i)))
        return false;
    } else if (!argument.hasDefault) {
      mismatch = data.name + "() missing " + nameOf(argument, i);
      return false;
    } else if (argument.kind != Tree::Kind::Constant) {
      // A dynamic argument that is left out has its default's value.
      made.push_back(makeConstant(nullptr, argument.constant));
      if (!matcher.match(argument, made.back(), nameOf(argument, i)))
        return false;
    }
  }
  if (used == keywords.size())
    return relationsHold(program, leaves, mismatch);
  for (const NamedValue &keyword : keywords) {
    bool known = false;
    for (const Tree &argument : program.arguments)
      known = known || argument.name == keyword.name;
    if (!known)
      mismatch =
          data.name + "() got an unexpected keyword argument '" + std::string(keyword.name) + "'";
  }
  return false;
}

// What so many flat inputs are: the dynamic arguments; those without a default; or the dynamic ones
// and the pinned numbers.
struct FlatInputs {
  std::vector<const Tree *> trees;
  bool pinned = false, withoutDefaults = false;
};
static FlatInputs flatInputs(const ArtifactProgram &program, size_t count) {
  FlatInputs dynamic, needed{{}, false, true}, all{{}, true, false};
  for (const Tree &argument : program.arguments) {
    collectLeaves(argument, dynamic.trees, false);
    collectLeaves(argument, all.trees, true);
    if (!argument.hasDefault)
      collectLeaves(argument, needed.trees, false);
  }
  return count == dynamic.trees.size() || count > all.trees.size() ? dynamic
         : count == needed.trees.size()                            ? needed
                                                                   : all;
}

bool lith::leavesOutDefaults(const ArtifactProgram &program, size_t count) {
  bool pinned = flatInputs(program, count).pinned;
  return std::all_of(program.arguments.begin(), program.arguments.end(), [&](const Tree &argument) {
    return argument.kind != Tree::Kind::Constant || isFlatInput(argument, pinned) ||
           argument.hasDefault;
  });
}

bool lith::matchFlat(const ArtifactData &data, const ArtifactProgram &program,
                     std::span<const lith_value> inputs, std::vector<lith_value> &leaves,
                     std::vector<lith_value> &made, std::string &mismatch) {
  auto [trees, pinned, withoutDefaults] = flatInputs(program, inputs.size());
  if (inputs.size() != trees.size()) {
    size_t wanted = flatInputs(program, SIZE_MAX).trees.size();
    mismatch = data.name + " takes " + std::to_string(wanted) + " input" +
               (wanted == 1 ? "" : "s") + ", not " + std::to_string(inputs.size());
    return false;
  }
  std::vector<lith_value> flat;
  Matcher single(flat, mismatch);
  for (size_t i = 0; i < trees.size(); ++i) {
    std::string path = "input " + std::to_string(i);
    if (!trees[i]->name.empty())
      path += " ('" + trees[i]->name + "')";
    OwnedValue value(nullptr, unpacked(*trees[i], inputs[i]));
    if (!single.match(*trees[i], value.get(), path))
      return false;
  }
  Nester nester(inputs, pinned);
  Matcher matcher(leaves, mismatch);
  for (size_t i = 0; i < program.arguments.size(); ++i) {
    bool isLeftOut = withoutDefaults && program.arguments[i].hasDefault;
    made.push_back(isLeftOut ? makeConstant(nullptr, program.arguments[i].constant)
                             : nester.nest(program.arguments[i]));
    if (!matcher.match(program.arguments[i], made.back(), nameOf(program.arguments[i], i)))
      return false;
  }
  return relationsHold(program, leaves, mismatch);
}
