// Guards.cpp: what must hold at a call for the program to be the one that was compiled for it.
#include "stage/outside/Guards.h"
#include "stage/Outside.h"
#include "stage/emit/Trace.h"
#include "stage/outside/Arguments.h"
#include "stage/outside/HostAccess.h"
#include "stage/outside/States.h"

namespace lith::stage {

using contract::Guard;
using contract::Path;
using contract::Step;
using host::Handle;

void addGuard(Stage &s, Guard guard) {
  std::string key = std::to_string(int(guard.kind)) + keyOf(s.host, guard.path);
  if (guard.kind == Guard::Kind::Absent)
    checkNotDropped(s, keyOf(s.host, guard.path));
  if (guard.kind == Guard::Kind::SameStorage || guard.kind == Guard::Kind::Distinct)
    key += keyOf(s.host, guard.other);
  if (guard.kind == Guard::Kind::Ambient)
    key += guard.name;
  if (!s.interface.guardKeys.insert(key).second)
    return;
  if (s.traces)
    traceGuard(s, guard);
  s.interface.guards.push_back(std::move(guard));
}

// A guard on an object that is its own root says nothing, but of what it holds. A weak reference
// refers to one object or to None: the class tells these apart, and keeps no object alive.
void guard(Stage &s, Guard::Kind kind, const Path &path, Handle expected, int64_t number) {
  bool isReferent = !path.steps.empty() && path.steps.back().kind == Step::Kind::Referent;
  if (kind == Guard::Kind::Identity && isReferent)
    return guard(s, Guard::Kind::ClassIs, path, hostOf(s).classOf(expected), number);
  bool isItself = kind == Guard::Kind::Equal && expected == path.root;
  if (path.argument < 0 && path.steps.empty() &&
      (kind == Guard::Kind::Identity || isItself || kind == Guard::Kind::ClassIs))
    return;
  Guard made;
  made.kind = kind;
  made.path = path;
  made.expected = expected;
  made.number = number;
  addGuard(s, std::move(made));
}

void guardClass(Stage &s, Handle handle, const Path &path) {
  Guard made; // also of an object that is its own root: it may become one of another class
  made.kind = Guard::Kind::ClassIs;
  made.path = path;
  made.expected = hostOf(s).classOf(handle);
  addGuard(s, std::move(made));
}

} // namespace lith::stage
