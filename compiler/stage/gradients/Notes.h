// Notes.h: what explain() tells of backwards: how each runs, why, and what it keeps.
#ifndef LITH_STAGE_GRADIENTS_NOTES_H
#define LITH_STAGE_GRADIENTS_NOTES_H

#include "contract/Program.h"
#include "stage/Stage.h"

namespace lith::stage::gradients {

/// The calls that led to a place as Python's tracebacks have them, with the text of the lines.
std::string tracebackOf(mlir::LocationAttr place);
contract::GradientNote::Saved savedNote(mlir::Value tensor, mlir::LocationAttr place);
void addNote(Stage &, contract::GradientNote note);
/// Where the nodes of run time that this history is one of came from.
std::string whyAtRunTime(Stage &, const History &history);

} // namespace lith::stage::gradients

#endif // LITH_STAGE_GRADIENTS_NOTES_H
