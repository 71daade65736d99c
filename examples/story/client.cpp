// client.cpp: calls the saved assistant from C++.
//
//   client MODEL.lith TEXT...
//
// Prints the reply to each text, which follows those before it, then the ids of the first text.
#include <lith/lith.h>

#include <cstdio>

/// A field of a result that is an object.
static lith::Value field(const lith::Value &object, const std::string &name) {
  for (size_t i = 0; i < object.size(); ++i)
    if (object.key(i).string() == name)
      return object[i];
  throw lith::Error(LITH_ERROR_ARGUMENTS, "the result has no " + name);
}

int main(int argc, char **argv) {
  if (argc < 3) {
    std::fprintf(stderr, "usage: client MODEL.lith TEXT...\n");
    return 2;
  }
  try {
    lith::Program program = lith::load(argv[1]);
    for (int i = 2; i < argc; ++i) {
      lith::Value reply = program.callForValue({std::string(argv[i])});
      std::printf("%s -> %s (%lld tokens so far)\n", argv[i], field(reply, "text").string().c_str(),
                  static_cast<long long>(field(reply, "seen").integer()));
    }
    lith::Value encoded = program.method("encode").callForValue({std::string(argv[2])});
    std::printf("%s\n", field(encoded, "ids").repr().c_str());
  } catch (const lith::Error &error) {
    std::fprintf(stderr, "client: %s\n", error.what());
    return 1;
  }
  return 0;
}
