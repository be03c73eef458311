// What kind of run the generator makes up. The defaults are the run that `bench/run streaming`
// measures; what came later is off by default, so that its traces stay the same.
#pragma once

#include <cstdint>

namespace foreweave {

struct GeneratorOptions {
  uint64_t seed = 1;
  // At most; the run ends in order a little earlier.
  uint64_t events = 10'000'000;
  uint32_t threads = 12;              // with the main thread
  uint32_t locks = 64;                // each guards variables / locks variables
  uint32_t variables = 2'000;         // shared ones
  uint32_t local_variables = 20'000;  // of each thread
  double local_share = 0.9;           // of the accesses
  uint32_t nesting = 2;               // locks held at once, at most
  uint32_t slice = 10'000;            // mean number of events between switches of the thread
  double race_rate = 1e-4;            // share of the accesses that touch shared memory unguarded
  bool values = true;                 // events carry the values read and written
  // Some accesses touch two neighbouring variables at once. STD cannot say this.
  bool mixed_sizes = false;
  // Share of the local work done in short-lived allocations. STD cannot say which object an access
  // touches.
  double heap_share = 0;
  // Conditions are branch events, and nearly all shared accesses go to an address that was
  // computed.
  bool branches = false;
  // Share of the shared work in sections as of program_sections.h, done right; and share of the
  // accesses at which a thread does one wrong.
  double careful_share = 0;
  double fault_rate = 0;

  bool has_sections() const { return careful_share > 0 || fault_rate > 0; }

  // The hard case for engines that look at every critical section: all accesses shared, few
  // variables, sections of a few events, a switch about every 20 events.
  void make_dense() {
    locks = 24;
    variables = 120;
    local_share = 0;
    nesting = 3;
    slice = 20;
    race_rate = 2e-3;
  }

  // Something of every kind of bug that deciding engines look for, as a C++ program would show it.
  void make_varied() {
    mixed_sizes = true;
    branches = true;
    careful_share = 0.3;
    fault_rate = 2e-4;
  }
};

}  // namespace foreweave
