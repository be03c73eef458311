// Small traces for the tests of this folder, and proofs about them.
#pragma once

#include <algorithm>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "events/build/trace_builder.h"
#include "prove/check/check.h"

namespace foreweave {

// Events by name: one thread, lock and variable a name, all in the file "prog.c" unless said.
class TestTrace {
 public:
  explicit TestTrace(std::string_view file = "prog.c")
      : file_(file), builder_(SourceMap("prog.fwt", SourceMap::Unit::byte)) {
    for (const char* name : {"T1", "T2", "T3"}) builder_.add_thread(name);
  }
  // `thread` counts from 1.
  TestTrace& add(int thread, Kind kind, std::string_view operand, uint32_t line) {
    const SiteId site = builder_.add_site(file_, line, 0, "f");
    RawEvent event;
    event.thread = static_cast<uint32_t>(thread - 1);
    event.kind = kind;
    event.site = site.value;
    event.size = 8;
    event.operand = address(operand_of(kind), operand);
    builder_.add(event);
    return *this;
  }
  Trace finish() { return std::move(builder_).finish(); }

 private:
  uint64_t address(Operand operand, std::string_view name) {
    if (name.empty()) return 0;
    if (operand == Operand::object) operand = Operand::memory;  // an object is where its bytes are
    const uint64_t at = (static_cast<uint64_t>(operand) << 20) + 8u * static_cast<uint8_t>(name[0]);
    builder_.add_symbol(at, 8, name);
    return at;
  }

  std::string file_;
  TraceBuilder builder_;
};

// T1 writes x (line 10), T2 reads it (line 20), T1 writes it again at the same place.
inline Trace unprotected_writes(std::string_view file) {
  TestTrace trace(file);
  trace.add(1, Kind::write, "x", 10).add(2, Kind::read, "x", 20).add(1, Kind::write, "x", 10);
  return trace.finish();
}

// T1 writes x and y, T2 does too, after it.
inline Trace two_variables() {
  TestTrace trace;
  trace.add(1, Kind::write, "x", 10).add(1, Kind::write, "y", 11);
  trace.add(2, Kind::write, "x", 20).add(2, Kind::write, "y", 21);
  return trace.finish();
}

// T1 takes a, then b; then T2 takes b, then a. T1 holds c as well.
inline Trace crossed_locks() {
  TestTrace trace;
  trace.add(1, Kind::acquire, "c", 9).add(1, Kind::acquire, "a", 10);
  trace.add(1, Kind::acquire, "b", 11).add(1, Kind::release, "b", 12);
  trace.add(1, Kind::release, "a", 13).add(1, Kind::release, "c", 14);
  trace.add(2, Kind::acquire, "b", 20).add(2, Kind::acquire, "a", 21);
  trace.add(2, Kind::release, "a", 22).add(2, Kind::release, "b", 23);
  return trace.finish();
}

inline std::vector<EventId> events(std::initializer_list<uint32_t> numbers) {
  std::vector<EventId> ids;
  for (const uint32_t n : numbers) ids.push_back(EventId(n));
  return ids;
}

inline Proved prove(const Trace& trace, Claim claim, const std::vector<EventId>& witness) {
  Result<Proved> proved =
      check_witness(trace, {}, std::move(claim), Reordering::from_events(trace, witness));
  CHECK(proved.ok(), proved.ok() ? "" : proved.error().what.c_str());
  return std::move(proved).value();
}

// With everything of their threads before the two, in trace order, as the witness.
inline Proved prove_race(const Trace& trace, uint32_t a, uint32_t b) {
  std::vector<EventId> before;
  for (const uint32_t e : {std::min(a, b), std::max(a, b)})
    for (const EventId own : trace.events_of(trace.thread(EventId(e))))
      if (own < EventId(e)) before.push_back(own);
  std::sort(before.begin(), before.end());
  return prove(trace, Claim::race(EventId(a), EventId(b)), before);
}

}  // namespace foreweave
