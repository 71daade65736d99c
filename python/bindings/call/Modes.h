// Modes.h: modes of PyTorch around a call that see the operators which it runs.
#ifndef LITH_PYTHON_CALL_MODES_H
#define LITH_PYTHON_CALL_MODES_H

#include <string>

namespace lith::python {

/// A TorchFunctionMode or TorchDispatchMode of this thread that would see other operators than
/// PyTorch's where a compiled program runs, by name; empty: there is none. A default device is such
/// a mode, and changes no operator: it is not named.
std::string modeAround();

} // namespace lith::python

#endif // LITH_PYTHON_CALL_MODES_H
