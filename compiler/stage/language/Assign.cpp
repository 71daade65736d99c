// Assign.cpp: binding and deleting targets: names, attributes, items, unpacking.
#include "stage/Impl.h"
#include "stage/objects/Iteration.h"
#include "stage/objects/Numbers.h"
#include "stage/outside/OpenLists.h"

namespace lith::stage {

using namespace lith::syntax;

bool Stage::execAssign(const Assign *statement) {
  Result value = eval(statement->value);
  if (!value)
    return false;
  for (const Expr *target : statement->targets)
    if (!assign(target, *value))
      return false;
  return true;
}

bool Stage::assign(const Expr *target, Value value) {
  Scoped<const Node *> at(activation->at, target);
  switch (target->kind) {
  case NodeKind::Name:
    return storeName(intern(cast<Name>(target)->id), value);
  case NodeKind::Attribute: {
    auto *attribute = cast<Attribute>(target);
    Result object = eval(attribute->value);
    return object && setattr(*object, intern(attribute->attr), value);
  }
  case NodeKind::Subscript: {
    auto *subscript = cast<Subscript>(target);
    Result object = eval(subscript->value);
    if (!object)
      return false;
    Result index = eval(subscript->slice);
    return index && setitem(*object, *index, value);
  }
  case NodeKind::Tuple:
    return unpack(cast<Tuple>(target)->elts, value);
  case NodeKind::List:
    return unpack(cast<List>(target)->elts, value);
  case NodeKind::Starred:
    return assign(cast<Starred>(target)->value, value);
  default:
    refuseAt(target, diag::Kind::UnsupportedStatement, {name(target->kind)});
  }
}

// a, *b, c = value
bool Stage::unpack(Seq<Expr *> targets, Value value) {
  size_t star = targets.size();
  for (size_t i = 0; i < targets.size(); ++i)
    if (isa<Starred>(targets[i]))
      star = i;
  bool hasStar = star != targets.size();
  size_t needed = hasStar ? targets.size() - 1 : targets.size();
  if (value.isUnion() || (value.isBox() && !value.types()->isAny())) {
    // Each alternative is unpacked on its own; the parts join as a tuple.
    Result parts = forEachAlternative(value, [&](Value alternative) -> Result {
      return unpackParts(alternative, needed, hasStar ? int64_t(star) : -1);
    });
    return parts && assignParts(targets, *parts);
  }
  Result parts = unpackParts(value, needed, hasStar ? int64_t(star) : -1);
  return parts && assignParts(targets, *parts);
}

bool Stage::assignParts(Seq<Expr *> targets, Value parts) {
  if (parts.isUnion() || parts.isBox())
    return forEachAlternative(parts,
                              [&](Value alternative) -> Result {
                                return assignParts(targets, alternative) ? Result(none())
                                                                         : std::nullopt;
                              })
        .has_value();
  for (size_t i = 0; i < targets.size(); ++i)
    if (!assign(targets[i], parts.tuple().elements[i]))
      return false;
  return true;
}

// Whether elements can be taken one by one: of a generator the first is, the others may not be.
static bool givesSingly(Stage &s, Value value) {
  const IteratorObject *iterator = s.find<IteratorObject>(value);
  if (!iterator || s.isView(value) || iterator->form == IteratorObject::Form::Generator)
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
    Result element = s.next(iterator, ended);
    goesOn = element && parts.size() < needed;
    State after;
    if (element)
      after = std::move(s.state);
    if (s.join(std::move(ended))) {
      if (parts.size() == needed)
        done.push_back({std::move(s.state), {}});
      else
        s.raise("ValueError", "not enough values to unpack (expected " + llvm::Twine(needed) +
                                  ", got " + llvm::Twine(parts.size()) + ")");
    }
    if (element)
      s.state = std::move(after);
    if (goesOn)
      parts.push_back(*element);
    else if (element)
      s.raise("ValueError", "too many values to unpack (expected " + llvm::Twine(needed) + ")");
  }
  return s.join(std::move(done)) ? Result(s.tuple(parts)) : std::nullopt;
}

