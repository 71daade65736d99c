// OutsideWrites.cpp: writes to objects that exist before the call: each is an operation at its
// place.
#include "stage/outside/Arguments.h"
#include "stage/outside/Caches.h"
#include "stage/outside/FunctionWrites.h"

#include <lith/program.h>

namespace lith::stage {

using contract::Guard;
using contract::Input;
using contract::Path;
using contract::Step;
using host::Handle;
using host::Kind;

void noteOutsideWrite(Stage &s, Value object, llvm::StringRef name) {
  auto known = s.impl->outside.find(object.address());
  Handle handle = known == s.impl->outside.end() ? nullptr : known->second.handle;
  if (handle && s.host.kind(handle) == Kind::MappingProxy)
    s.refuse(diag::Kind::OutsideWrite, {"a mappingproxy"});
  const syntax::Node *at = s.activation ? s.activation->at : nullptr;
  if (s.impl->isInFunction)
    s.impl->functionWrites = s.diagnostic(at, diag::Kind::OutsideWrite,
                                          {"an object inside of a function that calls itself"});
  std::string what = name.empty() ? "an object" : "'" + name.str() + "'";
  diag::Diagnostic refusal = s.diagnostic(at, diag::Kind::OutsideWrite,
                                          {what + ", which a function that calls itself reads"});
  s.impl->writesOutside.try_emplace(object.address(), refusal);
  if (handle)
    s.impl->namesWritten.try_emplace({handle, name.str()}, refusal);
}

// The name that an operation on an outside object writes; empty: other parts of it.
static llvm::StringRef nameWritten(Stage &s, HostOperation operation, Value object,
                                   llvm::ArrayRef<Value> operands) {
  bool isAttribute =
      operation == HostOperation::SetAttribute || operation == HostOperation::DeleteAttribute;
  bool isEntry = operation == HostOperation::SetItem || operation == HostOperation::DeleteItem;
  if (!isAttribute && !(isEntry && s.isNamespace(object.address())))
    return "";
  return s.asStr(operands.front()).value_or("");
}

bool Stage::setOutsideEntry(Value dict, llvm::StringRef name, Value value) {
  Value key = string(name);
  bool isClass = host.kind(outsideHandle(dict.address())) == Kind::Class;
  HostOperation remove = isClass ? HostOperation::DeleteAttribute : HostOperation::DeleteItem;
  HostOperation set = isClass ? HostOperation::SetAttribute : HostOperation::SetItem;
  hostOperation(int(value.isUndefined() ? remove : set), dict,
                value.isUndefined() ? llvm::ArrayRef<Value>{key}
                                    : llvm::ArrayRef<Value>{key, value});
  auto &entries = write<DictObject>(dict).entries;
  for (auto &[known, place] : entries)
    if (known == key) {
      place = value;
      return true;
    }
  entries.push_back({key, value});
  return true;
}

// The object as an operand: by the table of constants, or, where each call may have another one, as
// an input.
mlir::Value Stage::outsideOperand(Value object) {
  OutsideObject &known = impl->outside.at(object.address());
  if (!known.path.steps.empty() && known.path.steps.back().kind == Step::Kind::Payload) {
    Path owner = known.path; // a payload is written in the instance that it is inside of
    owner.steps.pop_back();
    for (auto &[address, other] : impl->outside)
      if (other.path == owner && address != object.address())
        return outsideOperand(Value::ref(address));
  }
  if (known.path.argument < 0 && !known.isReplaced)
    return ir::OpaqueOp::create(builder(), loc(), ir::BoxType::get(&context),
                                opaqueIndex(known.handle));
  auto [it, isNew] = impl->objectInputs.try_emplace(object.address(), mlir::Value());
  if (isNew)
    it->second = addInput(known.path, Input::Kind::Object, ir::BoxType::get(&context), "");
  return it->second;
}

void Stage::hostOperation(int operation, Value object, llvm::ArrayRef<Value> operands) {
  noteOutsideWrite(*this, object, nameWritten(*this, HostOperation(operation), object, operands));
  checkNotCached(*this, "writes an object that existed before the call");
  if (request.options.forArtifact)
    refuse(diag::Kind::OutsideWrite,
           {"an object that existed before the call, which a saved program cannot"});
  impl->outside.at(object.address()).identityMatters = true;
  llvm::SmallVector<mlir::Value> values{constantInt(operation)};
  llvm::SmallVector<mlir::Value> boxed;
  for (Value operand : operands) {
    checkHasObject(*this, operand);
    boxed.push_back(outsideValue(operand));
  }
  values.push_back(outsideOperand(object));
  values.append(boxed.begin(), boxed.end());
  rt("host", values, ir::BoxType::get(&context));
}

// A value that leaves the program: an outside object as itself.
mlir::Value Stage::outsideValue(Value value) {
  if (value.isRef() && isOutside(value.address()) && !isTensor(value))
    return outsideOperand(value);
  if (Handle method = methodHandle(*this, value))
    return ir::OpaqueOp::create(builder(), loc(), ir::BoxType::get(&context), opaqueIndex(method));
  return toBox(value);
}

// What the attribute is already: `self.table = self.table.to(device)`.
static bool isHeld(Stage &s, Value object, llvm::StringRef name, Value value) {
  auto *instance = s.find<InstanceObject>(object);
  const Value *held = instance ? instance->find(name) : nullptr;
  return held && *held == value && (value.isRef() || value.isStatic());
}

// With `freeze`, a tensor that the program replaces is no constant: what it puts there is read.
static void thaw(Stage &s, const Path &place, Handle before) {
  uint64_t site = thawedSite(s.host, place);
  bool isTensor =
      before && (s.host.kind(before) == Kind::Tensor || s.host.kind(before) == Kind::Parameter);
  if (!s.request.options.freeze || !isTensor || place.argument >= 0)
    return;
  if (!s.facts.has(FactKind::State, site))
    s.restart(FactKind::State, site);
  s.impl->written.push_back({keyOf(s.host, place), before});
}

bool Stage::writeOutside(Value object, llvm::StringRef name, Value value) {
  if (isHeld(*this, object, name, value) || keepsFunction(*this, object, name, value))
    return true;
  const OutsideObject &known = impl->outside.at(object.address());
  Handle space = find<InstanceObject>(object) ? host.instanceDict(known.handle) : nullptr;
  Path place = extended(known.path, Step::Kind::Attribute, name.str());
  if (space)
    thaw(*this, place, host.dictGet(space, host.str({name.data(), name.size()})));
  else if (isTensor(object)) // `weight.data = other`
    thaw(*this, known.path, known.handle);
  noteOutsideWrite(*this, object, name);
  if (request.options.forArtifact && space &&
      writeState(place, value, [&] { return initialAttribute(object.address(), name); }))
    return true;
  hostOperation(int(HostOperation::SetAttribute), object, {string(name), value});
  return true;
}

// A variable of an enclosing function that ran before the call.
void Stage::writeOutsideCell(Value cell, Value value) {
  if (value.isUndefined())
    refuse(diag::Kind::OutsideWrite, {"`del` of a variable of an enclosing function"});
  const OutsideObject &known = impl->outside.at(cell.address());
  Path place = extended(known.path, Step::Kind::Cell, "");
  if (Handle before = host.cellContents(known.handle))
    thaw(*this, place, before);
  noteOutsideWrite(*this, cell, "");
  if (!request.options.forArtifact ||
      !writeState(place, value, [&] { return initialCell(cell.address()); }))
    hostOperation(int(HostOperation::SetCell), cell, value);
}

// An entry that the dict has before the call.
static bool writeStateEntry(Stage &s, Value dict, Value key, Value value) {
  const OutsideObject &known = s.impl->outside.at(dict.address());
  Handle handle = s.toHandle(key);
  auto name = s.asStr(key);
  if (known.given || known.isNamespace || !name || !s.host.dictGet(known.handle, handle))
    return false;
  Path place = extended(known.path, Step::Kind::Key, name->str(), 0, handle);
  return s.writeState(place, value, [&] { return s.initialEntry(dict.address(), key); });
}

// At a constant index or key of a known container.
bool Stage::writeOutsideItem(Value object, Value index, Value value) {
  noteOutsideWrite(*this, object, "");
  if (find<ListObject>(object)) {
    int64_t count = int64_t(find<ListObject>(object)->elements.size()), at = *asInt(index);
    at = at < 0 ? at + count : at;
    if (at < 0 || at >= count) {
      raise("IndexError", "list assignment index out of range");
      return false;
    }
    const OutsideObject &known = impl->outside.at(object.address());
    bool isState = request.options.forArtifact && !known.given &&
                   writeState(extended(known.path, Step::Kind::Item, "", at), value,
                              [&] { return initialItem(object.address(), size_t(at)); });
    if (!isState)
      hostOperation(int(HostOperation::SetItem), object, {integer(at), value});
    write<ListObject>(object).elements[at] = value;
    return true;
  }
  auto i = findEntry(object, index);
  if (auto name = asStr(index); name && find<DictObject>(object)->owner.isUndefined()) {
    const OutsideObject &known = impl->outside.at(object.address());
    Handle key = toHandle(index);
    thaw(*this, extended(known.path, Step::Kind::Key, name->str(), 0, key),
         known.given ? nullptr : host.dictGet(known.handle, key));
  }
  if (!request.options.forArtifact || !i || !writeStateEntry(*this, object, index, value))
    hostOperation(int(HostOperation::SetItem), object, {index, value});
  auto &entries = write<DictObject>(object).entries;
  if (i)
    entries[*i].second = value;
  else
    entries.push_back({index, value});
  return true;
}

// --- ambient values

static llvm::StringRef ambientGetter(llvm::StringRef name) {
  return llvm::StringSwitch<llvm::StringRef>(name)
      .Case("grad_mode", "torch.is_grad_enabled")
      .Case("inference_mode", "torch.is_inference_mode_enabled")
      .Case("default_dtype", "torch.get_default_dtype")
      .Case("autocast", "torch.is_autocast_enabled")
      .Default("");
}

Value Stage::ambient(llvm::StringRef name) {
  for (auto &[key, value] : state.ambient->values)
    if (key == name)
      return value;
  auto [it, isNew] = impl->ambientValues.try_emplace(name, Value());
  if (!isNew)
    return it->second;
  Value value = name == "grad_mode"       ? boolean(true)
                : name == "default_dtype" ? Value::ofStatic(host.dtype(6))
                                          : boolean(false);
  std::vector<Handle> arguments;
  if (name == "autocast")
    arguments.push_back(host.str("cpu"));
  if (Handle getter =
          ambientGetter(name).empty() ? nullptr : host.lookup(ambientGetter(name).str()))
    if (host::Outcome outcome = host.call(getter, arguments, {}); outcome.ok())
      value = ofHandle(outcome.value);
  Guard made;
  made.kind = Guard::Kind::Ambient;
  made.name = name.str();
  made.expected = value.handle();
  addGuard(std::move(made));
  impl->ambientValues[name] = value;
  return value;
}

void Stage::setAmbient(llvm::StringRef name, Value value) {
  ambient(name);
  for (auto &[key, place] : state.writeAmbient().values)
    if (key == name) {
      place = value;
      return;
    }
  state.writeAmbient().values.push_back({intern(name), value});
}

} // namespace lith::stage
