// Records.cpp: instances as records of run time, and cells.
#include "stage/runtime/Records.h"
#include "stage/Boxing.h"
#include "stage/Outside.h"
#include "stage/Protocols.h"
#include "stage/Reading.h"
#include "stage/classes/Attributes.h"
#include "stage/emit/Emit.h"
#include "stage/emit/ExceptionChains.h"
#include "stage/emit/Refusals.h"
#include "stage/emit/Values.h"
#include "stage/runtime/Boxes.h"
#include "stage/runtime/Keys.h"
#include "stage/runtime/Types.h"

namespace lith::stage {

static LayoutKey layoutKey(Stage &s, Value cls) {
  if (auto *object = s.find<ClassObject>(cls))
    return LayoutKey(object->site);
  return LayoutKey(reinterpret_cast<uintptr_t>(cls.handle()));
}

TypeVariable fieldVariable(LayoutKey layout, llvm::StringRef name) {
  return idOf<TypeVariable>(layout, name, "field");
}

bool canBeRecord(Stage &s, Value value) {
  auto *instance = s.find<InstanceObject>(value);
  bool hasClass = instance && !instance->cls.isUndefined(); // not: the attributes of a tensor
  return hasClass && !isOutside(s, value.address()) && instance->cls != builtinType(s, "super") &&
         (!isException(s, value) || isOfUsers(s, value));
}

bool definesMethod(Stage &s, Value cls, llvm::StringRef name) {
  Value function = classAttribute(s, cls, s.intern(name));
  if (function.isUndefined() || s.isNone(function))
    return false;
  // What str or int compare by, a subclass of them does.
  bool compares = name == "__eq__" || name == "__hash__" || name == "__lt__";
  return !isSlot(s, function) ||
         (compares &&
          function != hostClassEntry(s, builtinType(s, "object").handle(), s.intern(name)));
}

std::vector<llvm::StringRef> &usedLayout(Stage &s, LayoutKey key) {
  s.classes.usedLayouts.insert(key);
  return s.facts.layouts[key];
}

static std::optional<int64_t> fieldIndex(Stage &s, LayoutKey key, llvm::StringRef name) {
  auto &layout = usedLayout(s, key);
  for (auto [i, field] : llvm::enumerate(layout))
    if (field.data() == name.data())
      return int64_t(i);
  return std::nullopt;
}

// A layout that grows after it was used makes what was staged wrong.
static void addFields(Stage &s, LayoutKey key, llvm::ArrayRef<llvm::StringRef> names) {
  std::vector<llvm::StringRef> &layout = s.facts.layouts[key];
  bool grew = false;
  for (llvm::StringRef name : names) {
    bool known = llvm::any_of(layout, [&](llvm::StringRef f) { return f.data() == name.data(); });
    if (!known)
      layout.push_back(name);
    grew |= !known;
  }
  if (grew && s.classes.usedLayouts.count(key))
    throw Restart{};
}

static int32_t recordClass(Stage &s, Value cls, LayoutKey key) {
  int32_t id = classId(s, cls);
  ProgramClass &known = s.classes.ofProgram[size_t(id - LITH_FIRST_PROGRAM_CLASS)];
  known.fields.clear();
  for (llvm::StringRef field : usedLayout(s, key))
    known.fields.push_back(field.str());
  s.classes.ofRecords[key] = cls;
  return id;
}

// Those that Python sees: not where it was raised, nor its links, which are no part of the record.
static llvm::SmallVector<llvm::StringRef> namesOfAttributes(const InstanceObject &exception) {
  llvm::SmallVector<llvm::StringRef> names;
  for (auto &[name, value] : exception.attributes)
    if (!value.isUndefined() && !name.starts_with("__") && !name.starts_with(" "))
      names.push_back(name);
  return names;
}

static bool isFlag(Stage &s, Value value) {
  if (!value.isStatic())
    return false;
  host::Kind kind = s.kindOf(value);
  return kind == host::Kind::Bool || kind == host::Kind::Int || kind == host::Kind::Str;
}

// To be called with all that a field gets: its type, and whether it is still one constant.
static void growField(Stage &s, TypeVariable variable, Value value) {
  growTypes(s, variable, value);
  FieldConstant &known = s.facts.constants[variable];
  if (known.varies)
    return;
  if (!known.value && isFlag(s, value)) {
    known.value = value.handle();
    return;
  }
  Value constant = known.value ? Value::ofStatic(known.value) : Value();
  if (known.value && isFlag(s, value) && s.kindOf(value) == s.kindOf(constant) &&
      sameConstant(s, value, constant))
    return;
  known.varies = true;
  if (known.isRead)
    throw Restart{};
}

// The constant that the field of every record of the class is; undefined: there is none.
static Value fieldConstant(Stage &s, TypeVariable variable) {
  auto it = s.facts.constants.find(variable);
  if (it == s.facts.constants.end() || it->second.varies)
    return {};
  it->second.isRead = true;
  return Value::ofStatic(it->second.value);
}

// An exception is an object of run time of its own, with its arguments; its attributes are a
// record.
static void makeExceptionRecord(Stage &s, Value value) {
  const InstanceObject object = *s.find<InstanceObject>(value);
  LayoutKey key = layoutKey(s, object.cls);
  llvm::SmallVector<llvm::StringRef> names = namesOfAttributes(object);
  addFields(s, key, names);
  recordClass(s, object.cls, key);
  growField(s, fieldVariable(key, PayloadField), object.payload);
  mlir::Value made = newException(s, value);
  mlir::Value record = rtPlain(s, "exception_attributes", {made}, ir::RecordType::get(&s.context));
  InstanceObject &of = s.write<InstanceObject>(value); // which may refer to itself
  of.exception = Value::raw(made);
  of.runtime = Value::raw(record);
  setLinks(s, made, value);
  for (auto [i, name] : llvm::enumerate(usedLayout(s, key))) {
    const Value *own = llvm::is_contained(names, name) ? object.find(name) : nullptr;
    growField(s, fieldVariable(key, name), own ? *own : Value());
    if (own && !own->isUndefined())
      rtPlain(s, "record_set", {record, constantInt(s, int64_t(i)), toBox(s, *own)});
  }
  s.write<InstanceObject>(value).attributes.clear();
}

void makeRecord(Stage &s, Value value) {
  if (!canBeRecord(s, value) || s.find<InstanceObject>(value)->isRuntime())
    return;
  if (isException(s, value))
    return makeExceptionRecord(s, value);
  const InstanceObject object = *s.find<InstanceObject>(value);
  LayoutKey key = layoutKey(s, object.cls);
  llvm::SmallVector<llvm::StringRef> names;
  for (auto &[name, attribute] : object.attributes)
    names.push_back(name);
  addFields(s, key, names);
  int32_t id = recordClass(s, object.cls, key);
  std::vector<llvm::StringRef> layout = usedLayout(s, key);
  bool hasPayload = !object.payload.isUndefined();
  mlir::Value made = rtPlain(
      s, "record_new", {constantInt(s, id), constantInt(s, int64_t(layout.size() + hasPayload))},
      ir::RecordType::get(&s.context));
  // An object may refer to itself: it is a record before its fields are boxed.
  InstanceObject &record = s.write<InstanceObject>(value);
  record.attributes.clear();
  record.runtime = Value::raw(made);
  auto set = [&](size_t index, llvm::StringRef name, Value field) {
    growField(s, fieldVariable(key, name), field);
    if (!field.isUndefined())
      rtPlain(s, "record_set", {made, constantInt(s, int64_t(index)), toBox(s, field)});
  };
  for (auto [i, name] : llvm::enumerate(layout)) {
    const Value *own = object.find(name);
    set(i, name, own ? *own : Value());
  }
  if (hasPayload)
    set(layout.size(), PayloadField, object.payload);
}

Value recordField(Stage &s, Value instance, llvm::StringRef name) {
  auto *object = s.find<InstanceObject>(instance);
  LayoutKey key = layoutKey(s, object->cls);
  auto index = fieldIndex(s, key, name);
  if (!index)
    return {};
  if (Value constant = fieldConstant(s, fieldVariable(key, name)); !constant.isUndefined())
    return constant;
  mlir::Value box = rtPlain(s, "record_get", {object->runtime.ssa(), constantInt(s, *index)},
                            ir::BoxType::get(&s.context));
  return unbox(s, box, s.facts.types.read(fieldVariable(key, name)));
}

void setRecordField(Stage &s, Value instance, llvm::StringRef name, Value value) {
  LayoutKey key = layoutKey(s, s.find<InstanceObject>(instance)->cls);
  bool isNew = !fieldIndex(s, key, name);
  if (isNew) { // records made before do not have it
    growField(s, fieldVariable(key, name), Value());
    addFields(s, key, name);
  }
  growField(s, fieldVariable(key, name), value);
  mlir::Value boxed = toBox(s, value);
  rtPlain(s, "record_set",
          {s.find<InstanceObject>(instance)->runtime.ssa(),
           constantInt(s, *fieldIndex(s, key, name)), boxed});
}

Value hiddenAttribute(Stage &s, Value instance, llvm::StringRef name) {
  auto *object = s.find<InstanceObject>(instance);
  if (!object)
    return {};
  if (object->isRuntime())
    return recordField(s, instance, s.intern(name));
  const Value *value = object->find(s.intern(name));
  return value ? *value : Value();
}

void setHiddenAttribute(Stage &s, Value instance, llvm::StringRef name, Value value) {
  if (s.find<InstanceObject>(instance)->isRuntime())
    setRecordField(s, instance, s.intern(name), value);
  else
    s.write<InstanceObject>(instance).set(s.intern(name), value);
}

std::vector<std::pair<llvm::StringRef, Value>> recordFields(Stage &s, Value instance) {
  std::vector<std::pair<llvm::StringRef, Value>> fields;
  std::vector<llvm::StringRef> layout =
      usedLayout(s, layoutKey(s, s.find<InstanceObject>(instance)->cls));
  for (llvm::StringRef name : layout)
    fields.push_back({name, recordField(s, instance, name)});
  return fields;
}

void makeCell(Stage &s, Value cell) {
  const CellObject *object = s.find<CellObject>(cell);
  if (isOutside(s, cell.address()) || object->isRuntime())
    return;
  Value contents = object->contents;
  mlir::Value made = rtPlain(s, "cell_new", {toBox(s, Value())}, ir::CellType::get(&s.context));
  CellObject &place = s.write<CellObject>(cell);
  place.contents = {};
  place.runtime = Value::raw(made);
  growTypes(s, place.held, contents);
  if (!contents.isUndefined())
    rtPlain(s, "cell_set", {made, toBox(s, contents)});
}

// --- types

static const TypeSet *opaque(Stage &s, Address address) {
  Type type = simpleType(Type::Kind::Opaque);
  type.handle = outsideHandle(s, address);
  return typeSet(s, type);
}

const TypeSet *typesOfInstance(Stage &s, Value value) {
  if (isOutside(s, value.address()))
    return opaque(s, value.address());
  bool isRaisable = isException(s, value);
  if (!canBeRecord(s, value))
    return isRaisable ? typeSet(s, simpleType(Type::Kind::Exception)) : s.facts.types.any();
  Value cls = s.find<InstanceObject>(value)->cls;
  Type type = simpleType(isRaisable ? Type::Kind::Exception : Type::Kind::Record);
  type.layout = layoutKey(s, cls);
  type.handle = cls.isStatic() ? cls.handle() : nullptr;
  return typeSet(s, type);
}

const TypeSet *typesOfCell(Stage &s, Value cell) {
  if (isOutside(s, cell.address()))
    return opaque(s, cell.address());
  Type type = simpleType(Type::Kind::Cell);
  type.element = s.find<CellObject>(cell)->held;
  return typeSet(s, type);
}

Value classOfRecord(Stage &s, const Type &type) {
  if (type.handle)
    return Value::ofStatic(type.handle);
  Value cls = s.classes.ofRecords[type.layout];
  if (!s.find<ClassObject>(cls))
    refuse(s, diag::Kind::UnknownType);
  return cls;
}

Value unboxException(Stage &s, mlir::Value box, const Type &type) {
  mlir::Value exception =
      ir::UnboxOp::create(s.builder(), s.loc(), ir::ExceptionType::get(&s.context), box);
  if (type.layout == LayoutKey())
    return Value::scalar(ScalarType::Exception, exception);
  auto object = std::make_shared<InstanceObject>();
  object->cls = classOfRecord(s, type);
  recordClass(s, object->cls, type.layout);
  object->exception = Value::raw(exception);
  object->runtime =
      Value::raw(rtPlain(s, "exception_attributes", {exception}, ir::RecordType::get(&s.context)));
  mlir::Value arguments = rtPlain(s, "exception_args", {exception}, ir::TupleType::get(&s.context));
  object->payload =
      unbox(s, ir::BoxOp::create(s.builder(), s.loc(), ir::BoxType::get(&s.context), arguments),
            s.facts.types.read(fieldVariable(type.layout, PayloadField)));
  return s.make(std::move(object));
}

Value withClass(Stage &s, Value exception, Value caught) {
  auto isCaught = [&](Value cls) {
    auto classes = caught.isTuple() ? caught.tuple().elements : llvm::ArrayRef(caught);
    return llvm::any_of(classes, [&](Value one) { return isSubclass(s, cls, one) == true; });
  };
  llvm::SmallVector<Type> types;
  for (size_t i = 0; i < s.classes.ofProgram.size(); ++i) {
    Value cls = Value::ofStatic(s.classes.ofProgram[i].handle);
    if (!cls.handle()) // one that the program makes
      continue;
    if (!isCaught(cls) || isSubclass(s, cls, builtinType(s, "BaseException")) != true)
      continue;
    Type type = simpleType(Type::Kind::Exception);
    type.layout = layoutKey(s, cls);
    type.handle = cls.handle();
    types.push_back(type);
  }
  if (types.empty())
    return exception;
  types.push_back(simpleType(Type::Kind::Exception));
  return Value::box(toBox(s, exception), s.facts.types.set(types));
}

Value unboxRecord(Stage &s, mlir::Value box, const Type &type) {
  auto object = std::make_shared<InstanceObject>();
  object->cls = classOfRecord(s, type);
  mlir::Value record =
      ir::UnboxOp::create(s.builder(), s.loc(), ir::RecordType::get(&s.context), box);
  object->runtime = Value::raw(record);
  recordClass(s, object->cls, type.layout);
  if (const TypeSet *payload = s.facts.types.read(fieldVariable(type.layout, PayloadField));
      !payload->types.empty()) {
    int64_t index = int64_t(usedLayout(s, type.layout).size());
    object->payload = unbox(
        s, rtPlain(s, "record_get", {record, constantInt(s, index)}, ir::BoxType::get(&s.context)),
        payload);
  }
  return s.make(std::move(object));
}

Value ofOpaque(Stage &s, host::Handle handle) {
  if (auto it = s.outside.addresses.find(handle); it != s.outside.addresses.end()) {
    ensureOutside(s, Value::ref(it->second));
    return Value::ref(it->second);
  }
  host::Kind kind = s.host.kind(handle);
  if (kind == host::Kind::Instance || kind == host::Kind::Cell)
    return outside(s, handle, rootPath(s, handle));
  return Value::ofStatic(handle);
}

int64_t tupleClass(Stage &s, const TupleData &tuple) {
  if (tuple.form != TupleData::Form::Subclass)
    return tuple.form == TupleData::Form::Size;
  int64_t index = classId(s, tuple.cls) - LITH_FIRST_PROGRAM_CLASS;
  ProgramClass &known = s.classes.ofProgram[size_t(index)];
  Value fields = fieldNames(s, tuple.cls);
  if (known.fields.empty() && !fields.isUndefined())
    for (Value field : fields.tuple().elements)
      known.fields.push_back(s.asStr(field)->str());
  return index + 2;
}

// --- the type of an exception

Value exceptionType(Stage &s, Value exception) {
  auto type = std::make_shared<InstanceObject>();
  type->cls = builtinType(s, "type");
  Value name = s.strScalar(
      rtPlain(s, "exception_class_name", {exception.ssa()}, ir::StrType::get(&s.context)));
  type->set(s.intern("__name__"), name);
  type->set(s.intern("__qualname__"), name);
  type->set(s.intern("__exception__"), exception);
  return s.make(std::move(type));
}

Value exceptionOfType(Stage &s, Value type) {
  auto *object = s.find<InstanceObject>(type);
  if (!object || object->cls != builtinType(s, "type"))
    return {};
  const Value *exception = object->find(s.intern("__exception__"));
  return exception ? *exception : Value();
}

int64_t classOfRecords(Stage &s, const Type &type) {
  return recordClass(s, classOfRecord(s, type), type.layout);
}

} // namespace lith::stage
