// interface_test.cpp: the public C++ interface.
#include "support.h"

#include <lith/lith.h>

#include <filesystem>
#include <unistd.h>

namespace {

class Interface : public ::testing::Test {
protected:
  void SetUp() override {
    path = std::filesystem::temp_directory_path() /
           ("lith_interface_" + std::to_string(getpid()) + ".lith");
    std::string message;
    ASSERT_EQ(lith::writeArtifact(lith::test::sampleArtifact(), path, message),
              lith::ArtifactStatus::Ok);
  }
  void TearDown() override { std::filesystem::remove(path); }
  std::string path;
};

TEST_F(Interface, CallsAProgram) {
  lith::Program program = lith::load(path);
  float data[] = {1, 2, 3, 4, 5, 6};
  auto x = lith::Tensor::from(data, {2, 3}, lith::DType::Float32);
  std::vector<lith::Value> result = program({x, 2});
  ASSERT_EQ(result.size(), 2u);
  lith::Tensor y = result[0].tensor();
  EXPECT_EQ(y.shape(), (std::vector<int64_t>{2, 3}));
  EXPECT_EQ(y.dtype(), lith::DType::Float32);
  EXPECT_EQ(y.data<float>()[5], 12.5f);
  EXPECT_EQ(result[1].at("next").integer(), 3);
  EXPECT_EQ(program.call({}, {{"x", x}}).size(), 2u);
  EXPECT_EQ(program.schema(),
            "forward(x: float32[rows, 3], n: int = 2) -> (float32[rows, 3], {'next': int})\n");
}

TEST_F(Interface, Throws) {
  EXPECT_THROW(lith::load(path + ".none"), lith::Error);
  lith::Program program = lith::load(path);
  float data[] = {1, 2, 3};
  auto x = lith::Tensor::from(data, {1, 3}, lith::DType::Float32);
  try {
    program({x, -1});
    FAIL();
  } catch (const lith::Error &error) {
    EXPECT_EQ(error.code(), LITH_ERROR_RAISED);
    EXPECT_STREQ(error.what(), "ValueError: n is -1");
    EXPECT_NE(error.traceback().find("line 2, in forward"), std::string::npos);
  }
  try {
    program({x, 2.5});
    FAIL();
  } catch (const lith::Error &error) {
    EXPECT_EQ(error.code(), LITH_ERROR_ARGUMENTS);
  }
  EXPECT_THROW(lith::Value(3).tensor(), lith::Error);
  EXPECT_THROW(lith::Value("text").integer(), lith::Error);
  EXPECT_THROW(x.data<double>(), lith::Error);
}

TEST_F(Interface, ResultsOutliveTheProgram) {
  std::vector<lith::Value> result;
  {
    lith::Program program = lith::load(path);
    float data[] = {1, 2, 3};
    result = program({lith::Tensor::from(data, {1, 3}, lith::DType::Float32)});
  }
  EXPECT_EQ(result[1].repr(), "{'next': 3}");
  EXPECT_EQ(result[0].tensor().data<float>()[0], 2.5f);
}

TEST(Values, Kinds) {
  auto list = lith::Value::list({1, 2.5, "three", true, lith::Value()});
  EXPECT_EQ(list.repr(), "[1, 2.5, 'three', True, None]");
  EXPECT_EQ(list[2].string(), "three");
  EXPECT_EQ(list[1].real(), 2.5);
  EXPECT_TRUE(list[4].isNone());
  auto dict = lith::Value::dict({{"a", list}, {1, std::complex<double>(1, -2)}});
  EXPECT_EQ(dict.repr(), "{'a': [1, 2.5, 'three', True, None], 1: (1-2j)}");
  EXPECT_EQ(dict.at("a").size(), 5u);
  EXPECT_THROW(list[5], lith::Error);
  EXPECT_THROW(lith::Value::dict({{list, 1}}), lith::Error);
}

TEST(Values, DLPackRoundTrip) {
  int64_t data[] = {1, 2, 3, 4};
  auto tensor = lith::Tensor::from(data, {2, 2}, lith::DType::Int64);
  auto again = lith::Tensor::fromDLPack(tensor.toDLPack());
  EXPECT_EQ(again.data<int64_t>(), tensor.data<int64_t>());
  EXPECT_EQ(again.repr(), "tensor([[1, 2],\n        [3, 4]])");
}

} // namespace
