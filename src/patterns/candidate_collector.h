// Sorts instances of possible bugs into classes while a pattern goes through a trace. Of each class
// it keeps the few whose events are closest together in the trace, and counts the others.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "patterns/claim_class.h"

namespace foreweave {

class CandidateCollector {
 public:
  // The first `happening` events of every instance happen, the rest is pending.
  CandidateCollector(const Trace& trace, BugKind kind, size_t happening,
                     const PatternOptions& options)
      : trace_(trace), kind_(kind), happening_(happening), options_(options) {}

  // An instance of the class that `key` names: mostly the sites of its events. True if the class
  // has seen so many that it needs no more.
  bool offer(std::span<const SiteId> key, std::span<const EventId> events);
  // The key is what the events' sites are.
  bool offer(std::span<const EventId> events);

  // The recorded run did this itself, at these places, and nothing came of it: it is no bug.
  void forgive(std::span<const SiteId> key);
  void forgive(std::span<const EventId> events);

  // Possible bugs that a pattern leaves out by itself, because there would be too many.
  void cut(uint64_t classes) { cut_ += classes; }

  Candidates finish() &&;

 private:
  struct Instance {
    uint32_t span;  // from its first to its last event in the trace
    std::vector<EventId> events;
    friend auto operator<=>(const Instance&, const Instance&) = default;
  };
  struct Class {
    std::vector<SiteId> key;
    std::vector<Instance> closest;  // sorted
    uint64_t instances = 0;
    bool forgiven = false;
  };
  // Keys are the bytes of site numbers.
  struct KeyHash {
    using is_transparent = void;
    size_t operator()(std::string_view key) const { return std::hash<std::string_view>()(key); }
  };

  uint32_t class_of(std::span<const SiteId> key);
  void drop_forgiven();
  void keep(Class& c, std::span<const EventId> events);
  Claim claim_of(const Instance& instance) const;

  const Trace& trace_;
  const BugKind kind_;
  const size_t happening_;
  const PatternOptions options_;
  std::unordered_map<std::string, uint32_t, KeyHash, std::equal_to<>> numbers_;
  std::vector<Class> classes_;
  std::vector<SiteId> scratch_;
  uint64_t cut_ = 0, forgiven_ = 0;
};

}  // namespace foreweave
