// Specified.cpp: names and bounds of sizes, on the staged module.
#include "driver/Specified.h"

#include "ir/Dialect.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/MapVector.h"

#include <algorithm>
#include <map>

using namespace mlir;
using namespace lith;
using contract::Argument;
using contract::Path;
using contract::SizeBounds;

namespace {

/// A size of the specification: where the arguments have it, and what it may be.
struct Specified {
  llvm::SmallVector<std::pair<BlockArgument, int64_t>, 2> places;
  SizeBounds bounds;
};

class Sizes {
public:
  Sizes(const stage::Staged &staged, const contract::Request &request)
      : staged(staged), entry(ModuleOp(*staged.module).lookupSymbol<func::FuncOp>("main").front()),
        builder(OpBuilder::atBlockBegin(&entry)), checks(request.options.forArtifact) {
    int index = 0;
    for (const Argument &argument : request.positional)
      collect(argument, {index++, nullptr, {}});
    for (const auto &[name, argument] : request.keywords)
      collect(argument, {index++, nullptr, {}});
  }

  void use() {
    for (auto &[name, size] : sizes) {
      if (size.places.empty() || (size.places.size() == 1 && size.bounds.isAny()))
        continue;
      Value first;
      for (auto [argument, dim] : size.places) {
        Value own = sizeOf(argument, dim);
        if (first && checks)
          check(compare(ir::CompareKind::eq, own, first),
                "sizes of the name '" + name + "' have to be equal, not {0} and {1}", {first, own});
        first = first ? first : own;
      }
      if (checks)
        checkBounds(name, first, size.bounds);
      for (auto [argument, dim] : size.places)
        replace(argument, dim, first);
      decide(first, size.bounds);
    }
  }

private:
  void collect(const Argument &argument, const Path &path) {
    auto input = llvm::find_if(staged.inputs, [&](auto &each) { return each.path == path; });
    if (argument.kind == Argument::Kind::Tensor && input != staged.inputs.end())
      for (size_t dim = 0; dim < argument.sizeNames.size(); ++dim)
        if (const std::string &name = argument.sizeNames[dim]; !name.empty()) {
          Specified &size = sizes[name];
          BlockArgument value = entry.getArgument(unsigned(input - staged.inputs.begin()));
          size.places.emplace_back(value, int64_t(dim));
          const SizeBounds &more = argument.sizeBounds[dim];
          size.bounds.low = std::max(size.bounds.low, more.low);
          size.bounds.high = std::min(size.bounds.high, more.high);
          size.bounds.multiple = std::max(size.bounds.multiple, more.multiple);
        }
    if (argument.kind != Argument::Kind::Tuple && argument.kind != Argument::Kind::List)
      return;
    for (auto [index, child] : llvm::enumerate(argument.children)) {
      Path inner = path;
      inner.steps.push_back({contract::Step::Kind::Item, "", int64_t(index), nullptr});
      collect(child, inner);
    }
  }

  Value sizeOf(BlockArgument argument, int64_t dim) {
    return ir::DimOp::create(builder, builder.getUnknownLoc(), argument, dim);
  }
  Value number(int64_t value) {
    return ir::ConstantOp::create(builder, builder.getUnknownLoc(), value);
  }
  Value compare(ir::CompareKind kind, Value left, Value right) {
    return ir::CompareOp::create(builder, builder.getUnknownLoc(), kind, left, right);
  }
  void check(Value condition, const std::string &message, llvm::ArrayRef<Value> shown) {
    llvm::SmallVector<Value> boxes;
    for (Value value : shown)
      boxes.push_back(ir::BoxOp::create(builder, builder.getUnknownLoc(),
                                        ir::BoxType::get(builder.getContext()), value));
    ir::CheckOp::create(builder, builder.getUnknownLoc(), condition, "TypeError", message, boxes);
  }

  void checkBounds(const std::string &name, Value size, const SizeBounds &bounds) {
    std::string message = "the size '" + name + "' has to be ";
    if (bounds.low > 0)
      check(compare(ir::CompareKind::ge, size, number(bounds.low)),
            message + std::to_string(bounds.low) + " or more, not {0}", {size});
    if (bounds.high != INT64_MAX)
      check(compare(ir::CompareKind::le, size, number(bounds.high)),
            message + std::to_string(bounds.high) + " or less, not {0}", {size});
    if (bounds.multiple == 1)
      return;
    Value rest = ir::BinaryOp::create(builder, builder.getUnknownLoc(), builder.getI64Type(),
                                      ir::BinaryKind::mod, size, number(bounds.multiple));
    check(compare(ir::CompareKind::eq, rest, number(0)),
          message + "a multiple of " + std::to_string(bounds.multiple) + ", not {0}", {size});
  }

