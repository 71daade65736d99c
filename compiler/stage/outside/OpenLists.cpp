// OpenLists.cpp: lists that existed before the call, of any length.
//
// A list whose elements are of one type, or None, is a runtime list: the entry gets it with all
// that is in it, and a guard says of what type the elements are. One that is no argument is so
// where its length changes: between calls, or since the program leaves it with another. Its length
// is known only where the program asks for that (preferLength), where it cannot be compiled
// otherwise (FactKind::FixedLists), and where its tensors are written or compared: those may be any
// of the other tensors. Where others are written, a guard says that its tensors share no memory
// with them.
#include "stage/outside/OpenLists.h"
#include "stage/Outside.h"
#include "stage/Protocols.h"
#include "stage/emit/Refusals.h"
#include "stage/outside/Arguments.h"
#include "stage/outside/Distinct.h"
#include "stage/outside/HostAccess.h"
#include "stage/outside/OutsideWrites.h"
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
    case Kind::None: {
      ElementType none;
      none.orNone = true;
      return s.request.options.forArtifact ? std::nullopt : std::optional(none);
    }
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
    bool orNone = into.orNone || type.orNone;
    if (into.kind == Is::None)
      into = type;
    into.orNone = orNone;
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

/// Whether some list in it is always empty or of None, so that nothing is known of what it may
/// hold.
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
  return element.orNone ? typeSet(s, {simpleType(Type::Kind::None), type}) : typeSet(s, type);
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
  bool mayBeOpen =
      isChanging(s, path) || s.facts.has(FactKind::Grows, site) || holdsMany(s, handle);
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

bool variesTooOften(Stage &s, Site text) {
  constexpr int64_t Most = 8;
  return llvm::count_if(s.request.changing,
                        [&](const Path &path) { return siteOf(s.host, path) == text; }) >= Most;
}

bool hasVaryingText(Stage &s) {
  return llvm::any_of(s.outside.openTexts,
                      [&](auto &text) { return variesTooOften(s, siteOf(s.host, text.second)); });
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

static contract::Guard &elementsGuard(Stage &s, const OpenList &open) {
  auto isIts = [&](const contract::Guard &guard) {
    return guard.kind == contract::Guard::Kind::Elements &&
           guard.path == outsidePath(s, open.address);
  };
  return *llvm::find_if(s.interface.guards, isIts);
}

void requireElement(Stage &s, Value list) {
  for (const OpenList &open : s.outside.openLists)
    if (list.isRef() && open.address == list.address())
      elementsGuard(s, open).number = 1;
}

/// Whether a tensor of the list is in memory of `cells`, as far as this call shows.
static bool holdsSome(Stage &s, Handle list, llvm::ArrayRef<Extent> cells) {
  auto isOne = [&](Handle element) {
    Kind kind = s.host.kind(element);
    if (kind == Kind::List || kind == Kind::Tuple)
      return holdsSome(s, element, cells);
    if (kind != Kind::Tensor)
      return false;
    Extent own = extentOf(s, element);
    return llvm::any_of(cells, [&](const Extent &cell) { return cell.overlaps(own); });
  };
  for (size_t i = 0, count = hostOf(s).length(list); i < count; ++i)
    if (isOne(hostOf(s).item(list, i)))
      return true;
  return false;
}

/// The tensors of before the call that are written or told apart from others.
static std::vector<Handle> cellsOf(Stage &s) {
  std::vector<Handle> cells;
  for (auto &[address, object] : s.outside.objects) {
    auto initial = s.outside.initialObjects.find(address);
    if (initial == s.outside.initialObjects.end() || initial->second->kind != ObjectKind::Tensor)
      continue;
    Address storage = static_cast<const TensorObject &>(*initial->second).storage;
    if (static_cast<const StorageObject &>(*s.outside.initialObjects.at(storage)).isCell)
      cells.push_back(object.handle);
  }
  return cells;
}

/// Whether the program leaves the list with another length, so that the next call needs another
/// program if this one rests on it.
static bool grows(Stage &s, const OutsideObject &object, Address address) {
  auto initial = s.outside.initialObjects.find(address);
  bool isList = initial != s.outside.initialObjects.end() &&
                initial->second->kind == ObjectKind::List && !isArgument(object.path);
  auto *final = isList ? s.state.heap.find<ListObject>(address) : nullptr;
  if (!final)
    return false;
  auto &before = static_cast<const ListObject &>(*initial->second);
  return !before.isRuntime() && isWritten(s, address) &&
         (final->isRuntime() || final->elements.size() != before.elements.size());
}

static void openThoseThatGrow(Stage &s) {
  if (s.request.options.forArtifact)
    return;
  bool isNew = false;
  for (auto &[address, object] : s.outside.objects)
    if (grows(s, object, address))
      isNew |= addFact(s, FactKind::Grows, siteOf(s.host, object.path));
  if (!isNew)
    return;
  s.facts.forgetFollowing();
  throw Restart{};
}

void checkOpenLists(Stage &s) {
  openThoseThatGrow(s);
  std::vector<Handle> cells = cellsOf(s);
  // Those that stand in containers are written by way of any of these.
  bool areEscaped = s.facts.has(FactKind::EscapedCells, Everywhere);
  if (cells.empty() && !areEscaped)
    return;
  bool arePinned =
      areEscaped || s.request.options.forArtifact || llvm::is_contained(cells, nullptr);
  std::vector<Extent> extents;
  for (Handle cell : arePinned ? std::vector<Handle>() : cells)
    extents.push_back(extentOf(s, cell));
  bool isNew = false;
  for (const OpenList &open : s.outside.openLists) {
    if (!open.holdsTensors)
      continue;
    const OutsideObject &object = s.outside.objects.at(open.address);
    if (arePinned || object.given || holdsSome(s, object.handle, extents))
      isNew |= addFact(s, FactKind::Pinned, open.site);
    else
      elementsGuard(s, open).flag = true;
  }
  if (isNew)
    throw Restart{};
}

} // namespace lith::stage
