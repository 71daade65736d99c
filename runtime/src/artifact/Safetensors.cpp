// Safetensors.cpp: the tensors of other files. A file is the length of a header, the header as
// JSON, and the data; an index is JSON that names the file of each tensor.
#include "artifact/JsonReader.h"
#include "artifact/Mapping.h"
#include "artifact/Weights.h"

#include <cstring>

using namespace lith;

namespace {

/// Adds the tensors of one file; false with what is wrong in `error`.
class FileReader {
public:
  FileReader(const std::string &path, TensorFile &out) : path(path), out(out) {}

  bool read(ArtifactStatus &status, std::string &error) {
    status = ArtifactStatus::CannotOpen;
    if (!mapping->open(path, error))
      return false;
    status = ArtifactStatus::Malformed;
    error = "is not a file of safetensors";
    uint64_t header = 0;
    if (mapping->bytes < 8)
      return false;
    std::memcpy(&header, mapping->data, 8);
    if (header > mapping->bytes - 8)
      return false;
    data = {mapping->data + 8 + header, mapping->bytes - 8 - header};
    JsonReader json({mapping->data + 8, header});
    json.object([&](const std::string &name) {
      name == "__metadata__" ? json.skip() : readTensor(json, name);
    });
    return json.finished() && isValid;
  }

private:
  void readTensor(JsonReader &json, const std::string &name) {
    std::string dtype;
    std::vector<int64_t> sizes, offsets;
    json.object([&](const std::string &key) {
      if (key == "dtype")
        dtype = json.text();
      else if (key == "shape" || key == "data_offsets")
        json.array([&] { (key == "shape" ? sizes : offsets).push_back(json.number()); });
      else
        json.skip();
    });
    Constant tensor;
    tensor.tag = LITH_TENSOR;
    tensor.sizes = std::move(sizes);
    if (!json.ok() || offsets.size() != 2 || tensor.sizes.size() > LITH_MAX_RANK ||
        !dtypeOfSafetensors(dtype, tensor.dtype))
      return;
    int64_t bytes = dtypeBytes(tensor.dtype), size = static_cast<int64_t>(data.size());
    for (int64_t each : tensor.sizes)
      isValid = isValid && each >= 0 && !__builtin_mul_overflow(bytes, each, &bytes);
    isValid = isValid && offsets[0] >= 0 && offsets[1] <= size && offsets[1] - offsets[0] == bytes;
    if (!isValid)
      return;
    tensor.data = data.data() + offsets[0];
    tensor.owner = mapping;
    if (reinterpret_cast<uintptr_t>(tensor.data) % size_t(dtypeBytes(tensor.dtype)) != 0) {
      std::shared_ptr<char[]> copy(new char[size_t(bytes)]);
      std::memcpy(copy.get(), tensor.data, size_t(bytes));
      tensor.data = copy.get();
      tensor.owner = copy;
    }
    tensor.name = path;
    out[name] = std::move(tensor);
  }

  const std::string &path;
  TensorFile &out;
  std::shared_ptr<Mapping> mapping = std::make_shared<Mapping>();
  std::string_view data;
  bool isValid = true;
};

} // namespace

/// The files that an index names, in its folder; none where it is no index.
static std::set<std::string> filesOf(const std::string &path, std::string &error) {
  Mapping mapping;
  std::set<std::string> files;
  if (!mapping.open(path, error))
    return files;
  JsonReader json({mapping.data, mapping.bytes});
  json.object([&](const std::string &key) {
    if (key != "weight_map")
      return json.skip();
    json.object([&](const std::string &) { files.insert(json.text()); });
  });
  if (!json.finished() || files.empty())
    error = "is not an index of safetensors";
  return files;
}

std::shared_ptr<const TensorFile> lith::openTensors(const std::string &path, ArtifactStatus &status,
                                                    std::string &message) {
  auto tensors = std::make_shared<TensorFile>();
  std::string error;
  std::set<std::string> files{path};
  if (path.ends_with(".json")) {
    files.clear();
    for (const std::string &name : filesOf(path, error))
      files.insert(path.substr(0, path.rfind('/') + 1) + name);
    status = ArtifactStatus::CannotOpen;
    message = "'" + path + "' " + error;
    if (!error.empty())
      return nullptr;
  }
  for (const std::string &file : files)
    if (!FileReader(file, *tensors).read(status, error)) {
      message = "'" + file + "' " + error;
      return nullptr;
    }
  status = ArtifactStatus::Ok;
  return tensors;
}
