// Run.cpp: `lith run`.
#include "Loaded.h"
#include "Results.h"
#include "Tool.h"

#include <cstdio>

using namespace lith;
using namespace lith::tool;

int tool::run(const RunOptions &options) {
  if (options.threads > 0)
    setNumThreads(options.threads);
  try {
    Loaded program(options.program, options.method);
    if (!options.weights.empty())
      program.loadState(options.weights);
    Arguments arguments{readInputs(options.inputs), {}};
    for (const std::string &word : options.named)
      arguments.named.push_back(readNamed(word));
    std::vector<Leaf> leaves = leavesOf(program.call(arguments));
    if (!options.output.empty())
      writeLeaves(options.output, leaves);
    else
      for (const Leaf &leaf : leaves)
        std::printf("%s: %s\n", leaf.name.c_str(), leaf.value.repr().c_str());
  } catch (const Error &error) {
    if (error.traceback().empty())
      return fail(error.what());
    std::fflush(stdout);
    std::fputs(error.traceback().c_str(), stderr);
    return 1;
  }
  return 0;
}
