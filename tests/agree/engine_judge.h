// Holds an engine to what its EngineInfo promises, on one small trace at a time, with brute force
// as the judge:
//   ask    Feasible only if some reordering under the engine's model fulfils the claim, and with a
//          witness that prove/check accepts; Infeasible only if none does; never Unknown if the
//          engine decides all traces of so few threads.
//          An engine with deciders is asked through one of them, which must not mind what it was
//          asked before.
//   scan   what prove/construct proves of its suspects is feasible. A sound engine's suspects that
//          come with a witness are all proved; an over-approximating engine's suspects cover every
//          pair of sites that can race.
// Counted, and no fault: suspects of a sound engine that come without a witness and are not proved
// (engine.h calls them worth a look); a first suspect that is no race. The theorem behind WCP
// grants some race or deadlock in the trace then (a free races with every use of the memory), and
// whether there is one is counted as well.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "agree/brute_force.h"
#include "agree/draft.h"
#include "agree/small_claims.h"
#include "predict/engine.h"
#include "prove/check/check.h"

namespace foreweave::agree {

// prove/construct as the judge sees it: proves suspects of the trace it was made for.
using Prove = std::function<std::optional<Proved>(const Suspect&)>;
using MakeProve = std::function<Prove(const Trace&)>;

enum class Fault : uint8_t {
  yes,         // Feasible, and it is not
  witness,     // Feasible with a witness that is no reordering or does not fulfil the claim
  no,          // Infeasible, and it is feasible
  silent,      // Unknown, although the trace has no more threads than the engine always decides
  proved,      // a suspect was proved that brute force says is not feasible
  unproved,    // a sound engine's suspect could not be proved
  missed,      // an over-approximating engine's scan left out a pair of sites
  not_a_race,  // a suspect is no pair that can race
  first,       // a first-only engine's first suspect, in a trace without any bug
  checker,     // the checker and brute force differ about an engine's witness
  memory,      // a decider that was asked before answers otherwise than a fresh one
  stats,       // ScanStats count something else than the sink saw
  count_,
};
std::string_view name_of(Fault fault);  // one word
std::string_view describe(Fault fault);

struct Disagreement {
  Fault fault;
  std::string what;
};

// Claims of one kind that the engine was asked about.
struct ClaimCounts {
  uint64_t asked = 0, feasible = 0;
  uint64_t yes = 0, no = 0, unknown = 0;
  uint64_t feasible_unknown = 0;  // feasible ones that the engine left open
  // In traces of more threads than the engine promises to decide.
  uint64_t feasible_beyond = 0, feasible_unknown_beyond = 0;

  void add(const ClaimCounts& other);
};

struct EngineCounts {
  uint64_t traces = 0;
  uint64_t left_to_another = 0;  // on which another engine of the run does the very same
  std::array<ClaimCounts, std::size(kAllBugKinds)> claims{};  // by BugKind
  ClaimCounts& of(BugKind kind) { return claims[static_cast<size_t>(kind)]; }
  const ClaimCounts& of(BugKind kind) const { return claims[static_cast<size_t>(kind)]; }
  uint64_t suspects = 0, proved = 0;
  uint64_t only_worth_a_look = 0;  // of a sound engine, without a witness, not proved
  uint64_t site_pairs = 0;         // with a race under the model by which suspects are proved
  uint64_t site_pairs_proved = 0;  // of these, by the scan
  uint64_t scans_with_suspects = 0;
  uint64_t first_not_a_race = 0;             // under that model
  uint64_t first_not_a_race_but_proved = 0;  // a fault, too
  uint64_t first_without_any_bug = 0;        // nor is there any other bug
  std::array<uint64_t, static_cast<size_t>(Fault::count_)> faults{};

  void add(const EngineCounts& other);
  uint64_t all_faults() const;
};

// One trace, and brute force's answers about it, found when first asked for.
class JudgedTrace {
 public:
  struct Asking {
    uint64_t number = 0;   // decides which of many claims are asked
    EventSet to_name = 0;  // claims that do not name all of these are not
  };
  JudgedTrace(const Draft& draft, BruteForce& brute, const Asking& asking);
  JudgedTrace(const Draft& draft, BruteForce& brute) : JudgedTrace(draft, brute, Asking{}) {}
  JudgedTrace(Trace trace, BruteForce& brute);
  JudgedTrace(const JudgedTrace&) = delete;

  uint64_t number() const { return asking_.number; }
  bool is_asked(const Claim& claim) const;
  const Trace& trace() const { return trace_; }
  const TraceFacts& known() const { return known_; }
  const Links& links() const { return links_; }
  ModelFacts facts(Model model) const { return {model, &dependences_}; }
  const std::vector<JudgedPair>& races(Model model);
  bool feasible(Model model, const Claim& race);
  // What it is asked about, of any kind.
  const std::vector<Claim>& claims(BugKind kind);
  bool can_happen(Model model, BugKind kind, size_t claim);  // one of these
  // What is wrong with the witness, by brute force's judge and by the checker; nothing if nothing
  // is. Several engines give the same one.
  struct Opinion {
    Model model;
    Claim claim;
    Reordering witness;
    std::optional<std::string> judge, checker;
  };
  const Opinion& opinion_on(Model model, const Claim& claim, const Reordering& witness);
  // What `make_prove` makes of the suspect; several engines put the same one forward.
  const std::optional<Proved>& proof_of(const Suspect& suspect, const MakeProve& make_prove);
  // Whether some reordering under same-write shows a race, a deadlock of two or three threads, or a
  // free before some use by another thread.
  bool has_a_bug();

 private:
  static constexpr size_t kModels = 4;  // the engines' models come first in the list

  bool has_a_deadlock();
  bool has_a_use_after_free();

  const Asking asking_;
  Trace trace_;
  Links links_;
  Dependences dependences_;
  const TraceFacts known_;  // as engines know it
  const Checker checker_;   // under test
  BruteForce& brute_;
  struct AskedClaims {
    std::vector<Claim> claims;
    std::array<std::vector<std::optional<bool>>, kModels> answers;  // by model
  };
  std::array<std::optional<std::vector<JudgedPair>>, kModels> races_;
  std::array<std::optional<AskedClaims>, std::size(kAllBugKinds)> claims_;
  std::vector<Opinion> opinions_;
  Prove prove_;
  std::deque<std::pair<Suspect, std::optional<Proved>>> proofs_;
  std::optional<bool> has_a_bug_;
};

struct Strictness {
  // The engine is asked about all races, and about so many claims of every other kind.
  size_t claims_of_a_kind = 6;
  // An engine that decides traces of few threads may leave no feasible claim open in any.
  bool decides_all = false;
  // A scan may leave out what can race: clocks assume more order than there is.
  bool may_leave_out = false;
};

// Adds to `counts` and gives what the engine did wrong, if anything.
std::vector<Disagreement> judge_engine(const Engine& engine, const MakeProve& make_prove,
                                       JudgedTrace& trace, EngineCounts& counts,
                                       const Strictness& strictness = {});

}  // namespace foreweave::agree
