// Sizes.h: what is known about sizes and ints of run time.
//
// A size is a polynomial over symbols; a symbol is an int of the program (an SSA
// i64) or one dimension of a tensor (an SSA value) of which nothing more is
// known. Polynomials follow from the operations that made a value, so that
// x.shape[0] of x + 1 is that of x, and a * 2 - a is a.
//
// What cannot be proved here is decided by the program at run time.
#ifndef LITH_STAGE_TENSOR_SIZES_H
#define LITH_STAGE_TENSOR_SIZES_H

#include "ir/Dialect.h"

#include <compare>
#include <map>
#include <optional>
#include <vector>

namespace lith::ops {
struct ShapeRule;
}

namespace lith::stage {

/// An int (dim -1) or a dimension of a tensor or storage.
struct SizeSymbol {
  const void *value;
  int dim;
  auto operator<=>(const SizeSymbol &) const = default;
};

/// A sum of integer multiples of products of symbols; the empty product is the constant.
class Size {
public:
  Size(int64_t constant = 0) {
    if (constant)
      terms[{}] = constant;
  }
  static Size symbol(SizeSymbol symbol) {
    Size size;
    size.terms[{symbol}] = 1;
    return size;
  }
  std::optional<int64_t> constant() const;
  /// The symbol that this is, if it is one and nothing else.
  std::optional<SizeSymbol> asSymbol() const;
  bool is(int64_t value) const { return constant() == value; }
  /// Whether it is made of sizes of tensors in a way that shows that it is not negative.
  bool isNeverNegative() const;
  Size operator+(const Size &other) const;
  Size operator-(const Size &other) const;
  Size operator*(const Size &other) const;
  bool operator==(const Size &) const = default;
  /// This over `divisor`, when that is one product that divides every term.
  std::optional<Size> over(const Size &divisor) const;

  using Product = std::vector<SizeSymbol>; ///< sorted
  const std::map<Product, int64_t> &sum() const { return terms; }

private:
  void add(const Product &product, int64_t factor);
  std::map<Product, int64_t> terms; ///< no zero factors
};

class Sizes {
public:
  /// Dimension `dim` of a tensor value or storage.
  Size of(mlir::Value tensor, unsigned dim);
  /// An int of the program.
  Size ofInt(mlir::Value i64);
  /// Dimension `dim` of what an operation gives whose record has this rule; none where the rule
  /// does not tell.
  std::optional<Size> byRule(const ops::ShapeRule &rule, mlir::ValueRange operands, unsigned dim,
                             unsigned depth = 0);
  /// Forgets everything: to be called when operations were erased, whose memory may be used again.
  void clear() {
    known.clear();
    agreed.clear();
  }

  /// A value of which nothing else is known has this size.
  void note(mlir::Value tensor, unsigned dim, const Size &size) {
    known.insert_or_assign({tensor.getAsOpaquePointer(), int(dim)}, size);
  }
  /// These two sizes broadcast: true in this block from here on, and in blocks that it dominates.
  void assume(mlir::Block *block, const Size &left, const Size &right) {
    agreed.push_back({block, left - right});
  }
  bool agree(mlir::Block *block, const Size &left, const Size &right) const;

private:
  Size derive(mlir::Value tensor, unsigned dim, unsigned depth);
  Size deriveInt(mlir::Value i64, unsigned depth);
  Size ofDepth(mlir::Value tensor, unsigned dim, unsigned depth);
  Size ofIntDepth(mlir::Value i64, unsigned depth);
  std::optional<Size> fromOperation(mlir::Operation *op, unsigned dim, unsigned depth);
  std::optional<Size> broadcast(mlir::ValueRange operands, unsigned fromRight, unsigned depth);
  std::map<SizeSymbol, Size> known;
  std::vector<std::pair<mlir::Block *, Size>> agreed; ///< differences of sizes that broadcast
};

/// The ranked type of a tensor value or storage.
mlir::RankedTensorType rankedType(mlir::Value tensor);

} // namespace lith::stage

#endif // LITH_STAGE_TENSOR_SIZES_H
