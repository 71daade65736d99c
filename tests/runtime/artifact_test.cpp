// artifact_test.cpp: writing, reading and calling saved programs; damaged files.
#include "support.h"

#include <cstdio>
#include <filesystem>
#include <random>
#include <unistd.h>

using namespace lith;

namespace {

class Artifact : public ::testing::Test {
protected:
  void SetUp() override {
    path = std::filesystem::temp_directory_path() /
           ("lith_artifact_" + std::to_string(getpid()) + ".lith");
  }
  void TearDown() override { std::filesystem::remove(path); }

  void write(const ArtifactData &data) {
    std::string message;
    ASSERT_EQ(writeArtifact(data, path, message), ArtifactStatus::Ok) << message;
  }
  std::string bytes() {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  }
  void replace(const std::string &contents) {
    std::ofstream(path, std::ios::binary)
        .write(contents.data(), static_cast<long>(contents.size()));
  }
  ArtifactStatus open() {
    ArtifactStatus status = ArtifactStatus::Ok;
    std::string message;
    auto data = openArtifact(path, status, message);
    EXPECT_EQ(data == nullptr, status != ArtifactStatus::Ok);
    EXPECT_EQ(message.empty(), status == ArtifactStatus::Ok);
    return status;
  }
  std::shared_ptr<Model> load() {
    ArtifactStatus status;
    std::string message;
    auto model = Model::load(path, {}, status, message);
    EXPECT_TRUE(model) << message;
    return model;
  }

  static lith_value tensor(std::vector<float> values, std::vector<int64_t> sizes) {
    OwnedValue flat(nullptr, makeConstant(nullptr, test::constant(values, "")));
    int64_t strides[] = {sizes.size() > 1 ? sizes[1] : 1, 1};
    Owned<lith_tensor> view(nullptr, lith_rt_tensor_view(nullptr, as<lith_tensor>(flat.get()),
                                                         static_cast<int64_t>(sizes.size()),
                                                         sizes.data(), strides, 0));
    return box(lith_rt_tensor_clone(nullptr, view.get()));
  }
  static std::string repr(lith_value value) {
    Context scratch;
    Owned<lith_str> text(nullptr, lith_rt_value_repr(&scratch, value));
    return std::string(textOf(text.get()));
  }

  /// The result's repr, or the failure's message.
  std::string call(const Model &model, std::vector<lith_value> positional,
                   std::vector<NamedValue> keywords = {}) {
    CallFailure failure;
    printed.clear();
    OwnedValue result(nullptr,
                      model.call(
                          "", positional, keywords,
                          [this](int, std::string_view text) { printed += text; }, failure));
    traceback = failure.traceback;
    return failure.kind == CallFailure::Kind::None ? repr(result.get()) : failure.message;
  }

