#include "options/order_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>

namespace foreweave {

namespace {

std::string_view trimmed(std::string_view text) {
  const size_t first = text.find_first_not_of(" \t\r");
  if (first == text.npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

// The text up to `separator`, which is taken off its front, too.
std::string_view next_part(std::string_view& rest, char separator) {
  const size_t end = std::min(rest.find(separator), rest.size());
  const std::string_view part = rest.substr(0, end);
  rest.remove_prefix(std::min(end + 1, rest.size()));
  return part;
}

std::optional<Place> parse_place(std::string_view text) {
  Place place;
  place.text = std::string(text);
  const size_t colon = text.rfind(':');
  std::string_view line = text;
  if (colon != text.npos) {
    place.file = std::string(text.substr(0, colon));
    line = text.substr(colon + 1);
    if (place.file.empty()) return std::nullopt;
  }
  const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), place.line);
  if (error != std::errc() || end != line.data() + line.size() || line.empty()) return std::nullopt;
  return place;
}

Result<PlaceSequence> parse_sequence(std::string_view text, const std::string& where) {
  PlaceSequence sequence;
  for (bool more = true; more;) {
    more = text.find('<') != text.npos;
    const std::string_view word = trimmed(next_part(text, '<'));
    std::optional<Place> place = parse_place(word);
    if (!place)
      return Error{fmt::format("\"{}\" is no place; a place is FILE:LINE or LINE", word), where};
    sequence.push_back(std::move(*place));
  }
  if (sequence.size() < 2)
    return Error{"names one place, but an order is of two or more, with < between them", where};
  return sequence;
}

bool is_at(const Trace& trace, const Site& site, const Place& place) {
  if (site.line != place.line) return false;
  if (place.file.empty()) return true;
  const std::string_view file = trace.text(site.file);
  return file == place.file || file.ends_with("/" + place.file);
}

// Calls that were inlined have a site, but no event is there.
std::vector<SiteId> sites_at(const Trace& trace, const Place& place) {
  std::vector<bool> is_call(trace.sites().size());
  for (const Site& site : trace.sites())
    if (site.inlined_at.exists()) is_call[site.inlined_at.index()] = true;
  std::vector<SiteId> sites;
  for (uint32_t s = 0; s < trace.sites().size(); ++s)
    if (!is_call[s] && is_at(trace, trace.site_info(SiteId(s)), place)) sites.push_back(SiteId(s));
  return sites;
}

}  // namespace

Result<std::vector<PlaceSequence>> parse_orders(std::string_view text, const std::string& name) {
  std::vector<PlaceSequence> orders;
  for (size_t number = 1; !text.empty(); ++number) {
    std::string_view line = next_part(text, '\n');
    line = trimmed(line.substr(0, line.find('#')));
    if (line.empty()) continue;
    Result<PlaceSequence> sequence = parse_sequence(line, fmt::format("{}:{}", name, number));
    if (!sequence) return sequence.error();
    orders.push_back(std::move(sequence).value());
  }
  if (orders.empty()) return Error{"holds no order, such as: a.c:10 < b.c:20", name};
  return orders;
}

SitesOfOrders find_sites(const Trace& trace, const std::vector<PlaceSequence>& orders) {
  SitesOfOrders found;
  for (const PlaceSequence& order : orders) {
    SiteSequence sequence;
    for (const Place& place : order) {
      sequence.push_back(sites_at(trace, place));
      const bool known =
          std::find(found.missing.begin(), found.missing.end(), place.text) != found.missing.end();
      if (sequence.back().empty() && !known) found.missing.push_back(place.text);
    }
    const bool whole = std::none_of(sequence.begin(), sequence.end(),
                                    [](const auto& sites) { return sites.empty(); });
    if (whole) found.orders.push_back(std::move(sequence));
  }
  return found;
}

}  // namespace foreweave