// The values for the targets as a tuple; a starred one gets a list.
Result Stage::unpackParts(Value value, size_t needed, int64_t star) {
  auto *iterator = find<IteratorObject>(value);
  if (iterator && iterator->form == IteratorObject::Form::Sequence &&
      iterator->extra.isUndefined() && iterator->sources[0].isUnion() &&
      (star >= 0 || !mayBeList(*this, iterator->sources[0])) &&
      asInt(iterator->position) == 0) { // each sequence has a length of its own
    Value sequences = iterator->sources[0];
    // Where they are too many, Python has taken one more.
    write<IteratorObject>(value).position = integer(star >= 0 ? pastAll : int64_t(needed) + 1);
    return forEachAlternative(sequences,
                              [&](Value sequence) { return unpackParts(sequence, needed, star); });
  }
  if (isPlainNumber(*this, value) || isNone(value))
    return raise("TypeError", "cannot unpack non-iterable " + typeName(value) + " object");
  if (star < 0 && givesSingly(*this, value))
    return unpackIterator(*this, value, needed);
  preferLength(*this, value);
  std::optional<std::vector<Value>> elements;
  Result sequence = collect(value, elements);
  if (!sequence)
    return std::nullopt;
  if (!elements)
    return unpackRuntime(*sequence, needed, star);
  size_t count = elements->size();
  if (count < needed)
    return raise("ValueError", "not enough values to unpack (expected " +
                                   llvm::Twine(star >= 0 ? "at least " : "") + llvm::Twine(needed) +
                                   ", got " + llvm::Twine(count) + ")");
  if (star < 0) {
    if (count > needed)
      return raise("ValueError",
                   "too many values to unpack (expected " + llvm::Twine(needed) + ")");
    return tuple(*elements);
  }
  size_t taken = count - needed;
  std::vector<Value> parts(elements->begin(), elements->begin() + star);
  parts.push_back(list(llvm::ArrayRef<Value>(*elements).slice(star, taken)));
  parts.insert(parts.end(), elements->begin() + star + taken, elements->end());
  return tuple(parts);
}

// `sequence` is a runtime list.
Result Stage::unpackRuntime(Value sequence, size_t needed, int64_t star) {
  const ListObject *object = find<ListObject>(sequence);
  uint64_t element = object->element;
  mlir::Value parts =
      rt("value_unpack",
         {toBox(sequence), constantInt(int64_t(star < 0 ? needed : needed + 1)), constantInt(star)},
         ir::TupleType::get(&context));
  std::vector<Value> values;
  size_t count = star < 0 ? needed : needed + 1;
  for (size_t i = 0; i < count; ++i) {
    mlir::Value part =
        rtPlain("tuple_get", {parts, constantInt(int64_t(i))}, ir::BoxType::get(&context));
    if (static_cast<int64_t>(i) == star) {
      Type type{};
      type.kind = Type::Kind::List;
      type.element = element;
      values.push_back(unbox(part, typeSet(type)));
    } else {
      values.push_back(unbox(part, impl->types.read(element)));
    }
  }
  return tuple(values);
}

bool Stage::execAugAssign(const AugAssign *statement) {
  const Expr *target = statement->target;
  Value object, index;
  Result current;
  if (auto *attribute = dyn_cast<Attribute>(target)) {
    Result base = eval(attribute->value);
    if (!base)
      return false;
    object = *base;
    current = getattr(object, intern(attribute->attr));
  } else if (auto *subscript = dyn_cast<Subscript>(target)) {
    Result base = eval(subscript->value);
    if (!base)
      return false;
    Result key = eval(subscript->slice);
    if (!key)
      return false;
    object = *base;
    index = *key;
    current = getitem(object, index);
  } else {
    current = loadName(intern(cast<Name>(target)->id));
  }
  if (!current)
    return false;
  Result operand = eval(statement->value);
  if (!operand)
    return false;
  activation->at = statement;
  Result value = binary(statement->op, *current, *operand, true);
  if (!value)
    return false;
  if (auto *attribute = dyn_cast<Attribute>(target))
    return setattr(object, intern(attribute->attr), *value);
  if (isa<Subscript>(target))
    return setitem(object, index, *value);
  return storeName(intern(cast<Name>(target)->id), *value);
}

bool Stage::deleteTarget(const Expr *target) {
  switch (target->kind) {
  case NodeKind::Name:
    return deleteName(intern(cast<Name>(target)->id));
  case NodeKind::Attribute: {
    Result object = eval(cast<Attribute>(target)->value);
    return object && delattr(*object, intern(cast<Attribute>(target)->attr));
  }
  case NodeKind::Subscript: {
    Result object = eval(cast<Subscript>(target)->value);
    if (!object)
      return false;
    Result index = eval(cast<Subscript>(target)->slice);
    return index && delitem(*object, *index);
  }
  case NodeKind::Tuple:
    return llvm::all_of(cast<Tuple>(target)->elts, [&](Expr *e) { return deleteTarget(e); });
  case NodeKind::List:
    return llvm::all_of(cast<List>(target)->elts, [&](Expr *e) { return deleteTarget(e); });
  default:
    refuseAt(target, diag::Kind::UnsupportedStatement, {name(target->kind)});
  }
}

} // namespace lith::stage
