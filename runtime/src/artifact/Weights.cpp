// Weights.cpp: gaps between tensors are tensors of their own ("lith.padding"),
// since the layout wants every byte to belong to one.
#include "artifact/Weights.h"

#include "artifact/Json.h"

namespace lith {

static const char *safetensorsName(lith_dtype dtype) {
  switch (dtype) {
  case LITH_UINT8:
    return "U8";
  case LITH_INT8:
    return "I8";
  case LITH_INT16:
    return "I16";
  case LITH_INT32:
    return "I32";
  case LITH_INT64:
    return "I64";
  case LITH_FLOAT16:
    return "F16";
  case LITH_FLOAT32:
    return "F32";
  case LITH_FLOAT64:
    return "F64";
  case LITH_COMPLEX64:
    return "C64";
  case LITH_COMPLEX128:
    return "C128";
  case LITH_BOOL8:
    return "BOOL";
  case LITH_BFLOAT16:
    return "BF16";
  }
  return "U8";
}

bool dtypeOfSafetensors(std::string_view name, lith_dtype &dtype) {
  for (int each = 0; each <= LITH_BFLOAT16; ++each)
    if (dtypeBytes(each) && name == safetensorsName(lith_dtype(each))) {
      dtype = lith_dtype(each);
      return true;
    }
  return false;
}

void WeightsWriter::add(std::string name, const char *dtype, std::vector<int64_t> sizes,
                        const void *data, uint64_t bytes) {
  int count = names[name]++;
  if (count)
    name += "#" + std::to_string(count);
  entries.push_back({std::move(name), dtype, std::move(sizes), end, bytes});
  parts.push_back({data, bytes});
  end += bytes;
}

uint64_t WeightsWriter::place(const Constant &tensor) {
  auto bytes = static_cast<uint64_t>(tensor.dataBytes());
  auto [found, isNew] = offsets.try_emplace({tensor.data, bytes}, 0);
  if (!isNew && bytes)
    return found->second;
  if (uint64_t gap = (alignment - end % alignment) % alignment)
    add("lith.padding", "U8", {static_cast<int64_t>(gap)}, nullptr, gap);
  found->second = end;
  add(tensor.name.empty() ? "constant" : tensor.name, safetensorsName(tensor.dtype), tensor.sizes,
      tensor.data, bytes);
  return found->second;
}

std::string WeightsWriter::header() const {
  std::string json = "{\"__metadata__\":{\"format\":\"pt\"}";
  for (const Entry &entry : entries) {
    json += "," + jsonQuoted(entry.name) + ":{\"dtype\":\"" + entry.dtype + "\",\"shape\":[";
    for (size_t i = 0; i < entry.sizes.size(); ++i)
      json += (i ? "," : "") + std::to_string(entry.sizes[i]);
    json += "],\"data_offsets\":[" + std::to_string(entry.offset) + "," +
            std::to_string(entry.offset + entry.bytes) + "]}";
  }
  json += "}";
  json.append((64 - (json.size() + 8) % 64) % 64, ' ');
  uint64_t length = json.size();
  std::string out(8, 0);
  for (int i = 0; i < 8; ++i)
    out[static_cast<size_t>(i)] = static_cast<char>(length >> (8 * i));
  return out + json;
}

} // namespace lith
