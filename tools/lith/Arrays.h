// Arrays.h: the arrays that go into a program and come out of it.
#ifndef LITH_TOOLS_ARRAYS_H
#define LITH_TOOLS_ARRAYS_H

#include <lith/lith.h>

namespace lith::tool {

std::vector<Value> readArrays(const std::vector<std::string> &paths);
/// The leaves of a result in order: through tuples, lists, sets and the values of dicts.
void flatten(const Value &value, std::vector<Value> &leaves);
/// Writes FOLDER/0.npy and so on; numbers and bools as 0-d arrays, None not at all.
void writeArrays(const std::string &folder, const std::vector<Value> &leaves);

/// A loaded program, released at the end of its scope.
class Loaded {
public:
  explicit Loaded(const std::string &path);
  const lith_program *get() const { return handle.get(); }
  /// Throws lith::Error; of an exception of the program too. `print` may be null.
  Value call(const std::vector<Value> &inputs, lith_print print = nullptr) const;

private:
  std::unique_ptr<lith_program, void (*)(lith_program *)> handle;
};

} // namespace lith::tool

#endif // LITH_TOOLS_ARRAYS_H
