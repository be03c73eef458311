// A second reader of phrases that goes by docs/trace-format.md: slow, straight, and without a line
// of the real one. Both must read whatever the writer writes, and understand or refuse whatever
// else alike.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <stdexcept>
#include <vector>

#include "events/fwt/blocks/cursor_for_tests.h"
#include "events/fwt/blocks/decoding_for_tests.h"
#include "events/fwt/phrases/phrase_decoder.h"
#include "events/fwt/phrases/phrase_encoder.h"
#include "events/fwt/phrases/phrases_for_tests.h"
#include "events/fwt/surgery_for_tests.h"
#include "events/fwt/tables.h"

namespace foreweave {
namespace {

using samples::Bytes;
using samples::Cursor;
using samples::difference;
using samples::Phrasing;
using samples::Recording;
using samples::WildPhrases;

struct Refused : std::out_of_range {
  using out_of_range::out_of_range;
};
void require(bool condition, const char* what) {
  if (!condition) throw Refused(what);
}

struct BookNumber {
  uint64_t blank = 0, constant = 0;
};
struct BookEvent {
  uint8_t kind = 0, flags = 0;
  uint64_t site = 0;
  BookNumber size, operand, value;
  bool continues = false;

  bool is_remembered() const {
    return kind >= 4 && kind <= 8 && (flags & 16) && size.blank == 0 && size.constant >= 1 &&
           size.constant <= 8;
  }
};
using BookPhrase = std::vector<BookEvent>;
using Image = std::map<uint64_t, uint8_t>;

// --- tables -----------------------------------------------------------------------------------

BookNumber read_number(Cursor& in) {
  BookNumber n;
  n.blank = in.varint();
  require(n.blank <= 96, "no such blank");
  const uint64_t z = in.varint();
  n.constant = z % 2 == 0 ? z / 2 : 0 - (z / 2) - 1;
  return n;
}

// Adds the phrases of a table; counts its threads and sites.
struct BookTables {
  std::vector<BookPhrase> phrases;
  Image image;  // of memory
  uint64_t threads = 0, sites = 0;

  void read(const Bytes& payload) {
    Cursor in{&payload};
    while (in.at < payload.size()) read_record(in);
  }

  void read_record(Cursor& in) {
    const auto skip = [&](int numbers) {
      while (numbers-- > 0) in.varint();
    };
    switch (in.u8()) {
      case 1:
      case 6:
        in.at += in.varint();
        return;
      case 2:
        ++threads;
        return skip(1);
      case 3:
        ++sites;
        return skip(4);
      case 4:
        return skip(3);
      case 5:
      case 7:
        return skip(2);
      case 8:
        return read_phrase(in);
      case 9:
        image.clear();
        return;
      case 10:
        for (int i = 0; i < 2; ++i) require(in.varint() < sites, "no such site");
        return;
      default:
        throw Refused("no such record");
    }
  }

  void read_phrase(Cursor& in) {
    BookPhrase phrase(in.varint());
    for (BookEvent& e : phrase) {
      const uint8_t first = in.u8();
      e.kind = first % 128;
      e.continues = first >= 128;
      e.flags = in.u8();
      e.site = in.varint();
      require(e.site < sites, "no such site");
      for (BookNumber* n : {&e.size, &e.operand, &e.value}) *n = read_number(in);
    }
    phrases.push_back(phrase);
  }
};

// --- blocks of phrases ------------------------------------------------------------------------

// A blank of a phrase with its first use.
struct Blank {
  uint64_t number = 0;
  size_t first_event = 0;
  bool is_for_value = false;
};

// In the order of the columns.
std::vector<Blank> blanks_of(const BookPhrase& phrase) {
  std::vector<Blank> moving, for_values;
  std::set<uint64_t> met = {0};
  for (size_t i = 0; i < phrase.size(); ++i) {
    const BookEvent& e = phrase[i];
    for (const BookNumber* n : {&e.size, &e.operand, &e.value}) {
      if (!met.insert(n->blank).second) continue;
      const bool is_for_value = n == &e.value && e.is_remembered() && n->constant == 0;
      (is_for_value ? for_values : moving).push_back({n->blank, i, is_for_value});
    }
  }
  moving.insert(moving.end(), for_values.begin(), for_values.end());
  return moving;
}

// A phrase, which of its blanks are there, and what is in them at each use.
struct Form {
  size_t phrase = 0;
  std::vector<Blank> blanks;                   // that are there
  std::vector<std::vector<uint64_t>> columns;  // of these
  uint64_t uses = 0, used = 0;
};

class BookReader {
 public:
  BookReader(const std::vector<BookPhrase>& phrases, uint64_t threads, Image& image)
      : phrases_(phrases), threads_(threads), image_(image) {}

