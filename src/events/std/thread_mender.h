// Leaves out what a text says twice of its threads, where there is only one meaning: a thread that
// the same thread forks again, and that begins or ends again. What could mean several things (a
// fork by somebody else, a thread that goes on after its end) is validate()'s business.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "events/kind.h"

namespace foreweave {

class StdThreadMender {
 public:
  // Tells whether the event is to be dropped. `operand`: the thread that is forked. Of every event
  // that is of no memory, lock or the like.
  bool drops(Kind kind, uint32_t thread, uint32_t operand) {
    switch (kind) {
      case Kind::fork: {
        Thread& child = at(operand);
        if (child.forked) return child.parent == thread;
        child.forked = true;
        child.parent = thread;
        return false;
      }
      case Kind::thread_begin:
        return std::exchange(at(thread).begun, true);
      case Kind::thread_end:
        return std::exchange(at(thread).ended, true);
      default:
        return false;
    }
  }

 private:
  struct Thread {
    bool forked = false, begun = false, ended = false;
    uint32_t parent = 0;
  };
  Thread& at(uint32_t thread) {
    if (thread >= threads_.size()) threads_.resize(thread + 1);
    return threads_[thread];
  }

  std::vector<Thread> threads_;
};

}  // namespace foreweave
