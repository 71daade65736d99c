// Npy.cpp: see Npy.h.
#include "Npy.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <optional>

using namespace lith;
using namespace lith::tool;

namespace {

struct NpyType {
  const char *code; // kind and size
  DType dtype;
};
constexpr NpyType Types[] = {
    {"b1", DType::Bool},      {"u1", DType::UInt8},       {"i1", DType::Int8},
    {"i2", DType::Int16},     {"i4", DType::Int32},       {"i8", DType::Int64},
    {"f2", DType::Float16},   {"f4", DType::Float32},     {"f8", DType::Float64},
    {"c8", DType::Complex64}, {"c16", DType::Complex128}, {"V2", DType::BFloat16},
};

struct Header {
  DType dtype = DType::Float32;
  bool bigEndian = false, fortranOrder = false;
  std::vector<int64_t> shape;
};

[[noreturn]] void refuse(const std::string &path, const std::string &why) {
  throw Error(LITH_ERROR_ARGUMENTS, "'" + path + "' " + why);
}

// The text of the value under `key` in the header's Python dict.
std::optional<std::string> valueOf(const std::string &dict, const std::string &key) {
  size_t at = dict.find("'" + key + "'");
  if (at == std::string::npos)
    return std::nullopt;
  at = dict.find(':', at);
  if (at == std::string::npos)
    return std::nullopt;
  at = dict.find_first_not_of(" ", at + 1);
  if (at == std::string::npos)
    return std::nullopt;
  size_t end = dict[at] == '(' ? dict.find(')', at) : dict.find_first_of(",}", at);
  return end == std::string::npos ? std::nullopt : std::optional(dict.substr(at, end - at));
}

Header parseHeader(const std::string &path, const std::string &dict) {
  Header header;
  auto descr = valueOf(dict, "descr"), order = valueOf(dict, "fortran_order"),
       shape = valueOf(dict, "shape");
  if (!descr || !order || !shape || shape->front() != '(')
    refuse(path, "has a header that cannot be read");
  if (descr->size() < 4 || (*descr)[0] != '\'' || descr->back() != '\'')
    refuse(path, "holds a structured array");
  std::string type = descr->substr(1, descr->size() - 2);
  header.bigEndian = type[0] == '>';
  const NpyType *found = std::find_if(std::begin(Types), std::end(Types), [&](const NpyType &one) {
    return type.substr(1) == one.code;
  });
  if (found == std::end(Types))
    refuse(path, "holds elements of type " + type + ", which Lith lacks");
  header.dtype = found->dtype;
  header.fortranOrder = *order == "True";
  const char *at = shape->c_str() + 1;
  while (*at) {
    char *end;
    errno = 0;
    long long size = std::strtoll(at, &end, 10);
    if (end == at)
      break;
    if (size < 0 || errno)
      refuse(path, "has a shape that cannot be read");
    header.shape.push_back(size);
    at = end + std::strspn(end, " ,L");
  }
  if (*at || header.shape.size() > LITH_MAX_RANK)
    refuse(path, "has a shape that cannot be read");
  return header;
}

// The dict, and where the data begins.
std::string headerText(const std::string &path, const std::string &file, size_t &data) {
  if (file.size() < 10)
    refuse(path, "is not a .npy file");
  auto byte = [&](size_t i) { return static_cast<size_t>(static_cast<unsigned char>(file[i])); };
  size_t version = byte(6), length, start;
  if (version == 1) {
    length = byte(8) | byte(9) << 8;
    start = 10;
  } else if ((version == 2 || version == 3) && file.size() >= 12) {
    length = byte(8) | byte(9) << 8 | byte(10) << 16 | byte(11) << 24;
    start = 12;
  } else {
    refuse(path, "has version " + std::to_string(version) + " of the .npy format");
  }
  if (length > file.size() - start)
    refuse(path, "is truncated");
  data = start + length;
  return file.substr(start, length);
}

void swapBytes(char *data, size_t bytes, size_t width) {
  for (size_t i = 0; i + width <= bytes; i += width)
    std::reverse(data + i, data + i + width);
}

void dropString(void *owner) { delete static_cast<std::string *>(owner); }

void writeFile(const std::string &path, const std::string &descr, const std::string &shape,
               const void *data, size_t bytes) {
  std::string dict = "{'descr': '" + descr + "', 'fortran_order': False, 'shape': " + shape + ", }";
  dict.append((64 - (10 + dict.size() + 1) % 64) % 64, ' ');
  dict += '\n';
  std::ofstream file(path, std::ios::binary);
  file.write("\x93NUMPY\x01\x00", 8);
  char length[] = {static_cast<char>(dict.size()), static_cast<char>(dict.size() >> 8)};
  file.write(length, 2);
  file << dict;
  file.write(static_cast<const char *>(data), static_cast<std::streamsize>(bytes));
  file.close();
  if (!file)
    throw Error(LITH_ERROR_CANNOT_WRITE, "cannot write '" + path + "': " + std::strerror(errno));
}

std::string shapeText(const std::vector<int64_t> &shape) {
  std::string out = "(";
  for (size_t i = 0; i < shape.size(); ++i)
    out += (i ? ", " : "") + std::to_string(shape[i]);
  return out + (shape.size() == 1 ? ",)" : ")");
}

} // namespace

