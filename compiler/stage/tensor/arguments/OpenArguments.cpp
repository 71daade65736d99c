// OpenArguments.cpp: calls of operators with arguments that are one of several values. Operators
// take values of one type, and dimensions that are known: each alternative is a call of its own.
#include "stage/Paths.h"
#include "stage/Protocols.h"
#include "stage/Tensors.h"
#include "stage/calls/Calls.h"
#include "stage/emit/Emit.h"
#include "stage/model/Code.h"
#include "stage/objects/Containers.h"
#include "stage/tensor/Tensor.h"

namespace lith::stage {

using namespace tensor;

namespace {

/// An argument, or an element of one, and the values that it may have.
struct OpenArgument {
  Value *argument;
  std::optional<size_t> element;
  Value value;
};

/// Ways to call an operator for one choice of its dimensions, at most.
constexpr size_t MaxChoices = 64;

bool isOpen(Value value) { return value.isUnion() || (value.isBox() && !value.types()->isAny()); }

/// The elements of a tuple or of a known list.
std::vector<Value> partsOf(Stage &s, Value sequence) {
  if (sequence.isTuple())
    return sequence.tuple().elements.vec();
  auto *list = s.find<ListObject>(sequence);
  return list && !list->isRuntime() ? listElements(s, sequence) : std::vector<Value>();
}

std::optional<OpenArgument> openArgument(Stage &s, Arguments &arguments) {
  for (Value &argument : arguments.positional)
    if (isOpen(argument))
      return OpenArgument{&argument, std::nullopt, argument};
  for (auto &[name, argument] : arguments.keywords)
    if (isOpen(argument))
      return OpenArgument{&argument, std::nullopt, argument};
  for (Value &argument : arguments.positional)
    for (auto [i, element] : llvm::enumerate(partsOf(s, argument)))
      if (isOpen(element))
        return OpenArgument{&argument, i, element};
  return std::nullopt;
}

bool isDimensionName(llvm::StringRef name) {
  return llvm::is_contained({"dim", "dims", "axis", "axes", "dim0", "dim1", "dim2", "axis0",
                             "axis1", "start_dim", "end_dim", "source", "destination"},
                            name);
}

/// Adds the places of an argument that hold ints which only run time knows.
void addPlaces(Stage &s, Value &argument, llvm::SmallVectorImpl<OpenArgument> &places) {
  auto add = [&](Value value, std::optional<size_t> element) {
    if (value.isScalar(ScalarType::Int))
      places.push_back({&argument, element, value});
  };
  add(argument, std::nullopt);
  for (auto [i, element] : llvm::enumerate(partsOf(s, argument)))
    add(element, i);
}

ops::Dims dimsOf(const Primitive &primitive) {
  llvm::StringRef name = primitive.spelling;
  const ops::Operator *op = name.consume_front("prelude.") ? ops::findComposite(name.str())
                                                           : ops::recordOf(primitive.spelling);
  return op ? op->dims : ops::Dims::Own;
}

/// How many dimensions the names of dimensions are among: those of the first argument, a tensor or
/// a list of them, or of the widest, and one more where the operator makes a new one.
std::optional<unsigned> dimensionsOf(Stage &s, const Primitive &primitive,
                                     const Arguments &arguments) {
  if (arguments.positional.empty())
    return std::nullopt;
  Value first = arguments.positional[0];
  std::vector<Value> parts = partsOf(s, first);
  if (!parts.empty())
    first = parts[0];
  if (!s.isTensor(first))
    return std::nullopt;
  unsigned rank = rankOf(s, first);
  if (dimsOf(primitive) == ops::Dims::Widest) {
    parts.insert(parts.end(), arguments.positional.begin(), arguments.positional.end());
    for (Value part : parts)
      rank = s.isTensor(part) ? std::max(rank, rankOf(s, part)) : rank;
  }
  return std::max(rank + (dimsOf(primitive) == ops::Dims::OneMore), 1u);
}

/// The first dimension of run time among the arguments; `bound` of them are possible.
std::optional<OpenArgument> openDimension(Stage &s, const Primitive &primitive,
                                          Arguments &arguments, unsigned bound) {
  const FunctionCode *code = s.session.prelude(primitive.prelude);
  if (!code || code->parameters.empty())
    return std::nullopt;
  llvm::SmallVector<OpenArgument> places;
  for (auto [i, argument] : llvm::enumerate(arguments.positional))
    if (isDimensionName(code->parameters[std::min(i, code->parameters.size() - 1)].name))
      addPlaces(s, argument, places);
  for (auto &[name, argument] : arguments.keywords)
    if (isDimensionName(name))
      addPlaces(s, argument, places);
  size_t choices = 1;
  for (size_t i = 0; i < places.size() && choices <= MaxChoices; ++i)
    choices *= bound;
  if (places.empty() || choices > MaxChoices)
    return std::nullopt;
  return places[0];
}

/// The number as one of the constants from 0 up to `bound`; raises where it is out of range.
Result everyDimension(Stage &s, Value dim, unsigned bound) {
  mlir::Value given = toInt(s, dim);
  int64_t limit = bound;
  std::string message = "Dimension out of range (expected to be in range of [" +
                        std::to_string(-limit) + ", " + std::to_string(limit - 1) +
                        "], but got {0})";
  if (!check(s, intCompare(s, ir::CompareKind::ge, given, constantInt(s, -limit)), "IndexError",
             message, {dim}) ||
      !check(s, intCompare(s, ir::CompareKind::lt, given, constantInt(s, limit)), "IndexError",
             message, {dim}))
    return std::nullopt;
  mlir::Value which = intBinary(s, ir::BinaryKind::mod, given, constantInt(s, limit));
  llvm::SmallVector<Value> dimensions;
  for (unsigned i = 0; i < bound; ++i)
    dimensions.push_back(s.integer(i));
  return Value::oneOf(s.arena.make<UnionData>(which, s.keep<Value>(dimensions)));
}

Result callForEach(Stage &s, const Primitive &primitive, Arguments &arguments, OpenArgument open) {
  Value whole = *open.argument;
  std::vector<Value> parts = open.element ? partsOf(s, whole) : std::vector<Value>();
  return forEachAlternative(s, open.value, [&](Value alternative) {
    std::vector<Value> elements = parts;
    if (open.element)
      elements[*open.element] = alternative;
    *open.argument = !open.element ? alternative
                     : whole.isTuple()
                         ? s.structure(whole.tuple().form, elements, whole.tuple().cls)
                         : s.list(elements);
    Result result = callPrimitive(s, primitive, arguments);
    *open.argument = whole;
    return result;
  });
}

} // namespace

std::optional<Result> callOpen(Stage &s, const Primitive &primitive, Arguments &arguments) {
  if (auto open = openArgument(s, arguments))
    return callForEach(s, primitive, arguments, *open);
  if (primitive.prelude.empty() || dimsOf(primitive) == ops::Dims::Number)
    return std::nullopt;
  auto bound = dimensionsOf(s, primitive, arguments);
  auto open = bound ? openDimension(s, primitive, arguments, *bound) : std::nullopt;
  if (!open)
    return std::nullopt;
  Result every = everyDimension(s, open->value, *bound);
  if (!every)
    return every;
  open->value = *every;
  return callForEach(s, primitive, arguments, *open);
}

} // namespace lith::stage
