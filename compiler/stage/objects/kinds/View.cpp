// View.cpp: dict.keys(), dict.values() and dict.items().
#include "stage/Boxing.h"
#include "stage/Protocols.h"
#include "stage/emit/Emit.h"
#include "stage/objects/Comparisons.h"
#include "stage/objects/Iteration.h"
#include "stage/objects/Kinds.h"
#include "stage/runtime/Types.h"

namespace lith::stage {

using Form = IteratorObject::Form;

bool isView(Stage &s, Value value) {
  auto *object = s.find<IteratorObject>(value);
  return object && object->position.isUndefined() &&
         (object->form == Form::Keys || object->form == Form::Values ||
          object->form == Form::Items);
}

static Value dictOfView(Stage &s, Value view) { return s.find<IteratorObject>(view)->sources[0]; }

static Result lengthOfView(Stage &s, Value view) { return length(s, dictOfView(s, view)); }

static Result viewContains(Stage &s, Value view, Value item) {
  bool isKeys = s.find<IteratorObject>(view)->form == Form::Keys;
  return isKeys ? contains(s, dictOfView(s, view), item) : containsByElements(s, view, item);
}

static Result iteratorOfView(Stage &s, Value view) {
  Form form = s.find<IteratorObject>(view)->form;
  Value dict = dictOfView(s, view);
  if (!isRuntimeDict(s, dict))
    return dictIterator(s, form, dict);
  int64_t part = form == Form::Keys ? 0 : form == Form::Values ? 1 : 2;
  const DictObject *source = s.find<DictObject>(dict);
  const TypeSet *keys = s.facts.types.read(source->key),
                *values = s.facts.types.read(source->element);
  mlir::Value box = rtPlain(s, "dict_view", {source->runtime.ssa(), constantInt(s, part)},
                            ir::BoxType::get(&s.context));
  Type pair{};
  pair.kind = Type::Kind::Tuple;
  pair.elements = s.facts.types.keep<const TypeSet *>({keys, values});
  return runtimeIterator(s, box, part == 0 ? keys : part == 1 ? values : typeSet(s, pair));
}

// The keys or items of a dict as a set; another value as it is.
static Result setOfView(Stage &s, Value value) {
  if (!isView(s, value))
    return value;
  std::optional<std::vector<Value>> elements;
  Result sequence = collect(s, value, elements);
  return sequence ? makeSet(s, elements ? s.list(*elements) : *sequence, false) : sequence;
}

// Items of two dicts, whose values need no hash: they are equal where the dicts are.
static Result compareItems(Stage &s, syntax::CmpOperator op, Value left, Value right) {
  if (isEquality(op))
    return compare(s, op, left, right);
  using enum syntax::CmpOperator;
  if (op == Gt || op == GtE)
    std::swap(left, right);
  bool isStrict = op == Lt || op == Gt;
  return callPrelude(s, "items_within", {left, right, s.boolean(isStrict)});
}

// Keys and items are sets to a comparison, values are equal to themselves only.
static Result compareViews(Stage &s, syntax::CmpOperator op, Value left, Value right) {
  for (Value value : {left, right})
    if (isView(s, value) ? s.find<IteratorObject>(value)->form == Form::Values
                         : !s.find<SetObject>(value))
      return Value();
  auto isItems = [&](Value value) {
    return isView(s, value) && s.find<IteratorObject>(value)->form == Form::Items;
  };
  if (isItems(left) && isItems(right))
    return compareItems(s, op, dictOfView(s, left), dictOfView(s, right));
  Result mine = setOfView(s, left), theirs = mine ? setOfView(s, right) : mine;
  return theirs ? setKind.compare(s, op, *mine, *theirs) : theirs;
}

static Result reprOfView(Stage &s, Value view) {
  std::optional<std::vector<Value>> elements;
  Result all = collect(s, view, elements);
  Result shown = all ? repr(s, elements ? s.list(*elements) : *all) : all;
  return shown ? Result(joinText(s, {s.string(typeName(s, view) + "("), *shown, s.string(")")}))
               : shown;
}

const Slots viewKind = {.truth = truthByLength,
                        .length = lengthOfView,
                        .contains = viewContains,
                        .iterator = iteratorOfView,
                        .compare = compareViews,
                        .repr = reprOfView};

} // namespace lith::stage
