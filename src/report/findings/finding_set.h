// Gathers what the engines put forward, one entry a bug: once one instance is proved, further ones,
// from the same engine or another, are the same finding.
//
// Keeps a reference to `trace`. One thread.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "report/findings/results.h"

namespace foreweave {

class FindingSet {
 public:
  explicit FindingSet(const Trace& trace) : trace_(trace) {}

  bool has_proof_of(const Claim& claim) { return proved_.contains(key(claim)); }
  // Each of its places is in some finding of this kind already, with this or another one.
  bool has_told_of_places(const Claim& claim);
  // A no-op if the bug has a proof already.
  void add(Proved proved, std::string_view engine);
  // A proof, now or later and by whichever engine, makes this forgotten.
  void add_undecided(const Claim& claim, std::string_view engine, UndecidedBug::Why why);

  // Findings and what stayed undecided, each by position of its first event, then its others, then
  // its kind; so the report does not depend on which engine came first.
  std::vector<Finding> take_findings();
  std::vector<UndecidedBug> take_undecided();

 private:
  // What bug_key() says, in numbers: the kind, then its canonical places. A large trace may have a
  // million suspects, too many to make text for each.
  using Key = std::vector<uint32_t>;
  Key key(const Claim& claim);
  uint32_t place(SiteId site);  // the same number for all sites at the same place

  const Trace& trace_;
  std::vector<uint32_t> place_of_site_;  // UINT32_MAX: not asked yet
  std::unordered_map<std::string, uint32_t> places_;
  std::vector<Finding> findings_;
  std::set<Key> proved_;
  std::set<std::pair<BugKind, uint32_t>> told_;  // places of findings
  std::set<std::string> ids_;
  std::map<Key, UndecidedBug> undecided_;
};

}  // namespace foreweave
