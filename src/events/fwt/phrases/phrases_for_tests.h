// Phrases for the tests of .fwt: recordings put into phrases as a recorder might do it, and phrases
// that no recorder would think of.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "events/fwt/coding/phrase.h"
#include "events/fwt/phrases/phrase_book.h"
#include "events/fwt/samples_for_tests.h"

namespace foreweave::samples {

// What a writer of phrases has to know: how values differ from what the image of memory says. Slow
// and straight, byte by byte.
class Differences {
 public:
  // Whether the first event that has this blank leaves it as its value: then that event.
  static const PhraseEvent* value_event(const Phrase& phrase, size_t blank) {
    for (const PhraseEvent& e : phrase) {
      if (e.size.blank == blank || e.operand.blank == blank) return nullptr;
      if (e.value.blank == blank) return e.leaves_value() && e.value.plus == 0 ? &e : nullptr;
    }
    return nullptr;
  }
  static uint64_t fit(uint64_t value, uint64_t size) {
    return size == 8 ? value : value & ((uint64_t{1} << 8 * size) - 1);
  }
  // A blank for a value holds no more bytes than its access has.
  static void fit(const Phrase& phrase, std::vector<uint64_t>& numbers) {
    for (size_t b = 1; b <= numbers.size(); ++b)
      if (const PhraseEvent* e = value_event(phrase, b))
        numbers[b - 1] = fit(numbers[b - 1], e->size.plus);
  }

  // What the writer takes instead of what is in the blanks.
  std::vector<uint64_t> of(const Phrase& phrase, const std::vector<uint64_t>& numbers) {
    std::vector<uint64_t> given = numbers;
    walk(phrase, numbers, [&](const PhraseEvent& e, uint64_t in_image) {
      const uint64_t sign = uint64_t{1} << (8 * e.size.plus - 1);
      uint64_t& number = given[e.value.blank - 1u];
      number = (fit(number - in_image, e.size.plus) ^ sign) - sign;
    });
    return given;
  }
  // The other way round.
  std::vector<uint64_t> numbers_from(const Phrase& phrase, const std::vector<uint64_t>& given) {
    std::vector<uint64_t> numbers = given;
    walk(phrase, numbers, [&](const PhraseEvent& e, uint64_t in_image) {
      uint64_t& number = numbers[e.value.blank - 1u];
      number = fit(number + in_image, e.size.plus);
    });
    return numbers;
  }
  void forget() { image_.clear(); }

 private:
  // Tells of each blank for a value what the image says, and then does to it what the event does.
  template <class See>
  void walk(const Phrase& phrase, const std::vector<uint64_t>& numbers, See see) {
    const auto number = [&](const PhraseNumber& n) {
      return n.blank == 0 ? n.plus : numbers.at(n.blank - 1u) + n.plus;
    };
    uint64_t place = 0;
    for (const PhraseEvent& e : phrase) {
      if (!e.leaves_value()) continue;
      const uint64_t size = e.size.plus;
      if (!e.continues) place = number(e.operand) % (uint64_t{1} << 19);
      uint64_t in_image = 0;
      for (uint64_t i = 0; i < size; ++i) in_image |= uint64_t{image_[place + i]} << 8 * i;
      if (e.value.blank != 0 && value_event(phrase, e.value.blank) == &e) see(e, in_image);
      for (uint64_t i = 0; i < size; ++i)
        image_[place + i] = static_cast<uint8_t>(number(e.value) >> 8 * i);
      place += size;
    }
  }

  std::map<uint64_t, uint8_t> image_;
};

// What a phrase means, word for word.
inline void expand(uint32_t thread, const Phrase& phrase, const std::vector<uint64_t>& numbers,
                   std::vector<RawEvent>& out) {
  const auto number = [&](const PhraseNumber& n) {
    return n.blank == 0 ? n.plus : numbers.at(n.blank - 1u) + n.plus;
  };
  for (const PhraseEvent& e : phrase)
    out.push_back({thread, e.kind, e.flags, e.site, static_cast<uint32_t>(number(e.size)),
                   number(e.operand), number(e.value)});
}

// The first difference between two sequences of events, or nothing.
inline std::string difference(std::span<const RawEvent> a, std::span<const RawEvent> b) {
  if (a.size() != b.size()) return fmt::format("{} events, not {}", a.size(), b.size());
  for (size_t i = 0; i < a.size(); ++i) {
    const RawEvent &x = a[i], &y = b[i];
    if (x.thread != y.thread || x.kind != y.kind || x.flags != y.flags || x.site != y.site ||
        x.size != y.size || x.operand != y.operand || x.value != y.value)
      return fmt::format("event {}", i);
  }
  return "";
}

// Phrases and single events that say what a recording's events say.
struct Phrasing {
  struct Use {
    uint32_t thread = 0;
    std::optional<uint32_t> phrase;  // none: a single event
    std::vector<uint64_t> numbers;   // as a writer takes them
    size_t events = 1;
  };
  std::vector<Phrase> phrases;  // in the order of their first use
  std::vector<Use> uses;

