// Which small words tell something that no other word of the bound tells. Most do not: they have
// an event that does nothing to any claim, or stop short of what they could say. Larger bounds
// leave such words out; smaller ones, which ./test goes through, do not.
//
// Idle letters. Cut one out, and every claim that does not name it is exactly as feasible as
// before, under sync, same-write and branch:
//   - an access to a variable that one thread touches alone, or that nobody writes: whatever the
//     reordering, a read of it sees what it saw. Nor does it pass on that it is fixed: what fixes
//     it is a later decision or write of its thread, which depends on all earlier reads anyway;
//   - an event on a lock that one thread uses alone, or that all use in shared mode;
//   - a branch without a read of its thread since the branch before it: it fixes nothing new;
//   - a fork that is the first event of a thread which nobody forks: it may always come first;
//   - fork and join of a thread without events; a signal that woke nobody; a wait that nobody
//     ended, and one that ended by itself;
//   - at the end of a thread that nobody joins, an event that can only be in the way, so that a
//     reordering remains one without it: a branch, a join, the end of a wait (unless others would
//     then be woken by its signal), and an acquire of a lock that nobody fails to get, by a thread
//     that holds nothing (which no deadlock can name).
// The only claims that name idle letters are orders of events; no other kind of bug is made of
// them. (Values and pointers do not appear in small words.)
//
// Words that can grow. If a thread that nobody joins has room for one more event, let it read, at
// the very end, a variable that another thread writes. Reorderings of the shorter word are
// reorderings of the longer one, and those lose nothing when that read is cut off, for nobody sees
// it. So the longer word has all claims of the shorter one with the same answers, and some more.
//
// Tails. The last access of a thread that nobody joins is a tail if no read saw it. What happens
// without it is a reordering as well, so a claim that does not name it is as feasible in the word
// without it, and so in that word when it has grown again. Growing makes late reads: tails that no
// write of their variable follows. So a claim need be asked only in words all of whose other tails
// it names. A bug names letters of two threads (or acquires only), and no two of its letters that
// are the last of their threads are both reads. So a word with three such tails, or with two that
// are reads, tells nothing, and of others only the claims are left that name their tails.
//
// Cutting never makes another letter less idle, nor does growing make one idle. So from every word
// and claim one comes to a telling word in which to ask: cut out tails that the claim does not
// name, and what is idle, then let it grow, and again. This ends, for growing adds late reads only.
#pragma once

#include <span>

#include "agree/small_words.h"

namespace foreweave::agree {

struct SmallBound {
  uint32_t threads;
  uint32_t events_per_thread;
};

// Whether the letter is idle in this word.
bool is_idle(std::span<const Letter> word, size_t letter);
bool has_idle_letter(std::span<const Letter> word);

// Whether it will be idle whatever comes after it, so that no continuation of the word tells
// anything: asked of the last letter.
bool stays_idle(std::span<const Letter> word);

// The letters that a claim must name to be worth asking: the tails but late reads. Bit i is letter
// i.
uint32_t tails(std::span<const Letter> word);
// Whether there are claims that name them all.
bool can_name(std::span<const Letter> word, uint32_t tails);

// Whether the word, which has come to `state`, has room for another read that matters.
bool can_grow(std::span<const Letter> word, const RunState& state, SmallBound bound, bool has_heap);

}  // namespace foreweave::agree
