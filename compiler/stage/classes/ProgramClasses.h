// ProgramClasses.h: classes whose making the standard library sees to.
#ifndef LITH_STAGE_CLASSSTATEMENTS_H
#define LITH_STAGE_CLASSSTATEMENTS_H

#include "stage/Stage.h"

namespace lith::stage {

/// What the bases of a class statement say of how the class is made.
struct ClassStatement {
  std::vector<Value> bases;
  bool isNamedTuple = false;
  Value enumBase; ///< undefined: none
};

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

/// What a statement of a body that is a text says: the docstring, else None.
Value docstring(Stage &, syntax::Seq<syntax::Stmt *> body);

/// The order in which the class, whose bases are set, looks for what it has; itself first.
std::vector<Value> mroOfBases(Stage &, Value made);
/// Raises where Python makes no class of such bases; false: the path ended.
bool checkBases(Stage &, Value made);

/// What the class that the program makes has under this name, from now on.
void setClassEntry(Stage &, Value cls, llvm::StringRef name, Value value);
/// cls.name = value; false: the path ended.
bool setClassAttribute(Stage &, Value cls, llvm::StringRef name, Value value);
/// The same for __name__ and __qualname__.
bool nameClass(Stage &, Value cls, llvm::StringRef name, Value value);
/// Raises where a slot has the name of a class attribute; false: the path ended.
bool checkSlots(Stage &, Value made);
/// Whether instances of the class have no place for an attribute of this name.
bool excludesAttribute(Stage &, Value cls, llvm::StringRef name);
/// Whether instances of the class have a `__dict__`.
bool hasDict(Stage &, Value cls);

/// The enum that the entries of `body`, constants all, are the members of.
Result makeEnum(Stage &, const syntax::ClassDef *, Value body, Value base,
                const Arguments &keywords);
/// The named tuple whose fields `body` annotates; with methods, a subclass of it.
Result makeTupleClass(Stage &, const syntax::ClassDef *, Value body);

bool execClassDef(Stage &, const syntax::ClassDef *definition);

} // namespace lith::stage

#endif // LITH_STAGE_CLASSSTATEMENTS_H
