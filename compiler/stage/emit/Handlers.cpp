// Handlers.cpp: which exceptions a `try` may take. An operation on tensors and numbers raises few
// classes; where a handler names others only, as `except TypeError` around a whole model does, its
// exception passes by, and neither an edge to the handler nor often the handler itself is needed.
#include "stage/emit/Handlers.h"
#include "stage/Outside.h"
#include "stage/Protocols.h"
#include "stage/Stage.h"

namespace lith::stage {

using namespace lith::syntax;

// A built-in class by its name, where nothing of the program hides it.
static std::optional<Value> namedClass(Stage &s, const Expr *type) {
  auto *name = type ? dyn_cast<Name>(type) : nullptr;
  if (!name || s.activation->globals.isUndefined() ||
      s.activation->code->place(s.intern(name->id)).kind != NamePlace::Kind::Global)
    return std::nullopt;
  llvm::StringRef id = s.intern(name->id);
  if (!outsideEntry(s, s.activation->globals, id).isUndefined())
    return std::nullopt;
  Value cls = builtinName(s, id);
  return isClass(s, cls) ? std::optional(cls) : std::nullopt;
}

std::optional<Handlers> handlersOf(Stage &s, const syntax::Try *statement) {
  Handlers known{{}, s.exits.raising};
  for (const ExceptHandler *handler : statement->handlers) {
    llvm::SmallVector<const Expr *, 4> types{handler->type};
    if (auto *tuple = handler->type ? dyn_cast<Tuple>(handler->type) : nullptr)
      types.assign(tuple->elts.begin(), tuple->elts.end());
    for (const Expr *type : types) {
      std::optional<Value> cls = namedClass(s, type);
      if (!cls || !isSubclass(s, *cls, builtinType(s, "BaseException")).value_or(false))
        return std::nullopt;
      known.classes.push_back(*cls);
    }
  }
  return known;
}

static bool isPlain(mlir::Type type) {
  return llvm::isa<mlir::TensorType, mlir::IntegerType, mlir::FloatType, mlir::ComplexType,
                   ir::StorageType>(type);
}

static bool isPlain(mlir::Value operand) {
  auto box = operand.getDefiningOp<ir::BoxOp>();
  return isPlain(box ? box.getOperand().getType() : operand.getType());
}

// Whether the class, or one above it that is not Exception, is of those that no operation on
// tensors and numbers raises: they are for objects, names and containers.
static bool isOfObjects(Stage &s, Value cls) {
  for (llvm::StringRef name : {"TypeError", "AttributeError", "KeyError", "NameError",
                               "ImportError", "StopIteration", "AssertionError", "OSError"})
    if (isSubclass(s, cls, builtinType(s, name)).value_or(false))
      return true;
  return false;
}

// Whether what the operation raises is certainly no instance of the class.
static bool neverRaises(Stage &s, mlir::Operation *op, Value cls) {
  if (auto check = llvm::dyn_cast<ir::CheckOp>(op)) {
    Value raised = builtinType(s, check.getException());
    return !raised.isUndefined() && isSubclass(s, raised, cls) == false;
  }
  auto call = llvm::dyn_cast<ir::RtOp>(op); // a float is no index
  bool asksForIndex = call && call.getCallee() == "value_index";
  return op->getNumRegions() == 0 && !llvm::isa<ir::CallOp>(op) && !asksForIndex &&
         llvm::all_of(op->getOperands(), [](mlir::Value operand) { return isPlain(operand); }) &&
         llvm::all_of(op->getResultTypes(),
                      [](mlir::Type type) { return isPlain(type) || isa<ir::StrType>(type); }) &&
         isOfObjects(s, cls);
}

// What raises on the way to a block that catches it; null where that is not an operation's edge.
static mlir::Operation *raisingOn(mlir::Block *from) {
  auto branch = llvm::dyn_cast<mlir::cf::CondBranchOp>(from->getTerminator());
  auto raised = branch ? branch.getCondition().getDefiningOp<ir::RaisedOp>() : ir::RaisedOp();
  return raised && raised->getBlock() == from ? raised->getPrevNode() : nullptr;
}

static bool isOpen(Stage &s, mlir::Block *header) {
  return llvm::any_of(s.body.openHeaders,
                      [&](const OpenHeader &open) { return open.block == header; });
}

// Whether an exception of run time is certainly no instance of the class: none of the operations
// that it may come from raises one. The header of a loop gets more predecessors later.
static bool isNever(Stage &s, mlir::Value exception, Value cls) {
  if (llvm::isa_and_present<ir::NullOp>(exception.getDefiningOp()))
    return true;
  auto argument = llvm::dyn_cast<mlir::BlockArgument>(exception);
  if (!argument && !exception.getDefiningOp<ir::CatchOp>())
    return false;
  mlir::Block *block = exception.getParentBlock();
  if (block->hasNoPredecessors() || isOpen(s, block))
    return false;
  for (auto it = block->pred_begin(); it != block->pred_end(); ++it) {
    if (!argument) {
      mlir::Operation *op = raisingOn(*it);
      if (!op || !neverRaises(s, op, cls))
        return false;
      continue;
    }
    auto branch = llvm::cast<mlir::BranchOpInterface>((*it)->getTerminator());
    mlir::Value passed =
        branch.getSuccessorOperands(it.getSuccessorIndex())[argument.getArgNumber()];
    if (!passed || !isNever(s, passed, cls))
      return false;
  }
  return true;
}

bool neverMatches(Stage &s, Value exception, Value cls) {
  if (exception.isScalar())
    return isNever(s, exception.ssa(), cls);
  return s.find<InstanceObject>(exception) && isSubclass(s, typeOf(s, exception), cls) == false;
}

// The nearest `try` on the way out one of whose classes may be what `never` does not exclude.
static Raising wayOut(Raising way, llvm::function_ref<bool(Value)> never) {
  while (way.edges && way.handlers && llvm::all_of(way.handlers->classes, never)) {
    Raising outer = way.handlers->outer;
    outer.left.insert(outer.left.begin(), way.left.begin(), way.left.end());
    way = std::move(outer);
  }
  return way;
}

Raising wayOfRaise(Stage &s, mlir::Operation *op) {
  return wayOut(s.exits.raising, [&](Value cls) { return neverRaises(s, op, cls); });
}

Raising wayOfRaise(Stage &s, Value exception) {
  return wayOut(s.exits.raising, [&](Value cls) { return neverMatches(s, exception, cls); });
}

} // namespace lith::stage
