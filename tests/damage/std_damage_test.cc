// 300 damaged STD texts. Text has no checksums, so a damaged one may well be another good trace;
// but it is read or refused in one clear sentence, and what is proved on it, the checker accepted.
#include <gtest/gtest.h>

#include "events/reading/validate.h"
#include "events/std/format.h"
#include "tests/damage/damage.h"
#include "tests/damage/racy_program.h"
#include "tests/damage/scrutiny.h"

namespace foreweave::damage {
namespace {

constexpr uint64_t kFiles = 300;

TEST(DamagedStd, GivesASentenceOrATraceThatCanBeAnalysed) {
  int refused = 0, invalid = 0, analysed = 0;
  size_t proved = 0;
  for (uint64_t seed = 0; seed < kFiles; ++seed) {
    Random random(seed);
    const std::string text = write_std(run_racy_program(random.bits()).trace());
    std::string what = fmt::format("text {} of {} bytes:", seed, text.size());
    const std::string damaged = damage_text(text, random, what);
    SCOPED_TRACE(what);
    const Result<Trace> trace = read_std(damaged, "damaged.std");
    if (!trace.ok()) {
      ++refused;
      expect_one_sentence(trace.error(), "damaged.std");
      continue;
    }
    if (const Status valid = validate(trace.value()); !valid.ok()) {
      ++invalid;
      expect_one_sentence(valid.error(), "damaged.std");
      continue;
    }
    ++analysed;
    for (const Proved& p : prove_all(trace.value())) {
      ++proved;
      EXPECT_TRUE(
          check_witness(trace.value(), ModelFacts{p.model(), nullptr}, p.claim(), p.witness())
              .ok());
    }
  }
  EXPECT_GT(refused, 60);
  EXPECT_GT(invalid, 5);
  EXPECT_GT(analysed, 60);
  EXPECT_GT(proved, 100u);
}

TEST(UndamagedStd, IsValid) {
  for (uint64_t seed = 0; seed < 20; ++seed) {
    const Result<Trace> trace = read_std(write_std(run_racy_program(seed).trace()), "whole.std");
    ASSERT_TRUE(trace.ok()) << trace.error().sentence();
    EXPECT_TRUE(validate(trace.value()).ok());
  }
}

}  // namespace
}  // namespace foreweave::damage
