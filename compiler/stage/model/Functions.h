// Functions.h: functions of the IR besides `main`, and of Python as values.
#ifndef LITH_STAGE_MODEL_FUNCTIONS_H
#define LITH_STAGE_MODEL_FUNCTIONS_H

#include "diagnostics/Diagnostic.h"
#include "stage/model/OutsideUse.h"
#include "stage/model/State.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <set>
#include <unordered_map>

namespace lith::stage {

/// A function of the program besides `main`, and the ambient values that its body was staged with.
struct ProgramFunction {
  mlir::func::FuncOp function;
  std::shared_ptr<Ambient> ambient;
  OutsideUse outsideUse;
  std::string uncacheable; ///< see Body
};

/// What functools.lru_cache has stored for one function (Caches.cpp).
struct CacheMemo {
  Address results = NoAddress;          ///< an instance with one attribute for each key
  std::vector<std::vector<Value>> keys; ///< the arguments
  /// The results that are there from the start, by the index of their key; else undefined.
  std::vector<Value> lasting;
};

struct Functions {
  std::unordered_map<const FunctionCode *, ProgramFunction> ofProgram;
  std::vector<mlir::func::FuncOp> order;
  std::vector<Type> keyTypes; ///< keys with methods of the user's (Keys.cpp)
  std::unordered_map<const FunctionCode *, Value> ofPrelude;
  std::unordered_map<host::Handle, Value> ofHost;
  std::unordered_map<host::Handle, CacheMemo> caches;
  std::vector<OutsideWrite> outsideWrites; ///< anywhere in the program, in order
  /// Known nodes that are part of some node of run time, and the dicts of their hooks.
  std::set<Address> nodesTaken;
  bool areHooksTaken = false; ///< there are such dicts
  /// Leaves that the program has made and given hooks, with their nodes.
  std::vector<std::pair<Address, mlir::Value>> leavesWithHooks;
  /// What collects for all tensors of before the call that are leaves, or become one: a
  /// lith.grad_leaf, null while there is none, and the output of each.
  mlir::Value leafOutside;
  llvm::DenseMap<Address, mlir::Value> leavesOutside;
};

} // namespace lith::stage

#endif // LITH_STAGE_MODEL_FUNCTIONS_H
