// Runs many drafts past the judges with several workers. What comes out does not depend on how
// many: every draft has a number, counts are sums, and the first failure of a kind is the one with
// the smallest number.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "agree/checker_agreement.h"
#include "agree/draft.h"
#include "agree/engine_judge.h"
#include "agree/random_trace.h"
#include "agree/small_traces.h"

namespace foreweave::agree {

// Hands worker `worker` of `workers` its share of the drafts.
using Source = std::function<void(uint32_t worker, uint32_t workers, const DraftSink& sink)>;

Source random_source(const RandomOptions& options, uint64_t seed, uint64_t traces);
// The promising traces of the family within the bound, all of them or fewer (see Share).
Source exhaustive_source(const SmallFamily& family, const SmallFamily::Large& part);

struct FirstFailure {
  uint64_t number = 0;
  Draft draft;
  std::string what;
};

struct EngineReport {
  const Engine* engine = nullptr;
  EngineCounts counts;
  std::array<std::optional<FirstFailure>, static_cast<size_t>(Fault::count_)> first;

  void add(EngineReport other);
};

struct EngineRun {
  uint32_t workers = 1;
  // An engine that has nothing of its own model to work on in a trace does what another engine with
  // the same procedure does. If set, only that one is judged there, if it is in the run.
  bool once = false;
  Strictness strictness;
};

std::vector<EngineReport> run_engines(std::span<const Engine* const> engines,
                                      const MakeProve& make_prove, const Source& source,
                                      const EngineRun& how);

struct CheckerReport {
  uint64_t traces = 0, failures = 0;
  CheckerCounts counts;
  std::optional<FirstFailure> first;

  void add(CheckerReport other);
};

CheckerReport run_checker(std::span<const Model> models, uint64_t seed, const Source& source,
                          uint32_t workers);

// The failure made small, with what is wrong with the small draft.
FirstFailure shrink_engine_failure(const Engine& engine, const MakeProve& make_prove, Fault fault,
                                   const FirstFailure& failure, bool decides_all = false);
FirstFailure shrink_checker_failure(std::span<const Model> models, uint64_t seed,
                                    const FirstFailure& failure);

}  // namespace foreweave::agree
