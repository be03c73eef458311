#include "predict/engine.h"

#include "predict/decider.h"

namespace foreweave {

std::unique_ptr<DeciderFactory> Engine::deciders(const TraceFacts&) const { return nullptr; }

}  // namespace foreweave
