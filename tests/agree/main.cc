// foreweave-agree: holds engines and the checker to brute force, on random traces, on all small
// ones and on the counterexamples of the past. Exit status 1 if anything disagreed.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>

#include "agree/counterexample.h"
#include "agree/run.h"
#include "events/reading/read_trace.h"
#include "events/reading/validate.h"
#include "model/order/thread_slots.h"
#include "predict/closure/closure.h"
#include "predict/closure/engines.h"
#include "predict/streaming/engines.h"
#include "prove/construct/construct.h"

namespace foreweave::agree {
namespace {

struct Arguments {
  std::string engine, model, exhaustive, bound, regress, save;
  bool checker = false, share = false, count = false, list = false, untold = false;
  uint64_t seed = 1, traces = 20'000, sparse = 1;
  uint32_t jobs = 1, window = 0;
  Strictness strictness;
  RandomOptions random;
  std::optional<uint32_t> slots;
};

Prove make_prove(const Trace& trace) {
  struct Proving {
    explicit Proving(const Trace& t) : facts(t), prover(facts) {}
    TraceFacts facts;
    Prover prover;
  };
  return [proving = std::make_shared<Proving>(trace)](const Suspect& s) {
    return proving->prover.prove(s);
  };
}

double percent(uint64_t part, uint64_t whole) {
  return whole ? 100.0 * static_cast<double>(part) / static_cast<double>(whole) : 100.0;
}

std::string_view describe(Yes yes) {
  constexpr std::string_view kNames[] = {"sound", "first only", "possible"};
  return kNames[static_cast<size_t>(yes)];
}

void print(const EngineReport& report) {
  const EngineInfo& info = report.engine->info();
  const EngineCounts& c = report.counts;
  fmt::print("{} ({}, yes: {}, no: {})\n", info.name, name(info.model), describe(info.yes),
             info.no == No::exact ? "exact" : "nothing");
  fmt::print("  {} traces\n", c.traces);
  if (c.left_to_another)
    fmt::print("  {} traces without decisions, on which it is the engine of same-write\n",
               c.left_to_another);
  ClaimCounts all;
  for (const BugKind kind : kAllBugKinds) {
    const ClaimCounts& claims = c.of(kind);
    if (claims.asked == 0) continue;
    all.add(claims);
    fmt::print(
        "  {}: {} asked, {} feasible by brute force under {}; {} yes ({:.3f} % of feasible), {} "
        "no, {} unknown, {} of them feasible\n",
        name(kind), claims.asked, claims.feasible, name(info.model), claims.yes,
        percent(claims.yes, claims.feasible), claims.no, claims.unknown, claims.feasible_unknown);
  }
  if (info.decides_threads)
    fmt::print("  in traces of more than {} threads: {} feasible, {} of them unknown ({:.4f} %)\n",
               info.decides_threads, all.feasible_beyond, all.feasible_unknown_beyond,
               all.feasible_beyond ? percent(all.feasible_unknown_beyond, all.feasible_beyond) : 0);
  fmt::print("  scan: {} suspects, {} proved; {} of {} racing site pairs proved ({:.1f} %)\n",
             c.suspects, c.proved, c.site_pairs_proved, c.site_pairs,
             percent(c.site_pairs_proved, c.site_pairs));
  if (info.yes == Yes::sound)
    fmt::print("  suspects without a witness that were not proved: {}\n", c.only_worth_a_look);
  fmt::print(
      "  first suspect not a race: {} of {} scans; no bug at all: {}; proved all "
      "the same: {}\n",
      c.first_not_a_race, c.scans_with_suspects, c.first_without_any_bug,
      c.first_not_a_race_but_proved);
  fmt::print("  disagreements: {}\n", c.all_faults());
}

// Prints a minimised failure and, if asked, saves it.
void show(const Arguments& args, const std::string& who, const std::string& what,
          const FirstFailure& failure) {
  const std::string comment = fmt::format("{}: {}", what, failure.what);
  fmt::print("\n{}\n{}\n", comment, describe(failure.draft));
  if (args.save.empty()) return;
  const std::string file = fmt::format("{}-{}-{}", who, args.seed, failure.number);
  const Result<std::string> path = save_counterexample(failure.draft, args.save, file, comment);
  if (path)
    fmt::print("saved as {}\n", path.value());
  else
    fmt::print(stderr, "foreweave-agree: {}\n", path.error().sentence());
}

bool judge_engines(const Arguments& args, std::span<const Engine* const> engines,
                   const Source& source) {
  bool agreed = true;
  const EngineRun how{args.jobs, !args.exhaustive.empty(), args.strictness};
  for (const EngineReport& report : run_engines(engines, make_prove, source, how)) {
    print(report);
    for (size_t f = 0; f < report.first.size(); ++f) {
      if (!report.first[f]) continue;
      agreed = false;
      const Fault fault = static_cast<Fault>(f);
      fmt::print("  {} times it {}\n", report.counts.faults[f], describe(fault));
      const std::string_view engine = report.engine->info().name;
      show(args, fmt::format("{}-{}", engine, name_of(fault)),
           fmt::format("{} {}", engine, describe(fault)),
           shrink_engine_failure(*report.engine, make_prove, fault, *report.first[f],
                                 args.strictness.decides_all));
    }
  }
  return agreed;
}

bool judge_checker(const Arguments& args, std::span<const Model> models, const Source& source) {
  const CheckerReport report = run_checker(models, args.seed, source, args.jobs);
  fmt::print("checker: {} traces, {} witnesses, {} accepted, {} traces with a disagreement\n",
             report.traces, report.counts.witnesses, report.counts.accepted, report.failures);
  if (!report.first) return true;
  show(args, "checker", "the checker and brute force differ",
       shrink_checker_failure(models, args.seed, *report.first));
  return false;
}

// A counterexample of the past: all engines, and the checker on every interleaving.
bool judge_file(const std::string& path, std::span<const Engine* const> engines,
                const Strictness& strictness) {
  Result<Trace> trace = read_trace(path);
  Status status = Done{};
  if (trace) status = validate(trace.value());
  if (!trace || !status) {
    fmt::print("{}\n", (trace ? status.error() : trace.error()).sentence());
    return false;
  }
  BruteForce brute;
  JudgedTrace judged(std::move(trace).value(), brute);
  bool agreed = true;
  for (const Engine* engine : engines) {
    EngineCounts counts;
    for (const Disagreement& d : judge_engine(*engine, make_prove, judged, counts, strictness)) {
      agreed = false;
      fmt::print("{}: {} {}: {}\n", path, engine->info().name, describe(d.fault), d.what);
    }
  }
  if (judged.trace().size() > 10) return agreed;
  CheckerCounts counts;
  const auto difference =
      compare_all_witnesses(judged.trace(), Dependences(), Rng(1), kAllModels, counts);
  if (difference) fmt::print("{}: {}\n", path, *difference);
  return agreed && !difference;
}

bool judge_folder(const std::string& folder, std::span<const Engine* const> engines,
                  const Strictness& strictness) {
  std::vector<std::string> paths;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error))
    if (entry.path().extension() == ".std" || entry.path().extension() == ".fwt")
      paths.push_back(entry.path().string());
  std::sort(paths.begin(), paths.end());
  bool agreed = !paths.empty();
  for (const std::string& path : paths) agreed &= judge_file(path, engines, strictness);
  fmt::print("{} counterexamples of the past, {} engines: {}\n", paths.size(), engines.size(),
             agreed ? "all agree" : "not all agree");
  return agreed;
}

