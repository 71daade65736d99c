// lith/compiler.h: Python source, or an archive of TorchScript, to a native program, without
// Python. Link Lith::compiler, which holds the runtime as well.
//
//   lith::Program program = lith::compile("def f(x):\n    return x.relu() + 1\n", "f");
//   std::vector<lith::Value> results = program({tensor});
//   lith::CompilationUnit unit("def f(x):\n    return x + 1\n"); // unit.function("f")
//   lith::Program model = lith::importTorchScript("model.pt");
#ifndef LITH_COMPILER_H
#define LITH_COMPILER_H

#ifdef __cplusplus
#include <lith/lith.h>
extern "C" {
#else
#include <lith/lith_c.h>
#endif

/* The function `name` of a module whose text is `source` (UTF-8, terminated). It is compiled when
 * it is first called with arguments of these kinds, dtypes and ranks; what cannot be compiled is
 * refused by that call, with LITH_ERROR_COMPILE and before anything of it has run. The module may
 * hold functions, classes of one base, constants, and imports of `torch`, its functional parts and
 * `math`; what needs Python itself (torch.nn.Module, other packages) is refused. `file` is the name
 * that messages show. The texts of its schema and graph are of what is compiled so far, and hold
 * until they are asked for again. Null with `error` set: the source does not parse, or has no such
 * function. */
LITH_API lith_program *lith_compile(const char *source, const char *name, const char *file,
                                    lith_error **error);

/* Sources that are one module, as torch::jit::CompilationUnit is: a function may call those of
 * sources that were defined before. Free it with lith_unit_free; programs do not need it. */
typedef struct lith_unit lith_unit;
LITH_API lith_unit *lith_unit_new(void);
LITH_API void lith_unit_free(lith_unit *unit);
/* Adds a source, as of lith_compile. 0 with `error` set: it does not parse, or needs Python;
 * nothing is defined then. What an earlier source defined under the same name is replaced for the
 * functions that are asked for from then on. */
LITH_API int lith_unit_define(lith_unit *unit, const char *source, const char *file,
                              lith_error **error);
/* A function of the unit as a program, as of lith_compile. Null with `error` set: there is none. */
LITH_API lith_program *lith_unit_function(const lith_unit *unit, const char *name,
                                          lith_error **error);

/* The module in a file of torch.jit.save, without Python or torch: its method `forward`, and others
 * by lith_program_method. It is compiled as lith_compile's function is; lith_specialise compiles
 * without a call, lith_save writes what is compiled. Nothing in the file is executed here. Null
 * with `error` set: LITH_ERROR_CANNOT_OPEN, LITH_ERROR_NOT_AN_ARTIFACT (another kind of file),
 * LITH_ERROR_DAMAGED, or LITH_ERROR_COMPILE: it holds what Lith lacks. */
LITH_API lith_program *lith_import_torchscript(const char *path, lith_error **error);
/* The methods that this module has, as its code declares them, one a line and `forward` first:
 * "forward(x: Tensor, limit: int=3)". An owned str; LITH_NULL with `error` set. */
LITH_API lith_value lith_torchscript_methods(const char *path, lith_error **error);

#ifdef __cplusplus
} // extern "C"

namespace lith {

/// The same; throws Error.
inline Program compile(const std::string &source, const std::string &name,
                       const std::string &file = "<source>") {
  lith_error *error = nullptr;
  lith_program *program = lith_compile(source.c_str(), name.c_str(), file.c_str(), &error);
  if (!program)
    throw Error(error);
  return Program(program);
}

/// Sources that are one module: `unit.define(text)`, then `unit.function("f")`. Throws Error.
class CompilationUnit {
public:
  CompilationUnit() : handle(lith_unit_new(), lith_unit_free) {}
  explicit CompilationUnit(const std::string &source) : CompilationUnit() { define(source); }

  /// Adds a source; where it throws, nothing is defined. Messages call it `file`, or <source 1>.
  void define(const std::string &source, std::string file = "") {
    if (file.empty())
      file = "<source " + std::to_string(++unnamed) + ">";
    lith_error *error = nullptr;
    if (!lith_unit_define(handle.get(), source.c_str(), file.c_str(), &error))
      throw Error(error);
  }
  /// A function of the unit.
  Program function(const std::string &name) const {
    lith_error *error = nullptr;
    lith_program *program = lith_unit_function(handle.get(), name.c_str(), &error);
    if (!program)
      throw Error(error);
    return Program(program);
  }

private:
  std::shared_ptr<lith_unit> handle;
  int unnamed = 0;
};

/// The same; throws Error.
inline Program importTorchScript(const std::string &path) {
  lith_error *error = nullptr;
  lith_program *program = lith_import_torchscript(path.c_str(), &error);
  if (!program)
    throw Error(error);
  return Program(program);
}

} // namespace lith
#endif

#endif // LITH_COMPILER_H
