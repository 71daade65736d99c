// Messages.cpp: see Messages.h.
#include "Messages.h"

#include <cstdio>

int lith::tool::fail(std::string message) {
  while (message.ends_with('\n'))
    message.pop_back();
  std::fflush(stdout);
  std::fprintf(stderr, "lith: %s\n", message.c_str());
  return 1;
}

int lith::tool::finished(int status) {
  if (std::fflush(stdout) != 0 && status == 0)
    return fail("cannot write to the standard output");
  return status;
}
