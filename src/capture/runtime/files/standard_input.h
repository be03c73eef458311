// Standard input of a recorded program, if it comes through a pipe: from the first time that the
// program asks for it, it comes through the recorder, who keeps it for replays
// (capture/abi/channel.h). Who never asks leaves it for others.
//
// How much a call takes out of a pipe depends on how fast it is filled. A replay takes as much as
// the recording did.
#pragma once

#include <sys/uio.h>

#include "capture/runtime/ground/runtime.h"

namespace foreweave::runtime {

void watch_standard_input();
// Nobody of this process asks the recorder any more: a child.
void forget_standard_input();

extern bool input_is_not_asked_for;  // and would be the recorder's
void ask_for_input();

// Before everything that reads from a file, looks whether there is something to read, or gives it
// another number.
inline void asks_for(int file) {
  if (__builtin_expect(input_is_not_asked_for, false) && file == 0) ask_for_input();
}

// Whether what calls take from this file is recorded or replayed.
bool is_measured_input(int file);
// readv(), with the token.
ssize_t take_measured_input(int file, const iovec* pieces, int count);

}  // namespace foreweave::runtime
