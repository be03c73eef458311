// The payload of a block of phrases, without what protects it: what is in it comes back, and what
// makes no sense is refused.
#include <gtest/gtest.h>

#include "events/fwt/blocks/decoding_for_tests.h"
#include "events/fwt/phrases/phrase_decoder.h"
#include "events/fwt/phrases/phrase_encoder.h"
#include "events/fwt/phrases/phrases_for_tests.h"
#include "events/fwt/tables.h"

namespace foreweave {
namespace {

using samples::Bytes;
using samples::difference;
using samples::Differences;
using samples::WildPhrases;

Bytes copy(std::span<const uint8_t> bytes) { return {bytes.begin(), bytes.end()}; }

// A decoder that learned its phrases from a table.
struct TaughtByTables {
  FwtPhraseDecoder decoder;
  FwtTableReader reader;
  TraceBuilder builder{SourceMap("sample.fwt", SourceMap::Unit::byte)};

  bool read(std::span<const uint8_t> payload) { return reader.read(payload, builder, decoder); }
};

TEST(FwtTables, APointerOfASiteThatIsNotThereIsRefused) {
  for (const uint32_t load : {0u, 1u, 2u}) {
    FwtTableWriter tables;
    tables.add_site("a.cc", 1, 1, "f");
    tables.add_site("a.cc", 2, 1, "f");
    tables.add_pointer(1, load);
    EXPECT_EQ(TaughtByTables().read(tables.payload()), load < 2);
  }
}

TEST(FwtTables, ACallThatDoesNotComeBeforeWhatItInlinedIsRefused) {
  for (const uint32_t site : {0u, 1u, 2u})
    for (const uint32_t call : {0u, 1u, 2u}) {
      FwtTableWriter tables;
      tables.add_site("a.cc", 1, 1, "f");
      tables.add_site("a.cc", 2, 1, "g");
      tables.add_inlined(site, call);
      EXPECT_EQ(TaughtByTables().read(tables.payload()), site == 1 && call == 0);
    }
}

class FwtPhrase : public testing::Test {
 protected:
  FwtPhrase() {
    for (size_t s = 0; s < WildPhrases::kSites; ++s) tables_.add_site("a.cc", 1, 1, "f");
  }

  void add(const Phrase& phrase) {
    phrases_.push_back(phrase);
    shapes_.push_back({static_cast<uint32_t>(phrase.size()), number_count(phrase)});
    encoder_.add_phrase(phrase, PhraseLayout(number_count(phrase)));
    decoder_.add_phrase(phrase);
    tables_.add_phrase(phrase);
  }
  // False if there is no room for it: then the block has to end.
  bool use(uint32_t thread, uint32_t phrase, std::vector<uint64_t> numbers) {
    Differences::fit(phrases_[phrase], numbers);
    const std::vector<uint64_t> given = differences_.of(phrases_[phrase], numbers);
    const PhraseUse one{phrase, 0, given.data(), static_cast<uint32_t>(given.size())};
    if (!slice_.add_quickly(thread, one) && slice_.add(thread, one, shapes_[phrase]) == 0)
      return false;
    samples::expand(thread, phrases_[phrase], numbers, events_);
    return true;
  }
  Bytes encode() {
    const auto made = encoder_.encode(slice_);
    slice_.clear();
    return copy(made);
  }
  std::optional<std::vector<RawEvent>> decode(FwtPhraseDecoder& decoder,
                                              std::span<const uint8_t> raw, size_t events,
                                              size_t threads) {
    const auto room = payload_.make_room(raw.size());
    std::copy(raw.begin(), raw.end(), room.begin());
    if (!decoder.start(payload_, static_cast<uint32_t>(events), threads)) return std::nullopt;
    return take_all(decoder);
  }
  // Ends the block: what was used must come back, from a decoder that was told the phrases and from
  // one that read them.
  void expect_back() {
    const Bytes raw = encode();
    EXPECT_LE(raw.size(), kFwtMaxRawBytes);
    TaughtByTables taught;
    ASSERT_TRUE(taught.read(tables_.payload()));
    for (FwtPhraseDecoder* decoder : {&decoder_, &taught.decoder}) {
      const auto decoded = decode(*decoder, raw, events_.size(), WildPhrases::kThreads);
      ASSERT_TRUE(decoded);
      ASSERT_EQ(difference(*decoded, events_), "");
    }
    events_.clear();
    forget();
  }
  void forget() {
    differences_.forget();
    decoder_.forget_memory();
  }

