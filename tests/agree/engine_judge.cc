#include "agree/engine_judge.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "agree/checker_agreement.h"
#include "agree/sequence_judge.h"
#include "predict/decider.h"

namespace foreweave::agree {

namespace {

using SitePair = std::pair<SiteId, SiteId>;

SitePair sites_of(const Trace& trace, EventId a, EventId b) {
  return std::minmax(trace.site(a), trace.site(b));
}

class EngineJudge {
 public:
  EngineJudge(const Engine& engine, const MakeProve& make_prove, JudgedTrace& judged,
              EngineCounts& counts, const Strictness& strictness)
      : engine_(engine),
        info_(engine.info()),
        model_(judged.known().fitting(engine.info().model)),
        make_prove_(make_prove),
        judged_(judged),
        trace_(judged.trace()),
        counts_(counts),
        strictness_(strictness),
        deciders_(engine.deciders(judged.known())) {
    if (deciders_) decider_ = deciders_->make();
  }

  std::vector<Disagreement> run() {
    ++counts_.traces;
    ask_all();
    scan();
    return std::move(found_);
  }

 private:
  void fault(Fault kind, std::string what) {
    ++counts_.faults[static_cast<size_t>(kind)];
    found_.push_back({kind, std::move(what)});
  }
  void fault(Fault kind, const Claim& claim, const std::string& more = "") {
    std::string events;
    for (const EventId e : claim.happen) events += fmt::format(" {}", e.value);
    if (!claim.pending.empty()) events += " pending";
    for (const EventId e : claim.pending) events += fmt::format(" {}", e.value);
    fault(kind, fmt::format("{}{}{}", name(claim.kind), events, more.empty() ? "" : ": " + more));
  }

  void ask_all() {
    const std::vector<JudgedPair>& pairs = judged_.races(model_);
    for (const JudgedPair& p : pairs)
      if (const Claim claim = Claim::race(p.a, p.b); judged_.is_asked(claim))
        ask(claim, p.feasible);
    if (!pairs.empty() || trace_.thread_count() > 1) ask_other_kinds();
    // Named the other way round it is the same claim.
    if (!pairs.empty()) ask_again(Claim::race(pairs[0].b, pairs[0].a), pairs[0].feasible);
    if (decider_ && !pairs.empty()) ask_a_fresh_one(Claim::race(pairs.back().a, pairs.back().b));
    ask_about_no_pair();
  }

  Verdict answer_to(const Claim& claim) const {
    return decider_ ? decider_->decide(claim, UINT64_MAX) : engine_.ask(judged_.known(), claim);
  }

  void ask(const Claim& claim, bool feasible) {
    const Verdict verdict = answer_to(claim);
    ClaimCounts& counts = counts_.of(claim.kind);
    ++counts.asked;
    counts.feasible += feasible;
    const bool beyond = trace_.thread_count() > info_.decides_threads;
    counts.feasible_beyond += feasible && beyond;
    counts.yes += std::holds_alternative<Feasible>(verdict);
    counts.no += std::holds_alternative<Infeasible>(verdict);
    if (std::holds_alternative<Unknown>(verdict)) {
      ++counts.unknown;
      counts.feasible_unknown += feasible;
      counts.feasible_unknown_beyond += feasible && beyond;
      const bool strict = strictness_.decides_all && info_.decides_threads && feasible;
      if (!beyond || strict) fault(Fault::silent, claim);
    }
    judge_verdict(verdict, claim, feasible);
  }

  // A few claims of every other kind, if the engine answers such.
  void ask_other_kinds() {
    for (const BugKind kind : kAllBugKinds) {
      if (kind == BugKind::race) continue;
      const std::vector<Claim>& claims = judged_.claims(kind);
      if (claims.empty() || !answers(claims[0])) continue;
      // Spread over the trace.
      const size_t most = strictness_.claims_of_a_kind;
      const size_t step = (claims.size() + most - 1) / most;
      for (size_t i = judged_.number() % step; i < claims.size(); i += step)
        ask(claims[i], judged_.can_happen(model_, kind, i));
    }
  }

  bool answers(const Claim& claim) const {
    const Verdict verdict = answer_to(claim);
    const Unknown* unknown = std::get_if<Unknown>(&verdict);
    return !unknown || unknown->why != Why::not_covered;
  }

  void ask_again(const Claim& claim, bool feasible) {
    judge_verdict(engine_.ask(judged_.known(), claim), claim, feasible);
  }

  void ask_a_fresh_one(const Claim& claim) {
    const Verdict used = answer_to(claim), fresh = engine_.ask(judged_.known(), claim);
    const Feasible *a = std::get_if<Feasible>(&used), *b = std::get_if<Feasible>(&fresh);
    if (used.index() != fresh.index() || (a && b && !(a->witness == b->witness)))
      fault(Fault::memory, claim);
  }

