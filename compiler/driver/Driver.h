// Driver.h: the one header of the compiler that others include.
//
// A Request names a callable of the host and describes the arguments of one
// call; compile() stages it, runs the passes, generates code and returns a
// Program: loaded native code, the guards under which it is valid, and what an
// artifact needs. Errors come back as diagnostics; nothing of the call has run.
#ifndef LITH_DRIVER_DRIVER_H
#define LITH_DRIVER_DRIVER_H

#include "contract/Program.h"
#include "contract/Request.h"
#include "diagnostics/Diagnostic.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace lith {
struct ArtifactData;
}

namespace lith::driver {

using contract::Program;
using contract::Request;

/// A program, or why there is none. Warnings may accompany a program.
struct Result {
  std::unique_ptr<Program> program;
  std::vector<diag::Diagnostic> diagnostics;
};

/// What messages of a program call a file; empty: as the host does.
using FileNames = std::function<std::string(std::string_view file)>;

/// A host keeps its parsed sources here until forget().
[[gnu::visibility("default")]] Result compile(host::Host &host, const Request &request,
                                              const FileNames &names = {});
[[gnu::visibility("default")]] void forget(host::Host &host);

/// How others get to use the host while the compiler works without asking it anything: `leave` says
/// that it does from here on, on this thread, and what it gives goes to `enter`.
struct HostPause {
  void *(*leave)();
  void (*enter)(void *left);
};
/// Before the first `compile`. Without it, the host is held all the time.
[[gnu::visibility("default")]] void setHostPause(HostPause pause);

/// One thread at a time compiles, and it may come again: what is compiled may run Python that
/// compiles. Who waits lets go of the host, which the one that compiles may need.
class [[gnu::visibility("default")]] CompilerLock {
public:
  CompilerLock();
  ~CompilerLock();
  CompilerLock(const CompilerLock &) = delete;
  CompilerLock &operator=(const CompilerLock &) = delete;
};

/// Native code for this processor from the bytecode of a program and the tables of its image;
/// replaces Image::object. False with `error` set when the bytecode is damaged or of another
/// version.
[[gnu::visibility("default")]] bool recompile(std::string_view bytecode, Image &image,
                                              std::string &error);

/// Targets by the names that users have, each once; none: what `save` makes code for unasked. False
/// with `error` set where a name is none.
[[gnu::visibility("default")]] bool findTargets(const std::vector<std::string> &names,
                                                std::vector<std::string> &targets,
                                                std::string &error);
/// Gives each program code for these targets, the first of them in its image, and for no others.
/// False with `error` set.
[[gnu::visibility("default")]] bool compileFor(const std::vector<std::string> &targets,
                                               ArtifactData &data, std::string &error);

} // namespace lith::driver

#endif // LITH_DRIVER_DRIVER_H
