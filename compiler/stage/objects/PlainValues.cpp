// PlainValues.cpp: the values inside instances of subclasses of str, int, float and complex.
#include "stage/objects/PlainValues.h"
#include "stage/Paths.h"
#include "stage/Protocols.h"
#include "stage/Reading.h"
#include "stage/classes/TypeNames.h"
#include "stage/emit/Refusals.h"
#include "stage/objects/Operators.h"

namespace lith::stage {

static bool isPlain(Stage &s, Value value) { return isString(s, value) || isNumber(s, value); }

static bool derivesFromPlain(Stage &s, Value cls) {
  static constexpr llvm::StringRef names[] = {"str", "int", "float", "complex"};
  return llvm::any_of(names, [&](llvm::StringRef name) {
    return isSubclass(s, cls, builtinType(s, name)).value_or(true);
  });
}

// Of one value. Where only run time knows the value inside, it is a text or number all the same.
static Value insideOf(Stage &s, Value value) {
  bool isConstant = value.isStatic() && s.kindOf(value) == host::Kind::Instance;
  Value inside = isConstant ? valueInside(s, value.handle()) : payloadOf(s, value);
  if (inside == value || inside.isUndefined())
    return value;
  bool isOpen = inside.isUnion() || inside.isBox();
  bool isOfPlain = isOpen ? derivesFromPlain(s, typeOf(s, value)) : isPlain(s, inside);
  return isOfPlain ? inside : value;
}

static bool mayHoldInstances(Stage &s, Value value) {
  if (value.isUnion())
    return llvm::any_of(value.oneOf().alternatives,
                        [&](Value one) { return insideOf(s, one) != one; });
  return value.isBox() && llvm::any_of(value.types()->types, [](const Type &type) {
           return type.kind == Type::Kind::Record || type.kind == Type::Kind::Opaque;
         });
}

Result plainValue(Stage &s, Value value) {
  if (mayHoldInstances(s, value))
    return forEachAlternative(s, value, [&](Value one) -> Result { return insideOf(s, one); });
  return insideOf(s, value);
}

// And of elements of a tuple, or of a known list, which the operator does not change.
static Result plainArgument(Stage &s, Value value) {
  bool isTuple = value.isTuple() && value.tuple().form == TupleData::Form::Tuple;
  auto *list = s.find<ListObject>(value);
  if (!isTuple && (!list || list->isRuntime()))
    return plainValue(s, value);
  Scoped<unsigned> deeper(s.body.nesting, s.body.nesting + 1);
  if (s.body.nesting > s.body.MaxNesting)
    refuse(s, diag::Kind::UnsupportedFunction, {"an operator given a list that holds itself"});
  std::vector<Value> elements = isTuple ? value.tuple().elements.vec() : listElements(s, value);
  bool isChanged = false;
  for (Value &element : elements) {
    Result plain = plainArgument(s, element);
    if (!plain)
      return plain;
    isChanged |= *plain != element;
    element = *plain;
  }
  if (!isChanged)
    return value;
  return isTuple ? s.tuple(elements) : s.list(elements);
}

bool makePlain(Stage &s, Arguments &arguments) {
  auto replace = [&](Value &argument) {
    Result plain = plainArgument(s, argument);
    argument = plain.value_or(argument);
    return plain.has_value();
  };
  return llvm::all_of(arguments.positional, replace) &&
         llvm::all_of(arguments.keywords, [&](auto &keyword) { return replace(keyword.second); });
}

} // namespace lith::stage
