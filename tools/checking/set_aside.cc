#include "checking/set_aside.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <utility>

namespace foreweave {

namespace {

// Names that outlive the findings.
std::string_view engine_of(const Results& results, const Finding& finding) {
  for (const EngineRun& run : results.engines)
    if (run.name == finding.engine()) return run.name;
  return "";
}

void set_aside(Results& results, UndecidedBug::Why why,
               const std::function<bool(const Finding&)>& is_bug) {
  const auto first =
      std::stable_partition(results.findings.begin(), results.findings.end(), is_bug);
  for (auto it = first; it != results.findings.end(); ++it)
    results.undecided.push_back({engine_of(results, *it), why, it->proved().claim()});
  results.findings.erase(first, results.findings.end());
}

}  // namespace

void set_harmless_aside(const Harm& harm, Results& results) {
  set_aside(results, UndecidedBug::Why::no_effect, [&](const Finding& finding) {
    return harm.is_certain(finding.proved().claim(), finding.proved().witness()) ||
           (finding.replay() && finding.replay()->fails);
  });
}

void set_held_up_aside(Results& results) {
  set_aside(results, UndecidedBug::Why::held_up, [](const Finding& finding) {
    return !finding.replay() || finding.replay()->outcome == Replay::Outcome::confirmed ||
           !finding.replay()->held_up;
  });
}

}  // namespace foreweave
