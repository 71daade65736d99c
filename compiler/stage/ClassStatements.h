// ClassStatements.h: classes whose making the standard library sees to.
#ifndef LITH_STAGE_CLASSSTATEMENTS_H
#define LITH_STAGE_CLASSSTATEMENTS_H

#include "stage/Impl.h"

namespace lith::stage {

/// What the bases of a class statement say of how the class is made.
struct ClassStatement {
  std::vector<Value> bases;
  bool isNamedTuple = false;
  Value enumBase; ///< undefined: none
};

/// __qualname__ of a class, a str that is known.
Value qualifiedNameOf(Stage &, Value cls);

/// The class that a parametrized one (`list[int]`) stands for where it is called or is a base; any
/// other value as it is.
Value classBehind(Stage &, Value);

/// Whether the class is a named tuple whose __new__ is the one that the library wrote as text.
bool isGeneratedNew(Stage &, Value cls, Value creator);

/// The __init__ of a dataclass as a callable, or undefined where `entry` is no such (see there).
Value generatedInit(Stage &, Value entry, Value cls, Value after = {});

/// The object that holds the attributes which the program gives to a function that it made.
Value attributesOf(Stage &, const CallableData &function);
Value placeAttributes(Stage &, Address place);

/// The enum that the entries of `body`, constants all, are the members of.
Result makeEnum(Stage &, const syntax::ClassDef *, Value body, Value base);
/// The named tuple whose fields `body` annotates; with methods, a subclass of it.
Result makeTupleClass(Stage &, const syntax::ClassDef *, Value body);

} // namespace lith::stage

#endif // LITH_STAGE_CLASSSTATEMENTS_H
