// Writes a trace's events as lines of STD. Finds names first: every thread, variable and
// synchronisation object gets one that is unique in its class and free of separators, its own if it
// has one like that. So reading the lines back gives the same events.
//
// A variable is a cell: eight bytes or one, STD does not say. Of heap memory, only the start of an
// object is tied to its allocation and free.
//
// Keeps a reference to `trace`. Any number of threads may use one.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "events/trace.h"

namespace foreweave {

class StdWriter {
 public:
  explicit StdWriter(const Trace& trace);

  std::string_view thread(ThreadId t) const { return threads_[t.index()]; }
  // "r(x=5)", "acq(l)", "br".
  void append_operation(EventId e, std::string& out) const;
  // The location number: for a trace that came from STD its own, otherwise the site's number from
  // 1; 0 if the event has none.
  uint32_t location(EventId e) const;
  void append_line(EventId e, std::string& out) const;  // without the newline

  // The line says less than an analysis would want to know: an access to several cells appears as
  // one to the first, a lifetime is not tied to what lies inside the object, or a decision that the
  // event's address or operand was is not visible.
  bool loses(EventId e) const;

 private:
  std::string_view operand(EventId e) const;

  const Trace& trace_;
  std::vector<std::string> threads_;
  std::vector<std::string> variables_;
  std::vector<uint32_t> variable_of_location_, variable_of_object_;
  std::vector<std::string> sync_[FW_OPERAND_COUNT];
  bool sites_are_lines_ = false;
};

}  // namespace foreweave
