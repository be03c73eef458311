#include "replay/judge/comparison.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

#include "events/lives.h"
#include "replay/schedule/steps.h"

namespace foreweave {

namespace {

using Name = std::pair<ThreadId, uint32_t>;  // parent, number among its children

std::vector<Name> names_of(const Trace& trace) {
  std::vector<Name> names(trace.thread_count(), {ThreadId::none(), 0});
  std::vector<uint32_t> children(trace.thread_count(), 0);
  for (const EventId event : trace.interacting())
    if (trace.kind(event) == Kind::fork) {
      const ThreadId parent = trace.thread(event);
      names[trace.other_thread(event).index()] = {parent, children[parent.index()]++};
    }
  return names;
}

bool same_place(const Trace& a, SiteId x, const Trace& b, SiteId y) {
  const Site &p = a.site_info(x), &q = b.site_info(y);
  return p.line == q.line && p.column == q.column && a.text(p.file) == b.text(q.file) &&
         a.text(p.function) == b.text(q.function);
}

// What was found to be what, one class of operands at a time.
class Identities {
 public:
  Identities(const Trace& original, const Trace& replayed, const std::vector<ThreadId>& threads)
      : original_(original), replayed_(replayed), threads_(threads) {}

  void forget_sizes() { compares_sizes_ = false; }

  bool same_operand(EventId x, EventId y) {
    const Operand operand = operand_of(original_.kind(x));
    switch (operand) {
      case Operand::none:
        return true;
      case Operand::thread:
        return threads_[original_.other_thread(x).index()] == replayed_.other_thread(y);
      case Operand::memory:
        return same_memory(original_.location_of(x), replayed_.location_of(y));
      case Operand::object:
        return become(operand, original_.object(x).value, replayed_.object(y).value);
      default:
        return become(operand, original_.sync(x).value, replayed_.sync(y).value);
    }
  }

 private:
  bool become(Operand operand, uint32_t a, uint32_t b) {
    const auto key = static_cast<uint32_t>(operand);
    return known_.try_emplace({key, a}, b).first->second == b &&
           back_.try_emplace({key, b}, a).first->second == a;
  }

  // Frames are laid out otherwise in stepping code, so that places on stacks say nothing.
  bool same_memory(const Location& a, const Location& b) {
    if (compares_sizes_ && a.size != b.size) return false;
    if ((a.object == kOtherMemory) != (b.object == kOtherMemory)) return false;
    if (a.object == kOtherMemory)
      return place_in_variable(original_, a) == place_in_variable(replayed_, b);
    if (!become(Operand::object, a.object.value, b.object.value)) return false;
    return a.offset == b.offset || is_stack(original_, a.object);
  }

  // A global variable and an offset in it; nothing for memory without a name.
  static std::pair<std::string_view, uint64_t> place_in_variable(const Trace& trace,
                                                                 const Location& place) {
    const auto symbols = trace.symbols();
    const auto after = std::upper_bound(
        symbols.begin(), symbols.end(), place.offset,
        [](uint64_t address, const Symbol& symbol) { return address < symbol.address; });
    if (after == symbols.begin()) return {};
    const Symbol& symbol = after[-1];
    const uint64_t offset = place.offset - symbol.address;
    if (offset >= symbol.size) return {};
    return {trace.text(symbol.name), offset};
  }

  const Trace& original_;
  const Trace& replayed_;
  const std::vector<ThreadId>& threads_;
  std::map<std::pair<uint32_t, uint32_t>, uint32_t> known_, back_;
  bool compares_sizes_ = true;
};

}  // namespace

std::vector<ThreadId> matching_threads(const Trace& original, const Trace& replayed) {
  std::vector<ThreadId> match(original.thread_count(), ThreadId::none());
  if (match.empty() || replayed.thread_count() == 0) return match;
  match[0] = ThreadId(0);
  const std::vector<Name> ours = names_of(original), theirs = names_of(replayed);
  std::map<std::pair<uint32_t, uint32_t>, ThreadId> by_name;
  for (uint32_t t = 1; t < theirs.size(); ++t)
    if (theirs[t].first.exists()) by_name[{theirs[t].first.value, theirs[t].second}] = ThreadId(t);
  // A parent need not have a smaller number than its child.
  for (bool changed = true; std::exchange(changed, false);)
    for (uint32_t t = 1; t < ours.size(); ++t) {
      if (match[t].exists() || !ours[t].first.exists()) continue;
      const ThreadId parent = match[ours[t].first.index()];
      const auto found =
          !parent.exists() ? by_name.end() : by_name.find({parent.value, ours[t].second});
      if (found == by_name.end()) continue;
      match[t] = found->second;
      changed = true;
    }
  return match;
}

bool same_step(const Trace& a, EventId x, const Trace& b, EventId y) {
  return a.kind(x) == b.kind(y) && same_place(a, a.site(x), b, b.site(y));
}

namespace {

// The steps of a replay, taken one by one as the witness has them.
class Follower {
 public:
  Follower(const Trace& original, const Trace& replayed, const OnSameStep& on_same)
      : original_(original),
        replayed_(replayed),
        on_same_(on_same),
        threads_(matching_threads(original, replayed)),
        identities_(original, replayed, threads_),
        cursors_(original.thread_count()) {}

