// Dtypes.cpp: type promotion.
#include "stage/model/Dtypes.h"

#include <algorithm>

namespace lith::stage::dtypes {

int realOf(int dtype) {
  return dtype == LITH_COMPLEX64 ? LITH_FLOAT32 : dtype == LITH_COMPLEX128 ? LITH_FLOAT64 : dtype;
}

int complexOf(int dtype) {
  return dtype == LITH_FLOAT64 || dtype == LITH_COMPLEX128 ? LITH_COMPLEX128 : LITH_COMPLEX64;
}

namespace {
struct Names {
  int dtype;
  std::string_view name, className, element;
};
constexpr Names names[] = {
    {LITH_UINT8, "uint8", "Byte", "unsigned char"},
    {LITH_INT8, "int8", "Char", "signed char"},
    {LITH_INT16, "int16", "Short", "short int"},
    {LITH_INT32, "int32", "Int", "int"},
    {LITH_INT64, "int64", "Long", "long int"},
    {LITH_FLOAT16, "float16", "Half", "c10::Half"},
    {LITH_BFLOAT16, "bfloat16", "BFloat16", "c10::BFloat16"},
    {LITH_FLOAT32, "float32", "Float", "float"},
    {LITH_FLOAT64, "float64", "Double", "double"},
    {LITH_COMPLEX64, "complex64", "ComplexFloat", "c10::complex<float>"},
    {LITH_COMPLEX128, "complex128", "ComplexDouble", "c10::complex<double>"},
    {LITH_BOOL8, "bool", "Bool", "bool"},
};
const Names &namesOf(int dtype) {
  return *std::find_if(std::begin(names), std::end(names) - 1,
                       [&](const Names &entry) { return entry.dtype == dtype; });
}
} // namespace

std::string_view name(int dtype) { return namesOf(dtype).name; }
std::string_view className(int dtype) { return namesOf(dtype).className; }
std::string_view elementName(int dtype) { return namesOf(dtype).element; }

int promote(int a, int b) {
  if (a == b)
    return a;
  if (isComplex(a) || isComplex(b)) {
    bool wide =
        a == LITH_COMPLEX128 || b == LITH_COMPLEX128 || a == LITH_FLOAT64 || b == LITH_FLOAT64;
    return wide ? LITH_COMPLEX128 : LITH_COMPLEX64;
  }
  if (isFloating(a) != isFloating(b))
    return isFloating(a) ? a : b;
  if (isFloating(a))
    return lith_dtype_bytes(a) == lith_dtype_bytes(b)  ? LITH_FLOAT32
           : lith_dtype_bytes(a) > lith_dtype_bytes(b) ? a
                                                       : b;
  if (a == LITH_BOOL8 || b == LITH_BOOL8)
    return a == LITH_BOOL8 ? b : a;
  if (lith_dtype_bytes(a) == lith_dtype_bytes(b)) // int8 and uint8
    return LITH_INT16;
  return lith_dtype_bytes(a) > lith_dtype_bytes(b) ? a : b;
}

bool canCast(int from, int to) {
  if (isComplex(from) && !isComplex(to))
    return false;
  if (isFloating(from) && isIntegral(to))
    return false;
  return from == LITH_BOOL8 || to != LITH_BOOL8;
}

void ResultType::addNumber(int dtype, int defaultDtype) {
  if (isComplex(dtype))
    dtype = complexOf(defaultDtype);
  else if (isFloating(dtype))
    dtype = defaultDtype;
  merge(number, dtype);
}

int ResultType::combine(int higher, int lower) {
  if (higher < 0 || lower < 0)
    return std::max(higher, lower);
  if (isComplex(higher))
    return higher;
  if (isFloating(higher))
    return isComplex(lower) ? complexOf(higher) : higher;
  if (higher == LITH_BOOL8 || isFloating(lower) || isComplex(lower))
    return promote(higher, lower);
  return higher;
}

int ResultType::get() const { return combine(dimensioned, combine(zero, number)); }

} // namespace lith::stage::dtypes
