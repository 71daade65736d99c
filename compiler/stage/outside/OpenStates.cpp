// OpenStates.cpp: see OpenStates.h. There is no Python object to write to where a saved program
// runs: a list or dict that it changes is a value of its own, which lasts. What one call puts there
// the next one finds, so its elements are of the types that the program puts there as well, and of
// those that other programs of the file do.
#include "stage/outside/OpenStates.h"
#include "stage/Boxing.h"
#include "stage/Outside.h"
#include "stage/emit/Emit.h"
#include "stage/emit/Refusals.h"
#include "stage/outside/Elements.h"
#include "stage/outside/HostAccess.h"
#include "stage/outside/OpenLists.h"
#include "stage/runtime/Types.h"

namespace lith::stage {

using contract::ElementType;
using contract::Guard;
using contract::Path;
using contract::Step;
using host::Handle;
using host::Kind;
using Is = ElementType::Kind;

bool isStateContainer(Stage &s, const Path &path) {
  return s.request.options.forArtifact && path.argument < 0 &&
         (s.facts.has(FactKind::Grows, siteOf(s.host, path)) || isChanging(s, path));
}

/// The registries of a module name its tensors: what is put there is no element of many. Before
/// PyTorch 2.5 they are OrderedDicts.
static bool isRegistry(const Path &path) {
  llvm::ArrayRef<Step> steps = path.steps;
  if (!steps.empty() && steps.back().kind == Step::Kind::Payload)
    steps = steps.drop_back();
  llvm::StringRef name = steps.empty() ? "" : llvm::StringRef(steps.back().name);
  return name == "_parameters" || name == "_buffers" || name == "_modules";
}

void openState(Stage &s, Value object) {
  const OutsideObject &known = s.outside.objects.at(object.address());
  Kind kind = known.handle ? s.host.kind(known.handle) : Kind::None;
  if ((kind != Kind::List && kind != Kind::Dict) || known.path.argument >= 0 || known.isNamespace ||
      isRegistry(known.path) || !addFact(s, FactKind::Grows, siteOf(s.host, known.path)))
    return;
  s.facts.forgetFollowing();
  throw Restart{};
}

ObjectPtr openDict(Stage &s, Handle handle, const Path &path, Address address) {
  const OutsideObject &known = s.outside.objects.at(address);
  bool isPayload = !path.steps.empty() && path.steps.back().kind == Step::Kind::Payload;
  if (!isStateContainer(s, path) || isPayload || known.isNamespace)
    return nullptr;
  std::optional<ElementType> entries = stateElements(s, path, entriesOf(s, handle));
  if (!entries)
    return nullptr;
  mlir::Value box = addOpenInput(s, path, *entries);
  auto atEntry = mlir::OpBuilder::atBlockBegin(s.emission.entry);
  auto dict = std::make_shared<DictObject>();
  dict->site = siteOf(s.host, path);
  dict->runtime =
      Value::raw(ir::UnboxOp::create(atEntry, s.loc(), ir::DictType::get(&s.context), box));
  dict->element = variableOf(s, entries->parts[1], elementsOf(dict->site), dict->site);
  dict->key = variableOf(s, entries->parts[0], keysOf(dict->site), idOf<Site>(dict->site, "key"));
  s.outside.objects.at(address).identityMatters = true;
  return dict;
}

/// The input of which a runtime container of before the call is made.
static std::optional<unsigned> containersInput(Stage &s, Value runtime) {
  auto unboxed = runtime.isUndefined() ? nullptr : runtime.ssa().getDefiningOp<ir::UnboxOp>();
  auto input = unboxed ? llvm::dyn_cast<mlir::BlockArgument>(unboxed.getOperand()) : nullptr;
  return input && input.getOwner() == s.emission.entry ? std::optional(input.getArgNumber())
                                                       : std::nullopt;
}

static std::optional<unsigned> containersInput(Stage &s, Address container) {
  auto initial = s.outside.initialObjects.find(container);
  if (initial == s.outside.initialObjects.end())
    return std::nullopt;
  if (initial->second->kind == ObjectKind::List)
    return containersInput(s, static_cast<const ListObject &>(*initial->second).runtime);
  if (initial->second->kind == ObjectKind::Dict)
    return containersInput(s, static_cast<const DictObject &>(*initial->second).runtime);
  return std::nullopt;
}

std::optional<unsigned> containerInput(Stage &s, const Path &path, Value before, Value value) {
  if (!before.isRef() || !value.isRef() || !isOutside(s, before.address()) ||
      isOutside(s, value.address()))
    return std::nullopt;
  ensureOutside(s, before);
  auto *list = s.find<ListObject>(value);
  bool areLists = list && !list->frozen && s.find<ListObject>(before);
  bool areDicts = s.find<DictObject>(value) && s.find<DictObject>(before) &&
                  s.find<DictObject>(value)->owner.isUndefined();
  if (!areLists && !areDicts)
    return std::nullopt;
  openState(s, before);
  std::optional<unsigned> input = containersInput(s, before.address());
  if (!input)
    return std::nullopt;
  makeRuntime(s, value);
  Site site = siteOf(s.host, path);
  if (areLists) {
    s.mustRestart |= s.facts.types.unite(elementsOf(site), s.find<ListObject>(value)->element);
  } else {
    s.mustRestart |= s.facts.types.unite(elementsOf(site), s.find<DictObject>(value)->element);
    s.mustRestart |= s.facts.types.unite(keysOf(site), s.find<DictObject>(value)->key);
  }
  return input;
}

/// What types of the stage are as those of elements; nullopt: they are several, or others.
static std::optional<ElementType> elementOf(Stage &s, const TypeSet *types) {
  ElementType element;
  if (types->types.empty())
    return element;
  if (types->types.size() > 1)
    return std::nullopt;
  const Type &type = types->types.front();
  switch (type.kind) {
  case Type::Kind::Bool:
    element.kind = Is::Bool;
    return element;
  case Type::Kind::Int:
    element.kind = Is::Int;
    return element;
  case Type::Kind::Float:
    element.kind = Is::Float;
    return element;
  case Type::Kind::Str:
    element.kind = Is::Str;
    return element;
  case Type::Kind::Tensor:
    element.kind = Is::Tensor;
    element.dtype = type.dtype;
    element.rank = type.rank;
    return type.rank >= 0 && !type.requiresGrad ? std::optional(element) : std::nullopt;
  case Type::Kind::List: {
    auto part = elementOf(s, s.facts.types.read(type.element));
    element.kind = Is::List;
    if (part)
      element.parts.push_back(std::move(*part));
    return part ? std::optional(element) : std::nullopt;
  }
  case Type::Kind::Tuple:
    element.kind = Is::Tuple;
    for (const TypeSet *each : type.elements) {
      auto part = elementOf(s, each);
      if (!part)
        return std::nullopt;
      element.parts.push_back(std::move(*part));
    }
    return element;
  default:
    return std::nullopt;
  }
}

static bool isDict(Stage &s, const Path &path) {
  auto known = s.outside.values.find(keyOf(s.host, path));
  auto initial = known != s.outside.values.end() && known->second.isRef()
                     ? s.outside.initialObjects.find(known->second.address())
                     : s.outside.initialObjects.end();
  return initial != s.outside.initialObjects.end() && initial->second->kind == ObjectKind::Dict;
}

void noteStates(Stage &s) {
  if (!s.request.options.forArtifact)
    return;
  for (Guard &guard : s.interface.guards) {
    if (guard.kind != Guard::Kind::Elements || guard.path.argument >= 0)
      continue;
    Site site = siteOf(s.host, guard.path);
    auto held = elementOf(s, s.facts.types.read(elementsOf(site)));
    if (isDict(s, guard.path) && held) {
      auto key = elementOf(s, s.facts.types.read(keysOf(site)));
      ElementType entry;
      entry.kind = Is::Tuple;
      entry.parts = {key.value_or(ElementType{}), *held};
      held = key ? std::optional(entry) : std::nullopt;
    }
    if (held)
      guard.elements = *held;
    else if (isChanging(s, guard.path))
      refuse(s, diag::Kind::OutsideWrite,
             {"a container that other programs of the file find, with elements of several types"});
  }
}

} // namespace lith::stage
