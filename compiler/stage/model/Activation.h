// Activation.h: the surroundings of what is being staged: the calls that led to it, and where paths
// that leave it go.
#ifndef LITH_STAGE_ACTIVATION_H
#define LITH_STAGE_ACTIVATION_H

#include "diagnostics/Diagnostic.h"
#include "stage/model/State.h"
#include "syntax/Ast.h"

namespace lith::stage {

struct Handlers;

/// A manager whose `__exit__` only puts ambient values back: its `with` handles no exceptions, but
/// those that pass by leave it (Managers.cpp).
struct Manager {
  Value object, exit;
  // What the last exit began with and what it gave: the same again gives the same.
  ObjectPtr state;
  std::shared_ptr<Ambient> before, after;
};

/// Where an exception goes.
struct Raising {
  Edges *edges = nullptr;                    ///< extra: the exception; null: it leaves the program
  size_t frames = 0;                         ///< frames that the handler has
  const Handlers *handlers = nullptr;        ///< null: takes all
  llvm::SmallVector<Manager *, 1> left = {}; ///< managers on the way, in the order of leaving
  /// The same way from within one more manager.
  Raising within(Manager &) const;
};

/// The handlers of a `try` that names its classes: what is none of them passes by (Handlers.cpp).
struct Handlers {
  std::vector<Value> classes;
  Raising outer;
};

/// The vectors that paths leaving a construct are put into; null: cannot leave this way.
struct Exits {
  Edges *breaks = nullptr;
  Edges *continues = nullptr;
  Edges *returns = nullptr; ///< extra: the result
  Edges *yields = nullptr;  ///< extra: the value; of a generator that is consumed in parts
  bool endsAtYield = false; ///< which ends there: nothing else refers to it
  Raising raising;
};

/// A call that is being staged.
struct Activation {
  const FunctionCode *code;
  size_t frame;  ///< index in State::frames
  Value globals; ///< the globals dict (a Ref to an outside dict); undefined in the prelude
  Activation *caller;
  mlir::Location callLocation;
  CallPath path;                            ///< call path: a hash of the call sites that led here
  Value ownerClass;                         ///< for super() without arguments
  const syntax::Node *at = nullptr;         ///< statement or expression that is being staged
  struct GeneratorRun *generator = nullptr; ///< what `yield` does here
  bool isEnumBody = false;                  ///< the body of an enum, which binds a name once
  /// Objects made since then are held by variables and objects only: no expression or construct
  /// around the statements that are being staged has them in its hands.
  Address heldBefore = 0;
};

struct GeneratorBody;
struct GeneratorRun;

/// What a loop site remembers between restagings (Loops.cpp).
struct HeaderMemo;
/// One enclosing loop whose trips are known but which is staged as a loop.
struct LoopFrame {
  Site site;
  bool unrollable;
  const syntax::Node *node;
};

/// The user's program cannot be compiled. Nothing but stageProgram catches it.
struct Refused {
  diag::Diagnostic diagnostic;
};

} // namespace lith::stage

#endif // LITH_STAGE_ACTIVATION_H
