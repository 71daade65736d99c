// Reader.cpp: maps an artifact, checks every byte that it will use, and decodes it.
#include "artifact/Layout.h"
#include "artifact/Mapping.h"
#include "artifact/Outside.h"
#include "tensor/Layout.h"

#include <algorithm>
#include <atomic>

using namespace lith;

namespace {

class Reader {
public:
  Reader(const std::string &path, ArtifactStatus &status, std::string &message)
      : path(path), status(status), message(message) {}

  std::shared_ptr<const ArtifactData> run() {
    auto result = std::make_shared<ArtifactData>();
    if (!map() || !readIndex() || !check() || !decode(*result))
      return nullptr;
    status = ArtifactStatus::Ok;
    return result;
  }

private:
  bool fail(ArtifactStatus why, const std::string &text) {
    status = why;
    message = "'" + path + "' " + text;
    return false;
  }
  bool malformed(const std::string &what) {
    return fail(ArtifactStatus::Malformed, "is not a valid artifact: " + what);
  }

  bool map() {
    mapping = std::make_shared<Mapping>();
    std::string error;
    if (!mapping->open(path, error))
      return fail(ArtifactStatus::CannotOpen, error);
    return mapping->bytes || fail(ArtifactStatus::NotAnArtifact, "is not an artifact: it is empty");
  }

  bool readIndex() {
    IndexHead head;
    const char *start = mapping->data + IndexOffset;
    if (mapping->bytes < IndexOffset + sizeof head)
      return startsLikeOne() ? truncated() : notOne();
    std::memcpy(&head, start, sizeof head);
    format = head.format;
    if (std::memcmp(head.magic, IndexMagic, sizeof head.magic) != 0)
      return notOne();
    if (head.format < OldestArtifactFormat || head.format > ArtifactFormat)
      return fail(ArtifactStatus::OtherVersion, "has format " + std::to_string(head.format) +
                                                    "; this runtime reads format " +
                                                    std::to_string(ArtifactFormat));
    if (mapping->bytes < head.fileBytes)
      return truncated();
    uint64_t hash;
    if (head.indexBytes < sizeof head + 8 || head.indexBytes > mapping->bytes - IndexOffset ||
        head.fileBytes != mapping->bytes)
      return damaged("its index");
    std::memcpy(&hash, start + head.indexBytes - 8, 8);
    if (checksum(start, head.indexBytes - 8) != hash)
      return damaged("its index");
    Decoder decoder({start + sizeof head, head.indexBytes - sizeof head - 8}, {});
    item(decoder, entries);
    if (!decoder.finished())
      return malformed("index");
    for (const IndexEntry &entry : entries)
      if (entry.offset > mapping->bytes || entry.bytes > mapping->bytes - entry.offset ||
          entry.hashes.size() != (entry.bytes + BlockBytes - 1) / BlockBytes)
        return malformed("index");
    return true;
  }

  bool startsLikeOne() const {
    return mapping->bytes >= 4 && std::memcmp(mapping->data, "PK\3\4", 4) == 0;
  }
  bool notOne() { return fail(ArtifactStatus::NotAnArtifact, "is not an artifact of Lith"); }
  bool truncated() {
    return fail(ArtifactStatus::Truncated,
                "is truncated: it has " + std::to_string(mapping->bytes) + " bytes");
  }
  bool damaged(const std::string &what) {
    return fail(ArtifactStatus::Damaged, "is damaged: the checksum of " + what + " differs");
  }

  // All blocks of all entries, on several threads.
  bool check() {
    struct Block {
      const char *data;
      size_t bytes;
      uint64_t hash;
      const IndexEntry *entry;
    };
    std::vector<Block> blocks;
    for (const IndexEntry &entry : entries)
      for (size_t i = 0; i < entry.hashes.size(); ++i) {
        size_t from = i * BlockBytes, left = entry.bytes - from;
        blocks.push_back({mapping->data + entry.offset + from,
                          left < BlockBytes ? left : BlockBytes, entry.hashes[i], &entry});
      }
    std::atomic<const IndexEntry *> bad{nullptr};
    parallelFor(static_cast<int64_t>(blocks.size()), 4, [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) {
        const Block &block = blocks[static_cast<size_t>(i)];
        if (checksum(block.data, block.bytes) != block.hash)
          bad.store(block.entry);
      }
    });
    return !bad.load() || damaged(bad.load()->name);
  }

