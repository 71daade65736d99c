// OutsideArrays.cpp: arrays of NumPy that existed before the call: given ones are inputs, tensors
// over their memory; small ones that the program finds elsewhere are constants.
#include "stage/numpy/OutsideArrays.h"
#include "stage/Arrays.h"
#include "stage/Outside.h"
#include "stage/Protocols.h"
#include "stage/Reading.h"
#include "stage/classes/TypeNames.h"
#include "stage/emit/Emit.h"
#include "stage/emit/Refusals.h"
#include "stage/outside/Arguments.h"
#include "stage/outside/Caches.h"
#include "stage/outside/Distinct.h"
#include "stage/outside/Guards.h"

namespace lith::stage {

using contract::Guard;
using contract::Path;
using contract::Step;
using host::Handle;

static constexpr llvm::StringLiteral Dtypes[] = {"bool",  "uint8", "int8",    "int16",
                                                 "int32", "int64", "float32", "float64"};
static constexpr int64_t largestConstant = 1024; ///< elements

static llvm::StringRef dtypeName(Stage &s, Handle handle) {
  Handle dtype = fixedSlot(s, handle, "dtype"),
         name = dtype ? fixedSlot(s, dtype, "name") : nullptr;
  return name ? llvm::StringRef(s.host.asStr(name)) : llvm::StringRef();
}

static Value keptFromStart(Stage &s, ObjectPtr object) {
  Address address = lastingAddress(s);
  insertInitial(s, address, std::move(object));
  return Value::ref(address);
}

static Value constantTensor(Stage &s, Handle handle, Site site) {
  host::TensorInfo info = madeTensor(s, handle);
  auto type = mlir::RankedTensorType::get(info.sizes, ir::elementType(&s.context, info.dtype));
  mlir::OpBuilder atEntry(s.emission.entry, s.emission.entry->begin());
  mlir::Value contents = ir::ConstTensorOp::create(
      atEntry, s.loc(), type, int64_t(s.interface.constants.size()), info.sizes);
  s.interface.constants.push_back(handle);
  auto storage = std::make_shared<StorageObject>();
  storage->site = site;
  storage->isOutside = true; // a cell from the beginning, if it has to be one
  storage->isCell = s.facts.has(FactKind::Cell, site);
  if (storage->isCell)
    contents = ir::NewStorageOp::create(atEntry, s.loc(), ir::StorageType::get(&s.context, type),
                                        contents);
  storage->contents = Value::raw(contents);
  auto tensor = std::make_shared<TensorObject>();
  tensor->storage = keptFromStart(s, std::move(storage)).address();
  s.outside.constantArrays[tensor->storage] = site;
  tensor->type = type;
  return keptFromStart(s, std::move(tensor));
}

// The array around a tensor, on every path, whichever reads it first.
static Value keptArray(Stage &s, Value tensor, const Path &path) {
  auto array = std::make_shared<InstanceObject>();
  array->cls = builtinType(s, "numpy.ndarray");
  array->payload = tensor;
  Value made = keptFromStart(s, std::move(array));
  if (path.argument >= 0 || !s.request.options.forArtifact)
    s.outside.arrays[made.address()] = path;
  return made;
}

// Of another path to an array that is known: the program takes both for one object.
static Value sameArray(Stage &s, const GivenArray &known, const Path &path) {
  Guard same;
  same.kind = Guard::Kind::SameStorage;
  same.path = path;
  same.other = known.path;
  same.flag = true;
  addGuard(s, std::move(same));
  return Value::ref(known.address);
}

static bool isWritable(Stage &s, Handle array) {
  Handle flags = fixedSlot(s, array, "flags"),
         writable = flags ? fixedSlot(s, flags, "writeable") : nullptr;
  return writable && writable == s.host.boolean(true);
}

// An array whose elements the call gives. Undefined: it is none that a tensor can be made over.
static Value givenArray(Stage &s, Handle handle, const Path &path) {
  for (const GivenArray &known : s.outside.givenArrays)
    if (known.handle == handle)
      return sameArray(s, known, path);
  if (!isWritable(s, handle))
    return {};
  host::Outcome tensor = runInHost(s, lookup(s, "torch.from_numpy"), {handle}, {});
  if (!tensor.ok())
    return {};
  guardClass(s, handle, path);
  Value over = outside(s, tensor.value, extended(path, Step::Kind::Tensor, ""));
  Value made = keptArray(s, over, path);
  s.outside.givenArrays.push_back({handle, made.address(), path});
  return made;
}

Value outsideArray(Stage &s, Handle handle, const Path &path) {
  if (classOf(s, handle) != builtinType(s, "numpy.ndarray"))
    return {};
  Handle size = fixedSlot(s, handle, "size");
  llvm::StringRef type = dtypeName(s, handle);
  if (!size || type.empty())
    return {};
  bool isKnown = llvm::is_contained(Dtypes, type);
  bool isLarge = s.host.asInt(size).value_or(largestConstant + 1) > largestConstant;
  bool isShared = path.argument >= 0 && !s.facts.has(FactKind::FixedLists, Everywhere);
  isShared |= isLarge || s.facts.has(FactKind::SharedArray, siteOf(s.host, path));
  bool isArgument = path.argument >= 0; // a saved program has its own copies of others
  bool mayBeGiven = isKnown && isShared && (isArgument || !s.request.options.forArtifact);
  if (Value given = mayBeGiven ? givenArray(s, handle, path) : Value(); !given.isUndefined())
    return given;
  if (isLarge)
    return {};
  host::Outcome copy = runInHost(s, lookup(s, "numpy.ndarray.copy"), {handle}, {});
  if (!copy.ok())
    return {};
  guard(s, Guard::Kind::Equal, path, copy.value);
  if (isWritable(s, handle))
    s.outside.memoryOfArrays.push_back({handle, siteOf(s.host, path)});
  host::Outcome tensor = runInHost(s, lookup(s, "torch.from_numpy"), {copy.value}, {});
  if (!tensor.ok() || !isKnown)
    refuse(s, diag::Kind::UnsupportedParameter, {"numpy", "dtype " + type.str()});
  return keptArray(s, constantTensor(s, tensor.value, siteOf(s.host, path)), path);
}

void shareWrittenArrays(Stage &s, llvm::ArrayRef<Handle> written) {
  for (auto &[array, site] : s.outside.memoryOfArrays) {
    if (written.empty() || s.facts.has(FactKind::SharedArray, site))
      continue;
    host::Outcome over = runInHost(s, lookup(s, "torch.from_numpy"), {array}, {});
    auto isPart = [&](Handle tensor) {
      return tensor && extentOf(s, tensor).overlaps(extentOf(s, over.value));
    };
    if (!over.ok() || llvm::none_of(written, isPart))
      continue;
    if (s.request.options.forArtifact)
      refuse(s, diag::Kind::OutsideWrite, {"memory that an array of NumPy shares"});
    restart(s, FactKind::SharedArray, site);
  }
}

Value givenNumber(Stage &s, Handle handle, const Path &path) {
  bool mayBeGiven = path.argument >= 0 && !s.facts.has(FactKind::FixedLists, Everywhere);
  if (!mayBeGiven || !isNumpyNumber(s, Value::ofStatic(handle)) ||
      !llvm::is_contained(Dtypes, dtypeName(s, handle)))
    return {};
  host::Outcome array = runInHost(s, lookup(s, "numpy.asarray"), {handle}, {});
  host::Outcome tensor =
      array.ok() ? runInHost(s, lookup(s, "torch.from_numpy"), {array.value}, {}) : array;
  if (!tensor.ok())
    return {};
  guardClass(s, handle, path);
  Value made =
      numpyObject(s, outside(s, tensor.value, extended(path, Step::Kind::Tensor, "")), false);
  s.outside.hasOpenNumbers = true;
  return made;
}

void noteArraysApart(Stage &s, Value left, Value right) {
  const GivenArray *one = nullptr, *other = nullptr;
  for (const GivenArray &known : s.outside.givenArrays) {
    one = known.address == left.address() ? &known : one;
    other = known.address == right.address() ? &known : other;
  }
  if (!one || !other || one == other)
    return;
  Guard apart;
  apart.kind = Guard::Kind::Distinct;
  apart.path = one->path;
  apart.other = other->path;
  addGuard(s, std::move(apart));
}

Value numberOfRunTime(Stage &s, Value constant) {
  auto [known, isNew] = s.outside.numbersOfRunTime.try_emplace(constant.handle(), Value());
  if (!isNew) {
    insertOutside(s, known->second.address(), s.state); // it was made on another path
    return known->second;
  }
  host::Outcome array = runInHost(s, lookup(s, "numpy.asarray"), {constant.handle()}, {});
  host::Outcome copy =
      array.ok() ? runInHost(s, lookup(s, "numpy.ndarray.copy"), {array.value}, {}) : array;
  host::Outcome tensor =
      copy.ok() ? runInHost(s, lookup(s, "torch.from_numpy"), {copy.value}, {}) : copy;
  if (!tensor.ok())
    refuse(s, diag::Kind::CannotBox, {typeName(s, constant)});
  auto number = std::make_shared<InstanceObject>();
  number->cls = typeOf(s, constant);
  number->payload = constantTensor(s, tensor.value, Site{});
  s.outside.constantArrays.erase(s.find<TensorObject>(number->payload)->storage); // nobody else's
  Value made = keptFromStart(s, std::move(number));
  return s.outside.numbersOfRunTime[constant.handle()] = made;
}

bool sharesMemory(Stage &s, Value tensor) {
  auto *object = s.find<TensorObject>(tensor);
  auto known =
      object ? s.outside.constantArrays.find(object->storage) : s.outside.constantArrays.end();
  if (known == s.outside.constantArrays.end())
    return true;
  if (!s.request.options.forArtifact && !s.facts.has(FactKind::SharedArray, known->second))
    restart(s, FactKind::SharedArray, known->second);
  return false;
}

// prim.is_shared(x): whether tensors over it may be written.
static Result isShared(Stage &s, const CallInfo &info) {
  Result tensor = numpyTensor(s, info.args.positional[0]);
  return tensor ? Result(s.boolean(sharesMemory(s, *tensor))) : tensor;
}

// prim.numpy_written(x): the tensor that it is, to be written.
static Result writtenTensor(Stage &s, const CallInfo &info) {
  Result tensor = numpyTensor(s, info.args.positional[0]);
  if (tensor && !sharesMemory(s, *tensor))
    refuse(s, diag::Kind::OutsideWrite, {"an array of NumPy"});
  return tensor;
}

void registerOutsideArrays(Registry &registry) {
  registry.add("prim.is_shared", isShared).takesNumpy = true;
  registry.add("prim.numpy_written", writtenTensor).takesNumpy = true;
}

} // namespace lith::stage
