// OpenLists.cpp: lists that existed before the call, of any length.
//
// A list whose elements are of one type is a runtime list: the entry gets it with all that is in
// it, and a guard says of what type the elements are. Its length is known only where the program
// asks for that (preferLength), where it cannot be compiled otherwise (FactKind::FixedLists), and
// where its tensors are written or compared: those may be any of the other tensors.
#include "stage/outside/OpenLists.h"
#include "stage/Outside.h"
#include "stage/Protocols.h"
#include "stage/emit/Refusals.h"
#include "stage/outside/Arguments.h"
#include "stage/outside/HostAccess.h"
#include "stage/runtime/Types.h"

namespace lith::stage {

using contract::Argument;
using contract::ElementType;
using contract::Path;
using host::Handle;
using host::Kind;
using Is = ElementType::Kind;

namespace {

/// Finds what all elements of a list have in common.
class ElementReader {
public:
  explicit ElementReader(Stage &s) : s(s) {}

  llvm::DenseSet<Handle> within; ///< the lists in it

  std::optional<ElementType> listOf(Handle list) {
    ElementType common;
    for (size_t i = 0, count = hostOf(s).length(list); i < count; ++i)
      if (auto element = read(hostOf(s).item(list, i)); !element || !unite(common, *element))
        return std::nullopt;
    return common;
  }

  /// Of an argument that is described.
  std::optional<ElementType> listOf(const Argument &argument) {
    ElementType common;
    for (const Argument &child : argument.children)
      if (auto element = read(child); !element || !unite(common, *element))
        return std::nullopt;
    return common;
  }

private:
  static constexpr unsigned MaxDepth = 16; ///< of lists and tuples in lists
  static ElementType plain(Is kind) {
    ElementType type;
    type.kind = kind;
    return type;
  }
  static ElementType tensor(int dtype, size_t rank) {
    ElementType type = plain(Is::Tensor);
    type.dtype = dtype;
    type.rank = int(rank);
    return type;
  }
  static std::optional<ElementType> nested(std::optional<ElementType> part) {
    if (!part)
      return std::nullopt;
    ElementType type = plain(Is::List);
    type.parts.push_back(std::move(*part));
    return type;
  }

  std::optional<ElementType> read(Handle handle) {
    switch (s.host.kind(handle)) {
    case Kind::Bool:
      return plain(Is::Bool);
    case Kind::Int:
      return s.host.asInt(handle) ? std::optional(plain(Is::Int)) : std::nullopt;
    case Kind::Float:
      return plain(Is::Float);
    case Kind::Str:
      return plain(Is::Str);
    case Kind::Tensor: {
      host::TensorInfo info = hostOf(s).tensor(handle);
      bool fits = info.supported && !info.requiresGrad &&
                  Value::ofStatic(hostOf(s).classOf(handle)) == builtinType(s, "torch.Tensor");
      return fits ? std::optional(tensor(info.dtype, info.sizes.size())) : std::nullopt;
    }
    case Kind::List: { // not one list in two places
      if (s.outside.addresses.count(handle) || !within.insert(handle).second || depth == MaxDepth)
        return std::nullopt;
      ++depth;
      auto elements = listOf(handle);
      --depth;
      return nested(std::move(elements));
    }
    case Kind::Tuple: {
      if (depth == MaxDepth)
        return std::nullopt;
      ++depth;
      ElementType type = plain(Is::Tuple);
      bool fits = true;
      for (size_t i = 0, count = hostOf(s).length(handle); fits && i < count; ++i) {
        auto part = read(hostOf(s).item(handle, i));
        fits = part.has_value();
        if (part)
          type.parts.push_back(std::move(*part));
      }
      --depth;
      return fits ? std::optional(std::move(type)) : std::nullopt;
    }
    default:
      return std::nullopt;
    }
  }

  std::optional<ElementType> read(const Argument &argument) {
    switch (argument.kind) {
    case Argument::Kind::Object:
      return read(argument.object);
    case Argument::Kind::Tensor:
      if (llvm::any_of(argument.sizes, [](int64_t size) { return size >= 0; }))
        return std::nullopt;
      return tensor(argument.dtype, argument.sizes.size());
    case Argument::Kind::List:
      return nested(listOf(argument));
    case Argument::Kind::Tuple: {
      ElementType type = plain(Is::Tuple);
      for (const Argument &child : argument.children) {
        auto part = read(child);
        if (!part)
          return std::nullopt;
        type.parts.push_back(std::move(*part));
      }
      return type;
    }
    default:
      return std::nullopt;
    }
  }

  /// Whether one type covers both, which `into` is then.
  static bool unite(ElementType &into, const ElementType &type) {
    if (into.kind == Is::None)
      into = type;
    if (type.kind == Is::None)
      return true;
    if (into.kind != type.kind || into.dtype != type.dtype || into.rank != type.rank ||
        into.parts.size() != type.parts.size())
      return false;
    for (auto [mine, other] : llvm::zip(into.parts, type.parts))
      if (!unite(mine, other))
        return false;
    return true;
  }

