// The numbers by which a trace's parts are named.
#pragma once

#include <cstdint>

#include "base/id.h"

namespace foreweave {

using EventId = Id<struct EventTag>;        // position in the trace's total order
using ThreadId = Id<struct ThreadTag>;      // in order of first appearance
using SiteId = Id<struct SiteTag>;          // a static instruction
using ObjectId = Id<struct ObjectTag>;      // one lifetime of one piece of memory
using LocationId = Id<struct LocationTag>;  // a byte range of an object that some access touched
using CellId = Id<struct CellTag>;          // bytes that every access touches wholly or not at all
using LockId = Id<struct LockTag>;          // one lock (mutex, rwlock, spin lock)
using SyncId = Id<struct SyncTag>;          // a condition, barrier, semaphore or once, per class

// An address in the recorded program, never one of ours.
struct TargetAddress {
  uint64_t value = 0;
  friend constexpr auto operator<=>(TargetAddress, TargetAddress) = default;
};

}  // namespace foreweave
