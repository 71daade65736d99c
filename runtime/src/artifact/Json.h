// Json.h: just enough JSON to write.
#ifndef LITH_ARTIFACT_JSON_H
#define LITH_ARTIFACT_JSON_H

#include <string>
#include <string_view>

namespace lith {

/// Text in quotes with what JSON wants escaped.
std::string jsonQuoted(std::string_view text);

} // namespace lith

#endif // LITH_ARTIFACT_JSON_H
