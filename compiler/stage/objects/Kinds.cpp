// Kinds.cpp: which kind a value is of.
#include "stage/objects/Kinds.h"
#include "stage/Arrays.h"
#include "stage/Protocols.h"
#include "stage/Tensors.h"
#include "stage/objects/Iteration.h"

namespace lith::stage {

static const Slots &kindOfConstant(Stage &s, host::Kind kind) {
  switch (kind) {
  case host::Kind::None:
    return noneKind;
  case host::Kind::NotImplemented:
    return notImplementedKind;
  case host::Kind::Bool:
  case host::Kind::Int:
  case host::Kind::Float:
  case host::Kind::Complex:
    return numberKind;
  case host::Kind::Str:
    return textKind;
  case host::Kind::Bytes:
    return bytesKind;
  case host::Kind::Class:
    return classKind;
  case host::Kind::Function:
  case host::Kind::BuiltinFunction:
  case host::Kind::BoundMethod:
    return functionKind;
  case host::Kind::Iterator:
    return hostIteratorKind;
  case host::Kind::Instance:
  case host::Kind::Other:
    return foreignKind;
  default:
    return constantKind;
  }
}

static const Slots &kindOfScalar(ScalarType type) {
  switch (type) {
  case ScalarType::Int:
  case ScalarType::Float:
  case ScalarType::Bool:
  case ScalarType::Complex:
    return numberKind;
  case ScalarType::Str:
    return textKind;
  case ScalarType::Exception:
    return exceptionKind;
  case ScalarType::Raw:
    return undefinedKind;
  }
}

static const Slots &kindOfTuple(TupleData::Form form) {
  switch (form) {
  case TupleData::Form::Tuple:
  case TupleData::Form::Size:
    return tupleKind;
  case TupleData::Form::Subclass:
    return tupleSubclassKind;
  case TupleData::Form::Slice:
    return sliceKind;
  case TupleData::Form::Range:
    return rangeKind;
  }
}

static const Slots &kindOfInstance(Stage &s, Value value) {
  if (isMapped(s, value))
    return mappedKind;
  Value payload = s.find<InstanceObject>(value)->payload;
  bool isOpen = payload.isUnion() || payload.isBox();
  return (isOpen || s.find<ListObject>(payload)) && isDeque(s, value) ? dequeKind : instanceKind;
}

static const Slots &kindOfObject(Stage &s, Value value) {
  const Object *object = s.state.heap.find(value.address());
  switch (object->kind) {
  case ObjectKind::Tensor:
    return tensorKind;
  case ObjectKind::List:
    return static_cast<const ListObject *>(object)->frozen ? runtimeTupleKind : listKind;
  case ObjectKind::Dict:
    return dictKind;
  case ObjectKind::Set:
    return setKind;
  case ObjectKind::Iterator:
    return isView(s, value) ? viewKind : iteratorKind;
  case ObjectKind::Class:
    return classKind;
  case ObjectKind::Instance:
    return kindOfInstance(s, value);
  case ObjectKind::Node:
  case ObjectKind::Storage:
  case ObjectKind::Cell:
    return undefinedKind;
  }
}

const Slots &slotsOf(Stage &s, Value value) {
  switch (value.kind()) {
  case Value::Kind::Static:
    return kindOfConstant(s, s.kindOf(value));
  case Value::Kind::Scalar:
    return kindOfScalar(value.scalarType());
  case Value::Kind::Ref:
    return kindOfObject(s, value);
  case Value::Kind::Tuple:
    return kindOfTuple(value.tuple().form);
  case Value::Kind::Callable:
    return functionKind;
  case Value::Kind::Undefined:
  case Value::Kind::Union:
  case Value::Kind::Box:
    return undefinedKind;
  }
}

} // namespace lith::stage
