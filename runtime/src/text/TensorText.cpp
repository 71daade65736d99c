// TensorText.cpp: tensors as PyTorch prints them.
#include "tensor/Element.h"
#include "text/Text.h"

#include <lith/program.h>

#include <algorithm>
#include <cmath>

using namespace lith;

namespace {

// One part (whole, real or imaginary) of a tensor's elements.
struct Part {
  int dtype;
  int64_t offset; // bytes from the element's start
};

std::string number(const Part &part, const char *element) {
  if (part.dtype == LITH_BOOL8)
    return elementAsInt(part.dtype, element) ? "True" : "False";
  return std::to_string(elementAsInt(part.dtype, element));
}

// Decides one width and notation for all elements that are shown.
class Formatter {
public:
  Formatter(Part part, const TextOptions &options)
      : part(part), options(options), floating(isFloatDtype(part.dtype)) {}

  /// Both passes see every shown element: first() of all, then second() of all.
  void first(const char *element) {
    if (!floating) {
      width = std::max(width, number(part, element + part.offset).size());
      return;
    }
    double value = elementAsDouble(part.dtype, element + part.offset);
    if (!std::isfinite(value) || value == 0)
      return;
    double magnitude = std::fabs(value);
    least = any ? std::min(least, magnitude) : magnitude;
    most = any ? std::max(most, magnitude) : magnitude;
    any = true;
    integral = integral && value == std::ceil(value);
  }
  void decide() {
    bool isWide = most / least > 1000.0 || most > 1.0e8 || least < 1.0e-4;
    scientific = any && (options.scientific < 0 ? isWide : options.scientific > 0);
  }
  void second(const char *element) {
    if (!floating)
      return;
    double value = elementAsDouble(part.dtype, element + part.offset);
    if (!std::isfinite(value) || value == 0)
      return;
    width = std::max(width, digits(value).size());
  }

  std::string format(const char *element) const {
    std::string text = floating ? digits(elementAsDouble(part.dtype, element + part.offset))
                                : number(part, element + part.offset);
    return text.size() < width ? std::string(width - text.size(), ' ') + text : text;
  }
  size_t size() const { return width; }

private:
  std::string digits(double value) const {
    if (scientific)
      return formatDouble(value, 'e', options.precision, false);
    if (!integral)
      return formatDouble(value, 'f', options.precision, false);
    return formatDouble(value, 'f', 0, false) + (std::isfinite(value) ? "." : "");
  }

  Part part;
  const TextOptions &options;
  bool floating, any = false, integral = true, scientific = false;
  double least = 0, most = 0;
  size_t width = 1;
};

class Printer {
public:
  Printer(const lith_tensor *tensor, const TextOptions &options)
      : tensor(tensor), options(options), summarize(elementCount(tensor) > options.threshold),
        complex(isComplexDtype(tensor->head.dtype)), real(partOf(0), options),
        imaginary(partOf(1), options) {
    visit(0, tensor->data, &Formatter::first);
    real.decide();
    imaginary.decide();
    visit(0, tensor->data, &Formatter::second);
  }

  std::string contents(int dim, const char *at, int64_t indent) const {
    int rank = tensor->head.rank;
    if (rank == 0)
      return element(at);
    if (dim == rank - 1)
      return vector(at, indent);
    std::string out = "[";
    bool first = true;
    std::string separator = "," + std::string(static_cast<size_t>(rank - dim - 1), '\n') +
                            std::string(static_cast<size_t>(indent + 1), ' ');
    forShown(dim, [&](int64_t i) {
      out += first ? "" : separator;
      first = false;
      out += i < 0 ? "..." : contents(dim + 1, at + i * step(dim), indent + 1);
    });
    return out + "]";
  }

private:
  Part partOf(int which) const {
    int dtype = tensor->head.dtype;
    if (!complex)
      return {dtype, 0};
    return dtype == LITH_COMPLEX64 ? Part{LITH_FLOAT32, which * 4} : Part{LITH_FLOAT64, which * 8};
  }

  int64_t step(int dim) const { return tensor->strides[dim] * elementBytes(tensor); }

