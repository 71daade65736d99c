// artifact.h: saved programs: what one .lith file holds, writing it, opening it.
//
// A .lith file is a zip archive whose entries are stored uncompressed on 64-byte
// boundaries, so that weights are mapped and not copied. An index in front
// names every entry with an XXH3 checksum for each MiB of it; the index covers
// itself. A reader looks at nothing else, so a byte outside of the index and
// the entries (the headers of the zip) is without effect.
//
//   lith.index       names, places and checksums
//   manifest.json    for people and other tools; written, never read here
//   programs.bin     arguments, results, tables of all programs
//   code/N.o         native code          ir/N.mlirbc    the graph, to compile it again
//   code/N.M.o       for other processors
//   source/N         the user's files     graph/N.txt    the graph as text
//   weights.safetensors
//   outside.bin      which weights are in files beside it instead
//   examples.bin     calls and their results           values.bin       state that is no tensor
#ifndef LITH_ARTIFACT_H
#define LITH_ARTIFACT_H

#include <lith/lith_c.h>
#include <lith/program.h>

#include <map>
#include <shared_mutex>

#pragma GCC visibility push(default) // the Python module is another library
namespace lith {

inline constexpr uint32_t ArtifactFormat = 9;
/// The earliest that is read: it has no views, and no names of opaque objects; 5 has one method, 6
/// code for one target, and all weights inside.
inline constexpr uint32_t OldestArtifactFormat = 4;

/// What stands before the name of an object that a call is given by it, as a member of an enum or a
/// dtype: such an object is a tuple of the two.
inline constexpr const char *NamedObject = "\x1fobject";
/// The key of a dict that stands for an object of a class, under which the class is named; a caller
/// who has no class leaves it out.
inline constexpr const char *ClassKey = "\x1f"
                                        "class";

/// An argument or a result as a nested structure.
struct Tree {
  enum class Kind : uint8_t {
    // Leaves. Of an argument, `index` numbers the flat inputs in order, among which a list or
    // dict is one itself, before those in it (of a list of any length, nothing in it is); of a
    // result, the native results.
    Tensor,
    Int,
    Float,
    Bool,
    Complex,
    Str,
    Value,    ///< any runtime value: a result of unknown kind
    Constant, ///< a pinned argument, which must equal `constant`; a fixed result
    // Results only.
    Input,  ///< the flat input `index` itself
    Weight, ///< the tensor ArtifactData::weights[index] itself
    Shared, ///< the same object as the result node number `index`, counted in preorder
    // Structures. An argument that is a Record is given as a dict of its fields; see ClassKey.
    Tuple,
    List,
    Dict, ///< `keys` beside `children`
    Set,
    Slice,
    Record ///< an instance of class `name`, of an argument of class `constant`: fields `keys` (str)
           ///< beside `children`; hasPayload: the last child is the built-in value inside
  } kind = Kind::Constant;
  int32_t index = -1;
  std::string name;                   ///< of an argument of the function, or the class of a Record
  lith_dtype dtype = LITH_FLOAT32;    ///< Tensor
  std::vector<int64_t> sizes;         ///< Tensor: -1 symbolic. Of a result: as far as known
  bool knownRank = true;              ///< Tensor
  std::vector<std::string> sizeNames; ///< per dimension, may be empty
  bool written = false;               ///< Tensor argument: the program writes its memory
  bool anyLength = false;             ///< List argument: each element is as the only child says
  bool hasPayload = false;            ///< Record
  bool hasDefault = false;            ///< argument: may be left out, and then is `constant`
  bool keywordOnly = false;           ///< argument
  bool inOrder = false;               ///< Dict argument: the order of its keys shows
  bool inRest = false;                ///< argument: of `**keywords`, whose order shows
  Constant constant;
  std::vector<Constant> keys;
  std::vector<Tree> children;
};

/// What the native program's entry receives, in order.
struct Binding {
  enum class Kind : uint8_t {
    Leaf,     ///< flat input `index`
    Weight,   ///< ArtifactData::weights[index]; of the instance where the program writes it
    Constant, ///< `constant`
    Number,   ///< the element of ArtifactData::weights[index], of rank 0: a number that is state
    State     ///< ArtifactData::values[index], of the instance
  } kind = Kind::Leaf;
  int32_t index = -1;
  lith::Constant constant;
};

/// What a program assumes of two flat inputs that are tensors: that they are one object, or that
/// they are not and share no memory.
struct Relation {
  int32_t first = 0, second = 0;
  bool same = false;
};

/// Machine code of a program, an object as Image::object is one.
struct NativeCode {
  std::string target;
  std::vector<uint8_t> object;
};

/// One compiled program. The first program of a method whose arguments match a call runs.
struct ArtifactProgram {
  std::string method;                 ///< empty: of the function itself, `forward` of a module
  std::shared_ptr<const Image> image; ///< tensors among its constants are stored with the weights
  std::string target;                 ///< of its code: "znver4,+avx512f,..."; codegen/Targets.h
  std::vector<NativeCode> others;     ///< the same for other processors, with the same tables
  int32_t abi = LITH_ABI_VERSION;     ///< what its native code takes the runtime for
  std::string bytecode, graph;
  std::vector<Tree> arguments; ///< of the function, in order
  Tree result;
  std::vector<Binding> inputs;
  std::vector<Relation> relations;
  /// What was fixed: a readable path, or the name of a mode of PyTorch, and the text of its value.
  std::vector<std::pair<std::string, std::string>> pinned;
  bool readsStorages = false; ///< it sees where tensors begin in their storages
  /// Of each Image::opaques, how another process finds it: the class "module.qualname", or of a
  /// member of an enum its class and its name, "module.qualname:NAME"; empty: by its text.
  std::vector<std::string> opaqueNames;
};

/// A weight that shares memory with others, some of which a program writes: it views weight `base`,
/// which is all of that memory as bytes.
struct WeightView {
  int32_t weight = 0, base = 0;
  int64_t offset = 0; ///< in bytes
  std::vector<int64_t> strides;
};

/// A tensor of a module's state, by its name there. Tied ones have one weight.
struct StateName {
  enum class Kind : uint8_t { Parameter, Buffer, OtherBuffer /* which is no part of state_dict */ };
  std::string name; ///< "layers.0.weight"
  int32_t weight = 0;
  Kind kind = Kind::Parameter;
};

/// A number or text that a module has as an attribute.
struct Attribute {
  std::string name;
  Constant constant;   ///< as it was saved
  int32_t weight = -1; ///< where it is now, if programs write it
};

/// A weight whose elements are in a safetensors file beside the artifact.
struct OutsideWeight {
  int32_t weight = 0;
  std::string file; ///< relative to the folder of the artifact
  std::string name; ///< of the tensor in it
  uint64_t hash = 0;
};

/// A bool, text, list or dict that programs change: state, of which each instance has its own.
struct StateValue {
  std::string name;
  Constant constant;      ///< as it was saved; see Example
  int32_t attribute = -1; ///< which of the module's attributes it is
};

/// A call and what it gave. An object with fields is a dict of them, and one that has a name is a
/// tuple; see NamedObject. Constants may be LITH_LIST, and LITH_DICT: keys and values alternate.
struct Example {
  std::string method;
  std::vector<Constant> positional;
  std::vector<std::pair<std::string, Constant>> keywords;
  Constant result;
};

struct ArtifactData {
  std::string name; ///< of the function or class
  std::vector<ArtifactProgram> programs;
  std::vector<Constant> weights;      ///< tensors that programs share, with their names
  std::vector<bool> weightsWritten;   ///< state: each instance has its own copy
  std::vector<bool> weightsParameter; ///< a torch.nn.Parameter
  std::vector<bool> weightsGrad;      ///< requires_grad
  std::vector<WeightView> views;
  std::vector<StateName> state;
  std::vector<Attribute> attributes;
  std::vector<StateValue> values;
  std::map<std::string, std::string> sources;    ///< file name -> text
  std::map<std::string, std::string> versions;   ///< of lith, python, torch
  std::map<std::string, std::string> metadata;   ///< what the user says of it
  std::map<std::string, std::string> extraFiles; ///< of the user, by name
  std::vector<OutsideWeight> outside;
  std::vector<Example> examples; ///< in order, each on the state that those before it left
};

enum class ArtifactStatus : int32_t {
  Ok,
  CannotOpen, ///< no such file, no permission, not a file
  CannotWrite,
  NotAnArtifact,
  Truncated,      ///< the file is shorter than it says
  Damaged,        ///< a checksum differs
  OtherVersion,   ///< of another format version, or native code for another runtime
  OtherProcessor, ///< no code for this processor
  Malformed       ///< checksums agree, contents do not: not written by Lith
};

/// Writes through a temporary file beside `path`, so that a failed save leaves no half one.
ArtifactStatus writeArtifact(const ArtifactData &data, const std::string &path,
                             std::string &message);

/// Maps and checks a file. The tensors of the result lie in the mapping and keep it alive.
std::shared_ptr<const ArtifactData> openArtifact(const std::string &path, ArtifactStatus &status,
                                                 std::string &message);

/// The tensors of a safetensors file by name, or of all files that an index (.json) lists. They lie
/// in mappings and keep them alive; `name` of each is its file. Those of other dtypes are left out.
using TensorFile = std::map<std::string, Constant>;
std::shared_ptr<const TensorFile> openTensors(const std::string &path, ArtifactStatus &status,
                                              std::string &message);
/// What changes where the elements of a tensor do.
uint64_t hashOf(const Constant &tensor);

/// The manifest's JSON text.
std::string manifestOf(const ArtifactData &data);
/// The arguments and results of a program on one line: "forward(x: float32[n, 5], n: int) -> ...",
/// and the modes that it was compiled in, as a comment.
std::string signatureOf(const ArtifactData &data, const ArtifactProgram &program);

/// Whether this processor has all that `target` names; `missing` lists what it lacks.
bool processorHas(std::string_view target, std::string &missing);
/// Of the code of a program, the place of the one that makes most of this processor; where none
/// runs on it, of the one that it lacks least for.
size_t bestFor(const std::vector<NativeCode> &codes);

/// Makes native code of a program for this processor from its bytecode (the compiler's
/// driver::recompile); empty where no compiler is installed.
using Recompile = std::function<bool(std::string_view bytecode, Image &image, std::string &error)>;

/// One argument given by name.
struct NamedValue {
  std::string_view name;
  lith_value value;
};

/// Why a call did not give a result.
struct CallFailure {
  enum class Kind { None, Mismatch, Raised, Refused } kind = Kind::None;
  std::string message;   ///< of a mismatch or a refusal to compile; the text of an exception
  std::string className; ///< "ValueError"
  std::string traceback; ///< as Python prints it, the last line included
  /// What was raised; its tables are those of the program's image.
  std::shared_ptr<const lith_exception> exception;
};

/// A flag of a storage that was an argument: the program that was called writes it.
inline constexpr uint8_t StorageWritten = 1;

/// Compiles one more program, for arguments that none of those so far takes, and gives all of them,
/// those before it and their weights first and in the same order. Null with `error` set where it
/// cannot be. Calls do not overlap.
using Specialise = std::function<std::shared_ptr<const ArtifactData>(
    const std::string &method, std::span<const lith_value> positional,
    std::span<const NamedValue> keywords, std::string &error)>;

/// What a file is to hold.
struct FileOptions {
  std::vector<std::string> targets; ///< by the names that users have; none: the usual ones
  bool strip = false;               ///< no lines of source
};
/// Makes data of the compiler ready for a file: code for targets, of sources what messages show.
/// False with `error` set.
using Prepare =
    std::function<bool(ArtifactData &data, const FileOptions &options, std::string &error)>;

/// A loaded artifact with one copy of its mutable state. Calls of one Model are serialised where
/// a program writes state, else they run beside each other.
class Model {
public:
  /// Null with `status` and `message` set. Code is loaded when a program is first called, but
  /// whether there is any for this processor is known here.
  static std::shared_ptr<Model> load(const std::string &path, const Recompile &recompile,
                                     ArtifactStatus &status, std::string &message);
  /// A model of programs that were compiled in this process, for this processor.
  static std::shared_ptr<Model> of(std::shared_ptr<const ArtifactData> data);
  /// A model whose programs are compiled as calls need them; it begins with `data`, which has none.
  /// `methods` are those that it may get beside the function itself.
  static std::shared_ptr<Model> growing(Specialise specialise, Prepare prepare,
                                        std::shared_ptr<const ArtifactData> data,
                                        std::vector<std::string> methods = {});
  ~Model();

