// Sources.cpp: see Sources.h.
#include "artifact/Sources.h"

#include <set>

namespace lith::artifact {

/// The lines of each file that a traceback can come to.
static std::map<std::string, std::set<int>> shownLines(const ArtifactData &data) {
  std::map<std::string, std::set<int>> shown;
  for (const ArtifactProgram &program : data.programs)
    for (const Location &location : program.image->locations)
      if (location.file >= 0)
        shown[program.image->strings[size_t(location.file)]].insert(location.line);
  return shown;
}

/// The text up to its last line that is kept.
static std::string withLines(const std::string &text, const std::set<int> &kept) {
  std::string made;
  size_t from = 0;
  int line = 1;
  for (int next : kept) {
    for (; line < next && from < text.size(); ++line) {
      from = std::min(text.find('\n', from), text.size() - 1) + 1;
      made += '\n';
    }
    made.append(text, from, text.find('\n', from) - from);
  }
  return made;
}

void keepShown(ArtifactData &data, bool strip) {
  std::map<std::string, std::string> sources;
  if (!strip)
    for (const auto &[file, lines] : shownLines(data))
      if (auto source = data.sources.find(file); source != data.sources.end())
        sources[file] = withLines(source->second, lines);
  data.sources = std::move(sources);
}

} // namespace lith::artifact
