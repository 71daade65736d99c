// Captures.cpp: values of its surroundings become parameters of a function.
#include "stage/gradients/Captures.h"

#include "ir/Dialect.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/MapVector.h"

namespace lith::stage::gradients {

namespace {

bool isConstant(mlir::Value value) {
  mlir::Operation *op = value.getDefiningOp();
  return op && op->getNumOperands() == 0 && op->hasTrait<mlir::OpTrait::ConstantLike>();
}

class Captures {
public:
  Captures(Stage &s, llvm::ArrayRef<mlir::func::FuncOp> functions) : s(s), functions(functions) {}

  std::vector<mlir::Value> run(llvm::ArrayRef<mlir::Value> also) {
    viewOutside();
    reduceToSizes();
    for (auto &[value, uses] : usesOfOutside())
      isConstant(value) ? repeat(value, uses) : pass(value, uses);
    for (mlir::Value value : also)
      if (!isConstant(value) && isOutside(functions[0], value) && !llvm::is_contained(saved, value))
        pass(value, {});
    for (mlir::func::FuncOp function : functions)
      function.setFunctionType(mlir::FunctionType::get(
          &s.context, function.getBody().front().getArgumentTypes(), function.getResultTypes()));
    return saved;
  }

private:
  using Uses = llvm::SmallVector<mlir::OpOperand *, 2>;

  // The back edge of a loop is joined in a block that is in no region yet.
  static bool isOutside(mlir::func::FuncOp function, mlir::Value value) {
    mlir::Region *region = value.getParentRegion();
    return !region || !function.getBody().isAncestor(region);
  }

  llvm::MapVector<mlir::Value, Uses> usesOfOutside() {
    llvm::MapVector<mlir::Value, Uses> found;
    for (mlir::func::FuncOp function : functions)
      function.walk([&](mlir::Operation *op) {
        for (mlir::OpOperand &operand : op->getOpOperands())
          if (isOutside(function, operand.get()))
            found[operand.get()].push_back(&operand);
      });
    return found;
  }

  static bool isOnlySized(mlir::Operation *view) {
    return llvm::all_of(view->getUsers(), [](mlir::Operation *user) {
      return llvm::isa<ir::DimOp>(user) || (user->hasTrait<ir::View>() && isOnlySized(user));
    });
  }

  // Views of what is outside that are only asked for their sizes are made outside.
  void viewOutside() {
    for (mlir::func::FuncOp function : functions) {
      mlir::IRMapping moved;
      std::vector<mlir::Operation *> views;
      function.walk([&](mlir::Operation *op) {
        if (op->hasTrait<ir::View>() && isOnlySized(op) && areOutside(function, *op, moved)) {
          moved.map(op->getResult(0), s.builder().clone(*op, moved)->getResult(0));
          views.push_back(op);
        }
      });
      for (mlir::Operation *op : llvm::reverse(views)) {
        op->getResult(0).replaceAllUsesWith(moved.lookup(op->getResult(0)));
        op->erase();
      }
    }
  }

  // Constants among them are made outside, too.
  bool areOutside(mlir::func::FuncOp function, mlir::Operation &op, mlir::IRMapping &moved) {
    for (mlir::Value operand : op.getOperands()) {
      if (!isOutside(function, operand) && !isConstant(operand) && !moved.contains(operand))
        return false;
    }
    for (mlir::Value operand : op.getOperands())
      if (isConstant(operand) && !moved.contains(operand))
        moved.map(operand, s.builder().clone(*operand.getDefiningOp())->getResult(0));
    return true;
  }

  // Sizes of what is outside are computed outside.
  void reduceToSizes() {
    for (auto &[value, uses] : usesOfOutside()) {
      bool onlySizes = llvm::all_of(
          uses, [](mlir::OpOperand *use) { return llvm::isa<ir::DimOp>(use->getOwner()); });
      if (!onlySizes || isConstant(value))
        continue;
      llvm::DenseMap<mlir::Attribute, mlir::Operation *> sizes; // by the attributes of `dim`
      for (mlir::OpOperand *use : uses) {
        mlir::Operation *inside = use->getOwner();
        mlir::Operation *&outside = sizes[inside->getPropertiesAsAttribute()];
        if (!outside)
          outside = s.builder().clone(*inside);
        inside->replaceAllUsesWith(outside);
        inside->erase();
      }
    }
  }

  /// Those in one of the functions use `own` instead.
  static void replace(mlir::func::FuncOp function, const Uses &uses, mlir::Value own) {
    for (mlir::OpOperand *use : uses)
      if (function->isAncestor(use->getOwner()))
        use->set(own);
  }

  void repeat(mlir::Value constant, const Uses &uses) {
    for (mlir::func::FuncOp function : functions) {
      mlir::OpBuilder atEntry(&function.getBody().front(), function.getBody().front().begin());
      replace(function, uses, atEntry.clone(*constant.getDefiningOp())->getResult(0));
    }
  }

  void pass(mlir::Value value, const Uses &uses) {
    for (mlir::func::FuncOp function : functions)
      replace(function, uses,
              function.getBody().front().insertArgument(unsigned(saved.size()), value.getType(),
                                                        value.getLoc()));
    saved.push_back(value);
  }

  Stage &s;
  llvm::ArrayRef<mlir::func::FuncOp> functions;
  std::vector<mlir::Value> saved;
};

} // namespace

std::vector<mlir::Value> captureOutside(Stage &s, llvm::ArrayRef<mlir::func::FuncOp> functions,
                                        llvm::ArrayRef<mlir::Value> also) {
  return Captures(s, functions).run(also);
}

} // namespace lith::stage::gradients
