// OutsideTensors.cpp: tensors of before the call: inputs of the program or, with `freeze`,
// constants.
#include "stage/Gradients.h"
#include "stage/Outside.h"
#include "stage/Protocols.h"
#include "stage/emit/Refusals.h"
#include "stage/outside/Arguments.h"
#include "stage/outside/Guards.h"
#include "stage/outside/HostAccess.h"

namespace lith::stage {

using contract::Guard;
using contract::Input;
using contract::Path;
using contract::Step;
using host::Handle;
using host::Kind;

// A buffer as its module holds it.
static bool isBuffer(const Path &path) {
  size_t count = path.steps.size();
  return count >= 2 && path.steps[count - 1].kind == Step::Kind::Key &&
         path.steps[count - 2].name == "_buffers";
}

// Whether a tensor of the outside is a constant of the program: with `freeze`, a parameter or a
// buffer, unless this program or another one writes or replaces it. Other tensors may be state in
// containers of the user's.
static bool isFrozen(Stage &s, Handle handle, const Path &path) {
  if (!s.request.options.freeze || path.argument >= 0 ||
      (s.host.kind(handle) != Kind::Parameter && !isBuffer(path)))
    return false;
  std::string key = keyOf(s.host, path);
  if (s.facts.has(FactKind::Cell, idOf<Site>(key)) ||
      s.facts.has(FactKind::State, thawedSite(s.host, path)))
    return false;
  if (s.request.written.empty())
    return true;
  contract::Place own = contract::placeOf(hostOf(s), std::move(key), handle);
  return llvm::none_of(s.request.written,
                       [&](const contract::Place &place) { return meet(place, own); });
}

std::vector<contract::Place> writtenPlaces(Stage &s) {
  std::vector<contract::Place> places = s.interface.written;
  for (auto &[address, object] : s.outside.objects) {
    auto initial = s.outside.initialObjects.find(address);
    if (!object.handle || object.path.argument >= 0 || initial == s.outside.initialObjects.end() ||
        initial->second->kind != ObjectKind::Tensor)
      continue;
    Address storage = static_cast<const TensorObject &>(*initial->second).storage;
    if (static_cast<const StorageObject &>(*s.outside.initialObjects.at(storage)).isCell)
      places.push_back(contract::placeOf(hostOf(s), keyOf(s.host, object.path), object.handle));
  }
  return places;
}

// Why one that is not supported is none, in words. Within a level of forward mode, tangents are.
static std::string reasonAgainstTensor(Stage &s) {
  Handle level = hostOf(s).lookup("torch.autograd.forward_ad._current_level");
  if (level && s.host.kind(level) == Kind::Int && s.host.asInt(level).value_or(-1) >= 0)
    return "a tensor with a tangent of forward mode, or a sparse one";
  return "a tensor that is sparse, on another device or of a dtype that Lith lacks";
}

Value readTensor(Stage &s, Handle handle, const Path &path) {
  auto it = s.outside.addresses.find(handle);
  if (it != s.outside.addresses.end())
    return sameObject(s, it->second, path);
  host::TensorInfo info = hostOf(s).tensor(handle);
  if (!info.supported)
    refuse(s, diag::Kind::UnsupportedInput,
           {argumentName(s, handle, path), reasonAgainstTensor(s)});
  llvm::SmallVector<int64_t> sizes(info.sizes.size(), mlir::ShapedType::kDynamic);
  uint32_t ones = 0;
  // A layer with one output has one for good, so that squeeze() of what it gives has a known rank.
  if (path.argument < 0 && s.host.kind(handle) == Kind::Parameter)
    for (auto [dim, size] : llvm::enumerate(info.sizes))
      if (size == 1) {
        sizes[dim] = 1;
        ones |= 1u << dim;
      }
  if (!isFrozen(s, handle, path)) {
    Guard type;
    type.kind = Guard::Kind::TensorType;
    type.path = path;
    type.dtype = info.dtype;
    type.number = int64_t(info.sizes.size());
    type.flag = info.requiresGrad;
    type.ones = ones;
    addGuard(s, std::move(type));
  }
  auto tensorType = mlir::RankedTensorType::get(sizes, ir::elementType(&s.context, info.dtype));
  Handle cls = hostOf(s).classOf(handle);
  if (Value::ofStatic(cls) == builtinType(s, "torch.Tensor"))
    cls = nullptr;
  return insertTensor(s, handle, path, tensorType, info.requiresGrad, cls);
}

// The input of a tensor: its contents, or its storage when the program writes it.
Value insertTensor(Stage &s, Handle handle, const Path &path, mlir::RankedTensorType type,
                   bool requiresGrad, Handle cls) {
  Site site = siteOf(s.host, path);
  bool isCell = s.facts.has(FactKind::Cell, site);
  mlir::Type inputType =
      isCell ? mlir::Type(ir::StorageType::get(&s.context, type)) : mlir::Type(type);
  mlir::Value input;
  if (isFrozen(s, handle, path)) {
    mlir::OpBuilder atEntry(s.emission.entry, s.emission.entry->begin());
    input = ir::ConstTensorOp::create(atEntry, s.loc(), inputType,
                                      int64_t(s.interface.constants.size()),
                                      hostOf(s).tensor(handle).sizes);
    s.interface.constants.push_back(handle);
    s.interface.frozen.push_back(contract::placeOf(hostOf(s), keyOf(s.host, path), handle));
  } else {
    input = addInput(s, path, Input::Kind::Tensor, inputType, lastName(path));
  }
  auto storage = std::make_shared<StorageObject>();
  storage->contents = Value::raw(input);
  storage->isCell = isCell;
  storage->isOutside = true;
  storage->site = site;
  mlir::OpBuilder atEntry(s.emission.entry, s.emission.entry->begin());
  storage->writes = newCounter(s, *storage, atEntry);
  Address storageAddress = s.outside.nextAddress++;
  insertInitial(s, storageAddress, std::move(storage));
  auto tensor = std::make_shared<TensorObject>();
  tensor->storage = storageAddress;
  tensor->type = type;
  tensor->cls = cls;
  Address address = s.outside.nextAddress++;
  if (requiresGrad)
    tensor->own = leafHistory(s, address, true);
  insertInitial(s, address, std::move(tensor));
  if (handle)
    s.outside.addresses[handle] = address;
  s.outside.objects[address] = OutsideObject(handle, path);
  return Value::ref(address);
}

static void checkClass(Stage &s, const TensorObject &tensor) {
  if (tensor.severalClasses || tensor.isMixed)
    refuse(s, diag::Kind::UnsupportedFunction,
           {"the class of one of several tensors, of which some are parameters"});
  if (tensor.isContained && !s.facts.has(FactKind::ContainedClasses, Everywhere))
    restart(s, FactKind::ContainedClasses, Everywhere); // what enters containers is guarded
}

void guardTensorClass(Stage &s, Value value) {
  if (!s.isTensor(value))
    return;
  llvm::SmallVector<Address> pending{value.address()}; // and what met in it at joins
  for (std::set<Address> seen; !pending.empty();) {
    Address address = pending.pop_back_val();
    if (!seen.insert(address).second)
      continue;
    if (auto *tensor = s.find<TensorObject>(Value::ref(address)))
      checkClass(s, *tensor);
    auto known = s.outside.objects.find(address);
    if (known != s.outside.objects.end() && known->second.handle) {
      guardClass(s, known->second.handle, known->second.path);
      if (Value::ofStatic(hostOf(s).classOf(known->second.handle)) != typeOf(s, value))
        refuse(s, diag::Kind::UnsupportedFunction,
               {"the class of one of several tensors, of which some are parameters"});
    }
    if (auto found = s.sharing.sources.find(address); found != s.sharing.sources.end())
      pending.append(found->second);
  }
}

} // namespace lith::stage
