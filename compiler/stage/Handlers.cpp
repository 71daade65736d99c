// Handlers.cpp: which exceptions a `try` may take. An operation on tensors and numbers raises few
// classes; where a handler names others only, as `except TypeError` around a whole model does, its
// exception passes by, and neither an edge to the handler nor often the handler itself is needed.
#include "stage/Impl.h"

namespace lith::stage {

using namespace lith::syntax;

// A built-in class by its name, where nothing of the program hides it.
static std::optional<Value> namedClass(Stage &s, const Expr *type) {
  auto *name = type ? dyn_cast<Name>(type) : nullptr;
  if (!name || s.activation->globals.isUndefined() ||
      s.activation->code->place(s.intern(name->id)).kind != NamePlace::Kind::Global)
    return std::nullopt;
  llvm::StringRef id = s.intern(name->id);
  if (!s.outsideEntry(s.activation->globals, id).isUndefined())
    return std::nullopt;
  Value cls = s.builtinName(id);
  return s.isClass(cls) ? std::optional(cls) : std::nullopt;
}

std::optional<Handlers> handlersOf(Stage &s, const syntax::Try *statement) {
  Handlers known{{}, s.exits.raising};
  for (const ExceptHandler *handler : statement->handlers) {
    llvm::SmallVector<const Expr *, 4> types{handler->type};
    if (auto *tuple = handler->type ? dyn_cast<Tuple>(handler->type) : nullptr)
      types.assign(tuple->elts.begin(), tuple->elts.end());
    for (const Expr *type : types) {
      std::optional<Value> cls = namedClass(s, type);
      if (!cls)
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

// Whether the class, or one above it that is not Exception, is of those that no operation on
// tensors and numbers raises: they are for objects, names and containers.
static bool isOfObjects(Stage &s, Value cls) {
  for (llvm::StringRef name : {"TypeError", "AttributeError", "KeyError", "NameError",
                               "ImportError", "StopIteration", "AssertionError", "OSError"})
    if (s.isSubclass(cls, s.builtinType(name)).value_or(false))
      return true;
  return false;
}

// Whether what the operation raises is certainly no instance of the class.
static bool neverRaises(Stage &s, mlir::Operation *op, Value cls) {
  if (auto check = llvm::dyn_cast<ir::CheckOp>(op)) {
    Value raised = s.builtinType(check.getException());
    return !raised.isUndefined() && s.isSubclass(raised, cls) == false;
  }
  return op->getNumRegions() == 0 && !llvm::isa<ir::CallOp>(op) &&
         llvm::all_of(op->getOperandTypes(), isPlain) &&
         llvm::all_of(op->getResultTypes(), isPlain) && isOfObjects(s, cls);
}

Raising Stage::wayOfRaise(mlir::Operation *op) {
  Raising way = exits.raising;
  while (way.edges && way.handlers && llvm::all_of(way.handlers->classes, [&](Value cls) {
           return neverRaises(*this, op, cls);
         }))
    way = way.handlers->outer;
  return way;
}

} // namespace lith::stage
