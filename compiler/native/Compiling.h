// Compiling.h: a callable of the native host that is compiled as calls need it.
#ifndef LITH_NATIVE_COMPILING_H
#define LITH_NATIVE_COMPILING_H

#include "native/NativeHost.h"

#include "artifact/Builder.h"

#include <functional>

namespace lith::native {

/// A callable and its programs so far.
class Compiling : public artifact::Builder {
public:
  ~Compiling() override;
  /// See lith::Specialise.
  std::shared_ptr<const ArtifactData> specialise(const std::string &method,
                                                 std::span<const lith_value> positional,
                                                 std::span<const NamedValue> keywords,
                                                 std::string &error);

protected:
  explicit Compiling(std::unique_ptr<NativeHost> own) : Builder(*own), native(std::move(own)) {}
  /// The callable of a method, whose formal parameters are taken.
  virtual host::Handle callableOf(const std::string &method) = 0;
  /// The file that a diagnostic names; null: there is none.
  virtual const syntax::File *fileNamed(std::string_view name) const = 0;
  std::string nameOf(const contract::Path &path) const override;
  void addSources(const Image &) override {} // they are known from the beginning

  std::unique_ptr<NativeHost> native;
  std::vector<contract::Path> changing; ///< numbers that some method writes
};

/// A diagnostic with the lines that it names; `fileNamed` gives null where there is no such file.
std::string rendered(const diag::Diagnostic &diagnostic,
                     const std::function<const syntax::File *(std::string_view name)> &fileNamed);
std::shared_ptr<Model> growing(std::shared_ptr<Compiling> compiling,
                               std::vector<std::string> methods = {});

} // namespace lith::native

#endif // LITH_NATIVE_COMPILING_H
