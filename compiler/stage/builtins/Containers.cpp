// Containers.cpp: len, list, tuple, range, slice.
#include "stage/objects/Containers.h"
#include "stage/Boxing.h"
#include "stage/Paths.h"
#include "stage/Protocols.h"
#include "stage/Tensors.h"
#include "stage/builtins/Formals.h"
#include "stage/builtins/Registration.h"
#include "stage/emit/Emit.h"
#include "stage/emit/PlainTypes.h"
#include "stage/emit/Refusals.h"
#include "stage/emit/Values.h"
#include "stage/objects/Indices.h"
#include "stage/objects/Numbers.h"
#include "stage/runtime/Boxes.h"
#include "stage/runtime/Elements.h"

namespace lith::stage {

static Result len(Stage &s, const CallInfo &info) {
  auto args = bindArguments(s, info, "len", {{"/obj"}});
  return args ? length(s, (*args)[0]) : std::nullopt;
}

static Result makeList(Stage &s, const CallInfo &info) {
  auto args = bindArguments(s, info, "list", {{"/iterable", true}});
  if (!args)
    return std::nullopt;
  return (*args)[0].isUndefined() ? Result(newContainer(s, s.list({}))) : newListOf(s, (*args)[0]);
}

// tuple(iterable): of a length of run time it is a tuple of run time.
static Result makeTuple(Stage &s, const CallInfo &info) {
  auto args = bindArguments(s, info, "tuple", {{"/iterable", true}});
  if (!args)
    return std::nullopt;
  if ((*args)[0].isUndefined())
    return s.tuple({});
  Value given = (*args)[0];
  if ((given.isTuple() && given.tuple().form == TupleData::Form::Tuple) ||
      isTupleOfRunTime(s, given))
    return given;
  std::optional<std::vector<Value>> elements;
  Result rest = collect(s, (*args)[0], elements);
  if (!rest)
    return std::nullopt;
  if (elements)
    return s.tuple(*elements);
  const ListObject *list = s.find<ListObject>(*rest);
  mlir::Value own = rtPlain(s, "list_copy", {list->runtime.ssa()}, listType(s));
  return runtimeTuple(s, runtimeList(s, own, variableOfCopy(s, list->element)));
}

// An int that a bound of range gives; empty: TypeError was raised.
static Result bound(Stage &s, Value value) {
  if (value.isUnion() || value.isBox())
    return forEachAlternative(s, value, [&](Value alternative) { return bound(s, alternative); });
  Result number = indexValue(s, value);
  if (!number || number->isScalar(ScalarType::Int))
    return number;
  if (auto known = s.asInt(*number)) // also of a bool
    return s.integer(*known);
  if (number->isScalar(ScalarType::Bool))
    return s.intScalar(toInt(s, *number));
  if (isLong(s, *number))
    refuse(s, diag::Kind::UnsupportedExpression, {"a range past 64 bits"});
  return raise(s, "TypeError",
               "'" + typeName(s, *number) + "' object cannot be interpreted as an integer");
}

static Result range(Stage &s, const CallInfo &info) {
  auto args = bindArguments(s, info, "range", {{"/start"}, {"/stop", true}, {"/step", true}});
  if (!args)
    return std::nullopt;
  Value bounds[3] = {s.integer(0), (*args)[0], s.integer(1)};
  if (!(*args)[1].isUndefined()) {
    bounds[0] = (*args)[0];
    bounds[1] = (*args)[1];
  }
  if (!(*args)[2].isUndefined())
    bounds[2] = (*args)[2];
  for (Value &value : bounds) {
    Result number = bound(s, value);
    if (!number)
      return std::nullopt;
    value = *number;
  }
  if (s.asInt(bounds[2]) == 0)
    return raise(s, "ValueError", "range() arg 3 must not be zero");
  if (!s.asInt(bounds[2])) {
    mlir::Value nonZero = ir::CompareOp::create(s.builder(), s.loc(), ir::CompareKind::ne,
                                                toInt(s, bounds[2]), constantInt(s, 0));
    if (!check(s, nonZero, "ValueError", "range() arg 3 must not be zero"))
      return std::nullopt;
  }
  return s.structure(TupleData::Form::Range, bounds);
}

static Result slice(Stage &s, const CallInfo &info) {
  auto args = bindArguments(s, info, "slice", {{"/start"}, {"/stop", true}, {"/step", true}});
  if (!args)
    return std::nullopt;
  Value parts[3] = {s.none(), (*args)[0], s.none()};
  if (!(*args)[1].isUndefined()) {
    parts[0] = (*args)[0];
    parts[1] = (*args)[1];
  }
  if (!(*args)[2].isUndefined())
    parts[2] = (*args)[2];
  return s.structure(TupleData::Form::Slice, parts);
}

void registerContainers(Registry &registry) {
  registry.add("builtins.len", len);
  registry.add("builtins.list", makeList);
  registry.add("builtins.tuple", makeTuple);
  registry.add("builtins.range", range);
  registry.add("builtins.slice", slice);
}

} // namespace lith::stage