  /// What it holds now; it grows by `grow` only.
  std::shared_ptr<const ArtifactData> data() const;
  /// What it holds now, for a file. Null with `error` set.
  std::shared_ptr<const ArtifactData> prepare(const FileOptions &options, std::string &error) const;
  /// Another copy of the state, as it was saved; code, weights and growth are shared.
  std::shared_ptr<Model> instance() const;

  enum class Growth {
    None,    ///< it does not grow
    Adopted, ///< there are programs that another instance or thread had compiled
    Compiled,
    Refused ///< `failure` says why
  };
  /// After a mismatch: another program, for these arguments. State stays as it is.
  Growth grow(const std::string &method, std::span<const lith_value> positional,
              std::span<const NamedValue> keywords, CallFailure &failure) const;
  /// Whether a program takes the arguments; else `failure` is the mismatch.
  bool takes(const std::string &method, std::span<const lith_value> positional,
             std::span<const NamedValue> keywords, CallFailure &failure) const;

  /// A copy of a weight as it is now, owned by the caller.
  lith_value weight(size_t index) const;
  /// A value of ArtifactData::values as it is now, owned by the caller.
  lith_value value(size_t index) const;
  /// Gives a weight the elements of a tensor of its dtype and sizes, which is borrowed. Not while
  /// calls run. False with `error` set.
  bool setWeight(size_t index, lith_value tensor, std::string &error) const;

