// Generators.cpp: generators of random numbers, of torch and of the module `random`.
#include "call/Generators.h"

#include "host/Objects.h"

#include <lith/random.h>

namespace lith::python {

PyObject *randomState(PyObject *generator) {
  PyObject *torch = torchTypes().torch;
  return generator == Py_None ? PyObject_CallMethod(torch, "get_rng_state", nullptr)
                              : PyObject_CallMethod(generator, "get_state", nullptr);
}

/// The type of a random.Random's own methods in C.
static Ref randomType() {
  Ref module = Ref::steal(PyImport_ImportModule("_random"));
  return module ? Ref::steal(PyObject_GetAttrString(module.get(), "Random")) : Ref();
}

PyObject *drawBitsOf(PyObject *generator, PyObject *count) {
  Ref type = randomType();
  if (!type)
    return nullptr;
  return PyLong_AsLong(count) >= 0
             ? PyObject_CallMethod(type.get(), "getrandbits", "OO", generator, count)
             : PyObject_CallMethod(type.get(), "random", "O", generator);
}

int seedBitsOf(PyObject *generator, uint64_t seed) {
  Ref type = randomType();
  return type && Ref::steal(PyObject_CallMethod(type.get(), "seed", "OK", generator,
                                                static_cast<unsigned long long>(seed)))
             ? 0
             : -1;
}

int setRandomState(PyObject *generator, PyObject *state) {
  PyObject *torch = torchTypes().torch;
  Ref done =
      Ref::steal(generator == Py_None ? PyObject_CallMethod(torch, "set_rng_state", "O", state)
                                      : PyObject_CallMethod(generator, "set_state", "O", state));
  return done ? 0 : -1;
}

PyObject *wordsOf(const lith_tensor *twister) {
  std::array<uint32_t, 625> words = twisterWords(twister->data);
  PyObject *list = PyList_New(words.size());
  for (size_t i = 0; list && i < words.size(); ++i)
    PyList_SetItem(list, Py_ssize_t(i), PyLong_FromUnsignedLong(words[i]));
  return list;
}

static bool setWords(PyObject *generator, PyObject *words) {
  Ref type = randomType(), tuple = Ref::steal(PySequence_Tuple(words));
  return type && tuple &&
         Ref::steal(PyObject_CallMethod(type.get(), "setstate", "OO", generator, tuple.get()));
}

bool giveGenerator(PyObject *generator, PyObject *state) {
  return PyObject_HasAttrString(generator, "manual_seed") ? setRandomState(generator, state) == 0
                                                          : setWords(generator, state);
}

} // namespace lith::python
