// main.cpp: the command line of `lith import`. Exit status: 0 done, 1 the archive or an input was
// refused, 2 wrong usage.
#include "Import.h"

#include "Messages.h"

#include <CLI/CLI.hpp>

#include <exception>

using namespace lith::tool;

namespace {

const char *const Examples = R"(
An input is a .npy file, a JSON literal (3, 2.5, true, null, '"text"', '[1, 2]', '{"a": 1}'), or a
tensor by its dtype and sizes: float32[1,3,224,224]. The program takes tensors of other sizes too;
? is a size that may as well not be said. In a JSON list or dict, "@float32[2]" and "@x.npy" are
tensors; a list is a tuple where one is declared. A parameter that is left out has its default in
this program. Nothing of the model runs.

  lith import net.pt -o net.lith --input 'float32[1,3,?,?]'
  lith import net.pt -o net.lith --input 'float32[8,64]' --arg limit=3
Two programs, of different ranks:
  lith import net.pt -o net.lith --input 'float32[64]' --call --input 'float32[8,64]'
Of two methods:
  lith import net.pt -o net.lith --input 'float32[64]' --method encode --input 'int64[?]')";

/// Gathers the options, whose order matters.
class Calls {
public:
  explicit Calls(std::vector<ExampleCall> &calls) : calls(calls) {}

  void begin() {
    calls.emplace_back();
    isNamed = false;
  }
  /// Of a call that has begun and has nothing yet; else of another one.
  void setMethod(const std::string &name) {
    if (isNamed || !current().inputs.empty() || !current().named.empty())
      begin();
    current().method = name;
    isNamed = true;
  }
  void addInput(const std::string &word) { current().inputs.push_back(word); }
  void addNamed(const std::string &word) { current().named.push_back(word); }

private:
  ExampleCall &current() {
    if (calls.empty())
      begin();
    return calls.back();
  }
  std::vector<ExampleCall> &calls;
  bool isNamed = false; ///< the method of the last one is
};

int parseAndImport(int argc, char **argv) {
  CLI::App app{"Compiles the module of a TorchScript archive for given arguments."};
  app.name("lith import");
  app.footer(Examples);
  ImportOptions options;
  Calls calls(options.calls);
  app.add_option("archive", options.archive, "a file of torch.jit.save (.pt)")->required();
  app.add_option("-o,--output", options.output, "the .lith file to write")->required();
  auto inOrder = [&](const char *name, void (Calls::*take)(const std::string &), const char *text) {
    app.add_option_function<std::string>(
           name, [&calls, take](const std::string &word) { (calls.*take)(word); }, text)
        ->trigger_on_parse();
  };
  inOrder("--input", &Calls::addInput, "the next argument of the call");
  inOrder("--arg", &Calls::addNamed,
          "NAME=VALUE: an argument by name; what is no input otherwise is text");
  inOrder("--method", &Calls::setMethod,
          "the method that is called (default: forward); behind arguments: of another call");
  app.add_option("--target", options.targets,
                 "what to make code for: native, x86-64-v3, x86-64-v4, aarch64; may be "
                 "repeated")
      ->allow_extra_args(false);
  app.add_flag("--strip", options.strip, "keep no lines of the archive's code for messages");
  app.add_flag_callback(
         "--call", [&] { calls.begin(); }, "begins another call of forward")
      ->trigger_on_parse();
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError &error) {
    return app.exit(error) == 0 ? 0 : 2;
  }
  importArchive(options);
  return 0;
}

} // namespace

int main(int argc, char **argv) {
  int status;
  try {
    status = parseAndImport(argc, argv);
  } catch (const std::exception &error) {
    status = fail(error.what());
  }
  return finished(status);
}
