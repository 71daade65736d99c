// main.cpp: the command line. Exit status: 0 done, 1 the input or the program
// failed, 2 wrong usage.
#include "Inputs.h"
#include "Tool.h"

#include <CLI/CLI.hpp>

#include <csignal>
#include <cstdio>
#include <exception>

using namespace lith::tool;

int lith::tool::fail(const std::string &message) {
  std::fflush(stdout);
  std::fprintf(stderr, "lith: %s\n", message.c_str());
  return 1;
}

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

int dispatch(int argc, char **argv) {
  CLI::App app{"Runs, shows and measures programs that were saved by Lith."};
  app.name("lith");
  app.set_version_flag("--version", LITH_VERSION);
  app.require_subcommand(1);

  RunOptions runOptions;
  CLI::App *runVerb = app.add_subcommand("run", "run a saved program on arrays");
  runVerb->add_option("program", runOptions.program, "a .lith file")->required();
  std::string forms = std::string("each ") + ValueForms;
  runVerb->add_option("inputs", runOptions.inputs,
                      "the arguments in order, " + forms +
                          "; those that have a default may be left out; [ a.npy b.npy ] is a "
                          "list, ( a.npy b.npy ) a tuple. Or, where no program takes them so: the "
                          "tensors and numbers of all arguments in flattened order");
  runVerb
      ->add_option("--arg", runOptions.named,
                   "NAME=VALUE: an argument by name; what is neither JSON nor a .npy file is text")
      ->allow_extra_args(false);
  runVerb->add_option("--method", runOptions.method, "the method to call (default: forward)");
  runVerb->add_option("-o,--output", runOptions.output,
                      "a folder for the results: 0.npy, 1.npy and so on, or by the keys of a dict "
                      "and the fields of an object; or one file of all, NAME.npz");
  runVerb->add_option("--threads", runOptions.threads, "threads to use (default: all)")
      ->check(CLI::PositiveNumber);

  ShowOptions showOptions;
  CLI::App *showVerb = app.add_subcommand("show", "show what a saved program holds");
  showVerb->add_option("program", showOptions.program, "a .lith file");
  showVerb->add_flag("--code", showOptions.code, "the user's source");
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

  std::string archive, archiveOutput;
  CLI::App *importVerb = app.add_subcommand("import", "compile a TorchScript archive");
  importVerb->add_option("archive", archive, "a .pt file")->required();
  importVerb->add_option("-o,--output", archiveOutput, "the .lith file");

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
  if (showVerb->parsed())
    return show(showOptions);
  if (benchVerb->parsed())
    return bench(benchOptions);
  if (explainVerb->parsed())
    return explain(code);
  if (importVerb->parsed())
    return fail("'" + archive + "': this version does not import TorchScript archives");
  return compile(compileVerb->remaining());
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
  if (std::fflush(stdout) != 0 && status == 0)
    return fail("cannot write to the standard output");
  return status;
}