  void leave_witness(bool compares_operands) {
    compares_operands_ = compares_operands;
    identities_.forget_sizes();
  }

  // The thread's events up to the one with this index, which is not one of them.
  std::optional<Difference> follow(ThreadId thread, uint32_t until) {
    Cursor& cursor = cursors_[thread.index()];
    const ThreadEvents events = original_.events_of(thread);
    for (auto at = events.at(cursor.next); at.index() < until; ++at)
      if (is_step(original_, *at))
        if (auto difference = take(cursor, *at)) return difference;
    cursor.next = std::max(cursor.next, until);
    return std::nullopt;
  }

 private:
  struct Cursor {
    uint32_t next = 0;  // event of the original
    size_t step = 0;
    std::optional<std::vector<EventId>> steps;  // of the replay
  };

  std::optional<Difference> take(Cursor& cursor, EventId expected) {
    const ThreadId thread = original_.thread(expected), there = threads_[thread.index()];
    if (!cursor.steps)
      cursor.steps = !there.exists() ? std::vector<EventId>() : steps_of(replayed_, there);
    const std::string name(original_.thread_name(thread));
    if (cursor.step == cursor.steps->size())
      return Difference{name, describe(original_, expected), "", expected, EventId::none()};
    const EventId came = (*cursor.steps)[cursor.step++];
    if (!same_step(original_, expected, replayed_, came) ||
        (compares_operands_ && !identities_.same_operand(expected, came)))
      return Difference{name, describe(original_, expected), describe(replayed_, came), expected,
                        came};
    if (on_same_) on_same_(expected, came);
    return std::nullopt;
  }

  const Trace& original_;
  const Trace& replayed_;
  const OnSameStep& on_same_;
  const std::vector<ThreadId> threads_;
  Identities identities_;
  std::vector<Cursor> cursors_;
  bool compares_operands_ = true;
};

}  // namespace

std::optional<Difference> first_difference(const Trace& original, const Reordering& witness,
                                           const Trace& replayed, const Behind& behind,
                                           const OnSameStep& on_same) {
  Follower follower(original, replayed, on_same);
  for (const Segment& segment : witness.segments(original))
    if (auto difference = follower.follow(segment.thread, segment.until)) return difference;
  follower.leave_witness(behind.operands);
  for (const EventId event : behind.events) {
    const ThreadId thread = original.thread(event);
    const uint32_t index = original.events_of(thread).index_from(event);
    if (auto difference = follower.follow(thread, index + 1)) return difference;
  }
  return std::nullopt;
}

std::optional<Difference> first_undone(const Trace& original, const Reordering& witness,
                                       const Trace& replayed) {
  const std::vector<ThreadId> threads = matching_threads(original, replayed);
  std::vector<uint32_t> next(original.thread_count());
  uint32_t at = 0;  // in the replay
  for (const Segment& segment : witness.segments(original)) {
    const ThreadEvents events = original.events_of(segment.thread);
    for (uint32_t& i = next[segment.thread.index()]; i < segment.until && i < events.size(); ++i) {
      if (!is_step(original, events[i])) continue;
      while (at < replayed.size() && !is_step(replayed, EventId(at))) ++at;
      if (at == replayed.size() || replayed.thread(EventId(at)) != threads[segment.thread.index()])
        return Difference{std::string(original.thread_name(segment.thread)),
                          describe(original, events[i]), "", events[i], EventId::none()};
      ++at;
    }
  }
  return std::nullopt;
}

std::string describe(const Trace& trace, EventId event) {
  const Site& site = trace.site_info(trace.site(event));
  const std::string operand = trace.operand_name(event);
  std::string text(info(trace.kind(event)).name);
  for (char& c : text)
    if (c == '_') c = ' ';
  while (!text.empty() && text.back() == ' ') text.pop_back();
  if (!operand.empty()) text += " of " + operand;
  if (trace.text(site.file).empty()) return text + " in code that was not built with Foreweave";
  text += fmt::format(" at {}:{}", trace.text(site.file), site.line);
  if (!trace.text(site.function).empty()) text += fmt::format(" ({})", trace.text(site.function));
  return text;
}

}  // namespace foreweave
