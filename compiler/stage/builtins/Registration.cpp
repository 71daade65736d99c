// Registration.cpp: all built-in functions.
#include "stage/builtins/Registration.h"
#include "stage/Arrays.h"

namespace lith::stage {

void registerBuiltins(Registry &registry) {
  registerListMethods(registry);
  registerDictMethods(registry);
  registerSetMethods(registry);
  registerStrMethods(registry);
  registerNumberSlots(registry);
  registerNumbers(registry);
  registerMath(registry);
  registerContainers(registry);
  registerIterators(registry);
  registerClassTests(registry);
  registerIntrospection(registry);
  registerFunctionKinds(registry);
  registerNumpy(registry);
  registerText(registry);
  registerClasses(registry);
  registerObjects(registry);
  registerRandom(registry);
  registerWarnings(registry);
  registerClocks(registry);
  registerLocks(registry);
  registerOptimizers(registry);
  registerCopy(registry);
}

} // namespace lith::stage
