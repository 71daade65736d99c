// ContainerOperators.cpp: +, *, |, &, - and ^ of lists, tuples, dicts and sets.
#include "stage/objects/ContainerOperators.h"
#include "stage/Boxing.h"
#include "stage/Outside.h"
#include "stage/Protocols.h"
#include "stage/emit/Emit.h"
#include "stage/emit/PlainTypes.h"
#include "stage/emit/Refusals.h"
#include "stage/emit/Values.h"
#include "stage/objects/Comparisons.h"
#include "stage/objects/ContainerWrites.h"
#include "stage/objects/Containers.h"
#include "stage/objects/Contents.h"
#include "stage/objects/Dicts.h"
#include "stage/objects/Indices.h"
#include "stage/objects/Iteration.h"
#include "stage/objects/Sets.h"
#include "stage/paths/Tuples.h"
#include "stage/runtime/Boxes.h"
#include "stage/runtime/Elements.h"
#include "stage/runtime/Keys.h"
#include "stage/runtime/Records.h"
#include "stage/runtime/Types.h"

namespace lith::stage {

using namespace lith::syntax;

// A set of the elements of a list.
Result makeSet(Stage &s, Value source, bool frozen) {
  auto object = std::make_shared<SetObject>();
  object->site = site(s);
  object->frozen = frozen;
  Value made = s.make(std::move(object));
  if (!frozen)
    newContainer(s, made);
  if (s.find<ListObject>(source)->isRuntime())
    return callPrelude(s, "set_update", {made, source}) ? Result(made) : std::nullopt;
  const Primitive *add = Registry::instance().find("set.add");
  for (Value element : listElements(s, source))
    if (!call(s, s.boundPrimitive(add, made), element))
      return std::nullopt;
  return made;
}

// Up to how many elements each of what `*` makes stays a value of its own.
static constexpr int64_t MostRepeated = 256;

static bool staysKnown(size_t elements, int64_t count) {
  return count <= 1 || count <= MostRepeated / std::max(int64_t(elements), int64_t(1));
}

static std::vector<Value> repeated(llvm::ArrayRef<Value> elements, int64_t count) {
  std::vector<Value> all;
  for (int64_t i = 0; i < count; ++i)
    all.insert(all.end(), elements.begin(), elements.end());
  return all;
}

static bool isSequenceTuple(Value value) {
  return value.isTuple() && value.tuple().form != TupleData::Form::Slice &&
         value.tuple().form != TupleData::Form::Range;
}

// The elements of a tuple as a list of run time.
static Value thawed(Stage &s, Value tuple) {
  const ListObject *list = s.find<ListObject>(tuple.isTuple() ? runtimeTuple(s, tuple) : tuple);
  return runtimeList(s, list->runtime.ssa(), list->element);
}

static bool isAnyTuple(Stage &s, Value value) {
  return isSequenceTuple(value) || isTupleOfRunTime(s, value);
}

static Result listBinary(Stage &s, Operator op, Value left, Value right, bool inPlace) {
  const ListObject *a = s.find<ListObject>(left), *b = s.find<ListObject>(right);
  if (op == Operator::Add && a && inPlace) {
    const Primitive *extend = Registry::instance().find("list.extend");
    return call(s, s.boundPrimitive(extend, left), right) ? Result(left) : std::nullopt;
  }
  if (op == Operator::Add && a && b) {
    if (!a->isRuntime() && !b->isRuntime()) {
      std::vector<Value> elements = listElements(s, left), more = listElements(s, right);
      elements.insert(elements.end(), more.begin(), more.end());
      return s.list(elements);
    }
    Value made = s.list({});
    makeRuntime(s, made);
    for (Value source : {left, right}) {
      if (s.find<ListObject>(source)->isRuntime()) {
        if (!stage::extend(s, made, source))
          return std::nullopt;
        continue;
      }
      for (Value element : listElements(s, source))
        append(s, made, element);
    }
    return made;
  }
  Value sequence = a ? left : right, count = a ? right : left;
  if (op != Operator::Mult || !isIndex(s, count))
    return Value();
  const ListObject *list = s.find<ListObject>(sequence);
  if (auto known = s.asInt(count);
      known && !list->isRuntime() && staysKnown(list->elements.size(), *known)) {
    std::vector<Value> all = repeated(listElements(s, sequence), *known);
    if (!inPlace)
      return s.list(all);
    s.write<ListObject>(sequence).elements = all;
    contentsChanged(s, sequence);
    return sequence;
  }
  // The operand stays what it is: a copy becomes the runtime list.
  Value copy = list->isRuntime() || inPlace ? sequence : s.list(listElements(s, sequence));
  makeRuntime(s, copy);
  mlir::Value pointer = s.find<ListObject>(copy)->runtime.ssa();
  mlir::Value made = rt(s, "list_repeat", {pointer, toInt(s, count)}, listType(s));
  if (inPlace) {
    mlir::Value box = ir::BoxOp::create(s.builder(), s.loc(), boxType(s), made);
    rtPlain(s, "list_clear", pointer);
    rt(s, "list_extend", {pointer, box});
    contentsChanged(s, sequence);
    return sequence;
  }
  return runtimeList(s, made, variableOfCopy(s, s.find<ListObject>(copy)->element));
}

static Result runtimeTupleBinary(Stage &s, Operator op, Value left, Value right) {
  bool isLeft = isAnyTuple(s, left), isRight = isAnyTuple(s, right);
  if (op == Operator::Add ? !isLeft || !isRight : isLeft && isRight)
    return Value();
  Result made =
      listBinary(s, op, isLeft ? thawed(s, left) : left, isRight ? thawed(s, right) : right, false);
  return made && !made->isUndefined() ? Result(runtimeTuple(s, *made)) : made;
}

static constexpr size_t LongTuple = 16;

// The object of run time that a long sum of tuples is, made of those of its parts.
static void makeSumObject(Stage &s, Value sum, Value left, Value right) {
  bool arePlain =
      left.tuple().form == TupleData::Form::Tuple && right.tuple().form == TupleData::Form::Tuple;
  if (!arePlain || sum.tuple().elements.size() < LongTuple ||
      !s.facts.has(FactKind::Grows, GrowingTuples))
    return;
  mlir::Type type = ir::TupleType::get(&s.context);
  mlir::Value a = ir::UnboxOp::create(s.builder(), s.loc(), type, toBox(s, left));
  mlir::Value b = ir::UnboxOp::create(s.builder(), s.loc(), type, toBox(s, right));
  mlir::Value made = rtPlain(s, "tuple_concat", {a, b}, type);
  s.state.setTupleObject(sum.tuple(), ir::BoxOp::create(s.builder(), s.loc(), boxType(s), made));
}

static Result tupleBinary(Stage &s, Operator op, Value left, Value right) {
  if (op == Operator::Add && isSequenceTuple(left) && isSequenceTuple(right)) {
    llvm::SmallVector<Value> elements(left.tuple().elements);
    elements.append(right.tuple().elements.begin(), right.tuple().elements.end());
    if (left.tuple().form == TupleData::Form::Size)
      return s.size(elements);
    if (right.tuple().form == TupleData::Form::Size) { // whose reflected sum goes first
      for (auto [i, each] : llvm::enumerate(left.tuple().elements))
        if (!isIndex(s, each))
          return raise(s, "TypeError",
                       "torch.Size() takes an iterable of 'int' (item " + llvm::Twine(i) + " is '" +
                           typeName(s, each) + "')");
      return s.size(elements);
    }
    Value sum = s.tuple(elements);
    makeSumObject(s, sum, left, right);
    return sum;
  }
  Value sequence = isSequenceTuple(left) ? left : right,
        count = isSequenceTuple(left) ? right : left;
  if (op != Operator::Mult || !isSequenceTuple(sequence) || !isIndex(s, count))
    return Value();
  if (auto known = s.asInt(count); known && staysKnown(sequence.tuple().elements.size(), *known)) {
    std::vector<Value> all = repeated(sequence.tuple().elements, *known);
    return sequence.tuple().form == TupleData::Form::Size ? s.size(all) : s.tuple(all);
  }
  Result made = listBinary(s, op, thawed(s, sequence), count, false);
  return made ? Result(runtimeTuple(s, *made)) : made;
}

static bool isSetOfDict(Stage &s, Value value) {
  return isView(s, value) && s.find<IteratorObject>(value)->form != IteratorObject::Form::Values;
}

// dict.keys() & other. Undefined: no operator of sets.
static Result viewBinary(Stage &s, Operator op, Value left, Value right) {
  switch (op) {
  case Operator::BitOr:
    return callPrelude(s, "view_or", {left, right});
  case Operator::BitAnd:
    return callPrelude(s, "view_and", {left, right, s.boolean(isSetOfDict(s, left))});
  case Operator::Sub:
    return callPrelude(s, "view_sub", {left, right});
  case Operator::BitXor:
    return callPrelude(s, "view_xor", {left, right});
  default:
    return Value();
  }
}

Result containerBinary(Stage &s, Operator op, Value left, Value right, bool inPlace) {
  if (isSetOfDict(s, left) || isSetOfDict(s, right))
    if (Result result = viewBinary(s, op, left, right); !result || !result->isUndefined())
      return result;
  if (s.find<DictObject>(left) && op == Operator::BitOr && (inPlace || s.find<DictObject>(right))) {
    if (inPlace && isMappingProxy(s, left))
      return raise(s, "TypeError", "'|=' is not supported by mappingproxy; use '|' instead");
    if (inPlace)
      return updateDict(s, left, right) ? Result(left) : std::nullopt;
    Value made = s.dict({});
    return updateDict(s, made, left) && updateDict(s, made, right) ? Result(made) : std::nullopt;
  }
  if (isTupleOfRunTime(s, left) || isTupleOfRunTime(s, right))
    if (!(inPlace && s.find<ListObject>(left) && !isTupleOfRunTime(s, left))) // list += tuple
      return runtimeTupleBinary(s, op, left, right);
  if (s.find<ListObject>(left) || s.find<ListObject>(right)) {
    if (inPlace && s.find<ListObject>(left) && isOutside(s, left.address()))
      loadContents(s, left);
    return listBinary(s, op, left, right, inPlace);
  }
  if (s.find<SetObject>(left) && s.find<SetObject>(right))
    return setBinary(s, op, left, right, inPlace);
  return tupleBinary(s, op, left, right);
}

} // namespace lith::stage
