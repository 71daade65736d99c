// Distinct.cpp: outside objects that are not to be one object, or to share memory.
//
// A program takes each outside object for one of its own. Where that can be seen, because one is
// changed or compared by `is`, a call that passes one object in two places needs another program:
// a guard says so. Tensors that are different objects over one memory are storages with identity.
#include "stage/outside/Distinct.h"
#include "stage/Outside.h"
#include "stage/emit/Refusals.h"
#include "stage/outside/HostAccess.h"
#include "stage/outside/OpenLists.h"

namespace lith::stage {

namespace {

int64_t bytesOf(mlir::Type element) {
  if (auto complex = llvm::dyn_cast<mlir::ComplexType>(element))
    return 2 * bytesOf(complex.getElementType());
  return (element.getIntOrFloatBitWidth() + 7) / 8;
}

Extent extentOf(const host::TensorInfo &info, int64_t bytes) {
  const char *first = static_cast<const char *>(info.data);
  int64_t last = 0;
  for (auto [size, stride] : llvm::zip(info.sizes, info.strides)) {
    if (size == 0)
      return {};
    last += (size - 1) * stride;
  }
  return {first, first + (last + 1) * bytes};
}

class Pairs {
public:
  explicit Pairs(Stage &s) : s(s) {
    for (auto &[address, object] : s.outside.objects)
      if (!object.isNamespace && s.outside.initialObjects.count(address))
        addresses.push_back(address);
    llvm::sort(addresses);
  }

  // Of two that are not passed only tensors matter of which one is a cell, which most programs have
  // few of, beside many that are none.
  void run() {
    std::vector<Address> seen, special;
    for (Address address : addresses) {
      bool isSpecial = mayBeAny(outside(address)) || isCell(address);
      for (Address other : isSpecial ? seen : special)
        visit(other, address);
      seen.push_back(address);
      if (isSpecial)
        special.push_back(address);
    }
  }

private:
  /// Guarded by its class and contents only.
  static bool mayBeAny(const OutsideObject &object) {
    return object.path.argument >= 0 || object.isReplaced;
  }
  bool isCell(Address address) {
    return initial(address).kind == ObjectKind::Tensor && storageOf(address).isCell;
  }
  const Object &initial(Address address) { return *s.outside.initialObjects.at(address); }
  const OutsideObject &outside(Address address) { return s.outside.objects.at(address); }
  const StorageObject &storageOf(Address tensor) {
    Address storage = static_cast<const TensorObject &>(initial(tensor)).storage;
    return static_cast<const StorageObject &>(initial(storage));
  }

  static bool isPayload(const contract::Path &path) {
    return !path.steps.empty() && path.steps.back().kind == contract::Step::Kind::Payload;
  }

  void visit(Address a, Address b) {
    const OutsideObject &left = outside(a), &right = outside(b);
    if (initial(a).kind != initial(b).kind)
      return;
    bool compared = left.identityMatters || right.identityMatters;
    if (initial(a).kind == ObjectKind::Tensor)
      visitTensors(a, b, compared);
    else if (compared && !isPayload(left.path) && !isPayload(right.path))
      guardPair(left, right, contract::Guard::Kind::SameStorage);
  }

  void visitTensors(Address a, Address b, bool compared) {
    bool leftIsCell = storageOf(a).isCell, rightIsCell = storageOf(b).isCell;
    // A saved program does not know which arguments it will get.
    bool mayOverlap = s.request.options.forArtifact && outside(a).path.argument >= 0 &&
                      outside(b).path.argument >= 0;
    if (leftIsCell != rightIsCell && (mayOverlap || overlap(a, b)))
      restart(s, FactKind::Cell, storageOf(leftIsCell ? b : a).site);
    bool isRecorded = leftIsCell && rightIsCell && checkRecorded(a, b);
    bool aliasesAreSeen = leftIsCell == rightIsCell && !isRecorded;
    using Kind = contract::Guard::Kind;
    if (compared || !aliasesAreSeen)
      guardPair(outside(a), outside(b), overlap(a, b) ? Kind::Distinct : Kind::SameStorage);
  }

  // Whether one of them gets a history by a write, of which the other would have to know. What
  // detach() gave need not, but no guard tells it from a view.
  bool checkRecorded(Address a, Address b) {
    bool isAny = false;
    for (Address each : {a, b}) {
      Address storage = static_cast<const TensorObject &>(initial(each)).storage;
      bool isRecorded = s.sharing.recorded.contains(storage);
      if (isRecorded && overlap(a, b))
        restart(s, FactKind::SeenByViews, storageOf(each).site);
      isAny |= isRecorded;
    }
    return isAny;
  }

  bool overlap(Address a, Address b) { return extent(a).overlaps(extent(b)); }
  const Extent &extent(Address address) {
    auto [it, isNew] = extents.try_emplace(address);
    if (host::Handle handle = outside(address).handle; isNew && handle)
      it->second = extentOf(s, handle);
    return it->second;
  }

  /// Objects that are not passed are guarded one by one.
  void guardPair(const OutsideObject &left, const OutsideObject &right,
                 contract::Guard::Kind kind) {
    if (!mayBeAny(left) && !mayBeAny(right))
      return;
    contract::Guard distinct;
    distinct.kind = kind;
    distinct.path = right.path;
    distinct.other = left.path;
    addGuard(s, std::move(distinct));
  }

  Stage &s;
  std::vector<Address> addresses;
  std::unordered_map<Address, Extent> extents;
};

} // namespace

Extent extentOf(Stage &s, host::Handle tensor) {
  host::TensorInfo info = hostOf(s).tensor(tensor);
  int64_t bytes = bytesOf(ir::elementType(&s.context, info.dtype));
  Extent extent = extentOf(info, bytes);
  if (s.interface.readsStorages && info.storageBytes) {
    extent.low = static_cast<const char *>(info.data) - info.storageOffset * bytes;
    extent.high = extent.low + info.storageBytes;
  }
  return extent;
}

// What else was compared is guarded one by one; of a tensor, only what it is like.
static void guardCompared(Stage &s) {
  for (auto [a, b] : s.outside.compared) {
    contract::Guard distinct;
    distinct.kind = contract::Guard::Kind::Distinct;
    distinct.path = outsidePath(s, std::max(a, b));
    distinct.other = outsidePath(s, std::min(a, b));
    addGuard(s, std::move(distinct));
  }
}

void noteDistinct(Stage &s, Value a, Value b) {
  for (Value tensor : {a, b}) {
    OutsideObject &object = s.outside.objects.at(tensor.address());
    if (object.path.argument >= 0)
      object.identityMatters = true;
    else if (isChanging(s, object.path))
      s.outside.compared.push_back({a.address(), b.address()});
    else
      guard(s, contract::Guard::Kind::Identity, object.path, object.handle);
  }
}

void guardDistinct(Stage &s) {
  Pairs(s).run();
  guardCompared(s);
}

} // namespace lith::stage
