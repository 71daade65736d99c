// JsonReader.h: reads JSON from front to back, as those who know what they look for.
#ifndef LITH_ARTIFACT_JSONREADER_H
#define LITH_ARTIFACT_JSONREADER_H

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace lith {

/// After a fault `ok` is false and all that is read is empty.
class JsonReader {
public:
  explicit JsonReader(std::string_view json) : at(json.data()), end(json.data() + json.size()) {}
  bool ok() const { return isFine; }
  /// Whether all was read, blanks at the end aside.
  bool finished();
  std::string text();
  int64_t number();
  /// Calls with each key; what is called reads the value.
  void object(const std::function<void(const std::string &key)> &member);
  void array(const std::function<void()> &element);
  /// Any value.
  void skip();

private:
  char next();
  bool take(char c);
  void members(char open, char close, const std::function<void()> &each);
  void appendCodePoint(std::string &out);

  const char *at, *end;
  bool isFine = true;
  int depth = 0;
};

} // namespace lith

#endif // LITH_ARTIFACT_JSONREADER_H
