// Which events the runtime counts when it replays (capture/abi/schedule.h). The others only tell
// the way through the code.
#pragma once

#include "events/kind.h"

namespace foreweave {

constexpr bool is_step(Kind kind) {
  return kind != Kind::branch && kind != Kind::indirect_call && kind != Kind::call &&
         kind != Kind::return_ && !marks_stretch(kind) && !asks_for_lock(kind);
}

}  // namespace foreweave
