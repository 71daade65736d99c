// Results.cpp: how the caller rebuilds the result of a program from what comes out of it.
#include "stage/outside/Results.h"
#include "stage/Arrays.h"
#include "stage/Boxing.h"
#include "stage/Gradients.h"
#include "stage/Outside.h"
#include "stage/Paths.h"
#include "stage/Protocols.h"
#include "stage/Tensors.h"
#include "stage/emit/Emit.h"
#include "stage/emit/Refusals.h"
#include "stage/runtime/Boxes.h"
#include "stage/runtime/Records.h"

#include <lith/random.h>

namespace lith::stage {

using contract::Output;

namespace {

Output::Type typeOfScalar(ScalarType type) {
  switch (type) {
  case ScalarType::Int:
    return Output::Type::Int;
  case ScalarType::Float:
    return Output::Type::Float;
  case ScalarType::Bool:
    return Output::Type::Bool;
  case ScalarType::Complex:
    return Output::Type::Complex;
  case ScalarType::Str:
    return Output::Type::Str;
  default:
    return Output::Type::Unknown;
  }
}

// The tree of a result, with each object once.
class Describer {
public:
  Describer(Stage &s, llvm::SmallVectorImpl<mlir::Value> &results,
            std::vector<FollowedResult> &followed)
      : s(s), results(results), followed(followed) {}

