// Body.h: all that belongs to one function of the IR while it is staged.
//
// A function begins with a Body of its own, put in place by one scope (Recursion.cpp), so that
// nothing of the function that calls it is seen in it, and nothing of it stays behind.
#ifndef LITH_STAGE_MODEL_BODY_H
#define LITH_STAGE_MODEL_BODY_H

#include "stage/model/Activation.h"
#include "stage/model/OutsideUse.h"
#include "stage/model/Sizes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <unordered_map>

namespace lith::syntax {
class File;
}

namespace lith::stage {

/// An exception that a handler, `finally` or `__exit__` runs for.
struct HandledException {
  Value exception;
  State entry;                    ///< as the handler begins
  mlir::Block *leaving = nullptr; ///< takes what operations in it raise out of the function
};

/// Whether a trip of an outer loop is staged only to see what it changes: loops within are gone
/// through once then, and left after that trip or before it (Loops.cpp).
struct Probe {
  bool helps = false; ///< some loop has been started by those around it many times
  bool isOn = false;
  bool wasCut = false; ///< a loop within would have gone on
};

/// The header of a loop whose back edge is not there yet.
struct OpenHeader {
  mlir::Block *block;
  Address firstAddress; ///< objects from here on were made in the loop
};

/// The last edge to a handler: operations that raise in one state share it (Emit.cpp).
struct SharedWay {
  Edges *edges = nullptr; ///< null: there is none
  size_t index = 0;
  mlir::Block *handler = nullptr; ///< where the edge leads
  Value handled;                  ///< the exception that was handled there
};

struct Body {
  static constexpr unsigned MaxNesting = 300;

  mlir::func::FuncOp function;
  bool isMain = false;

  // The path that is being staged, and its surroundings.
  State state;
  Exits exits;
  Activation *activation = nullptr;
  std::vector<LoopFrame> loops;
  Sizes sizes; ///< of tensors and ints; cleared whenever operations are erased

  // Calls.
  std::unordered_map<const FunctionCode *, unsigned>
      depth; ///< how often a function is on the activation stack
  unsigned activations = 0;
  unsigned nesting = 0;         ///< of containers in containers that are compared or shown
  std::vector<Exits> consumers; ///< of the generators that are running, innermost last
  std::pair<const syntax::File *, const syntax::Node *> lastReturn{}; ///< of the program's function
  unsigned cachedCalls = 0; ///< of functions behind functools.lru_cache that are being staged
  std::string uncacheable; ///< what it does that a cache would leave out ("prints"); empty: nothing

  /// Of a function that nodes name: known nodes that are nodes of run time outside of it.
  std::optional<llvm::DenseMap<Address, mlir::Value>> nodesOutside;
  mlir::Block *blockOutside = nullptr; ///< where its node is made, and what the node saves
  Address firstAddress = NoAddress;    ///< of such a function: objects before are not its own

  /// Whether what an operation makes is going to be stored in a tensor: its nodes stay known until
  /// it is noted what of them is a copy (noteInPlace).
  bool isInPlace = false;
  bool mayObject = false; ///< whether the last node may find that what it kept was written or freed

  OutsideUse outsideUse; ///< of a function other than `main`

  // Exceptions.
  std::vector<HandledException> handled; ///< that are being handled, innermost last
  std::vector<Value> linking;            ///< whose causes and contexts are being made for run time
  SharedWay sharedWay;

  // Loops and choices.
  std::unordered_map<Site, std::shared_ptr<HeaderMemo>> headers;
  std::vector<OpenHeader> openHeaders; ///< whose back edges are not there yet
  Probe probe;
  unsigned peeled = 0; ///< first trips of loops that are being staged by themselves
  llvm::DenseMap<mlir::Value, size_t> chosen; ///< unions split on this path: which -> alternative
};

} // namespace lith::stage

#endif // LITH_STAGE_MODEL_BODY_H