  // Indices of `dim` that are shown, -1 for the gap between the edges.
  template <typename Use> void forShown(int dim, Use use) const {
    int64_t size = tensor->sizes[dim];
    if (!summarize || size <= 2 * options.edgeItems) {
      for (int64_t i = 0; i < size; ++i)
        use(i);
      return;
    }
    for (int64_t i = 0; i < options.edgeItems; ++i)
      use(i);
    use(-1);
    for (int64_t i = size - options.edgeItems; i < size; ++i)
      use(i);
  }

  using Look = void (Formatter::*)(const char *element);
  void visit(int dim, const char *at, Look look) {
    if (dim == tensor->head.rank) {
      (real.*look)(at);
      if (complex)
        (imaginary.*look)(at);
      return;
    }
    forShown(dim, [&](int64_t i) {
      if (i >= 0)
        visit(dim + 1, at + i * step(dim), look);
    });
  }

  std::string element(const char *at) const {
    std::string text = real.format(at);
    if (!complex)
      return text;
    std::string other = imaginary.format(at) + "j";
    other.erase(0, other.find_first_not_of(' '));
    return text + (other[0] == '-' || other[0] == '+' ? "" : "+") + other;
  }

  std::string vector(const char *at, int64_t indent) const {
    auto width = static_cast<int64_t>(real.size() + 2 + (complex ? imaginary.size() + 1 : 0));
    int64_t perLine = std::max<int64_t>(1, (options.lineWidth - indent) / width), shown = 0;
    if (options.lineWidth < indent) // floor division of a negative number
      perLine = 1;
    std::string out = "[", newLine = ",\n" + std::string(static_cast<size_t>(indent + 1), ' ');
    forShown(tensor->head.rank - 1, [&](int64_t i) {
      if (shown)
        out += shown % perLine == 0 ? newLine : ", ";
      ++shown;
      out += i < 0 ? " ..." : element(at + i * step(tensor->head.rank - 1));
    });
    return out + "]";
  }

  const lith_tensor *tensor;
  const TextOptions &options;
  bool summarize, complex;
  Formatter real, imaginary;
};

std::string sizeSuffix(const lith_tensor *tensor) {
  std::string out = "size=(";
  for (int d = 0; d < tensor->head.rank; ++d)
    out += (d ? ", " : "") + std::to_string(tensor->sizes[d]);
  return out + (tensor->head.rank == 1 ? ",)" : ")");
}

} // namespace

std::string lith::tensorText(const lith_tensor *tensor, const TextOptions &options, int bits) {
  constexpr int64_t Indent = 7; // of "tensor("
  int dtype = tensor->head.dtype;
  bool empty = elementCount(tensor) == 0;
  std::string out =
      "tensor(" +
      (empty ? std::string("[]") : Printer(tensor, options).contents(0, tensor->data, Indent));
  std::vector<std::string> suffixes;
  if (empty && tensor->head.rank != 1)
    suffixes.push_back(sizeSuffix(tensor));
  int defaultComplex = options.dtype == LITH_FLOAT64 ? LITH_COMPLEX128 : LITH_COMPLEX64;
  bool isDefault =
      dtype == options.dtype ||
      (!empty && (dtype == defaultComplex || dtype == LITH_INT64 || dtype == LITH_BOOL8));
  if (!isDefault)
    suffixes.push_back(std::string("dtype=torch.") + dtypeName(dtype));
  if (bits & LITH_TENSOR_REQUIRES_GRAD)
    suffixes.push_back("requires_grad=True");
  size_t lastBreak = out.rfind('\n');
  int64_t lineLength = static_cast<int64_t>(out.size()) -
                       (lastBreak == std::string::npos ? -1 : static_cast<int64_t>(lastBreak)) + 1;
  for (const std::string &suffix : suffixes) {
    auto length = static_cast<int64_t>(suffix.size());
    if (lineLength + length + 2 > options.lineWidth) {
      out += ",\n" + std::string(Indent, ' ') + suffix;
      lineLength = Indent + length;
    } else {
      out += ", " + suffix;
      lineLength += length + 2;
    }
  }
  return (bits & LITH_TENSOR_PARAMETER ? "Parameter containing:\n" : "") + out + ")";
}
