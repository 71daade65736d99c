// Messages.h: how a tool ends.
#ifndef LITH_TOOLS_MESSAGES_H
#define LITH_TOOLS_MESSAGES_H

#include <string>

namespace lith::tool {

/// Writes "lith: message" to stderr and gives 1.
int fail(std::string message);
/// The exit status of a tool that has done its work: 1 where its output could not be written.
int finished(int status);

} // namespace lith::tool

#endif // LITH_TOOLS_MESSAGES_H
