// Names.cpp: reading, binding and deleting names.
#include "stage/language/Names.h"
#include "stage/Boxing.h"
#include "stage/Outside.h"
#include "stage/Protocols.h"
#include "stage/calls/Functions.h"
#include "stage/classes/TypeNames.h"
#include "stage/emit/Emit.h"
#include "stage/emit/Refusals.h"
#include "stage/outside/Imports.h"
#include "stage/outside/OutsideWrites.h"
#include "stage/runtime/Boxes.h"
#include "stage/runtime/Types.h"

namespace lith::stage {

// `value` without its undefined alternative; `missing` raises on the path that has it.
Result defined(Stage &s, Value value, llvm::function_ref<void()> missing) {
  if (value.isUndefined()) {
    missing();
    return std::nullopt;
  }
  if (value.isBox()) {
    auto isUndefined = [](const Type &type) { return type.kind == Type::Kind::Undefined; };
    if (llvm::none_of(value.types()->types, isUndefined))
      return value;
    mlir::Value tag = ir::TagOp::create(s.builder(), s.loc(), value.ssa());
    mlir::Value isNull =
        ir::CompareOp::create(s.builder(), s.loc(), ir::CompareKind::eq, tag, constantInt(s, 0));
    State rest, none;
    branch(s, isNull, none, rest);
    s.state = std::move(none);
    missing();
    s.state = std::move(rest);
    llvm::SmallVector<Type> types;
    llvm::copy_if(value.types()->types, std::back_inserter(types),
                  [&](const Type &type) { return !isUndefined(type); });
    return unbox(s, value.ssa(), typeSet(s, types));
  }
  if (!value.isUnion())
    return value;
  const UnionData &data = value.oneOf();
  auto found = llvm::find_if(data.alternatives, [](Value v) { return v.isUndefined(); });
  if (found == data.alternatives.end())
    return value;
  size_t index = found - data.alternatives.begin();
  mlir::Value isMissing = ir::CompareOp::create(s.builder(), s.loc(), ir::CompareKind::eq,
                                                data.which, constantInt(s, int64_t(index)));
  State rest, none;
  branch(s, isMissing, none, rest);
  s.state = std::move(none);
  missing();
  s.state = std::move(rest);
  return without(s, value, index);
}

Value without(Stage &s, Value value, size_t index) {
  const UnionData &data = value.oneOf();
  llvm::SmallVector<Value> alternatives(data.alternatives);
  alternatives[index] = Value::absent();
  Value last;
  unsigned left = 0;
  for (Value alternative : alternatives)
    if (!alternative.isAbsent()) {
      last = alternative;
      ++left;
    }
  if (left == 1)
    return last;
  return Value::oneOf(s.arena.make<UnionData>(data.which, s.keep<Value>(alternatives)));
}

static std::string quoted(llvm::StringRef name) { return ("'" + name + "'").str(); }

static Result loadGlobal(Stage &s, llvm::StringRef name) {
  if (s.activation->globals.isUndefined()) { // the prelude
    if (const FunctionCode *code = s.session.prelude(name))
      return preludeFunction(s, code);
    if (Value found = builtinType(s, name); !found.isUndefined()) // not what stands there now
      return found;
  } else if (Value found = outsideEntry(s, s.activation->globals, name); !found.isUndefined()) {
    return defined(s, found,
                   [&] { raise(s, "NameError", "name " + quoted(name) + " is not defined"); });
  }
  if (Value found = builtinName(s, name); !found.isUndefined())
    return found;
  if (s.activation->globals.isUndefined()) // a module that a program with arrays need not import
    if (host::Handle module = importedModule(s, name.str()).value)
      return Value::ofStatic(module);
  return raise(s, "NameError", "name " + quoted(name) + " is not defined");
}

Result loadName(Stage &s, llvm::StringRef name) {
  const FunctionCode &code = *s.activation->code;
  NamePlace place = code.place(name);
  size_t frame = s.activation->frame;
  switch (place.kind) {
  case NamePlace::Kind::Local: {
    Value value = s.state.frame(frame).slots[place.index];
    if (!value.isUndefined() && !value.isUnion() && !value.isBox())
      return value;
    Result result = defined(s, value, [&] {
      raise(s, "UnboundLocalError",
            "cannot access local variable " + quoted(name) +
                " where it is not associated with a value");
    });
    if (result && *result != value)
      s.state.writeFrame(frame).slots[place.index] = *result;
    return result;
  }
  case NamePlace::Kind::Cell: {
    Value cell = s.state.frame(frame).slots[place.index];
    bool isFree = static_cast<size_t>(place.index) >= code.firstFree();
    return defined(s, cellContents(s, cell), [&] {
      if (isFree)
        raise(s, "NameError",
              "cannot access free variable " + quoted(name) +
                  " where it is not associated with a value in enclosing scope");
      else
        raise(s, "UnboundLocalError",
              "cannot access local variable " + quoted(name) +
                  " where it is not associated with a value");
    });
  }
  case NamePlace::Kind::ClassLocal: {
    Value value = s.state.frame(frame).slots[place.index];
    if (value.isUndefined())
      return loadGlobal(s, name);
    return value;
  }
  case NamePlace::Kind::Global:
    break;
  }
  return loadGlobal(s, name);
}

// Raises where the body of an enum has this name already; false: the path ended.
static bool bindsMember(Stage &s, llvm::StringRef name, size_t index) {
  Value before = s.state.frame(s.activation->frame).slots[index];
  if (before.isUndefined() || before.isCallable() || name.starts_with("_"))
    return true;
  Result shown = s.find<InstanceObject>(before) ? Result() : repr(s, before);
  if (!shown || !s.asStr(*shown))
    refuse(s, diag::Kind::UnsupportedStatement, {"enum that defines a name twice"});
  raise(s, "TypeError", "'" + name + "' already defined as " + *s.asStr(*shown));
  return false;
}

bool storeName(Stage &s, llvm::StringRef name, Value value) {
  NamePlace place = s.activation->code->place(name);
  switch (place.kind) {
  case NamePlace::Kind::ClassLocal:
    if (s.activation->isEnumBody && !bindsMember(s, name, place.index))
      return false;
    [[fallthrough]];
  case NamePlace::Kind::Local:
    s.state.writeFrame(s.activation->frame).slots[place.index] = value;
    return true;
  case NamePlace::Kind::Cell:
    setCell(s, s.state.frame(s.activation->frame).slots[place.index], value);
    return true;
  case NamePlace::Kind::Global:
    return setOutsideEntry(s, s.activation->globals, name, value);
  }
  return true;
}

bool deleteName(Stage &s, llvm::StringRef name) {
  if (!loadName(s, name))
    return false;
  if (s.activation->code->place(name).kind == NamePlace::Kind::Global)
    return setOutsideEntry(s, s.activation->globals, name, {});
  return storeName(s, name, {});
}

Value cellContents(Stage &s, Value cell) {
  const CellObject *object = s.find<CellObject>(cell);
  if (object->isRuntime())
    return unbox(s, rtPlain(s, "cell_get", {object->runtime.ssa()}, ir::BoxType::get(&s.context)),
                 s.facts.types.read(object->held));
  return object->contents.isUndefined() ? initialCell(s, cell.address()) : object->contents;
}

void setCell(Stage &s, Value cell, Value value) {
  if (isOutside(s, cell.address()))
    writeOutsideCell(s, cell, value);
  if (!s.find<CellObject>(cell)->isRuntime()) {
    s.write<CellObject>(cell).contents = value;
    return;
  }
  growTypes(s, s.find<CellObject>(cell)->held, value);
  mlir::Value boxed = toBox(s, value);
  rtPlain(s, "cell_set", {s.find<CellObject>(cell)->runtime.ssa(), boxed});
}

} // namespace lith::stage
