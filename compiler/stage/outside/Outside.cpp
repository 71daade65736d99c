// Outside.cpp: objects that exist before the call: what is read of them becomes an
// input or a guard; what is written is an operation at its place.
//
// An outside object has one address, in a range of its own, whichever path reached
// it. Containers hold lazy values until they are read; what a read gives is kept
// here, not in the state, so that all paths agree.
#include "stage/Outside.h"
#include "stage/Arrays.h"
#include "stage/Protocols.h"
#include "stage/emit/Refusals.h"
#include "stage/outside/Arguments.h"
#include "stage/outside/Guards.h"
#include "stage/outside/HostAccess.h"
#include "stage/outside/OpenLists.h"
#include "stage/outside/OpenStates.h"
#include "stage/outside/States.h"
#include "stage/runtime/Boxes.h"

namespace lith::stage {

using contract::Guard;
using contract::Input;
using contract::Path;
using contract::Step;
using host::Handle;
using host::Kind;

static Value readOutside(Stage &, host::Handle handle, const contract::Path &path);
static Value readNumber(Stage &, host::Handle handle, const contract::Path &path);
static Value readTuple(Stage &, host::Handle handle, const contract::Path &path);
static Value openFlag(Stage &, host::Handle handle, const contract::Path &path);

bool isOutside(const Stage &s, Address address) { return address >= FirstOutside; }

bool isNamespace(const Stage &s, Address address) {
  auto it = s.outside.objects.find(address);
  return it != s.outside.objects.end() && it->second.isNamespace;
}

Path rootPath(Stage &s, Handle handle) {
  Path path;
  path.root = handle;
  return path;
}

/// Whether it is state of a saved program, which has it at run time.
static bool isOpenState(Stage &s, Address container) {
  auto initial = s.outside.initialObjects.find(container);
  return isStateContainer(s, outsidePath(s, container)) &&
         initial != s.outside.initialObjects.end() && isRuntime(*initial->second);
}

bool isMirrored(Stage &s, Address container) {
  if (!isOutside(s, container))
    return false;
  const Path &path = outsidePath(s, container);
  bool isSet = s.host.kind(outsideHandle(s, container)) == Kind::Set;
  return !s.request.options.forArtifact ||
         (!isSet && (isArgument(path) || isOpenState(s, container)));
}

// Why an instance is no input of a program; empty: it may be one.
static llvm::StringRef reasonAgainst(Stage &s, Handle handle) {
  Handle cls = hostOf(s).classOf(handle);
  std::string name = s.host.qualifiedName(cls);
  if (name == "torch.nn.parameter.UninitializedParameter" ||
      name == "torch.nn.parameter.UninitializedBuffer")
    return "a parameter that its module makes at its first call; call the module once before";
  std::vector<Handle> bases = hostOf(s).mro(cls);
  if (llvm::is_contained(bases, hostOf(s).lookup("torch.Tensor")))
    return "an instance of a subclass of torch.Tensor; pass `x.as_subclass(torch.Tensor)`";
  Handle local = hostOf(s).lookup("_thread._local");
  if (local && llvm::is_contained(bases, local))
    return "an object of a subclass of threading.local, whose attributes are a thread's; read them "
           "before the call, and pass what was found";
  Handle scripted = hostOf(s).lookup("torch.jit._script.ScriptModule");
  if (scripted && llvm::is_contained(bases, scripted)) // for which nothing stands
    return "a module of TorchScript that holds objects of classes or members of enums, changes "
           "lists or dicts, calls Python, or is a part of another that programs call; compile the "
           "one it was made of, or call "
           "lith.import_torchscript(it) outside of the program";
  return "";
}

mlir::BlockArgument addInput(Stage &s, const Path &path, Input::Kind kind, mlir::Type type,
                             std::string name) {
  Input input;
  input.path = path;
  input.kind = kind;
  input.isState = path.argument < 0;
  input.name = std::move(name);
  s.interface.inputs.push_back(std::move(input));
  return s.emission.entry->addArgument(type, mlir::UnknownLoc::get(&s.context));
}

Value outside(Stage &s, Handle handle, const Path &path) {
  std::string key = keyOf(s.host, path);
  auto [it, isNew] = s.outside.values.try_emplace(key, Value());
  if (!isNew && (!it->second.isUndefined())) {
    ensureOutside(s, it->second);
    return it->second;
  }
  checkNotDropped(s, key);
  Value value = readOutside(s, handle, path);
  s.outside.values[key] = value;
  return value;
}

// A path that has not met the object yet gets it as it was before the call.
void ensureOutside(Stage &s, Value value) {
  if (value.isTuple())
    for (Value element : value.tuple().elements)
      ensureOutside(s, element);
  if (value.isCallable() && value.callable().form == CallableData::Form::BoundMethod)
    ensureOutside(s, value.callable().self);
  if (value.isRef())
    insertOutside(s, value.address(), s.state);
}

static void insertHeld(Stage &s, Value value, State &into) {
  if (value.isTuple())
    for (Value element : value.tuple().elements)
      insertHeld(s, element, into);
  if (value.isRef())
    insertOutside(s, value.address(), into);
}

void noteRead(Stage &s, Handle object, llvm::StringRef name) {
  if (!s.body.isMain)
    s.body.outsideUse.names.insert({object, name.str()});
}

// That a function reads this object: all of it, or of what has names the names that it asks for.
static void noteReadOfFunction(Stage &s, Address address, const Object &object) {
  if (s.body.isMain || isNamespace(s, address))
    return;
  auto *instance =
      object.kind == ObjectKind::Instance ? static_cast<const InstanceObject *>(&object) : nullptr;
  auto known = s.outside.objects.find(address);
  Handle handle = known == s.outside.objects.end() ? nullptr : known->second.handle;
  if (handle && instance && instance->attributes.empty() && instance->payload.isUndefined())
    noteRead(s, handle, "__class__");
  else
    s.body.outsideUse.objects.insert(address);
}

void forEachObject(Stage &s, llvm::function_ref<void(Address, const Object &)> visit) {
  const Heap heap = s.state.heap;
  Heap::diff(Heap(), heap, [&](Address address) {
    if (const Object *object = heap.find(address))
      visit(address, *object);
  });
  for (auto &[address, initial] : s.outside.initialObjects)
    if (!heap.find(address))
      visit(address, *initial);
}

void insertOutside(Stage &s, Address address, State &into) {
  auto it = s.outside.initialObjects.find(address);
  if (it == s.outside.initialObjects.end() || into.heap.find(address))
    return;
  noteReadOfFunction(s, address, *it->second);
  into.heap.insert(address, it->second);
  if (auto *tensor = into.heap.find<TensorObject>(address))
    insertOutside(s, tensor->storage, into);
  if (auto *instance = into.heap.find<InstanceObject>(address))
    if (instance->payload.isRef())
      insertOutside(s, instance->payload.address(), into);
  if (!isOutside(s, address)) // a result of functools.lru_cache, with all that it holds
    it->second->forEachValue([&](Value &held) { insertHeld(s, held, into); });
}

// The keys of paths are compared, since names in them are other objects in each compilation.
bool isChanging(Stage &s, const Path &path) {
  return llvm::any_of(s.request.changing,
                      [&](const Path &one) { return keyOf(s.host, one) == keyOf(s.host, path); });
}

// A number that the program replaces for its next call.
static bool isStateNumber(Stage &s, const Path &path) {
  bool isFixed = s.facts.has(FactKind::FixedLists, Everywhere) && !s.request.options.forArtifact;
  bool isState =
      path.argument < 0 && !isFixed && s.facts.has(FactKind::State, siteOf(s.host, path));
  s.outside.hasOpenNumbers |= isState;
  return isState;
}

// The rate of a group of parameters of an optimizer, which schedules change: a program that took it
// for a constant would not last.
static bool isLearningRate(const Path &path) {
  llvm::ArrayRef<Step> steps = path.steps;
  if (steps.size() < 3)
    return false;
  const Step &groups = steps[steps.size() - 3], &key = steps.back();
  return groups.name == "param_groups" && key.kind == Step::Kind::Key && key.name == "lr";
}

// The default one is a constant, which the program draws from without asking the host each time.
static Value readGenerator(Stage &s, Handle handle, const Path &path) {
  Handle usual = hostOf(s).lookup("torch.default_generator");
  if (handle == usual) {
    guard(s, Guard::Kind::Identity, path, handle);
    return Value::ofStatic(handle);
  }
  Guard apart;
  apart.kind = Guard::Kind::Distinct;
  apart.path = path;
  apart.other = rootPath(s, usual);
  addGuard(s, std::move(apart));
  return readObject(s, handle, path);
}

static Value readOutside(Stage &s, Handle handle, const Path &path) {
  static constexpr size_t LongestPath = 400;
  if (path.steps.size() > LongestPath)
    refuse(s, diag::Kind::UnsupportedInput,
           {lastName(path), "an object that others hold, more than 400 of them"});
  switch (s.host.kind(handle)) {
  case Kind::Int:
  case Kind::Float:
    if ((isArgument(path) || isChanging(s, path) || isStateNumber(s, path) ||
         (isLearningRate(path) && !s.request.options.forArtifact)) &&
        !s.facts.has(FactKind::Pinned, siteOf(s.host, path)))
      return readNumber(s, handle, path);
    [[fallthrough]];
  case Kind::Str:
    if (s.host.kind(handle) == Kind::Str && s.host.asStr(handle).empty() && s.host.count(handle))
      refuse(s, diag::Kind::UnsupportedInput,
             {argumentName(s, handle, path), "a text with a lone surrogate"});
    if (Value text = openText(s, handle, path); !text.isUndefined())
      return text;
    [[fallthrough]];
  case Kind::Bool:
    if (Value flag = openFlag(s, handle, path); !flag.isUndefined())
      return flag;
    [[fallthrough]];
  case Kind::None:
  case Kind::Bytes:
  case Kind::Complex:
  case Kind::Ellipsis:
    // The number or string inside of an instance never changes: a guard of the instance by identity
    // is enough, and an argument, of which only the class is guarded, needs one of its own.
    if (path.argument >= 0 || path.steps.empty() || path.steps.back().kind != Step::Kind::Payload)
      guard(s, Guard::Kind::Equal, path, handle);
    return s.ofHandle(handle);
  case Kind::Tuple:
  case Kind::Size:
    return readTuple(s, handle, path);
  case Kind::Tensor:
  case Kind::Parameter:
    return readTensor(s, handle, path);
  case Kind::Instance:
    if (llvm::StringRef reason = reasonAgainst(s, handle); !reason.empty())
      refuse(s, diag::Kind::UnsupportedInput, {argumentName(s, handle, path), reason.str()});
    [[fallthrough]];
  case Kind::List:
  case Kind::Dict:
  case Kind::Set:
  case Kind::FrozenSet:
  case Kind::Cell:
  case Kind::MappingProxy:
    return readObject(s, handle, path);
  case Kind::Slice:
  case Kind::Range:
    guard(s, Guard::Kind::Equal, path, handle);
    return s.ofHandle(handle);
  case Kind::Generator:
    return readGenerator(s, handle, path);
  case Kind::Device: // of a tensor: an object of its own at each look, and always the CPU's
    if (!path.steps.empty() && path.steps.back().kind == Step::Kind::Slot)
      return Value::ofStatic(handle);
    [[fallthrough]];
  default:
    if (Value array = outsideArray(s, handle, path); !array.isUndefined())
      return array;
    if (Value number = givenNumber(s, handle, path); !number.isUndefined())
      return number;
    bool isNumber = isNumpyNumber(s, Value::ofStatic(handle)); // another object at each look
    guard(s, isNumber ? Guard::Kind::Equal : Guard::Kind::Identity, path, handle);
    return Value::ofStatic(handle);
  }
}

static Value readNumber(Stage &s, Handle handle, const Path &path) {
  bool isInt = s.host.kind(handle) == Kind::Int;
  if (isInt && !s.host.asInt(handle)) {
    guard(s, Guard::Kind::Equal, path, handle);
    return Value::ofStatic(handle);
  }
  guard(s, Guard::Kind::ClassIs, path, hostOf(s).classOf(handle));
  mlir::Type type =
      isInt ? mlir::Type(s.emission.builder.getI64Type()) : s.emission.builder.getF64Type();
  mlir::Value ssa =
      addInput(s, path, isInt ? Input::Kind::Int : Input::Kind::Float, type, lastName(path));
  s.outside.inputSites[ssa] = siteOf(s.host, path);
  return isInt ? s.intScalar(ssa) : s.floatScalar(ssa);
}

/// A bool that a saved program replaces, or another one of its file.
static Value openFlag(Stage &s, Handle handle, const Path &path) {
  bool isOpen = s.request.options.forArtifact && path.argument < 0 &&
                (isStateNumber(s, path) || isChanging(s, path));
  if (!isOpen || s.host.kind(handle) != Kind::Bool ||
      s.facts.has(FactKind::Pinned, siteOf(s.host, path)))
    return {};
  guard(s, Guard::Kind::ClassIs, path, hostOf(s).classOf(handle));
  mlir::Value box =
      addInput(s, path, Input::Kind::Bool, ir::BoxType::get(&s.context), lastName(path));
  auto atEntry = mlir::OpBuilder::atBlockBegin(s.emission.entry);
  return s.boolScalar(ir::UnboxOp::create(atEntry, s.loc(), s.builder().getI1Type(), box));
}

static Value readTuple(Stage &s, Handle handle, const Path &path) {
  guard(s, Guard::Kind::ClassIs, path, hostOf(s).classOf(handle));
  size_t count = hostOf(s).length(handle);
  guard(s, Guard::Kind::Length, path, nullptr, int64_t(count));
  llvm::SmallVector<Value> elements;
  for (size_t i = 0; i < count; ++i)
    elements.push_back(
        outside(s, hostOf(s).item(handle, i), extended(path, Step::Kind::Item, "", int64_t(i))));
  auto form = s.host.kind(handle) == Kind::Size ? TupleData::Form::Size : TupleData::Form::Tuple;
  auto &known = s.outside.tuples[handle]; // one object, on however many paths
  for (Value tuple : known)
    if (tuple.tuple().form == form && tuple.tuple().elements == llvm::ArrayRef<Value>(elements))
      return tuple;
  Value made = s.structure(form, elements);
  known.push_back(made);
  if (path.argument >= 0 || !s.request.options.forArtifact)
    s.outside.givenTuples[&made.tuple()] = path;
  return made;
}

Site siteOf(host::Constants &host, const Path &path) { return idOf<Site>(keyOf(host, path)); }

Site thawedSite(host::Constants &host, const Path &path) {
  return idOf<Site>(siteOf(host, path), "thawed");
}

void insertInitial(Stage &s, Address address, ObjectPtr object) {
  s.outside.initialObjects[address] = object;
  noteReadOfFunction(s, address, *object);
  s.state.heap.insert(address, std::move(object));
}

// Another path to an object that is known.
Value sameObject(Stage &s, Address address, const Path &path) {
  OutsideObject &known = s.outside.objects.at(address);
  known.hasOtherPaths = true;
  if (known.isState)
    refuse(s, diag::Kind::OutsideWrite,
           {"a tensor that has several names, which a saved program cannot"});
  bool mayBeOthers = known.path.argument >= 0 || path.argument >= 0 || known.isReplaced;
  if (!mayBeOthers && !s.find<TensorObject>(Value::ref(address))) {
    guard(s, Guard::Kind::Identity, path, known.handle);
  } else {
    Guard same;
    same.kind = Guard::Kind::SameStorage;
    same.path = path;
    same.other = known.path;
    same.flag = true;
    addGuard(s, std::move(same));
  }
  ensureOutside(s, Value::ref(address));
  return Value::ref(address);
}

// A list, dict or set, or an instance of a subclass, as a defaultdict.
static bool isContainer(Stage &s, Handle handle) {
  Handle held = s.host.kind(handle) == Kind::Instance ? hostOf(s).payload(handle) : handle;
  Kind kind = held ? s.host.kind(held) : Kind::Other;
  return kind == Kind::List || kind == Kind::Dict || kind == Kind::Set;
}

Value readObject(Stage &s, Handle handle, const Path &path, const contract::Argument *given) {
  if (s.outside.withinLists.count(handle))
    restart(s, FactKind::FixedLists, Everywhere);
  auto it = s.outside.addresses.find(handle);
  if (it != s.outside.addresses.end())
    return sameObject(s, it->second, path);
  // A payload is seen through an object of its own at each look: its contents are guarded.
  bool isPayload = !path.steps.empty() && path.steps.back().kind == Step::Kind::Payload;
  Kind kind = s.host.kind(handle);
  bool isReplaced = isContainer(s, handle) && path.argument < 0 && isChanging(s, path);
  if (!isPayload && path.argument < 0 && !isReplaced) {
    guard(s, Guard::Kind::Identity, path, handle);
    if (kind == Kind::Instance && !s.host.isFixed(hostOf(s).classOf(handle)))
      guardClass(s, handle, path);
  } else if (!isPayload)
    guard(s, Guard::Kind::ClassIs, path, hostOf(s).classOf(handle));
  Address address = s.outside.nextAddress++;
  s.outside.addresses[handle] = address;
  s.outside.objects[address] = OutsideObject(handle, path);
  s.outside.objects[address].isReplaced = isReplaced;
  s.outside.objects[address].given = given;
  insertInitial(s, address, initialObject(s, handle, path, address));
  return Value::ref(address);
}

Handle outsideHandle(Stage &s, Address address) { return s.outside.objects.at(address).handle; }

const Path &outsidePath(Stage &s, Address address) { return s.outside.objects.at(address).path; }

} // namespace lith::stage
