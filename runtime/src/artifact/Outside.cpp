// Outside.cpp: see Outside.h.
#include "artifact/Outside.h"

#include "artifact/Layout.h"

using namespace lith;

uint64_t lith::hashOf(const Constant &tensor) {
  auto bytes = static_cast<size_t>(tensor.dataBytes());
  size_t count = (bytes + BlockBytes - 1) / BlockBytes;
  std::vector<uint64_t> hashes(count);
  parallelFor(static_cast<int64_t>(count), 4, [&](int64_t begin, int64_t end) {
    for (auto i = static_cast<size_t>(begin); i < static_cast<size_t>(end); ++i)
      hashes[i] = checksum(static_cast<const char *>(tensor.data) + i * BlockBytes,
                           i + 1 < count ? BlockBytes : bytes - i * BlockBytes);
  });
  return checksum(hashes.data(), hashes.size() * sizeof(uint64_t));
}

bool lith::findOutside(const std::string &artifact, ArtifactData &data, ArtifactStatus &status,
                       std::string &message) {
  std::string folder = artifact.substr(0, artifact.rfind('/') + 1);
  std::map<std::string, std::shared_ptr<const TensorFile>> files;
  auto fail = [&](ArtifactStatus why, std::string text) {
    status = why;
    message = "'" + artifact + "' needs " + text;
    return false;
  };
  for (const OutsideWeight &each : data.outside) {
    std::shared_ptr<const TensorFile> &file = files[each.file];
    std::string path = each.file.starts_with('/') ? each.file : folder + each.file, error;
    if (!file)
      file = openTensors(path, status, error);
    if (!file)
      return fail(status, "a file of weights: " + error);
    if (static_cast<uint32_t>(each.weight) >= data.weights.size())
      return fail(ArtifactStatus::Malformed, "a weight that it has not");
    Constant &weight = data.weights[static_cast<size_t>(each.weight)];
    auto found = file->find(each.name);
    if (weight.data || found == file->end() || found->second.dtype != weight.dtype ||
        found->second.sizes != weight.sizes || hashOf(found->second) != each.hash)
      return fail(ArtifactStatus::Damaged,
                  "'" + each.name + "' of '" + path + "', which has changed since it was saved");
    weight.data = found->second.data;
    weight.owner = found->second.owner;
  }
  return true;
}
