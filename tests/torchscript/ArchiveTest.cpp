// ArchiveTest.cpp: archives that are made by hand: what is read of them, and what is said of
// others.
#include "torchscript/Archive.h"
#include "HandMade.h"

#include <gtest/gtest.h>

using namespace lith::testing;
using lith::torchscript::Archive;
using lith::torchscript::CannotRead;
using lith::torchscript::Item;

static std::unique_ptr<Archive> opened(const std::string &bytes) {
  return Archive::of(bytes, "net.pt");
}

static std::unique_ptr<Archive> archiveOf(const std::string &data) {
  return opened(zipOf(recordsOf(data)));
}

static std::string refusal(const std::string &bytes) {
  try {
    opened(bytes);
  } catch (const CannotRead &error) {
    return error.what();
  }
  return "";
}

static std::string refusalOf(const std::string &value) {
  return refusal(zipOf(recordsOf(module({{"a", value}}))));
}

static const Item &attribute(const Archive &archive, size_t index) {
  return *archive.root->state->entries.at(index).second;
}

static uintptr_t addressOf(const Item &tensor) {
  return reinterpret_cast<uintptr_t>(tensor.storage->bytes.data());
}

TEST(Archive, HasRecords) {
  auto archive = opened(zipOf(recordsOf(module({}), {{"code/__torch__/pkg/mod.py", "pass"},
                                                     {"code/__torch__.py.debug_pkl", "no pickle"},
                                                     {"extra/labels.txt", "cat"},
                                                     {".data/unknown", "?"},
                                                     {"byteorder", "little"},
                                                     {"constants.pkl", "\x80\2K\1K\2\x86."}})));
  EXPECT_EQ(archive->name, "net");
  EXPECT_EQ(archive->version, 3);
  EXPECT_EQ(archive->root->kind, Item::Kind::Object);
  EXPECT_EQ(archive->root->text, "__torch__.M");
  EXPECT_EQ(archive->constants.at(1)->integer, 2);
  ASSERT_EQ(archive->sources.size(), 2u);
  EXPECT_EQ(archive->sources[0].first, "__torch__");
  EXPECT_EQ(archive->sources[1].first, "__torch__.pkg.mod");
  EXPECT_EQ(archive->extraFiles, (std::map<std::string, std::string>{{"labels.txt", "cat"}}));
}

TEST(Archive, HasNumbers) {
  auto archive = archiveOf(module({{"least", number(INT64_MIN)},
                                   {"short", "\x8a\2\0\xff"s},
                                   {"none", "\x8a\0"s},
                                   {"negative", "J\xff\xff\xff\xff"},
                                   {"float", "G\xbf\xf8\0\0\0\0\0\0"s}}));
  EXPECT_EQ(attribute(*archive, 0).integer, INT64_MIN);
  EXPECT_EQ(attribute(*archive, 1).integer, -256);
  EXPECT_EQ(attribute(*archive, 2).integer, 0);
  EXPECT_EQ(attribute(*archive, 3).integer, -1);
  EXPECT_EQ(attribute(*archive, 4).real, -1.5);
}

TEST(Archive, SharesWhatPicklesShare) {
  auto archive = archiveOf(module({{"a", "]q\0(K\1e"s},
                                   {"b", "h\0"s},
                                   {"t", tensor(6, 0, "K\6", "K\1")},
                                   {"u", tensor(6, 2, "K\2K\2", "K\2K\1")}}));
  EXPECT_EQ(&attribute(*archive, 0), &attribute(*archive, 1));
  EXPECT_NE(&attribute(*archive, 2), &attribute(*archive, 3));
  EXPECT_EQ(attribute(*archive, 2).storage, attribute(*archive, 3).storage);
  EXPECT_EQ(attribute(*archive, 3).strides, (std::vector<int64_t>{2, 1}));
}

