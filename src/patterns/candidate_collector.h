// Sorts instances of possible bugs into classes while a pattern goes through a trace. Of each class
// it keeps the few whose events are closest together in the trace, and counts the others.
//
// Memory is bounded whatever the trace: the more classes there are, the fewer instances of each are
// kept (a class that has more says so by its count), and of classes beyond the limit no more than
// some millions are told apart: then classes_cut is a lower bound.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
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
      : trace_(trace),
        kind_(kind),
        happening_(happening),
        options_(options),
        most_of_class_(std::max(options.claims_per_class, 1u)) {}

  // What comes from one place in memory: one that is touched at many sites has as many possible
  // bugs as there are ways to combine them, and one cause. Classes beyond a share are cut.
  class Share {
   public:
    bool is_used_up() const { return classes_ >= kMost; }

   private:
    friend class CandidateCollector;
    static constexpr uint32_t kMost = 1024;
    uint32_t classes_ = 0;
  };

  // An instance of the class that `key` names: mostly the sites of its events. True if the class
  // has seen so many that it needs no more.
  bool offer(std::span<const SiteId> key, std::span<const EventId> events, Share* share = nullptr);
  // The key is what the events' sites are.
  bool offer(std::span<const EventId> events, Share* share = nullptr);

  // The recorded run did this itself, at these places, and nothing came of it: it is no bug.
  void forgive(std::span<const SiteId> key);
  void forgive(std::span<const EventId> events);

  // Possible bugs that a pattern leaves out by itself, because there would be too many.
  void cut(uint64_t classes) { cut_ += classes; }

  Candidates finish() &&;

 private:
  struct Class {
    std::vector<SiteId> key;
    // Instances one behind the other, sorted, `width` numbers each: how far its first event is from
    // its last in the trace, and its events.
    std::vector<uint32_t> closest;
    uint32_t width = 0;
    uint64_t instances = 0;
    bool forgiven = false;

    size_t kept() const { return width == 0 ? 0 : closest.size() / width; }
    std::span<const uint32_t> instance(size_t i) const {
      return std::span(closest).subspan(i * width, width);
    }
  };
  // Keys are the bytes of site numbers.
  struct KeyHash {
    using is_transparent = void;
    size_t operator()(std::string_view key) const { return std::hash<std::string_view>()(key); }
  };

  uint32_t class_of(std::span<const SiteId> key, Share* share = nullptr);
  void drop_forgiven();
  void keep(Class& c, std::span<const EventId> events);
  void keep_fewer();
  Claim claim_of(std::span<const uint32_t> instance) const;

  const Trace& trace_;
  const BugKind kind_;
  const size_t happening_;
  const PatternOptions options_;
  std::unordered_map<std::string, uint32_t, KeyHash, std::equal_to<>> numbers_;
  std::vector<Class> classes_;
  std::vector<SiteId> scratch_;
  std::vector<uint32_t> row_;
  size_t most_of_class_;  // instances that are kept of each
  size_t kept_ = 0;       // of all
  uint64_t cut_ = 0, forgiven_ = 0;
};

}  // namespace foreweave
