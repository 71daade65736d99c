// lith.h: load and call saved programs from C++.
//
//   lith::Program model = lith::load("model.lith");
//   auto x = lith::Tensor::from(data, {2, 3}, lith::DType::Float32);
//   std::vector<lith::Value> result = model({x});
//   const float *y = result[0].tensor().data<float>();
//
// Everything throws lith::Error. Programs may be called from many threads at
// once. This header stands on the C interface alone, so that programs built
// with another compiler or standard library link with the runtime.
#ifndef LITH_LITH_H
#define LITH_LITH_H

#include <lith/lith_c.h>

#include <complex>
#include <cstring>
#include <initializer_list>
#include <memory>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace lith {

/// A failed load or call: `code()` says which kind, `what()` why. Of an exception of the program,
/// `className()` is its class and `traceback()` Python's text with the user's lines.
class Error : public std::runtime_error {
public:
  Error(lith_error_kind code, const std::string &message)
      : std::runtime_error(message), kind(code) {}
  /// Takes over `error`.
  explicit Error(lith_error *error)
      : std::runtime_error(textOf(error)), kind(lith_error_code(error)),
        name(lith_error_class(error)), trace(lith_error_traceback(error)) {
    lith_error_release(error);
  }
  lith_error_kind code() const { return kind; }
  const std::string &className() const { return name; }
  const std::string &traceback() const { return trace; }

private:
  static std::string textOf(lith_error *error) {
    std::string name = lith_error_class(error), message = lith_error_message(error);
    return name.empty() ? message : message.empty() ? name : name + ": " + message;
  }
  lith_error_kind kind;
  std::string name, trace;
};

enum class DType {
  UInt8 = LITH_UINT8,
  Int8 = LITH_INT8,
  Int16 = LITH_INT16,
  Int32 = LITH_INT32,
  Int64 = LITH_INT64,
  Float16 = LITH_FLOAT16,
  Float32 = LITH_FLOAT32,
  Float64 = LITH_FLOAT64,
  Complex64 = LITH_COMPLEX64,
  Complex128 = LITH_COMPLEX128,
  Bool = LITH_BOOL8,
  BFloat16 = LITH_BFLOAT16
};
inline size_t sizeOf(DType dtype) {
  return static_cast<size_t>(lith_dtype_bytes(static_cast<int>(dtype)));
}
inline std::string nameOf(DType dtype) { return lith_dtype_name(static_cast<lith_dtype>(dtype)); }

class Tensor;

/// Any value of Python that a program takes or gives. Copies share what they hold.
class Value {
public:
  enum class Kind {
    None,
    Bool,
    Int,
    Float,
    Complex,
    Str,
    Bytes,
    Tensor,
    List,
    Tuple,
    Dict,
    Set,
    Other
  };

  Value() : value{LITH_NONE, 0} {}
  Value(bool b) : value{LITH_BOOL, b} {}
  template <typename T,
            std::enable_if_t<std::is_integral_v<T> && !std::is_same_v<T, bool>, int> = 0>
  Value(T i) : value{LITH_INT, static_cast<uint64_t>(static_cast<int64_t>(i))} {}
  Value(double f) : value{LITH_FLOAT, 0} { std::memcpy(&value.bits, &f, sizeof f); }
  Value(std::complex<double> z) : value(lith_make_complex(z.real(), z.imag())) {}
  Value(const std::string &text) : value(lith_make_str(text.data(), text.size())) {}
  Value(const char *text) : value(lith_make_str(text, std::strlen(text))) {}

  static Value list(const std::vector<Value> &items) {
    std::vector<lith_value> raw = rawOf(items);
    return adopt(lith_make_list(raw.data(), raw.size()));
  }
  static Value tuple(const std::vector<Value> &items) {
    std::vector<lith_value> raw = rawOf(items);
    return adopt(lith_make_tuple(raw.data(), raw.size()));
  }
  /// A member of an enum, a dtype or a class by its name, or the end of it: "SUM", "float32".
  static Value named(const std::string &name) {
    return adopt(lith_make_named(name.data(), name.size()));
  }
  static Value dict(const std::vector<std::pair<Value, Value>> &items) {
    std::vector<lith_value> raw;
    for (const auto &[key, item] : items) {
      raw.push_back(key.value);
      raw.push_back(item.value);
    }
    lith_value made = lith_make_dict(raw.data(), raw.size());
    if (made.tag == LITH_NULL)
      throw Error(LITH_ERROR_ARGUMENTS, "a key of the dict cannot be hashed");
    return adopt(made);
  }
  /// Takes over one reference.
  static Value adopt(lith_value raw) {
    Value result;
    result.value = raw;
    return result;
  }

