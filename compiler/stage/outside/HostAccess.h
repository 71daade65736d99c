// HostAccess.h: the host with all that can change between two calls. Only this room includes it
// (cmake/checks/rooms.py): who reads through it sees to the guards.
#ifndef LITH_STAGE_OUTSIDE_HOSTACCESS_H
#define LITH_STAGE_OUTSIDE_HOSTACCESS_H

#include "stage/Stage.h"

namespace lith::stage {

struct HostAccess {
  static host::Host &of(Stage &s) { return s.outside.host; }
};

inline host::Host &hostOf(Stage &s) { return HostAccess::of(s); }

} // namespace lith::stage

#endif // LITH_STAGE_OUTSIDE_HOSTACCESS_H