Tensor tool::readNpy(const std::string &path) {
  std::ifstream stream(path, std::ios::binary);
  if (!stream)
    refuse(path, std::string("cannot be opened: ") + std::strerror(errno));
  auto file = std::make_unique<std::string>(6, '\0');
  stream.read(file->data(), 6);
  if (!stream || *file != "\x93NUMPY") // before the rest is read: a device has no end
    refuse(path, "is not a .npy file");
  file->append(std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>());
  size_t data;
  Header header = parseHeader(path, headerText(path, *file, data));
  uint64_t count = 1, bytes;
  for (int64_t size : header.shape)
    if (__builtin_mul_overflow(count, static_cast<uint64_t>(size), &count))
      refuse(path, "has a shape that cannot be read");
  size_t width = sizeOf(header.dtype);
  if (__builtin_mul_overflow(count, width, &bytes) || bytes > file->size() - data)
    refuse(path, "is truncated");
  if (header.bigEndian) {
    bool complex = header.dtype == DType::Complex64 || header.dtype == DType::Complex128;
    swapBytes(file->data() + data, bytes, complex ? width / 2 : width);
  }
  std::vector<int64_t> strides(header.shape.size());
  int64_t step = 1;
  for (size_t i = 0; i < strides.size(); ++i) {
    size_t d = header.fortranOrder ? i : strides.size() - 1 - i;
    strides[d] = step;
    step *= std::max<int64_t>(header.shape[d], 1);
  }
  // The file's bytes stay as they are; only data that is not aligned is copied.
  char *start = file->data() + data;
  if (reinterpret_cast<uintptr_t>(start) % width != 0 && !header.fortranOrder)
    return Tensor::from(start, header.shape, header.dtype);
  if (reinterpret_cast<uintptr_t>(start) % width != 0) {
    file->erase(0, data);
    start = file->data();
  }
  lith_value made =
      lith_wrap_tensor(static_cast<lith_dtype>(header.dtype), header.shape.data(), strides.data(),
                       header.shape.size(), start, file.get(), dropString);
  file.release();
  return Value::adopt(made).tensor();
}

void tool::writeNpy(const std::string &path, const Tensor &tensor) {
  Tensor flat = tensor.contiguous();
  std::string shape = shapeText(flat.shape());
  size_t count = static_cast<size_t>(flat.numel());
  if (flat.dtype() == DType::BFloat16) {
    std::vector<uint32_t> wide(count);
    for (size_t i = 0; i < count; ++i)
      wide[i] = static_cast<uint32_t>(flat.data<uint16_t>()[i]) << 16;
    return writeFile(path, "<f4", shape, wide.data(), count * 4);
  }
  for (const NpyType &type : Types)
    if (type.dtype == flat.dtype()) {
      size_t width = sizeOf(type.dtype);
      return writeFile(path, (width == 1 ? "|" : "<") + std::string(type.code), shape,
                       lith_tensor_data(Value(flat).raw()), flat.bytes());
    }
}

void tool::writeNpyText(const std::string &path, const std::string &utf8) {
  std::u32string wide;
  for (size_t at = 0; at < utf8.size();) {
    auto lead = static_cast<unsigned char>(utf8[at]);
    size_t width = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
    char32_t code = width == 1 ? lead : lead & (0x7f >> width);
    for (size_t i = 1; i < width && at + i < utf8.size(); ++i)
      code = code << 6 | (static_cast<unsigned char>(utf8[at + i]) & 0x3f);
    wide += code;
    at += width;
  }
  writeFile(path, "<U" + std::to_string(std::max<size_t>(wide.size(), 1)), "()",
            wide.empty() ? U"\0" : wide.data(), std::max<size_t>(wide.size(), 1) * 4);
}