  std::string_view contents(const std::string &name, bool &found) const {
    found = false;
    for (const IndexEntry &entry : entries)
      if (entry.name == name) {
        found = true;
        return {mapping->data + entry.offset, entry.bytes};
      }
    return {};
  }

  // Finds where the weights' data begins, after their header.
  bool findWeights() {
    bool found;
    std::string_view all = contents("weights.safetensors", found);
    uint64_t header = 0;
    if (all.size() < 8)
      return malformed("weights");
    std::memcpy(&header, all.data(), 8);
    if (header > all.size() - 8)
      return malformed("weights");
    weights = all.substr(8 + header);
    return true;
  }

  /// Whether the strides are those of a tensor with these sizes, without gaps.
  static bool hasDenseStrides(const Constant &constant) {
    if (constant.strides.size() != constant.sizes.size())
      return false;
    MemoryLayout layout;
    layout.rank = static_cast<int>(constant.sizes.size());
    std::ranges::copy(constant.sizes, layout.sizes);
    std::ranges::copy(constant.strides, layout.strides);
    return lith::isDense(layout);
  }

  bool findTensor(Constant &constant, uint64_t offset) {
    int64_t count = 1, bytes;
    if (!isDtype(constant.dtype) || constant.sizes.size() > LITH_MAX_RANK)
      return false;
    for (int64_t size : constant.sizes)
      if (size < 0 || __builtin_mul_overflow(count, size, &count))
        return false;
    if (!constant.strides.empty() && !hasDenseStrides(constant))
      return false;
    if (__builtin_mul_overflow(count, dtypeBytes(constant.dtype), &bytes))
      return false;
    if (offset == OutsideOffset && format > 6) {
      ++elsewhere;
      return true;
    }
    if (offset > weights.size() || static_cast<uint64_t>(bytes) > weights.size() - offset)
      return false;
    constant.data = weights.data() + offset;
    constant.owner = mapping;
    return true;
  }

  bool decode(ArtifactData &out) {
    bool found;
    std::string_view programs = contents("programs.bin", found);
    if (!found || !findWeights())
      return malformed("programs");
    Decoder decoder(programs, [this](Constant &constant, uint64_t offset) {
      return findTensor(constant, offset);
    });
    decoder.format = format;
    uint64_t count = 0;
    std::vector<std::pair<std::string, std::string>> sources, versions;
    items(decoder, out.name, count, out.weights, out.weightsWritten, out.weightsParameter,
          out.weightsGrad);
    if (format > 4)
      item(decoder, out.views);
    items(decoder, sources, versions);
    std::vector<std::pair<std::string, std::string>> metadata, extraFiles;
    if (format > 5)
      items(decoder, out.state, out.attributes, metadata, extraFiles);
    for (uint64_t i = 0; decoder.ok && i < count; ++i)
      if (!decodeProgram(decoder, out, std::to_string(i)))
        return false;
    if (!decoder.finished() || out.weightsWritten.size() != out.weights.size() ||
        out.weightsParameter.size() != out.weights.size() ||
        out.weightsGrad.size() != out.weights.size())
      return malformed("programs");
    for (const Constant &weight : out.weights)
      if (weight.tag != LITH_TENSOR)
        return malformed("weights");
    if (!std::all_of(out.views.begin(), out.views.end(),
                     [&](const WeightView &view) { return isWithin(view, out); }))
      return malformed("weights");
    for (const auto &[file, entry] : sources)
      out.sources[file] = contents(entry, found);
    for (const auto &[file, entry] : extraFiles)
      out.extraFiles[file] = contents(entry, found);
    out.versions = {versions.begin(), versions.end()};
    out.metadata = {metadata.begin(), metadata.end()};
    return decodeBeside(out) && checkIndices(out);
  }

