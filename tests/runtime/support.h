// support.h: values and programs for the tests of the runtime.
#ifndef LITH_TESTS_RUNTIME_SUPPORT_H
#define LITH_TESTS_RUNTIME_SUPPORT_H

#include "core/Object.h"
#include "objects/Containers.h"
#include "objects/Str.h"

#include <lith/artifact.h>

#include <fstream>
#include <gtest/gtest.h>
#include <iterator>

namespace lith::test {

/// A context that must be left without an exception.
class Fixture : public ::testing::Test {
protected:
  void TearDown() override { EXPECT_EQ(ctx->pending, nullptr); }

  std::string repr(lith_value value) {
    Owned<lith_str> text(ctx, lith_rt_value_repr(ctx, value));
    return text ? std::string(textOf(text.get())) : "<raised>";
  }
  /// "ValueError: message" of the pending exception, which is cleared.
  std::string raised() {
    if (!ctx->pending)
      return "<nothing>";
    Image none;
    lith_exception *exception = takePending(&context);
    std::string out =
        exceptionClassName(none, exception) + ": " + exceptionText(&context, exception);
    release(ctx, exception);
    return out;
  }
  lith_value str(std::string_view text) { return boxStr(ctx, text); }

  Context context;
  lith_ctx *ctx = &context;
};

inline std::vector<uint8_t> sampleObject() {
  std::ifstream file(LITH_SAMPLE_OBJECT, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

inline Constant constant(std::string text) {
  Constant result;
  result.tag = LITH_STR;
  result.text = std::move(text);
  return result;
}
inline Constant constant(int64_t value) {
  Constant result;
  result.tag = LITH_INT;
  result.integer = value;
  return result;
}
inline Constant constant(const std::vector<float> &values, std::string name) {
  auto owner = std::make_shared<std::vector<float>>(values);
  Constant result;
  result.tag = LITH_TENSOR;
  result.dtype = LITH_FLOAT32;
  result.sizes = {static_cast<int64_t>(values.size())};
  result.data = owner->data();
  result.owner = owner;
  result.name = std::move(name);
  return result;
}

/// The image of sample.c: prints "called\n"; adds `step` to its weight at each call.
inline std::shared_ptr<Image> sampleImage(int64_t step) {
  auto image = std::make_shared<Image>();
  image->object = sampleObject();
  image->resultCount = 2;
  image->strings = {"model.py", "forward"};
  image->locations = {{0, 1, 2, 4, 2, 9, -1}};
  image->constants = {constant("called\n"), constant("n is {0}"), constant(step)};
  return image;
}

/// forward(x: float32[rows, 3], n: int = 2) -> (float32[rows, 3], {"next": int})
inline ArtifactData sampleArtifact(int64_t step = 0) {
  ArtifactProgram program;
  program.image = sampleImage(step);
  program.bytecode = "not checked here";
  program.graph = "graph text";
  Tree x, n;
  x.kind = Tree::Kind::Tensor;
  x.index = 0;
  x.name = "x";
  x.sizes = {-1, 3};
  x.sizeNames = {"rows", ""};
  n.kind = Tree::Kind::Int;
  n.index = 1;
  n.name = "n";
  n.hasDefault = true;
  n.constant = constant(2);
  program.arguments = {x, n};
  Tree next = n, pair;
  next.name.clear();
  next.hasDefault = false;
  Tree dict;
  dict.kind = Tree::Kind::Dict;
  dict.keys = {constant("next")};
  dict.children = {next};
  Tree result = x;
  result.name.clear();
  pair.kind = Tree::Kind::Tuple;
  pair.children = {result, dict};
  program.result = pair;
  program.inputs = {
      {Binding::Kind::Leaf, 0, {}}, {Binding::Kind::Leaf, 1, {}}, {Binding::Kind::Weight, 0, {}}};
  program.pinned = {{"training", "False"}};
  ArtifactData data;
  data.name = "forward";
  data.programs = {program};
  data.weights = {constant({0.5f}, "bias")};
  data.weightsWritten = {step != 0};
  data.weightsParameter = data.weightsGrad = {false};
  data.sources = {{"model.py", "def forward(x, n=2):\n    raise ValueError\n"}};
  data.versions = {{"lith", "0.1.0"}};
  return data;
}

} // namespace lith::test

#endif // LITH_TESTS_RUNTIME_SUPPORT_H
