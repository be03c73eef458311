// Small traces for the tests of this folder, and proofs about them.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "events/trace_builder.h"
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
    event.thread = static_cast<uint16_t>(thread - 1);
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

// With everything of their threads before the two, in trace order, as the witness.
inline Proved prove_race(const Trace& trace, uint32_t a, uint32_t b) {
  std::vector<EventId> before;
  for (const uint32_t e : {std::min(a, b), std::max(a, b)})
    for (const EventId own : trace.events_of(trace.thread(EventId(e))))
      if (own < EventId(e)) before.push_back(own);
  std::sort(before.begin(), before.end());
  Result<Proved> proved = check_witness(trace, {}, Claim::race(EventId(a), EventId(b)),
                                        Reordering::from_events(trace, before));
  CHECK(proved.ok(), proved.ok() ? "" : proved.error().what.c_str());
  return std::move(proved).value();
}

}  // namespace foreweave
