// Pause.h: what a thread does while it waits for a moment.
#ifndef LITH_CORE_PAUSE_H
#define LITH_CORE_PAUSE_H

namespace lith {

/// Leaves the processor to the thread that shares it, for some cycles.
inline void pauseProcessor() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  __asm__ volatile("yield");
#endif
}

} // namespace lith

#endif // LITH_CORE_PAUSE_H
