// The closure engines by name: m2 (same-write) and seqcheck (branch).
#pragma once

#include <memory>
#include <span>

#include "predict/decider.h"
#include "predict/engine.h"

namespace foreweave {

struct ClosureOptions;

std::span<const Engine* const> closure_engines();
const Engine& m2_engine();
const Engine& seqcheck_engine();
// One of these, with other windows than usual; for tests.
std::unique_ptr<Engine> with_options(const Engine& closure_engine, const ClosureOptions& options);

}  // namespace foreweave
