// Managers.cpp: leaving the managers that only put ambient values back.
#include "stage/emit/Managers.h"
#include "ops/OperatorTable.h"
#include "stage/Protocols.h"

namespace lith::stage {

Raising Raising::within(Manager &manager) const {
  Raising way = *this;
  way.left.insert(way.left.begin(), &manager);
  return way;
}

bool onlyRestores(Stage &s, const Manager &manager) {
  if (!manager.object.isRef() || !manager.exit.isStatic())
    return false;
  const Primitive *exit = s.session.primitiveOf(manager.exit.handle());
  const ops::Operator *record = exit ? ops::findOperator(exit->spelling) : nullptr;
  return record && record->restores;
}

static bool isAsBefore(const Manager &manager, const State &state) {
  return manager.before == state.ambient &&
         manager.state == state.heap.share(manager.object.address());
}

// The exits are Python's own: the manager may have been entered again since, or left.
void leaveManagers(Stage &s, const Raising &way) {
  for (Manager *manager : way.left) {
    if (!isAsBefore(*manager, s.state)) {
      Scoped<Exits> ways(s.exits, {});
      manager->state = s.state.heap.share(manager->object.address());
      manager->before = s.state.ambient;
      call(s, manager->exit, {manager->object, s.none(), s.none(), s.none()});
      manager->after = s.state.ambient;
    }
    s.state.ambient = manager->after;
  }
}

bool leaveAsBefore(const Raising &way, State &state) {
  auto ambient = state.ambient;
  for (const Manager *manager : way.left) {
    if (!isAsBefore(*manager, state)) {
      state.ambient = ambient;
      return false;
    }
    state.ambient = manager->after;
  }
  return true;
}

} // namespace lith::stage
