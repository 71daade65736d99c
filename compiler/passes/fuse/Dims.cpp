// Dims.cpp: sizes of results from the sizes of operands, each written once, in front of the
// operator that makes the result.
//
//   %s = lith.add %x, %y                    %a = lith.dim %x[0]
//   %n = lith.dim %s[0]            =>       %b = lith.dim %y[0]
//                                           %n = lith.choose (%a == 1), %b, %a
//                                           %s = lith.add %x, %y
//
// Why: a size that is asked of a result would have to wait for the kernel that makes it, so that
// the operators around it could not share one.

#include "passes/fuse/Dims.h"
#include "ops/TensorOps.h"

using namespace mlir;
using namespace lith::ir;

namespace {

using Key = std::pair<Value, int64_t>; // a tensor and one of its dimensions

/// How a size comes about: `fixed`, or the one of `sources` that is not 1; neither: it must be
/// asked of the tensor.
struct Origin {
  std::optional<int64_t> fixed;
  SmallVector<Key, 3> sources;
};

Origin ofElementwise(Operation *def, int64_t dim, int64_t rank) {
  Origin origin;
  for (Value operand : def->getOperands()) {
    auto type = dyn_cast<TensorType>(operand.getType());
    if (!type)
      continue;
    if (!type.hasRank())
      return {};
    int64_t index = dim - (rank - type.getRank());
    if (index < 0 || type.getShape()[index] == 1 ||
        llvm::is_contained(origin.sources, Key(operand, index)))
      continue;
    if (!type.isDynamicDim(index))
      return {type.getShape()[index], {}};
    origin.sources.push_back({operand, index});
  }
  if (origin.sources.empty())
    origin.fixed = 1;
  return origin;
}

Origin ofReduction(Reduction def, int64_t dim) {
  Value operand = def->getOperand(0);
  auto type = dyn_cast<RankedTensorType>(operand.getType());
  if (!type)
    return {};
  ArrayRef<int64_t> dims = def.getDims();
  auto isFolded = [&](int64_t d) { return dims.empty() || llvm::is_contained(dims, d); };
  if (def.getKeepdim())
    return isFolded(dim) ? Origin{1, {}} : Origin{{}, {{operand, dim}}};
  for (int64_t d = 0; d < type.getRank(); ++d)
    if (!isFolded(d) && dim-- == 0)
      return {{}, {{operand, d}}};
  return {};
}

Origin originOf(Key key) {
  auto type = dyn_cast<RankedTensorType>(key.first.getType());
  if (!type)
    return {};
  if (!type.isDynamicDim(key.second))
    return {type.getDimSize(key.second), {}};
  Operation *def = key.first.getDefiningOp();
  if (!def)
    return {};
  if (def->hasTrait<Elementwise>())
    return ofElementwise(def, key.second, type.getRank());
  if (auto reduction = dyn_cast<Reduction>(def))
    return ofReduction(reduction, key.second);
  if (isa<RefineOp, CloneOp, ContiguousOp>(def))
    return {{}, {{def->getOperand(0), key.second}}};
  return {};
}

class Sizes {
public:
  /// The size in front of the operation that makes the tensor; null: it must be asked of it.
  Value of(Key wanted) {
    SmallVector<Key> work{wanted};
    while (!work.empty()) {
      Key key = work.back();
      auto [found, isNew] = known.try_emplace(key);
      if (!isNew && found->second.isDone) {
        work.pop_back();
        continue;
      }
      Origin origin = originOf(key);
      size_t before = work.size();
      if (isNew) // otherwise its sources have been here
        for (Key source : origin.sources)
          if (!known.lookup(source).isDone)
            work.push_back(source);
      if (work.size() > before)
        continue;
      known[key] = {write(key, origin), true};
      work.pop_back();
    }
    return known.lookup(wanted).size;
  }

private:
  Value write(Key key, const Origin &origin) {
    Operation *def = key.first.getDefiningOp();
    if (!def || (!origin.fixed && origin.sources.empty()))
      return {};
    OpBuilder b(def);
    Location loc = def->getLoc();
    auto number = [&](int64_t value) { return ConstantOp::create(b, loc, value).getResult(); };
    if (origin.fixed)
      return number(*origin.fixed);
    Value size;
    for (Key source : origin.sources) {
      Value own = known.lookup(source).size;
      if (!own)
        own = DimOp::create(b, loc, b.getI64Type(), source.first, source.second);
      if (!size) {
        size = own;
      } else if (size != own) {
        Value isOne = CompareOp::create(b, loc, b.getI1Type(), CompareKind::eq, size, number(1));
        size = ChooseOp::create(b, loc, b.getI64Type(), isOne, own, size);
      }
    }
    return size;
  }

  struct Entry {
    Value size;
    bool isDone = false;
  };
  llvm::DenseMap<Key, Entry> known;
};

} // namespace

void lith::passes::forwardDims(ModuleOp module) {
  SmallVector<DimOp> asked;
  module.walk([&](DimOp op) { asked.push_back(op); });
  Sizes sizes;
  for (DimOp op : asked)
    if (Value size = sizes.of({op.getOperand(), int64_t(op.getDim())})) {
      op.replaceAllUsesWith(size);
      op.erase();
    }
}
