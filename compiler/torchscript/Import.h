// Import.h: an archive of TorchScript as a model that is compiled as calls need it.
#ifndef LITH_TORCHSCRIPT_IMPORT_H
#define LITH_TORCHSCRIPT_IMPORT_H

#include "torchscript/Archive.h"

#include <lith/artifact.h>

#include <memory>
#include <string>

namespace lith::torchscript {

/// The method `forward` of the module in an archive. Its state begins as saved. Throws CannotRead.
std::shared_ptr<Model> importModel(std::shared_ptr<const Archive> archive);
/// The code that is compiled, of all modules of the archive.
std::string codeOf(const Archive &archive);

} // namespace lith::torchscript

#endif // LITH_TORCHSCRIPT_IMPORT_H
