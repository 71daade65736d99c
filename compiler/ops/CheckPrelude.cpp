// CheckPrelude.cpp: ends the build where the compiler's own parser does not take a file of the
// prelude.
//
// usage: lith_check_prelude FILE...
#include "syntax/Parser.h"

#include <fstream>
#include <iostream>
#include <sstream>

int main(int count, char **arguments) {
  int failed = 0;
  for (int i = 1; i < count; ++i) {
    std::ifstream stream(arguments[i]);
    std::ostringstream text;
    text << stream.rdbuf();
    auto result = lith::syntax::parse(text.str(), arguments[i], {.isText = true});
    if (stream && result)
      continue;
    failed = 1;
    std::cerr << arguments[i] << ":";
    if (result.error)
      std::cerr << result.error->range.line << ": " << result.error->message;
    std::cerr << "\n";
  }
  return failed;
}
