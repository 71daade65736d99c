// Tool.h: the verbs of the native tool. Each returns the exit status: 0 done, 1 the
// input or the program failed, with a message on stderr.
#ifndef LITH_TOOLS_TOOL_H
#define LITH_TOOLS_TOOL_H

#include "Messages.h"

#include <string>
#include <vector>

namespace lith::tool {

struct RunOptions {
  std::string program, method, output, weights;
  std::vector<std::string> inputs, named;
  int threads = 0; ///< 0: all
};
int run(const RunOptions &options);

/// Makes the calls of the examples that a file holds again; 1 where one does not agree.
int verify(const std::string &program, int threads);

struct ShowOptions {
  std::string program, ast;
  bool code = false, graph = false, schema = false, manifest = false;
};
int show(const ShowOptions &options);

struct BenchOptions {
  std::string program;
  std::vector<std::string> inputs;
  double seconds = 1;
  int threads = 1;
};
int bench(const BenchOptions &options);

int explain(const std::string &code);

/// Hands over to the user's Python: returns only when that cannot be started.
int compile(const std::vector<std::string> &arguments);
/// Hands over to `lith-import` beside this program, likewise.
int importArchive(const std::vector<std::string> &arguments);

} // namespace lith::tool

#endif // LITH_TOOLS_TOOL_H
