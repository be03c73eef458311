#include "prove/construct/trusted_suspects.h"

#include <utility>

namespace foreweave {

void TrustedSuspects::add(Suspect suspect, std::optional<Proved> proof) {
  {
    const std::lock_guard lock(mutex_);
    entries_.push_back({std::move(suspect), std::move(proof)});
  }
  more_.notify_one();
}

void TrustedSuspects::close() {
  {
    const std::lock_guard lock(mutex_);
    closed_ = true;
  }
  more_.notify_all();
}

// Null if nothing more comes.
TrustedSuspects::Entry* TrustedSuspects::next_unproved() {
  std::unique_lock lock(mutex_);
  for (;;) {
    while (next_ < entries_.size() && entries_[next_].proof) ++next_;
    if (next_ < entries_.size()) return &entries_[next_++];
    if (closed_) return nullptr;
    more_.wait(lock);
  }
}

void TrustedSuspects::check(Prover& prover) {
  while (Entry* entry = next_unproved()) entry->proof = prover.prove(entry->suspect);
}

std::vector<std::optional<Proved>> TrustedSuspects::take_proofs() {
  std::vector<std::optional<Proved>> proofs;
  for (Entry& entry : entries_) proofs.push_back(std::move(entry.proof));
  entries_.clear();
  next_ = 0;
  return proofs;
}

}  // namespace foreweave
