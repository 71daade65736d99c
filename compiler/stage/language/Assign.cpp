// Assign.cpp: binding and deleting targets: names, attributes, items, unpacking.
#include "stage/language/Assign.h"
#include "stage/Boxing.h"
#include "stage/Paths.h"
#include "stage/Protocols.h"
#include "stage/Stage.h"
#include "stage/classes/ClassAttributes.h"
#include "stage/classes/Exceptions.h"
#include "stage/classes/TypeNames.h"
#include "stage/emit/Emit.h"
#include "stage/emit/Refusals.h"
#include "stage/objects/Iteration.h"
#include "stage/objects/Numbers.h"
#include "stage/outside/OpenLists.h"
#include "stage/paths/Join.h"
#include "stage/runtime/Types.h"
#include "stage/source/Liveness.h"

namespace lith::stage {

using namespace lith::syntax;

static bool unpack(Stage &, syntax::Seq<syntax::Expr *> targets, Value value);
static bool assignParts(Stage &, syntax::Seq<syntax::Expr *> targets, Value parts);
static Result unpackRuntime(Stage &, Value sequence, size_t needed, int64_t star);

bool execAssign(Stage &s, const Assign *statement) {
  Result value = eval(s, statement->value);
  if (!value)
    return false;
  for (const Expr *target : statement->targets)
    if (!assign(s, target, *value))
      return false;
  return true;
}

bool assign(Stage &s, const Expr *target, Value value) {
  Scoped<const Node *> at(s.activation->at, target);
  switch (target->kind) {
  case NodeKind::Name:
    return storeName(s, s.intern(cast<Name>(target)->id), value);
  case NodeKind::Attribute: {
    auto *attribute = cast<Attribute>(target);
    Result object = eval(s, attribute->value);
    return object && setattr(s, *object, s.intern(attribute->attr), value);
  }
  case NodeKind::Subscript: {
    auto *subscript = cast<Subscript>(target);
    Result object = eval(s, subscript->value);
    if (!object)
      return false;
    Result index = eval(s, subscript->slice);
    return index && setitem(s, *object, *index, value);
  }
  case NodeKind::Tuple:
    return unpack(s, cast<Tuple>(target)->elts, value);
  case NodeKind::List:
    return unpack(s, cast<List>(target)->elts, value);
  case NodeKind::Starred:
    return assign(s, cast<Starred>(target)->value, value);
  default:
    refuseAt(s, target, diag::Kind::UnsupportedStatement, {name(target->kind)});
  }
}

// a, *b, c = value
static bool unpack(Stage &s, Seq<Expr *> targets, Value value) {
  size_t star = targets.size();
  for (size_t i = 0; i < targets.size(); ++i)
    if (isa<Starred>(targets[i]))
      star = i;
  bool hasStar = star != targets.size();
  size_t needed = hasStar ? targets.size() - 1 : targets.size();
  if (value.isUnion() || (value.isBox() && !value.types()->isAny())) {
    // Each alternative is unpacked on its own; the parts join as a tuple.
    Result parts = forEachAlternative(s, value, [&](Value alternative) -> Result {
      return unpackParts(s, alternative, needed, hasStar ? int64_t(star) : -1);
    });
    return parts && assignParts(s, targets, *parts);
  }
  Result parts = unpackParts(s, value, needed, hasStar ? int64_t(star) : -1);
  return parts && assignParts(s, targets, *parts);
}

static bool assignParts(Stage &s, Seq<Expr *> targets, Value parts) {
  if (parts.isUnion() || parts.isBox())
    return forEachAlternative(s, parts,
                              [&](Value alternative) -> Result {
                                return assignParts(s, targets, alternative) ? Result(s.none())
                                                                            : std::nullopt;
                              })
        .has_value();
  for (size_t i = 0; i < targets.size(); ++i)
    if (!assign(s, targets[i], parts.tuple().elements[i]))
      return false;
  return true;
}

// Whether elements can be taken one by one: of a generator the first is, the others may not be.
static bool givesSingly(Stage &s, Value value) {
  const IteratorObject *iterator = s.find<IteratorObject>(value);
  if (!iterator || isView(s, value) || iterator->form == IteratorObject::Form::Generator)
    return false;
  return llvm::all_of(iterator->sources, [&](Value source) {
    return !s.find<IteratorObject>(source) || givesSingly(s, source);
  });
}

// a, b = iterator, which takes one element more than there are targets at most.
static Result unpackIterator(Stage &s, Value iterator, size_t needed) {
  std::vector<Value> parts;
  Edges done;
  for (bool goesOn = true; goesOn;) {
    Edges ended;
    Result element = next(s, iterator, ended);
    goesOn = element && parts.size() < needed;
    State after;
    if (element)
      after = std::move(s.state);
    if (join(s, std::move(ended))) {
      if (parts.size() == needed)
        done.push_back({std::move(s.state), {}});
      else
        raise(s, "ValueError",
              "not enough values to unpack (expected " + llvm::Twine(needed) + ", got " +
                  llvm::Twine(parts.size()) + ")");
    }
    if (element)
      s.state = std::move(after);
    if (goesOn)
      parts.push_back(*element);
    else if (element)
      raise(s, "ValueError", "too many values to unpack (expected " + llvm::Twine(needed) + ")");
  }
  return join(s, std::move(done)) ? Result(s.tuple(parts)) : std::nullopt;
}

// The values for the targets as a tuple; a starred one gets a list.
Result unpackParts(Stage &s, Value value, size_t needed, int64_t star) {
  auto *iterator = s.find<IteratorObject>(value);
  if (iterator && iterator->form == IteratorObject::Form::Sequence &&
      iterator->extra.isUndefined() && iterator->sources[0].isUnion() &&
      (star >= 0 || !mayBeList(s, iterator->sources[0])) &&
      s.asInt(iterator->position) == 0) { // each sequence has a length of its own
    Value sequences = iterator->sources[0];
    // Where they are too many, Python has taken one more.
    s.write<IteratorObject>(value).position = s.integer(star >= 0 ? pastAll : int64_t(needed) + 1);
    return forEachAlternative(
        s, sequences, [&](Value sequence) { return unpackParts(s, sequence, needed, star); });
  }
  auto lacks = [&](llvm::StringRef name) {
    return classAttribute(s, typeOf(s, value), s.intern(name)).isUndefined();
  };
  bool isObject = (s.find<InstanceObject>(value) && payloadOf(s, value) == value) ||
                  value.isScalar(ScalarType::Exception);
  if (isPlainNumber(s, value) || s.isNone(value) ||
      (isObject && lacks("__iter__") && lacks("__getitem__")))
    return raise(s, "TypeError", "cannot unpack non-iterable " + typeName(s, value) + " object");
  if (star < 0 && isObject && !lacks("__iter__")) {
    Result own = stage::iterator(s, value);
    if (!own)
      return own;
    if (s.find<InstanceObject>(*own))
      return unpackIterator(s, *own, needed);
    value = *own;
  }
  if (star < 0 && givesSingly(s, value))
    return unpackIterator(s, value, needed);
  preferLength(s, value);
  std::optional<std::vector<Value>> elements;
  Result sequence = collect(s, value, elements);
  if (!sequence)
    return std::nullopt;
  if (!elements)
    return unpackRuntime(s, *sequence, needed, star);
  size_t count = elements->size();
  if (count < needed)
    return raise(s, "ValueError",
                 "not enough values to unpack (expected " +
                     llvm::Twine(star >= 0 ? "at least " : "") + llvm::Twine(needed) + ", got " +
                     llvm::Twine(count) + ")");
  if (star < 0) {
    if (count > needed)
      return raise(s, "ValueError",
                   "too many values to unpack (expected " + llvm::Twine(needed) + ")");
    return s.tuple(*elements);
  }
  size_t taken = count - needed;
  std::vector<Value> parts(elements->begin(), elements->begin() + star);
  parts.push_back(s.list(llvm::ArrayRef<Value>(*elements).slice(star, taken)));
  parts.insert(parts.end(), elements->begin() + star + taken, elements->end());
  return s.tuple(parts);
}

// `sequence` is a runtime list.
static Result unpackRuntime(Stage &s, Value sequence, size_t needed, int64_t star) {
  const ListObject *object = s.find<ListObject>(sequence);
  TypeVariable element = object->element;
  mlir::Value parts =
      rt(s, "value_unpack",
         {toBox(s, sequence), constantInt(s, int64_t(star < 0 ? needed : needed + 1)),
          constantInt(s, star)},
         ir::TupleType::get(&s.context));
  std::vector<Value> values;
  size_t count = star < 0 ? needed : needed + 1;
  for (size_t i = 0; i < count; ++i) {
    mlir::Value part =
        rtPlain(s, "tuple_get", {parts, constantInt(s, int64_t(i))}, ir::BoxType::get(&s.context));
    if (static_cast<int64_t>(i) == star) {
      Type type{};
      type.kind = Type::Kind::List;
      type.element = element;
      values.push_back(unbox(s, part, typeSet(s, type)));
    } else {
      values.push_back(unbox(s, part, s.facts.types.read(element)));
    }
  }
  return s.tuple(values);
}

bool execAugAssign(Stage &s, const AugAssign *statement) {
  const Expr *target = statement->target;
  Value object, index;
  Result current;
  if (auto *attribute = dyn_cast<Attribute>(target)) {
    Result base = eval(s, attribute->value);
    if (!base)
      return false;
    object = *base;
    current = getattr(s, object, s.intern(attribute->attr));
  } else if (auto *subscript = dyn_cast<Subscript>(target)) {
    Result base = eval(s, subscript->value);
    if (!base)
      return false;
    Result key = eval(s, subscript->slice);
    if (!key)
      return false;
    object = *base;
    index = *key;
    current = getitem(s, object, index);
  } else {
    current = loadName(s, s.intern(cast<Name>(target)->id));
  }
  if (!current)
    return false;
  Result operand = eval(s, statement->value);
  if (!operand)
    return false;
  s.activation->at = statement;
  Result value = binary(s, statement->op, *current, *operand, true);
  if (!value)
    return false;
  if (auto *attribute = dyn_cast<Attribute>(target))
    return setattr(s, object, s.intern(attribute->attr), *value);
  if (isa<Subscript>(target))
    return setitem(s, object, index, *value);
  return storeName(s, s.intern(cast<Name>(target)->id), *value);
}

bool deleteTarget(Stage &s, const Expr *target) {
  switch (target->kind) {
  case NodeKind::Name:
    return deleteName(s, s.intern(cast<Name>(target)->id));
  case NodeKind::Attribute: {
    Result object = eval(s, cast<Attribute>(target)->value);
    return object && delattr(s, *object, s.intern(cast<Attribute>(target)->attr));
  }
  case NodeKind::Subscript: {
    Result object = eval(s, cast<Subscript>(target)->value);
    if (!object)
      return false;
    Result index = eval(s, cast<Subscript>(target)->slice);
    return index && delitem(s, *object, *index);
  }
  case NodeKind::Tuple:
    return llvm::all_of(cast<Tuple>(target)->elts, [&](Expr *e) { return deleteTarget(s, e); });
  case NodeKind::List:
    return llvm::all_of(cast<List>(target)->elts, [&](Expr *e) { return deleteTarget(s, e); });
  default:
    refuseAt(s, target, diag::Kind::UnsupportedStatement, {name(target->kind)});
  }
}

} // namespace lith::stage
