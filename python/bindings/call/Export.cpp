// Export.cpp: values of a program to Python objects, and instances without __init__.
#include "call/Values.h"

#include "call/Generators.h"

#include "host/Objects.h"

#include "Sets.h"

#include <lith/random.h>

namespace lith::python {

namespace {

template <typename T> const T *as(lith_value value) {
  return reinterpret_cast<const T *>(value.bits);
}

PyObject *text(const char *data, int64_t bytes) {
  return PyUnicode_DecodeUTF8(data, Py_ssize_t(bytes), "surrogatepass");
}

/// The array of NumPy that the tensor is, of torch or an array itself, or its element as a number
/// of NumPy.
PyObject *toNumpy(PyTypeObject *cls, PyObject *tensor) {
  bool isTensor = PyObject_HasAttrString(tensor, "numpy");
  Ref array =
      isTensor ? Ref::steal(PyObject_CallMethod(tensor, "numpy", nullptr)) : Ref::borrow(tensor);
  if (!array || Py_TYPE(array.get()) == cls)
    return array.release();
  Ref none = Ref::steal(PyTuple_New(0));
  return none ? PyObject_GetItem(array.get(), none.get()) : nullptr;
}

bool fillDict(PyObject *instance, PyObject *payload) {
  PyObject *key, *value;
  Py_ssize_t position = 0;
  while (PyDict_Next(payload, &position, &key, &value))
    if (setEntry(instance, key, value) != 0)
      return false;
  return true;
}

/// `maxlen` of a deque can be set by __init__ only.
bool initDeque(PyObject *deque, PyObject *maxlen) {
  Ref items = Ref::steal(PySequence_List(deque));
  Ref arguments = items ? Ref::steal(PyTuple_Pack(2, items.get(), maxlen)) : Ref();
  return arguments && slot::tp_init(dequeType())(deque, arguments.get(), nullptr) == 0;
}

} // namespace

int setEntry(PyObject *dict, PyObject *key, PyObject *value) {
  if (isOrderedDict(dict)) {
    auto set =
        reinterpret_cast<objobjargproc>(PyType_GetSlot(orderedDictType(), Py_mp_ass_subscript));
    return set(dict, key, value);
  }
  return value ? PyDict_SetItem(dict, key, value) : PyDict_DelItem(dict, key);
}

bool hasMutablePayload(PyTypeObject *cls) {
  return PyType_IsSubtype(cls, &PyDict_Type) || PyType_IsSubtype(cls, &PyList_Type) ||
         PyType_IsSubtype(cls, &PySet_Type) || PyType_IsSubtype(cls, dequeType());
}

PyObject *newInstance(PyTypeObject *cls, PyObject *payload) {
  if (payload && (PyObject_HasAttrString(payload, "numpy") ||
                  PyObject_HasAttrString(payload, "__array_interface__"))) // a tensor
    return toNumpy(cls, payload);
  PyTypeObject *base = builtinBase(cls);
  if (base == &PyBaseObject_Type)
    payload = nullptr; // a stand-in for a class that is not there
  Ref given = Ref::steal(payload ? PyTuple_Pack(1, payload) : PyTuple_New(0));
  if (payload && PyType_IsSubtype(cls, reinterpret_cast<PyTypeObject *>(PyExc_BaseException)))
    given = Ref::borrow(payload); // its args
  return given ? slot::tp_new(base)(cls, given.get(), nullptr) : nullptr;
}

bool fillInstance(PyObject *instance, PyObject *payload) {
  return PyDict_Check(instance)   ? fillDict(instance, payload)
         : PyList_Check(instance) ? PyList_SetSlice(instance, 0, 0, payload) == 0
         : PyObject_TypeCheck(instance, dequeType())
             ? bool(Ref::steal(PyObject_CallMethod(instance, "extend", "O", payload)))
             : PySet_Check(instance) && updateSet(instance, payload);
}

bool setRaw(PyObject *instance, PyObject *name, PyObject *value) {
  if (PyUnicode_CompareWithASCIIString(name, GeneratorAttribute) == 0)
    return giveGenerator(instance, value);
  if (PyObject_TypeCheck(instance, dequeType()) &&
      PyUnicode_CompareWithASCIIString(name, "maxlen") == 0)
    return initDeque(instance, value);
  PyObject *descriptor = lookupInType(Py_TYPE(instance), name);
  if (descriptor &&
      (Py_IS_TYPE(descriptor, &PyMemberDescr_Type) || Py_IS_TYPE(descriptor, &PyGetSetDescr_Type)))
    return slot::tp_descr_set(Py_TYPE(descriptor))(descriptor, instance, value) == 0;
  if (PyType_Check(instance)) // keeps the type's caches right, which a write to its dict does not
    return slot::tp_setattro(&PyType_Type)(instance, name, value) == 0;
  PyObject *dict = ownDict(instance);
  if (!dict) {
    PyErr_Format(PyExc_AttributeError, "'%s' object has no attribute '%U'",
                 shownName(Py_TYPE(instance)).c_str(), name);
    return false;
  }
  if (value)
    return PyDict_SetItem(dict, name, value) == 0;
  if (PyDict_DelItem(dict, name) == 0)
    return true;
  PyErr_Clear();
  PyErr_SetObject(PyExc_AttributeError, name);
  return false;
}

Exporter::~Exporter() {
  for (auto &[from, object] : made)
    releaseObject(nullptr, const_cast<lith_object *>(from));
  for (const Given &one : given)
    for (lith_value value : one.contents)
      if (value.tag >= LITH_REF_FIRST)
        releaseObject(nullptr, reinterpret_cast<lith_object *>(value.bits));
}

void Exporter::remember(const lith_object *from, PyObject *object) {
  if (!object || !sharing || !made.emplace(from, Ref::borrow(object)).second)
    return;
  retainObject(const_cast<lith_object *>(from));
  bool changes = from->kind == LITH_LIST || from->kind == LITH_DICT || from->kind == LITH_SET ||
                 from->kind == LITH_RECORD;
  if (running && changes)
    mirrors.emplace_back(from, object);
}

void Exporter::rememberList(const lith_list *from, PyObject *object) {
  remember(&from->head, object);
  given.push_back({from, object, {from->items, from->items + from->length}});
  for (lith_value value : given.back().contents)
    if (value.tag >= LITH_REF_FIRST)
      retainObject(reinterpret_cast<lith_object *>(value.bits));
}

bool Exporter::Given::isSame() const {
  return size_t(list->length) == contents.size() &&
         std::equal(contents.begin(), contents.end(), list->items,
                    [](lith_value a, lith_value b) { return a.tag == b.tag && a.bits == b.bits; });
}

PyObject *Exporter::tupleToPython(const lith_tuple *tuple) {
  Ref plain = Ref::steal(PyTuple_New(tuple->length));
  for (int64_t i = 0; plain && i < tuple->length; ++i) {
    PyObject *item = toPython(tuple->items[i]);
    if (!item)
      return nullptr;
    PyTuple_SET_ITEM(plain.get(), i, item);
  }
  int subclass = lith_tuple_class(tuple);
  if (!plain || subclass == 0)
    return plain.release();
  if (subclass == 1) {
    PyObject *torch = PyDict_GetItemString(PyImport_GetModuleDict(), "torch");
    Ref size = torch ? Ref::steal(PyObject_GetAttrString(torch, "Size")) : Ref();
    return size ? PyObject_CallOneArg(size.get(), plain.get()) : plain.release();
  }
  Ref cls = classOf(LITH_FIRST_PROGRAM_CLASS + subclass - 2);
  if (!cls || !PyType_Check(cls.get()))
    return plain.release();
  return newInstance(reinterpret_cast<PyTypeObject *>(cls.get()), plain.get());
}

bool Exporter::setItems(PyObject *list, const lith_list *from) {
  for (int64_t i = 0; list && i < from->length; ++i) {
    PyObject *item = toPython(from->items[i]);
    if (!item)
      return false;
    PyList_SET_ITEM(list, i, item);
  }
  return list != nullptr;
}

PyObject *Exporter::listToPython(const lith_list *list) {
  Ref result = Ref::steal(PyList_New(list->length));
  remember(&list->head, result.get()); // it may hold itself
  return setItems(result.get(), list) ? result.release() : nullptr;
}

bool Exporter::setEntries(PyObject *dict, const lith_dict *from) {
  for (int64_t i = 0; dict && i < from->fill; ++i) {
    if (from->entries[i].key.tag == LITH_NULL)
      continue;
    Ref key = Ref::steal(toPython(from->entries[i].key));
    Ref value = key ? Ref::steal(toPython(from->entries[i].value)) : Ref();
    if (!value || PyDict_SetItem(dict, key.get(), value.get()) < 0)
      return false;
  }
  return dict != nullptr;
}

PyObject *Exporter::dictToPython(const lith_dict *dict) {
  Ref result = Ref::steal(PyDict_New());
  remember(&dict->head, result.get());
  return setEntries(result.get(), dict) ? result.release() : nullptr;
}

Ref Exporter::elements(const lith_set *set) {
  Ref items = Ref::steal(PyList_New(0));
  for (int64_t i = 0; items && set->table && i <= set->mask; ++i) {
    if (set->table[i].key.tag == LITH_NULL)
      continue;
    Ref item = Ref::steal(toPython(set->table[i].key));
    if (!item || PyList_Append(items.get(), item.get()) < 0)
      return {};
  }
  return items;
}

PyObject *Exporter::setToPython(const lith_set *set) {
  Ref items = elements(set);
  if (!items)
    return nullptr;
  return set->head.flags & 1 ? PyFrozenSet_New(items.get()) : PySet_New(items.get());
}

Ref Exporter::classOf(int classId) {
  if (classId < LITH_FIRST_PROGRAM_CLASS) {
    static constexpr const char *names[] = {
#define LITH_EXCEPTION_CLASS(name, base) #name,
#include <lith/exceptions.def>
#undef LITH_EXCEPTION_CLASS
    };
    const char *name =
        classId >= 0 && classId < LITH_BUILTIN_CLASSES ? names[classId] : "Exception";
    return Ref::borrow(PyDict_GetItemString(PyEval_GetBuiltins(), name));
  }
  size_t index = size_t(classId - LITH_FIRST_PROGRAM_CLASS);
  if (tables.classes && index < tables.classes->size() && (*tables.classes)[index])
    return (*tables.classes)[index];
  if (tables.classByName && index < tables.image->classes.size())
    return Ref::steal(tables.classByName(tables.image->classes[index]));
  return {};
}

PyObject *Exporter::exceptionTypeToPython(const lith_record *type) {
  for (int32_t i = 0; i < type->count; ++i)
    if (type->fields[i].tag == LITH_EXCEPTION)
      return exceptionClassOf(as<lith_exception>(type->fields[i])->class_id).release();
  return PyErr_Format(PyExc_TypeError, "the class of a result is not known to Python");
}

PyObject *Exporter::recordToPython(const lith_record *record) {
  Ref cls = classOf(record->class_id);
  if (!cls || !PyType_Check(cls.get()))
    return PyErr_Format(PyExc_TypeError, "the class of a result is not known to Python");
  auto *type = reinterpret_cast<PyTypeObject *>(cls.get());
  if (type == &PyType_Type)
    return exceptionTypeToPython(record);
  const ClassInfo &info =
      tables.image->classes[size_t(record->class_id - LITH_FIRST_PROGRAM_CLASS)];
  // One field more than the class names is the built-in value inside.
  bool hasPayload = size_t(record->count) > info.fields.size();
  Ref payload;
  if (hasPayload && !(payload = Ref::steal(toPython(record->fields[record->count - 1]))))
    return nullptr;
  if (PyObject *array = payload ? arrayBehind(payload.get()) : nullptr;
      array && Py_TYPE(array) == type)
    return Py_NewRef(array);
  bool late = hasPayload && hasMutablePayload(type);
  Ref result = Ref::steal(newInstance(type, late ? nullptr : payload.get()));
  if (!result || (late && !fillInstance(result.get(), payload.get())))
    return nullptr;
  remember(&record->head, result.get());
  return setFields(result.get(), record) ? result.release() : nullptr;
}

PyObject *Exporter::fieldToPython(const std::string &name, lith_value field) {
  bool isState = name == GeneratorAttribute && field.tag == LITH_TENSOR;
  const lith_tensor *state = isState ? as<lith_tensor>(field) : nullptr;
  return state && state->sizes[0] == TwisterBytes ? wordsOf(state) : toPython(field);
}

bool Exporter::setFields(PyObject *instance, const lith_record *record) {
  const ClassInfo &info =
      tables.image->classes[size_t(record->class_id - LITH_FIRST_PROGRAM_CLASS)];
  for (size_t i = 0; i < info.fields.size() && i < size_t(record->count); ++i) {
    if (record->fields[i].tag == LITH_NULL ||
        (info.fields[i].starts_with(' ') &&
         info.fields[i] != GeneratorAttribute)) // of the compiler
      continue;
    Ref name = Ref::steal(PyUnicode_InternFromString(info.fields[i].c_str()));
    Ref value = Ref::steal(fieldToPython(info.fields[i], record->fields[i]));
    if (!name || !value || !setRaw(instance, name.get(), value.get()))
      return false;
  }
  return true;
}

PyObject *Exporter::opaqueToPython(uint64_t index) {
  if (tables.objectByName && tables.image && index < tables.image->opaques.size())
    return tables.objectByName(tables.image->opaques[index], index < tables.opaqueNames->size()
                                                                 ? (*tables.opaqueNames)[index]
                                                                 : std::string());
  size_t known = tables.opaques ? tables.opaques->size() : 0;
  PyObject *found = index < known ? object((*tables.opaques)[index]) : callObject(index - known);
  return found ? Py_NewRef(found)
               : PyErr_Format(PyExc_SystemError, "a program names an object that is not there");
}

Nested::Nested(int &depth) : entered(depth < 10'000), depth(depth) {
  ++depth;
  if (!entered)
    PyErr_SetString(PyExc_RecursionError, "an argument or result is nested too deeply");
}

PyObject *Exporter::objectToPython(lith_value value) {
  switch (value.tag) {
  case LITH_COMPLEX:
    return PyComplex_FromDoubles(as<lith_complex>(value)->re, as<lith_complex>(value)->im);
  case LITH_STR:
    return text(as<lith_str>(value)->data, as<lith_str>(value)->bytes);
  case LITH_BYTES:
    return PyBytes_FromStringAndSize(as<lith_bytes>(value)->data, as<lith_bytes>(value)->bytes);
  case LITH_TENSOR:
    return tensorToPython(reinterpret_cast<lith_tensor *>(value.bits));
  case LITH_TUPLE:
    return tupleToPython(as<lith_tuple>(value));
  case LITH_LIST:
    return listToPython(as<lith_list>(value));
  case LITH_DICT:
    return dictToPython(as<lith_dict>(value));
  case LITH_SET:
    return setToPython(as<lith_set>(value));
  case LITH_RECORD:
    return recordToPython(as<lith_record>(value));
  case LITH_CELL:
    return toPython(as<lith_cell>(value)->value);
  case LITH_RANGE: {
    const auto *range = as<lith_range>(value);
    return PyObject_CallFunction(
        reinterpret_cast<PyObject *>(&PyRange_Type), "LLL", static_cast<long long>(range->start),
        static_cast<long long>(range->stop), static_cast<long long>(range->step));
  }
  case LITH_SLICE: {
    Ref start = Ref::steal(toPython(as<lith_slice>(value)->start));
    Ref stop = Ref::steal(toPython(as<lith_slice>(value)->stop));
    Ref step = Ref::steal(toPython(as<lith_slice>(value)->step));
    return start && stop && step ? PySlice_New(start.get(), stop.get(), step.get()) : nullptr;
  }
  case LITH_EXCEPTION:
    return exceptionToPython(as<lith_exception>(value)).release();
  default:
    return PyErr_Format(PyExc_TypeError, "a result of a kind that Python has no object for");
  }
}

PyObject *Exporter::toPython(lith_value value) {
  switch (value.tag) {
  case LITH_NULL:
  case LITH_NONE:
    return Py_NewRef(Py_None);
  case LITH_BOOL:
    return PyBool_FromLong(value.bits != 0);
  case LITH_INT:
    return PyLong_FromLongLong(int64_t(value.bits));
  case LITH_FLOAT:
    return PyFloat_FromDouble(__builtin_bit_cast(double, value.bits));
  case LITH_OPAQUE:
    return opaqueToPython(value.bits);
  default:
    break;
  }
  auto *identity = reinterpret_cast<const lith_object *>(value.bits);
  if (!made.empty()) {
    auto found = made.find(identity);
    if (found != made.end())
      return Py_NewRef(found->second.get());
  }
  Nested nested(depth);
  PyObject *result = nested.entered ? objectToPython(value) : nullptr;
  remember(identity, result);
  return result;
}

PyObject *Exporter::toPythonOnly(lith_value value) {
  return value.tag == LITH_TENSOR && made.empty()
             ? tensorToPython(reinterpret_cast<lith_tensor *>(value.bits))
             : toPython(value);
}

} // namespace lith::python
