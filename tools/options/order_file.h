// The file of --order: sequences that must not happen, one a line, written as places with <
// between:
//
//   # the cache is used before it is filled
//   cache.cc:40 < cache.cc:12
//   17 < 4 < 9
//
// A place is FILE:LINE, where FILE may leave out leading folders, or LINE alone, which is how STD
// traces name their locations. What follows a # is a comment.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "search/registry.h"

namespace foreweave {

struct Place {
  std::string file;  // empty: any
  uint32_t line = 0;
  std::string text;  // as the user wrote it
};

using PlaceSequence = std::vector<Place>;  // at least two

// `name` is for messages. A file without any sequence is an error.
Result<std::vector<PlaceSequence>> parse_orders(std::string_view text, const std::string& name);

struct SitesOfOrders {
  std::vector<SiteSequence> orders;  // those whose places all occur in the trace
  std::vector<std::string> missing;  // places that do not, each once
};
SitesOfOrders find_sites(const Trace& trace, const std::vector<PlaceSequence>& orders);

}  // namespace foreweave
