#include "harmless.h"

#include <algorithm>
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

}  // namespace

void set_harmless_aside(const Harm& harm, Results& results) {
  const auto is_bug = [&](const Finding& finding) {
    return harm.is_certain(finding.proved().claim()) ||
           (finding.replay() && finding.replay()->fails);
  };
  const auto first = std::stable_partition(results.findings.begin(), results.findings.end(), is_bug);
  for (auto it = first; it != results.findings.end(); ++it)
    results.undecided.push_back(
        {engine_of(results, *it), UndecidedBug::Why::no_effect, it->proved().claim()});
  results.findings.erase(first, results.findings.end());
}

}  // namespace foreweave