std::vector<const Engine*> all_engines() {
  std::vector<const Engine*> all(streaming_engines().begin(), streaming_engines().end());
  all.insert(all.end(), closure_engines().begin(), closure_engines().end());
  return all;
}

// The closure engines with windows that small traces are wider than. They live as long as we do.
const Engine* in_windows(const Engine* engine, uint32_t margin) {
  static std::vector<std::unique_ptr<Engine>> made;
  const auto closure = closure_engines();
  if (margin == 0 || std::find(closure.begin(), closure.end(), engine) == closure.end())
    return engine;
  made.push_back(with_options(*engine, {.margin = margin, .near = 1, .whole_up_to = 0}));
  return made.back().get();
}

std::vector<const Engine*> chosen_engines(const Arguments& args) {
  std::vector<const Engine*> chosen;
  for (const Engine* engine : all_engines())
    if ((args.engine == "all" || args.engine == engine->info().name) &&
        (args.model.empty() || args.model == name(engine->info().model)))
      chosen.push_back(in_windows(engine, args.window));
  return chosen;
}

std::vector<SmallFamily::Large> chosen_bounds(const Arguments& args, const SmallFamily& family) {
  SmallFamily::Large given{{}, args.sparse, 1, !args.untold};
  if (std::sscanf(args.bound.c_str(), "%ux%u", &given.bound.threads,
                  &given.bound.events_per_thread) == 2)
    return {given};
  std::vector<SmallFamily::Large> bounds;
  for (const SmallBound small : family.small) bounds.push_back({small, 1, 1, false});
  for (const SmallFamily::Large& large : family.large)
    bounds.push_back(args.share ? large
                                : SmallFamily::Large{large.bound, args.sparse, 1, !args.untold});
  return bounds;
}

void list() {
  for (const Engine* engine : all_engines()) fmt::print("engine {}\n", engine->info().name);
  for (const SmallFamily& f : small_families()) {
    fmt::print("family {}: {}; {} variables, {} locks;", f.name, f.alphabet, f.variables, f.locks);
    for (const SmallBound& b : f.small) fmt::print(" {}x{}", b.threads, b.events_per_thread);
    for (const auto& [b, sparse, stride, only_telling] : f.large)
      fmt::print(" {}x{} (./test: every {}th from every {}th)", b.threads, b.events_per_thread,
                 stride, sparse);
    fmt::print("\n");
  }
}

