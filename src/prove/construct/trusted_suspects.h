// Suspects whose witnesses are trusted while a scan goes on, and checked beside it: the witnesses
// of an engine whose every yes is right (Yes::sound) are refused only if there is a mistake
// somewhere. Whoever trusts must be ready to start again without.
//
// One thread adds; any number of others check.
#pragma once

#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>
#include <vector>

#include "prove/construct/construct.h"

namespace foreweave {

class TrustedSuspects {
 public:
  // With its proof, if there is one already.
  void add(Suspect suspect, std::optional<Proved> proof = {});
  // Nothing more comes.
  void close();
  // Until it is closed and everything is checked or somebody else is at it.
  void check(Prover& prover);
  // Once it is closed and all have checked: the proofs in the order of add(); none where the prover
  // could not make one.
  std::vector<std::optional<Proved>> take_proofs();

 private:
  struct Entry {
    Suspect suspect;
    std::optional<Proved> proof;
  };
  Entry* next_unproved();

  std::mutex mutex_;
  std::condition_variable more_;
  std::deque<Entry> entries_;  // what lies in it stays where it is
  size_t next_ = 0;            // to be looked at
  bool closed_ = false;
};

}  // namespace foreweave
