#include "predict/streaming/unnested_sections.h"

namespace foreweave {

UnnestedSections::UnnestedSections(const Trace& trace) {
  struct Open {
    EventId acquire;
    bool unnested;
  };
  std::vector<std::vector<Open>> held(trace.thread_count());
  for (const EventId e : trace.interacting()) {
    const Kind kind = trace.kind(e);
    if (acquires_lock(kind)) held[trace.thread(e).index()].push_back({e, false});
    if (!releases_lock(kind)) continue;
    std::vector<Open>& mine = held[trace.thread(e).index()];
    size_t at = mine.size();
    while (at > 0 && mine[at - 1].acquire != trace.partner(e)) --at;
    if (at == 0) continue;  // a release without an acquire
    for (size_t inner = at; inner < mine.size(); ++inner)
      mine[inner].unnested = mine[at - 1].unnested = true;
    if (mine[at - 1].unnested) acquires_.push_back(mine[at - 1].acquire);
    mine.erase(mine.begin() + static_cast<ptrdiff_t>(at - 1));
  }
  for (const std::vector<Open>& open : held)
    for (const Open& section : open)
      if (section.unnested) acquires_.push_back(section.acquire);
  std::sort(acquires_.begin(), acquires_.end());
}

}  // namespace foreweave
