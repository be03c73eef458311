#include "replay/judge/outcome.h"

namespace foreweave {

std::string_view name(ReplayStatus status) {
  switch (status) {
    case ReplayStatus::confirmed:
      return "confirmed";
    case ReplayStatus::diverged:
      return "diverged";
    case ReplayStatus::not_reached:
      return "not reached";
    case ReplayStatus::refuted:
      return "refuted";
  }
  return "";
}

}  // namespace foreweave
