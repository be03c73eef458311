#include "patterns/passes/library_synchronisation.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

namespace foreweave {

namespace {

// Of libstdc++ and libc++, by name; data structures of the library are the program's business.
constexpr std::array<std::string_view, 20> kHeaders = {"atomic_timed_wait.h",
                                                       "atomic_wait.h",
                                                       "barrier",
                                                       "condition_variable",
                                                       "future",
                                                       "latch",
                                                       "mutex",
                                                       "mutex.h",
                                                       "semaphore",
                                                       "semaphore_base.h",
                                                       "shared_mutex",
                                                       "std_mutex.h",
                                                       "std_thread.h",
                                                       "stop_token",
                                                       "thread",
                                                       "this_thread_sleep.h",
                                                       "unique_lock.h",
                                                       "shared_ptr_atomic.h",
                                                       "atomic_sync.h",
                                                       "atomic_waiting.h"};

bool implements_synchronisation(std::string_view file) {
  const size_t slash = file.rfind('/');
  if (slash == file.npos || file.find("/c++/") == file.npos) return false;
  return std::find(kHeaders.begin(), kHeaders.end(), file.substr(slash + 1)) != kHeaders.end();
}

}  // namespace

LibrarySynchronisation::LibrarySynchronisation(const Trace& trace)
    : trace_(trace), cells_(trace.cell_count()) {
  std::vector<bool> is_theirs;
  for (const Site& site : trace.sites()) {
    is_theirs.push_back(implements_synchronisation(trace.text(site.file)));
    any_ |= is_theirs.back();
  }
  if (!any_) return;
  for (const EventId e : trace.interacting()) {
    if (!is_access(trace.kind(e)) || !is_atomic(trace.kind(e)) || !is_theirs[trace.site(e).index()])
      continue;
    const Location& location = trace.location_of(e);
    for (uint32_t i = 0; i < location.cell_count; ++i) cells_.add(location.first_cell.index() + i);
  }
}

}  // namespace foreweave
