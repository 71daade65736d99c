// Writer.cpp: lays out and writes an artifact.
#include "artifact/Layout.h"
#include "artifact/Mapping.h"
#include "artifact/Weights.h"
#include "artifact/Zip.h"

using namespace lith;

namespace {

using Piece = WeightsWriter::Piece;

// One entry before it is written: its data in pieces that somebody else keeps.
struct Source {
  std::string name;
  std::vector<Piece> pieces;
  uint64_t bytes = 0;
};

constexpr char Zeros[64] = {};

// Visits the data of an entry in runs.
template <typename Use> void forEachRun(const Source &source, Use use) {
  for (const Piece &piece : source.pieces)
    use(piece.data ? piece.data : Zeros, piece.bytes);
}

// Checksums of each block of an entry, whose runs need not end where blocks do.
void hashEntry(const Source &source, IndexEntry &entry, uint32_t &crc) {
  std::string partial;
  forEachRun(source, [&](const void *data, uint64_t bytes) {
    crc = crc32(crc, data, bytes);
    const char *at = static_cast<const char *>(data);
    while (bytes) {
      uint64_t room = BlockBytes - partial.size(), take = bytes < room ? bytes : room;
      if (partial.empty() && take == BlockBytes) {
        entry.hashes.push_back(checksum(at, take));
      } else {
        partial.append(at, take);
        if (partial.size() == BlockBytes) {
          entry.hashes.push_back(checksum(partial.data(), partial.size()));
          partial.clear();
        }
      }
      at += take;
      bytes -= take;
    }
  });
  if (!partial.empty())
    entry.hashes.push_back(checksum(partial.data(), partial.size()));
}

std::string_view textOf(const std::vector<uint8_t> &object) {
  return {reinterpret_cast<const char *>(object.data()), object.size()};
}

class Writer {
public:
  explicit Writer(const ArtifactData &data) : data(data) {}

  // Fills `sources` with all entries but the index.
  void collect() {
    // Weights are the first tensors that are encoded.
    size_t next = 0;
    std::vector<bool> isOutside(data.weights.size());
    for (const OutsideWeight &each : data.outside)
      isOutside[static_cast<size_t>(each.weight)] = true;
    Encoder encoder([&](const Constant &tensor) {
      size_t i = next++;
      return i < isOutside.size() && isOutside[i] ? OutsideOffset : weights.place(tensor);
    });
    ArtifactData head = data;
    uint64_t count = data.programs.size();
    items(encoder, head.name, count, head.weights, head.weightsWritten, head.weightsParameter,
          head.weightsGrad, head.views);
    std::vector<std::pair<std::string, std::string>> sourceNames, versions;
    for (const auto &[file, text] : data.sources)
      sourceNames.push_back({file, "source/" + std::to_string(sourceNames.size())});
    for (const auto &version : data.versions)
      versions.push_back(version);
    items(encoder, sourceNames, versions);
    std::vector<std::pair<std::string, std::string>> extraNames,
        metadata(data.metadata.begin(), data.metadata.end());
    for (const auto &[file, contents] : data.extraFiles)
      extraNames.push_back({file, "extra/" + std::to_string(extraNames.size())});
    items(encoder, head.state, head.attributes, metadata, extraNames);
    for (const ArtifactProgram &saved : data.programs) {
      ArtifactProgram copy = saved;
      Image image = *saved.image;
      program(encoder, copy, image);
    }
    programs = std::move(encoder.out);
    encoder.out.clear();
    item(encoder, head.outside);
    outside = std::move(encoder.out);
    encoder.out.clear();
    item(encoder, head.examples);
    examples = std::move(encoder.out);
    encoder.out.clear();
    item(encoder, head.values);
    values = std::move(encoder.out);
    manifest = manifestOf(data);
    weightsHeader = weights.header();
    add("manifest.json", manifest);
    add("programs.bin", programs);
    if (!data.values.empty())
      add("values.bin", values);
    if (!data.outside.empty())
      add("outside.bin", outside);
    if (!data.examples.empty())
      add("examples.bin", examples);
    for (size_t i = 0; i < data.programs.size(); ++i) {
      const ArtifactProgram &saved = data.programs[i];
      std::string number = std::to_string(i);
      add("code/" + number + ".o", textOf(saved.image->object));
      for (size_t other = 0; other < saved.others.size(); ++other)
        add("code/" + number + "." + std::to_string(other) + ".o",
            textOf(saved.others[other].object));
      add("ir/" + number + ".mlirbc", saved.bytecode);
      add("graph/" + number + ".txt", saved.graph);
    }
    size_t number = 0;
    for (const auto &[file, text] : data.sources)
      add("source/" + std::to_string(number++), text);
    number = 0;
    for (const auto &[file, contents] : data.extraFiles)
      add("extra/" + std::to_string(number++), contents);
    add("weights.safetensors", weightsHeader);
    for (const Piece &piece : weights.pieces()) {
      sources.back().pieces.push_back(piece);
      sources.back().bytes += piece.bytes;
    }
  }