  std::vector<RawEvent> read(const Bytes& payload, uint64_t event_count) {
    in_ = {&payload};
    const uint64_t run_count = in_.varint();
    require(run_count <= payload.size(), "more runs than bytes");
    std::vector<uint64_t> run_thread(run_count), run_phrases(run_count);
    uint64_t use_count = 0;
    for (uint64_t& t : run_thread) {
      t = in_.varint();
      require(t < threads_, "no such thread");
    }
    for (uint64_t& n : run_phrases) {
      n = in_.varint();
      require(n > 0 && n <= payload.size(), "more phrases than bytes, or none");
      use_count += n;
    }
    const uint64_t form_count = in_.varint();
    require(form_count <= 65536, "too many forms");
    for (uint64_t i = 0; i < form_count; ++i) read_form();
    std::vector<size_t> sequence(use_count);
    for (size_t& use : sequence) use = in_.u8();
    if (form_count > 256)
      for (size_t& use : sequence) use += size_t{in_.u8()} << 8;
    for (const size_t use : sequence) ++forms_.at(use).uses;
    uint64_t numbers = 0, events = 0;
    for (const Form& form : forms_) {
      require(form.uses > 0, "a form that is not used");
      numbers += form.uses * (1 + form.blanks.size());
      events += form.uses * phrases_[form.phrase].size();
    }
    require(events == event_count, "not the header's number of events");
    require(numbers <= 262144, "too many numbers");
    for (Form& form : forms_)
      for (const Blank& blank : form.blanks)
        form.columns.push_back(read_column(form.uses, !blank.is_for_value));
    require(in_.at == payload.size(), "bytes behind the columns");

    size_t use = 0;
    for (size_t run = 0; run < run_count; ++run)
      for (uint64_t i = 0; i < run_phrases[run]; ++i)
        read_use(run_thread[run], forms_[sequence[use++]]);
    return events_;
  }

 private:
  void read_form() {
    Form form;
    form.phrase = in_.varint();
    require(form.phrase < phrases_.size(), "no such phrase");
    std::vector<Blank> for_values;
    for (const Blank& blank : blanks_of(phrases_[form.phrase]))
      (blank.is_for_value ? for_values : form.blanks).push_back(blank);
    for (size_t i = 0; i < for_values.size(); i += 8) {
      const int bits = in_.u8();
      for (size_t j = i; j < for_values.size() && j < i + 8; ++j)
        if (bits >> (j - i) & 1) form.blanks.push_back(for_values[j]);
    }
    forms_.push_back(form);
  }

  std::vector<uint64_t> read_column(uint64_t uses, bool moves) {
    uint64_t last = moves ? in_.number(8) : 0;
    const uint64_t step = moves && uses >= 4 ? in_.number(8) : 0;
    const uint64_t kinds = in_.number(2);
    std::vector<uint64_t> column(uses);
    for (int plane = 0; plane < 8; ++plane) {
      const uint64_t kind = kinds >> 2 * plane & 3;
      require(kind != 3, "no such kind of plane");
      if (kind == 0) continue;
      std::vector<bool> is_there(uses, true);
      if (kind == 2)
        for (size_t i = 0; i < uses; i += 8) {
          const int bits = in_.u8();
          for (size_t j = i; j < uses && j < i + 8; ++j) is_there[j] = bits >> (j - i) & 1;
        }
      for (size_t i = 0; i < uses; ++i)
        if (is_there[i]) column[i] += uint64_t{in_.u8()} << 8 * plane;
    }
    for (uint64_t& n : column) {
      const uint64_t difference = n % 2 == 0 ? n / 2 : 0 - (n / 2) - 1;
      last += step + difference;
      n = moves ? last : difference;
    }
    return column;
  }

