#include "registry.h"

#include "predict/streaming/engines.h"

namespace foreweave {

const Registry& registry() {
  static const Registry all{.scanners = streaming_engines(), .deciders = {}, .patterns = {}};
  return all;
}

}  // namespace foreweave
