// What libstdc++ does to the program's objects inside its own library, where nothing is
// instrumented: starting a std::thread sets its id and takes what it is to run out of the
// unique_ptr that it is given; join and detach clear the id.
//
// Weak, because a program that is linked with libstdc++.a has its own.
#include "capture/abi/decision_rows.h"
#include "capture/runtime/core/log.h"
#include "capture/runtime/core/scheduler.h"

using namespace foreweave::runtime;

namespace {

void log_changed(void* word) {
  const Inside inside;
  if (inside) log_event(current(), FW_KIND_write, word, sizeof(void*));
}

// Which thread it is, is what the word says.
void log_looked_at(void* word) {
  const Inside inside;
  if (inside && FW_DECISION(thread))
    log_event(current(), FW_KIND_read, word, sizeof(void*), 0, FW_FLAG_DECIDES_ON_OWN_READ);
}

}  // namespace

// std::thread::_M_start_thread(unique_ptr<_State>, void (*)()), join() and detach(). They may
// throw, and then nothing has changed.
FW_INTERCEPTOR void
_ZNSt6thread15_M_start_threadESt10unique_ptrINS_6_StateESt14default_deleteIS1_EEPFvvE(
    void* thread, void* state, void (*depends)()) {
  FW_REAL(_ZNSt6thread15_M_start_threadESt10unique_ptrINS_6_StateESt14default_deleteIS1_EEPFvvE)
  (thread, state, depends);
  log_changed(thread);
  log_changed(state);
}

FW_INTERCEPTOR void _ZNSt6thread4joinEv(void* thread) {
  log_looked_at(thread);
  FW_REAL(_ZNSt6thread4joinEv)(thread);
  log_changed(thread);
}

FW_INTERCEPTOR void _ZNSt6thread6detachEv(void* thread) {
  log_looked_at(thread);
  FW_REAL(_ZNSt6thread6detachEv)(thread);
  log_changed(thread);
}
