// Interface.cpp: the C interface of archives.
#include "torchscript/Import.h"

#include <lith/compiler.h>

#include <new>

using namespace lith;

/// What `make` makes of the archive; `none` with `error` set where it cannot be read.
template <typename Result, typename Make>
static Result ofArchive(const char *path, lith_error **error, Result none, Make make) {
  auto fail = [&](lith_error_kind kind, const char *message) {
    if (error)
      *error = makeError(kind, message);
    return none;
  };
  try {
    return make(torchscript::Archive::open(path));
  } catch (const torchscript::CannotRead &reason) {
    return fail(reason.kind, reason.what());
  } catch (const std::bad_alloc &) {
    return fail(LITH_ERROR_MEMORY, "out of memory");
  }
}

lith_program *lith_import_torchscript(const char *path, lith_error **error) {
  return ofArchive<lith_program *>(path, error, nullptr, [](auto archive) {
    return makeProgram(torchscript::importModel(std::move(archive)));
  });
}

lith_value lith_torchscript_methods(const char *path, lith_error **error) {
  return ofArchive<lith_value>(path, error, {LITH_NULL, 0}, [](auto archive) {
    std::string text = torchscript::methodsOf(*archive);
    return lith_make_str(text.data(), text.size());
  });
}
