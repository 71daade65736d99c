// Import.h: an archive of TorchScript as a model that is compiled as calls need it.
#ifndef LITH_TORCHSCRIPT_IMPORT_H
#define LITH_TORCHSCRIPT_IMPORT_H

#include "torchscript/Archive.h"

#include <lith/artifact.h>

#include <memory>
#include <string>

namespace lith::torchscript {

/// The method `forward` of the module in an archive. Its state begins as saved. Throws CannotRead.
[[gnu::visibility("default")]] std::shared_ptr<Model>
importModel(std::shared_ptr<const Archive> archive);
/// The methods of this module with the types that its code declares, one a line and `forward`
/// first. Throws CannotRead.
std::string methodsOf(const Archive &archive);

} // namespace lith::torchscript

#endif // LITH_TORCHSCRIPT_IMPORT_H