  /// Puts `size` in the place of what the program reads as the size; not in those of the checks.
  void replace(BlockArgument argument, int64_t dim, Value size) {
    for (Operation *user : llvm::make_early_inc_range(argument.getUsers()))
      if (auto read = dyn_cast<ir::DimOp>(user);
          read && int64_t(read.getDim()) == dim && read->getBlock() != &entry)
        read.getResult().replaceAllUsesWith(size);
  }

  /// Uses beyond the entry, where the checks are.
  void decide(Value size, const SizeBounds &bounds) {
    for (Operation *user : llvm::make_early_inc_range(size.getUsers())) {
      if (user->getBlock() == &entry)
        continue;
      std::optional<int64_t> rest = remainder(user, size, bounds);
      std::optional<bool> holds = outcome(user, size, bounds);
      if (!rest && !holds)
        continue;
      OpBuilder::InsertionGuard guard(builder);
      builder.setInsertionPoint(user);
      Value known = rest ? ir::ConstantOp::create(builder, user->getLoc(), *rest)
                         : ir::ConstantOp::create(builder, user->getLoc(), *holds);
      user->getResult(0).replaceAllUsesWith(known);
    }
  }

  /// Of `size % m`, where the size is a multiple of m.
  static std::optional<int64_t> remainder(Operation *user, Value size, const SizeBounds &bounds) {
    auto binary = dyn_cast<ir::BinaryOp>(user);
    APInt divisor;
    bool divides = binary && binary.getKind() == ir::BinaryKind::mod && binary.getLhs() == size &&
                   matchPattern(binary.getRhs(), m_ConstantInt(&divisor)) &&
                   divisor.getSExtValue() > 0 && bounds.multiple % divisor.getSExtValue() == 0;
    return divides ? std::optional<int64_t>(0) : std::nullopt;
  }

  /// Of a comparison of the size with a constant.
  static std::optional<bool> outcome(Operation *user, Value size, const SizeBounds &bounds) {
    auto compare = dyn_cast<ir::CompareOp>(user);
    APInt constant;
    if (!compare)
      return std::nullopt;
    bool isLeft = compare.getLhs() == size;
    if (!matchPattern(isLeft ? compare.getRhs() : compare.getLhs(), m_ConstantInt(&constant)))
      return std::nullopt;
    int64_t other = constant.getSExtValue();
    bool isLess = bounds.high<other, isMore = bounds.low> other;
    bool isNot = isLess || isMore || !bounds.holds(other);
    switch (isLeft ? compare.getKind() : reversed(compare.getKind())) {
    case ir::CompareKind::eq:
      return isNot ? std::optional(false) : std::nullopt;
    case ir::CompareKind::ne:
      return isNot ? std::optional(true) : std::nullopt;
    case ir::CompareKind::lt:
      return isLess                ? std::optional(true)
             : bounds.low >= other ? std::optional(false)
                                   : std::nullopt;
    case ir::CompareKind::le:
      return bounds.high <= other ? std::optional(true)
             : isMore             ? std::optional(false)
                                  : std::nullopt;
    case ir::CompareKind::gt:
      return isMore                 ? std::optional(true)
             : bounds.high <= other ? std::optional(false)
                                    : std::nullopt;
    case ir::CompareKind::ge:
      return bounds.low >= other ? std::optional(true)
             : isLess            ? std::optional(false)
                                 : std::nullopt;
    }
    return std::nullopt;
  }

  static ir::CompareKind reversed(ir::CompareKind kind) {
    switch (kind) {
    case ir::CompareKind::lt:
      return ir::CompareKind::gt;
    case ir::CompareKind::le:
      return ir::CompareKind::ge;
    case ir::CompareKind::gt:
      return ir::CompareKind::lt;
    case ir::CompareKind::ge:
      return ir::CompareKind::le;
    default:
      return kind;
    }
  }

  const stage::Staged &staged;
  Block &entry;
  OpBuilder builder;
  bool checks;
  llvm::MapVector<std::string, Specified, std::map<std::string, unsigned>> sizes;
};

} // namespace

void driver::useSpecifiedSizes(const stage::Staged &staged, const contract::Request &request) {
  Sizes(staged, request).use();
}