  // What format 7 added, in entries of their own.
  bool decodeBeside(ArtifactData &out) {
    auto decode = [&](const char *name, auto &items) {
      bool found;
      std::string_view bytes = contents(name, found);
      Decoder decoder(bytes, [this](Constant &constant, uint64_t offset) {
        return findTensor(constant, offset);
      });
      if (found)
        item(decoder, items);
      return !found || decoder.finished();
    };
    if (!decode("outside.bin", out.outside) || elsewhere != out.outside.size() ||
        !decode("examples.bin", out.examples) || !decode("values.bin", out.values) ||
        elsewhere != out.outside.size())
      return malformed("weights");
    return out.outside.empty() || findOutside(path, out, status, message);
  }

  bool decodeProgram(Decoder &decoder, ArtifactData &out, const std::string &number) {
    ArtifactProgram saved;
    auto image = std::make_shared<Image>();
    program(decoder, saved, *image);
    bool code, ir, graph;
    std::vector<NativeCode> codes = std::move(saved.others);
    codes.insert(codes.begin(), NativeCode{saved.target, {}});
    for (size_t i = 0; i < codes.size(); ++i) {
      std::string_view object =
          contents("code/" + number + (i ? "." + std::to_string(i - 1) : "") + ".o", code);
      if (!code)
        return malformed("program " + number);
      codes[i].object.assign(object.begin(), object.end());
    }
    auto best = codes.begin() + std::ptrdiff_t(bestFor(codes));
    image->object = std::move(best->object);
    saved.target = std::move(best->target);
    codes.erase(best);
    saved.others = std::move(codes);
    saved.bytecode = contents("ir/" + number + ".mlirbc", ir);
    saved.graph = contents("graph/" + number + ".txt", graph);
    if (!decoder.ok)
      return malformed("program " + number);
    saved.image = std::move(image);
    out.programs.push_back(std::move(saved));
    return true;
  }

  // Whether all elements of a view lie in what it views.
  static bool isWithin(const WeightView &view, const ArtifactData &out) {
    if (static_cast<uint32_t>(std::max(view.weight, view.base)) >= out.weights.size() ||
        std::min(view.weight, view.base) < 0)
      return false;
    const Constant &weight = out.weights[size_t(view.weight)];
    int64_t whole = out.weights[size_t(view.base)].dataBytes();
    int64_t bytes = dtypeBytes(weight.dtype), reach = bytes;
    if (view.strides.size() != weight.sizes.size() || view.offset < 0 || view.offset % bytes)
      return false;
    for (size_t d = 0; d < view.strides.size(); ++d) {
      int64_t step;
      if (view.strides[d] < 0 || weight.sizes[d] == 0 ||
          __builtin_mul_overflow(weight.sizes[d] - 1, view.strides[d], &step) ||
          __builtin_mul_overflow(step, bytes, &step) || __builtin_add_overflow(reach, step, &reach))
        return false;
    }
    return reach <= whole && view.offset <= whole - reach;
  }

  static bool isNumber(const Constant &weight) {
    return weight.sizes.empty() && (weight.dtype == LITH_INT64 || weight.dtype == LITH_FLOAT64);
  }

  // Indices that later code follows without asking.
  bool checkIndices(const ArtifactData &out) {
    for (const StateName &each : out.state)
      if (static_cast<uint32_t>(each.weight) >= out.weights.size())
        return malformed("state");
    for (const Attribute &each : out.attributes)
      if (each.weight >= 0 && (static_cast<uint32_t>(each.weight) >= out.weights.size() ||
                               !isNumber(out.weights[size_t(each.weight)])))
        return malformed("attributes");
    for (const ArtifactProgram &saved : out.programs) {
      int32_t leaves = 0;
      for (const Tree &argument : saved.arguments)
        if (!checkArgument(argument, leaves))
          return malformed("arguments");
      if (saved.image->resultCount < 0 || saved.image->resultCount > (1 << 20) ||
          !checkResult(saved.result, saved.image->resultCount, leaves, out))
        return malformed("results");
      for (const Binding &input : saved.inputs)
        if ((input.kind == Binding::Kind::Leaf &&
             static_cast<uint32_t>(input.index) >= static_cast<uint32_t>(leaves)) ||
            ((input.kind == Binding::Kind::Weight || input.kind == Binding::Kind::Number) &&
             static_cast<uint32_t>(input.index) >= out.weights.size()) ||
            (input.kind == Binding::Kind::State &&
             static_cast<uint32_t>(input.index) >= out.values.size()) ||
            (input.kind == Binding::Kind::Number && !isNumber(out.weights[size_t(input.index)])))
          return malformed("inputs");
      for (const Relation &relation : saved.relations)
        if (std::max(static_cast<uint32_t>(relation.first),
                     static_cast<uint32_t>(relation.second)) >= static_cast<uint32_t>(leaves))
          return malformed("relations");
    }
    return true;
  }

