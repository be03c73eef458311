// A trial: one thread is held until the others get no further (replay/run/trial.h). With the lock.
#pragma once

#include "capture/runtime/ground/runtime.h"

namespace foreweave::runtime {

struct Hold {
  Thread* of = nullptr;
  uint32_t turns = 0;     // that others got
  uint32_t spinning = 0;  // of these, in a row, that led nowhere
  uint32_t looks = 0;     // while nobody ran
};
extern Hold hold;

// Of a thread that stood there before its turn came.
void begin_hold(Thread* thread);
// One of the others; the thread that is held, when its time has come; nobody, if somebody is waited
// for.
Thread* choose_beside_held();

}  // namespace foreweave::runtime
