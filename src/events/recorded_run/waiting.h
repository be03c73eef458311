// What a trace does not have because it would be the same again: rounds of loops in which threads
// waited (record/translate/waiting_rounds.h). As an attachment of the trace; nobody needs it to
// understand the trace.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "events/columns/ids.h"
#include "events/trace.h"

namespace foreweave {

struct Waiting {
  SiteId site;  // where a round begins
  uint64_t rounds = 0;

  static constexpr std::string_view kAttachment = "waiting";
  static std::string encoded(const std::map<uint32_t, uint64_t>& rounds_by_site);
  // As many as can be read.
  static std::vector<Waiting> of(const Trace& trace);
  friend bool operator==(const Waiting&, const Waiting&) = default;
};

}  // namespace foreweave
