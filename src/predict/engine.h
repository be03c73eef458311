// Engine = procedure x model: decides claims, and streaming ones also scan a whole trace for them.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string_view>

#include "base/meter.h"
#include "base/result.h"
#include "events/claim.h"
#include "events/model.h"
#include "events/reordering.h"
#include "events/trace.h"
#include "model/facts/trace_facts.h"
#include "predict/verdict.h"

namespace foreweave {

// What an engine's answers are worth; `foreweave engines` prints it, tests/agree holds it to it.
enum class Yes : uint8_t {
  sound,  // every witness it gives, in a Feasible or with a suspect, is accepted by the checker
  first_only,  // guaranteed for the first suspect of a scan at most; all need a witness
  possible,    // over-approximates: never a bug
};
enum class No : uint8_t {
  nothing,  // silence means nothing
  exact,    // Infeasible is right under the engine's model
};

struct EngineInfo {
  std::string_view name;       // "hb"
  std::string_view procedure;  // "streaming clocks"
  Model model = Model::same_write;
  Yes yes = Yes::sound;
  No no = No::nothing;
  std::string_view summary;      // one line
  uint32_t decides_threads = 0;  // a trace of at most so many threads never gets Unknown
};

// What a scan puts forward: a claim, and the engine's own witness if it has one. Without one it is
// only worth a look.
struct Suspect {
  Claim claim;
  std::optional<Reordering> witness;
  Model model = Model::same_write;  // under which the witness holds
};

// Told of each suspect; answers whether it is settled (proved). Engines put suspects forward once a
// pair of sites, and go on with other instances of an unsettled pair up to a limit.
using SuspectSink = std::function<bool(const Suspect&)>;

struct MeetingCells;

struct ScanOptions {
  uint32_t attempts_per_site_pair = 8;
  // Of engines that look at the recorded order: everything that is a race in it, also if memory
  // orders have nothing to do with it.
  bool all_of_recorded_order = false;
  Meter* meter = nullptr;  // in events, for whoever watches
  unsigned jobs = 1;       // threads that it may take; the results are the same
  // Where threads could have met otherwise (patterns/passes/meeting_cells.h), if somebody has found
  // that out, under the engine's model or a weaker one.
  const MeetingCells* meetings = nullptr;
};

struct ScanStats {
  uint64_t instances = 0;           // event pairs the engine's relation left unordered
  uint64_t site_pairs = 0;          // of these, different pairs of sites
  uint64_t settled_site_pairs = 0;  // of these, proved
  uint64_t site_pairs_cut = 0;      // unsettled ones whose attempts ran out with instances left
};

class DeciderFactory;

// Holds no state between calls; one instance may serve several threads.
class Engine {
 public:
  virtual ~Engine() = default;
  virtual const EngineInfo& info() const = 0;
  // Whether a scan could find anything in such a trace.
  virtual bool applies_to(const Trace&) const { return true; }
  virtual Verdict ask(const TraceFacts& facts, const Claim& claim) const = 0;
  virtual ScanStats scan(const TraceFacts& facts, const ScanOptions& options,
                         const SuspectSink& sink) const = 0;
  // For whoever has many claims about one trace (decider.h); the same answers as ask(). None if the
  // engine does not decide claims that way.
  virtual std::unique_ptr<DeciderFactory> deciders(const TraceFacts& facts) const;
};

}  // namespace foreweave
