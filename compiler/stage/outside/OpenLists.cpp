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
#include "stage/Arrays.h"
#include "stage/Outside.h"
#include "stage/Protocols.h"
#include "stage/emit/Refusals.h"
#include "stage/outside/Arguments.h"
#include "stage/outside/Distinct.h"
#include "stage/outside/Elements.h"
#include "stage/outside/HostAccess.h"
#include "stage/outside/OpenStates.h"
#include "stage/outside/OutsideWrites.h"

namespace lith::stage {

using contract::Argument;
using contract::ElementType;
using contract::Path;
using host::Handle;
using host::Kind;

namespace {

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
  bool isState = isStateContainer(s, path);
  bool isOpen = isArgument(path) || isState || (mayBeOpen && !s.request.options.forArtifact);
  if (!isOpen || isPayload || (given && !given->isExample) ||
      s.facts.has(FactKind::FixedLists, Everywhere) || s.facts.has(FactKind::Pinned, site))
    return nullptr;
  llvm::DenseSet<Handle> within;
  auto elements = given ? elementsOf(s, *given) : elementsOf(s, handle, within);
  if (isState)
    elements = stateElements(s, path, std::move(elements));
  if (!elements || (!isState && isVague(*elements)))
    return nullptr;
  s.outside.withinLists.insert(within.begin(), within.end());
  mlir::Value box = addOpenInput(s, path, *elements);
  auto atEntry = mlir::OpBuilder::atBlockBegin(s.emission.entry);
  auto list = std::make_shared<ListObject>();
  list->runtime =
      Value::raw(ir::UnboxOp::create(atEntry, s.loc(), ir::ListType::get(&s.context), box));
  list->element = variableOf(s, *elements, elementsOf(site), site);
  list->site = site;
  s.outside.objects.at(address).identityMatters = true;
  s.outside.openLists.push_back({address, site, holdsTensors(*elements)});
  return list;
}

Value openText(Stage &s, Handle handle, const Path &path) {
  Site site = siteOf(s.host, path);
  bool isState =
      s.request.options.forArtifact && path.argument < 0 && s.facts.has(FactKind::State, site);
  bool isOpen = isArgument(path) || isChanging(s, path) || isState;
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
    if (text.isScalar(ScalarType::Str) && text.ssa() == ssa && !isChanging(s, path) &&
        !s.facts.has(FactKind::State, s.outside.inputSites.at(ssa)))
      restart(s, FactKind::Pinned, s.outside.inputSites.at(ssa));
}

void preferLength(Stage &s, Value list) {
  for (const OpenList &open : s.outside.openLists)
    if (list.isRef() && open.address == list.address() &&
        !isChanging(s, outsidePath(s, open.address)) &&
        !isStateContainer(s, outsidePath(s, open.address)))
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
  noteStates(s);
  std::vector<Handle> cells = cellsOf(s);
  shareWrittenArrays(s, cells);
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
