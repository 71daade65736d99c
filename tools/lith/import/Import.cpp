// Import.cpp: see Import.h.
#include "Import.h"

#include "Declared.h"

#include <lith/compiler.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>

using namespace lith;
using namespace lith::tool;

namespace {

std::string listed(const std::vector<Method> &methods) {
  std::string lines;
  for (const Method &method : methods)
    lines += "\n  " + method.declaration;
  return lines;
}

void compileFor(const Program &program, const std::vector<Method> &methods,
                const ExampleCall &call) {
  auto method = std::find_if(methods.begin(), methods.end(),
                             [&](const Method &one) { return one.name == call.method; });
  if (method == methods.end())
    throw Error(LITH_ERROR_ARGUMENTS,
                "the archive has no method '" + call.method + "'; it has" + listed(methods));
  Arguments arguments{readInputs(call.inputs, true), {}};
  for (const std::string &word : call.named)
    arguments.named.push_back(readNamed(word, true));
  arguments = fitted(std::move(arguments), *method);
  program.method(call.method).specialise(arguments.positional, arguments.named);
}

std::string sizeOfFile(const std::string &path) {
  std::error_code error;
  auto bytes = static_cast<double>(std::filesystem::file_size(path, error));
  char text[32];
  std::snprintf(text, sizeof text, bytes < 1e6 ? "%.1f kB" : "%.1f MB",
                bytes / (bytes < 1e6 ? 1e3 : 1e6));
  return text;
}

} // namespace

void tool::importArchive(const ImportOptions &options) {
  Program program = importTorchScript(options.archive);
  std::vector<Method> methods = methodsOf(options.archive);
  if (options.calls.empty())
    throw Error(LITH_ERROR_ARGUMENTS,
                "nothing says what to compile '" + options.archive +
                    "' for: give one --input for each parameter, such as float32[1,?] for a Tensor "
                    "and 3 for an int. The archive has" +
                    listed(methods));
  for (const ExampleCall &call : options.calls)
    compileFor(program, methods, call);
  program.save(options.output, options.targets, options.strip);
  std::printf("%s, %s\n%s", options.output.c_str(), sizeOfFile(options.output).c_str(),
              program.schema().c_str());
}
