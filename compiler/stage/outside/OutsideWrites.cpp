// OutsideWrites.cpp: writes to objects that exist before the call: each is an operation at its
// place.
#include "stage/outside/OutsideWrites.h"
#include "stage/Boxing.h"
#include "stage/Gradients.h"
#include "stage/Outside.h"
#include "stage/Protocols.h"
#include "stage/emit/Emit.h"
#include "stage/emit/Refusals.h"
#include "stage/outside/Arguments.h"
#include "stage/outside/FunctionWrites.h"
#include "stage/outside/HostAccess.h"
#include "stage/outside/OpenStates.h"
#include "stage/outside/States.h"
#include "stage/runtime/Boxes.h"

#include <lith/program.h>

namespace lith::stage {

using contract::Guard;
using contract::Input;
using contract::Path;
using contract::Step;
using host::Handle;
using host::Kind;

static mlir::Value outsideValue(Stage &, Value value);

void noteOutsideWrite(Stage &s, Value object, llvm::StringRef name) {
  auto known = s.outside.objects.find(object.address());
  Handle handle = known == s.outside.objects.end() ? nullptr : known->second.handle;
  if (handle && s.host.kind(handle) == Kind::MappingProxy)
    refuse(s, diag::Kind::OutsideWrite, {"a mappingproxy"});
  const syntax::Node *at = s.activation ? s.activation->at : nullptr;
  if (!s.body.isMain)
    s.body.outsideUse.refusedWrite = diagnostic(
        s, at, diag::Kind::OutsideWrite, {"an object inside of a function that calls itself"});
  std::string what = name.empty() ? "an object" : "'" + name.str() + "'";
  diag::Diagnostic refusal = diagnostic(s, at, diag::Kind::OutsideWrite,
                                        {what + ", which a function that calls itself reads"});
  s.functions.outsideWrites.push_back({object.address(), {handle, name.str()}, std::move(refusal)});
}

bool isWritten(Stage &s, Address object) {
  return llvm::any_of(s.functions.outsideWrites,
                      [&](const OutsideWrite &write) { return write.object == object; });
}

static bool isDict(Stage &s, Handle handle) {
  Handle held = s.host.kind(handle) == Kind::Instance ? hostOf(s).payload(handle) : handle;
  return held && s.host.kind(held) == Kind::Dict;
}

// What a proxy shows was copied when it was read.
void checkProxies(Stage &s) {
  std::vector<OutsideObject> proxies;
  for (auto &[address, object] : s.outside.objects)
    if (object.handle && s.host.kind(object.handle) == Kind::MappingProxy)
      proxies.push_back(object);
  bool writesDicts = llvm::any_of(s.functions.outsideWrites, [&](const OutsideWrite &write) {
    return write.name.first && isDict(s, write.name.first);
  });
  if (!writesDicts)
    return;
  for (const OutsideObject &proxy : proxies) {
    bool mayBeAny = proxy.path.argument >= 0 || proxy.isReplaced;
    Handle dict = hostOf(s).payload(proxy.handle);
    // Being known here, it is guarded not to be one that is passed.
    if (mayBeAny || !dict || isWritten(s, outside(s, dict, rootPath(s, dict)).address()))
      refuse(s, diag::Kind::OutsideWrite, {"a dict, and reads a mappingproxy, which may show it"});
  }
}

// The name that an operation on an outside object writes; empty: other parts of it.
static llvm::StringRef nameWritten(Stage &s, HostOperation operation, Value object,
                                   llvm::ArrayRef<Value> operands) {
  bool isAttribute =
      operation == HostOperation::SetAttribute || operation == HostOperation::DeleteAttribute;
  bool isEntry = operation == HostOperation::SetItem || operation == HostOperation::DeleteItem;
  if (!isAttribute && !(isEntry && isNamespace(s, object.address())))
    return "";
  return s.asStr(operands.front()).value_or("");
}

// A number that was read as a constant, and that the next call finds replaced, is an input after a
// restart.
static void openNumber(Stage &s, const Path &place, Value value) {
  auto found = s.outside.values.find(keyOf(s.host, place));
  bool wasRead = found != s.outside.values.end() && !found->second.isUndefined();
  if (s.request.options.forArtifact || place.argument >= 0 || !wasRead || value.isUndefined())
    return;
  Value before = found->second;
  auto type = numberType(s, before);
  bool isNumber = type == ScalarType::Int || type == ScalarType::Float;
  bool staysNumber = !value.isStatic() || numberType(s, value) == type;
  if (!isNumber || !before.isStatic() || before == value || !staysNumber)
    return;
  if (addFact(s, FactKind::State, siteOf(s.host, place)))
    s.mustRestart = true;
}

bool setOutsideEntry(Stage &s, Value dict, llvm::StringRef name, Value value) {
  Value key = s.string(name);
  bool isClass = s.host.kind(outsideHandle(s, dict.address())) == Kind::Class;
  openNumber(s,
             extended(outsidePath(s, dict.address()), Step::Kind::Key, name.str(), 0,
                      s.host.str({name.data(), name.size()})),
             value);
  HostOperation remove = isClass ? HostOperation::DeleteAttribute : HostOperation::DeleteItem;
  HostOperation set = isClass ? HostOperation::SetAttribute : HostOperation::SetItem;
  hostOperation(s, int(value.isUndefined() ? remove : set), dict,
                value.isUndefined() ? llvm::ArrayRef<Value>{key}
                                    : llvm::ArrayRef<Value>{key, value});
  auto &entries = s.write<DictObject>(dict).entries;
  for (auto &[known, place] : entries)
    if (known == key) {
      place = value;
      return true;
    }
  entries.push_back({key, value});
  return true;
}

// The object as an operand: by the table of constants, or, where each call may have another one, as
// an input. Of a tensor, only what it is like is guarded.
mlir::Value outsideOperand(Stage &s, Value object) {
  OutsideObject &known = s.outside.objects.at(object.address());
  if (!known.path.steps.empty() && known.path.steps.back().kind == Step::Kind::Payload) {
    Path owner = known.path; // a payload is written in the instance that it is inside of
    owner.steps.pop_back();
    for (auto &[address, other] : s.outside.objects)
      if (other.path == owner && address != object.address())
        return outsideOperand(s, Value::ref(address));
  }
  bool isConstant = known.path.argument < 0 && !isHeldWeakly(known.path);
  if (isConstant && !known.isReplaced && !s.isTensor(object))
    return ir::OpaqueOp::create(s.builder(), s.loc(), ir::BoxType::get(&s.context),
                                opaqueIndex(s, known.handle));
  auto [it, isNew] = s.outside.objectInputs.try_emplace(object.address(), mlir::Value());
  if (isNew)
    it->second = addInput(s, known.path, Input::Kind::Object, ir::BoxType::get(&s.context), "");
  return it->second;
}

void hostOperation(Stage &s, int operation, Value object, llvm::ArrayRef<Value> operands) {
  noteOutsideWrite(s, object, nameWritten(s, HostOperation(operation), object, operands));
  checkNotCached(s, "writes an object that existed before the call");
  if (s.request.options.forArtifact) {
    openState(s, object);
    refuse(s, diag::Kind::OutsideWrite,
           {"an object that existed before the call, which a saved program cannot"});
  }
  s.outside.objects.at(object.address()).identityMatters = true;
  llvm::SmallVector<mlir::Value> values{constantInt(s, operation)};
  llvm::SmallVector<mlir::Value> boxed;
  for (Value operand : operands) {
    checkHasObject(s, operand);
    boxed.push_back(outsideValue(s, operand));
  }
  values.push_back(outsideOperand(s, object));
  values.append(boxed.begin(), boxed.end());
  rt(s, "host", values, ir::BoxType::get(&s.context));
}

// A value that leaves the program: an outside object as itself.
static mlir::Value outsideValue(Stage &s, Value value) {
  if (value.isRef() && isOutside(s, value.address()) && s.outside.objects.count(value.address()))
    return outsideOperand(s, value);
  if (Handle method = methodHandle(s, value))
    return ir::OpaqueOp::create(s.builder(), s.loc(), ir::BoxType::get(&s.context),
                                opaqueIndex(s, method));
  keepHistories(s, value);
  return toBox(s, value);
}

// What the attribute is already: `self.table = self.table.to(device)`.
static bool isHeld(Stage &s, Value object, llvm::StringRef name, Value value) {
  auto *instance = s.find<InstanceObject>(object);
  const Value *held = instance ? instance->find(name) : nullptr;
  return held && *held == value && (value.isRef() || value.isStatic());
}

// With `freeze`, a tensor that the program replaces is no constant: what it puts there is read.
static void thaw(Stage &s, const Path &place, Handle before) {
  Site site = thawedSite(s.host, place);
  bool isTensor =
      before && (s.host.kind(before) == Kind::Tensor || s.host.kind(before) == Kind::Parameter);
  if (!s.request.options.freeze || !isTensor || place.argument >= 0)
    return;
  if (!s.facts.has(FactKind::State, site))
    restart(s, FactKind::State, site);
  s.interface.written.push_back(contract::placeOf(hostOf(s), keyOf(s.host, place), before));
}

bool writeOutside(Stage &s, Value object, llvm::StringRef name, Value value) {
  if (isHeld(s, object, name, value) || keepsFunction(s, object, name, value))
    return true;
  const OutsideObject &known = s.outside.objects.at(object.address());
  Handle space = s.find<InstanceObject>(object) ? hostOf(s).instanceDict(known.handle) : nullptr;
  Path place = extended(known.path, Step::Kind::Attribute, name.str());
  if (space)
    thaw(s, place, hostOf(s).dictGet(space, s.host.str({name.data(), name.size()})));
  else if (s.isTensor(object)) // `weight.data = other`
    thaw(s, known.path, known.handle);
  noteOutsideWrite(s, object, name);
  openNumber(s, place, value);
  if (s.request.options.forArtifact && space &&
      writeState(s, place, value, [&] { return initialAttribute(s, object.address(), name); }))
    return true;
  hostOperation(s, int(HostOperation::SetAttribute), object, {s.string(name), value});
  return true;
}

// A variable of an enclosing function that ran before the call.
void writeOutsideCell(Stage &s, Value cell, Value value) {
  if (value.isUndefined())
    refuse(s, diag::Kind::OutsideWrite, {"`del` of a variable of an enclosing function"});
  const OutsideObject &known = s.outside.objects.at(cell.address());
  Path place = extended(known.path, Step::Kind::Cell, "");
  if (Handle before = hostOf(s).cellContents(known.handle))
    thaw(s, place, before);
  noteOutsideWrite(s, cell, "");
  openNumber(s, place, value);
  if (!s.request.options.forArtifact ||
      !writeState(s, place, value, [&] { return initialCell(s, cell.address()); }))
    hostOperation(s, int(HostOperation::SetCell), cell, value);
}

// An entry that the dict has before the call.
static bool writeStateEntry(Stage &s, Value dict, Value key, Value value) {
  const OutsideObject &known = s.outside.objects.at(dict.address());
  Handle handle = s.toHandle(key);
  auto name = s.asStr(key);
  if (known.given || known.isNamespace || !name || !hostOf(s).dictGet(known.handle, handle))
    return false;
  Path place = extended(known.path, Step::Kind::Key, name->str(), 0, handle);
  return writeState(s, place, value, [&] { return initialEntry(s, dict.address(), key); });
}

// At a constant index or key of a known container.
bool writeOutsideItem(Stage &s, Value object, Value index, Value value) {
  noteOutsideWrite(s, object, "");
  if (s.find<ListObject>(object)) {
    int64_t count = int64_t(s.find<ListObject>(object)->elements.size()), at = *s.asInt(index);
    at = at < 0 ? at + count : at;
    if (at < 0 || at >= count) {
      raise(s, "IndexError", "list assignment index out of range");
      return false;
    }
    const OutsideObject &known = s.outside.objects.at(object.address());
    bool isState = s.request.options.forArtifact && !known.given &&
                   writeState(s, extended(known.path, Step::Kind::Item, "", at), value,
                              [&] { return initialItem(s, object.address(), size_t(at)); });
    if (!isState)
      hostOperation(s, int(HostOperation::SetItem), object, {s.integer(at), value});
    s.write<ListObject>(object).elements[at] = value;
    return true;
  }
  auto i = findEntry(s, object, index);
  if (auto name = s.asStr(index); name && s.find<DictObject>(object)->owner.isUndefined()) {
    const OutsideObject &known = s.outside.objects.at(object.address());
    Handle key = s.toHandle(index);
    Path place = extended(known.path, Step::Kind::Key, name->str(), 0, key);
    openNumber(s, place, value);
    thaw(s, place, known.given ? nullptr : hostOf(s).dictGet(known.handle, key));
  }
  if (!s.request.options.forArtifact || !i || !writeStateEntry(s, object, index, value))
    hostOperation(s, int(HostOperation::SetItem), object, {index, value});
  auto &entries = s.write<DictObject>(object).entries;
  if (i)
    entries[*i].second = value;
  else
    entries.push_back({index, value});
  return true;
}

} // namespace lith::stage
