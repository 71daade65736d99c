// Examples.cpp: calls that a file holds with their results, made again and compared.
#include "artifact/Values.h"
#include "tensor/Element.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstring>

using namespace lith;

namespace {

struct Tolerance {
  double relative, absolute;
};

// Other processors sum in another order.
Tolerance toleranceOf(lith_dtype dtype) {
  switch (dtype) {
  case LITH_FLOAT16:
    return {1e-2, 1e-4};
  case LITH_BFLOAT16:
    return {4e-2, 1e-3};
  case LITH_FLOAT32:
  case LITH_COMPLEX64:
    return {1e-4, 1e-5};
  case LITH_FLOAT64:
  case LITH_COMPLEX128:
    return {1e-7, 1e-9};
  default:
    return {0, 0};
  }
}
// It may have been the element of a tensor.
constexpr lith_dtype NumberType = LITH_FLOAT32;

// A number of a tensor; of a complex one, of its real and imaginary parts.
double numberAt(const Constant &tensor, int64_t i) {
  bool isComplex = lith_dtype_is_complex(tensor.dtype);
  int dtype = tensor.dtype == LITH_COMPLEX64 ? LITH_FLOAT32
              : isComplex                    ? LITH_FLOAT64
                                             : tensor.dtype;
  return elementAsDouble(dtype, static_cast<const char *>(tensor.data) + i * dtypeBytes(dtype));
}

class Comparison {
public:
  Verified outcome;

  void compare(const Constant &given, const Constant &wanted, const std::string &place) {
    if (given.tag != wanted.tag)
      return differ(place, "is of another type");
    switch (given.tag) {
    case LITH_BOOL:
    case LITH_INT:
      return given.integer == wanted.integer
                 ? void()
                 : differ(place, std::to_string(given.integer) + " where it was " +
                                     std::to_string(wanted.integer));
    case LITH_FLOAT:
      return number(given.real, wanted.real, NumberType, place);
    case LITH_COMPLEX:
      number(given.real, wanted.real, NumberType, place);
      return number(given.imaginary, wanted.imaginary, NumberType, place);
    case LITH_STR:
    case LITH_BYTES:
      return given.text == wanted.text ? void() : differ(place, "is another text");
    case LITH_TENSOR:
      return compareTensors(given, wanted, place);
    case LITH_DICT:
      return compareDicts(given, wanted, place);
    default:
      break;
    }
    if (given.children.size() != wanted.children.size())
      return differ(place, "has another length");
    if (given.tag == LITH_SET)
      return std::is_permutation(given.children.begin(), given.children.end(),
                                 wanted.children.begin(), isSame)
                 ? void()
                 : differ(place, "has other elements");
    for (size_t i = 0; i < given.children.size(); ++i)
      compare(given.children[i], wanted.children[i], place + "[" + std::to_string(i) + "]");
  }

private:
  static bool isSame(const Constant &a, const Constant &b) {
    Comparison parts;
    parts.compare(a, b, "");
    return parts.outcome.message.empty() && parts.outcome.absolute == 0;
  }

  void differ(const std::string &place, const std::string &how) {
    if (outcome.message.empty())
      outcome.message = place + " " + how;
  }

  void number(double given, double wanted, lith_dtype dtype, const std::string &place) {
    if (given == wanted || (given != given && wanted != wanted))
      return;
    double apart = std::fabs(given - wanted), size = std::fabs(wanted);
    outcome.absolute = std::max(outcome.absolute, apart);
    if (size > 0)
      outcome.relative = std::max(outcome.relative, apart / size);
    auto [relative, absolute] = toleranceOf(dtype);
    if (apart <= absolute + relative * size && std::isfinite(size))
      return;
    outcome.absolute = apart != apart ? apart : outcome.absolute;
    differ(place, "has a number that is " + std::to_string(given) + " where it was " +
                      std::to_string(wanted));
  }

  void compareTensors(const Constant &given, const Constant &wanted, const std::string &place) {
    if (given.dtype != wanted.dtype)
      return differ(place, std::string("is ") + dtypeName(given.dtype) + " where it was " +
                               dtypeName(wanted.dtype));
    if (given.sizes != wanted.sizes)
      return differ(place, "has other sizes");
    int64_t bytes = given.dataBytes(), parts = lith_dtype_is_complex(given.dtype) ? 2 : 1;
    if (std::memcmp(given.data, wanted.data, size_t(bytes)) == 0)
      return;
    for (int64_t i = 0; i < bytes / dtypeBytes(given.dtype) * parts; ++i)
      number(numberAt(given, i), numberAt(wanted, i), given.dtype, place);
    if (toleranceOf(given.dtype).relative == 0)
      differ(place, "has other elements");
  }

  void compareDicts(const Constant &given, const Constant &wanted, const std::string &place) {
    if (given.children.size() != wanted.children.size())
      return differ(place, "has other keys");
    for (size_t i = 0; i + 1 < wanted.children.size(); i += 2) {
      const Constant &key = wanted.children[i];
      size_t at = 0;
      while (at < given.children.size() && !isSame(given.children[at], key))
        at += 2;
      std::string name = key.tag == LITH_STR   ? "'" + key.text + "'"
                         : key.tag == LITH_INT ? std::to_string(key.integer)
                                               : "key " + std::to_string(i / 2);
      if (at + 1 >= given.children.size())
        return differ(place, "lacks " + name);
      compare(given.children[at + 1], wanted.children[i + 1], place + "[" + name + "]");
    }
  }
};

} // namespace

bool lith::runExample(const Model &model, const Example &example, Constant &result,
                      std::string &error) {
  ValueMaker maker;
  std::vector<lith_value> values;
  std::vector<NamedValue> named;
  for (const Constant &argument : example.positional)
    values.push_back(maker.make(argument));
  for (const auto &[name, argument] : example.keywords) {
    named.push_back({name, maker.make(argument)});
    values.push_back(named.back().value);
  }
  CallFailure failure;
  const ArtifactProgram *program = nullptr;
  lith_value made = model.call(
      example.method, {values.data(), example.positional.size()}, named,
      [](int, std::string_view) {}, failure, &program);
  for (lith_value value : values)
    release(nullptr, value);
  if (failure.kind != CallFailure::Kind::None) {
    error = failure.className + (failure.className.empty() ? "" : ": ") + failure.message;
    return false;
  }
  OwnedValue plain(nullptr, withoutRecords(made, *program->image));
  if (constantOf(plain.get(), program, result))
    return true;
  error = "the result is not one that a file can hold";
  return false;
}

Verified lith::compareResults(const Constant &given, const Constant &wanted) {
  Comparison comparison;
  comparison.compare(given, wanted, "result");
  comparison.outcome.agrees = comparison.outcome.message.empty();
  return comparison.outcome;
}

Verified lith::verifyExample(const Model &model, const Example &example) {
  auto start = std::chrono::steady_clock::now();
  Constant result;
  Verified outcome;
  std::string error;
  bool isRun = runExample(model, example, result, error);
  double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  if (isRun)
    outcome = compareResults(result, example.result);
  else
    outcome.message = error;
  outcome.seconds = seconds;
  return outcome;
}