  // Two events that cannot race: an engine that says they do reads the claim wrong.
  void ask_about_no_pair() {
    for (uint32_t a = 0; a < trace_.size(); ++a) {
      for (uint32_t b = a + 1; b < trace_.size(); ++b) {
        if (can_race(trace_, EventId(a), EventId(b))) continue;
        return ask_again(Claim::race(EventId(a), EventId(b)), false);
      }
    }
  }

  void judge_verdict(const Verdict& verdict, const Claim& claim, bool feasible) {
    if (const Feasible* yes = std::get_if<Feasible>(&verdict)) {
      if (!feasible) fault(Fault::yes, claim);
      judge_witness(claim, yes->witness);
    } else if (std::holds_alternative<Infeasible>(verdict) && feasible) {
      fault(Fault::no, claim);
    }
  }

  void judge_witness(const Claim& claim, const Reordering& witness) {
    const auto& [m, c, w, refusal, checkers] = judged_.opinion_on(model_, claim, witness);
    if (refusal) fault(Fault::witness, claim, *refusal);
    if (refusal && !checkers) fault(Fault::checker, claim, "the checker accepts it");
    if (!refusal && checkers) fault(Fault::checker, claim, *checkers);
  }

  void scan() {
    const ScanStats stats =
        engine_.scan(judged_.known(), ScanOptions{.all_of_recorded_order = true},
                     [&](const Suspect& s) { return judge_suspect(s); });
    if (stats.settled_site_pairs != settled_.size() || stats.site_pairs != suspected_.size())
      fault(Fault::stats,
            fmt::format("{} site pairs, {} settled; seen {}, {}", stats.site_pairs,
                        stats.settled_site_pairs, suspected_.size(), settled_.size()));
    counts_.scans_with_suspects += !suspected_.empty();
    if (!strictness_.may_leave_out && info_.yes == Yes::possible)
      for (const JudgedPair& p : judged_.races(model_))
        if (p.feasible && !suspected_.contains(sites_of(trace_, p.a, p.b)))
          fault(Fault::missed, Claim::race(p.a, p.b));
    std::set<SitePair> racing;
    for (const JudgedPair& p : judged_.races(proving_model()))
      if (p.feasible) racing.insert(sites_of(trace_, p.a, p.b));
    counts_.site_pairs += racing.size();
    counts_.site_pairs_proved += settled_.size();
  }

  // What an over-approximating engine puts forward is proved under same-write.
  Model proving_model() const { return model_ == Model::sync ? Model::same_write : model_; }

  bool judge_suspect(const Suspect& s) {
    ++counts_.suspects;
    if (s.claim.is_by_memory_order()) return judge_memory_order(s);
    const bool shaped = s.claim.kind == BugKind::race && s.claim.pending.size() == 2 &&
                        can_race(trace_, s.claim.pending[0], s.claim.pending[1]);
    if (!shaped) {
      fault(Fault::not_a_race, "the scan put forward something else than a race pair");
      return false;
    }
    const EventId a = s.claim.pending[0], b = s.claim.pending[1];
    const bool first = suspected_.empty();
    suspected_.insert(sites_of(trace_, a, b));
    const std::optional<Proved>& proved = judged_.proof_of(s, make_prove_);
    if (first && !judged_.feasible(proving_model(), s.claim)) {
      ++counts_.first_not_a_race;
      counts_.first_not_a_race_but_proved += proved.has_value();
      if (!judged_.has_a_bug()) {
        ++counts_.first_without_any_bug;
        if (info_.yes == Yes::first_only) fault(Fault::first, s.claim);
      }
    }
    if (!proved) {
      if (info_.yes == Yes::sound && s.witness) fault(Fault::unproved, s.claim);
      counts_.only_worth_a_look += info_.yes == Yes::sound && !s.witness;
      return false;
    }
    ++counts_.proved;
    settled_.insert(sites_of(trace_, a, b));
    if (!(proved->claim() == s.claim) || !judged_.feasible(proved->model(), s.claim))
      fault(Fault::proved, s.claim);
    return true;
  }

  // Such a claim is put forward with its witness, and that is judged event by event.
  bool judge_memory_order(const Suspect& s) {
    const EventId a = s.claim.happen[0], b = s.claim.happen[1];
    suspected_.insert(sites_of(trace_, a, b));
    if (!s.witness) {
      fault(Fault::unproved, s.claim);
      return false;
    }
    judge_witness(s.claim, *s.witness);
    if (!judged_.proof_of(s, make_prove_)) {
      fault(Fault::unproved, s.claim);
      return false;
    }
    ++counts_.proved;
    settled_.insert(sites_of(trace_, a, b));
    return true;
  }

