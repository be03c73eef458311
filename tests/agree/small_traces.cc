#include "agree/small_traces.h"

#include <algorithm>
#include <numeric>

#include "agree/small_words.h"
#include "base/check.h"

namespace foreweave::agree {

namespace {

constexpr size_t kSparseLength = 5;
constexpr uint64_t kVariable = 0x100, kObject = 0x800, kSyncBase = 0x10000;

using Word = std::array<Letter, kMaxWord>;

class SmallTraceSearch {
 public:
  SmallTraceSearch(const SmallFamily& family, SmallBound bound, Share share, const DraftSink& sink)
      : family_(family), bound_(bound), share_(share), sink_(sink) {
    CHECK(bound.threads <= kMaxWordThreads && bound.threads * bound.events_per_thread <= kMaxWord &&
              family.locks <= 2,
          "these traces are not small");
    std::string_view rest = family.alphabet;
    while (!rest.empty()) {
      const std::string_view op = rest.substr(0, rest.find(' '));
      rest.remove_prefix(std::min(rest.size(), op.size() + 1));
      const std::optional<Kind> kind = kind_from_std_op(op);
      CHECK(kind.has_value(), "a family's alphabet has an unknown operation");
      alphabet_.push_back(*kind);
      has_heap_ |= *kind == Kind::allocate;
    }
    std::sort(alphabet_.begin(), alphabet_.end());
  }

  SmallCounts run() {
    RunState start;
    start.variables = has_heap_;  // the object has its name from the start
    extend(start);
    return counts_;
  }

 private:
  void extend(const RunState& from) {
    if (size_ == kSparseLength && continued_++ % share_.sparse != 0) return;
    const uint8_t known = from.threads;
    for (uint8_t t = 0; t <= known && t < bound_.threads && !stopped_; ++t) {
      if (from.length[t] == bound_.events_per_thread || from.joined[t]) continue;
      for (const Kind kind : alphabet_) {
        const uint32_t operands = operand_count(kind, from);
        for (uint8_t o = 0; o < operands && !stopped_; ++o) try_letter(from, {t, kind, o});
      }
    }
  }

  // Operands are named in the order of their first use: one more than are known may be used.
  uint32_t operand_count(Kind kind, const RunState& s) const {
    switch (operand_of(kind)) {
      case Operand::memory:
        return std::min<uint32_t>(family_.variables, s.variables + 1u);
      case Operand::lock:
        return std::min<uint32_t>(family_.locks, s.locks + 1u);
      case Operand::thread:
        return bound_.threads;
      default:
        return 1;
    }
  }

  void try_letter(const RunState& from, Letter letter) {
    // Could the letter move before a neighbour of a higher thread, the word would not be the first
    // of its class.
    size_t i = size_;
    for (; i > 0 && !dependent(word_[i - 1], letter); --i)
      if (word_[i - 1].thread > letter.thread) return;
    RunState to = from;
    if (!to.apply(letter, has_heap_)) return;
    for (size_t k = 0; k < size_ && !to.at_odds; ++k) to.at_odds = at_odds(word_[k], letter);
    word_[size_++] = letter;
    if (!share_.only_telling || !stays_idle(word())) {
      visit(to);
      extend(to);
    }
    --size_;
  }

  void visit(const RunState& s) {
    ++counts_.nodes;
    if (!s.at_odds && !s.may_deadlock()) return;
    const uint64_t number = counts_.promising++;
    if (number % share_.stride != share_.first) return;
    const EventSet to_name = share_.only_telling ? tails(word()) : 0;
    if (share_.only_telling &&
        (can_grow(word(), s, bound_, has_heap_) ||
         !can_name(word(), static_cast<uint32_t>(to_name)) || has_idle_letter(word())))
      return;
    ++counts_.telling;
    if (!first_of_its_class()) return;
    ++counts_.traces;
    if (!sink_) return;
    make_draft(s);
    stopped_ = !sink_(number, draft_, to_name);
  }

  std::span<const Letter> word() const { return {word_.data(), size_}; }

  // No renaming of the threads gives a smaller word.
  bool first_of_its_class() const {
    std::array<uint32_t, kMaxWord> after{};  // by position: earlier positions that must stay before
    uint8_t threads = 0;
    for (size_t i = 0; i < size_; ++i) {
      threads = std::max<uint8_t>(threads, static_cast<uint8_t>(word_[i].thread + 1));
      if (operand_of(word_[i].kind) == Operand::thread)
        threads = std::max<uint8_t>(threads, static_cast<uint8_t>(word_[i].operand + 1));
      for (size_t j = 0; j < i; ++j)
        if (dependent(word_[j], word_[i])) after[i] |= 1u << j;
    }
    std::array<uint8_t, kMaxWordThreads> renamed;  // renamed[t]: t's new name
    std::iota(renamed.begin(), renamed.end(), uint8_t{0});
    while (std::next_permutation(renamed.begin(), renamed.begin() + threads))
      if (smaller_under(renamed, threads, after)) return false;
    return true;
  }

