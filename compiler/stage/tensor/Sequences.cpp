// Sequences.cpp: what tensors and their indices take for a sequence, as PySequence_Check does.
#include "stage/tensor/Sequences.h"

#include "stage/Paths.h"
#include "stage/Protocols.h"
#include "stage/classes/TypeNames.h"
#include "stage/tensor/Tensor.h"

namespace lith::stage::tensor {

bool hasItems(Stage &stage, Value value) {
  if (value.isUndefined() || value.isUnion() || value.isBox() || stage.isTensor(value) ||
      stage.isNone(value) || isNumber(stage, value))
    return false;
  Value cls = typeOf(stage, value);
  auto isOne = [&](llvm::StringRef name) {
    Value base = builtinType(stage, name);
    return !base.isUndefined() && isSubclass(stage, cls, base).value_or(false);
  };
  // These have `__getitem__`, but in C no item by position; texts of NumPy are texts.
  if (llvm::any_of(llvm::ArrayRef<llvm::StringRef>{"dict", "types.MappingProxyType",
                                                   "types.GenericAlias", "re.Match", "numpy.dtype",
                                                   "numpy.generic"},
                   isOne))
    return isOne("str") || isOne("bytes");
  return !classAttribute(stage, cls, "__getitem__").isUndefined();
}

Value plainSequence(Stage &stage, Value value) {
  Value inner = payloadOf(stage, value);
  if (inner == value || !hasItems(stage, inner))
    return value;
  Value cls = typeOf(stage, value), base = typeOf(stage, inner);
  bool isPlain =
      llvm::all_of(llvm::ArrayRef<llvm::StringRef>{"__len__", "__getitem__", "__iter__"},
                   [&](llvm::StringRef name) {
                     return classAttribute(stage, cls, name) == classAttribute(stage, base, name);
                   });
  return isPlain ? inner : value;
}

/// prim.is_sequence(x)
static Result hasItemsValue(Stage &stage, const CallInfo &info) {
  return forEachAlternative(stage, info.args.positional[0], [&](Value one) -> Result {
    return stage.boolean(hasItems(stage, one));
  });
}

/// prim.plain_sequence(x)
static Result plainSequenceOf(Stage &stage, const CallInfo &info) {
  return plainSequence(stage, info.args.positional[0]);
}

/// prim.type_name(x): what messages of Python call its class.
static Result typeNameOf(Stage &stage, const CallInfo &info) {
  return stage.string(typeName(stage, info.args.positional[0]));
}

void registerSequences(Registry &registry) {
  static constexpr std::pair<const char *, PrimitiveFunction> questions[] = {
      {"prim.is_sequence", hasItemsValue},
      {"prim.plain_sequence", plainSequenceOf},
      {"prim.type_name", typeNameOf}};
  for (auto [name, function] : questions) {
    Primitive &made = registry.add(name, function);
    made.takesMapped = made.takesNumpy = true;
  }
}

} // namespace lith::stage::tensor
