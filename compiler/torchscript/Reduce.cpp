// Reduce.cpp: what calls of globals give: tensors over storages, typed containers, small values.
#include "torchscript/Pickle.h"
#include "torchscript/Zip.h"

namespace lith::torchscript {
namespace {

using Kind = Item::Kind;
using Call = Global::Call;

const Node &nodeOf(const Item *item) { return static_cast<const Node &>(*item); }

bool isObject(const Node &node) { return !node.global && !node.isStorage; }

/// The arguments of one call, of the kinds that it takes.
class Arguments {
public:
  Arguments(const Node &tuple, const std::string &pickle) : tuple(tuple), pickle(pickle) {
    if (tuple.kind != Kind::Tuple)
      fail();
  }

  [[noreturn]] void fail() const { damaged(pickle + ": a call has other arguments"); }
  void expect(size_t least, size_t most) const {
    if (tuple.children.size() < least || tuple.children.size() > most)
      fail();
  }
  size_t count() const { return tuple.children.size(); }
  const Node &any(size_t index) const { return nodeOf(tuple.children[index]); }
  const Node &object(size_t index, Kind kind) const {
    const Node &node = any(index);
    if (node.kind != kind || !isObject(node))
      fail();
    return node;
  }
  std::vector<int64_t> ints(size_t index) const {
    Arguments items(object(index, Kind::Tuple), pickle);
    std::vector<int64_t> result;
    result.reserve(items.count());
    for (size_t i = 0; i < items.count(); ++i)
      result.push_back(items.object(i, Kind::Int).integer);
    return result;
  }

private:
  const Node &tuple;
  const std::string &pickle;
};

// All that indices reach lies in the storage, and no product or sum of sizes and strides overflows.
void checkPlace(const Node &tensor, const std::string &pickle) {
  size_t rank = tensor.sizes.size();
  int64_t held =
      static_cast<int64_t>(tensor.storage->bytes.size()) / lith_dtype_bytes(tensor.storage->dtype);
  if (rank > LITH_MAX_RANK)
    throw CannotRead("holds a tensor of " + std::to_string(rank) +
                     " dimensions; Lith has tensors of up to " + std::to_string(LITH_MAX_RANK));
  bool isEmpty = false, isSound = rank == tensor.strides.size() && tensor.offset >= 0;
  int64_t bytes = lith_dtype_bytes(tensor.storage->dtype), last = tensor.offset;
  for (size_t i = 0; i < rank && isSound; ++i) {
    int64_t size = tensor.sizes[i], stride = tensor.strides[i], reach = 0;
    isEmpty |= size == 0;
    isSound = size >= 0 && stride >= 0 && !__builtin_mul_overflow(bytes, size ? size : 1, &bytes) &&
              !__builtin_mul_overflow(stride, size ? size - 1 : 0, &reach) &&
              !__builtin_add_overflow(last, reach, &last);
  }
  if (!isSound || (isEmpty ? tensor.offset > held : last >= held))
    damaged(pickle + ": a tensor leaves its storage");
}

// Eager conjugates and negates some views only when they are read.
void refuseLazy(const Node &flags, const Arguments &arguments) {
  for (auto &[flag, value] : flags.entries) {
    if (flag->text != "conj" && flag->text != "neg")
      arguments.fail();
    throw CannotRead("holds a lazy view of torch." + flag->text +
                     ", which Lith does not have; resolve_" + flag->text +
                     "() makes a tensor of it");
  }
}

Node *makeTensor(const Arguments &arguments, const std::string &pickle, Arena &arena) {
  arguments.expect(6, 7);
  if (!arguments.any(0).isStorage)
    arguments.fail();
  Node *tensor = &arena.make(Kind::Tensor);
  tensor->storage = arguments.any(0).storage;
  tensor->offset = arguments.object(1, Kind::Int).integer;
  tensor->sizes = arguments.ints(2);
  tensor->strides = arguments.ints(3);
  tensor->requiresGrad = arguments.object(4, Kind::Bool).integer != 0;
  if (!arguments.object(5, Kind::Dict).entries.empty())
    throw CannotRead("holds a tensor with backward hooks, which Lith does not have");
  if (arguments.count() == 7)
    refuseLazy(arguments.object(6, Kind::Dict), arguments);
  checkPlace(*tensor, pickle);
  return tensor;
}

Node *makeParameter(const Arguments &arguments, Arena &arena) {
  arguments.expect(3, 3);
  Node *tensor = &arena.make(Kind::Tensor);
  *tensor = arguments.object(0, Kind::Tensor);
  tensor->requiresGrad = arguments.object(1, Kind::Bool).integer != 0;
  return tensor;
}

// A container with the type that it says it has; whether its elements do is for the check.
Node *tagged(const Node &container, std::string_view tag, const Arguments &arguments) {
  bool isContainer = (container.kind == Kind::List && tag.starts_with("List[")) ||
                     (container.kind == Kind::Dict && tag.starts_with("Dict["));
  if (!isContainer || (!container.typeTag.empty() && container.typeTag != tag))
    arguments.fail();
  auto *result = const_cast<Node *>(&container);
  result->typeTag = tag;
  return result;
}

Node *makeEnum(const Node &cls, const Node &value, const std::string &pickle, Arena &arena) {
  bool isValue = value.kind == Kind::Int || value.kind == Kind::Float || value.kind == Kind::Str;
  if (!isValue)
    damaged(pickle + ": a member of the enum '" + cls.text + "' has no value");
  Node *member = &arena.make(Kind::Enum);
  member->text = cls.text;
  member->state = &value;
  return member;
}

Node *makeSimple(Call call, const Arguments &arguments, Arena &arena) {
  if (call == Call::OrderedDict) {
    arguments.expect(0, 0);
    return &arena.make(Kind::Dict);
  }
  if (call == Call::Device) {
    arguments.expect(1, 1);
    Node *device = &arena.make(Kind::Device);
    device->text = arguments.object(0, Kind::Str).text;
    return device;
  }
  arguments.expect(2, 2);
  Node *number = &arena.make(Kind::Complex);
  number->complex = {arguments.object(0, Kind::Float).real, arguments.object(1, Kind::Float).real};
  return number;
}

} // namespace

Node *reduce(const Node &callee, Node &arguments, const std::string &pickle, Arena &arena) {
  if (!callee.global || callee.global->call == Call::StorageType)
    damaged(pickle + ": something is called that is no function");
  Call call = callee.global->call;
  if (call == Call::Class)
    return makeEnum(callee, arguments, pickle, arena);
  Arguments given(arguments, pickle);
  switch (call) {
  case Call::Tensor:
    return makeTensor(given, pickle, arena);
  case Call::Parameter:
    return makeParameter(given, arena);
  case Call::Typed:
    given.expect(1, 1);
    return tagged(given.object(0, Kind::List), callee.global->tag, given);
  case Call::Tagged:
    given.expect(2, 2);
    return tagged(given.any(0), given.object(1, Kind::Str).text, given);
  default:
    return makeSimple(call, given, arena);
  }
}

Node *persistent(const Node &id, const std::string &pickle, Arena &arena,
                 const FindStorage &findStorage) {
  Arguments parts(id, pickle);
  parts.expect(5, 5);
  const Node &type = parts.any(1);
  const std::string &device = parts.object(3, Kind::Str).text;
  if (parts.object(0, Kind::Str).text != "storage" || !type.global ||
      type.global->call != Call::StorageType)
    parts.fail();
  if (device != "cpu")
    throw CannotRead("holds a tensor on the device '" + device +
                     "'; Lith reads models that were saved on the CPU");
  Node *node = &arena.make(Kind::None);
  node->isStorage = true;
  node->storage = findStorage(parts.object(2, Kind::Str).text, type.global->dtype,
                              parts.object(4, Kind::Int).integer);
  return node;
}

} // namespace lith::torchscript
