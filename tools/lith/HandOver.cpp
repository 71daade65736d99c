// HandOver.cpp: the verbs that other programs do: `lith compile`, since the user's Python has the
// functions to compile, and `lith import`, since the compiler is not part of this program.
#include "Package.h"
#include "Tool.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <unistd.h>

using namespace lith;

/// Returns only where the program cannot be started: the reason.
static int start(std::vector<std::string> words) {
  std::vector<char *> raw;
  for (std::string &word : words)
    raw.push_back(word.data());
  raw.push_back(nullptr);
  std::fflush(stdout);
  execvp(raw[0], raw.data());
  return errno;
}

int tool::compile(const std::vector<std::string> &arguments) {
  const char *chosen = std::getenv("LITH_PYTHON");
  std::string python = chosen ? chosen : "python3";
  std::vector<std::string> words = {python, "-m", "lith", "compile"};
  words.insert(words.end(), arguments.begin(), arguments.end());
  int reason = start(std::move(words));
  return fail("cannot start '" + python + "': " + std::strerror(reason) +
              "; LITH_PYTHON names another one");
}

int tool::importArchive(const std::vector<std::string> &arguments) {
  std::string importer = (ownFolder() / "lith-import").string();
  if (std::filesystem::path packaged = installation() / "bin" / "lith-import";
      std::filesystem::exists(packaged))
    importer = packaged.string();
  std::vector<std::string> words = {importer};
  words.insert(words.end(), arguments.begin(), arguments.end());
  int reason = start(std::move(words));
  if (reason == ENOENT)
    return fail("'lith import' is not installed here: there is no '" + importer +
                "', which belongs to the compiler");
  return fail("cannot start '" + importer + "': " + std::strerror(reason));
}
