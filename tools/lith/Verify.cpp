// Verify.cpp: `lith verify`.
#include "Loaded.h"
#include "Tool.h"

#include <cstdio>

using namespace lith;
using namespace lith::tool;

static void tell(void *number, const lith_verified *outcome) {
  std::printf("%zu %s: %s%s; largest difference %.3g, relative %.3g; %.3f ms\n",
              (*static_cast<size_t *>(number))++, outcome->method,
              outcome->agrees ? "agrees" : "differs: ", outcome->message, outcome->absolute,
              outcome->relative, outcome->seconds * 1e3);
}

int tool::verify(const std::string &program, int threads) {
  if (threads > 0)
    setNumThreads(threads);
  try {
    Loaded loaded(program);
    size_t count = lith_example_count(loaded.get()), number = 0;
    if (count == 0)
      return fail("'" + program + "' holds no examples");
    size_t failed = lith_verify(loaded.get(), tell, &number);
    if (failed > 0)
      return fail(std::to_string(failed) + " of " + std::to_string(count) +
                  " examples do not agree");
  } catch (const Error &error) {
    return fail(error.what());
  }
  return 0;
}
