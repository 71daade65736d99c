// Values.cpp: making and reading abstract values.
#include "stage/emit/Values.h"
#include "stage/Boxing.h"
#include "stage/Paths.h"
#include "stage/Protocols.h"
#include "stage/Reading.h"
#include "stage/Stage.h"
#include "stage/emit/Emit.h"

namespace lith::stage {

using host::Handle;
using host::Kind;

bool Type::operator==(const Type &other) const {
  return kind == other.kind && dtype == other.dtype && rank == other.rank &&
         requiresGrad == other.requiresGrad && isMixed == other.isMixed && handle == other.handle &&
         elements == other.elements && names == other.names && element == other.element &&
         key == other.key && layout == other.layout && shape == other.shape;
}

// One handle for equal constants of one type, so that values compare by pointer.
Value Stage::integer(int64_t value) {
  auto [it, isNew] = constants.integers.try_emplace(value, nullptr);
  if (isNew)
    it->second = host.integer(value);
  return Value::ofStatic(it->second);
}
Value Stage::real(double value) {
  auto [it, isNew] = constants.reals.try_emplace(llvm::bit_cast<uint64_t>(value), nullptr);
  if (isNew)
    it->second = host.real(value);
  return Value::ofStatic(it->second);
}
Value Stage::string(llvm::StringRef text) {
  auto [it, isNew] = constants.strings.try_emplace(text, nullptr);
  if (isNew)
    it->second = host.str({text.data(), text.size()});
  return Value::ofStatic(it->second);
}

Value Stage::ofHandle(Handle handle) {
  switch (host.kind(handle)) {
  case Kind::Int:
    if (auto value = host.asInt(handle))
      return integer(*value);
    return Value::ofStatic(handle);
  case Kind::Float:
    return real(host.asFloat(handle));
  case Kind::Str: {
    std::string_view text = host.asStr(handle);
    return string({text.data(), text.size()});
  }
  case Kind::Tuple:
  case Kind::Size: {
    llvm::SmallVector<Value> elements;
    for (size_t i = 0, n = host.count(handle); i < n; ++i)
      elements.push_back(ofHandle(host.part(handle, i)));
    return structure(
        host.kind(handle) == Kind::Size ? TupleData::Form::Size : TupleData::Form::Tuple, elements);
  }
  case Kind::Slice:
  case Kind::Range: {
    auto bounds = host.bounds(handle);
    Value elements[3] = {ofHandle(bounds[0]), ofHandle(bounds[1]), ofHandle(bounds[2])};
    return structure(host.kind(handle) == Kind::Slice ? TupleData::Form::Slice
                                                      : TupleData::Form::Range,
                     elements);
  }
  default:
    return Value::ofStatic(handle);
  }
}

Value Stage::tuple(llvm::ArrayRef<Value> elements) {
  return structure(TupleData::Form::Tuple, elements);
}
Value Stage::size(llvm::ArrayRef<Value> elements) {
  return structure(TupleData::Form::Size, elements);
}
Value Stage::structure(TupleData::Form form, llvm::ArrayRef<Value> elements, Value cls,
                       mlir::Value whole, bool isJoined) {
  return Value::tuple(arena.make<TupleData>(form, cls, keep(elements), whole, isJoined));
}

Value Stage::newTuple(TupleData::Form form, llvm::ArrayRef<Value> elements, Value cls) {
  Value made = structure(form, elements, cls);
  if (!elements.empty() && facts.has(FactKind::TupleObjects, Everywhere))
    toBox(*this, made);
  return made;
}

Value Stage::boundPrimitive(const Primitive *primitive, Value self) {
  CallableData data;
  data.form = CallableData::Form::Primitive;
  data.primitive = primitive;
  data.self = self;
  return Value::callable(arena.make<CallableData>(data));
}
Value Stage::boundMethod(Value function, Value self) {
  CallableData data;
  data.form = CallableData::Form::BoundMethod;
  data.function = function;
  data.self = self;
  return Value::callable(arena.make<CallableData>(data));
}

std::optional<bool> Stage::asBool(Value value) {
  if (value == trueValue)
    return true;
  if (value == falseValue)
    return false;
  return std::nullopt;
}
std::optional<int64_t> Stage::asInt(Value value) {
  if (!value.isStatic())
    return std::nullopt;
  Kind kind = kindOf(value);
  if (kind != Kind::Int && kind != Kind::Bool)
    return std::nullopt;
  return host.asInt(value.handle());
}
std::optional<double> Stage::asFloat(Value value) {
  if (!value.isStatic())
    return std::nullopt;
  Kind kind = kindOf(value);
  if (kind == Kind::Float)
    return host.asFloat(value.handle());
  if (auto number = asInt(value))
    return static_cast<double>(*number);
  return std::nullopt;
}
std::optional<llvm::StringRef> Stage::asStr(Value value) {
  if (!value.isStatic() || kindOf(value) != Kind::Str)
    return std::nullopt;
  std::string_view text = host.asStr(value.handle());
  return llvm::StringRef(text.data(), text.size());
}

bool sameConstant(Stage &s, Value a, Value b) {
  if (a == b)
    return true;
  if (a.isStatic() && b.isStatic())
    return s.host.equal(a.handle(), b.handle());
  if (!a.isTuple() || !b.isTuple())
    return false;
  const TupleData &left = a.tuple(), &right = b.tuple();
  return left.elements.size() == right.elements.size() &&
         llvm::all_of(llvm::zip(left.elements, right.elements), [&](auto pair) {
           return sameConstant(s, std::get<0>(pair), std::get<1>(pair));
         });
}

// A function of the host, or a bound method of one and an object that exists outside.
static Handle callableHandle(Stage &s, const CallableData &data, Value value) {
  if (data.form == CallableData::Form::Function) {
    for (auto &[handle, made] : s.functions.ofHost)
      if (made == value)
        return handle;
    return nullptr;
  }
  if (data.form != CallableData::Form::BoundMethod || !data.self.isRef())
    return nullptr;
  auto self = s.outside.objects.find(data.self.address());
  Handle function = s.toHandle(data.function), make = lookup(s, "types.MethodType");
  if (self == s.outside.objects.end() || !self->second.handle || !function || !make)
    return nullptr;
  return runInHost(s, make, {function, self->second.handle}, {}).value;
}

Handle Stage::toHandle(Value value) {
  if (value.isStatic())
    return value.handle();
  if (value.isCallable())
    return callableHandle(*this, value.callable(), value);
  if (!value.isTuple())
    return nullptr;
  const TupleData &data = value.tuple();
  std::vector<Handle> handles;
  for (Value element : data.elements) {
    Handle handle = toHandle(element);
    if (!handle)
      return nullptr;
    handles.push_back(handle);
  }
  switch (data.form) {
  case TupleData::Form::Slice:
    return host.slice(handles[0], handles[1], handles[2]);
  case TupleData::Form::Tuple:
    return host.tuple(handles);
  default:
    return nullptr;
  }
}

Address Stage::allocate(ObjectPtr object) {
  Address address = nextAddress++;
  state.heap.insert(address, std::move(object));
  return address;
}
Value Stage::list(llvm::ArrayRef<Value> elements) {
  auto object = std::make_shared<ListObject>();
  object->elements = elements.vec();
  object->site = stage::site(*this);
  return make(std::move(object));
}
Value Stage::dict(llvm::ArrayRef<std::pair<Value, Value>> entries) {
  auto object = std::make_shared<DictObject>();
  object->entries = entries.vec();
  object->site = stage::site(*this);
  return make(std::move(object));
}

Value newContainer(Stage &s, Value made) {
  Site site = s.find<ListObject>(made)   ? s.find<ListObject>(made)->site
              : s.find<DictObject>(made) ? s.find<DictObject>(made)->site
                                         : s.find<SetObject>(made)->site;
  if (s.facts.has(FactKind::Grows, site))
    makeRuntime(s, made);
  return made;
}

Site site(const Stage &s) {
  return s.activation ? idOf<Site>(s.activation->path, s.activation->at) : Everywhere;
}

bool isConstant(Stage &s, Value value) {
  if (value.isTuple())
    return value.tuple().form == TupleData::Form::Tuple &&
           llvm::all_of(value.tuple().elements, [&](Value v) { return isConstant(s, v); });
  return value.isStatic() && s.host.isHashableConstant(value.handle());
}

// A slot of a built-in class: the stage does itself what it does.
bool isSlot(Stage &s, Value function) {
  return function.isStatic() && s.kindOf(function) == host::Kind::SlotWrapper;
}

// Whether a value is there at all: not undefined.
Result isDefined(Stage &s, Value value) {
  if (value.isUndefined())
    return s.boolean(false);
  if (value.isBox()) {
    bool possible =
        value.types()->isAny() || llvm::any_of(value.types()->types, [](const Type &type) {
          return type.kind == Type::Kind::Undefined;
        });
    if (!possible)
      return s.boolean(true);
    mlir::Value tag = ir::TagOp::create(s.builder(), s.loc(), value.ssa());
    return s.boolScalar(
        ir::CompareOp::create(s.builder(), s.loc(), ir::CompareKind::ne, tag, constantInt(s, 0)));
  }
  if (!value.isUnion())
    return s.boolean(true);
  return forEachAlternative(
      s, value, [&](Value alternative) -> Result { return s.boolean(!alternative.isUndefined()); });
}

} // namespace lith::stage
