// Mapped.cpp: tensors inside torch.vmap: which operators take them, and how.
//
// Operators on corresponding elements run on all of a mapped tensor at once, its
// levels aligned with those of the others. What else is known has a rule in
// prelude/vmap.py, `_map_<primitive>`; composites of the prelude need none.
#include "stage/tensor/vmap/Mapped.h"
#include "stage/Protocols.h"
#include "stage/Tensors.h"
#include "stage/calls/Calls.h"
#include "stage/calls/Functions.h"
#include "stage/emit/Refusals.h"
#include "stage/model/Dtypes.h"

#include "stage/tensor/Tensor.h"

namespace lith::stage {

using namespace lith::stage::tensor;

// Names of attributes that no program can spell.
static constexpr llvm::StringRef ValueName = "mapped tensor", LevelsName = "mapped levels";

static Value part(Stage &stage, Value mapped, llvm::StringRef name) {
  auto *instance = stage.find<InstanceObject>(mapped);
  const Value *found = instance ? instance->find(stage.intern(name)) : nullptr;
  return found ? *found : Value();
}

bool isMapped(Stage &stage, Value value) { return !part(stage, value, ValueName).isUndefined(); }

bool anyMapped(Stage &stage, llvm::ArrayRef<Value> values) {
  return llvm::any_of(values, [&](Value value) {
    if (value.isTuple())
      return anyMapped(stage, value.tuple().elements);
    if (auto *list = stage.find<ListObject>(value))
      return !list->isRuntime() && anyMapped(stage, list->elements);
    return isMapped(stage, value);
  });
}

std::optional<std::pair<Value, Value>> mappedParts(Stage &stage, const InstanceObject &instance) {
  const Value *value = instance.find(stage.intern(ValueName));
  if (!value || value->isUndefined())
    return std::nullopt;
  return std::pair(*value, *instance.find(stage.intern(LevelsName)));
}

Levels tensor::levelsOf(Stage &stage, Value value) {
  Levels levels;
  Value found = part(stage, value, LevelsName);
  if (!found.isUndefined())
    for (Value level : found.tuple().elements)
      levels.push_back(*stage.asInt(level));
  return levels;
}

Levels tensor::allLevels(Stage &stage, llvm::ArrayRef<Value> values) {
  Levels all;
  for (Value value : values)
    for (int64_t level : levelsOf(stage, value))
      if (!llvm::is_contained(all, level))
        all.push_back(level);
  llvm::sort(all);
  return all;
}

Value tensor::makeMapped(Stage &stage, Value physical, llvm::ArrayRef<int64_t> levels) {
  if (levels.empty() || !stage.isTensor(physical))
    return physical;
  auto object = std::make_shared<InstanceObject>();
  object->cls = typeOf(stage, physical);
  std::vector<Value> numbers;
  for (int64_t level : levels)
    numbers.push_back(stage.integer(level));
  object->set(stage.intern(ValueName), physical);
  object->set(stage.intern(LevelsName), stage.tuple(numbers));
  return stage.make(std::move(object));
}

Value tensor::mappedLike(Stage &stage, Value physical, Value like) {
  return makeMapped(stage, physical, levelsOf(stage, like));
}

/// Dimensions that the mapped function sees.
static unsigned logicalRank(Stage &stage, Value value) {
  return rankOf(stage, physicalOf(stage, value)) - levelsOf(stage, value).size();
}

Value tensor::align(Stage &stage, Value value, llvm::ArrayRef<int64_t> levels, unsigned rank) {
  Value result = physicalOf(stage, value);
  unsigned own = logicalRank(stage, value);
  Levels mine = levelsOf(stage, value);
  for (unsigned missing = own; missing < rank; ++missing)
    result = unsqueeze(stage, result, mine.size());
  if (mine.empty())
    return result;
  for (auto [place, level] : llvm::enumerate(levels))
    if (!llvm::is_contained(mine, level))
      result = unsqueeze(stage, result, place);
  return result;
}

Value tensor::physicalOf(Stage &stage, Value value) {
  Value physical = part(stage, value, ValueName);
  return physical.isUndefined() ? value : physical;
}

/// The dtype that tensors and numbers promote to, by the ranks that the mapped function sees.
static int promotedDtype(Stage &stage, llvm::ArrayRef<Value> operands) {
  dtypes::ResultType result;
  for (Value value : operands) {
    Value physical = physicalOf(stage, value);
    auto source = operand(stage, physical);
    if (!source)
      continue;
    if (source->isNumber)
      result.addNumber(source->dtype, defaultDtype(stage));
    else
      result.addTensor(source->dtype, logicalRank(stage, value) == 0);
  }
  return result.get();
}

Result tensor::mapElements(Stage &stage, llvm::ArrayRef<Value> operands,
                           llvm::function_ref<Result(llvm::ArrayRef<Value>)> run) {
  Levels levels = allLevels(stage, operands);
  unsigned rank = 0;
  bool mixed = false;
  int first = -1;
  for (Value value : operands)
    if (Value physical = physicalOf(stage, value); stage.isTensor(physical)) {
      rank = std::max(rank, logicalRank(stage, value));
      int dtype = dtypeOf(stage, physical);
      mixed |= first >= 0 && dtype != first && dtype != LITH_BOOL8 && first != LITH_BOOL8;
      first = first < 0 || first == LITH_BOOL8 ? dtype : first;
    }
  // A tensor of rank 0 counts less in promotion, but its whole has dimensions.
  int common = mixed ? promotedDtype(stage, operands) : -1;
  const Registry &registry = Registry::instance();
  llvm::SmallVector<Value, 4> aligned;
  for (Value value : operands) {
    bool isTensor = stage.isTensor(physicalOf(stage, value));
    aligned.push_back(isTensor ? align(stage, value, levels, rank) : value);
    if (!isTensor || !mixed || dtypeOf(stage, aligned.back()) == LITH_BOOL8)
      continue;
    Result converted = call(stage, stage.boundPrimitive(registry.find("prim.cast"), {}),
                            {aligned.back(), dtypeValue(stage, common)});
    if (!converted)
      return converted;
    aligned.back() = *converted;
  }
  Result result = run(aligned);
  return result ? makeMapped(stage, *result, levels) : result;
}

/// A function of prelude/vmap.py on these arguments.
static Result callRule(Stage &stage, llvm::StringRef name, Arguments arguments) {
  const FunctionCode *code = stage.session.prelude(name);
  return call(stage, preludeFunction(stage, code), std::move(arguments));
}

Result mappedAttribute(Stage &stage, Value mapped, llvm::StringRef name) {
  Value physical = physicalOf(stage, mapped);
  if (name == "ndim")
    return stage.integer(logicalRank(stage, mapped));
  if (name == "shape") {
    Result whole = getattr(stage, physical, stage.intern(name));
    return whole ? stage.size(whole->tuple().elements.drop_front(levelsOf(stage, mapped).size()))
                 : whole;
  }
  if (llvm::is_contained({"dtype", "device", "layout", "requires_grad", "is_cuda", "is_sparse",
                          "is_quantized", "itemsize", "is_meta", "is_nested", "is_cpu"},
                         name))
    return getattr(stage, physical, stage.intern(name));
  if (name == "T" || name == "mT") {
    Arguments arguments;
    arguments.positional = {mapped};
    return callRule(stage, ("_map_" + name).str(), std::move(arguments));
  }
  if (const Primitive *primitive = Registry::instance().find(("Tensor." + name).str()))
    return stage.boundPrimitive(primitive, mapped);
  refuse(stage, diag::Kind::UnsupportedParameter, {"torch.vmap", "attribute `" + name.str() + "`"});
}

Result mappedTruth(Stage &stage) {
  return raise(stage, "RuntimeError",
               "vmap: It looks like you're attempting to use a Tensor in some data-dependent "
               "control flow. We don't support that yet, please file an issue at "
               "https://github.com/pytorch/pytorch/issues .");
}

static Result mappedItem(Stage &stage) {
  return raise(stage, "RuntimeError",
               "vmap: It looks like you're calling .item() on a Tensor. We don't support vmap "
               "over calling .item() on a Tensor, please try to rewrite what you're doing with "
               "other operations. If error is occurring somewhere inside PyTorch internals, "
               "please file a bug report.");
}

Result mappedGetItem(Stage &stage, Value object, Value index) {
  Arguments arguments;
  arguments.positional = {object, index};
  return callRule(stage, "_map_getitem", std::move(arguments));
}

/// The record of the primitive `prim.<name>`, and of nothing else.
static const ops::Operator *operatorOf(llvm::StringRef spelling) {
  return spelling.consume_front("prim.") ? ops::findPrimitive({spelling.data(), spelling.size()})
                                         : nullptr;
}

Result callMapped(Stage &stage, const Primitive &primitive, const Arguments &arguments) {
  llvm::StringRef name = primitive.spelling;
  // No facts: functions of Python.
  bool makesNumber =
      llvm::is_contained({"builtins.int", "builtins.float", "builtins.complex"}, name);
  const ops::Operator *op = operatorOf(name);
  ops::Vmap rule = op ? op->vmap : ops::Vmap::Rule;
  if (makesNumber || rule == ops::Vmap::Raises)
    return mappedItem(stage);
  Value first = arguments.positional.empty() ? Value() : arguments.positional[0];
  bool asks = name.starts_with("prim.is_") || name == "prim.dtype_of" ||
              name == "prim.class_name" || name.contains(".is_floating_point") ||
              name.contains(".is_complex") || name == "torch.is_tensor";
  if (asks && !isMapped(stage, first)) // a container of such
    return primitive.function(stage, CallInfo{primitive, arguments});
  if (asks || (rule == ops::Vmap::Whole && isMapped(stage, first))) {
    Arguments whole = arguments;
    for (Value &value : whole.positional)
      value = physicalOf(stage, value);
    Result result = callPrimitive(stage, primitive, whole);
    return result && !asks ? makeMapped(stage, *result, levelsOf(stage, first)) : result;
  }
  if (name.starts_with("prim."))
    if (std::string function = ("_map_" + name.drop_front(5)).str();
        stage.session.prelude(function))
      return callRule(stage, function, arguments);
  refuse(stage, diag::Kind::UnsupportedParameter,
         {"torch.vmap", "`" + name.str() + "` on a tensor that is mapped over"});
}

std::optional<Result> drawMapped(Stage &stage, const Primitive &primitive,
                                 const Arguments &arguments) {
  llvm::StringRef name = primitive.spelling;
  if (!name.starts_with("prim."))
    return std::nullopt;
  const ops::Operator *op = operatorOf(name);
  std::string function = ("_draw_" + name.drop_front(5)).str(); // helpers that draw have a rule
  if (op ? op->effects != ops::Effects::Draws : !stage.session.prelude(function))
    return std::nullopt;
  Levels levels;
  std::vector<Value> sizes;
  for (const Stage::Mapping &mapping : stage.mapped) {
    if (mapping.randomness == "error")
      return Result(raise(stage, "RuntimeError",
                          "vmap: called random operation while in randomness error mode. Please "
                          "either use the 'same' or 'different' randomness flags on vmap or "
                          "perform the randomness operation out of vmap"));
    if (mapping.randomness != "different")
      continue;
    levels.push_back(mapping.level);
    sizes.push_back(mapping.size);
  }
  if (levels.empty())
    return std::nullopt;
  Arguments inner = arguments;
  inner.positional.insert(inner.positional.begin(), stage.tuple(sizes));
  if (anyMapped(stage, arguments.positional) || !stage.session.prelude(function))
    refuse(stage, diag::Kind::UnsupportedParameter, {"torch.vmap", "`" + name.str() + "`"});
  Scoped<decltype(stage.mapped)> without(stage.mapped, {});
  Result made = callRule(stage, function, std::move(inner));
  return made ? Result(makeMapped(stage, *made, levels)) : made;
}

namespace tensor {
namespace {

/// (tensor, dim, level): the tensor without that dimension, which becomes a level.
Result mapDim(Stage &stage, const CallInfo &info) {
  auto &args = info.args.positional;
  Levels levels = levelsOf(stage, args[0]);
  unsigned dim = pinInt(stage, args[1], "a dimension") + levels.size();
  Result moved = physicalOf(stage, args[0]);
  if (dim != levels.size())
    moved = call(stage, stage.boundPrimitive(Registry::instance().find("torch.movedim"), {}),
                 {*moved, stage.integer(dim), stage.integer(int64_t(levels.size()))});
  if (!moved)
    return moved;
  levels.push_back(*stage.asInt(args[2]));
  return makeMapped(stage, *moved, levels);
}

/// (tensor, level): where among the dimensions of the whole tensor the level is, or -1.
Result levelPlace(Stage &stage, const CallInfo &info) {
  Levels levels = levelsOf(stage, info.args.positional[0]);
  int64_t level = *stage.asInt(info.args.positional[1]);
  for (auto [place, each] : llvm::enumerate(levels))
    if (each == level)
      return stage.integer(int64_t(place));
  return stage.integer(-1);
}

/// A number for a call of vmap: above those of the calls that enclose it.
Result newLevel(Stage &stage, const CallInfo &) {
  return stage.integer(int64_t(stage.nextAddress++));
}

Result physical(Stage &stage, const CallInfo &info) {
  return physicalOf(stage, info.args.positional[0]);
}

/// How many levels a tensor has.
Result levelCount(Stage &stage, const CallInfo &info) {
  return stage.integer(int64_t(levelsOf(stage, info.args.positional[0]).size()));
}

/// (whole, tensors..., without): mapped as the tensors together are, less one level.
Result remap(Stage &stage, const CallInfo &info) {
  auto &args = info.args.positional;
  llvm::ArrayRef<Value> sources(args);
  Levels levels = allLevels(stage, sources.slice(1));
  for (auto &[name, value] : info.args.keywords)
    if (int64_t without = *stage.asInt(value); name == "without")
      llvm::erase(levels, without);
  return makeMapped(stage, args[0], levels);
}

/// (level, size, randomness, function): what the function gives, called within this call of vmap.
Result callWithin(Stage &stage, const CallInfo &info) {
  auto &args = info.args.positional;
  auto mapped = stage.mapped;
  mapped.push_back({*stage.asInt(args[0]), args[1], *stage.asStr(args[2])});
  Scoped<decltype(stage.mapped)> within(stage.mapped, std::move(mapped));
  return call(stage, args[3], llvm::ArrayRef<Value>());
}

/// A tensor with a dimension for each of these levels, as wide as it is mapped, and, after them, at
/// least `rank` of its own.
Result widened(Stage &stage, Value value, llvm::ArrayRef<int64_t> levels, unsigned rank) {
  Value whole = align(stage, value, levels, rank);
  rank = std::max(rank, logicalRank(stage, value));
  if (!isMapped(stage, value))
    for (size_t i = 0; i < levels.size(); ++i)
      whole = unsqueeze(stage, whole, 0);
  std::vector<Value> sizes;
  for (int64_t level : levels)
    for (const Stage::Mapping &mapping : stage.mapped)
      if (mapping.level == level)
        sizes.push_back(mapping.size);
  for (unsigned dim = 0; dim < rank; ++dim)
    sizes.push_back(sizeValue(stage, tensorContents(stage, whole), levels.size() + dim));
  return call(stage, stage.boundPrimitive(Registry::instance().find("prim.expand"), {}),
              {whole, stage.tuple(sizes)});
}

/// (tensor): mapped over by all calls of vmap that enclose this place.
Result spread(Stage &stage, const CallInfo &info) {
  Value value = info.args.positional[0];
  Levels levels;
  for (const Stage::Mapping &mapping : stage.mapped)
    levels.push_back(mapping.level);
  if (levels == levelsOf(stage, value))
    return value;
  Result made = widened(stage, value, levels, logicalRank(stage, value));
  return made ? makeMapped(stage, *made, levels) : made;
}

/// (rank, tensors...): their wholes as wide as they are mapped together, so that only dimensions of
/// their own may differ.
Result widenAll(Stage &stage, const CallInfo &info) {
  auto values = llvm::ArrayRef<Value>(info.args.positional).drop_front();
  Levels levels = allLevels(stage, values);
  unsigned rank = pinInt(stage, info.args.positional[0], "a rank");
  std::vector<Value> wide;
  for (Value value : values) {
    Result made = widened(stage, value, levels, rank);
    if (!made)
      return made;
    wide.push_back(*made);
  }
  return stage.tuple(wide);
}

/// (rank, tensors...): their wholes, all levels and `rank` dimensions aligned.
Result alignAll(Stage &stage, const CallInfo &info) {
  auto values = llvm::ArrayRef<Value>(info.args.positional).drop_front();
  Levels levels = allLevels(stage, values);
  unsigned rank = pinInt(stage, info.args.positional[0], "a rank");
  std::vector<Value> aligned;
  for (Value value : values)
    aligned.push_back(align(stage, value, levels, rank));
  return stage.tuple(aligned);
}

/// (rank, tensor, indices...): for each level of the tensor, its positions as an index that goes
/// along with the indices aligned to that rank.
Result levelIndices(Stage &stage, const CallInfo &info) {
  auto &args = info.args.positional; // (rank, tensor, indices...)
  Levels levels = allLevels(stage, llvm::ArrayRef<Value>(args).drop_front());
  Levels mine = levelsOf(stage, args[1]);
  unsigned rank = levels.size() + pinInt(stage, args[0], "a rank");
  Value whole = physicalOf(stage, args[1]);
  std::vector<Value> indices;
  for (auto [dim, level] : llvm::enumerate(mine)) {
    size_t place = llvm::find(levels, level) - levels.begin();
    Result range = call(stage, stage.boundPrimitive(Registry::instance().find("torch.arange"), {}),
                        sizeValue(stage, tensorContents(stage, whole), dim));
    if (!range)
      return range;
    Value index = *range;
    for (unsigned before = 0; before < place; ++before)
      index = unsqueeze(stage, index, 0);
    for (unsigned after = place + 1; after < rank; ++after)
      index = unsqueeze(stage, index, after);
    indices.push_back(index);
  }
  return stage.tuple(indices);
}

Result isMappedValue(Stage &stage, const CallInfo &info) {
  return stage.boolean(anyMapped(stage, info.args.positional));
}

/// Entering and leaving a torch function mode. The one under which scalar tensors are indices has
/// nothing to do: mapped ones always are.
Result pushMode(Stage &stage, const CallInfo &info) {
  std::string cls = className(stage, typeOf(stage, info.args.positional[0]));
  if (cls != "TransformGetItemToIndex")
    refuse(stage, diag::Kind::UnsupportedFunction, {"torch function mode " + cls});
  return stage.none();
}
Result popMode(Stage &stage, const CallInfo &) { return stage.none(); }

} // namespace

void registerMapped(Registry &registry) {
  static constexpr std::pair<const char *, PrimitiveFunction> helpers[] = {
      {"prim.vmap_dim", mapDim},
      {"prim.vmap_place", levelPlace},
      {"prim.vmap_new_level", newLevel},
      {"prim.vmap_whole", physical},
      {"prim.vmap_count", levelCount},
      {"prim.vmap_remap", remap},
      {"prim.vmap_align", alignAll},
      {"prim.vmap_level_indices", levelIndices},
      {"prim.vmap_is_mapped", isMappedValue},
      {"prim.vmap_within", callWithin},
      {"prim.vmap_spread", spread},
      {"prim.vmap_wide", widenAll},
      {"torch._C._push_on_torch_function_stack", pushMode},
      {"torch._C._pop_torch_function_stack", popMode}};
  for (auto [name, function] : helpers)
    registry.add(name, function);
}

} // namespace tensor
} // namespace lith::stage