  void read_use(uint64_t thread, Form& form) {
    const BookPhrase& phrase = phrases_[form.phrase];
    std::map<uint64_t, uint64_t> in_blank = {{0, 0}};
    const auto number = [&](const BookNumber& n) { return in_blank.at(n.blank) + n.constant; };
    std::map<uint64_t, uint64_t> differences;  // by blank
    for (size_t i = 0; i < form.blanks.size(); ++i) {
      const Blank& blank = form.blanks[i];
      (blank.is_for_value ? differences : in_blank)[blank.number] = form.columns[i][form.used];
    }
    ++form.used;
    std::map<size_t, uint64_t> for_value;  // by event: blank
    for (const Blank& blank : blanks_of(phrase))
      if (blank.is_for_value) for_value[blank.first_event] = blank.number;
    uint64_t place = 0;
    for (size_t i = 0; i < phrase.size(); ++i) {
      const BookEvent& e = phrase[i];
      if (!e.is_remembered()) continue;
      const uint64_t s = e.size.constant;
      if (!e.continues) place = number(e.operand) % 524288;
      if (for_value.contains(i)) {
        const uint64_t n = in_image(place, s) + differences[for_value[i]];
        in_blank[for_value[i]] = s == 8 ? n : n % (uint64_t{1} << 8 * s);
      }
      for (uint64_t b = 0; b < s; ++b)
        image_[place + b] = static_cast<uint8_t>(number(e.value) >> 8 * b);
      place += s;
    }
    for (const BookEvent& e : phrase) {
      require(number(e.size) < uint64_t{1} << 32, "too large");
      require((e.kind != 2 && e.kind != 3) || number(e.operand) < threads_, "no such thread");
      events_.push_back({static_cast<uint32_t>(thread), static_cast<Kind>(e.kind), e.flags,
                         static_cast<uint32_t>(e.site), static_cast<uint32_t>(number(e.size)),
                         number(e.operand), number(e.value)});
    }
  }

  uint64_t in_image(uint64_t place, uint64_t size) {
    uint64_t value = 0;
    for (uint64_t i = 0; i < size; ++i) value += uint64_t{image_[place + i]} << 8 * i;
    return value;
  }

  const std::vector<BookPhrase>& phrases_;
  uint64_t threads_;
  Cursor in_;
  std::vector<Form> forms_;
  Image& image_;
  std::vector<RawEvent> events_;
};

// --- tests ------------------------------------------------------------------------------------

void expect_read_by_the_book(const Recording& r, const Bytes& file) {
  BookTables tables;
  std::vector<RawEvent> events;
  for (const surgery::Block& block : surgery::blocks_of(file)) {
    const Bytes payload = surgery::raw_payload(block);
    if (block.header.type == FwtBlockType::tables) tables.read(payload);
    if (block.header.type != FwtBlockType::phrases) continue;
    const auto more = BookReader(tables.phrases, tables.threads, tables.image)
                          .read(payload, block.header.event_count);
    events.insert(events.end(), more.begin(), more.end());
  }
  ASSERT_EQ(difference(events, r.events), "");
}

TEST(FwtPhraseReference, ReadsFilesOfWildEvents) {
  for (uint64_t seed = 0; seed < 40; ++seed) {
    SCOPED_TRACE(seed);
    const Recording r = samples::wild_recording(seed, 1 + seed * 40);
    expect_read_by_the_book(r, samples::phrasing_of(r, seed, 1 + seed, SIZE_MAX).file(r, 300));
  }
}

TEST(FwtPhraseReference, ReadsFilesOfRealisticTraces) {
  for (const size_t slice : {3u, 500u}) {
    const Recording r = samples::busy_recording(slice, 12, 30000, slice);
    expect_read_by_the_book(r, samples::phrasing_of(r, slice, 12, SIZE_MAX).file(r));
  }
}

// Phrases and uses of them, and what both readers need for the block that they make.
struct WildBlock {
  BookTables tables;
  FwtPhraseDecoder decoder;
  std::vector<RawEvent> events;
  Bytes payload;

