// Processors.h: how many threads a program may use where nobody says.
#ifndef LITH_CORE_PROCESSORS_H
#define LITH_CORE_PROCESSORS_H

namespace lith {

/// LITH_NUM_THREADS, else OMP_NUM_THREADS, else the processors that the process may run on, by its
/// affinity and by the limits of its control groups (`docker run --cpus`).
int defaultThreads();

} // namespace lith

#endif // LITH_CORE_PROCESSORS_H
