// Tuples.h: tuples that are put together piece by piece.
#ifndef LITH_STAGE_TUPLES_H
#define LITH_STAGE_TUPLES_H

#include <cstdint>

namespace lith::stage {

/// The site of FactKind::Grows for all tuples: many paths would have to make objects of run time of
/// long ones, so that `a + b` makes them already, of the objects that its operands are.
inline constexpr Site GrowingTuples = Everywhere;

} // namespace lith::stage

#endif // LITH_STAGE_TUPLES_H
