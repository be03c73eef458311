// Events as a person reads them: one a line, in columns, with STD's words for what they do, where
// in the program they are, and for reads what they saw.
//
//   event  thread  operation  location  sees
//       4  T1      r(x=5)     17        3 of T2
//
// Keeps a reference to `trace`.
#pragma once

#include <string>

#include "events/std/writer.h"
#include "events/trace.h"

namespace foreweave {

class StdListing {
 public:
  explicit StdListing(const Trace& trace);

  void append_header(std::string& out) const;
  void append_line(EventId e, std::string& out) const;

 private:
  void append_site(EventId e, std::string& out) const;
  void append_note(EventId e, std::string& out) const;
  void append_event(EventId other, std::string& out) const;

  const Trace& trace_;
  StdWriter writer_;
  bool sites_are_numbers_ = true;
  size_t event_width_ = 0, thread_width_ = 0, operation_width_ = 0, site_width_ = 0;
};

}  // namespace foreweave