TEST(Archive, PlacesOfWeights) {
  auto records = recordsOf(module({{"t", tensor(6, 0, "K\6", "K\1")}}));
  auto aligned = opened(zipOf(records));
  EXPECT_EQ(addressOf(attribute(*aligned, 0)) % 64, 0u);
  for (const std::string &bytes : {zipOf(records, 1), zipOf(records, 64, true)}) {
    auto archive = opened(bytes);
    const Item &tensor = attribute(*archive, 0);
    EXPECT_EQ(addressOf(tensor) % 4, 0u);
    EXPECT_EQ(std::string(tensor.storage->bytes.begin(), tensor.storage->bytes.end()),
              std::string(24, 1));
  }
}

TEST(Archive, KeepsTensorsInTheirStorage) {
  EXPECT_EQ(refusalOf(tensor(6, 0, "K\2K\3", "K\3K\1")), "");
  EXPECT_EQ(refusalOf(tensor(6, 5, "K\7K\7", "K\0K\0"s)), "");
  EXPECT_EQ(refusalOf(tensor(6, 6, "K\0"s, "K\1")), "");
  const std::string leaves = "'net.pt' is damaged: data.pkl: a tensor leaves its storage";
  EXPECT_EQ(refusalOf(tensor(6, 6, "K\1", "K\1")), leaves);
  EXPECT_EQ(refusalOf(tensor(6, 7, "K\0"s, "K\1")), leaves);
  EXPECT_EQ(refusalOf(tensor(6, 0, "K\2K\3", "K\4K\1")), leaves);
  EXPECT_EQ(refusalOf(tensor(6, 5, "K\2", number(-1))), leaves);
  EXPECT_EQ(refusalOf(tensor(6, 0, number(INT64_MIN), "K\1")), leaves);
  EXPECT_EQ(refusalOf(tensor(7, 0, "K\1", "K\1")),
            "'net.pt' is damaged: 'data/0' is shorter than its tensors");
}

TEST(Archive, NamesWhatItRefuses) {
  EXPECT_EQ(refusalOf("cos\nsystem\n" + text("ls") + "\x85R"),
            "'net.pt' is refused: data.pkl names 'os.system', which is no part of the format");
  EXPECT_EQ(
      refusalOf("(i"),
      "'net.pt' is refused: data.pkl has the pickle opcode INST, which is no part of the format");
  EXPECT_EQ(refusalOf("]q\0(h\0e"s),
            "'net.pt' holds an object that contains itself, which Lith does not read");
  EXPECT_EQ(refusalOf("c\xff\n\n"), "'net.pt' is damaged: data.pkl: a string is not valid UTF-8");
}

TEST(Archive, SaysWhatOtherFilesAre) {
  EXPECT_EQ(refusal(""), "'net.pt' is no TorchScript archive: it is empty");
  EXPECT_EQ(refusal("text"), "'net.pt' is no TorchScript archive: it is no zip file");
  EXPECT_EQ(refusal(zipOf({{"a", "b"}})),
            "'net.pt' is no TorchScript archive: it is another zip file");
  EXPECT_EQ(refusal(zipOf({{"data.pkl", "\x80\2N."}})).substr(0, 68),
            "'net.pt' is no TorchScript archive: it is a file of torch.save, whic");
  EXPECT_EQ(refusal("PYTORCH1").substr(0, 38), "'net.pt' was saved by PyTorch before 1");
  std::string good = zipOf(recordsOf(module({})));
  EXPECT_EQ(refusal(good), "");
  EXPECT_EQ(refusal(good.substr(0, 300)),
            "'net.pt' is truncated: the directory at its end is missing");
  EXPECT_EQ(refusal(zipOf(recordsOf(module({}), {{"version", "11\n"}}))),
            "'net.pt' has version 11 of the format; Lith reads versions 1 to 10");
  good[good.find("class M")] ^= 1;
  EXPECT_EQ(refusal(good),
            "'net.pt' is damaged: 'net/code/__torch__.py' differs from its checksum");
  EXPECT_THROW(Archive::open("/nowhere/net.pt"), CannotRead);
}