  Output describe(Value value) {
    int number = next++;
    if (value.isRef()) {
      auto [it, isNew] = seen.try_emplace(value.address(), number);
      if (!isNew) {
        Output shared;
        shared.kind = Output::Kind::Shared;
        shared.index = it->second;
        return shared;
      }
    }
    if (value.isTuple() && s.state.tupleObject(value.tuple()))
      return plain(value);
    if (value.isTuple() && s.outside.givenTuples.count(&value.tuple()))
      return existing(s.outside.givenTuples[&value.tuple()]);
    if (value.isTuple()) {
      auto [it, isNew] = seenTuples.try_emplace(&value.tuple(), number);
      if (!isNew) {
        Output shared;
        shared.kind = Output::Kind::Shared;
        shared.index = it->second;
        return shared;
      }
    }
    switch (value.kind()) {
    case Value::Kind::Static:
      return constant(value.handle());
    case Value::Kind::Tuple:
      return structure(value);
    case Value::Kind::Ref:
      return object(value);
    case Value::Kind::Callable:
    case Value::Kind::Undefined:
      break;
    default:
      return plain(value);
    }
    refuse(s, diag::Kind::UnsupportedResult, {typeName(s, value)});
  }

private:
  Output constant(host::Handle handle) {
    Output output;
    output.kind = Output::Kind::Constant;
    output.constant = handle;
    return output;
  }
  Output existing(const contract::Path &path) {
    Output output;
    output.kind = Output::Kind::Existing;
    output.path = path;
    return output;
  }
  Output plain(Value value) {
    if (mayHoldFunctions(s, value))
      refuse(s, diag::Kind::UnsupportedResult, {"function"});
    if (mayHoldProgramClasses(s, value))
      refuse(s, diag::Kind::UnsupportedResult, {"a class that the program makes"});
    Output output;
    output.kind = Output::Kind::Value;
    output.index = int(results.size());
    keepHistories(s, value);
    output.mayFollow = s.facts.has(FactKind::History, InContainers);
    if (value.isScalar())
      output.type = typeOfScalar(value.scalarType());
    results.push_back(value.isScalar() ? value.ssa() : toBox(s, value));
    return output;
  }
  Output children(Output::Kind kind, llvm::ArrayRef<Value> values) {
    Output output;
    output.kind = kind;
    for (Value value : values)
      output.children.push_back(describe(value));
    return output;
  }
  Output structure(Value value) {
    const TupleData &data = value.tuple();
    switch (data.form) {
    case TupleData::Form::Tuple:
      return children(Output::Kind::Tuple, data.elements);
    case TupleData::Form::Slice:
      return children(Output::Kind::Slice, data.elements);
    case TupleData::Form::Range:
      return plain(value);
    default: {
      Value cls = typeOf(s, value);
      if (!cls.isStatic())
        refuse(s, diag::Kind::UnsupportedResult, {typeName(s, value)});
      Output output = constant(cls.handle());
      output.kind = Output::Kind::Instance;
      output.hasPayload = true;
      ++next;
      output.children.push_back(children(Output::Kind::Tuple, data.elements));
      return output;
    }
    }
  }
  // A tensor that the program made comes back as a new one, without what was set on it.
  void refuseAttributes(Value tensor) {
    Address holder = s.find<TensorObject>(tensor)->attributes;
    if (holder == NoAddress || isOutside(s, tensor.address()))
      return;
    for (auto &[name, value] : s.state.heap.find<InstanceObject>(holder)->attributes)
      if (!name.starts_with(" ") && name != "grad")
        refuse(s, diag::Kind::UnsupportedExpression,
               {("a result that is a tensor with an attribute `" + name + "` of its own").str()});
  }
  // A view of what was there before the call that was made where no gradients were has none: the
  // caller makes it so. What may be one of several views has the history that it has here, where
  // hooks may be in it.
  FollowedResult follow(Value tensor, int index) {
    using enum contract::Gradients::Part;
    const TensorObject &object = *s.find<TensorObject>(tensor);
    auto said = s.asStr(object.stale);
    auto without = said && !said->empty() ? StaleView : NoGradView;
    if (isViewWithoutGradients(s, tensor) && (said || object.stale.isUndefined()))
      return {index, History(), object.isDetached ? Detached : without};
    refuseGivenAway(s, object);
    if (object.origin.earlyOf != NoAddress)
      refuse(s, diag::Kind::UnknownGradient,
             {"a result that is a view made before its base got `requires_grad_()`"});
    // What an autograd.Function gave back of its arguments: for PyTorch it would be a view of
    // memory of before the call, whose gradient goes past the function.
    bool isOutside = s.outside.initialObjects.count(object.storage) != 0;
    bool isOwnLeaf = object.own.at == tensor.address();
    bool hasOwnNode =
        isOutside && object.own.required && !isOwnLeaf &&
        (object.own.isRuntime() || s.state.heap.find<NodeObject>(object.own.at) != nullptr);
    bool isCut = object.isDetached || object.mayBeCut || hasOwnNode ||
                 (object.unknownIdentity && hasHooks(s));
    return {index, edgeOf(s, tensor), isCut ? Detached : View};
  }
  Output object(Value value) {
    if (s.isTensor(value)) {
      if (s.find<TensorObject>(value)->severalClasses)
        refuse(s, diag::Kind::UnsupportedResult,
               {"one of several tensors, of which some are parameters,"});
      refuseAttributes(value);
      sharesMemory(s, value);
    }
    if (s.isTensor(value) && !tookGeometry(value) && !isConstant(value)) {
      Output output;
      output.kind = Output::Kind::Value;
      output.index = int(results.size());
      output.mayFollow = requiresGrad(s.state.heap, *s.find<TensorObject>(value));
      if (output.mayFollow && !isOutside(s, value.address()))
        followed.push_back(follow(value, output.index));
      if (!isOutside(s, value.address()))
        output.constant = s.find<TensorObject>(value)->cls;
      auto type = llvm::cast<mlir::RankedTensorType>(s.find<TensorObject>(value)->type);
      output.type = Output::Type::Tensor;
      output.dtype = ir::dtypeOf(type.getElementType());
      for (int64_t size : type.getShape())
        output.sizes.push_back(mlir::ShapedType::isDynamic(size) ? -1 : size);
      results.push_back(tensorForBox(s, value));
      return output;
    }
    if (isOutside(s, value.address()))
      return existing(outsidePath(s, value.address()));
    if (auto array = s.outside.arrays.find(value.address()); array != s.outside.arrays.end())
      return existing(array->second);
    if (isRuntime(*s.state.heap.find(value.address())))
      return plain(value);
    if (s.find<ListObject>(value))
      return children(Output::Kind::List, listElements(s, value));
    if (auto *set = s.find<SetObject>(value)) {
      if (set->frozen)
        return plain(value);
      return children(Output::Kind::Set, set->elements);
    }
    if (s.find<DictObject>(value)) {
      llvm::SmallVector<Value> flat;
      for (auto &[key, element] : dictEntries(s, value)) {
        host::Handle constant = s.toHandle(key);
        flat.push_back(constant ? Value::ofStatic(constant) : key);
        flat.push_back(element);
      }
      return children(Output::Kind::Dict, flat);
    }
    if (s.find<InstanceObject>(value))
      return instance(value);
    refuse(s, diag::Kind::UnsupportedResult, {typeName(s, value)});
  }
  // Whether it is a tensor of before the call that the program has a copy of (`freeze`).
  bool isConstant(Value value) {
    auto *tensor = s.find<TensorObject>(value);
    if (!isOutside(s, value.address()) || !tensor->chain.empty())
      return false;
    auto *storage = s.state.heap.find<StorageObject>(tensor->storage);
    return !storage->isCell && storage->contents.ssa().getDefiningOp<ir::ConstTensorOp>();
  }
  // Whether a tensor that existed before the call has other sizes or memory now.
  bool tookGeometry(Value value) {
    auto *tensor = s.find<TensorObject>(value);
    if (!isOutside(s, value.address()))
      return false;
    const Object *initial = s.outside.initialObjects.at(value.address()).get();
    return !tensor->chain.empty() ||
           tensor->storage != static_cast<const TensorObject *>(initial)->storage;
  }
  // A tensor of torch.Generator, the words of a random.Random: torch may not be there.
  Value stateOfGenerator(Value generator, Value state) {
    if (s.request.options.forArtifact)
      refuse(s, diag::Kind::UnsupportedResult, {typeName(s, generator)});
    mlir::Value contents = tensorContents(s, state);
    if (llvm::cast<mlir::RankedTensorType>(contents.getType()).getShape()[0] != TwisterBytes)
      return state;
    mlir::Value words = rt(s, "twister_words", {contents}, ir::ListType::get(&s.context));
    mlir::Type box = ir::BoxType::get(&s.context);
    return Value::box(ir::BoxOp::create(s.builder(), s.loc(), box, words), s.facts.types.any());
  }
  Output instance(Value value) {
    const InstanceObject object = *s.find<InstanceObject>(value);
    bool isOfC = llvm::any_of(llvm::ArrayRef({"property", "classmethod", "staticmethod", "super"}),
                              [&](auto *name) { return object.cls == builtinType(s, name); });
    if (!object.cls.isStatic() || isOfC) // what these hold is no attribute
      refuse(s, diag::Kind::UnsupportedResult, {typeName(s, value)});
    if (!exceptionOfType(s, value).isUndefined())
      refuse(s, diag::Kind::UnsupportedResult, {"the class of an exception of run time"});
    Output output = constant(object.cls.handle());
    output.kind = Output::Kind::Instance;
    for (auto &[name, element] : object.attributes) {
      bool isGenerator = name == GeneratorAttribute;
      if (element.isUndefined() || (name.starts_with(" ") && !isGenerator))
        continue;
      output.children.push_back(describe(s.string(name)));
      output.children.push_back(describe(isGenerator ? stateOfGenerator(value, element) : element));
    }
    if (!object.payload.isUndefined()) {
      output.hasPayload = true;
      output.children.push_back(describe(object.payload));
    }
    return output;
  }