  // Adds each phrase only when it is needed, and ends a block after every `block_events` events or
  // a few more.
  void add_to(FwtWriter& writer, std::span<const RawEvent> events, size_t block_events) const {
    size_t at = 0, in_block = 0, known = 0;
    for (const Use& use : uses) {
      if (use.phrase) {
        for (; known <= *use.phrase; ++known) writer.add_phrase(phrases[known]);
        const PhraseUse one{*use.phrase, 0, use.numbers.data(),
                            static_cast<uint32_t>(use.numbers.size())};
        writer.add(use.thread, one);
      } else {
        writer.add(events[at]);
      }
      at += use.events;
      in_block += use.events;
      if (in_block < block_events) continue;
      writer.flush();
      in_block = 0;
    }
  }

  Bytes file(const Recording& recording, size_t block_events = SIZE_MAX,
             unsigned workers = 0) const {
    Bytes bytes;
    FwtWriter writer(into(bytes), workers);
    recording.add_tables_to(writer);
    add_to(writer, recording.events, block_events);
    writer.finish();
    return bytes;
  }
};

// Makes phrases of what a thread does up to its next branch. Which numbers become constants, which
// share a blank, and which have their own is left to chance; what comes again takes the phrase of
// the last time if its constants allow it.
class Phraser {
 public:
  Phraser(uint64_t seed, size_t most_events, size_t one_single_in)
      : random_(seed), most_events_(most_events), one_single_in_(one_single_in) {}

  Phrasing of(std::span<const RawEvent> events) {
    for (size_t at = 0; at < events.size();) {
      size_t end = at + 1;
      while (end < events.size() && end - at < most_events_ &&
             events[end].thread == events[at].thread && events[end - 1].kind != Kind::branch)
        ++end;
      if (random_.one_in(one_single_in_)) {
        phrasing_.uses.push_back({events[at].thread, std::nullopt, {}, 1});
        ++at;
      } else {
        add(events.subspan(at, end - at));
        at = end;
      }
    }
    return std::move(phrasing_);
  }

 private:
  void add(std::span<const RawEvent> events) {
    std::vector<uint64_t> key;
    for (const RawEvent& e : events)
      key.insert(key.end(), {static_cast<uint64_t>(e.kind), e.flags, e.site});
    std::vector<uint32_t>& known = known_[key];
    for (const uint32_t phrase : known)
      if (auto numbers = numbers_for(phrasing_.phrases[phrase], events))
        return use(events, phrase, *numbers);
    const auto phrase = static_cast<uint32_t>(phrasing_.phrases.size());
    phrasing_.phrases.push_back(phrase_for(events, !known.empty()));
    known.push_back(phrase);
    use(events, phrase, *numbers_for(phrasing_.phrases[phrase], events));
  }

  void use(std::span<const RawEvent> events, uint32_t phrase,
           const std::vector<uint64_t>& numbers) {
    phrasing_.uses.push_back({events[0].thread, phrase,
                              differences_.of(phrasing_.phrases[phrase], numbers), events.size()});
  }

  // What has to be in the blanks so that the phrase says these events; nothing if it cannot.
  static std::optional<std::vector<uint64_t>> numbers_for(const Phrase& phrase,
                                                          std::span<const RawEvent> events) {
    std::array<std::optional<uint64_t>, kMaxPhraseBlanks + 1> blanks;
    blanks[0] = 0;
    size_t largest = 0;
    for (size_t i = 0; i < phrase.size(); ++i) {
      const PhraseEvent& e = phrase[i];
      for (const auto& [n, is] :
           {std::pair(e.size, uint64_t{events[i].size}), std::pair(e.operand, events[i].operand),
            std::pair(e.value, events[i].value)}) {
        std::optional<uint64_t>& blank = blanks[n.blank];
        if (!blank) blank = is - n.plus;
        if (*blank + n.plus != is) return std::nullopt;
        largest = std::max<size_t>(largest, n.blank);
      }
    }
    std::vector<uint64_t> numbers(largest);
    for (size_t b = 1; b <= largest; ++b) numbers[b - 1] = blanks[b].value_or(0);
    std::vector<uint64_t> fitting = numbers;
    Differences::fit(phrase, fitting);
    if (fitting != numbers) return std::nullopt;
    return numbers;
  }

