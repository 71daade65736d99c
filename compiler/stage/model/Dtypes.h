// Dtypes.h: arithmetic on dtypes, as PyTorch's type promotion defines it.
#ifndef LITH_STAGE_TENSOR_DTYPES_H
#define LITH_STAGE_TENSOR_DTYPES_H

#include <lith/abi.h>

#include <string_view>

namespace lith::stage::dtypes {

inline bool isComplex(int dtype) { return lith_dtype_is_complex(dtype); }
inline bool isFloating(int dtype) { return lith_dtype_is_floating(dtype); }
/// Integers and bool.
inline bool isIntegral(int dtype) { return !isComplex(dtype) && !isFloating(dtype); }
/// The real dtype of a complex one's parts; any other dtype is its own.
int realOf(int dtype);
/// The complex dtype with parts of this dtype.
int complexOf(int dtype);
/// "float32", as in torch.float32.
std::string_view name(int dtype);
/// "Float", as in torch.FloatTensor and in the errors of operators.
std::string_view className(int dtype);
/// "float", the C++ type of an element, as errors of matrix products say it.
std::string_view elementName(int dtype);

/// torch.promote_types.
int promote(int a, int b);
/// torch.can_cast(from, to): whether an in-place result may be stored.
bool canCast(int from, int to);

/// torch.result_type over operands that are added one by one.
class ResultType {
public:
  void addTensor(int dtype, bool zeroDim) { merge(zeroDim ? zero : dimensioned, dtype); }
  /// A Python number: LITH_BOOL8, LITH_INT64, any float or any complex dtype.
  void addNumber(int dtype, int defaultDtype);
  int get() const;

private:
  static void merge(int &into, int dtype) { into = into < 0 ? dtype : promote(into, dtype); }
  static int combine(int higher, int lower);
  int dimensioned = -1, zero = -1, number = -1;
};

} // namespace lith::stage::dtypes

#endif // LITH_STAGE_TENSOR_DTYPES_H