  std::vector<Phrase> phrases_;
  std::vector<FwtPhraseSlice::Shape> shapes_;
  FwtPhraseEncoder encoder_;
  FwtPhraseDecoder decoder_;
  FwtTableWriter tables_;
  FwtPhraseSlice slice_;
  Differences differences_;
  std::vector<RawEvent> events_;  // that the slice stands for
  FwtPayload payload_;
};

TEST_F(FwtPhrase, AnyNumbersInAnyPhrasesComeBack) {
  WildPhrases wild(1);
  samples::Random& random = wild.random();
  std::vector<std::vector<uint64_t>> numbers;
  for (int block = 0; block < 60; ++block) {
    for (int i = 0; i < 10; ++i) {
      const size_t events = random.one_in(20)  ? kMaxPhraseEvents
                            : random.one_in(4) ? 1 + random.below(200)
                                               : 1 + random.below(12);
      const size_t blanks = random.one_in(5) ? 0 : random.below(kMaxPhraseBlanks + 1);
      add(wild.phrase(events, blanks));
      numbers.emplace_back(shapes_.back().number_count);
    }
    uint32_t thread = 0;
    uint32_t phrase = 0;
    for (uint64_t uses = 1 + random.below(600); uses > 0; --uses) {
      if (random.one_in(5)) thread = static_cast<uint32_t>(random.below(WildPhrases::kThreads));
      // Mostly the phrases come in turn, sometimes another, and often one again.
      if (random.one_in(4))
        phrase = static_cast<uint32_t>(random.below(phrases_.size()));
      else if (random.one_in(2))
        phrase = (phrase + 1) % static_cast<uint32_t>(phrases_.size());
      wild.advance(numbers[phrase]);
      if (!use(thread, phrase, numbers[phrase])) break;
    }
    SCOPED_TRACE(block);
    ASSERT_NO_FATAL_FAILURE(expect_back());
  }
}

// Eight blanks for values share a byte of a form.
TEST_F(FwtPhrase, EveryNumberOfBlanksComesBackWhicheverOfThemDiffers) {
  for (uint32_t blanks = 0; blanks <= kMaxPhraseBlanks; ++blanks) {
    Phrase phrase(blanks + 1);
    for (uint32_t b = 0; b <= blanks; ++b) {
      phrase[b] = {Kind::write, FW_FLAG_HAS_VALUE, 0, {0, 4}, {0, 0x1000 + 8 * b}, {}};
      (b % 3 == 0 ? phrase[b].operand : phrase[b].value).blank = static_cast<uint8_t>(b);
    }
    add(phrase);
    std::vector<uint64_t> numbers(blanks);
    use(0, blanks, numbers);
    for (uint32_t b = 0; b < blanks; ++b) {
      numbers[b] += uint64_t{1} << b % 64;
      use(0, blanks, numbers);
      use(0, blanks, numbers);
    }
    for (uint32_t b = 0; b < blanks; ++b) {  // all from here on differ
      numbers[b] -= 0x123456789 << b % 32;
      if (b % 7 == 0) use(1, blanks, numbers);
    }
    SCOPED_TRACE(blanks);
    ASSERT_NO_FATAL_FAILURE(expect_back());
  }
}

TEST_F(FwtPhrase, ABlockAsFullAsCanBeComesBack) {
  samples::Random random(2);
  Phrase longest(kMaxPhraseEvents);
  for (size_t i = 0; i < longest.size(); ++i)
    longest[i] = {Kind::read, FW_FLAG_HAS_VALUE, 0, {0, 8}, {0, 8 * i}, {0, i}};
  add(longest);
  while (use(0, 0, {})) {
  }
  ASSERT_EQ(events_.size(), kFwtMaxPhraseBlockEvents);
  ASSERT_NO_FATAL_FAILURE(expect_back());

  Phrase wide(kMaxPhraseBlanks / 2);
  for (size_t i = 0; i < wide.size(); ++i)
    wide[i] = {Kind::write,
               FW_FLAG_HAS_VALUE,
               0,
               {0, 8},
               {static_cast<uint8_t>(2 * i + 1), 0},
               {static_cast<uint8_t>(2 * i + 2), 0}};
  add(wide);
  add({{Kind::branch, 0, 0, {}, {}, {1, 0}}});
  add({{Kind::branch, 0, 0, {}, {}, {}}});
  for (const uint32_t phrase : {1u, 2u, 3u}) {
    std::vector<uint64_t> numbers(shapes_[phrase].number_count);
    uint32_t thread = 0;
    do {  // every number as long and every run as short as can be
      for (uint64_t& n : numbers) n = random.bits();
    } while (use(thread ^= 1, phrase, numbers));
    ASSERT_NO_FATAL_FAILURE(expect_back());
  }
}

// Every form is used once or a few times: nothing is shared, and all of it has to fit.
TEST_F(FwtPhrase, ABlockOfManyFormsComesBack) {
  constexpr uint32_t kPhrases = 66000;
  samples::Random random(3);
  for (uint32_t i = 0; i < kPhrases; ++i)
    add({{Kind::write, FW_FLAG_HAS_VALUE, i % 300, {0, 8}, {1, 0}, {2, 0}}});
  for (const auto forms : {255u, 256u, 257u, 20000u, uint32_t{kFwtMaxForms}}) {
    for (uint32_t i = 0; i < forms; ++i)
      ASSERT_TRUE(use(static_cast<uint32_t>(i % 2), i, {random.bits(), random.bits()}));
    for (int i = 0; i < 5000; ++i)
      ASSERT_TRUE(use(1, static_cast<uint32_t>(random.below(forms)), {random.bits(), 1}));
    EXPECT_EQ(use(0, kPhrases - 1, {1, 1}), forms < kFwtMaxForms);
    SCOPED_TRACE(forms);
    ASSERT_NO_FATAL_FAILURE(expect_back());
  }
}

TEST_F(FwtPhrase, APhraseWithManyBlanksUsedFewTimesComesBack) {
  samples::Random random(7);
  Phrase wide(kMaxPhraseBlanks);
  for (size_t i = 0; i < wide.size(); ++i)
    wide[i] = {Kind::acquire, 0, 0, {}, {static_cast<uint8_t>(i + 1), 0}, {}};
  constexpr uint32_t kPhrases = 3000;
  for (uint32_t i = 0; i < kPhrases; ++i) add(wide);
  for (const uint32_t times : {1u, 2u, 3u, 4u, 5u}) {
    std::vector<uint64_t> numbers(kMaxPhraseBlanks);
    for (uint32_t i = 0; i < kPhrases * times; ++i) {
      for (uint64_t& n : numbers) n = random.bits();
      if (!use(static_cast<uint32_t>(i % 2), i % (kPhrases / times), numbers)) break;
    }
    SCOPED_TRACE(times);
    ASSERT_NO_FATAL_FAILURE(expect_back());
  }
}

TEST_F(FwtPhrase, WhatALoopRepeatsTakesOneByteAPhrase) {
  constexpr size_t kRounds = 10000;
  // for (i = 0; i < n; ++i) sum += a[i]
  add({{Kind::read, FW_FLAG_HAS_VALUE, 1, {0, 8}, {1, 0}, {2, 0}},
       {Kind::read, FW_FLAG_HAS_VALUE, 2, {0, 8}, {3, 0}, {0, 7}},
       {Kind::write, FW_FLAG_HAS_VALUE, 3, {0, 8}, {1, 0}, {2, 7}},
       {Kind::branch, FW_FLAG_HAS_VALUE, 4, {}, {}, {0, 1}}});
  for (uint64_t i = 0; i < kRounds; ++i) use(0, 0, {0x7ffc1000, 7 * i, 0x5550000 + 8 * i});
  const size_t events = events_.size();
  const Bytes raw = encode();
  EXPECT_LT(raw.size(), kRounds + 60);
  const auto decoded = decode(decoder_, raw, events, 1);
  ASSERT_TRUE(decoded);
  EXPECT_EQ(difference(*decoded, events_), "");
}

TEST_F(FwtPhrase, AValueThatAnotherPhraseLeftTakesNoByte) {
  constexpr size_t kRounds = 1000;
  add({{Kind::write, FW_FLAG_HAS_VALUE, 0, {0, 8}, {0, 0x1000}, {1, 0}}});
  add({{Kind::read, FW_FLAG_HAS_VALUE, 1, {0, 8}, {0, 0x1000}, {1, 0}}});
  samples::Random random(4);
  for (size_t i = 0; i < kRounds; ++i) {
    const uint64_t value = random.bits();
    use(0, 0, {value});
    use(1, 1, {value});
  }
  // Two runs a round of two bytes, two phrases, and a value.
  EXPECT_LT(encode().size(), kRounds * (4 + 2 + 8) + 100);
}

// What differs now and then takes its own bytes and a bit for each that it might have been.
TEST_F(FwtPhrase, BytesThatAreMostlyZeroTakeABit) {
  constexpr size_t kRounds = 8000;
  add({{Kind::acquire, 0, 0, {}, {1, 0}, {}}});
  for (uint64_t i = 0, n = 0; i < kRounds; ++i) use(0, 0, {n += i % 100 == 50 ? 0x100000 : 8});
  EXPECT_LT(encode().size(), kRounds + 3 * (kRounds / 8 + kRounds / 50) + 60);
  for (uint64_t i = 0, n = 0; i < kRounds + 3; ++i) use(0, 0, {n += i % 9 == 5 ? 0xfff8 : 8});
  events_.erase(events_.begin(), events_.begin() + kRounds);
  expect_back();
}

TEST_F(FwtPhrase, AValueThatAnEarlierBlockLeftTakesNoByteUntilItIsForgotten) {
  add({{Kind::read, FW_FLAG_HAS_VALUE, 1, {0, 8}, {0, 0x1000}, {1, 0}}});
  const auto bytes_of_a_block = [&] {
    use(0, 0, {0x123456789abcdef});
    const Bytes raw = encode();
    const auto decoded = decode(decoder_, raw, 1, 1);
    EXPECT_TRUE(decoded && decoded->front().value == 0x123456789abcdef);
    return raw.size();
  };
  const size_t first = bytes_of_a_block();
  EXPECT_EQ(bytes_of_a_block(), first - 8);
  forget();
  EXPECT_EQ(bytes_of_a_block(), first);
}

// Accesses of other sizes see the bytes that earlier ones left.
TEST_F(FwtPhrase, TheImageOfMemoryIsOneOfBytes) {
  add({{Kind::write, FW_FLAG_HAS_VALUE, 0, {0, 8}, {0, 0x1000}, {1, 0}}});
  add({{Kind::read, FW_FLAG_HAS_VALUE, 0, {0, 4}, {0, 0x1002}, {1, 0}},
       {Kind::read, FW_FLAG_HAS_VALUE, 0, {0, 1}, {0, 0x81007}, {2, 0}}});
  use(0, 0, {0x1122334455667788});
  use(0, 1, {0x33445566, 0x11});
  const Bytes raw = encode();
  // One run, the number of forms, two forms, two uses, what kinds of bytes three values have, and
  // the first value.
  EXPECT_EQ(raw.size(), 3u + 1 + 4 + 2 + 6 + 8);
  const auto decoded = decode(decoder_, raw, 3, 1);
  ASSERT_TRUE(decoded);
  EXPECT_EQ(difference(*decoded, events_), "");
}

// A wide access that begins in the last bytes of the image goes on behind them, not at its
// beginning, where another access of the same address looks.
TEST_F(FwtPhrase, WhatContinuesAnAccessLiesBehindIt) {
  constexpr uint64_t kNearTheEnd = (uint64_t{7} << 19) - 8;
  add({{Kind::write, FW_FLAG_HAS_VALUE, 0, {0, 8}, {0, kNearTheEnd}, {1, 0}},
       {Kind::write, FW_FLAG_HAS_VALUE, 0, {0, 8}, {0, kNearTheEnd + 8}, {2, 0}, true}});
  add({{Kind::read, FW_FLAG_HAS_VALUE, 0, {0, 8}, {0, kNearTheEnd + 8}, {1, 0}}});
  for (int i = 0; i < 3; ++i) {
    use(0, 0, {5, 6});
    use(0, 1, {6});
  }
  expect_back();
}

TEST_F(FwtPhrase, OptionalNumbersAndUsesOverAndOverComeBack) {
  const Phrase phrase = {{Kind::read, FW_FLAG_HAS_VALUE, 0, {0, 8}, {1, 0}, {2, 0}},
                         {Kind::read, FW_FLAG_HAS_VALUE, 0, {0, 8}, {1, 8}, {3, 0}, true},
                         {Kind::read, FW_FLAG_HAS_VALUE, 0, {0, 4}, {5, 0}, {6, 0}},
                         {Kind::write, FW_FLAG_HAS_VALUE, 0, {0, 8}, {5, 8}, {7, 0}}};
  PhraseLayout layout;
  layout.add();
  layout.add_optional(0);
  layout.add_optional(0);
  layout.add();  // no event uses it
  layout.add();
  layout.add_optional(3);
  layout.add();
  encoder_.add_phrase(phrase, layout);
  decoder_.add_phrase(phrase);
  const FwtPhraseSlice::Shape shape{4, 7};
  samples::Random random(5);
  for (int round = 0; round < 300; ++round) {
    const uint32_t optional = (random.one_in(2) ? 1 : 0) | (random.one_in(2) ? 8 : 0);
    const uint32_t times = 1 + static_cast<uint32_t>(random.below(5)), gap = random.one_in(2);
    std::vector<uint64_t> given;
    uint32_t count = 0;
    for (uint32_t time = 0; time < times; ++time) {
      std::vector<uint64_t> all(layout.size());
      count = 0;
      for (size_t i = 0; i < layout.size(); ++i) {
        if (!layout.is_there(i, optional)) continue;
        all[i] = random.below(200) * 4;
        given.push_back(all[i]);
        ++count;
      }
      if (gap == 1) given.push_back(random.bits());
      samples::expand(0, phrase, differences_.numbers_from(phrase, all), events_);
    }
    const PhraseUse use{0, optional, given.data(), count, times, gap};
    if (!slice_.add_quickly(0, use)) {
      EXPECT_EQ(slice_.add(0, use, shape), times);
    }
  }
  const auto decoded = decode(decoder_, encode(), events_.size(), 1);
  ASSERT_TRUE(decoded);
  EXPECT_EQ(difference(*decoded, events_), "");
}

// --- payloads by hand -------------------------------------------------------------------------

// One run of thread 0: phrase 0, in which 0x1234 is written to address 0x10.
struct OnePhrase {
  uint64_t runs = 1, thread = 0, count = 1;
  uint64_t forms = 1;
  Bytes form = {0, 1};  // phrase 0, with its value
  Bytes sequence = {0};
  Bytes moving = {0x10, 0, 0, 0, 0, 0, 0, 0, 0, 0};
  Bytes value = {5, 0, 0x68, 0x24};  // two planes of the number that stands for 0x1234
  Bytes behind;

