#include "record/translate/waiting_rounds.h"

#include <algorithm>
#include <utility>

#include "capture/abi/log_format.h"
#include "events/kind.h"
#include "record/translate/rounds.h"

namespace foreweave {

namespace {

constexpr size_t kLongestRound = 512, kWordsBehind = 3;

constexpr unsigned kReadsAt = FW_START_BITS + FW_BRANCH_BITS;

bool begins_with(std::span<const uint64_t> words, std::span<const uint64_t> record) {
  return record.size() <= words.size() && std::equal(record.begin(), record.end(), words.begin());
}

void append(std::vector<uint64_t>& words, std::span<const uint64_t> record) {
  words.insert(words.end(), record.begin(), record.end());
}

}  // namespace

bool WaitingRounds::take(uint32_t number, Record record) {
  if (number >= threads_.size()) threads_.resize(number + 1u);
  OfThread& thread = threads_[number];
  if (thread.phase == Phase::waiting) {
    if (begins_with(std::span(thread.round).subspan(thread.come), record)) {
      go_round(number, record);
      return true;
    }
    thread.phase = Phase::elsewhere;
  }
  let_go();
  learn(number, record);
  // It may have been the begin of the third round.
  if (thread.phase != Phase::waiting) return false;
  go_round(number, record);
  return true;
}

void WaitingRounds::leave(uint32_t number) {
  OfThread& thread = threads_[number];
  let_go();
  if (thread.phase == Phase::learning) fail(thread);
  thread.phase = Phase::elsewhere;
}

bool WaitingRounds::begins_round(Record record) {
  return record[0] >> kReadsAt == 0 && paths_.find(record[0]).path->is_idle;
}

// Until the round has come twice. What counts is the innermost loop that goes round.
void WaitingRounds::learn(uint32_t number, Record record) {
  OfThread& thread = threads_[number];
  const bool is_head = begins_round(record);
  if (thread.phase == Phase::elsewhere) {
    if (!is_head) return;
    if (thread.to_skip > 0) {
      --thread.to_skip;
      return;
    }
    thread.phase = Phase::learning;
    thread.before.clear();
    return begin_round(thread, record);
  }
  const auto seen = std::find_if(thread.heads.begin(), thread.heads.end(), [&](size_t head) {
    return is_head && begins_with(std::span(thread.round).subspan(head), record);
  });
  if (seen == thread.heads.end()) {
    if (thread.round.size() + record.size() > kLongestRound) return fail(thread);
    if (is_head) thread.heads.push_back(thread.round.size());
    return append(thread.round, record);
  }
  if (*seen > 0) {  // a loop within the one that was to be learned
    thread.before.assign(thread.round.begin() + static_cast<ptrdiff_t>(*seen), thread.round.end());
    return begin_round(thread, record);
  }
  if (thread.before.empty()) {
    thread.before.swap(thread.round);
    return begin_round(thread, record);
  }
  if (thread.round != thread.before || !may_be_left_out(thread)) return fail(thread);
  thread.phase = Phase::waiting;
  thread.failures = 0;
  thread.come = 0;
  thread.is_begun = false;
  thread.seen = done_by_others();
}

void WaitingRounds::begin_round(OfThread& thread, Record record) {
  thread.round.assign(record.begin(), record.end());
  thread.heads.assign(1, 0);
}

// Loops that work must not cost much more for being looked at.
void WaitingRounds::fail(OfThread& thread) {
  constexpr uint32_t kMostFailures = 8;
  thread.phase = Phase::elsewhere;
  thread.to_skip = (1u << thread.failures) - 1;
  thread.failures = std::min(thread.failures + 1, kMostFailures);
}

// Only if the image of memory is the same behind it, too: then no value that is logged later
// depends on it.
bool WaitingRounds::may_be_left_out(OfThread& thread) {
  std::vector<Record> records;
  bool has_site = false;
  for (std::span<const uint64_t> words = thread.round; !words.empty();) {
    const Paths::Found& found = paths_.find(words[0]);
    records.push_back(words.first(1u + found.operands));
    words = words.subspan(1u + found.operands);
    const Path& path = *found.path;
    if (path.end == PathEnd::call && !trace_.calls_known(path)) return false;
    for (const PhraseEvent& event : path.events) {
      if (!has_site) thread.site = event.site;
      has_site = true;
      const bool is_looked_at =
          is_access(event.kind) && !writes(event.kind) && event.value.blank != 0;
      if (is_looked_at && path.layout.is_there(event.value.blank - 1u, 0) &&
          records.back()[1 + path.place(event.value.blank - 1u, 0)] != 0)
        return false;
    }
  }
  return round_repeats(records, paths_);
}

void WaitingRounds::go_round(uint32_t number, Record record) {
  OfThread& thread = threads_[number];
  if (thread.is_begun)
    add(number, record);
  else
    held_.push_back(
        {number, static_cast<uint32_t>(thread.come), static_cast<uint32_t>(record.size())});
  thread.come += record.size();
  if (thread.come == thread.round.size()) end_round(number);
}

void WaitingRounds::end_round(uint32_t number) {
  OfThread& thread = threads_[number];
  thread.come = 0;
  const bool is_kept = std::exchange(thread.is_begun, false) || done_by_others() != thread.seen;
  std::erase_if(held_, [&](const Held& held) {
    if (held.thread != number) return false;
    if (is_kept) add(number, std::span(thread.round).subspan(held.at, held.size));
    return true;
  });
  if (is_kept)
    thread.seen = done_by_others();
  else
    ++left_out_[thread.site];
}

void WaitingRounds::add(uint32_t thread, Record record) {
  const uint64_t before = trace_.event_count();
  std::vector<uint64_t> words(record.begin(), record.end());
  words.resize(words.size() + kWordsBehind);
  trace_.add(thread, std::span(words).first(record.size()));
  events_of_rounds_ += trace_.event_count() - before;
}

void WaitingRounds::let_go() {
  for (const Held& held : held_) {
    OfThread& thread = threads_[held.thread];
    thread.is_begun = true;
    add(held.thread, std::span(thread.round).subspan(held.at, held.size));
  }
  held_.clear();
}

}  // namespace foreweave