  const Engine& engine_;
  const EngineInfo& info_;
  const Model model_;
  const MakeProve& make_prove_;
  JudgedTrace& judged_;
  const Trace& trace_;
  EngineCounts& counts_;
  const Strictness strictness_;
  const std::unique_ptr<DeciderFactory> deciders_;
  std::unique_ptr<ClaimDecider> decider_;
  std::vector<Disagreement> found_;
  std::set<SitePair> suspected_, settled_;
};

}  // namespace

std::string_view name_of(Fault fault) {
  constexpr std::string_view kNames[] = {"yes",    "witness",  "no",     "silent",
                                         "proved", "unproved", "missed", "not-a-race",
                                         "first",  "checker",  "memory", "stats"};
  static_assert(std::size(kNames) == static_cast<size_t>(Fault::count_));
  return kNames[static_cast<size_t>(fault)];
}

std::string_view describe(Fault fault) {
  switch (fault) {
    case Fault::yes:
      return "said yes to what no reordering fulfils";
    case Fault::witness:
      return "gave a witness that is none";
    case Fault::first:
      return "suspected a race first where there is no race, deadlock or use after free";
    case Fault::checker:
      return "gave a witness about which the checker and brute force differ";
    case Fault::memory:
      return "answered otherwise than if it had not been asked before";
    case Fault::no:
      return "said no to what a reordering fulfils";
    case Fault::silent:
      return "left open what it promises to decide";
    case Fault::proved:
      return "had a suspect proved that no reordering fulfils";
    case Fault::unproved:
      return "put forward a suspect that could not be proved";
    case Fault::missed:
      return "left out a pair of sites that can race";
    case Fault::not_a_race:
      return "put forward a pair that cannot race";
    case Fault::stats:
      return "counted its suspects wrong";
    case Fault::count_:
      break;
  }
  return "";
}

void ClaimCounts::add(const ClaimCounts& o) {
  asked += o.asked;
  feasible += o.feasible;
  yes += o.yes;
  no += o.no;
  unknown += o.unknown;
  feasible_unknown += o.feasible_unknown;
  feasible_beyond += o.feasible_beyond;
  feasible_unknown_beyond += o.feasible_unknown_beyond;
}

void EngineCounts::add(const EngineCounts& o) {
  traces += o.traces;
  left_to_another += o.left_to_another;
  for (size_t k = 0; k < claims.size(); ++k) claims[k].add(o.claims[k]);
  suspects += o.suspects;
  proved += o.proved;
  site_pairs += o.site_pairs;
  site_pairs_proved += o.site_pairs_proved;
  scans_with_suspects += o.scans_with_suspects;
  first_not_a_race += o.first_not_a_race;
  first_not_a_race_but_proved += o.first_not_a_race_but_proved;
  first_without_any_bug += o.first_without_any_bug;
  only_worth_a_look += o.only_worth_a_look;
  for (size_t i = 0; i < faults.size(); ++i) faults[i] += o.faults[i];
}

uint64_t EngineCounts::all_faults() const {
  uint64_t n = 0;
  for (const uint64_t f : faults) n += f;
  return n;
}

// Of traces this small the checker would keep no state of the past.
constexpr uint32_t kPastDistance = 2;

JudgedTrace::JudgedTrace(const Draft& draft, BruteForce& brute, const Asking& asking)
    : asking_(asking),
      trace_(draft.build()),
      dependences_(draft.dependences()),
      known_(trace_),
      checker_(trace_, kPastDistance),
      brute_(brute) {
  links_.derive(trace_);
}

JudgedTrace::JudgedTrace(Trace trace, BruteForce& brute)
    : trace_(std::move(trace)), known_(trace_), checker_(trace_, kPastDistance), brute_(brute) {
  links_.derive(trace_);
}

const std::vector<JudgedPair>& JudgedTrace::races(Model model) {
  auto& slot = races_[static_cast<size_t>(model)];
  if (!slot) {
    const auto judged = brute_.races(trace_, facts(model));
    slot.emplace(judged.begin(), judged.end());
  }
  return *slot;
}

bool JudgedTrace::feasible(Model model, const Claim& race) {
  const auto [a, b] = std::minmax(race.pending[0], race.pending[1]);
  for (const JudgedPair& p : races(model))
    if (p.a == a && p.b == b) return p.feasible;
  return false;
}

const JudgedTrace::Opinion& JudgedTrace::opinion_on(Model model, const Claim& claim,
                                                    const Reordering& witness) {
  for (const Opinion& o : opinions_)
    if (o.model == model && o.claim == claim && o.witness == witness) return o;
  Opinion& o = opinions_.emplace_back(Opinion{model, claim, witness, {}, {}});
  o.judge = "the segments are nonsense";
  if (const auto events = expand(trace_, witness))
    o.judge = why_refused(trace_, links_, facts(model), claim, *events);
  const auto proved = checker_.check(facts(model), claim, witness);
  if (!proved) o.checker = proved.error().sentence();
  return o;
}

const std::optional<Proved>& JudgedTrace::proof_of(const Suspect& suspect,
                                                   const MakeProve& make_prove) {
  for (const auto& [s, proof] : proofs_)
    if (s.claim == suspect.claim && s.witness == suspect.witness && s.model == suspect.model)
      return proof;
  if (!prove_) prove_ = make_prove(trace_);
  return proofs_.emplace_back(suspect, prove_(suspect)).second;
}

const std::vector<Claim>& JudgedTrace::claims(BugKind kind) {
  auto& slot = claims_[static_cast<size_t>(kind)];
  if (!slot) {
    slot.emplace(AskedClaims{all_claims(trace_, kind), {}});
    std::erase_if(slot->claims, [&](const Claim& claim) { return !is_asked(claim); });
  }
  return slot->claims;
}

bool JudgedTrace::is_asked(const Claim& claim) const {
  EventSet named = 0;
  for (const auto* events : {&claim.happen, &claim.pending})
    for (const EventId e : *events) named |= bit(e.index());
  return !(asking_.to_name & ~named);
}

bool JudgedTrace::can_happen(Model model, BugKind kind, size_t claim) {
  const std::vector<Claim>& all = claims(kind);
  auto& answers = claims_[static_cast<size_t>(kind)]->answers[static_cast<size_t>(model)];
  answers.resize(all.size());
  if (!answers[claim]) answers[claim] = brute_.feasible(trace_, facts(model), all[claim]);
  return *answers[claim];
}

bool JudgedTrace::has_a_bug() {
  const auto race = [&] {
    const auto& pairs = races(Model::same_write);
    return std::any_of(pairs.begin(), pairs.end(), [](const JudgedPair& p) { return p.feasible; });
  };
  if (!has_a_bug_) has_a_bug_ = race() || has_a_deadlock() || has_a_use_after_free();
  return *has_a_bug_;
}

bool JudgedTrace::has_a_deadlock() {
  std::vector<EventId> acquires;
  for (uint32_t e = 0; e < trace_.size(); ++e)
    if (acquires_lock(trace_.kind(EventId(e))) && !trace_.gives_up(EventId(e)))
      acquires.push_back(EventId(e));
  const auto deadlock = [&](std::vector<EventId> pending) {
    return brute_.feasible(trace_, facts(Model::same_write), {BugKind::deadlock, {}, pending});
  };
  for (const EventId a : acquires) {
    for (const EventId b : acquires) {
      if (trace_.thread(a) == trace_.thread(b)) continue;
      if (a < b && deadlock({a, b})) return true;
      for (const EventId c : acquires)
        if (a < b && a < c && trace_.thread(c) != trace_.thread(a) &&
            trace_.thread(c) != trace_.thread(b) && deadlock({a, b, c}))
          return true;
    }
  }
  return false;
}

bool JudgedTrace::has_a_use_after_free() {
  auto object_of = [&](EventId e) {
    const Operand operand = operand_of(trace_.kind(e));
    if (operand == Operand::none || operand == Operand::thread ||
        trace_.kind(e) == Kind::barrier_leave)
      return ObjectId::none();
    if (operand == Operand::memory) return trace_.location_of(e).object;
    if (operand == Operand::object) return trace_.object(e);
    return trace_.sync_objects(operand)[trace_.sync(e).index()].object;
  };
  for (uint32_t f = 0; f < trace_.size(); ++f) {
    const EventId free(f);
    if (trace_.kind(free) != Kind::free || !trace_.object(free).exists()) continue;
    for (uint32_t i = 0; i < trace_.size(); ++i) {
      const EventId use(i);
      if (trace_.thread(use) == trace_.thread(free) || object_of(use) != trace_.object(free))
        continue;
      const Claim claim{BugKind::use_after_free, {free}, {use}};
      if (brute_.feasible(trace_, facts(Model::same_write), claim)) return true;
    }
  }
  return false;
}

std::vector<Disagreement> judge_engine(const Engine& engine, const MakeProve& make_prove,
                                       JudgedTrace& trace, EngineCounts& counts,
                                       const Strictness& strictness) {
  return EngineJudge(engine, make_prove, trace, counts, strictness).run();
}

}  // namespace foreweave::agree
