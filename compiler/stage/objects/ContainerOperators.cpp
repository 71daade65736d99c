// ContainerOperators.cpp: +, *, |, &, -, ^ and comparison of lists, tuples, dicts and sets.
#include "stage/builtins/Support.h"
#include "stage/objects/Indices.h"
#include "stage/objects/Sets.h"
#include "stage/objects/Tuples.h"
#include "stage/runtime/Keys.h"
#include "stage/runtime/Records.h"

namespace lith::stage {

using namespace lith::syntax;

// A set of the elements of a list.
Result Stage::makeSet(Value source, bool frozen) {
  auto object = std::make_shared<SetObject>();
  object->site = site();
  object->frozen = frozen;
  Value made = make(std::move(object));
  if (!frozen)
    newContainer(*this, made);
  if (find<ListObject>(source)->isRuntime())
    return callPrelude(*this, "set_update", {made, source}) ? Result(made) : std::nullopt;
  const Primitive *add = Registry::instance().find("set.add");
  for (Value element : listElements(source))
    if (!call(boundPrimitive(add, made), element))
      return std::nullopt;
  return made;
}

Result bytesItem(Stage &s, Value bytes, Value index) {
  if (!index.isScalar(ScalarType::Int))
    return s.hostResult(s.host.call(s.host.lookup("operator.getitem"),
                                    {bytes.handle(), s.pin(index, "a part of bytes")}, {}));
  std::vector<Value> numbers;
  for (char byte : s.host.asStr(bytes.handle()))
    numbers.push_back(s.integer(static_cast<unsigned char>(byte)));
  return callPrelude(s, "bytes_item", {s.tuple(numbers), index});
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
  const ListObject *list = s.find<ListObject>(tuple.isTuple() ? s.runtimeTuple(tuple) : tuple);
  return s.runtimeList(list->runtime.ssa(), list->element);
}

static bool isAnyTuple(Stage &s, Value value) {
  return isSequenceTuple(value) || s.isTupleOfRunTime(value);
}

static Result listBinary(Stage &s, Operator op, Value left, Value right, bool inPlace) {
  const ListObject *a = s.find<ListObject>(left), *b = s.find<ListObject>(right);
  if (op == Operator::Add && a && inPlace) {
    const Primitive *extend = Registry::instance().find("list.extend");
    return s.call(s.boundPrimitive(extend, left), right) ? Result(left) : std::nullopt;
  }
  if (op == Operator::Add && a && b) {
    if (!a->isRuntime() && !b->isRuntime()) {
      std::vector<Value> elements = s.listElements(left), more = s.listElements(right);
      elements.insert(elements.end(), more.begin(), more.end());
      return s.list(elements);
    }
    Value made = s.list({});
    s.makeRuntime(made);
    for (Value source : {left, right}) {
      if (s.find<ListObject>(source)->isRuntime()) {
        if (!s.extend(made, source))
          return std::nullopt;
        continue;
      }
      for (Value element : s.listElements(source))
        s.append(made, element);
    }
    return made;
  }
  Value sequence = a ? left : right, count = a ? right : left;
  if (op != Operator::Mult || !s.isIndex(count))
    return Value();
  const ListObject *list = s.find<ListObject>(sequence);
  if (auto known = s.asInt(count);
      known && !list->isRuntime() && staysKnown(list->elements.size(), *known)) {
    std::vector<Value> all = repeated(s.listElements(sequence), *known);
    if (!inPlace)
      return s.list(all);
    s.write<ListObject>(sequence).elements = all;
    contentsChanged(s, sequence);
    return sequence;
  }
  // The operand stays what it is: a copy becomes the runtime list.
  Value copy = list->isRuntime() || inPlace ? sequence : s.list(s.listElements(sequence));
  s.makeRuntime(copy);
  mlir::Value pointer = s.find<ListObject>(copy)->runtime.ssa();
  mlir::Value made = s.rt("list_repeat", {pointer, s.toInt(count)}, listType(s));
  if (inPlace) {
    mlir::Value box = ir::BoxOp::create(s.builder(), s.loc(), boxType(s), made);
    s.rtPlain("list_clear", pointer);
    s.rt("list_extend", {pointer, box});
    contentsChanged(s, sequence);
    return sequence;
  }
  return s.runtimeList(made, s.variableOfCopy(s.find<ListObject>(copy)->element));
}

static Result runtimeTupleBinary(Stage &s, Operator op, Value left, Value right) {
  bool isLeft = isAnyTuple(s, left), isRight = isAnyTuple(s, right);
  if (op == Operator::Add ? !isLeft || !isRight : isLeft && isRight)
    return Value();
  Result made =
      listBinary(s, op, isLeft ? thawed(s, left) : left, isRight ? thawed(s, right) : right, false);
  return made && !made->isUndefined() ? Result(s.runtimeTuple(*made)) : made;
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
  mlir::Value a = ir::UnboxOp::create(s.builder(), s.loc(), type, s.toBox(left));
  mlir::Value b = ir::UnboxOp::create(s.builder(), s.loc(), type, s.toBox(right));
  mlir::Value made = s.rtPlain("tuple_concat", {a, b}, type);
  s.state.setTupleObject(sum.tuple(), ir::BoxOp::create(s.builder(), s.loc(), boxType(s), made));
}

static Result tupleBinary(Stage &s, Operator op, Value left, Value right) {
  if (op == Operator::Add && isSequenceTuple(left) && isSequenceTuple(right)) {
    llvm::SmallVector<Value> elements(left.tuple().elements);
    elements.append(right.tuple().elements.begin(), right.tuple().elements.end());
    if (left.tuple().form == TupleData::Form::Size)
      return s.size(elements);
    Value sum = s.tuple(elements);
    makeSumObject(s, sum, left, right);
    return sum;
  }
  Value sequence = isSequenceTuple(left) ? left : right,
        count = isSequenceTuple(left) ? right : left;
  if (op != Operator::Mult || !isSequenceTuple(sequence) || !s.isIndex(count))
    return Value();
  if (auto known = s.asInt(count); known && staysKnown(sequence.tuple().elements.size(), *known)) {
    std::vector<Value> all = repeated(sequence.tuple().elements, *known);
    return sequence.tuple().form == TupleData::Form::Size ? s.size(all) : s.tuple(all);
  }
  Result made = listBinary(s, op, thawed(s, sequence), count, false);
  return made ? Result(s.runtimeTuple(*made)) : made;
}

// The keys or items of a dict as a set; another value as it is.
static Result setOfView(Stage &s, Value value) {
  if (!s.isView(value))
    return value;
  std::optional<std::vector<Value>> elements;
  Result sequence = s.collect(value, elements);
  return sequence ? s.makeSet(elements ? s.list(*elements) : *sequence, false) : sequence;
}

static bool isSetOfDict(Stage &s, Value value) {
  return s.isView(value) && s.find<IteratorObject>(value)->form != IteratorObject::Form::Values;
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

Result Stage::containerBinary(Operator op, Value left, Value right, bool inPlace) {
  if (isSetOfDict(*this, left) || isSetOfDict(*this, right))
    if (Result result = viewBinary(*this, op, left, right); !result || !result->isUndefined())
      return result;
  if (find<DictObject>(left) && op == Operator::BitOr && (inPlace || find<DictObject>(right))) {
    if (inPlace)
      return updateDict(left, right) ? Result(left) : std::nullopt;
    Value made = dict({});
    return updateDict(made, left) && updateDict(made, right) ? Result(made) : std::nullopt;
  }
  if (isTupleOfRunTime(left) || isTupleOfRunTime(right))
    if (!(inPlace && find<ListObject>(left) && !isTupleOfRunTime(left))) // list += tuple
      return runtimeTupleBinary(*this, op, left, right);
  if (find<ListObject>(left) || find<ListObject>(right)) {
    if (inPlace && find<ListObject>(left) && isOutside(left.address()))
      loadContents(left);
    return listBinary(*this, op, left, right, inPlace);
  }
  if (find<SetObject>(left) && find<SetObject>(right))
    return setBinary(*this, op, left, right, inPlace);
  return tupleBinary(*this, op, left, right);
}

// Lists of run time, dicts and sets.
Result Stage::compareContainers(CmpOperator op, Value left, Value right) {
  bool equality = op == CmpOperator::Eq || op == CmpOperator::NotEq;
  if (isView(left) || isView(right)) {
    Result mine = setOfView(*this, left), theirs = mine ? setOfView(*this, right) : mine;
    return theirs ? compareContainers(op, *mine, *theirs) : theirs;
  }
  const Object *a = state.heap.find(left.address()), *b = state.heap.find(right.address());
  if (a->kind != b->kind || isTupleOfRunTime(left) != isTupleOfRunTime(right))
    return equality ? Result(boolean(op == CmpOperator::NotEq)) : Result(Value());
  if (find<DictObject>(left) && !isRuntime(*a) && !isRuntime(*b)) {
    if (!equality)
      return Value();
    auto mine = dictEntries(left), theirs = dictEntries(right);
    std::vector<Value> values, others;
    bool sameKeys = mine.size() == theirs.size();
    for (auto &[key, value] : mine) {
      auto it = llvm::find_if(theirs, [&](auto &entry) { return sameConstant(entry.first, key); });
      if (it == theirs.end()) {
        sameKeys = false;
        break;
      }
      values.push_back(value);
      others.push_back(it->second);
    }
    if (!sameKeys)
      return boolean(op == CmpOperator::NotEq);
    Result same = sameElements(values, others);
    return !same || op == CmpOperator::Eq ? same : unary(UnaryOperator::Not, *same);
  }
  if (auto *mine = find<SetObject>(left); mine && !isRuntime(*a) && !isRuntime(*b)) {
    auto *theirs = find<SetObject>(right);
    auto inside = [&](const SetObject *some, const SetObject *other) {
      return llvm::all_of(some->elements, [&](Value element) {
        return llvm::any_of(other->elements, [&](Value one) { return sameConstant(one, element); });
      });
    };
    bool below = inside(mine, theirs), above = inside(theirs, mine);
    switch (op) {
    case CmpOperator::Eq:
      return boolean(below && above);
    case CmpOperator::NotEq:
      return boolean(!(below && above));
    case CmpOperator::LtE:
      return boolean(below);
    case CmpOperator::Lt:
      return boolean(below && !above);
    case CmpOperator::GtE:
      return boolean(above);
    default:
      return boolean(above && !below);
    }
  }
  bool byMethod =
      mayHoldRecords(*this, left, {"__eq__"}) || mayHoldRecords(*this, right, {"__eq__"});
  if (equality && find<ListObject>(left) && byMethod) {
    Result same = callPrelude(*this, "lists_equal", {left, right});
    return !same || op == CmpOperator::Eq ? same : unary(UnaryOperator::Not, *same);
  }
  bool isOrder = !equality && !(find<SetObject>(left) && find<SetObject>(right));
  if (isOrder && (mayHoldRecords(*this, left, {"__eq__", "__lt__"}) ||
                  mayHoldRecords(*this, right, {"__eq__", "__lt__"})))
    refuse(diag::Kind::UnsupportedExpression, {"comparison of containers of instances"});
  noteKeyMethods(*this, typesOf(left));
  noteKeyMethods(*this, typesOf(right));
  static constexpr int codes[] = {2, 3, 0, 1, 4, 5}; // lith_compare_op
  mlir::Value box = rt("value_compare", {constantInt(codes[size_t(op)]), toBox(left), toBox(right)},
                       boxType(*this));
  Type type = plainType(Type::Kind::Bool);
  return unbox(box, typeSet(type));
}

} // namespace lith::stage
