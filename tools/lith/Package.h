// Package.h: where the rest of the installation is that this program belongs to.
#ifndef LITH_TOOLS_PACKAGE_H
#define LITH_TOOLS_PACKAGE_H

#include <filesystem>

namespace lith::tool {

/// The folder of this program.
std::filesystem::path ownFolder();
/// What has bin, include and lib with the libraries of Lith: the prefix that it is installed in, or
/// the Python package `lith` of the environment whose programs it is among.
std::filesystem::path installation();

} // namespace lith::tool

#endif // LITH_TOOLS_PACKAGE_H
