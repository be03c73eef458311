// A small trace that can still be changed: a list of events by address, as TraceBuilder takes them,
// and what depends on what. Generators write drafts, shrinking cuts them down, build() makes the
// Trace that engines and judges see.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <map>
#include <string>
#include <vector>

#include "events/build/trace_builder.h"
#include "events/model.h"
#include "events/trace.h"

namespace foreweave::agree {

struct Draft {
  // `site` is any number from 1 on; equal numbers are one site.
  std::vector<RawEvent> events;
  uint32_t threads = 0;
  // By position in `events`: the reads (positions) that a decision or write depends on. Empty, or
  // as long as `events`.
  std::vector<std::vector<uint32_t>> depends;
  // By site of an access: the site of the load whose value is its pointer (Site::pointer_from).
  std::map<uint32_t, uint32_t> pointer_from;

  Trace build() const;
  // With short names for what events touch (x, y, ... and l0, ...), for people to read.
  Trace build_named() const;
  Dependences dependences() const;

  // Appends an event with a site of its own; threads are counted along.
  RawEvent& add(uint32_t thread, Kind kind, uint64_t operand = 0, uint32_t size = 0);
  void depend(uint32_t event, std::initializer_list<uint32_t> reads);

 private:
  void fill(TraceBuilder& builder) const;
};

// Only the events for which `keep` holds, with what is left of their dependences. Threads keep
// their numbers.
Draft cut(const Draft& draft, const std::vector<bool>& keep);

// A draft to read in a message: one event a line, what it depends on behind it.
std::string describe(const Draft& draft);

// Hand-written drafts for tests, one event a line, in words of STD: "0 w x", "1 acq l", "2 fork 1".
// An operand is a letter, which stands for 256 bytes of the one address space; "x+4" lies in them.
// Accesses have 4 bytes and allocations 64 unless ":n" follows. "=5" gives a value ("=x" the
// address of x), "*3" says that the pointer of the access is what line 3 loaded (counted from 0),
// "!" at the end that the address or operand may vary, "?" behind that, that it decides on its own
// read. Stops at anything else.
Draft draft_from(std::initializer_list<const char*> lines);

}  // namespace foreweave::agree
