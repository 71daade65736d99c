// reply.cpp: runs a saved chatbot from C++.
//
//   reply MODEL.lith MAXIMUM ID...
//
// Prints the token ids of the reply, at most MAXIMUM, to the sentence of token ids.
#include <lith/lith.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

int main(int argc, char **argv) {
  if (argc < 4) {
    std::fprintf(stderr, "usage: reply MODEL.lith MAXIMUM ID...\n");
    return 2;
  }
  try {
    lith::Program model = lith::load(argv[1]);
    std::vector<int64_t> ids;
    for (int i = 3; i < argc; ++i)
      ids.push_back(std::atoll(argv[i]));
    auto length = static_cast<int64_t>(ids.size());
    auto sentence = lith::Tensor::from(ids.data(), {length, 1}, lith::DType::Int64);
    auto lengths = lith::Tensor::from(&length, {1}, lith::DType::Int64);
    std::vector<lith::Value> result = model({sentence, lengths, int64_t(std::atoll(argv[2]))});
    const lith::Tensor &tokens = result[0].tensor();
    for (int64_t i = 0; i < tokens.shape()[0]; ++i)
      std::printf("%lld ", static_cast<long long>(tokens.data<int64_t>()[i]));
    std::printf("\n");
  } catch (const lith::Error &error) {
    std::fprintf(stderr, "reply: %s\n", error.what());
    return 1;
  }
  return 0;
}