  bool smaller_under(const std::array<uint8_t, kMaxWordThreads>& renamed, uint8_t threads,
                     const std::array<uint32_t, kMaxWord>& after) const {
    std::array<uint8_t, kMaxWordThreads> old_name;
    for (uint8_t t = 0; t < threads; ++t) old_name[renamed[t]] = t;
    std::array<uint8_t, 8> variable, lock;
    variable.fill(kNobody);
    lock.fill(kNobody);
    uint8_t variables = has_heap_, locks = 0;
    if (has_heap_) variable[0] = 0;
    uint32_t taken = 0;
    const auto rename = [](std::array<uint8_t, 8>& names, uint8_t& count, uint8_t o) {
      if (names[o] == kNobody) names[o] = count++;
      return names[o];
    };
    for (size_t place = 0; place < size_; ++place) {
      // The next letter of the smallest thread whose next letter may come now.
      size_t next = size_;
      for (uint8_t t = 0; t < threads && next == size_; ++t) {
        size_t i = 0;
        while (i < size_ && (word_[i].thread != old_name[t] || taken >> i & 1)) ++i;
        if (i < size_ && !(after[i] & ~taken)) next = i;
      }
      taken |= 1u << next;
      Letter letter = word_[next];
      letter.thread = renamed[letter.thread];
      if (on_memory(letter.kind))
        letter.operand = rename(variable, variables, letter.operand);
      else if (operand_of(letter.kind) == Operand::lock)
        letter.operand = rename(lock, locks, letter.operand);
      else if (operand_of(letter.kind) == Operand::thread)
        letter.operand = renamed[letter.operand];
      if (letter != word_[place]) return letter < word_[place];
    }
    return false;
  }

  void make_draft(const RunState& s) {
    draft_.events.clear();
    draft_.threads = 0;
    for (size_t i = 0; i < size_; ++i) {
      const Letter& l = word_[i];
      uint64_t operand = l.operand;
      if (is_access(l.kind))
        operand = has_heap_ && l.operand == 0 ? kObject : kVariable + 0x40u * l.operand;
      else if (operand_of(l.kind) == Operand::object)
        operand = kObject;
      else if (operand_of(l.kind) >= Operand::lock)
        operand = kSyncBase + 0x1000u * static_cast<uint64_t>(operand_of(l.kind)) + 0x40u * operand;
      RawEvent& e = draft_.add(l.thread, l.kind, operand, is_access(l.kind) ? 4 : 0);
      if (l.kind == Kind::allocate) e.value = 16;
    }
    draft_.threads = s.threads;
  }

  const SmallFamily& family_;
  const SmallBound bound_;
  const Share share_;
  const DraftSink& sink_;
  std::vector<Kind> alphabet_;
  bool has_heap_ = false, stopped_ = false;
  Word word_;
  size_t size_ = 0;
  Draft draft_;
  SmallCounts counts_;
  uint64_t continued_ = 0;  // words of kSparseLength so far
};

}  // namespace

std::span<const SmallFamily> small_families() {
  // clang-format off
  static const std::vector<SmallFamily> all = {
      {"locks", "r w acq rel", 2, 2,
       {{2, 3}, {3, 2}}, {{{2, 4}, 20, 1}, {{3, 3}, 200, 1}}},
      {"branches", "r w acq rel br", 2, 2,
       {{2, 2}, {3, 1}}, {{{2, 3}, 1, 1}, {{3, 2}, 1, 1}, {{2, 4}, 20, 1}, {{3, 3}, 500, 1}}},
      {"forks", "r w acq rel fork join", 2, 1,
       {{2, 3}}, {{{3, 2}, 1, 1}, {{2, 4}, 20, 1}, {{3, 3}, 1000, 1}}},
      {"shared", "r w acq rel racq rrel", 2, 1,
       {{2, 3}, {3, 2}}, {{{2, 4}, 20, 1}, {{3, 3}, 500, 1}}},
      {"tries", "r w acq rel tryfail", 2, 1,
       {{2, 3}, {3, 2}}, {{{2, 4}, 50, 3}, {{3, 3}, 500, 3}}},
      {"conditions", "r w wait wake signal broadcast", 2, 0,
       {{2, 2}}, {{{2, 3}, 1, 1}, {{3, 2}, 1, 1}, {{2, 4}, 20, 1}, {{3, 3}, 1000, 1}}},
      {"barriers", "r w arrive leave", 2, 0,
       {{2, 3}, {3, 2}}, {{{2, 4}, 50, 2}, {{3, 3}, 500, 2}}},
      {"semaphores", "r w post down downfail", 2, 0,
       {{2, 2}}, {{{2, 3}, 5, 3}, {{3, 2}, 5, 3}, {{2, 4}, 200, 5}, {{3, 3}, 5000, 5}}},
      {"once", "r w once oncedone oncepass", 2, 0,
       {{2, 3}, {3, 2}}, {{{2, 4}, 50, 3}, {{3, 3}, 500, 3}}},
      {"heap", "r w alloc free", 2, 0,
       {{2, 3}, {3, 2}}, {{{2, 4}, 50, 3}, {{3, 3}, 500, 3}}},
      {"atomics", "r w ar aw rmw", 2, 0,
       {{2, 2}, {3, 1}}, {{{2, 3}, 500, 20}, {{3, 2}, 500, 20}}},
  };
  // clang-format on
  return all;
}

const SmallFamily* find_small_family(std::string_view name) {
  for (const SmallFamily& f : small_families())
    if (f.name == name) return &f;
  return nullptr;
}

SmallCounts enumerate_small(const SmallFamily& family, SmallBound bound, Share share,
                            const DraftSink& sink) {
  return SmallTraceSearch(family, bound, share, sink).run();
}

}  // namespace foreweave::agree
