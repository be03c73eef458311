#include "capture/runtime/ground/priorities.h"

#include "capture/runtime/ground/scheduler_tables.h"

namespace foreweave::runtime {

bool by_priorities;

namespace {

constexpr uint32_t kMostChanges = 64;
uint64_t change_at[kMostChanges];  // in words that were logged, smallest last
uint32_t changes_left;
uint64_t words_so_far;
int64_t lowest_priority;

void place_changes(uint32_t count, uint64_t words) {
  changes_left = count < kMostChanges ? count : kMostChanges;
  for (uint32_t i = 0; i < changes_left; ++i) change_at[i] = next_random() % (words ? words : 1);
  for (uint32_t i = 1; i < changes_left; ++i)
    for (uint32_t j = i; j > 0 && change_at[j - 1] < change_at[j]; --j) {
      const uint64_t larger = change_at[j];
      change_at[j] = change_at[j - 1];
      change_at[j - 1] = larger;
    }
}

uint32_t words_to_next_change() {
  if (changes_left == 0) return mean_slice;
  const uint64_t next = change_at[changes_left - 1];
  const uint64_t left = next > words_so_far ? next - words_so_far : 1;
  return static_cast<uint32_t>(left < mean_slice ? left : mean_slice);
}

}  // namespace

void fall_behind(Thread* thread) { thread->priority = --lowest_priority; }

void begin_priorities(uint32_t changes, uint64_t words) {
  by_priorities = true;
  place_changes(changes, words);
}

uint32_t take_words_to_next_change() {
  const uint32_t words = words_to_next_change();
  words_so_far += words;
  return words;
}

void note_words(Thread* self, bool spins) {
  if (spins) fall_behind(self);
  while (changes_left > 0 && change_at[changes_left - 1] <= words_so_far) {
    --changes_left;
    fall_behind(self);
  }
}

int64_t next_priority() { return by_priorities ? static_cast<int64_t>(next_random() >> 2) + 1 : 0; }

Thread* take_highest() {
  uint32_t best = 0, n = 0;
  Thread* highest = ready.first;
  for (Thread* t = ready.first; t; t = t->next, ++n)
    if (t->priority > highest->priority) highest = t, best = n;
  return ready.take(best);
}

}  // namespace foreweave::runtime
