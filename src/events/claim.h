// A claim: what a bug needs of a reordering.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "events/columns/ids.h"

namespace foreweave {

enum class BugKind : uint8_t {
  race,
  deadlock,
  atomicity,
  use_after_free,
  double_free,
  null,
  order,
  // No claims: what a run showed by itself.
  hang,
  misuse,
  failure
};

std::string_view name(BugKind kind);  // as in JSON: "race", "uaf", "double-free", ...
std::optional<BugKind> bug_kind_from_name(std::string_view name);

struct Claim {
  BugKind kind = BugKind::race;
  std::vector<EventId> happen;   // occur in the reordering, in this order
  std::vector<EventId> pending;  // each the next event of its thread when the reordering ends

  static Claim race(EventId a, EventId b) { return {BugKind::race, {}, {a, b}}; }
  // Both happen, and nothing of the program orders them: by the language, a race whatever lies
  // between them (docs/reorderings.md, "Happens-before of the language").
  static Claim race_by_memory_order(EventId first, EventId second) {
    return {BugKind::race, {first, second}, {}};
  }
  bool is_by_memory_order() const { return kind == BugKind::race && pending.empty(); }
  // Each acquire waits for a lock that the thread of the next one holds, the last for the first's.
  static Claim deadlock(std::vector<EventId> acquires) {
    return {BugKind::deadlock, {}, std::move(acquires)};
  }
  // Two accesses of one thread around one of another, or two crossing pairs of accesses.
  static Claim atomicity(std::vector<EventId> accesses) {
    return {BugKind::atomicity, std::move(accesses), {}};
  }
  static Claim use_after_free(EventId free, EventId use) {
    return {BugKind::use_after_free, {free}, {use}};
  }
  // `read` sees null from `write`; what it loaded is the pointer of `access`.
  static Claim null(EventId write, EventId read, EventId access) {
    return {BugKind::null, {write, read}, {access}};
  }
  static Claim order(std::vector<EventId> events) {
    return {BugKind::order, std::move(events), {}};
  }
  // The first, in the trace, of those that it names.
  EventId first_event() const {
    EventId first = EventId::none();  // compares as larger than every event
    for (const auto* events : {&happen, &pending})
      for (const EventId e : *events) first = std::min(first, e);
    return first;
  }
  friend bool operator==(const Claim&, const Claim&) = default;
};

}  // namespace foreweave
