// main.cpp: the command line. Exit status: 0 done, 1 the input or the program
// failed, 2 wrong usage.
#include "Inputs.h"
#include "Package.h"
#include "Tool.h"

#include <CLI/CLI.hpp>

#include <csignal>
#include <cstdio>
#include <exception>

using namespace lith::tool;

namespace {

/// The words for CLI11, which takes them from the back, and takes a list such as [1, 2] apart: JSON
/// may begin with a space.
std::vector<std::string> wordsFor(int argc, char **argv) {
  std::vector<std::string> words(std::reverse_iterator(argv + argc),
                                 std::reverse_iterator(argv + 1));
  for (std::string &word : words)
    if (word.size() > 1 && word.starts_with('[') && word.ends_with(']'))
      word.insert(0, " ");
  return words;
}

CLI::App *addRun(CLI::App &app, RunOptions &options) {
  CLI::App *verb = app.add_subcommand("run", "run a saved program on arrays");
  verb->add_option("program", options.program, "a .lith file")->required();
  std::string forms = std::string("each ") + ValueForms;
  verb->add_option("inputs", options.inputs,
                   "the arguments in order, " + forms +
                       "; those that have a default may be left out; [ a.npy b.npy ] is a "
                       "list, ( a.npy b.npy ) a tuple, { 1 a.npy 2 b.npy } a dict. Or, where no "
                       "program takes them so: the tensors and numbers of all arguments in "
                       "flattened order");
  verb->add_option("--arg", options.named,
                   "NAME=VALUE: an argument by name; what is neither JSON nor a .npy file is text")
      ->allow_extra_args(false);
  verb->add_option("--method", options.method, "the method to call (default: forward)");
  verb->add_option("-o,--output", options.output,
                   "a folder for the results: 0.npy, 1.npy and so on, or by the keys of a dict "
                   "and the fields of an object; or one file of all, NAME.npz");
  verb->add_option("--weights", options.weights,
                   "other weights: a .safetensors file, or an index of several (.json)");
  verb->add_option("--threads", options.threads, "threads to use (default: all)")
      ->check(CLI::PositiveNumber);
  return verb;
}

/// `program` and `threads` are those of `lith verify`.
CLI::App *addVerify(CLI::App &app, std::string &program, int &threads) {
  CLI::App *verb = app.add_subcommand(
      "verify", "run the examples that a saved program holds, and compare their results");
  verb->add_option("program", program, "a .lith file")->required();
  verb->add_option("--threads", threads, "threads to use (default: all)")
      ->check(CLI::PositiveNumber);
  return verb;
}

int dispatch(int argc, char **argv) {
  CLI::App app{"Runs, shows and measures programs that were saved by Lith."};
  app.name("lith");
  app.set_version_flag("--version", LITH_VERSION);
  app.add_flag_callback(
      "--cmake-prefix",
      [] {
        std::printf("%s\n", installation().c_str());
        throw CLI::Success();
      },
      "print what CMAKE_PREFIX_PATH needs for find_package(Lith)");
  app.require_subcommand(1);

  RunOptions runOptions;
  CLI::App *runVerb = addRun(app, runOptions);

  std::string verified;
  int verifyThreads = 0;
  CLI::App *verifyVerb = addVerify(app, verified, verifyThreads);

  ShowOptions showOptions;
  CLI::App *showVerb = app.add_subcommand("show", "show what a saved program holds");
  showVerb->add_option("program", showOptions.program, "a .lith file");
  showVerb->add_flag("--code", showOptions.code, "the lines of the user's source that it holds");
  showVerb->add_flag("--graph", showOptions.graph, "the graph as text");
  showVerb->add_flag("--schema", showOptions.schema, "names, types and sizes");
  showVerb->add_flag("--manifest", showOptions.manifest, "the manifest as JSON");
  showVerb->add_option("--ast", showOptions.ast, "the syntax tree of a Python file");

  BenchOptions benchOptions;
  CLI::App *benchVerb = app.add_subcommand("bench", "time a saved program");
  benchVerb->add_option("program", benchOptions.program, "a .lith file")->required();
  benchVerb->add_option("inputs", benchOptions.inputs, "arguments as for run");
  benchVerb->add_option("--seconds", benchOptions.seconds, "how long to measure")
      ->check(CLI::PositiveNumber);
  benchVerb->add_option("--threads", benchOptions.threads, "threads to use (default: 1)")
      ->check(CLI::PositiveNumber);

  std::string code;
  CLI::App *explainVerb = app.add_subcommand("explain", "the page of a diagnostic");
  explainVerb->add_option("code", code, "such as LTH0204")->required();

  CLI::App *compileVerb =
      app.add_subcommand("compile", "compile FILE.py:NAME to a .lith file, with the user's Python");
  compileVerb->prefix_command();
  compileVerb->set_help_flag();

  CLI::App *importVerb =
      app.add_subcommand("import", "compile a TorchScript archive (.pt) to a .lith file");
  importVerb->prefix_command();
  importVerb->set_help_flag();

  try {
    app.parse(wordsFor(argc, argv));
  } catch (const CLI::ParseError &error) {
    return app.exit(error) == 0 ? 0 : 2;
  }
  if (showVerb->parsed() && showOptions.program.empty() == showOptions.ast.empty()) {
    std::fprintf(stderr, "lith show: give one .lith file, or --ast FILE.py\n");
    return 2;
  }
  if (runVerb->parsed())
    return run(runOptions);
  if (verifyVerb->parsed())
    return verify(verified, verifyThreads);
  if (showVerb->parsed())
    return show(showOptions);
  if (benchVerb->parsed())
    return bench(benchOptions);
  if (explainVerb->parsed())
    return explain(code);
  std::vector<std::string> handedOver(argv + 2, argv + argc); // as they were written
  if (importVerb->parsed())
    return importArchive(handedOver);
  return compile(handedOver);
}

} // namespace

int main(int argc, char **argv) {
  std::signal(SIGPIPE, SIG_IGN);
  int status;
  try {
    status = dispatch(argc, argv);
  } catch (const std::exception &error) {
    status = fail(error.what());
  }
  return finished(status);
}
