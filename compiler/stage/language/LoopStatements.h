// LoopStatements.h: for and while, over iterators of every kind.
#ifndef LITH_STAGE_LANGUAGE_LOOPSTATEMENTS_H
#define LITH_STAGE_LANGUAGE_LOOPSTATEMENTS_H

#include "stage/Stage.h"

namespace lith::stage {

bool execFor(Stage &, const syntax::For *statement);
bool execWhile(Stage &, const syntax::While *statement);

} // namespace lith::stage

#endif // LITH_STAGE_LANGUAGE_LOOPSTATEMENTS_H
