// What this build can do: the engines that scan a trace for races, the engines that decide claims
// of any kind, and the patterns that put such claims forward. A new one becomes known to every
// command by its line in registry.cc.
#pragma once

#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "events/claim.h"
#include "events/model.h"
#include "events/trace.h"
#include "patterns/claim_class.h"
#include "patterns/kinds/order_violation.h"
#include "predict/decider.h"
#include "predict/engine.h"

namespace foreweave {

struct DecidingEngine {
  EngineInfo info;
  // The model is info's or a stricter one (TraceFacts::fitting). The factory refers to the facts.
  std::unique_ptr<DeciderFactory> (*open)(const TraceFacts& facts, Model model);
};

// Only the order pattern looks at `orders`: sequences that the user says must not happen.
using Search = Candidates (*)(const Trace& trace, const PatternOptions& options,
                              std::span<const SiteSequence> orders);

struct Pattern {
  BugKind kind;
  std::vector<Search> searches;  // which have nothing to do with each other; see merged()
};

struct Registry {
  std::span<const Engine* const> scanners;   // they predict races and nothing else
  std::span<const DecidingEngine> deciders;  // the one that finds most comes last
  std::span<const Pattern> patterns;         // what deciders can be asked about
};

const Registry& registry();

}  // namespace foreweave
