#include "base/interruption.h"

#include <signal.h>

#include <initializer_list>

namespace foreweave {

namespace {

volatile sig_atomic_t came = 0;

void note(int number) { came = number; }

}  // namespace

void note_interruptions() {
  for (const int number : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction before{}, now{};
    sigaction(number, nullptr, &before);
    if (before.sa_handler == SIG_IGN) continue;
    now.sa_handler = note;
    now.sa_flags = static_cast<int>(SA_RESETHAND);
    sigaction(number, &now, nullptr);
  }
}

int interruption() { return came; }

}  // namespace foreweave
