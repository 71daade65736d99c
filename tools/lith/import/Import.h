// Import.h: the work of `lith import`.
#ifndef LITH_TOOLS_IMPORT_H
#define LITH_TOOLS_IMPORT_H

#include <string>
#include <vector>

namespace lith::tool {

/// A call to compile a program for; its arguments as words of the command line.
struct ExampleCall {
  std::string method = "forward";
  std::vector<std::string> inputs, named;
};

struct ImportOptions {
  std::string archive, output;
  std::vector<std::string> targets;
  bool strip = false;
  std::vector<ExampleCall> calls;
};

/// Compiles for each call, runs none of them, writes all to one file and says so on stdout. Throws
/// lith::Error.
void importArchive(const ImportOptions &options);

} // namespace lith::tool

#endif // LITH_TOOLS_IMPORT_H
