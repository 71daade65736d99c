// Compile.cpp: `lith compile`: the user's Python has the functions to compile.
#include "Tool.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <unistd.h>

using namespace lith;

int tool::compile(const std::vector<std::string> &arguments) {
  const char *chosen = std::getenv("LITH_PYTHON");
  std::string python = chosen ? chosen : "python3";
  std::vector<std::string> words = {python, "-m", "lith", "compile"};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char *> raw;
  for (std::string &word : words)
    raw.push_back(word.data());
  raw.push_back(nullptr);
  std::fflush(stdout);
  execvp(raw[0], raw.data());
  return fail("cannot start '" + python + "': " + std::strerror(errno) +
              "; LITH_PYTHON names another one");
}
