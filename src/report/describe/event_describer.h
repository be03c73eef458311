// What a report says of single events. Questions about the state of threads are asked of the trace
// all at once, because each costs a pass over it: ask(), then answer(), then describe.
//
// Keeps references to both. One thread.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "report/describe/held_locks.h"
#include "report/describe/source_lines.h"
#include "report/report.h"

namespace foreweave {

class EventDescriber {
 public:
  EventDescriber(const Trace& trace, SourceLines& sources) : trace_(trace), sources_(sources) {}

  void ask(EventId e);
  // About where the memory that it touches came from.
  void ask_about_allocation(EventId e);
  // Beyond this point nothing more can be asked.
  void answer();

  // --- of events that were asked about ------------------------------------------------------
  // The locks that its thread held when it came next.
  const std::vector<HeldLock>& held(EventId e) const { return held_[numbers_.at(e)]; }
  // The places of the event and of the calls it is in, also of those that were inlined. A function
  // that was called by code that was not recorded is named behind what it does, without a line.
  Stack stack_of(EventId e);
  // The innermost of these places that is the program's own, whose lines the report will hold.
  SourcePlace place_of_program(EventId e, const Stack& stack);
  ReportedEvent describe(EventId e, const std::string& role);
  // Each thing that the events of the claim touch, once.
  std::vector<ReportedObject> describe_objects(const Claim& claim);

  // --- of any event ---------------------------------------------------------------------------
  // Without its stack and locks.
  ReportedEvent describe_shortly(EventId e, const std::string& role) const;
  // Not so for an STD trace, which names itself as the file of its sites.
  bool is_in_source(SiteId site) const;
  bool is_end_of_stack(EventId e) const;
  bool is_in_source(EventId e) const { return is_in_source(trace_.site(e)); }

 private:
  void add_frames(SiteId site, Stack& stack);
  EventId allocation_of(ObjectId object) const;
  ObjectId object_of(EventId e) const;
  const Symbol* symbol_of(EventId e) const;

  const Trace& trace_;
  SourceLines& sources_;
  std::unordered_map<EventId, size_t> numbers_;
  std::vector<EventId> asked_;
  std::vector<std::vector<HeldLock>> held_;
  std::vector<std::vector<EventId>> calls_;
};

}  // namespace foreweave