  Value(const Value &other) : value(other.value) { lith_value_retain(value); }
  Value(Value &&other) noexcept : value(std::exchange(other.value, {LITH_NONE, 0})) {}
  Value &operator=(Value other) noexcept {
    std::swap(value, other.value);
    return *this;
  }
  ~Value() { lith_value_release(value); }

  Kind kind() const {
    switch (value.tag) {
    case LITH_NONE:
      return Kind::None;
    case LITH_BOOL:
      return Kind::Bool;
    case LITH_INT:
      return Kind::Int;
    case LITH_FLOAT:
      return Kind::Float;
    case LITH_COMPLEX:
      return Kind::Complex;
    case LITH_STR:
      return Kind::Str;
    case LITH_BYTES:
      return Kind::Bytes;
    case LITH_TENSOR:
      return Kind::Tensor;
    case LITH_LIST:
      return Kind::List;
    case LITH_TUPLE:
      return Kind::Tuple;
    case LITH_DICT:
      return Kind::Dict;
    case LITH_SET:
      return Kind::Set;
    default:
      return Kind::Other;
    }
  }
  bool isNone() const { return value.tag == LITH_NONE; }
  bool isTensor() const { return value.tag == LITH_TENSOR; }

  bool boolean() const { return expect(LITH_BOOL, "a bool").bits != 0; }
  int64_t integer() const { return static_cast<int64_t>(expect(LITH_INT, "an int").bits); }
  /// A float, or an int as one.
  double real() const {
    if (value.tag == LITH_INT)
      return static_cast<double>(integer());
    double result;
    std::memcpy(&result, &expect(LITH_FLOAT, "a float").bits, sizeof result);
    return result;
  }
  std::complex<double> complex() const {
    double re, im;
    lith_complex_parts(expect(LITH_COMPLEX, "a complex"), &re, &im);
    return {re, im};
  }
  std::string string() const {
    size_t bytes;
    const char *text = lith_text(expect(LITH_STR, "a str"), &bytes);
    return {text, bytes};
  }
  inline Tensor tensor() const;

  /// Elements of a list, tuple, dict or set.
  size_t size() const { return lith_length(value); }
  /// Element i of a list, tuple or set, value i of a dict.
  Value operator[](size_t index) const {
    if (index >= size())
      throw Error(LITH_ERROR_ARGUMENTS, "index " + std::to_string(index) + " is out of range");
    return share(lith_item(value, index));
  }
  std::vector<Value> items() const {
    std::vector<Value> result;
    for (size_t i = 0; i < size(); ++i)
      result.push_back((*this)[i]);
    return result;
  }
  /// Key i of a dict.
  Value key(size_t index) const { return share(lith_key(expect(LITH_DICT, "a dict"), index)); }
  /// The value of a dict under a str.
  Value at(const std::string &name) const {
    expect(LITH_DICT, "a dict");
    for (size_t i = 0; i < size(); ++i)
      if (Value k = key(i); k.value.tag == LITH_STR && k.string() == name)
        return (*this)[i];
    throw Error(LITH_ERROR_ARGUMENTS, "the dict has no key '" + name + "'");
  }

  /// repr(value), as Python prints it.
  std::string repr() const { return adopt(lith_repr(value)).string(); }
  const lith_value &raw() const { return value; }
  static std::vector<lith_value> rawOf(const std::vector<Value> &values) {
    std::vector<lith_value> result;
    for (const Value &one : values)
      result.push_back(one.value);
    return result;
  }

protected:
  static Value share(lith_value raw) {
    lith_value_retain(raw);
    return adopt(raw);
  }
  const lith_value &expect(lith_tag tag, const char *what) const {
    if (value.tag != static_cast<uint64_t>(tag))
      throw Error(LITH_ERROR_ARGUMENTS, std::string("the value is not ") + what);
    return value;
  }
  lith_value value;
};

