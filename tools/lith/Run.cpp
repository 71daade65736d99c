// Run.cpp: `lith run`.
#include "Arrays.h"
#include "Tool.h"

#include <cstdio>

using namespace lith;
using namespace lith::tool;

// One line a result, where no folder takes them.
static void printLeaf(size_t index, const Value &value) {
  std::printf("%zu: %s\n", index, value.repr().c_str());
}

int tool::run(const RunOptions &options) {
  if (options.threads > 0)
    setNumThreads(options.threads);
  try {
    Loaded program(options.program);
    Value result = program.call(readArrays(options.inputs));
    std::vector<Value> leaves;
    flatten(result, leaves);
    if (!options.output.empty()) {
      writeArrays(options.output, leaves);
    } else {
      for (size_t i = 0; i < leaves.size(); ++i)
        printLeaf(i, leaves[i]);
    }
  } catch (const Error &error) {
    if (error.traceback().empty())
      return fail(error.what());
    std::fflush(stdout);
    std::fputs(error.traceback().c_str(), stderr);
    return 1;
  }
  return 0;
}