  std::string path, printed, traceback;
};

TEST_F(Artifact, RoundTrip) {
  write(test::sampleArtifact());
  ArtifactStatus status;
  std::string message;
  auto data = openArtifact(path, status, message);
  ASSERT_TRUE(data) << message;
  EXPECT_EQ(manifestOf(*data), manifestOf(test::sampleArtifact()));
  EXPECT_EQ(signatureOf(*data, data->programs[0]),
            "forward(x: float32[rows, 3], n: int = 2) -> (float32[rows, 3], {'next': int})");
  EXPECT_EQ(data->programs[0].graph, "graph text");
  EXPECT_EQ(data->sources.at("model.py").substr(0, 11), "def forward");
  EXPECT_EQ(static_cast<const float *>(data->weights[0].data)[0], 0.5f);
  EXPECT_EQ(reinterpret_cast<uintptr_t>(data->weights[0].data) % 64, 0u);
}

TEST_F(Artifact, Calls) {
  write(test::sampleArtifact());
  auto model = load();
  OwnedValue x(nullptr, tensor({1, 2, 3}, {1, 3}));
  EXPECT_EQ(call(*model, {x.get(), box(int64_t(3))}),
            "(tensor([[3.5000, 6.5000, 9.5000]]), {'next': 4})");
  EXPECT_EQ(printed, "called\n");
  EXPECT_EQ(call(*model, {x.get()}), "(tensor([[2.5000, 4.5000, 6.5000]]), {'next': 3})");
  EXPECT_EQ(call(*model, {}, {{"n", box(int64_t(0))}, {"x", x.get()}}),
            "(tensor([[0.5000, 0.5000, 0.5000]]), {'next': 1})");
}

TEST_F(Artifact, NamesTheMismatch) {
  write(test::sampleArtifact());
  auto model = load();
  OwnedValue x(nullptr, tensor({1, 2, 3}, {1, 3})), wide(nullptr, tensor({1, 2, 3, 4}, {1, 4})),
      flat(nullptr, tensor({1, 2, 3}, {3}));
  EXPECT_EQ(call(*model, {}), "forward() missing argument 'x'");
  EXPECT_EQ(call(*model, {x.get(), x.get()}),
            "argument 'n' must be an int, not a tensor of float32[1, 3]");
  EXPECT_EQ(call(*model, {wide.get()}),
            "argument 'x' must be a tensor of float32[?, 3], not a tensor of float32[1, 4]");
  EXPECT_EQ(call(*model, {flat.get()}),
            "argument 'x' must be a tensor of float32[?, 3], not a tensor of float32[3]");
  EXPECT_EQ(call(*model, {x.get(), box(2.5)}), "argument 'n' must be an int, not the float 2.5");
  EXPECT_EQ(call(*model, {x.get(), box(int64_t(1)), x.get()}),
            "forward() takes 2 positional arguments but 3 were given");
  EXPECT_EQ(call(*model, {x.get()}, {{"x", x.get()}}),
            "forward() got multiple values for argument 'x'");
  EXPECT_EQ(call(*model, {x.get()}, {{"m", x.get()}}),
            "forward() got an unexpected keyword argument 'm'");
}

TEST_F(Artifact, ShowsTheUsersLine) {
  write(test::sampleArtifact());
  auto model = load();
  OwnedValue x(nullptr, tensor({1, 2, 3}, {1, 3}));
  EXPECT_EQ(call(*model, {x.get(), box(int64_t(-1))}), "n is -1");
  EXPECT_EQ(traceback, "Traceback (most recent call last):\n"
                       "  File \"model.py\", line 2, in forward\n"
                       "    raise ValueError\n"
                       "ValueError: n is -1\n");
}

TEST_F(Artifact, InstancesHaveTheirOwnState) {
  write(test::sampleArtifact(/*step=*/1));
  auto model = load(), other = model->instance();
  OwnedValue x(nullptr, tensor({0, 0, 0}, {1, 3}));
  EXPECT_EQ(call(*model, {x.get()}), "(tensor([[0.5000, 0.5000, 0.5000]]), {'next': 3})");
  EXPECT_EQ(call(*model, {x.get()}), "(tensor([[1.5000, 1.5000, 1.5000]]), {'next': 3})");
  EXPECT_EQ(call(*other, {x.get()}), "(tensor([[0.5000, 0.5000, 0.5000]]), {'next': 3})");
}

TEST_F(Artifact, DistinctErrors) {
  EXPECT_EQ(open(), ArtifactStatus::CannotOpen);
  write(test::sampleArtifact());
  std::string good = bytes();
  replace("");
  EXPECT_EQ(open(), ArtifactStatus::NotAnArtifact);
  replace(std::string(5000, 'x'));
  EXPECT_EQ(open(), ArtifactStatus::NotAnArtifact);
  replace(good.substr(0, good.size() / 2));
  EXPECT_EQ(open(), ArtifactStatus::Truncated);
  std::string other = good;
  other[64 + 8] = char(ArtifactFormat + 1);
  replace(other);
  EXPECT_EQ(open(), ArtifactStatus::OtherVersion);
  other = good;
  other[other.find("graph text")] ^= 1;
  replace(other);
  EXPECT_EQ(open(), ArtifactStatus::Damaged);
}

TEST_F(Artifact, OtherProcessor) {
  ArtifactData data = test::sampleArtifact();
  data.programs[0].target = "future,+sse3,+tbm,+fma4,+xop,+avx512vp2intersect";
  write(data);
  ArtifactStatus status;
  std::string message;
  auto refused = Model::load(path, {}, status, message);
  EXPECT_EQ(refused, nullptr);
  EXPECT_EQ(status, ArtifactStatus::OtherProcessor);
  EXPECT_NE(message.find("tbm"), std::string::npos);
  int times = 0;
  auto recompile = [&](std::string_view bytecode, Image &image, std::string &) {
    ++times;
    EXPECT_EQ(bytecode, "not checked here");
    image.object = test::sampleObject();
    return true;
  };
  auto model = Model::load(path, recompile, status, message);
  ASSERT_TRUE(model);
  OwnedValue x(nullptr, tensor({1, 2, 3}, {1, 3}));
  EXPECT_EQ(call(*model, {x.get()}), "(tensor([[2.5000, 4.5000, 6.5000]]), {'next': 3})");
  EXPECT_EQ(times, 1);
}

TEST_F(Artifact, TakesTheBestCodeThatRuns) {
  ArtifactData data = test::sampleArtifact();
  auto image = std::make_shared<Image>(*data.programs[0].image);
  std::vector<uint8_t> good = std::move(image->object), nonsense(64);
  image->object = nonsense;
  data.programs[0].image = image;
  data.programs[0].target = "future,+sse3,+tbm";
  data.programs[0].others = {{"old", nonsense}, {"aarch64,+neon", nonsense}, {"good,+sse3", good}};
  write(data);
  auto model = load();
  ASSERT_TRUE(model);
  EXPECT_EQ(model->data()->programs[0].target, "good,+sse3");
  EXPECT_EQ(model->data()->programs[0].others.size(), 3u);
  OwnedValue x(nullptr, tensor({1, 2, 3}, {1, 3}));
  EXPECT_EQ(call(*model, {x.get()}), "(tensor([[2.5000, 4.5000, 6.5000]]), {'next': 3})");
  write(*model->data()); // nothing is lost
  EXPECT_EQ(load()->data()->programs[0].others.size(), 3u);
}

TEST_F(Artifact, ALoadedOneIsWrittenAsItIs) {
  write(test::sampleArtifact());
  auto model = load();
  std::string error;
  EXPECT_EQ(model->prepare({{"native"}, false}, error), nullptr);
  EXPECT_EQ(error, "code for a target is made where the program is compiled");
  EXPECT_EQ(model->prepare({}, error)->sources.size(), 1u);
  EXPECT_EQ(model->prepare({{}, true}, error)->sources.size(), 0u);
}

TEST_F(Artifact, OtherRuntime) {
  ArtifactData data = test::sampleArtifact();
  data.programs[0].abi = LITH_ABI_VERSION - 1;
  write(data);
  ArtifactStatus status;
  std::string message;
  EXPECT_EQ(Model::load(path, {}, status, message), nullptr);
  EXPECT_EQ(status, ArtifactStatus::OtherVersion);
  EXPECT_NE(message.find("version of the runtime"), std::string::npos);
  auto refuses = [](std::string_view, Image &, std::string &error) {
    error = "no such operation";
    return false;
  };
  auto model = Model::load(path, refuses, status, message);
  ASSERT_TRUE(model);
  OwnedValue x(nullptr, tensor({1, 2, 3}, {1, 3}));
  EXPECT_EQ(call(*model, {x.get()}), "the program cannot be loaded: no such operation");
}

TEST_F(Artifact, EveryFlippedBitIsSeenOrWithoutEffect) {
  write(test::sampleArtifact());
  std::string good = bytes();
  std::mt19937 random(3);
  OwnedValue x(nullptr, tensor({1, 2, 3}, {1, 3}));
  int loaded = 0;
  for (int i = 0; i < 1000; ++i) {
    std::string bad = good;
    bad[random() % bad.size()] ^= static_cast<char>(1 << random() % 8);
    replace(bad);
    if (open() != ArtifactStatus::Ok)
      continue;
    ++loaded;
    if (loaded % 50 == 0) {
      EXPECT_EQ(call(*load(), {x.get()}), "(tensor([[2.5000, 4.5000, 6.5000]]), {'next': 3})");
    }
  }
  // Only the structure of the zip may be changed without notice.
  EXPECT_LT(loaded, 500);
}

TEST_F(Artifact, WellFormedNonsenseIsRefused) {
  ArtifactData data = test::sampleArtifact();
  data.programs[0].inputs[0].index = 7;
  write(data);
  EXPECT_EQ(open(), ArtifactStatus::Malformed);
  data = test::sampleArtifact();
  data.programs[0].result.children[0].index = 2;
  write(data);
  EXPECT_EQ(open(), ArtifactStatus::Malformed);
  data = test::sampleArtifact();
  data.programs[0].arguments[0].index = 5;
  write(data);
  EXPECT_EQ(open(), ArtifactStatus::Malformed);
  for (std::vector<int64_t> strides : {std::vector<int64_t>{1 << 20}, {-1}, {0}, {1, 1}}) {
    data = test::sampleArtifact();
    data.weights[0] = test::constant({0.5f, 1.0f}, "bias");
    data.weights[0].strides = strides;
    write(data);
    EXPECT_EQ(open(), ArtifactStatus::Malformed);
  }
}

TEST_F(Artifact, CannotWrite) {
  std::string message;
  EXPECT_EQ(writeArtifact(test::sampleArtifact(), "/no/such/folder/x.lith", message),
            ArtifactStatus::CannotWrite);
  EXPECT_NE(message.find("/no/such/folder/x.lith"), std::string::npos);
}

} // namespace
