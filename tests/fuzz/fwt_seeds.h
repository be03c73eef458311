// The seeds of the fuzzer of .fwt by name, as corpus/fwt holds them (make_fwt_seeds writes them,
// tests/damage checks that they are up to date).
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>

#include "events/fwt/phrases/phrases_for_tests.h"
#include "events/fwt/samples_for_tests.h"
#include "tests/fuzz/fwt_fuzz_input.h"

namespace foreweave::fuzz {

inline samples::Recording with_few_sites(samples::Recording r) {
  r.sites.resize(std::min<size_t>(r.sites.size(), 12));
  for (RawEvent& e : r.events) e.site %= static_cast<uint32_t>(r.sites.size());
  return r;
}

inline std::map<std::string, Bytes> fwt_seeds() {
  std::map<std::string, Bytes> seeds;
  seeds["empty"] = input_from_file(samples::Recording().file());
  for (const uint64_t n : {1, 2, 3})
    seeds[fmt::format("wild_{}", n)] =
        input_from_file(with_few_sites(samples::wild_recording(n, 50)).file(20));
  for (const uint64_t n : {1, 2})
    seeds[fmt::format("busy_{}", n)] =
        input_from_file(with_few_sites(samples::busy_recording(n, 3, 90, 8)).file(40));

  for (const uint64_t n : {1, 2}) {
    const samples::Recording wild = with_few_sites(samples::wild_recording(n, 30));
    seeds[fmt::format("wild_phrases_{}", n)] =
        input_from_file(samples::phrasing_of(wild, n, 5, 8).file(wild, 15));
    const samples::Recording busy = with_few_sites(samples::busy_recording(n, 3, 40, 30));
    seeds[fmt::format("busy_phrases_{}", n)] =
        input_from_file(samples::phrasing_of(busy, n, 6).file(busy, 60));
  }

  samples::Recording kinds = with_few_sites(samples::wild_recording(9, 0));
  for (size_t k = 0; k < kKindCount; ++k)
    kinds.events.push_back({0, static_cast<Kind>(k), 0, 0, k % 3 ? 8u : 4u, 0, k});
  seeds["kinds"] = input_from_file(kinds.file());

  Bytes& as_it_is = seeds["file"] = {0};
  surgery::append(as_it_is, with_few_sites(samples::busy_recording(4, 2, 20, 8)).file(10));
  return seeds;
}

}  // namespace foreweave::fuzz
