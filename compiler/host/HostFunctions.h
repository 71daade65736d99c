// HostFunctions.h: which functions of the host may run while a program is compiled.
#ifndef LITH_HOST_HOSTFUNCTIONS_H
#define LITH_HOST_HOSTFUNCTIONS_H

#include <string_view>

namespace lith::host {

/// Whether pure.def names this function, class or method (by Host::qualifiedName).
bool isPure(std::string_view qualifiedName);
/// Whether pure.def names this type as one whose objects never change.
[[gnu::visibility("default")]] bool isUnchangingType(std::string_view qualifiedName);

} // namespace lith::host

#endif // LITH_HOST_HOSTFUNCTIONS_H
