// Generators.h: generators of random numbers, of torch and of the module `random`.
#ifndef LITH_PYTHON_CALL_GENERATORS_H
#define LITH_PYTHON_CALL_GENERATORS_H

#include "call/Values.h"

namespace lith::python {

/// The state of a torch.Generator; of None, of the default one. New reference.
PyObject *randomState(PyObject *generator);
/// Not 0: an error is set.
int setRandomState(PyObject *generator, PyObject *state);
/// What a random.Random draws: an int of `count` bits, or for -1 a float. New reference.
PyObject *drawBitsOf(PyObject *generator, PyObject *count);
/// Not 0: an error is set.
int seedBitsOf(PyObject *generator, uint64_t seed);
/// The words of a program's random.Random. New reference.
PyObject *wordsOf(const lith_tensor *twister);
/// The state that a program's torch.Generator, a tensor, or random.Random, a list of words, has,
/// for one that was made for it.
bool giveGenerator(PyObject *generator, PyObject *state);

} // namespace lith::python

#endif // LITH_PYTHON_CALL_GENERATORS_H