/// A Value that holds a tensor. Copies share the elements.
class Tensor : public Value {
public:
  /// A tensor of its own with a copy of contiguous data.
  static Tensor from(const void *data, const std::vector<int64_t> &shape, DType dtype) {
    Tensor result = empty(shape, dtype);
    std::memcpy(lith_tensor_data(result.value), data, result.bytes());
    return result;
  }
  /// Contiguous, not initialised.
  static Tensor empty(const std::vector<int64_t> &shape, DType dtype) {
    lith_value made = lith_make_tensor(static_cast<lith_dtype>(dtype), shape.data(), shape.size());
    if (made.tag == LITH_NULL)
      throw Error(LITH_ERROR_MEMORY, "cannot make a tensor of this shape");
    return Tensor(made);
  }
  /// Over the caller's memory, which must outlive every use of the tensor.
  static Tensor view(void *data, const std::vector<int64_t> &shape, DType dtype) {
    lith_value made = lith_wrap_tensor(static_cast<lith_dtype>(dtype), shape.data(), nullptr,
                                       shape.size(), data, nullptr, nullptr);
    if (made.tag == LITH_NULL)
      throw Error(LITH_ERROR_ARGUMENTS, "cannot make a tensor of this shape");
    return Tensor(made);
  }
  /// Takes over a DLManagedTensor and shares its memory.
  static Tensor fromDLPack(DLManagedTensor *managed) {
    lith_value made = lith_from_dlpack(managed);
    if (made.tag == LITH_NULL)
      throw Error(LITH_ERROR_ARGUMENTS, "the DLPack tensor has a device or type that Lith lacks");
    return Tensor(made);
  }
  /// Shares the memory; the receiver calls its deleter.
  DLManagedTensor *toDLPack() const { return lith_to_dlpack(value); }

  DType dtype() const { return static_cast<DType>(lith_tensor_dtype(value)); }
  std::vector<int64_t> shape() const {
    const int64_t *sizes = lith_tensor_shape(value);
    return {sizes, sizes + lith_tensor_rank(value)};
  }
  /// In elements.
  std::vector<int64_t> strides() const {
    const int64_t *steps = lith_tensor_strides(value);
    return {steps, steps + lith_tensor_rank(value)};
  }
  int64_t numel() const {
    int64_t count = 1;
    for (int64_t size : shape())
      count *= size;
    return count;
  }
  size_t bytes() const { return static_cast<size_t>(numel()) * sizeOf(dtype()); }
  /// The first element; T must have the size of the dtype. Results of programs may be views:
  /// see strides() and contiguous().
  template <typename T> T *data() const {
    if (sizeof(T) != sizeOf(dtype()))
      throw Error(LITH_ERROR_ARGUMENTS, "the tensor holds " + nameOf(dtype()));
    return static_cast<T *>(lith_tensor_data(value));
  }
  Tensor contiguous() const { return Tensor(lith_tensor_contiguous(value)); }

private:
  friend class Value;
  explicit Tensor(lith_value raw) { value = raw; }
};

inline Tensor Value::tensor() const {
  expect(LITH_TENSOR, "a tensor");
  lith_value_retain(value);
  return Tensor(value);
}

/// A loaded program. Copies are the same program; instance() has a mutable state of its own.
class Program {
public:
  explicit Program(lith_program *owned) : handle(owned, lith_program_release) {}

  /// Calls with positional arguments. The elements of a tuple that the function returns, or its
  /// one result. Thread-safe.
  std::vector<Value> operator()(const std::vector<Value> &arguments) const {
    return call(arguments, {});
  }
  /// The same with arguments by name.
  std::vector<Value> call(const std::vector<Value> &arguments,
                          const std::vector<std::pair<std::string, Value>> &named) const {
    Value result = callForValue(arguments, named);
    return result.kind() == Value::Kind::Tuple ? result.items() : std::vector<Value>{result};
  }
  /// The result as the function returns it.
  Value callForValue(const std::vector<Value> &arguments,
                     const std::vector<std::pair<std::string, Value>> &named = {}) const {
    auto [raw, names] = rawOf(arguments, named);
    lith_value result;
    lith_error *error = nullptr;
    if (lith_call(handle.get(), raw.data(), raw.size(), names.data(), names.size(), nullptr,
                  nullptr, &result, &error) != 0)
      throw Error(error);
    return Value::adopt(result);
  }

