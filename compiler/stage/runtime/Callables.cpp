// Callables.cpp: functions, bound methods and partials as closures of run time.
//
// What all closures of one number have in common is a shape (Facts.h); what
// differs from one to the next is captured: the function and the object of a bound
// method, arguments of a partial, cells and defaults of a function.
#include "stage/Boxing.h"
#include "stage/Outside.h"
#include "stage/Protocols.h"
#include "stage/emit/Emit.h"
#include "stage/emit/Refusals.h"
#include "stage/runtime/Boxes.h"
#include "stage/runtime/Records.h"
#include "stage/runtime/Types.h"

namespace lith::stage {

static TypeVariable captureVariable(size_t shape, size_t index) {
  return idOf<TypeVariable>(shape, index, "capture");
}

bool hasIdentity(Stage &s, const FunctionCode &code) {
  return s.facts.has(FactKind::Identities, Everywhere) ||
         s.facts.has(FactKind::Identities, siteOf(code));
}

void needIdentity(Stage &s, const FunctionCode &code) {
  if (hasIdentity(s, code))
    refuse(s, diag::Kind::CannotBox, {"function with attributes of its own"});
  restart(s, FactKind::Identities, siteOf(code));
}

// The object of a function that is among what it captures.
static Address identityOf(const CallableData &callable) {
  bool hasOne = callable.form == CallableData::Form::Function &&
                callable.values.size() > callable.code->freeNames.size();
  return hasOne ? callable.values.back().address() : NoAddress;
}

static llvm::SmallVector<Value> captured(const CallableData &callable) {
  llvm::SmallVector<Value> values;
  if (!callable.function.isUndefined())
    values.push_back(callable.function);
  if (!callable.self.isUndefined())
    values.push_back(callable.self);
  values.append(callable.values.begin(), callable.values.end());
  for (Value value : callable.defaults)
    if (!value.isUndefined())
      values.push_back(value);
  return values;
}

// The number of the callable's shape, the same in every attempt.
static size_t shapeOf(Stage &s, const CallableData &callable) {
  CallableShape shape;
  shape.form = callable.form;
  shape.code = callable.code;
  shape.primitive = callable.primitive;
  shape.hasFunction = !callable.function.isUndefined();
  shape.hasSelf = !callable.self.isUndefined();
  shape.values = callable.values.size();
  for (Value value : callable.defaults)
    shape.defaults.push_back(!value.isUndefined());
  shape.names.assign(callable.names.begin(), callable.names.end());
  if (callable.globals.isRef()) {
    shape.globals = outsideHandle(s, callable.globals.address());
    shape.globalsPath = outsidePath(s, callable.globals.address());
  }
  bool hasAttributes = callable.attributes != NoAddress && s.state.heap.find(callable.attributes);
  if (hasAttributes && identityOf(callable) == NoAddress)
    needIdentity(s, *callable.code);
  if (callable.ownerClass.isRef())
    refuse(s, diag::Kind::CannotBox, {"method of a class made inside"});
  if (callable.ownerClass.isStatic())
    shape.ownerClass = callable.ownerClass.handle();
  for (auto [i, known] : llvm::enumerate(s.facts.shapes))
    if (known.sameAs(shape))
      return i;
  s.facts.shapes.push_back(std::move(shape));
  return s.facts.shapes.size() - 1;
}

mlir::Value boxCallable(Stage &s, Value callable) {
  const CallableData &data = callable.callable();
  size_t shape = shapeOf(s, data);
  llvm::SmallVector<mlir::Value> operands{constantInt(s, int64_t(shape))};
  for (auto [i, value] : llvm::enumerate(captured(data))) {
    growTypes(s, captureVariable(shape, i), value);
    operands.push_back(toBox(s, value));
  }
  mlir::Value made = rtPlain(s, "closure_new", operands, ir::ClosureType::get(&s.context));
  return ir::BoxOp::create(s.builder(), s.loc(), ir::BoxType::get(&s.context), made);
}

std::optional<Value> firstKnownOf(Stage &s, const CallableData &callable) {
  for (Value value : captured(callable))
    if (auto known = firstKnown(s, value))
      return known;
  return std::nullopt;
}

const TypeSet *typesOfCallable(Stage &s, Value callable) {
  size_t shape = shapeOf(s, callable.callable());
  for (auto [i, value] : llvm::enumerate(captured(callable.callable())))
    growTypes(s, captureVariable(shape, i), value);
  Type type{};
  type.kind = Type::Kind::Callable;
  type.shape = uint32_t(shape);
  return typeSet(s, type);
}

static Value unboxCallable(Stage &s, mlir::Value box, size_t number) {
  const CallableShape shape = s.facts.shapes[number];
  mlir::Value closure =
      ir::UnboxOp::create(s.builder(), s.loc(), ir::ClosureType::get(&s.context), box);
  size_t next = 0;
  auto take = [&] {
    mlir::Value element = rtPlain(s, "closure_get", {closure, constantInt(s, int64_t(next))},
                                  ir::BoxType::get(&s.context));
    return unbox(s, element, s.facts.types.read(captureVariable(number, next++)));
  };
  CallableData data;
  data.form = shape.form;
  data.code = shape.code;
  data.primitive = shape.primitive;
  if (shape.hasFunction)
    data.function = take();
  if (shape.hasSelf)
    data.self = take();
  llvm::SmallVector<Value> values, defaults;
  for (size_t i = 0; i < shape.values; ++i) {
    values.push_back(take());
    if (shape.form == CallableData::Form::Function && !values.back().isRef())
      refuse(s, diag::Kind::UnknownCallee);
  }
  for (bool present : shape.defaults)
    defaults.push_back(present ? take() : Value());
  data.values = s.keep<Value>(values);
  data.attributes = identityOf(data);
  data.defaults = s.keep<Value>(defaults);
  data.names = s.keep<llvm::StringRef>(shape.names);
  if (shape.globals)
    data.globals = outsideNamespace(s, shape.globals, shape.globalsPath);
  if (shape.ownerClass)
    data.ownerClass = Value::ofStatic(shape.ownerClass);
  return Value::callable(s.arena.make<CallableData>(data));
}

void noteIdentities(Stage &s, const Type &callable) {
  CallableData::Form form = s.facts.shapes[callable.shape].form;
  if (form == CallableData::Form::Partial)
    refuse(s, diag::Kind::UnsupportedExpression,
           {"comparison of partials in containers of run time"});
  if (!s.facts.has(FactKind::Identities, Everywhere))
    restart(s, FactKind::Identities, Everywhere);
}

Result sameFunction(Stage &s, Value left, Value right) {
  const CallableData &a = left.callable(), &b = right.callable();
  if (left == right || a.form != b.form || a.code != b.code)
    return s.boolean(left == right);
  if (identityOf(a) != NoAddress && identityOf(b) != NoAddress)
    return identical(s, a.values.back(), b.values.back());
  if (a.attributes == NoAddress || b.attributes == NoAddress)
    noteIdentities(s, typesOf(s, a.attributes == NoAddress ? left : right)->types[0]);
  return s.boolean(a.attributes == b.attributes);
}

// --- one face for all objects of run time

Value unboxRecord(Stage &s, mlir::Value box, const Type &type); // Records.cpp

mlir::Value testRuntimeObject(Stage &s, mlir::Value box, const Type &type) {
  mlir::Type i1 = s.emission.builder.getI1Type();
  if (type.kind == Type::Kind::Record || type.kind == Type::Kind::Exception) {
    Value cls = type.handle ? Value::ofStatic(type.handle) : s.classes.ofRecords[type.layout];
    int64_t id = cls.isUndefined() ? -1 : classId(s, cls);
    return rtPlain(s, "value_is_record", {box, constantInt(s, id)}, i1);
  }
  if (type.kind == Type::Kind::Callable)
    return rtPlain(s, "value_is_closure", {box, constantInt(s, type.shape)}, i1);
  mlir::Value tag = ir::TagOp::create(s.builder(), s.loc(), box);
  return ir::CompareOp::create(s.builder(), s.loc(), ir::CompareKind::eq, tag,
                               constantInt(s, LITH_CELL));
}

Value unboxRuntimeObject(Stage &s, mlir::Value box, const Type &type) {
  if (type.kind == Type::Kind::Record)
    return unboxRecord(s, box, type);
  if (type.kind == Type::Kind::Callable)
    return unboxCallable(s, box, type.shape);
  auto cell = std::make_shared<CellObject>();
  cell->held = type.element;
  cell->runtime =
      Value::raw(ir::UnboxOp::create(s.builder(), s.loc(), ir::CellType::get(&s.context), box));
  return s.make(std::move(cell));
}

} // namespace lith::stage
