// Package.cpp: a prefix that has lib/cmake/Lith, beside the program or in a Python environment.
#include "Package.h"

namespace lith::tool {

namespace fs = std::filesystem;

fs::path ownFolder() {
  std::error_code error;
  return fs::read_symlink("/proc/self/exe", error).parent_path();
}

static bool isInstallation(const fs::path &folder) {
  std::error_code error;
  return fs::exists(folder / "lib" / "cmake" / "Lith", error);
}

fs::path installation() {
  fs::path prefix = ownFolder().parent_path();
  if (isInstallation(prefix))
    return prefix;
  std::error_code error;
  for (const fs::directory_entry &python : fs::directory_iterator(prefix / "lib", error))
    if (python.path().filename().string().starts_with("python3"))
      for (const char *packages : {"site-packages", "dist-packages"})
        if (fs::path package = python.path() / packages / "lith"; isInstallation(package))
          return package;
  return prefix;
}

} // namespace lith::tool