  /// One line for each compiled program: names, types and symbolic sizes.
  std::string schema() const { return lith_program_schema(handle.get()); }
  std::string graph() const { return lith_program_graph(handle.get()); }
  std::string code() const { return lith_program_code(handle.get()); }
  Program instance() const { return Program(lith_program_instance(handle.get())); }
  /// A method of the program, over the same state. Throws Error where it has none of this name.
  Program method(const std::string &name) const {
    lith_error *error = nullptr;
    lith_program *made = lith_program_method(handle.get(), name.c_str(), &error);
    if (!made)
      throw Error(error);
    return Program(made);
  }

  /// Copies of the tensors of the module's state, as they are now, by their names there.
  std::vector<std::pair<std::string, Tensor>> state() const {
    std::vector<std::pair<std::string, Tensor>> all;
    for (size_t i = 0; i < lith_state_count(handle.get()); ++i)
      all.emplace_back(lith_state_name(handle.get(), i),
                       Value::adopt(lith_state(handle.get(), i)).tensor());
    return all;
  }
  /// Gives the state what a file of safetensors holds, or those that an index (.json) lists: all
  /// its tensors, of the same dtypes and sizes. Not while others call. Throws Error: nothing is
  /// replaced.
  void loadState(const std::string &path) const {
    lith_error *error = nullptr;
    if (lith_load_state(handle.get(), path.c_str(), &error) != 0)
      throw Error(error);
  }
  /// Writes the state as a file of safetensors.
  void saveState(const std::string &path) const {
    lith_error *error = nullptr;
    if (lith_save_state(handle.get(), path.c_str(), &error) != 0)
      throw Error(error);
  }
  /// Makes the calls of all examples that the file holds again, and compares their results. How
  /// many do not agree.
  size_t verify() const { return lith_verify(handle.get(), nullptr, nullptr); }

  /// Of a program that is compiled as calls need it: compiles for these arguments and runs nothing.
  void specialise(const std::vector<Value> &arguments,
                  const std::vector<std::pair<std::string, Value>> &named = {}) const {
    auto [raw, names] = rawOf(arguments, named);
    lith_error *error = nullptr;
    if (lith_specialise(handle.get(), raw.data(), raw.size(), names.data(), names.size(), &error) !=
        0)
      throw Error(error);
  }
  /// Writes what is compiled so far to a file that `load` opens, with state as at the beginning.
  /// Targets and `strip` are as lith_save_for takes them.
  void save(const std::string &path, const std::vector<std::string> &targets = {},
            bool strip = false) const {
    std::vector<const char *> names;
    for (const std::string &target : targets)
      names.push_back(target.c_str());
    lith_error *error = nullptr;
    if (lith_save_for(handle.get(), path.c_str(), names.data(), names.size(), strip, &error) != 0)
      throw Error(error);
  }

private:
  static std::pair<std::vector<lith_value>, std::vector<const char *>>
  rawOf(const std::vector<Value> &arguments,
        const std::vector<std::pair<std::string, Value>> &named) {
    std::vector<lith_value> raw = Value::rawOf(arguments);
    std::vector<const char *> names;
    for (const auto &[name, value] : named) {
      raw.push_back(value.raw());
      names.push_back(name.c_str());
    }
    return {std::move(raw), std::move(names)};
  }
  std::shared_ptr<lith_program> handle;
};

/// Maps and checks a saved program.
inline Program load(const std::string &path) {
  lith_error *error = nullptr;
  lith_program *program = lith_load(path.c_str(), &error);
  if (!program)
    throw Error(error);
  return Program(program);
}

inline void setNumThreads(int count) { lith_set_num_threads(count); }

} // namespace lith

#endif // LITH_LITH_H
