// Signatures.h: what the functions of torch and the methods of Tensor take, and its dispatcher's
// operators, as PyTorch states it.
//
// The texts are in Signatures.inc (made by signatures.py) and Declarations.inc (declarations.py). A spelling has one or more overloads,
// in the order in which they are tried; they are parsed when the spelling is first asked for and
// live as long as the process.
#ifndef LITH_OPS_SIGNATURES_H
#define LITH_OPS_SIGNATURES_H

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lith::ops {

enum class ParameterKind : uint8_t {
  Tensor,
  Scalar,
  Int,
  Double,
  Bool,
  TensorList,
  OptionalTensorList, ///< tensors, or None among them
  IntList,
  FloatList,
  ScalarList,
  Generator,
  DType,
  Layout,
  MemoryFormat,
  Device,
  String,
  Storage,
  Other
};

struct SignatureParameter {
  ParameterKind kind = ParameterKind::Other;
  std::string_view typeName; ///< in messages: "tuple of ints"
  std::string name;
  std::string defaultText; ///< in messages; empty where it has to be given
  bool optional = false, allowsNone = false, keywordOnly = false;
  int64_t broadcast = 0; ///< IntArrayRef[2]: one int stands for so many
};

struct Signature {
  std::string name;
  std::vector<SignatureParameter> parameters;
  size_t most = 0;          ///< positional arguments at most
  size_t least = 0;         ///< arguments without a default
  bool deprecated = false;  ///< matches, but is not listed
  bool bare = false;        ///< a method without any arguments
  bool givesList = false;   ///< of the dispatcher: it gives a list of tensors
  std::string text() const; ///< as messages list it
};

/// The overloads of a spelling; none where PyTorch's function is written in Python.
std::span<const Signature> signaturesOf(std::string_view spelling);
/// The overloads of `aten::name` that take or make tensors, `self` among the parameters.
std::span<const Signature> declarationsOf(std::string_view name);

} // namespace lith::ops

#endif // LITH_OPS_SIGNATURES_H
