// Names.cpp: reading, binding and deleting names.
#include "stage/outside/Imports.h"

namespace lith::stage {

// `value` without its undefined alternative; `missing` raises on the path that has it.
Result Stage::defined(Value value, llvm::function_ref<void()> missing) {
  if (value.isUndefined()) {
    missing();
    return std::nullopt;
  }
  if (value.isBox()) {
    auto isUndefined = [](const Type &type) { return type.kind == Type::Kind::Undefined; };
    if (llvm::none_of(value.types()->types, isUndefined))
      return value;
    mlir::Value tag = ir::TagOp::create(builder(), loc(), value.ssa());
    mlir::Value isNull =
        ir::CompareOp::create(builder(), loc(), ir::CompareKind::eq, tag, constantInt(0));
    State rest, none;
    branch(isNull, none, rest);
    state = std::move(none);
    missing();
    state = std::move(rest);
    llvm::SmallVector<Type> types;
    llvm::copy_if(value.types()->types, std::back_inserter(types),
                  [&](const Type &type) { return !isUndefined(type); });
    return unbox(value.ssa(), typeSet(types));
  }
  if (!value.isUnion())
    return value;
  const UnionData &data = value.oneOf();
  auto found = llvm::find_if(data.alternatives, [](Value v) { return v.isUndefined(); });
  if (found == data.alternatives.end())
    return value;
  size_t index = found - data.alternatives.begin();
  mlir::Value isMissing = ir::CompareOp::create(builder(), loc(), ir::CompareKind::eq, data.which,
                                                constantInt(int64_t(index)));
  State rest, none;
  branch(isMissing, none, rest);
  state = std::move(none);
  missing();
  state = std::move(rest);
  return without(value, index);
}

Value Stage::without(Value value, size_t index) {
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
  return Value::oneOf(arena.make<UnionData>(data.which, keep<Value>(alternatives)));
}

static std::string quoted(llvm::StringRef name) { return ("'" + name + "'").str(); }

Result Stage::loadGlobal(llvm::StringRef name) {
  if (activation->globals.isUndefined()) { // the prelude
    if (const FunctionCode *code = session.prelude(name))
      return preludeFunction(code);
  } else if (Value found = outsideEntry(activation->globals, name); !found.isUndefined()) {
    return defined(found, [&] { raise("NameError", "name " + quoted(name) + " is not defined"); });
  }
  if (Value found = builtinName(name); !found.isUndefined())
    return found;
  if (activation->globals.isUndefined()) // a module that a program with arrays need not import
    if (host::Handle module = importedModule(*this, name.str()).value)
      return Value::ofStatic(module);
  return raise("NameError", "name " + quoted(name) + " is not defined");
}

Result Stage::loadName(llvm::StringRef name) {
  const FunctionCode &code = *activation->code;
  NamePlace place = code.place(name);
  size_t frame = activation->frame;
  switch (place.kind) {
  case NamePlace::Kind::Local: {
    Value value = state.frame(frame).slots[place.index];
    if (!value.isUndefined() && !value.isUnion() && !value.isBox())
      return value;
    Result result = defined(value, [&] {
      raise("UnboundLocalError", "cannot access local variable " + quoted(name) +
                                     " where it is not associated with a value");
    });
    if (result && *result != value)
      state.writeFrame(frame).slots[place.index] = *result;
    return result;
  }
  case NamePlace::Kind::Cell: {
    Value cell = state.frame(frame).slots[place.index];
    bool isFree = static_cast<size_t>(place.index) >= code.firstFree();
    return defined(cellContents(cell), [&] {
      if (isFree)
        raise("NameError", "cannot access free variable " + quoted(name) +
                               " where it is not associated with a value in enclosing scope");
      else
        raise("UnboundLocalError", "cannot access local variable " + quoted(name) +
                                       " where it is not associated with a value");
    });
  }
  case NamePlace::Kind::ClassLocal: {
    Value value = state.frame(frame).slots[place.index];
    if (value.isUndefined())
      return loadGlobal(name);
    return value;
  }
  case NamePlace::Kind::Global:
    break;
  }
  return loadGlobal(name);
}

// Raises where the body of an enum has this name already; false: the path ended.
static bool bindsMember(Stage &s, llvm::StringRef name, size_t index) {
  Value before = s.state.frame(s.activation->frame).slots[index];
  if (before.isUndefined() || before.isCallable() || name.starts_with("_"))
    return true;
  Result shown = s.find<InstanceObject>(before) ? Result() : s.repr(before);
  if (!shown || !s.asStr(*shown))
    s.refuse(diag::Kind::UnsupportedStatement, {"enum that defines a name twice"});
  s.raise("TypeError", "'" + name + "' already defined as " + *s.asStr(*shown));
  return false;
}

bool Stage::storeName(llvm::StringRef name, Value value) {
  NamePlace place = activation->code->place(name);
  switch (place.kind) {
  case NamePlace::Kind::ClassLocal:
    if (activation->isEnumBody && !bindsMember(*this, name, place.index))
      return false;
    [[fallthrough]];
  case NamePlace::Kind::Local:
    state.writeFrame(activation->frame).slots[place.index] = value;
    return true;
  case NamePlace::Kind::Cell:
    setCell(state.frame(activation->frame).slots[place.index], value);
    return true;
  case NamePlace::Kind::Global:
    return setOutsideEntry(activation->globals, name, value);
  }
  return true;
}

bool Stage::deleteName(llvm::StringRef name) {
  if (!loadName(name))
    return false;
  if (activation->code->place(name).kind == NamePlace::Kind::Global)
    return setOutsideEntry(activation->globals, name, {});
  return storeName(name, {});
}

Value Stage::cellContents(Value cell) {
  const CellObject *object = find<CellObject>(cell);
  if (object->isRuntime())
    return unbox(rtPlain("cell_get", {object->runtime.ssa()}, ir::BoxType::get(&context)),
                 impl->types.read(object->site));
  return object->contents.isUndefined() ? initialCell(cell.address()) : object->contents;
}

void Stage::setCell(Value cell, Value value) {
  if (isOutside(cell.address()))
    writeOutsideCell(cell, value);
  if (!find<CellObject>(cell)->isRuntime()) {
    write<CellObject>(cell).contents = value;
    return;
  }
  growTypes(find<CellObject>(cell)->site, value);
  mlir::Value boxed = toBox(value);
  rtPlain("cell_set", {find<CellObject>(cell)->runtime.ssa(), boxed});
}

} // namespace lith::stage
