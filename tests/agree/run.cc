#include "agree/run.h"

#include <algorithm>
#include <thread>

#include "agree/shrink.h"

namespace foreweave::agree {

namespace {

constexpr size_t kEveryClaim = 1000;

void keep_first(std::optional<FirstFailure>& first, std::optional<FirstFailure> other) {
  if (other && (!first || other->number < first->number)) first = std::move(other);
}

// One report a worker, made by `work(worker, report)`.
template <class Report, class Work>
std::vector<Report> in_parallel(uint32_t workers, const Work& work) {
  std::vector<Report> reports(workers);
  std::vector<std::thread> threads;
  for (uint32_t w = 1; w < workers; ++w) threads.emplace_back([&, w] { work(w, reports[w]); });
  work(0, reports[0]);
  for (std::thread& t : threads) t.join();
  return reports;
}

bool does_what_another_does(const Engine& engine, std::span<const Engine* const> engines,
                            const Trace& trace) {
  const Model model = TraceFacts(trace).fitting(engine.info().model);
  return model != engine.info().model &&
         std::any_of(engines.begin(), engines.end(), [&](const Engine* other) {
           return other->info().procedure == engine.info().procedure &&
                  other->info().model == model;
         });
}

}  // namespace

Source random_source(const RandomOptions& options, uint64_t seed, uint64_t traces) {
  return [=](uint32_t worker, uint32_t workers, const DraftSink& sink) {
    for (uint64_t i = worker; i < traces; i += workers)
      if (!sink(i, random_draft(options, Rng(seed, i)), 0)) return;
  };
}

Source exhaustive_source(const SmallFamily& family, const SmallFamily::Large& part) {
  return [=, &family](uint32_t worker, uint32_t workers, const DraftSink& sink) {
    const Share share{part.stride * workers, part.stride * worker, part.sparse, part.only_telling};
    enumerate_small(family, part.bound, share, sink);
  };
}

void EngineReport::add(EngineReport other) {
  engine = other.engine;
  counts.add(other.counts);
  for (size_t f = 0; f < first.size(); ++f) keep_first(first[f], std::move(other.first[f]));
}

std::vector<EngineReport> run_engines(std::span<const Engine* const> engines,
                                      const MakeProve& make_prove, const Source& source,
                                      const EngineRun& how) {
  using Reports = std::vector<EngineReport>;
  const auto work = [&](uint32_t worker, Reports& reports) {
    reports.resize(engines.size());
    for (size_t i = 0; i < engines.size(); ++i) reports[i].engine = engines[i];
    BruteForce brute;
    source(worker, how.workers, [&](uint64_t number, const Draft& draft, EventSet to_name) {
      JudgedTrace judged(draft, brute, {number, to_name});
      for (EngineReport& report : reports) {
        if (how.once && does_what_another_does(*report.engine, engines, judged.trace())) {
          ++report.counts.left_to_another;
          continue;
        }
        for (Disagreement& d :
             judge_engine(*report.engine, make_prove, judged, report.counts, how.strictness))
          if (auto& first = report.first[static_cast<size_t>(d.fault)]; !first)
            first = FirstFailure{number, draft, std::move(d.what)};
      }
      return true;
    });
  };
  Reports all(engines.size());
  for (Reports& reports : in_parallel<Reports>(how.workers, work))
    for (size_t i = 0; i < engines.size(); ++i) all[i].add(std::move(reports[i]));
  return all;
}

void CheckerReport::add(CheckerReport other) {
  traces += other.traces;
  failures += other.failures;
  counts.add(other.counts);
  keep_first(first, std::move(other.first));
}

CheckerReport run_checker(std::span<const Model> models, uint64_t seed, const Source& source,
                          uint32_t workers) {
  const auto work = [&](uint32_t worker, CheckerReport& report) {
    source(worker, workers, [&](uint64_t number, const Draft& draft, EventSet) {
      ++report.traces;
      auto difference = compare_random_witnesses(draft, Rng(~seed, number), models, report.counts);
      if (!difference) return true;
      ++report.failures;
      if (!report.first) report.first = FirstFailure{number, draft, std::move(*difference)};
      return true;
    });
  };
  CheckerReport all;
  for (CheckerReport& report : in_parallel<CheckerReport>(workers, work))
    all.add(std::move(report));
  return all;
}

FirstFailure shrink_engine_failure(const Engine& engine, const MakeProve& make_prove, Fault fault,
                                   const FirstFailure& failure, bool decides_all) {
  BruteForce brute;
  const Strictness strictness{kEveryClaim, decides_all};
  FirstFailure small = failure;
  const auto fails = [&](const Draft& candidate) {
    JudgedTrace judged(candidate, brute);
    EngineCounts counts;
    for (Disagreement& d : judge_engine(engine, make_prove, judged, counts, strictness)) {
      if (d.fault != fault) continue;
      small.what = std::move(d.what);
      return true;
    }
    return false;
  };
  small.draft = shrink(failure.draft, fails);
  fails(small.draft);  // for what it says about the last one
  return small;
}

FirstFailure shrink_checker_failure(std::span<const Model> models, uint64_t seed,
                                    const FirstFailure& failure) {
  // Which claims and witnesses are drawn changes with the draft: try several on each.
  constexpr uint64_t kTries = 50;
  FirstFailure small = failure;
  const auto fails = [&](const Draft& candidate) {
    CheckerCounts counts;
    for (uint64_t k = 0; k < kTries; ++k) {
      auto difference =
          compare_random_witnesses(candidate, Rng(~seed, failure.number + k), models, counts);
      if (!difference) continue;
      small.what = std::move(*difference);
      return true;
    }
    return false;
  };
  small.draft = shrink(failure.draft, fails);
  fails(small.draft);  // for what it says about the last one
  return small;
}

}  // namespace foreweave::agree