  static bool checkTensor(const Tree &tree) {
    return isDtype(tree.dtype) && tree.sizes.size() <= LITH_MAX_RANK;
  }

  // What a list of any length holds.
  static bool checkElements(const Tree &tree) {
    if (tree.kind != Tree::Kind::List || tree.children.size() != 1)
      return false;
    return checkElement(tree.children[0]);
  }
  static bool checkElement(const Tree &tree) {
    if (tree.kind < Tree::Kind::Value)
      return tree.kind != Tree::Kind::Tensor || checkTensor(tree);
    if (tree.kind != Tree::Kind::Tuple)
      return tree.anyLength && checkElements(tree);
    return std::all_of(tree.children.begin(), tree.children.end(), checkElement);
  }

  // Leaves of arguments are numbered in order.
  static bool checkArgument(const Tree &tree, int32_t &leaves) {
    if (tree.kind <= Tree::Kind::Value)
      return tree.index == leaves++ && (tree.kind != Tree::Kind::Tensor || checkTensor(tree));
    if (tree.kind == Tree::Kind::Constant)
      return true;
    if (tree.kind < Tree::Kind::Tuple ||
        ((tree.kind == Tree::Kind::Dict || tree.kind == Tree::Kind::Record) &&
         tree.keys.size() + tree.hasPayload != tree.children.size()))
      return false;
    bool isLeaf = tree.kind == Tree::Kind::List || tree.kind == Tree::Kind::Dict ||
                  tree.kind == Tree::Kind::Record;
    if (isLeaf && tree.index != leaves++)
      return false;
    if (tree.anyLength)
      return checkElements(tree);
    for (const Tree &child : tree.children)
      if (!checkArgument(child, leaves))
        return false;
    return true;
  }

  static bool checkResult(const Tree &tree, int32_t results, int32_t leaves,
                          const ArtifactData &out) {
    auto below = [&](size_t limit) { return static_cast<uint32_t>(tree.index) < limit; };
    switch (tree.kind) {
    case Tree::Kind::Input:
      return below(static_cast<size_t>(leaves));
    case Tree::Kind::Weight:
      return below(out.weights.size());
    case Tree::Kind::Constant:
    case Tree::Kind::Shared:
      return true;
    default:
      break;
    }
    if (tree.kind <= Tree::Kind::Value)
      return below(static_cast<size_t>(results));
    if ((tree.kind == Tree::Kind::Dict || tree.kind == Tree::Kind::Record) &&
        tree.keys.size() + tree.hasPayload != tree.children.size())
      return false;
    if (tree.kind == Tree::Kind::Slice && tree.children.size() != 3)
      return false;
    for (const Tree &child : tree.children)
      if (!checkResult(child, results, leaves, out))
        return false;
    return true;
  }

  const std::string &path;
  ArtifactStatus &status;
  std::string &message;
  std::shared_ptr<Mapping> mapping;
  std::vector<IndexEntry> entries;
  std::string_view weights;
  size_t elsewhere = 0; ///< tensors that are in other files
  uint32_t format = ArtifactFormat;
};

} // namespace

std::shared_ptr<const ArtifactData>
lith::openArtifact(const std::string &path, ArtifactStatus &status, std::string &message) {
  return Reader(path, status, message).run();
}