  WildBlock(uint64_t seed, size_t phrase_count, size_t uses, size_t most_blanks) {
    WildPhrases wild(seed);
    FwtTableWriter writer;
    FwtPhraseEncoder encoder;
    FwtPhraseSlice slice;
    samples::Differences differences;
    for (size_t s = 0; s < WildPhrases::kSites; ++s) writer.add_site("a.cc", 1, 1, "f");
    std::vector<Phrase> phrases;
    std::vector<std::vector<uint64_t>> numbers;
    for (size_t i = 0; i < phrase_count; ++i) {
      phrases.push_back(wild.phrase(1 + wild.random().below(most_blanks + 2),
                                    wild.random().below(most_blanks + 1)));
      numbers.emplace_back(number_count(phrases[i]));
      writer.add_phrase(phrases[i]);
      encoder.add_phrase(phrases[i], PhraseLayout(number_count(phrases[i])));
      decoder.add_phrase(phrases[i]);
    }
    tables.read({writer.payload().begin(), writer.payload().end()});
    tables.threads = WildPhrases::kThreads;
    size_t phrase = 0;
    for (size_t i = 0; i < uses; ++i) {
      phrase =
          wild.random().one_in(3) ? wild.random().below(phrase_count) : (phrase + 1) % phrase_count;
      const auto thread = static_cast<uint32_t>(wild.random().below(WildPhrases::kThreads));
      wild.advance(numbers[phrase]);
      samples::Differences::fit(phrases[phrase], numbers[phrase]);
      const std::vector<uint64_t> given = differences.of(phrases[phrase], numbers[phrase]);
      const auto count = static_cast<uint32_t>(given.size());
      slice.add(thread, {static_cast<uint32_t>(phrase), 0, given.data(), count},
                {static_cast<uint32_t>(phrases[phrase].size()), count});
      samples::expand(thread, phrases[phrase], numbers[phrase], events);
    }
    const auto made = encoder.encode(slice);
    payload.assign(made.begin(), made.end());
  }

  std::optional<std::vector<RawEvent>> by_the_book(const Bytes& bytes) const {
    try {
      Image image;
      return BookReader(tables.phrases, tables.threads, image).read(bytes, events.size());
    } catch (const std::out_of_range&) {
      return std::nullopt;
    }
  }
  std::optional<std::vector<RawEvent>> by_the_decoder(const Bytes& bytes) {
    FwtPayload raw;
    std::copy(bytes.begin(), bytes.end(), raw.make_room(bytes.size()).begin());
    decoder.forget_memory();
    if (!decoder.start(raw, static_cast<uint32_t>(events.size()), tables.threads))
      return std::nullopt;
    return take_all(decoder);
  }
};

TEST(FwtPhraseReference, ReadsWildPhrases) {
  for (uint64_t seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE(seed);
    const WildBlock block(seed, 1 + seed % 12, 300, seed % 3 == 0 ? 5 : kMaxPhraseBlanks);
    const auto events = block.by_the_book(block.payload);
    ASSERT_TRUE(events);
    ASSERT_EQ(difference(*events, block.events), "");
  }
}

TEST(FwtPhraseReference, UnderstandsAndRefusesWhatTheReaderDoes) {
  samples::Random random(1);
  int understood = 0, refused = 0;
  for (uint64_t seed = 0; seed < 40; ++seed) {
    WildBlock block(seed, 1 + seed % 4, 1 + seed % 20, seed % 3 == 0 ? kMaxPhraseBlanks : 4);
    for (int i = 0; i < 800; ++i) {
      Bytes changed = block.payload;
      do {
        uint8_t& byte = changed[random.below(changed.size())];
        byte = static_cast<uint8_t>(random.one_in(2) ? byte ^ 1u << random.below(8)
                                                     : random.below(256));
      } while (random.one_in(3));
      const auto a = block.by_the_book(changed), b = block.by_the_decoder(changed);
      ASSERT_EQ(a.has_value(), b.has_value()) << "seed " << seed << ", change " << i;
      if (a) {
        ASSERT_EQ(difference(*a, *b), "") << "seed " << seed << ", change " << i;
      }
      ++(a ? understood : refused);
    }
  }
  EXPECT_GT(understood, 4000);
  EXPECT_GT(refused, 4000);
}

}  // namespace
}  // namespace foreweave
