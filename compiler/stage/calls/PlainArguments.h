// PlainArguments.h: arguments of operators as PyTorch's parser of arguments reads them.
#ifndef LITH_STAGE_CALLS_PLAINARGUMENTS_H
#define LITH_STAGE_CALLS_PLAINARGUMENTS_H

#include "stage/Stage.h"

namespace lith::stage {

/// Replaces instances of subclasses of int, float and str by the numbers and texts that they are,
/// and Python's classes of numbers by the dtypes that they stand for. False: the path ended.
bool readByParser(Stage &, llvm::StringRef spelling, Arguments &arguments);

} // namespace lith::stage

#endif // LITH_STAGE_CALLS_PLAINARGUMENTS_H
