// Engines to judge the judge with: one that is right because it asks brute force itself, and wrong
// ones, each with one mistake that real engines have made.
#pragma once

#include <functional>

#include "agree/engine_judge.h"

namespace foreweave::agree {

// Answers a race by `decide`: yes with the witness, no, or unknown (no value). Its scan puts
// forward every race pair that it says yes to.
class ToyEngine : public Engine {
 public:
  struct Answer {
    enum class Word { yes, no, unknown } word = Word::unknown;
    std::vector<EventId> witness;
  };
  using Decide = std::function<Answer(const Trace&, const Claim&)>;

  // Answers claims of every kind, or only races.
  ToyEngine(EngineInfo info, Decide decide, bool every_kind = false)
      : info_(info), decide_(std::move(decide)), every_kind_(every_kind) {}

  const EngineInfo& info() const override { return info_; }
  Verdict ask(const TraceFacts& facts, const Claim& claim) const override;
  ScanStats scan(const TraceFacts& facts, const ScanOptions& options,
                 const SuspectSink& sink) const override;

 private:
  EngineInfo info_;
  Decide decide_;
  bool every_kind_;
};

ToyEngine::Answer yes(std::vector<EventId> witness = {});
ToyEngine::Answer no();
ToyEngine::Answer unknown();

// Brute force as an engine: sound and exact.
ToyEngine right_engine();

// Proves a suspect only by the witness that it carries.
Prove prove_by_own_witness(const Trace& trace);

}  // namespace foreweave::agree
