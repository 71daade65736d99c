// States.cpp: writes to places of before the call in a program that is saved. There is no Python
// object to write to. A place that no program reads as it was before the call is not observed, so
// that its write can go, unless another program of the file does; a tensor, number, bool or text
// that is read and replaced, and a container that is changed, is kept by the artifact for its next
// call.
#include "stage/outside/States.h"
#include "stage/Boxing.h"
#include "stage/Outside.h"
#include "stage/emit/Emit.h"
#include "stage/emit/Refusals.h"
#include "stage/outside/Arguments.h"
#include "stage/outside/OpenLists.h"
#include "stage/outside/OpenStates.h"

#include <lith/program.h>

namespace lith::stage {

using contract::Guard;
using contract::Path;
using contract::Step;

// Called with each place whose value of before the call is asked for.
void checkNotDropped(Stage &s, const std::string &key) {
  if (s.interface.dropped.count(key))
    restart(s, FactKind::State, idOf<Site>(key));
}

static bool wasRead(Stage &s, const Path &path) {
  std::string key = keyOf(s.host, path);
  auto found = s.outside.values.find(key);
  return (found != s.outside.values.end() && !found->second.isUndefined()) ||
         s.interface.guardKeys.count(std::to_string(int(Guard::Kind::Absent)) + key);
}

// Whether it is memory of a parameter or buffer other than `own`: two places of the next call would
// share it.
static bool isOfModule(Stage &s, const TensorObject &tensor, Address own) {
  return llvm::any_of(s.outside.objects, [&](auto &entry) {
    auto *other = s.state.heap.find<TensorObject>(entry.first);
    return other && entry.first != own && other->storage == tensor.storage &&
           entry.second.path.argument < 0;
  });
}

// The number of the input that gives the tensor of this place, where `value` can take its part.
static std::optional<unsigned> stateInput(Stage &s, const Path &path, Value before, Value value) {
  auto *given = s.find<TensorObject>(value);
  if (!given || !before.isRef() || !isOutside(s, before.address()) ||
      isOfModule(s, *given, before.address()))
    return std::nullopt;
  auto initial = s.outside.initialObjects.find(before.address());
  if (initial == s.outside.initialObjects.end() || initial->second->kind != ObjectKind::Tensor)
    return std::nullopt;
  auto *held = static_cast<const TensorObject *>(initial->second.get());
  OutsideObject &known = s.outside.objects.at(before.address());
  auto a = llvm::dyn_cast<mlir::RankedTensorType>(held->type);
  auto b = llvm::dyn_cast<mlir::RankedTensorType>(given->type);
  if (known.hasOtherPaths || keyOf(s.host, known.path) != keyOf(s.host, path) || !a || !b ||
      a.getElementType() != b.getElementType() || a.getRank() != b.getRank() ||
      !a.getShape().equals(llvm::SmallVector<int64_t>(a.getRank(), mlir::ShapedType::kDynamic)) ||
      held->cls != given->cls || held->own.required != given->own.required)
    return std::nullopt;
  known.isState = true;
  auto *storage =
      static_cast<const StorageObject *>(s.outside.initialObjects.at(held->storage).get());
  auto input = llvm::dyn_cast<mlir::BlockArgument>(storage->contents.ssa());
  if (!input || input.getOwner() != s.emission.entry)
    return std::nullopt;
  return input.getArgNumber();
}

std::optional<ScalarType> numberType(Stage &s, Value value) {
  if (value.isScalar())
    return value.scalarType();
  if (value.isStatic() && s.kindOf(value) == host::Kind::Int && s.asInt(value))
    return ScalarType::Int;
  if (value.isStatic() && s.kindOf(value) == host::Kind::Float)
    return ScalarType::Float;
  return std::nullopt;
}

/// Of a number, bool or text, which may be a constant.
static std::optional<ScalarType> plainType(Stage &s, Value value) {
  if (value.isStatic() && s.kindOf(value) == host::Kind::Bool)
    return ScalarType::Bool;
  if (value.isStatic() && s.kindOf(value) == host::Kind::Str)
    return ScalarType::Str;
  auto type = numberType(s, value);
  return type == ScalarType::Complex ? std::nullopt : type;
}

// The number of the input that gives the number, bool or text of this place. One that was read as a
// constant is an input after a restart.
static std::optional<unsigned> plainInput(Stage &s, const Path &path, Value before, Value value) {
  auto type = plainType(s, before);
  if (!type || type != plainType(s, value))
    return std::nullopt;
  if (before.isStatic() && !s.facts.has(FactKind::State, siteOf(s.host, path)))
    restart(s, FactKind::State, siteOf(s.host, path));
  mlir::Value given = before.isScalar() ? before.ssa() : mlir::Value();
  if (auto unboxed = given ? given.getDefiningOp<ir::UnboxOp>() : ir::UnboxOp())
    given = unboxed.getOperand();
  auto input = llvm::dyn_cast_if_present<mlir::BlockArgument>(given);
  if (!input || input.getOwner() != s.emission.entry)
    return std::nullopt;
  return input.getArgNumber();
}

// A tuple takes the place of one as long, element by element; null: it does not.
static bool writeTupleState(Stage &s, const Path &path, Value before, Value value) {
  auto plain = [](Value tuple) {
    return tuple.isTuple() && tuple.tuple().form == TupleData::Form::Tuple;
  };
  if (!plain(before) || !plain(value) ||
      before.tuple().elements.size() != value.tuple().elements.size())
    return false;
  for (auto [i, element] : llvm::enumerate(value.tuple().elements)) {
    Value held = before.tuple().elements[i];
    if (!writeState(s, extended(path, Step::Kind::Item, "", int64_t(i)), element,
                    [&] { return held; }))
      return false;
  }
  return true;
}

bool writeState(Stage &s, const Path &path, Value value, llvm::function_ref<Value()> read) {
  if (path.argument >= 0)
    return false;
  checkNotCached(s, "writes an object that existed before the call");
  bool isState = s.facts.has(FactKind::State, siteOf(s.host, path));
  if (!isState && !wasRead(s, path) && !isChanging(s, path)) {
    s.interface.dropped[keyOf(s.host, path)] = path;
    return true;
  }
  Value before = read();
  if (before.isTuple())
    return writeTupleState(s, path, before, value);
  std::optional<unsigned> number = plainInput(s, path, before, value);
  if (!number)
    number = containerInput(s, path, before, value);
  if (!number)
    number = stateInput(s, path, before, value);
  if (!number)
    return false;
  s.interface.inputs[*number].replaced = true;
  mlir::Type box = ir::BoxType::get(&s.context);
  mlir::Value boxed = ir::BoxOp::create(s.builder(), s.loc(), box, constantInt(s, *number));
  mlir::Value kept = toBox(s, value);
  rt(s, "host", {constantInt(s, int64_t(HostOperation::SetState)), boxed, kept}, box);
  return true;
}

} // namespace lith::stage
