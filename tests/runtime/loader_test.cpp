// loader_test.cpp: loading objects, and refusing damaged ones.
#include "support.h"

#include "loader/Loader.h"

#include <random>

using namespace lith;

namespace {

std::unique_ptr<LoadedObject> load(const std::vector<uint8_t> &object, LoadStatus &status) {
  std::string detail;
  return LoadedObject::load(object, resolveRuntimeSymbol, status, detail);
}

TEST(Loader, RunsCodeWithConstantsDataAndCalls) {
  LoadStatus status;
  auto object = load(test::sampleObject(), status);
  ASSERT_EQ(status, LoadStatus::Ok);
  auto apply = reinterpret_cast<float (*)(int, float)>(object->symbol("sample_apply"));
  EXPECT_EQ(apply(0, 3), 6);
  EXPECT_EQ(apply(3, 3), -12);
  auto count = reinterpret_cast<int64_t (*)()>(object->symbol("sample_count"));
  EXPECT_EQ(count(), 1);
  EXPECT_EQ(count(), 2);
  auto tanh = reinterpret_cast<double (*)(float)>(object->symbol("sample_tanh"));
  EXPECT_NEAR(tanh(0.5f), 0.46211716, 1e-6);
  EXPECT_EQ(object->symbol("no_such_symbol"), nullptr);
}

TEST(Loader, CopiesAreIndependent) {
  LoadStatus status;
  auto first = load(test::sampleObject(), status), second = load(test::sampleObject(), status);
  auto count = [](LoadedObject &object) {
    return reinterpret_cast<int64_t (*)()>(object.symbol("sample_count"))();
  };
  EXPECT_EQ(count(*first), 1);
  EXPECT_EQ(count(*first), 2);
  EXPECT_EQ(count(*second), 1);
}

TEST(Loader, NamesTheMissingFunction) {
  LoadStatus status;
  std::string detail;
  auto nothing = [](std::string_view) -> void * { return nullptr; };
  EXPECT_EQ(LoadedObject::load(test::sampleObject(), nothing, status, detail), nullptr);
  EXPECT_EQ(status, LoadStatus::UndefinedSymbol);
  EXPECT_FALSE(detail.empty());
}

TEST(Loader, RefusesWhatIsNoObject) {
  LoadStatus status;
  EXPECT_EQ(load({}, status), nullptr);
  EXPECT_EQ(status, LoadStatus::NotAnObject);
  EXPECT_EQ(load(std::vector<uint8_t>(1000, 0x7f), status), nullptr);
  EXPECT_EQ(status, LoadStatus::NotAnObject);
}

TEST(Loader, SurvivesTruncation) {
  std::vector<uint8_t> good = test::sampleObject();
  for (size_t size = 0; size < good.size(); size += 7) {
    LoadStatus status;
    load({good.begin(), good.begin() + static_cast<int64_t>(size)}, status);
  }
}

TEST(Loader, SurvivesChangedBytes) {
  std::vector<uint8_t> good = test::sampleObject();
  std::mt19937 random(1);
  for (int i = 0; i < 20000; ++i) {
    std::vector<uint8_t> bad = good;
    for (int k = 0; k < 3; ++k)
      bad[random() % bad.size()] = static_cast<uint8_t>(random());
    LoadStatus status;
    load(bad, status);
  }
}

} // namespace
