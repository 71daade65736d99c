// Values.h: values of a program as Python objects, and the reverse; its exceptions and what it
// prints.
#ifndef LITH_PYTHON_CALL_VALUES_H
#define LITH_PYTHON_CALL_VALUES_H

#include "call/Exchange.h"
#include "host/Host.h"

#include <lith/program.h>

#include <string>
#include <unordered_map>
#include <vector>

namespace lith::python {

/// The tables through which values of a program name objects of Python.
struct ValueTables {
  const Image *image = nullptr;
  const std::vector<host::Handle> *opaques = nullptr;
  const std::vector<Ref> *classes = nullptr;
  /// Classes and static objects of a loaded artifact: found by name.
  PyObject *(*classByName)(const ClassInfo &) = nullptr;
  PyObject *(*objectByName)(const OpaqueInfo &, const std::string &name) = nullptr;
  const std::vector<std::string> *opaqueNames = nullptr; ///< see ArtifactProgram
};

/// Counts nesting for a scope: what is too deep for the stack, or holds itself, raises
/// RecursionError.
class Nested {
public:
  explicit Nested(int &depth);
  ~Nested() { --depth; }
  const bool entered;

private:
  int &depth;
};

/// Turns values of a program into Python objects. One object of the program that occurs twice
/// becomes one Python object.
class Exporter {
public:
  explicit Exporter(const ValueTables &tables) : tables(tables) {}
  virtual ~Exporter();
  /// New reference, or null with an error set. The value is borrowed; LITH_NULL gives None.
  PyObject *toPython(lith_value value);
  /// The same of the only value that is turned.
  PyObject *toPythonOnly(lith_value value);
  /// The exception with its arguments, attributes, causes and a traceback of the user's lines.
  Ref exceptionToPython(const lith_exception *exception);

protected:
  virtual PyObject *tensorToPython(lith_tensor *tensor) = 0;
  /// Objects of this call: LITH_OPAQUE numbers past the program's table.
  virtual PyObject *callObject(size_t) { return nullptr; }
  /// The array of NumPy that the call gave, of the tensor over it; borrowed, null for another.
  virtual PyObject *arrayBehind(PyObject *) { return nullptr; }
  const ValueTables &tables;
  bool sharing = true;  ///< false: the only value that is turned is one tensor, number or string
  bool running = false; ///< the program goes on: it may still change what is made
  /// Makes `object` what `from` (retained) is in Python, from now on.
  void remember(const lith_object *from, PyObject *object);
  /// The same of a list that was made of `object`, which gets its contents only if they changed.
  void rememberList(const lith_list *from, PyObject *object);
  /// Keeps what a list, dict or set has when the call begins: where another thread changes it
  /// meanwhile, only what the program changed is done to it.
  void keepContents(PyObject *container);
  /// That the program has set an item of it, or taken it out (null), in its place.
  void keepItem(PyObject *container, PyObject *key, PyObject *value);
  /// setContents of such a container; negative with an exception set.
  int changeContents(PyObject *object, PyObject *contents);
  /// Brings the objects that stand for changeable ones of the program up to date.
  bool writeBack();

private:
  PyObject *objectToPython(lith_value value);
  PyObject *tupleToPython(const lith_tuple *tuple);
  PyObject *listToPython(const lith_list *list);
  bool setItems(PyObject *list, const lith_list *from); ///< `list` is new, of that length
  PyObject *dictToPython(const lith_dict *dict);
  bool setEntries(PyObject *dict, const lith_dict *from);
  Ref elements(const lith_set *set);
  PyObject *setToPython(const lith_set *set);
  PyObject *recordToPython(const lith_record *record);
  /// `type(e)` of an exception that only run time knows.
  PyObject *exceptionTypeToPython(const lith_record *type);
  PyObject *fieldToPython(const std::string &name, lith_value field);
  bool setFields(PyObject *instance, const lith_record *record);
  PyObject *opaqueToPython(uint64_t index);
  Ref classOf(int classId);
  Ref exceptionClassOf(int classId);
  bool update(PyObject *object, const lith_object *from);
  /// Whether another thread has changed the object, which then gets only what the program changed.
  bool isMerged(PyObject *object, PyObject *contents, bool &failed);
  std::unordered_map<const lith_object *, Ref> made; ///< keys are retained
  int depth = 0;
  std::vector<std::pair<const lith_object *, PyObject *>>
      mirrors; ///< of `made`, made while running
  struct Given {
    const lith_list *list; ///< of `made`
    PyObject *object;
    std::vector<lith_value> contents; ///< retained
    bool isSame() const;
  };
  std::vector<Given> given;
  std::unordered_map<PyObject *, Ref> before; ///< what containers had, as the program knows it
};

/// Turns Python objects into values of a program. Tensors are shared, containers copied.
class Importer {
public:
  explicit Importer(lith_ctx *ctx) : ctx(ctx) {}
  virtual ~Importer() = default;
  /// Owned; LITH_NULL with an error set for an object that a program cannot hold.
  virtual lith_value toLith(PyObject *object);

protected:
  virtual lith_tensor *tensorToLith(PyObject *object);
  /// A list or tuple was turned.
  virtual void madeSequence(lith_value, PyObject *) {}
  lith_ctx *ctx;

private:
  int depth = 0;
  lith_value sequenceToLith(PyObject *sequence, bool tuple);
  lith_value dictToLith(PyObject *dict);
  lith_value setToLith(PyObject *set);
  lith_value boundsToLith(PyObject *object);
};

/// A new instance of `cls` as pickle makes one: no __init__, no __new__ of the user. `payload`
/// (may be null) is the built-in value inside of a subclass of tuple, str, int ... New reference.
PyObject *newInstance(PyTypeObject *cls, PyObject *payload);
/// Whether instances hold a list, dict or set, which fillInstance fills.
bool hasMutablePayload(PyTypeObject *cls);
bool fillInstance(PyObject *instance, PyObject *payload);
/// Replaces all contents of a list, dict, set or deque by those of `contents`, as the type in C
/// below its class does. Not 0: an error is set.
int setContents(PyObject *object, PyObject *contents);
/// Sets an entry of a dict, or deletes it (null), likewise.
int setEntry(PyObject *dict, PyObject *key, PyObject *value);
/// Sets an attribute raw: the instance's __dict__, or a slot.
bool setRaw(PyObject *instance, PyObject *name, PyObject *value);

/// Sets the Python error that the exception is.
void raiseException(Exporter &exporter, const lith_exception *exception);
/// The same, and takes the exception over.
void raisePending(Exporter &exporter, lith_ctx *ctx, lith_exception *exception);
/// Adds frames for the program's places to `exception`, a Python exception.
void addTraceback(PyObject *exception, const std::vector<Frame> &frames);
/// Makes a program print through sys.stdout and sys.stderr; the GIL may be free.
void printToPython(void *data, int stream, const char *text, size_t bytes);

/// Turns the current Python error into a pending exception of the program.
void pendPythonError(lith_ctx *ctx);

} // namespace lith::python

#endif // LITH_PYTHON_CALL_VALUES_H