  /// Gives the module's state, by its names there, the tensors of a file: those that it has, and no
  /// others. All are checked before the first is replaced. Not while calls run. False with `error`.
  bool setState(const TensorFile &tensors, std::string &error) const;
  /// Writes the module's state, as it is now, as a safetensors file.
  ArtifactStatus saveState(const std::string &path, std::string &message) const;

  /// Where the following calls print; null: the process's stdout and stderr.
  using Print = std::function<void(int stream, std::string_view text)>;

  /// Calls a method with arguments as it takes them. The result is owned by the caller;
  /// LITH_NULL with `failure` set when there is none. `program` tells which one ran.
  lith_value call(const std::string &method, std::span<const lith_value> positional,
                  std::span<const NamedValue> keywords, const Print &print, CallFailure &failure,
                  const ArtifactProgram **program = nullptr) const;
  /// Calls with the flat inputs: tensors and numbers in order. Numbers may be given as tensors
  /// of one element.
  lith_value callFlat(const std::string &method, std::span<const lith_value> inputs,
                      const Print &print, CallFailure &failure,
                      const ArtifactProgram **program = nullptr) const;
  /// Whether there is a method of this name, or could be one.
  bool hasMethod(const std::string &method) const;

private:
  struct Shared;
  struct State;
  struct Grower;
  explicit Model(std::shared_ptr<Shared> shared, std::shared_ptr<Grower> grower = nullptr);
  /// Runs program `index` on inputs that match it.
  lith_value run(size_t index, std::span<const lith_value> leaves, const Print &print,
                 CallFailure &failure) const;
  void adopt(std::shared_ptr<Shared> newer) const;
  std::shared_lock<std::shared_mutex> reading() const;
  mutable std::shared_mutex growth; ///< of a model that grows: calls share it
  mutable std::shared_ptr<Shared> shared;
  mutable std::unique_ptr<State> state;
  std::shared_ptr<Grower> grower; ///< null: what it holds is all
};

/// A value, which is borrowed, as a constant with memory of its own. False: it cannot be one, or
/// holds itself. Opaque objects are named by the program whose result it is; see NamedObject.
bool constantOf(lith_value value, const ArtifactProgram *program, Constant &constant);
/// Instances within a value, which is consumed, become dicts of their fields.
lith_value withoutRecords(lith_value value, const Image &image);

/// What became of an example.
struct Verified {
  bool agrees = false;
  double absolute = 0, relative = 0; ///< the largest differences of two numbers
  double seconds = 0;
  std::string message; ///< where it does not agree: the first difference, or what was raised
};
/// The call of an example; false with `error` set where it gives no result.
bool runExample(const Model &model, const Example &example, Constant &result, std::string &error);
/// Compares two results, by the tolerances of their dtypes.
Verified compareResults(const Constant &given, const Constant &wanted);
Verified verifyExample(const Model &model, const Example &example);

lith_error *makeError(lith_error_kind kind, std::string message);
/// A model as a program of the C interface.
lith_program *makeProgram(std::shared_ptr<Model> model);

} // namespace lith
#pragma GCC visibility pop

#endif // LITH_ARTIFACT_H
