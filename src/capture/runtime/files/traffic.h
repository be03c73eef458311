// Through pipes, sockets and files threads order each other. For a replay to repeat that, what the
// kernel does for a call has to be done at the call's place in the order of steps: waiting is done
// without the token, the call itself with it.
#pragma once

#include <poll.h>
#include <stdio.h>
#include <sys/types.h>
#include <sys/uio.h>

#include "capture/runtime/core/passing_on.h"
#include "capture/runtime/core/scheduler.h"

namespace foreweave::runtime {

// Whether a call on this file would have to wait. If not, it is made with the token: then it makes
// no difference when the kernel is done with it.
bool would_wait(int file, short for_what);
// Whether calls on it say so instead of waiting.
bool never_waits(int file);

// Streams of libc have buffers, so that nobody sees when what goes through them is written or read.
// What counts as that is every call on one that leads to a pipe or a socket of the program's own;
// not those that it was started with, behind which is the world. Null: some stream.
void note_streams_of_the_world();
void log_passing_on_by(FILE* stream);
void log_being_told_by(FILE* stream);
// Whether opening this file waits for somebody who opens its other end.
bool opening_meets(const char* path);

// What the kernel wrote into the program's memory. Nothing for null.
void log_filled(const void* memory, size_t bytes);
// The same, as much as a call says it did, and that others had
// passed it on; -1: the call failed.
void log_written(const void* memory, ssize_t bytes);
void log_written(const iovec* pieces, int count, ssize_t bytes);
// What the kernel is about to read there. It may read less; but who calls it lets it read all.
// Before the traffic is passed on: who gets it may use the memory again.
void log_sent(const void* memory, size_t bytes);
void log_sent(const iovec* pieces, size_t count);

// Before a call that takes something from a file: bytes, a connection. Comes back when there is
// something and it is the thread's turn to take it; so who of several takes it, and what is left
// for the others, is as the order of steps says.
class Taking {
 public:
  enum class How {
    waits,    // unless the file never does
    returns,  // at once
    goes_on,  // waits for more when there is something: its waiting cannot be done for it
  };
  explicit Taking(int file, How how = How::waits);
  // The call is over before it was made, with what errno says.
  bool failed() const { return failed_; }
  // The call has to do its waiting itself, without the token.
  bool is_outside() const { return outside_; }

 private:
  bool failed_ = false, outside_ = false;
};

}  // namespace foreweave::runtime
