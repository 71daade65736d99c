// Liveness.h: which local variables may still be read, by place in a function.
//
// Paths that meet need not agree on a variable that nobody reads any more: joins
// forget it first, so that what one trip of a loop leaves behind never becomes a
// value that the next trip carries. Cells are never forgotten.
#ifndef LITH_STAGE_LIVENESS_H
#define LITH_STAGE_LIVENESS_H

#include "stage/model/Code.h"
#include "stage/model/State.h"
#include "stage/source/Session.h"
#include "syntax/Ast.h"

#include "llvm/ADT/BitVector.h"

namespace lith::stage {

class Stage;

enum class LivePoint : uint8_t {
  After,   ///< where a statement falls through
  Header,  ///< before each trip of a loop
  Handlers ///< where a try statement has caught something
};

/// The live locals of one function, found on its syntax alone.
class Liveness {
public:
  Liveness(const FunctionCode &code, Names &names);
  /// The slots that may be read from here on; null: not known, all may be.
  const llvm::BitVector *at(const syntax::Stmt *statement, LivePoint point) const;

private:
  using Slots = llvm::BitVector;
  /// What is read after each way out of a statement.
  struct Ways {
    Slots breaks, continues, returns, raises;
  };
  Slots run(syntax::Seq<syntax::Stmt *> body, Slots out, const Ways &ways);
  Slots visit(const syntax::Stmt *statement, const Slots &out, const Ways &ways);
  Slots loop(const syntax::Stmt *statement, const Slots &out, const Ways &ways);
  Slots attempt(const syntax::Try *statement, const Slots &out, const Ways &ways);
  void addUses(const syntax::Node *node, Slots &into);
  void removeTargets(const syntax::Expr *target, Slots &from);
  int slotOf(std::string_view name);
  Slots &place(const syntax::Stmt *statement, LivePoint point);

  const FunctionCode &code;
  Names &names;
  llvm::DenseMap<std::pair<const syntax::Stmt *, unsigned>, Slots> slots;
};

/// Unbinds the locals of the current activation that are dead at this point.
void forgetDead(Stage &stage, State &state, const syntax::Stmt *statement, LivePoint point);
void forgetDead(Stage &stage, Edges &edges, const syntax::Stmt *statement, LivePoint point);

} // namespace lith::stage

#endif // LITH_STAGE_LIVENESS_H
