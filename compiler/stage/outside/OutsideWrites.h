// OutsideWrites.h: writes to objects that exist before the call: each is an operation at its place.
#ifndef LITH_STAGE_OUTSIDE_OUTSIDEWRITES_H
#define LITH_STAGE_OUTSIDE_OUTSIDEWRITES_H

#include "stage/Stage.h"

namespace lith::stage {

bool setOutsideEntry(Stage &, Value dict, llvm::StringRef name, Value value);
void hostOperation(Stage &, int operation, Value object, llvm::ArrayRef<Value> operands);
bool writeOutside(Stage &, Value object, llvm::StringRef name, Value value);
bool writeOutsideItem(Stage &, Value object, Value index, Value value);
void writeOutsideCell(Stage &, Value cell, Value value);
/// Whether the program has written to an object of before the call.
bool isWritten(Stage &, Address object);
/// At the end: refuses a program that writes dicts and reads proxies of such.
void checkProxies(Stage &);

} // namespace lith::stage

#endif // LITH_STAGE_OUTSIDE_OUTSIDEWRITES_H