  // Decides every offset and makes the index.
  void layOut() {
    std::vector<IndexEntry> index(sources.size());
    for (size_t i = 0; i < sources.size(); ++i) {
      index[i].name = sources[i].name;
      index[i].bytes = sources[i].bytes;
      crcs.push_back(0);
      hashEntry(sources[i], index[i], crcs.back());
    }
    // Offsets have variable length in the index, so its size is found by trying.
    size_t indexBytes = 0;
    do {
      indexBytes = indexText.size();
      uint64_t at = IndexOffset + indexBytes;
      for (size_t i = 0; i < sources.size(); ++i) {
        headerOffsets.resize(sources.size());
        headerOffsets[i] = at;
        at += leastHeaderBytes(sources[i].name, sources[i].bytes);
        at = (at + EntryAlignment - 1) / EntryAlignment * EntryAlignment;
        index[i].offset = at;
        at += sources[i].bytes;
      }
      directoryOffset = at;
      makeIndex(index, at + directory(0).size());
    } while (indexText.size() != indexBytes);
    entries = std::move(index);
  }

  bool write(int file) {
    std::string buffer = localHeader(zipEntry(-1), IndexOffset) + indexText;
    for (size_t i = 0; i < sources.size(); ++i) {
      buffer += localHeader(zipEntry(static_cast<int>(i)), entries[i].offset);
      if (!put(file, buffer.data(), buffer.size()))
        return false;
      buffer.clear();
      bool ok = true;
      forEachRun(sources[i],
                 [&](const void *bytes, uint64_t size) { ok = ok && put(file, bytes, size); });
      if (!ok)
        return false;
    }
    buffer = directory(crc32(0, indexText.data(), indexText.size()));
    return put(file, buffer.data(), buffer.size());
  }

private:
  void add(std::string name, std::string_view contents) {
    sources.push_back({std::move(name), {{contents.data(), contents.size()}}, contents.size()});
  }

  void makeIndex(std::vector<IndexEntry> &index, uint64_t fileBytes) {
    Encoder encoder({});
    item(encoder, index);
    IndexHead head{};
    std::memcpy(head.magic, IndexMagic, sizeof head.magic);
    head.format = ArtifactFormat;
    head.indexBytes = static_cast<uint32_t>(sizeof head + encoder.out.size() + 8);
    head.fileBytes = fileBytes;
    indexText.assign(reinterpret_cast<const char *>(&head), sizeof head);
    indexText += encoder.out;
    uint64_t hash = checksum(indexText.data(), indexText.size());
    indexText.append(reinterpret_cast<const char *>(&hash), 8);
  }

  ZipEntry zipEntry(int i) const {
    if (i < 0)
      return {"lith.index", 0, indexText.size(), crc32(0, indexText.data(), indexText.size())};
    size_t at = static_cast<size_t>(i);
    return {sources[at].name, headerOffsets[at], sources[at].bytes, crcs[at]};
  }

  std::string directory(uint32_t indexCrc) const {
    std::vector<ZipEntry> all{{"lith.index", 0, indexText.size(), indexCrc}};
    for (size_t i = 0; i < sources.size(); ++i)
      all.push_back(zipEntry(static_cast<int>(i)));
    return centralDirectory(all, directoryOffset);
  }

  const ArtifactData &data;
  WeightsWriter weights;
  std::string programs, values, outside, examples, manifest, weightsHeader, indexText;
  std::vector<Source> sources;
  std::vector<IndexEntry> entries;
  std::vector<uint32_t> crcs;
  std::vector<uint64_t> headerOffsets;
  uint64_t directoryOffset = 0;
};

} // namespace

ArtifactStatus lith::writeArtifact(const ArtifactData &data, const std::string &path,
                                   std::string &message) {
  Writer writer(data);
  writer.collect();
  writer.layOut();
  return writeFile(path, message, [&](int file) { return writer.write(file); });
}
