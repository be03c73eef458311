#include "patterns/passes/places.h"

#include <map>
#include <tuple>

namespace foreweave {

Places::Places(const Trace& trace) {
  std::map<std::tuple<StringId, StringId, uint32_t, uint32_t>, uint32_t> known;
  for (const Site& site : trace.sites()) {
    const auto key = std::tuple(site.file, site.function, site.line, site.column);
    place_of_site_.push_back(
        known.try_emplace(key, static_cast<uint32_t>(known.size())).first->second);
  }
}

}  // namespace foreweave