bool judge_small(const Arguments& args, const SmallFamily& family,
                 const std::function<bool(const Source&)>& judge) {
  bool agreed = true;
  for (const SmallFamily::Large& part : chosen_bounds(args, family)) {
    fmt::print("family {}, {} threads of up to {} events{}\n", family.name, part.bound.threads,
               part.bound.events_per_thread, part.sparse * part.stride == 1 ? "" : ", a share");
    if (args.count) {
      const SmallCounts c = enumerate_small(
          family, part.bound, {part.stride, 0, part.sparse, part.only_telling}, nullptr);
      fmt::print("  {} valid, {} promising, {} telling, {} different ones\n", c.nodes, c.promising,
                 c.telling, c.traces);
    } else {
      agreed &= judge(exhaustive_source(family, part));
    }
  }
  return agreed;
}

int refuse(const std::string& why) {
  fmt::print(stderr, "foreweave-agree: {}\n", why);
  return 2;
}

int run(const Arguments& args) {
  if (args.list) return list(), 0;
  std::vector<Model> models(std::begin(kAllModels), std::end(kAllModels));
  if (!args.model.empty()) {
    const auto model = model_from_name(args.model);
    if (!model) return refuse("there is no model " + args.model);
    models = {*model};
  }
  const std::vector<const Engine*> engines = chosen_engines(args);
  if (!args.checker && !args.count && engines.empty())
    return refuse("there is no engine " + args.engine + "; see --list");
  if (!args.regress.empty()) return judge_folder(args.regress, engines, args.strictness) ? 0 : 1;

  const auto judge = [&](const Source& source) {
    return args.checker ? judge_checker(args, models, source)
                        : judge_engines(args, engines, source);
  };
  if (args.exhaustive.empty())
    return judge(random_source(args.random, args.seed, args.traces)) ? 0 : 1;

  bool agreed = true, known = false;
  for (const SmallFamily& family : small_families()) {
    if (args.exhaustive != "all" && args.exhaustive != family.name) continue;
    known = true;
    agreed &= judge_small(args, family, judge);
  }
  if (!known) return refuse("there is no family " + args.exhaustive + "; see --list");
  return agreed ? 0 : 1;
}

}  // namespace
}  // namespace foreweave::agree

int main(int argc, char** argv) {
  foreweave::agree::Arguments args;
  CLI::App app("Holds engines and the checker to brute force (docs/agreement.md)");
  app.add_option("--engine", args.engine, "An engine, or all")->default_str("all");
  app.add_option("--model", args.model,
                 "Only engines of this model, or only this one for --checker");
  app.add_flag("--checker", args.checker, "Judge the witness checker instead of engines");
  app.add_option("--seed", args.seed, "Of random traces");
  app.add_option("--traces", args.traces, "Number of random traces");
  app.add_option("--threads", args.random.max_threads, "Of a random trace, at most")
      ->check(CLI::Range(2, 6));
  app.add_option("--events", args.random.max_events, "Of a random trace, at most")
      ->check(CLI::Range(6, 40));
  app.add_flag("--races-likely", args.random.races_likely, "Few variables, few locks");
  app.add_flag("--short-lived", args.random.short_lived,
               "Threads are forked and joined all the time");
  app.add_flag("--unjoined", args.random.unjoined, "Threads are forked and nobody joins them");
  app.add_option("--slots", args.slots,
                 "Beyond so many, a thread takes the place in clocks of one that nobody joined");
  app.add_flag("--plain", args.random.plain, "Only reads, writes, locks, forks and joins");
  app.add_option("--exhaustive", args.exhaustive, "All small traces of a family, or of all");
  app.add_option("--bound", args.bound, "Another bound than the family's, as 2x3");
  app.add_option("--sparse", args.sparse, "Go on from every n-th word of five events only")
      ->check(CLI::PositiveNumber);
  app.add_flag("--untold", args.untold, "Also those of larger bounds that tell nothing new");
  app.add_flag("--share", args.share, "The share of the larger bounds that ./test takes");
  app.add_flag("--count", args.count, "Only count the small traces");
  app.add_option("--regress", args.regress, "The traces of this folder instead of others");
  app.add_option("--save", args.save, "Folder for minimised counterexamples");
  app.add_option("--window", args.window, "Closure engines: events beside a claim to begin with");
  app.add_option("--jobs", args.jobs, "Workers; the output is the same for any number")
      ->check(CLI::Range(1, 256));
  app.add_option("--claims", args.strictness.claims_of_a_kind,
                 "Claims of each kind but races to ask of a trace")
      ->check(CLI::PositiveNumber);
  app.add_flag("--decide-all", args.strictness.decides_all,
               "A feasible claim that is left open is a fault, for any number of threads");
  app.add_flag("--list", args.list, "Engines and families");
  CLI11_PARSE(app, argc, argv);
  if (args.slots) {
    foreweave::ThreadSlots::set_most_unjoined(*args.slots);
    args.strictness.may_leave_out = true;
  }
  if (args.engine.empty()) args.engine = "all";
  return foreweave::agree::run(args);
}
