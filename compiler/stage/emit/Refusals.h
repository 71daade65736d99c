// Refusals.h: programs that cannot be compiled, and values that have to be known now.
#ifndef LITH_STAGE_EMIT_REFUSALS_H
#define LITH_STAGE_EMIT_REFUSALS_H

#include "stage/Stage.h"

namespace lith::stage {

/// Refuses the program at activation->at.
[[noreturn]] void refuse(Stage &, diag::Kind kind,
                         std::initializer_list<std::string_view> arguments = {});
[[noreturn]] void refuseAt(Stage &, const syntax::Node *node, diag::Kind kind,
                           std::initializer_list<std::string_view> arguments = {});
/// The value of a constant. A number of run time is pinned (when it is an argument) or makes the
/// enclosing loop unroll, both by restarting; else the program is refused: `what` needs it.
host::Handle pin(Stage &, Value value, std::string_view what);
int64_t pinInt(Stage &, Value value, std::string_view what);
bool pinBool(Stage &, Value value, std::string_view what);
/// The argument, or other input, that a number or text is or is computed from.
std::optional<Site> inputOf(const Stage &, Value value);
/// Or it is one that only run time knows.
bool canPin(const Stage &, Value value);
/// None: it is not a str.
std::optional<std::string> pinStr(Stage &, Value value, std::string_view what);
diag::Diagnostic diagnostic(Stage &, const syntax::Node *node, diag::Kind kind,
                            std::initializer_list<std::string_view> arguments);
/// Restarts with the innermost loop unrolled that can be; returns where there is none.
void unrollInnermost(Stage &);

/// Refuses an iterator that existed before the call, which would be used up.
void refuseIterator(Stage &, Value);

/// Records the fact; whether it is new, so that staging has to start again.
bool addFact(Stage &, FactKind kind, Site site);
/// Records the fact and starts again.
[[noreturn]] void restart(Stage &, FactKind kind, Site site);

/// Records the fact; staging goes on, to find others, and starts again at its end. For facts that
/// change how memory is held, and no value that is known.
void restartLater(Stage &, FactKind kind, Site site);

/// To be called where the program does what a cached function must not.
void checkNotCached(Stage &stage, llvm::StringRef what);

} // namespace lith::stage

#endif // LITH_STAGE_EMIT_REFUSALS_H
