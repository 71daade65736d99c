// Registration.h: the groups of built-in functions, one a file; registerBuiltins calls each.
#ifndef LITH_STAGE_BUILTINS_REGISTRATION_H
#define LITH_STAGE_BUILTINS_REGISTRATION_H

#include "stage/model/Registry.h"

namespace lith::stage {

void registerListMethods(Registry &);
void registerDictMethods(Registry &);
void registerSetMethods(Registry &);
void registerStrMethods(Registry &);
void registerNumbers(Registry &);
void registerNumberSlots(Registry &);
void registerMath(Registry &);
void registerContainers(Registry &);
void registerIterators(Registry &);
void registerClassTests(Registry &);
void registerIntrospection(Registry &);
void registerFunctionKinds(Registry &);
void registerText(Registry &);
void registerClasses(Registry &registry);
void registerObjects(Registry &registry);
void registerRandom(Registry &);
void registerWarnings(Registry &);
void registerClocks(Registry &);
void registerLocks(Registry &);
void registerOptimizers(Registry &);
void registerCopy(Registry &registry);

/// list(iterable): a new list.
Result newListOf(Stage &, Value iterable);

} // namespace lith::stage

#endif // LITH_STAGE_BUILTINS_REGISTRATION_H
