#include "tests/damage/scrutiny.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "predict/streaming/engines.h"
#include "prove/construct/construct.h"

namespace foreweave::damage {

void expect_one_sentence(const Error& error, const std::string& file) {
  EXPECT_FALSE(error.what.empty());
  EXPECT_THAT(error.sentence(), testing::StartsWith(file));
  EXPECT_THAT(error.sentence(), testing::Not(testing::HasSubstr("\n")));
}

std::vector<Proved> prove_all(const Trace& trace) {
  std::vector<Proved> proved;
  const TraceFacts facts(trace);
  Prover prover(facts);
  for (const Engine* engine : streaming_engines()) {
    engine->scan(facts, ScanOptions(), [&](const Suspect& suspect) {
      std::optional<Proved> proof = prover.prove(suspect);
      if (!proof) return false;
      proved.push_back(*std::move(proof));
      return true;
    });
  }
  return proved;
}

}  // namespace foreweave::damage
