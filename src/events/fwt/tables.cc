#include "events/fwt/tables.h"

#include <array>
#include <utility>

#include "base/bytes/byte_reader.h"
#include "events/fwt/coding/layout.h"

namespace foreweave {

namespace {

enum Tag : uint8_t {
  kText = 1,        // length, bytes
  kThread = 2,      // name
  kSite = 3,        // file, function, line, column
  kSymbol = 4,      // address, size, name
  kAttachment = 5,  // name, length in bytes
  kPiece = 6,       // length, bytes
  kLoss = 7,        // name, count
  kPhrase = 8,      // number of events, events
  kForget = 9,      // nothing: the image of memory is zero again
  kPointer = 10,    // site of the access, site of the load
  kInlined = 11,    // site, site of the call
};
// A bit beside an event's kind.
constexpr uint8_t kContinues = 0x80;

std::optional<Loss> loss_from_name(std::string_view name) {
  for (size_t i = 0; i < static_cast<size_t>(Loss::count_); ++i)
    if (info(static_cast<Loss>(i)).name == name) return static_cast<Loss>(i);
  return std::nullopt;
}

void put_number(ByteWriter& out, const PhraseNumber& number, std::array<uint8_t, 256>& renumbered,
                uint8_t& blanks) {
  uint8_t& blank = renumbered[number.blank];
  if (number.blank != 0 && blank == 0) blank = ++blanks;
  out.varint(blank);
  out.zigzag(static_cast<int64_t>(number.plus));
}

bool read_number(ByteReader& in, PhraseNumber& number) {
  const uint64_t blank = in.varint();
  number.blank = static_cast<uint8_t>(blank);
  number.plus = static_cast<uint64_t>(in.zigzag());
  return blank <= kMaxPhraseBlanks;
}

bool read_phrase(ByteReader& in, size_t site_count, Phrase& phrase) {
  const uint64_t count = in.varint();
  if (count == 0 || count > kMaxPhraseEvents) return false;
  for (uint64_t i = 0; i < count; ++i) {
    const uint8_t first = in.u8(), flags = in.u8();
    const uint8_t kind = first & ~kContinues;
    const uint64_t site = in.varint();
    PhraseEvent event{static_cast<Kind>(kind), flags, static_cast<uint32_t>(site), {}, {}, {}};
    event.continues = first & kContinues;
    if (kind >= kKindCount || (flags & ~FW_FLAG_ALL) != 0 || site >= site_count ||
        !read_number(in, event.size) || !read_number(in, event.operand) ||
        !read_number(in, event.value))
      return false;
    phrase.push_back(event);
  }
  return !in.failed() && continues_well(phrase);
}

}  // namespace

uint32_t FwtTableWriter::number_of(std::string_view text) {
  text = text.substr(0, kFwtMaxText);
  const size_t known = texts_.size();
  const StringId id = texts_.intern(text);
  if (id.index() == known) {
    records_.u8(kText);
    records_.varint(text.size());
    records_.text(text);
  }
  return id.value;
}

void FwtTableWriter::add_thread(std::string_view name) {
  const uint32_t text = number_of(name);
  records_.u8(kThread);
  records_.varint(text);
  ++thread_count_;
}

void FwtTableWriter::add_site(std::string_view file, uint32_t line, uint32_t column,
                              std::string_view function) {
  const uint32_t file_text = number_of(file), function_text = number_of(function);
  records_.u8(kSite);
  records_.varint(file_text);
  records_.varint(function_text);
  records_.varint(line);
  records_.varint(column);
  ++site_count_;
}

void FwtTableWriter::add_pointer(uint32_t access, uint32_t load) {
  records_.u8(kPointer);
  records_.varint(access);
  records_.varint(load);
}

void FwtTableWriter::add_inlined(uint32_t site, uint32_t call) {
  records_.u8(kInlined);
  records_.varint(site);
  records_.varint(call);
}

void FwtTableWriter::add_symbol(uint64_t address, uint64_t size, std::string_view name) {
  const uint32_t text = number_of(name);
  records_.u8(kSymbol);
  records_.varint(address);
  records_.varint(size);
  records_.varint(text);
}

void FwtTableWriter::add_phrase(const Phrase& phrase) {
  records_.u8(kPhrase);
  records_.varint(phrase.size());
  std::array<uint8_t, 256> renumbered{};
  uint8_t blanks = 0;
  for (const PhraseEvent& event : phrase) {
    records_.u8(static_cast<uint8_t>(event.kind) | (event.continues ? kContinues : 0));
    records_.u8(event.flags);
    records_.varint(event.site);
    for (const PhraseNumber* number : {&event.size, &event.operand, &event.value})
      put_number(records_, *number, renumbered, blanks);
  }
}

void FwtTableWriter::add_forget() { records_.u8(kForget); }

void FwtTableWriter::add_loss(Loss loss, uint64_t count) {
  const uint32_t text = number_of(info(loss).name);
  records_.u8(kLoss);
  records_.varint(text);
  records_.varint(count);
}

void FwtTableWriter::start_attachment(std::string_view name, uint64_t bytes) {
  const uint32_t text = number_of(name);
  records_.u8(kAttachment);
  records_.varint(text);
  records_.varint(bytes);
}

void FwtTableWriter::add_attachment_piece(std::string_view bytes) {
  records_.u8(kPiece);
  records_.varint(bytes.size());
  records_.text(bytes);
}

bool FwtTableReader::read(std::span<const uint8_t> payload, TraceBuilder& builder,
                          FwtPhraseDecoder& phrases) {
  if (!go_through(payload, [](const Record&) {})) return false;
  go_through(payload, [&](const Record& record) {
    count(record, phrases);
    add(record, builder);
  });
  return true;
}

bool FwtTableReader::skim(std::span<const uint8_t> payload, FwtPhraseDecoder& phrases) {
  if (!go_through(payload, [](const Record&) {})) return false;
  go_through(payload, [&](const Record& record) { count(record, phrases); });
  return true;
}

// Twice is cheaper than to keep the records of a large table until all of it is known to make
// sense.
template <class Each>
bool FwtTableReader::go_through(std::span<const uint8_t> payload, const Each& each) const {
  size_t thread_count = thread_count_;
  size_t text_count = texts_.size(), site_count = site_count_;
  uint64_t attachment_left = attachment_left_;
  std::vector<std::string_view> new_texts;
  ByteReader in(payload);
  Record r;
  while (in.left() > 0) {
    r.tag = in.u8();
    auto& n = r.numbers;
    const auto text_number = [&] {
      const uint64_t number = in.varint();
      return number < text_count ? number : UINT64_MAX;
    };
    bool makes_sense = true;
    switch (r.tag) {
      case kText:
        r.text = in.text(in.varint());
        new_texts.push_back(r.text);
        ++text_count;
        break;
      case kThread:
        n[0] = text_number();
        makes_sense = n[0] != UINT64_MAX && ++thread_count <= max_threads_;
        break;
      case kSite:
        n[0] = text_number();
        n[1] = text_number();
        n[2] = in.varint();
        n[3] = in.varint();
        makes_sense = n[0] != UINT64_MAX && n[1] != UINT64_MAX && n[2] <= UINT32_MAX &&
                      n[3] <= UINT32_MAX && ++site_count < UINT32_MAX;
        break;
      case kSymbol:
        n[0] = in.varint();
        n[1] = in.varint();
        n[2] = text_number();
        makes_sense = n[2] != UINT64_MAX;
        break;
      case kAttachment:
        n[0] = text_number();
        n[1] = in.varint();
        makes_sense = n[0] != UINT64_MAX && attachment_left == 0;
        attachment_left = n[1];
        break;
      case kPiece:
        r.text = in.text(in.varint());
        makes_sense = !r.text.empty() && r.text.size() <= attachment_left;
        attachment_left -= r.text.size();
        break;
      case kLoss: {
        const uint64_t name = text_number();
        n[1] = in.varint();
        if (name == UINT64_MAX) return false;
        const auto loss = loss_from_name(name < texts_.size() ? std::string_view(texts_[name])
                                                              : new_texts[name - texts_.size()]);
        makes_sense = loss.has_value();
        if (loss) n[0] = static_cast<uint64_t>(*loss);
        break;
      }
      case kPhrase:
        r.phrase.clear();
        makes_sense = read_phrase(in, site_count, r.phrase);
        break;
      case kForget:
        break;
      case kPointer:
        n[0] = in.varint();
        n[1] = in.varint();
        makes_sense = n[0] < site_count && n[1] < site_count;
        break;
      case kInlined:
        n[0] = in.varint();
        n[1] = in.varint();
        makes_sense = n[0] < site_count && n[1] < n[0];
        break;
      default:
        return false;
    }
    if (!makes_sense || in.failed()) return false;
    each(std::as_const(r));
  }
  return true;
}

void FwtTableReader::count(const Record& r, FwtPhraseDecoder& phrases) {
  if (r.tag == kText) texts_.emplace_back(r.text);
  if (r.tag == kThread) ++thread_count_;
  if (r.tag == kSite) ++site_count_;
  if (r.tag == kAttachment) attachment_left_ = r.numbers[1];
  if (r.tag == kPiece) attachment_left_ -= r.text.size();
  if (r.tag == kPhrase) phrases.add_phrase(r.phrase);
  if (r.tag == kForget) phrases.forget_memory();
}

void FwtTableReader::add(const Record& r, TraceBuilder& builder) {
  const auto& n = r.numbers;
  switch (r.tag) {
    case kThread:
      builder.add_thread(texts_[n[0]]);
      break;
    case kSite:
      builder.add_site(texts_[n[0]], static_cast<uint32_t>(n[2]), static_cast<uint32_t>(n[3]),
                       texts_[n[1]]);
      break;
    case kSymbol:
      builder.add_symbol(n[0], n[1], texts_[n[2]]);
      break;
    case kAttachment:
      attachment_ = {texts_[n[0]], {}};
      if (n[1] == 0) builder.add_attachment(attachment_.name, {});
      break;
    case kPiece:
      attachment_.bytes += r.text;
      if (attachment_left_ == 0)
        builder.add_attachment(std::move(attachment_.name), std::move(attachment_.bytes));
      break;
    case kLoss:
      builder.losses().add(static_cast<Loss>(n[0]), n[1]);
      break;
    case kPointer:
      builder.set_pointer_from(SiteId(static_cast<uint32_t>(n[0])),
                               SiteId(static_cast<uint32_t>(n[1])));
      break;
    case kInlined:
      builder.set_inlined_at(SiteId(static_cast<uint32_t>(n[0])),
                             SiteId(static_cast<uint32_t>(n[1])));
      break;
    default:
      break;
  }
}

}  // namespace foreweave
