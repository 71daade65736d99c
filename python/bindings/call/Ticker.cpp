// Ticker.cpp: when a program asks whether a signal came, by what all releases of CPython offer.
//
// None of it says that without the GIL. So the loops of the main thread see a signal wait as soon
// as a while has passed since they asked Python. A thread marks that, and rests until they have
// asked again: where no loop runs, nothing does.
#include "call/Signals.h"

#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace {

constexpr useconds_t While = 10'000; // microseconds

volatile int32_t isDue = 1;
sem_t asked;
bool isTicking = false, knowsForks = false; // the rest is of the main thread alone

void *tick(void *) {
  for (;;) {
    while (sem_wait(&asked) != 0) {
    }
    usleep(While);
    isDue = 1;
  }
}

// Signals are for threads of the program.
void start() {
  if (!knowsForks)
    knowsForks = pthread_atfork(nullptr, nullptr, [] { // the child has no such thread
                   isTicking = false;
                   isDue = 1;
                 }) == 0;
  sem_init(&asked, 0, 0);
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pthread_t thread;
  isTicking = pthread_create(&thread, nullptr, tick, nullptr) == 0;
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  if (isTicking)
    pthread_detach(thread);
}

} // namespace

const volatile int32_t *lith_python_signals() {
  thread_local const bool isMain = syscall(SYS_gettid) == getpid();
  return isMain ? &isDue : nullptr;
}

void lith_python_signals_asked() {
  isDue = 0;
  if (!isTicking)
    start();
  sem_post(&asked);
}