  Stage &s;
  unsigned depth = 0;
};

/// Whether some list in it is always empty, so that nothing is known of what it may hold.
bool isVague(const ElementType &type) {
  return type.kind == Is::None || llvm::any_of(type.parts, isVague);
}

bool holdsTensors(const ElementType &type) {
  return type.kind == Is::Tensor || llvm::any_of(type.parts, holdsTensors);
}

const TypeSet *typesOf(Stage &s, const ElementType &type, Site site);

/// The type variable of what a list holds whose elements are so.
TypeVariable variableOf(Stage &s, const ElementType &elements, Site site) {
  TypeVariable variable = elementsOf(site);
  if (s.facts.types.grow(variable, typesOf(s, elements, site)))
    throw Restart{};
  return variable;
}

const TypeSet *typesOf(Stage &s, const ElementType &element, Site site) {
  Type type{};
  switch (element.kind) {
  case Is::None:
    return typeSet(s, {});
  case Is::Bool:
    type.kind = Type::Kind::Bool;
    break;
  case Is::Int:
    type.kind = Type::Kind::Int;
    break;
  case Is::Float:
    type.kind = Type::Kind::Float;
    break;
  case Is::Str:
    type.kind = Type::Kind::Str;
    break;
  case Is::Tensor:
    type.kind = Type::Kind::Tensor;
    type.dtype = uint8_t(element.dtype);
    type.rank = int8_t(element.rank);
    break;
  case Is::List:
    type.kind = Type::Kind::List;
    type.element = variableOf(s, element.parts[0], idOf<Site>(site, "elements"));
    break;
  case Is::Tuple: {
    type.kind = Type::Kind::Tuple;
    type.dtype = uint8_t(TupleData::Form::Tuple);
    llvm::SmallVector<const TypeSet *> parts;
    for (auto [i, part] : llvm::enumerate(element.parts))
      parts.push_back(typesOf(s, part, idOf<Site>(site, i)));
    type.elements = s.facts.types.keep(llvm::ArrayRef<const TypeSet *>(parts));
    break;
  }
  }
  return typeSet(s, type);
}

/// Whether a list has so many elements that each being an input by itself would take long, which it
/// does most for lists.
bool holdsMany(Stage &s, Handle list) {
  static constexpr size_t Many = 1024, ForList = 16;
  size_t count = hostOf(s).length(list);
  for (size_t i = 0, length = count; i < length && count < Many; ++i)
    if (Handle element = hostOf(s).item(list, i); s.host.kind(element) == Kind::List)
      count += ForList + hostOf(s).length(element);
  return count >= Many;
}

} // namespace

ObjectPtr openList(Stage &s, Handle handle, const Argument *given, const Path &path,
                   Address address) {
  Site site = siteOf(s.host, path);
  bool isPayload = !path.steps.empty() && path.steps.back().kind == contract::Step::Kind::Payload;
  bool mayBeOpen = isChanging(s, path) || holdsMany(s, handle);
  bool isOpen = isArgument(path) || (mayBeOpen && !s.request.options.forArtifact);
  if (!isOpen || isPayload || (given && !given->isExample) ||
      s.facts.has(FactKind::FixedLists, Everywhere) || s.facts.has(FactKind::Pinned, site))
    return nullptr;
  ElementReader reader(s);
  auto elements = given ? reader.listOf(*given) : reader.listOf(handle);
  if (!elements || isVague(*elements))
    return nullptr;
  s.outside.withinLists.insert(reader.within.begin(), reader.within.end());
  contract::Guard guard;
  guard.kind = contract::Guard::Kind::Elements;
  guard.path = path;
  guard.elements = *elements;
  addGuard(s, std::move(guard));
  mlir::Value box =
      addInput(s, path, contract::Input::Kind::List, ir::BoxType::get(&s.context), lastName(path));
  auto atEntry = mlir::OpBuilder::atBlockBegin(s.emission.entry);
  auto list = std::make_shared<ListObject>();
  list->runtime =
      Value::raw(ir::UnboxOp::create(atEntry, s.loc(), ir::ListType::get(&s.context), box));
  list->element = variableOf(s, *elements, site);
  list->site = site;
  s.outside.objects.at(address).identityMatters = true;
  s.outside.openLists.push_back({address, site, holdsTensors(*elements)});
  return list;
}

Value openText(Stage &s, Handle handle, const Path &path) {
  Site site = siteOf(s.host, path);
  bool isOpen = isArgument(path) || isChanging(s, path);
  if (!isOpen || s.facts.has(FactKind::FixedLists, Everywhere) ||
      s.facts.has(FactKind::Pinned, site))
    return {};
  guard(s, contract::Guard::Kind::ClassIs, path, hostOf(s).classOf(handle));
  mlir::Value text =
      addInput(s, path, contract::Input::Kind::Str, ir::StrType::get(&s.context), lastName(path));
  s.outside.inputSites[text] = site;
  s.outside.openTexts.push_back({text, path});
  return s.strScalar(text);
}

void preferText(Stage &s, Value text) {
  for (auto &[ssa, path] : s.outside.openTexts)
    if (text.isScalar(ScalarType::Str) && text.ssa() == ssa && !isChanging(s, path))
      restart(s, FactKind::Pinned, s.outside.inputSites.at(ssa));
}

void preferLength(Stage &s, Value list) {
  for (const OpenList &open : s.outside.openLists)
    if (list.isRef() && open.address == list.address() &&
        !isChanging(s, outsidePath(s, open.address)))
      restart(s, FactKind::Pinned, open.site);
}

void requireElement(Stage &s, Value list) {
  for (const OpenList &open : s.outside.openLists)
    for (contract::Guard &guard : s.interface.guards)
      if (list.isRef() && open.address == list.address() &&
          guard.kind == contract::Guard::Kind::Elements &&
          guard.path == outsidePath(s, open.address))
        guard.number = 1;
}

void checkOpenLists(Stage &s) {
  bool isWritten = s.facts.has(FactKind::EscapedCells, Everywhere);
  for (auto &[address, object] : s.outside.initialObjects)
    if (object->kind == ObjectKind::Storage)
      isWritten |= static_cast<const StorageObject &>(*object).isCell;
  bool isNew = false;
  for (const OpenList &open : s.outside.openLists)
    if (isWritten && open.holdsTensors)
      isNew |= addFact(s, FactKind::Pinned, open.site);
  if (isNew)
    throw Restart{};
}

} // namespace lith::stage
