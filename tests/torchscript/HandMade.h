// HandMade.h: zip files and pickles, written field by field.
#ifndef LITH_TESTS_TORCHSCRIPT_HAND_MADE_H
#define LITH_TESTS_TORCHSCRIPT_HAND_MADE_H

#include <map>
#include <string>
#include <vector>
#include <zlib.h>

namespace lith::testing {

using namespace std::string_literals;

inline std::string little(uint64_t value, int bytes) {
  std::string out;
  for (int i = 0; i < bytes; ++i)
    out += static_cast<char>(value >> 8 * i);
  return out;
}

struct Record {
  std::string name, content;
};

/// Stored entries whose data begins at multiples of `alignment`. `isLarge`: sizes, offsets and the
/// end stand in their 64 bit places.
inline std::string zipOf(const std::vector<Record> &records, size_t alignment = 64,
                         bool isLarge = false) {
  std::string out, directory;
  for (const Record &record : records) {
    const std::string name = "net/" + record.name;
    uint64_t size = record.content.size(), header = out.size();
    uint64_t crc = crc32(0, reinterpret_cast<const Bytef *>(record.content.data()), size);
    size_t padding = (alignment - (header + 34 + name.size()) % alignment) % alignment;
    out += "PK\3\4" + little(45, 2) + std::string(20, 0) + little(name.size(), 2) +
           little(padding + 4, 2) + name + "FB" + little(padding, 2) + std::string(padding, 0) +
           record.content;
    std::string large;
    if (isLarge)
      large = little(1, 2) + little(24, 2) + little(size, 8) + little(size, 8) + little(header, 8);
    auto field = [&](uint64_t value) { return little(isLarge ? 0xffffffff : value, 4); };
    directory += "PK\1\2" + little(45, 2) + little(45, 2) + std::string(8, 0) + little(crc, 4) +
                 field(size) + field(size) + little(name.size(), 2) + little(large.size(), 2) +
                 std::string(10, 0) + field(header) + name + large;
  }
  uint64_t start = out.size(), count = records.size(), end = start + directory.size();
  out += directory;
  if (isLarge)
    out += "PK\6\6" + little(44, 8) + little(45, 2) + little(45, 2) + little(0, 8) +
           little(count, 8) + little(count, 8) + little(directory.size(), 8) + little(start, 8) +
           "PK\6\7" + little(0, 4) + little(end, 8) + little(1, 4);
  return out + "PK\5\6" + little(0, 4) + little(isLarge ? 0xffff : count, 2) +
         little(isLarge ? 0xffff : count, 2) + little(isLarge ? 0xffffffff : directory.size(), 4) +
         little(isLarge ? 0xffffffff : start, 4) + little(0, 2);
}

inline std::string text(const std::string &value) { return "X" + little(value.size(), 4) + value; }
inline std::string number(int64_t value) { return "\x8a\x08" + little(value, 8); }
inline std::string tuple(const std::string &items) { return "(" + items + "t"; }

/// An object of the class M with the attributes: names and opcodes.
inline std::string module(const std::vector<std::pair<std::string, std::string>> &attributes) {
  std::string state;
  for (auto &[name, value] : attributes)
    state += text(name) + value;
  return "\x80\2c__torch__\nM\n)\x81}(" + state + "ub.";
}

/// A tensor over data/0, which has floats.
inline std::string tensor(int64_t count, int64_t offset, const std::string &sizes,
                          const std::string &strides) {
  std::string id =
      tuple(text("storage") + "ctorch\nFloatStorage\n" + text("0") + text("cpu") + number(count));
  return "ctorch._utils\n_rebuild_tensor_v2\n" +
         tuple(id + "Q" + number(offset) + tuple(sizes) + tuple(strides) +
               "\x89"
               "ccollections\nOrderedDict\n)R") +
         "R";
}

/// The records of an archive with this data.pkl; `others` come in addition, or instead.
inline std::vector<Record> recordsOf(const std::string &data,
                                     const std::map<std::string, std::string> &others = {}) {
  std::vector<Record> records;
  std::map<std::string, std::string> missing = others;
  for (Record record : {Record{"data.pkl", data}, Record{"constants.pkl", "\x80\2)."},
                        Record{"data/0", std::string(24, 1)}, Record{"version", "3\n"},
                        Record{"code/__torch__.py", "class M(Module):\n  pass\n"}}) {
    if (auto found = missing.extract(record.name))
      record.content = found.mapped();
    records.push_back(record);
  }
  for (auto &[name, content] : missing)
    records.push_back({name, content});
  return records;
}

} // namespace lith::testing

#endif // LITH_TESTS_TORCHSCRIPT_HAND_MADE_H
