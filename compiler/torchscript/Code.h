// Code.h: the code of an archive as Python, as text.
#ifndef LITH_TORCHSCRIPT_CODE_H
#define LITH_TORCHSCRIPT_CODE_H

#include <string>

namespace lith::torchscript {

/// A module of an archive's code as Python that the stage runs. Throws CannotRead.
[[gnu::visibility("default")]] std::string pythonCode(const std::string &module,
                                                      const std::string &text);
/// A dotted name without what Python would take for a private name of a class.
[[gnu::visibility("default")]] std::string pythonName(std::string name);

} // namespace lith::torchscript

#endif // LITH_TORCHSCRIPT_CODE_H
