#include "record/translate/rounds.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string_view>

#include "capture/abi/event_kinds.h"
#include "events/kind.h"

namespace foreweave {

namespace {

constexpr unsigned kReadsAt = FW_START_BITS + FW_BRANCH_BITS;

// How much of it has to be seen, and how long a round may be.
constexpr size_t kLongestRound = 256, kFewestRounds = 8;  // records

using Record = std::span<const uint64_t>;  // with its header

bool is_path(Record record) { return record[0] % FW_MAX_STARTS >= FW_FIRST_START; }
FwRecord runtime_record(Record record) {
  return static_cast<FwRecord>(static_cast<uint32_t>(record[0]));
}

// By thread, without the switches between them. Nothing if the log cannot be read.
using Threads = std::map<uint32_t, std::vector<Record>>;

std::optional<Threads> split(std::span<const uint64_t> words, uint32_t thread, Paths& paths) {
  Threads threads;
  for (size_t at = 0; at < words.size();) {
    const uint64_t header = words[at];
    const bool is_known = header % FW_MAX_STARTS >= FW_FIRST_START;
    const Paths::Found* const found = is_known ? &paths.find(header) : nullptr;
    if (found && !found->path) return std::nullopt;
    const size_t size = 1 + (found ? found->operands : header >> 32);
    if (size > words.size() - at) break;  // it is being written
    const Record record = words.subspan(at, size);
    at += size;
    if (!is_path(record) && runtime_record(record) == FW_RECORD_switch)
      thread = static_cast<uint32_t>(size == 2 ? record[1] : 0);
    else
      threads[thread].push_back(record);
  }
  return threads;
}

bool same(Record a, Record b) { return std::equal(a.begin(), a.end(), b.begin(), b.end()); }

// The shortest round that all of it consists of, its first records aside; 0: there is none.
size_t length_of_round(const std::vector<Record>& records) {
  const size_t n = records.size();
  for (size_t round = 1; round <= std::min(kLongestRound, n / (kFewestRounds + 1)); ++round) {
    size_t i = n - round;
    while (i > 0 && same(records[i - 1], records[i - 1 + round])) --i;
    // What it did before the first round that is seen here was perhaps another thing.
    if (n - i >= kFewestRounds * round && i <= round) return round;
  }
  return 0;
}

// There and back again a thread may go through a loop around this one, which does keep something.
bool leaves(const Path& loop, const Path& path) {
  return path.start != FW_START_entry &&
         (path.function != loop.function || !loop.loop[path.start_block]);
}

// A round, from the head of its loop on.
class Round {
 public:
  Round(std::span<const Record> records, Paths& paths) : records_(records), paths_(paths) {}

  // Whether the next one has to be the same as long as nobody else does anything.
  bool repeats() {
    size_t head = 0;
    while (head < records_.size() &&
           !(is_path(records_[head]) && paths_.find(records_[head][0]).path->is_idle))
      ++head;
    return head < records_.size() && repeats_from(head);
  }

  // The same, from this record on: it begins a round.
  bool repeats_from(size_t head) {
    const Path& loop = *paths_.find(records_[head][0]).path;
    int depth = 0;
    for (size_t i = 0; i < records_.size(); ++i) {
      const Record record = records_[(head + i) % records_.size()];
      if (is_path(record) && depth == 0 && leaves(loop, *paths_.find(record[0]).path)) return false;
      if (!(is_path(record) ? path_repeats(record, depth) : runtime_repeats(record)) || depth < 0)
        return false;
    }
    return depth == 0;
  }

 private:
  bool path_repeats(Record record, int& depth) {
    const Path& path = *paths_.find(record[0]).path;
    const auto reads = static_cast<uint32_t>(record[0] >> kReadsAt);
    if (path.start == FW_START_entry) ++depth;
    if (path.end == PathEnd::returned || path.end == PathEnd::unwound) --depth;
    if (path.start == FW_START_landing_pad || path.start == FW_START_again || reads != 0)
      return false;
    if (path.end == PathEnd::call && !calls_what_repeats(path)) return false;
    const auto word = [&](uint32_t operand) { return record[1 + path.place(operand, 0)]; };
    for (const PathSwitch& compare : path.compares) {
      const uint32_t value = path.events[compare.event].value.blank;
      if (word(compare.operand) != 0 || value == 0 || word(value - 1) != 0) return false;
    }
    uint32_t logged = 0;  // blanks so far
    for (const PhraseEvent& event : path.events) {
      logged = std::max<uint32_t>(logged, event.operand.blank);
      // That it wrote what was there shows only if the value is in the log by itself, as a
      // difference.
      const bool is_difference = event.value.blank > logged && event.value.plus == 0;
      if (is_access(event.kind) && writes(event.kind) &&
          !(is_difference && word(event.value.blank - 1u) == 0))
        return false;
      logged = std::max<uint32_t>(logged, event.value.blank);
    }
    return true;
  }

