// Locks.cpp: locks of threading that existed before the call. A program holds them as Python does;
// one that is saved shares them with nobody.
#include "stage/Boxing.h"
#include "stage/Stage.h"
#include "stage/builtins/Registration.h"
#include "stage/emit/Emit.h"
#include "stage/emit/Refusals.h"

#include <lith/program.h>

namespace lith::stage {

static Result hold(Stage &s, const CallInfo &info, llvm::StringRef method, Value result) {
  Value lock = info.args.positional[0];
  bool isPlain = info.args.positional.size() == 1 && info.args.keywords.empty();
  if (!lock.isStatic())
    refuse(s, diag::Kind::UnsupportedFunction, {"a lock that is made here"});
  if (method == "acquire" && !isPlain)
    refuse(s, diag::Kind::UnsupportedFunction, {"acquiring a lock with a time limit"});
  if (!s.request.options.forArtifact)
    rt(s, "host",
       {constantInt(s, int64_t(HostOperation::HoldLock)), toBox(s, lock),
        toBox(s, s.string(method.str()))},
       ir::BoxType::get(&s.context));
  return result;
}

static Result acquire(Stage &s, const CallInfo &info) {
  return hold(s, info, "acquire", s.boolean(true));
}

static Result release(Stage &s, const CallInfo &info) { return hold(s, info, "release", s.none()); }

void registerLocks(Registry &registry) {
  for (const char *type : {"_thread.LockType.", "_thread.RLock."}) {
    for (const char *name : {"__enter__", "acquire"})
      registry.add(std::string(type) + name, acquire);
    for (const char *name : {"__exit__", "release"})
      registry.add(std::string(type) + name, release);
  }
}

} // namespace lith::stage
