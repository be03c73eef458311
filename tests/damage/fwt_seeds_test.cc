// The seeds from which the fuzzer of .fwt starts are of the present format and small.
#include "tests/fuzz/fwt_seeds.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "events/fwt/format.h"

namespace foreweave::fuzz {
namespace {

Bytes read_seed(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

TEST(FwtSeeds, AreThoseThatTheToolMakes) {
  for (const auto& [name, bytes] : fwt_seeds())
    EXPECT_EQ(read_seed(std::filesystem::path(FOREWEAVE_FWT_SEEDS) / name), bytes)
        << name << ": run make_fwt_seeds tests/fuzz/corpus/fwt";
}

TEST(FwtSeeds, AreSmall) {
  for (const auto& entry : std::filesystem::directory_iterator(FOREWEAVE_FWT_SEEDS))
    EXPECT_LT(entry.file_size(), 2048u) << entry.path();
}

TEST(FwtSeeds, GiveTheFileTheyWereMadeFrom) {
  const samples::Recording recording = with_few_sites(samples::busy_recording(1, 3, 90, 8));
  for (const Bytes& file :
       {recording.file(40), samples::phrasing_of(recording, 1).file(recording, 40)}) {
    const Bytes input = input_from_file(file);
    EXPECT_EQ(file_from_blocks(blocks_of_input(std::span(input).subspan(1)), true), file);
    const Result<Trace> trace = read_fwt(file, "seed");
    ASSERT_TRUE(trace.ok());
    EXPECT_FALSE(trace.value().losses().any());
  }
}

}  // namespace
}  // namespace foreweave::fuzz
