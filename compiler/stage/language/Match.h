// Match.h: match statements.
#ifndef LITH_STAGE_LANGUAGE_MATCH_H
#define LITH_STAGE_LANGUAGE_MATCH_H

#include "stage/Stage.h"

namespace lith::stage {

bool execMatch(Stage &, const syntax::Match *statement);

} // namespace lith::stage

#endif // LITH_STAGE_LANGUAGE_MATCH_H
