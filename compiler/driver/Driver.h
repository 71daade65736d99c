// Driver.h: the one header of the compiler that others include.
//
// A Request names a callable of the host and describes the arguments of one
// call; compile() stages it, runs the passes, generates code and returns a
// Program: loaded native code, the guards under which it is valid, and what an
// artifact needs. Errors come back as diagnostics; nothing of the call has run.
#ifndef LITH_DRIVER_DRIVER_H
#define LITH_DRIVER_DRIVER_H

#include "diagnostics/Diagnostic.h"
#include "host/Host.h"

#include <lith/program.h>

#include <memory>
#include <string>
#include <variant>
#include <vector>

namespace lith::driver {

/// How the call reaches an object that exists outside of it. A path is evaluated
/// natively before each call: Argument(i) or Root(handle), then steps.
struct Step {
  enum class Kind : uint8_t {
    Attribute, ///< raw instance, class or module dictionary entry `name`
    Slot,      ///< C-level attribute `name` of a built-in or torch object
    Item,      ///< element `index` of a tuple or list
    Key,       ///< entry `key` of a dict
    Cell,      ///< contents of a closure cell
    Class,     ///< type(object)
    Payload    ///< built-in value inside an instance of a subclass of a built-in
  } kind;
  std::string name;
  int64_t index = 0;
  host::Handle key = nullptr;
  bool operator==(const Step &) const = default;
};
struct Path {
  int argument = -1; ///< flattened top-level argument index (positional, then keywords), or -1:
  host::Handle root =
      nullptr; ///< an object of the host that is always the same (module, globals dict, closure)
  std::vector<Step> steps;
  bool operator==(const Path &) const = default;
};

/// What all elements of a list are, however many it has.
struct ElementType {
  enum class Kind : uint8_t {
    None, ///< of an empty list: there are none
    Bool,
    Int, ///< of 64 bits
    Float,
    Str,
    Tensor, ///< an exact torch.Tensor of `dtype` and `rank` that requires no gradient
    List,   ///< of parts[0], each a list of its own
    Tuple   ///< of these parts
  } kind = Kind::None;
  int dtype = -1, rank = -1;
  std::vector<ElementType> parts;
};

/// An assumption that the program rests on.
struct Guard {
  enum class Kind : uint8_t {
    Identity,    ///< the object is `expected`
    Equal,       ///< an exact built-in constant equal to `expected` (and of its exact type)
    ClassIs,     ///< type(object) is `expected`
    Absent,      ///< the path's last step finds nothing
    Length,      ///< len(list or tuple or dict or set) == number
    Keys,        ///< list(dict) equals the tuple `expected`
    Elements,    ///< a list of `number` elements or more, which are `elements`
    TensorType,  ///< a tensor of dtype `dtype` and rank `number`; requires_grad as `flag`; the
                 ///< dimensions of `ones` (a bit each) are of size 1
    SameStorage, ///< `path` and `other` are one object (flag) or are not, and share no memory
                 ///< (!flag)
    Distinct,    ///< `path` and `other` are not one object; they may share memory
    Ambient      ///< ambient value `name` (grad mode, default dtype, ...) equals `expected`
  } kind;
  Path path, other;
  host::Handle expected = nullptr;
  int dtype = -1;
  int64_t number = 0;
  uint32_t ones = 0;
  bool flag = false;
  std::string name;
  ElementType elements;
};

/// One input of the native program, in order: where the caller finds it and what it becomes.
struct Input {
  Path path;
  enum class Kind : uint8_t {
    Tensor,
    Int,
    Float,
    Bool,
    Complex,
    Str,
    List,  ///< a list of any length: the runtime list that stands for it, and gives it its
           ///< contents when the call ends
    Object ///< the object itself, for HostOperation: LITH_OPAQUE with bits = opaques.size() + this
           ///< input's number
  } kind;
  bool written = false; ///< the program writes this tensor's memory
  bool replaced =
      false; ///< a saved program puts another tensor in its place (HostOperation::SetState)
  bool isState = false; ///< a parameter or buffer: a constant (or state) of a saved artifact
  std::string name;
};

/// How the caller rebuilds the Python result from the program's flat results.
struct Output {
  enum class Kind : uint8_t {
    Value, ///< results[index], boxed: tensor, number, str, or a runtime list/dict/tuple/record tree
    Constant, ///< the host object `constant`
    Existing, ///< the object at `path` (an input or an outside object, same identity)
    Tuple,
    List,
    Dict,
    Set,
    Slice,    ///< children; Dict alternates key, value
    Instance, ///< class `constant`, children alternate attribute name (Constant str) and value;
              ///< payload last if hasPayload
    Shared    ///< the same object as the output numbered `index` in preorder
  } kind;
  int index = -1;
  host::Handle constant = nullptr; ///< Value: the class of a parameter that the program made
  Path path;
  bool hasPayload = false;
  bool mayFollow = true; ///< Value: false for a tensor that no input with a gradient went into
  std::vector<Output> children;
};

/// One argument of the call to compile for.
struct Argument {
  enum class Kind : uint8_t {
    Object, ///< the host object as it is: a tensor gives dtype and rank, int and float stay
            ///< dynamic, the rest is read under guard
    Pinned, ///< the host object, by value (lith.Static)
    Tensor, ///< an InputSpec: `dtype` and `sizes`, -1 symbolic
    Tuple,
    List,
    Dict ///< a structure that contains one of the kinds above; Dict has `keys`
  } kind = Kind::Object;
  /// What it is in this call: two arguments with one object are one. Of a structure one of its kind
  /// and length; of a Tensor a tensor, or any object that stands for it, or null for one of its
  /// own.
  host::Handle object = nullptr;
  int dtype = -1;
  std::vector<int64_t> sizes;
  std::vector<std::string> sizeNames; ///< per dimension, empty: no name
  std::string name;
  bool isExample = false; ///< List: of a call; its length is not what somebody specified
  std::vector<Argument> children;
  std::vector<host::Handle> keys;
};

struct Options {
  bool freeze = false;      ///< weights are constants: later changes are not seen
  bool forArtifact = false; ///< reads of outside state are frozen, only tensor state may be written
  bool keepText = true;     ///< keep the IR's text for .graph
};

/// A tensor outside of the arguments, which nothing here keeps alive.
struct Place {
  std::string path; ///< equal for equal paths
  host::Handle tensor = nullptr;
};

/// What to compile: `callable` applied to the arguments. Argument numbers in a Path count
/// `positional` first, then `keywords`.
struct Request {
  host::Handle callable = nullptr;
  std::vector<Argument> positional;
  std::vector<std::pair<std::string, Argument>> keywords;
  std::vector<Path> changing; ///< numbers, lists, dicts and sets outside of the arguments that
                              ///< earlier calls saw replaced, and lists that had other lengths
  std::vector<Place> written; ///< with `freeze`: what other programs write, which is no constant
  Options options;
};

/// What compile() makes. The handles belong to the host of the compilation; a caller that keeps
/// the program longer keeps the objects alive itself.
struct Program {
  std::shared_ptr<const Executable> executable;
  std::vector<Guard> guards; ///< in an order that lets each rely on those before it
  std::vector<Input> inputs; ///< the arguments of the entry, in order
  Output output;
  std::vector<Path> dropped;  ///< places that a saved program would write and that it does not read
  std::vector<Place> frozen;  ///< with `freeze`: what the program has as constants
  std::vector<Place> written; ///< with `freeze`: what it writes or replaces
  /// Where tensors begin in their storages, or what else the storages hold, is seen by the program.
  bool readsStorages = false;
  std::vector<host::Handle> opaques; ///< the object of each Image::opaques
  std::vector<host::Handle>
      classes;          ///< the class of each Image::classes; null: made by the program itself
  std::string graph;    ///< the IR's text, if kept
  std::string bytecode; ///< for an artifact: what recompile takes
  double stageSeconds = 0, passSeconds = 0, codegenSeconds = 0;
};

/// A program, or why there is none. Warnings may accompany a program.
struct Result {
  std::unique_ptr<Program> program;
  std::vector<diag::Diagnostic> diagnostics;
};

/// Whether a place or a tensor is in both.
bool shareTensor(const std::vector<Place> &first, const std::vector<Place> &second);

/// Calls with the same host must not overlap. A host keeps its parsed sources here until forget().
Result compile(host::Host &host, const Request &request);
void forget(host::Host &host);

/// Native code for this processor from the bytecode of a program and the tables of its image;
/// replaces Image::object. False with `error` set when the bytecode is damaged or of another
/// version.
bool recompile(std::string_view bytecode, Image &image, std::string &error);

/// The processor that compile() makes code for, and what of it the code uses.
std::string targetName();

} // namespace lith::driver

#endif // LITH_DRIVER_DRIVER_H
