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

std::string headOf(const std::string &descr, const std::string &shape) {
  std::string dict = "{'descr': '" + descr + "', 'fortran_order': False, 'shape': " + shape + ", }";
  dict.append((64 - (10 + dict.size() + 1) % 64) % 64, ' ');
  dict += '\n';
  std::string head("\x93NUMPY\x01\x00", 8);
  head += static_cast<char>(dict.size());
  head += static_cast<char>(dict.size() >> 8);
  return head + dict;
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

static Tensor widened(const Tensor &tensor) {
  Tensor wide = Tensor::empty(tensor.shape(), DType::Float32);
  auto *to = static_cast<uint32_t *>(lith_tensor_data(wide.raw()));
  const auto *from = tensor.data<uint16_t>();
  for (int64_t i = 0; i < tensor.numel(); ++i)
    to[i] = static_cast<uint32_t>(from[i]) << 16;
  return wide;
}

NpyArray tool::npyOf(const Tensor &tensor) {
  Tensor flat = tensor.contiguous();
  if (flat.dtype() == DType::BFloat16)
    flat = widened(flat);
  const NpyType *type = std::find_if(std::begin(Types), std::end(Types),
                                     [&](const NpyType &one) { return one.dtype == flat.dtype(); });
  std::string order = sizeOf(type->dtype) == 1 ? "|" : "<", sizes = nameOf(flat.dtype()) + "[";
  for (int64_t size : flat.shape())
    sizes += (sizes.back() == '[' ? "" : ", ") + std::to_string(size);
  return {headOf(order + type->code, shapeText(flat.shape())), flat, flat.bytes(), sizes + "]"};
}

NpyArray tool::npyOfText(const std::string &utf8) {
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
  wide.resize(std::max<size_t>(wide.size(), 1)); // NumPy has no type of no character
  auto count = static_cast<int64_t>(wide.size());
  return {headOf("<U" + std::to_string(count), "()"),
          Tensor::from(wide.data(), {count}, DType::Int32), wide.size() * 4, "str"};
}

void tool::writeNpy(const std::string &path, const NpyArray &array) {
  std::ofstream file(path, std::ios::binary);
  file << array.head;
  file.write(array.data(), static_cast<std::streamsize>(array.bytes));
  file.close();
  if (!file)
    throw Error(LITH_ERROR_CANNOT_WRITE, "cannot write '" + path + "': " + std::strerror(errno));
}