  Stage &s;
  llvm::SmallVectorImpl<mlir::Value> &results;
  std::vector<FollowedResult> &followed;
  llvm::DenseMap<Address, int> seen;
  llvm::DenseMap<const TupleData *, int> seenTuples;
  int next = 0;
};

} // namespace

// What a structure that is described holds; nothing of an object that has been `seen`.
static llvm::SmallVector<Value> partsOf(Stage &s, Value value, llvm::DenseSet<Address> &seen) {
  llvm::SmallVector<Value> parts;
  if (value.isTuple())
    parts.append(value.tuple().elements.begin(), value.tuple().elements.end());
  bool isNew =
      value.isRef() && !isOutside(s, value.address()) && seen.insert(value.address()).second;
  if (isNew && s.find<ListObject>(value))
    for (Value element : s.find<ListObject>(value)->elements)
      parts.push_back(element);
  if (isNew && s.find<DictObject>(value))
    for (auto &[key, element] : s.find<DictObject>(value)->entries)
      parts.push_back(element);
  if (const InstanceObject *instance = isNew ? s.find<InstanceObject>(value) : nullptr) {
    for (auto &[name, element] : instance->attributes)
      parts.push_back(element);
    parts.push_back(instance->payload);
  }
  return parts;
}

// An object that is one of several, at run time, becomes a runtime one before it is described
// elsewhere in the result, so that it stays one object. One that only some paths have is read
// there.
static void settleUnions(Stage &s, Value value, llvm::DenseSet<Address> &seen) {
  for (Value alternative : value.isUnion() ? value.oneOf().alternatives : llvm::ArrayRef<Value>())
    while (auto known = firstKnown(s, alternative)) {
      if (!s.state.heap.find(known->address())->present.isUndefined())
        break;
      makeRuntime(s, *known);
    }
  for (Value part : partsOf(s, value, seen))
    settleUnions(s, part, seen);
}

// All tensors that a result may hold, those of unions as often as they occur.
static void collectTensors(Stage &s, Value value, llvm::DenseSet<Address> &seen,
                           llvm::SmallVectorImpl<Value> &tensors) {
  if (value.isUnion())
    for (Value alternative : value.oneOf().alternatives)
      collectTensors(s, alternative, seen, tensors);
  if (s.isTensor(value) && value.isRef())
    tensors.push_back(value);
  for (Value part : partsOf(s, value, seen))
    collectTensors(s, part, seen, tensors);
}

// A view that several paths made is made again where it is read, as an object of its own. Where the
// result may hold it twice, itself or by what another join took of it, its memory gets an identity.
static void settleViews(Stage &s, Value value) {
  llvm::DenseSet<Address> seen;
  llvm::SmallVector<Value> tensors;
  collectTensors(s, value, seen, tensors);
  for (Value view : tensors) {
    const TensorObject *tensor = s.find<TensorObject>(view);
    const StorageObject *storage = s.state.heap.find<StorageObject>(tensor->storage);
    if (tensor->chain.empty() || !tensor->current.isUndefined() || !storage || storage->isCell)
      continue;
    if (llvm::count(tensors, view) > 1) {
      beforeWrite(s, tensor->storage);
      restart(s, FactKind::Cell, storage->site);
    }
    auto marks = s.sharing.marks.find(tensor->storage);
    for (Value other : tensors) {
      auto found = s.sharing.marks.find(s.find<TensorObject>(other)->storage);
      if (other == view || marks == s.sharing.marks.end() || found == s.sharing.marks.end())
        continue;
      for (auto mark : marks->second)
        if (llvm::is_contained(found->second, mark) && !s.facts.has(mark.first, mark.second))
          restart(s, mark.first, mark.second);
    }
  }
}

Output describe(Stage &s, Value value, llvm::SmallVectorImpl<mlir::Value> &results,
                std::vector<FollowedResult> &followed) {
  checkEnded(s);
  settleViews(s, value);
  llvm::DenseSet<Address> seen;
  settleUnions(s, value, seen);
  return Describer(s, results, followed).describe(value);
}

} // namespace lith::stage
