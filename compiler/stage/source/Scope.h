// Scope.h: from syntax to FunctionCode.
#ifndef LITH_STAGE_SCOPE_H
#define LITH_STAGE_SCOPE_H

#include "stage/source/Session.h"

namespace lith::stage {

/// The scope of a FunctionDef, Lambda, comprehension, ClassDef or Module node.
std::unique_ptr<FunctionCode> analyseScope(const syntax::Node *node, const syntax::File *file,
                                           const FunctionCode *parent, Names &names);

/// Gives names within class bodies that are private to the class the form that Python stores; to be
/// called once on a fresh tree (PrivateNames.cpp).
void manglePrivateNames(syntax::Node *root, Names &names);

/// Makes `outer` a scope that has these cells: the closure of a function of the host, whose
/// enclosing function is not at hand.
void declareOuterCells(FunctionCode &outer, llvm::ArrayRef<llvm::StringRef> cells);

} // namespace lith::stage

#endif // LITH_STAGE_SCOPE_H