  bool calls_what_repeats(const Path& path) const {
    if (path.callee == 0) return false;
    const std::string& name = paths_.callee_name(path.callee);
    constexpr std::string_view kKnown[] = {"sched_yield", "sleep",      "usleep",
                                           "nanosleep",   "thrd_sleep", "clock_nanosleep",
                                           "thrd_yield"};
    return paths_.defines(name) || name.starts_with("pthread_") || name.starts_with("mtx_") ||
           name.starts_with("sem_") ||
           std::find(std::begin(kKnown), std::end(kKnown), name) != std::end(kKnown);
  }

  static bool runtime_repeats(Record record) {
    if (runtime_record(record) != FW_RECORD_event || record.size() != 5) return false;
    const auto kind = static_cast<Kind>(record[1] & 0xff);
    constexpr uint64_t kOfNoProgram = uint64_t{1}
                                      << 63;  // by such words threads tell each other things
    if (is_access(kind)) return !writes(kind) && !(record[2] & kOfNoProgram);
    switch (kind) {
      case Kind::acquire:
      case Kind::release:
      case Kind::acquire_shared:
      case Kind::release_shared:
      case Kind::failed_try:
      case Kind::failed_try_shared:
      case Kind::wait_begin:
      case Kind::wait_end:
      case Kind::barrier_arrive:
      case Kind::barrier_leave:
      case Kind::semaphore_failed_try:
        return true;
      default:
        return false;
    }
  }

  std::span<const Record> records_;
  Paths& paths_;
};

uint64_t name_of(std::span<const Record> round) {
  std::vector<uint64_t> words;
  for (const Record& record : round) words.insert(words.end(), record.begin(), record.end());
  return fw_name_of_round(words.data(), words.size());
}

// Whether the thread did not leave the loop, once it was in it; and was in it soon.
bool stays_in_loop(std::span<const Record> records, Record head, Paths& paths) {
  constexpr size_t kLatestBegin = 64, kFewestRecords = 256;
  size_t at = 0;
  while (at < records.size() && !same(records[at], head)) ++at;
  if (at > kLatestBegin || records.size() < kFewestRecords) return false;
  const Path& loop = *paths.find(head[0]).path;
  int depth = 0;
  for (; at < records.size(); ++at) {
    if (!is_path(records[at])) continue;
    const Path& path = *paths.find(records[at][0]).path;
    if (depth == 0 && leaves(loop, path)) return false;
    if (path.start == FW_START_entry) ++depth;
    if ((path.end == PathEnd::returned || path.end == PathEnd::unwound) && --depth < 0)
      return false;
  }
  return true;
}

// A round that came many times one after the other, by its first record and its length; or none.
std::span<const Record> find_waiting_round(std::span<const Record> records, Paths& paths) {
  constexpr size_t kLookedAt = 2048, kLongest = 64;
  const size_t from = records.size() - std::min(records.size(), kLookedAt);
  for (size_t at = records.size(); at-- > from;) {
    if (!is_path(records[at])) continue;
    const Path& path = *paths.find(records[at][0]).path;
    if (!path.is_idle && !path.waits) continue;
    size_t length = 1;
    while (length <= kLongest && at + length < records.size() &&
           !same(records[at], records[at + length]))
      ++length;
    if (length > kLongest || at + length * kFewestRounds > records.size()) continue;
    const auto round = records.subspan(at, length);
    bool is_same = true;
    for (size_t i = length; is_same && i < length * kFewestRounds; ++i)
      is_same = same(records[at + i], round[i % length]);
    if (is_same && Round(round, paths).repeats_from(0))
      return stays_in_loop(records, records[at], paths) ? round : std::span<const Record>();
  }
  return {};
}

}  // namespace

std::vector<Rounds::OfThread> find_waiting(std::span<const uint64_t> words, uint32_t first_thread,
                                           Paths& paths) {
  std::vector<Rounds::OfThread> waiting;
  const std::optional<Threads> threads = split(words, first_thread, paths);
  if (!threads) return waiting;
  for (const auto& [thread, records] : *threads)
    if (const auto round = find_waiting_round(records, paths); !round.empty())
      waiting.push_back({thread, name_of(round)});
  return waiting;
}

bool round_repeats(std::span<const Record> records, Paths& paths) {
  return Round(records, paths).repeats_from(0);
}

Rounds find_rounds(std::span<const uint64_t> words, uint32_t first_thread, Paths& paths) {
  Rounds rounds;
  const std::optional<Threads> threads = split(words, first_thread, paths);
  rounds.only_rounds = threads && !threads->empty();
  if (!rounds.only_rounds) return rounds;
  for (const auto& [thread, records] : *threads) {
    const size_t length = length_of_round(records);
    const std::span<const Record> last = std::span(records).last(length);
    if (length == 0 || !Round(last, paths).repeats())
      rounds.only_rounds = false;
    else
      rounds.threads.push_back({thread, name_of(last)});
  }
  return rounds;
}

}  // namespace foreweave