  Bytes bytes() const {
    ByteWriter out;
    out.varint(runs);
    out.varint(thread);
    out.varint(count);
    out.varint(forms);
    for (const Bytes* part : {&form, &sequence, &moving, &value, &behind}) out.bytes(*part);
    return copy(out.written());
  }
};

class FwtPhraseByHand : public FwtPhrase {
 protected:
  FwtPhraseByHand() {
    add({{Kind::write, FW_FLAG_HAS_VALUE, 2, {0, 4}, {1, 0}, {2, 0}}});
    add({{Kind::fork, 0, 0, {}, {1, 0}, {}}});
    add({{Kind::read, 0, 0, {1, 0}, {0, 0x10}, {}}});
    add({{Kind::branch, 0, 0, {}, {}, {}}, {Kind::branch, 0, 1, {}, {}, {}}});
    add({{Kind::read, 0, 0, {0, uint64_t{1} << 32}, {0, 0x10}, {}}});
  }

  template <class Change>
  bool refuses(Change change, size_t events = 1) {
    OnePhrase p;
    change(p);
    decoder_.forget_memory();
    return !decode(decoder_, p.bytes(), events, 2).has_value();
  }
  // A use of a phrase with one moving blank and this in it.
  static auto with_moving(uint8_t phrase, uint64_t number) {
    return [=](OnePhrase& p) {
      p.form = {phrase};
      std::memcpy(p.moving.data(), &number, 8);
      p.value.clear();
    };
  }
  // A use of a phrase without blanks.
  static auto without_blanks(uint8_t phrase) {
    return [=](OnePhrase& p) {
      p.form = {phrase};
      p.moving.clear();
      p.value.clear();
    };
  }
};

TEST_F(FwtPhraseByHand, IsRead) {
  const auto events = decode(decoder_, OnePhrase().bytes(), 1, 2);
  ASSERT_TRUE(events);
  const RawEvent expected{0, Kind::write, FW_FLAG_HAS_VALUE, 2, 4, 0x10, 0x1234};
  EXPECT_EQ(difference(*events, {&expected, 1}), "");
}

TEST_F(FwtPhraseByHand, RunsThatMakeNoSenseAreRefused) {
  EXPECT_FALSE(refuses([](OnePhrase&) {}));
  EXPECT_TRUE(refuses([](OnePhrase& p) { p.runs = 0; }));
  EXPECT_TRUE(refuses([](OnePhrase& p) { p.runs = 2; }));
  EXPECT_TRUE(refuses([](OnePhrase& p) { p.runs = UINT64_MAX; }));
  EXPECT_FALSE(refuses([](OnePhrase& p) { p.thread = 1; }));
  EXPECT_TRUE(refuses([](OnePhrase& p) { p.thread = 2; }));
  EXPECT_TRUE(refuses([](OnePhrase& p) { p.thread = 65536; }));
  EXPECT_TRUE(refuses([](OnePhrase& p) { p.count = 0; }));
  EXPECT_TRUE(refuses([](OnePhrase& p) { p.count = 2; }));
  EXPECT_TRUE(refuses([](OnePhrase& p) { p.count = 2; }, 2));
  EXPECT_TRUE(refuses([](OnePhrase& p) { p.count = uint64_t{1} << 32 | 1; }));
}

TEST_F(FwtPhraseByHand, MoreOrFewerEventsThanTheHeaderSaysAreRefused) {
  EXPECT_TRUE(refuses([](OnePhrase&) {}, 0));
  EXPECT_TRUE(refuses([](OnePhrase&) {}, 2));
  EXPECT_FALSE(refuses(without_blanks(3), 2));
  EXPECT_TRUE(refuses(without_blanks(3), 1));
  EXPECT_TRUE(refuses(without_blanks(3), 3));
}

TEST_F(FwtPhraseByHand, PartsTooShortOrTooLongAreRefused) {
  for (Bytes OnePhrase::* part :
       {&OnePhrase::form, &OnePhrase::sequence, &OnePhrase::moving, &OnePhrase::value}) {
    EXPECT_TRUE(refuses([&](OnePhrase& p) { (p.*part).pop_back(); }));
    EXPECT_TRUE(refuses([&](OnePhrase& p) { (p.*part).push_back(0); }));
  }
  EXPECT_TRUE(refuses([](OnePhrase& p) { p.behind = {0}; }));
}

TEST_F(FwtPhraseByHand, FormsThatMakeNoSenseAreRefused) {
  EXPECT_TRUE(refuses([](OnePhrase& p) { p.forms = 0; }));
  EXPECT_TRUE(refuses([](OnePhrase& p) { p.forms = 2; }));
  EXPECT_TRUE(refuses([](OnePhrase& p) { p.forms = 65537; }));
  EXPECT_TRUE(refuses([](OnePhrase& p) { p.forms = UINT64_MAX; }));
  for (const Bytes& phrase : {Bytes{5}, Bytes{0x80, 1}, Bytes{0xff, 0xff, 0xff, 0xff, 0x0f}})
    EXPECT_TRUE(refuses([&](OnePhrase& p) {
      p.form = phrase;
      p.form.push_back(1);
    }));
  // Its value is not there, and neither is the column.
  EXPECT_FALSE(refuses([](OnePhrase& p) {
    p.form[1] = 0;
    p.value.clear();
  }));
  EXPECT_TRUE(refuses([](OnePhrase& p) { p.form[1] = 0; }));
  EXPECT_TRUE(refuses([](OnePhrase& p) { p.value.clear(); }));
  // Values that the phrase does not have are not looked for.
  EXPECT_FALSE(refuses([](OnePhrase& p) { p.form[1] = 0xff; }));
  // A second form that no use has.
  EXPECT_TRUE(refuses([](OnePhrase& p) {
    p.forms = 2;
    p.form.push_back(3);
  }));
  EXPECT_TRUE(refuses([](OnePhrase& p) { p.sequence = {1}; }));
  // The same phrase as two forms.
  EXPECT_FALSE(refuses(
      [](OnePhrase& p) {
        without_blanks(3)(p);
        p.count = p.forms = 2;
        p.form = {3, 3};
        p.sequence = {1, 0};
      },
      4));
}

TEST_F(FwtPhraseByHand, PlanesThatMakeNoSenseAreRefused) {
  for (const uint8_t kinds : Bytes{0, 1, 4, 21, 7, 13, 0xff})
    EXPECT_TRUE(refuses([&](OnePhrase& p) { p.value[0] = kinds; })) << int{kinds};
  EXPECT_TRUE(refuses([](OnePhrase& p) { p.value[1] = 0xc0; }));
  // The same two planes with a bit for their byte.
  EXPECT_FALSE(refuses([](OnePhrase& p) { p.value = {10, 0, 1, 0x68, 1, 0x24}; }));
  EXPECT_TRUE(refuses([](OnePhrase& p) { p.value = {10, 0, 1, 0x68, 1}; }));
  EXPECT_TRUE(refuses([](OnePhrase& p) { p.value = {10, 0, 1, 0x68, 0, 0x24}; }));
  // Bits of uses that there are not mean nothing.
  EXPECT_FALSE(refuses([](OnePhrase& p) { p.value = {10, 0, 0xff, 0x68, 0xff, 0x24}; }));
}

// What columns of no bytes stand for takes memory all the same.
TEST_F(FwtPhraseByHand, MoreNumbersThanABlockMayHaveAreRefused) {
  Phrase wide(1);
  wide[0] = {Kind::acquire, 0, 0, {1, 0}, {2, 0}, {3, 0}};
  add(wide);
  const auto uses = [](size_t count) {
    return [=](OnePhrase& p) {
      p.count = count;
      p.form = {5};
      p.sequence.assign(count, 0);
      p.moving.assign(3 * 18, 0);
      p.value.clear();
    };
  };
  EXPECT_FALSE(refuses(uses(65536), 65536));
  EXPECT_TRUE(refuses(uses(65537), 65537));
}

TEST_F(FwtPhraseByHand, SizesBeyond32BitsAreRefused) {
  EXPECT_FALSE(refuses(with_moving(2, 0xffffffff)));
  EXPECT_TRUE(refuses(with_moving(2, 0x100000000)));
  EXPECT_TRUE(refuses(with_moving(2, UINT64_MAX)));
  EXPECT_TRUE(refuses(without_blanks(4)));
}

TEST_F(FwtPhraseByHand, ForksOfThreadsThatDoNotExistAreRefused) {
  EXPECT_FALSE(refuses(with_moving(1, 1)));
  EXPECT_TRUE(refuses(with_moving(1, 2)));
  EXPECT_TRUE(refuses(with_moving(1, 0x10001)));  // not thread 1 either
  EXPECT_TRUE(refuses(with_moving(1, UINT64_MAX)));
}

TEST_F(FwtPhraseByHand, WhatWasRefusedLeavesNothingBehindButInTheImage) {
  ASSERT_TRUE(refuses([](OnePhrase& p) { p.behind = {0}; }));
  ASSERT_TRUE(refuses([](OnePhrase& p) { p.moving.push_back(0); }));
  decoder_.forget_memory();
  const auto events = decode(decoder_, OnePhrase().bytes(), 1, 2);
  ASSERT_TRUE(events);
  EXPECT_EQ(events->front().operand, 0x10u);
  EXPECT_EQ(events->front().value, 0x1234u);
}

TEST_F(FwtPhrase, APayloadCutOrLengthenedAnywhereIsRefused) {
  WildPhrases wild(6);
  for (int i = 0; i < 4; ++i) add(wild.phrase(5, 40));
  for (uint32_t i = 0; i < 12; ++i) {
    std::vector<uint64_t> numbers(shapes_[i % 4].number_count);
    wild.advance(numbers);
    use(static_cast<uint32_t>(i % 3), i % 4, numbers);
  }
  Bytes raw = encode();
  const auto is_read = [&](std::span<const uint8_t> bytes) {
    return decode(decoder_, bytes, events_.size(), WildPhrases::kThreads).has_value();
  };
  ASSERT_TRUE(is_read(raw));
  for (size_t size = 0; size < raw.size(); ++size)
    EXPECT_FALSE(is_read(std::span(raw).first(size))) << size;
  raw.push_back(0);
  EXPECT_FALSE(is_read(raw));
}

// --- tables of phrases ------------------------------------------------------------------------

TEST(FwtPhraseTables, OfARefusedTableNoPhraseIsKnown) {
  TaughtByTables taught;
  taught.builder.add_thread("main");
  ByteWriter table;
  table.bytes(Bytes{1, 1, 'f'});                         // a text
  table.bytes(Bytes{3, 0, 0, 1, 1});                     // a site
  table.bytes(Bytes{8, 1, 31, 0, 0, 0, 0, 0, 0, 0, 0});  // a branch
  const Bytes good = copy(table.written());
  table.bytes(Bytes{8, 1, kKindCount, 0, 0, 0, 0, 0, 0, 0, 0});
  ASSERT_FALSE(taught.read(table.written()));

  const Bytes a_use = {1, 0, 1, 1, 0, 0};
  FwtPayload payload;
  std::copy(a_use.begin(), a_use.end(), payload.make_room(a_use.size()).begin());
  EXPECT_FALSE(taught.decoder.start(payload, 1, 1));
  ASSERT_TRUE(taught.read(good));
  EXPECT_TRUE(taught.decoder.start(payload, 1, 1));
}

TEST(FwtPhraseTables, PhrasesUpToTheLimitsAreReadAndNoneBeyond) {
  const auto is_read = [](uint64_t events, const Bytes& event) {
    TaughtByTables taught;
    ByteWriter table;
    table.bytes(Bytes{1, 1, 'f', 3, 0, 0, 1, 1});
    table.u8(8);
    table.varint(events);
    for (uint64_t i = 0; i < std::min<uint64_t>(events, 2000); ++i) table.bytes(event);
    return taught.read(table.written());
  };
  const Bytes event = {31, 0, 0, 0, 0, 0, 0, 0, 0};
  EXPECT_TRUE(is_read(1, event));
  EXPECT_TRUE(is_read(kMaxPhraseEvents, event));
  EXPECT_FALSE(is_read(kMaxPhraseEvents + 1, event));
  EXPECT_FALSE(is_read(0, event));
  EXPECT_FALSE(is_read(UINT64_MAX, event));
  EXPECT_TRUE(is_read(1, {kKindCount - 1, FW_FLAG_ALL, 0, 0, 0, 0, 0, 0, 0}));
  EXPECT_FALSE(is_read(1, {kKindCount, 0, 0, 0, 0, 0, 0, 0, 0}));
  EXPECT_FALSE(is_read(1, {31, FW_FLAG_ALL + 1, 0, 0, 0, 0, 0, 0, 0}));
  EXPECT_FALSE(is_read(1, {0x80 | 31, 0, 0, 0, 0, 0, 0, 0, 0}));  // continues nothing
  EXPECT_FALSE(is_read(1, {31, 0, 1, 0, 0, 0, 0, 0, 0}));         // no such site
  EXPECT_FALSE(is_read(1, {31, 0, 0x80, 0x80, 0x80, 0x80, 0x10, 0, 0, 0, 0, 0, 0}));  // 2^32
  for (const size_t number : {3u, 5u, 7u}) {
    Bytes with_blank = event;
    with_blank[number] = kMaxPhraseBlanks;
    EXPECT_TRUE(is_read(1, with_blank));
    with_blank[number] = kMaxPhraseBlanks + 1;
    EXPECT_FALSE(is_read(1, with_blank));
    with_blank[number] = 0x80;  // 256
    with_blank.insert(with_blank.begin() + static_cast<ptrdiff_t>(number) + 1, 2);
    EXPECT_FALSE(is_read(1, with_blank));
  }
  for (size_t size = 0; size < event.size(); ++size)
    EXPECT_FALSE(is_read(1, {event.begin(), event.begin() + static_cast<ptrdiff_t>(size)}));
}

}  // namespace
}  // namespace foreweave
