// TupleSubclass.cpp: named tuples and other subclasses of tuple: what a class of the user's
// defines, else what tuples do.
#include "stage/Paths.h"
#include "stage/Protocols.h"
#include "stage/classes/Attributes.h"
#include "stage/classes/Classes.h"
#include "stage/classes/MethodResults.h"
#include "stage/objects/Kinds.h"
#include "stage/objects/Operators.h"
#include "stage/objects/Tuples.h"

namespace lith::stage {

static Result truthOfSubclass(Stage &s, Value value) {
  Value method = tupleMethod(s, value, "__bool__");
  return method.isUndefined() ? truthByLength(s, value) : checkedTruth(s, call(s, method, value));
}

static Result lengthOfSubclass(Stage &s, Value value) {
  Value method = tupleMethod(s, value, "__len__");
  return method.isUndefined() ? tupleKind.length(s, value)
                              : checkedLength(s, call(s, method, value));
}

static Result subclassContains(Stage &s, Value value, Value item) {
  Value method = tupleMethod(s, value, "__contains__");
  if (method.isUndefined())
    return containsByElements(s, s.tuple(value.tuple().elements), item);
  Result given = call(s, method, {value, item});
  return given ? truth(s, *given) : given;
}

static Result iteratorOfSubclass(Stage &s, Value value) {
  if (Value method = tupleMethod(s, value, "__iter__"); !method.isUndefined())
    return checkedIterator(s, call(s, method, value));
  bool hasItems = !tupleMethod(s, value, "__getitem__").isUndefined() ||
                  !tupleMethod(s, value, "__len__").isUndefined(); // iteration asks neither
  return sequenceIterator(s, hasItems ? s.tuple(value.tuple().elements) : value);
}

static Result itemOfSubclass(Stage &s, Value value, Value index) {
  if (Value method = tupleMethod(s, value, "__getitem__"); !method.isUndefined())
    return call(s, method, {value, index});
  return forEachAlternative(s, index, [&](Value at) { return itemOfTuple(s, value, at); });
}

// PyTorch writes each field of its named results on a line of its own.
static Result namedTupleRepr(Stage &s, Value value, Value names) {
  Value cls = value.tuple().cls;
  std::string name = cls.isStatic() ? s.host.qualifiedName(cls.handle()) : "";
  bool isOfTorch = llvm::StringRef(name).starts_with("torch.return_types.");
  std::vector<Value> parts{s.string(isOfTorch ? name + "(\n" : className(s, cls) + "(")};
  for (auto [i, element] : llvm::enumerate(value.tuple().elements)) {
    llvm::StringRef between = i == 0 ? "" : isOfTorch ? ",\n" : ", ";
    parts.push_back(s.string(between.str() + s.asStr(names.tuple().elements[i])->str() + "="));
    Result shown = repr(s, element);
    if (!shown)
      return shown;
    parts.push_back(*shown);
  }
  parts.push_back(s.string(")"));
  return joinText(s, parts);
}

static Result unaryOfSubclass(Stage &s, syntax::UnaryOperator op, Value value) {
  Value method = tupleMethod(s, value, namesOf(op).method);
  return method.isUndefined() ? noUnary(s, op, value) : call(s, method, value);
}

static Result reprOfSubclass(Stage &s, Value value) {
  if (Value method = tupleMethod(s, value, "__repr__"); !method.isUndefined())
    return textOfMethod(s, call(s, method, value), "__repr__");
  Value names = fieldNames(s, value.tuple().cls);
  return names.isUndefined() ? reprOfTuple(s, value) : namedTupleRepr(s, value, names);
}

static Result strOfSubclass(Stage &s, Value value) {
  Value method = tupleMethod(s, value, "__str__");
  return method.isUndefined() ? repr(s, value) : textOfMethod(s, call(s, method, value), "__str__");
}

const Slots tupleSubclassKind = {.truth = truthOfSubclass,
                                 .length = lengthOfSubclass,
                                 .contains = subclassContains,
                                 .iterator = iteratorOfSubclass,
                                 .getitem = itemOfSubclass,
                                 .takesOpenIndex = true,
                                 .compare = compareInstances,
                                 .unary = unaryOfSubclass,
                                 .str = strOfSubclass,
                                 .repr = reprOfSubclass,
                                 .precedence = 2};

} // namespace lith::stage