  // A phrase that says these events; `loosely`: it can say others of this kind too.
  Phrase phrase_for(std::span<const RawEvent> events, bool loosely) {
    std::vector<uint64_t> blanks = {0};
    const auto number = [&](uint64_t is) -> PhraseNumber {
      const bool has_room = blanks.size() + 1 < kMaxPhraseBlanks;
      if (!loosely && blanks.size() > 1 && random_.one_in(4)) {
        const auto shared = static_cast<uint8_t>(1 + random_.below(blanks.size() - 1));
        return {shared, is - blanks[shared]};
      }
      if (!has_room || (!loosely && random_.one_in(4))) return {0, is};
      if (random_.one_in(10)) blanks.push_back(0);  // a number that no event uses
      const uint64_t plus = random_.one_in(4) ? random_.below(200) - 100 : 0;
      blanks.push_back(is - plus);
      return {static_cast<uint8_t>(blanks.size() - 1), plus};
    };
    Phrase phrase;
    for (const RawEvent& e : events) {
      const PhraseNumber size = loosely && e.size == 0 ? PhraseNumber{0, 0} : number(e.size);
      const PhraseNumber operand = number(e.operand);
      phrase.push_back({e.kind, e.flags, e.site, size, operand, {}});
      // Only a constant can be more than the access has room for.
      const bool is_too_large = phrase.back().leaves_value() &&
                                Differences::fit(e.value, phrase.back().size.plus) != e.value;
      phrase.back().value = is_too_large ? PhraseNumber{0, e.value} : number(e.value);
    }
    return phrase;
  }

  Random random_;
  size_t most_events_, one_single_in_;
  std::map<std::vector<uint64_t>, std::vector<uint32_t>> known_;
  Phrasing phrasing_;
  Differences differences_;
};

inline Phrasing phrasing_of(const Recording& recording, uint64_t seed, size_t most_events = 12,
                            size_t one_single_in = 1000) {
  return Phraser(seed, most_events, one_single_in).of(recording.events);
}

// Any phrases and any numbers for their blanks, as long as sizes fit and forked threads exist. So
// that they do, a blank's number says what it holds: every fourth a thread, every fourth a size.
class WildPhrases {
 public:
  static constexpr size_t kThreads = 5, kSites = 300;

  explicit WildPhrases(uint64_t seed) : random_(seed) {}

  Random& random() { return random_; }

  Phrase phrase(size_t events, size_t blanks) {
    Phrase phrase(events);
    for (PhraseEvent& e : phrase) {
      e.kind = static_cast<Kind>(random_.below(random_.one_in(2) ? 9 : kKindCount));
      e.flags = static_cast<uint8_t>(random_.below(FW_FLAG_ALL + 1));
      if (random_.one_in(2)) e.flags |= FW_FLAG_HAS_VALUE;
      e.site = static_cast<uint32_t>(random_.below(kSites));
      e.size = size(blanks);
      e.operand = operand_of(e.kind) == Operand::thread ? thread(blanks) : any(blanks);
      e.value = any(blanks);
      if (is_access(e.kind) && random_.one_in(2)) {
        e.size = {0, 1 + random_.below(8)};
        const bool may_continue =
            &e != phrase.data() && e.leaves_value() && (&e)[-1].leaves_value();
        e.continues = may_continue && random_.one_in(2);
        if (!continues_well(phrase)) e.continues = false;  // too far
      }
    }
    return phrase;
  }

  // What comes after `numbers` in the blanks: some move on by a step, some stay, some do anything.
  void advance(std::vector<uint64_t>& numbers) {
    for (size_t i = 0; i < numbers.size(); ++i) {
      uint64_t& n = numbers[i];
      switch (holds(i + 1)) {
        case Holds::thread:
          n = random_.below(kThreads);
          break;
        case Holds::size:
          n = random_.one_in(3) ? random_.below(uint64_t{1} << 31) : n;
          break;
        case Holds::anything:
          if (random_.one_in(6))
            n = random_.bits() >> random_.below(64);
          else if (i % 3 == 0)
            n += 8 * i - 64;
          else if (random_.one_in(4))
            n ^= random_.below(1000);
      }
    }
  }

 private:
  enum class Holds : uint8_t { thread, size, anything };
  static Holds holds(size_t blank) {
    return blank % 4 == 1 ? Holds::thread : blank % 4 == 2 ? Holds::size : Holds::anything;
  }

  uint8_t blank_for(Holds what, size_t blanks) {
    for (int i = 0; i < 20 && blanks > 0; ++i)
      if (const size_t b = 1 + random_.below(blanks); holds(b) == what)
        return static_cast<uint8_t>(b);
    return 0;
  }
  PhraseNumber thread(size_t blanks) {
    const uint8_t blank = random_.one_in(2) ? blank_for(Holds::thread, blanks) : uint8_t{0};
    return {blank, blank ? 0 : random_.below(kThreads)};
  }
  PhraseNumber size(size_t blanks) {
    const uint8_t blank = random_.one_in(3) ? blank_for(Holds::size, blanks) : uint8_t{0};
    return {blank, random_.below(uint64_t{1} << (1 + random_.below(31)))};
  }
  PhraseNumber any(size_t blanks) {
    const auto blank = random_.one_in(4) ? 0 : static_cast<uint8_t>(random_.below(blanks + 1));
    const uint64_t plus = random_.one_in(3) ? random_.bits() >> random_.below(64) : 0;
    return {static_cast<uint8_t>(blank), plus};
  }

  Random random_;
};

}  // namespace foreweave::samples
