// embed.cpp: runs a saved sentence encoder from C++.
//
//   embed MODEL.lith FILE
//
// FILE holds one sentence a line as token ids, padded with 0 to one length.
// Prints the cosine similarity of every pair, then the time of one call.
#include <lith/lith.h>

#include <chrono>
#include <cstdio>
#include <fstream>
#include <sstream>
#include <vector>

namespace {

/// Ids of shape (rows, columns), one line a row.
struct Batch {
  std::vector<int64_t> ids, mask;
  int64_t rows = 0, columns = 0;
};

Batch read(const char *path) {
  Batch batch;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    for (int64_t id; words >> id;) {
      batch.ids.push_back(id);
      batch.mask.push_back(id != 0);
    }
    ++batch.rows;
  }
  batch.columns = batch.rows ? static_cast<int64_t>(batch.ids.size()) / batch.rows : 0;
  return batch;
}

void printSimilarities(const float *vectors, int64_t rows, int64_t width) {
  for (int64_t a = 0; a < rows; ++a)
    for (int64_t b = a + 1; b < rows; ++b) {
      double dot = 0;
      for (int64_t i = 0; i < width; ++i)
        dot += static_cast<double>(vectors[a * width + i]) * vectors[b * width + i];
      std::printf("%lld %lld %.6f\n", static_cast<long long>(a), static_cast<long long>(b), dot);
    }
}

} // namespace

int main(int argc, char **argv) {
  if (argc != 3) {
    std::fprintf(stderr, "usage: embed MODEL.lith FILE\n");
    return 2;
  }
  try {
    Batch batch = read(argv[2]);
    lith::Program model = lith::load(argv[1]);
    std::vector<int64_t> shape = {batch.rows, batch.columns};
    auto ids = lith::Tensor::from(batch.ids.data(), shape, lith::DType::Int64);
    auto mask = lith::Tensor::from(batch.mask.data(), shape, lith::DType::Int64);
    auto start = std::chrono::steady_clock::now();
    std::vector<lith::Value> result = model({ids, mask});
    std::chrono::duration<double, std::milli> first = std::chrono::steady_clock::now() - start;
    const lith::Tensor &vectors = result[0].tensor();
    printSimilarities(vectors.data<float>(), vectors.shape()[0], vectors.shape()[1]);
    start = std::chrono::steady_clock::now();
    model({ids, mask});
    std::chrono::duration<double, std::milli> second = std::chrono::steady_clock::now() - start;
    std::printf("first call %.2f ms, then %.2f ms\n", first.count(), second.count());
  } catch (const lith::Error &error) {
    std::fprintf(stderr, "embed: %s\n", error.what());
    return 1;
  }
  return 0;
}
