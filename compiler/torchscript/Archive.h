// Archive.h: what a TorchScript archive (.pt) holds: the tree of objects, its constants, its code.
//
// Nothing of a file is executed, and nothing in it is believed: sizes, offsets and counts are
// checked against the file before they are used, what a file may expand to has a limit, and what
// the format does not need is refused.
#ifndef LITH_TORCHSCRIPT_ARCHIVE_H
#define LITH_TORCHSCRIPT_ARCHIVE_H

#include <lith/lith_c.h>

#include <complex>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace lith::torchscript {

/// What is wrong with a file, in words for the user. LITH_ERROR_COMPILE: it holds what Lith lacks.
struct CannotRead : std::runtime_error {
  explicit CannotRead(const std::string &what, lith_error_kind kind = LITH_ERROR_COMPILE)
      : std::runtime_error(what), kind(kind) {}
  lith_error_kind kind;
};

/// The memory of tensors: views and tied weights have one.
struct Storage {
  lith_dtype dtype = LITH_FLOAT32;
  /// In the file's mapping, aligned to 64 bytes where it is stored so. Where its elements are not
  /// aligned, or it is compressed: in memory of the archive.
  std::span<const char> bytes;
};

/// An object of the archive. One Item is one object: what two places hold is shared. No Item
/// contains itself, and they nest at most 500 deep. A tensor lies within its storage, and its
/// numbers of elements and bytes fit 64 bits. No Str or Int is twice a key of a dict. Of type tags,
/// those of lists of int, float, bool and Tensor are true.
struct Item {
  enum class Kind : uint8_t {
    None,
    Bool,
    Int,
    Float,
    Complex,
    Str,
    Tuple,  ///< `children`
    List,   ///< `children`
    Dict,   ///< `entries`
    Object, ///< of class `text`; `state` is its dict of attributes, or what `__setstate__` takes
    Enum,   ///< the member of class `text` whose value is `state`
    Tensor,
    Device ///< `text`: "cpu", "cuda:0"
  } kind = Kind::None;
  int64_t integer = 0; ///< Bool, Int
  double real = 0;
  std::complex<double> complex;
  std::string text; ///< Str; the qualified name of a class, "__torch__.pkg.Net"
  std::vector<const Item *> children;
  std::vector<std::pair<const Item *, const Item *>> entries;
  const Item *state = nullptr; ///< null: an object without one
  /// Of a List or Dict that says so: "List[int]".
  std::string typeTag;

  // Tensor
  const Storage *storage = nullptr;
  int64_t offset = 0; ///< in elements
  std::vector<int64_t> sizes, strides;
  bool requiresGrad = false;
};

/// An opened archive; all that it gives lives as long as it.
class [[gnu::visibility("default")]] Archive {
public:
  /// Opens a file, which is mapped and not copied. Throws CannotRead, also where it is no archive
  /// of TorchScript: a file of torch.save or torch.export, a damaged one, one of before
  /// PyTorch 1.4.
  static std::unique_ptr<Archive> open(const std::string &path);
  /// The same of bytes; `name` is what messages call it.
  static std::unique_ptr<Archive> of(std::string bytes, const std::string &name);
  virtual ~Archive() = default;

  std::string name; ///< of the root folder
  int64_t version = 0;
  const Item *root = nullptr;          ///< data.pkl
  std::vector<const Item *> constants; ///< `CONSTANTS.c0` and so on
  /// Code by module, "__torch__.torch.nn.modules.conv", in the order of the file.
  std::vector<std::pair<std::string, std::string>> sources;
  std::map<std::string, std::string> extraFiles; ///< by name, without "extra/"
};

} // namespace lith::torchscript

#endif // LITH_TORCHSCRIPT_ARCHIVE_H
