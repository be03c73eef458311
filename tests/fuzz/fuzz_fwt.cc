// Any bytes as a .fwt file, and any payloads behind right checksums: read or refused in one
// sentence; what is read can be validated, written, and read again as the same events.
#include <cstdint>
#include <string>

#include "base/check.h"
#include "events/fwt/blocks/block_decoder.h"
#include "events/fwt/blocks/decoding_for_tests.h"
#include "events/fwt/format.h"
#include "events/fwt/phrases/phrase_decoder.h"
#include "events/fwt/tables.h"
#include "events/reading/validate.h"
#include "tests/fuzz/fwt_fuzz_input.h"

namespace foreweave {
namespace {

// Building a trace of overlapping accesses of all sizes takes quadratic time; decoding does not.
constexpr uint64_t kMaxEventsToBuild = 600;

void check_sentence(const Error& error) {
  const std::string sentence = error.sentence();
  CHECK(!sentence.empty() && sentence.find('\n') == sentence.npos, "an error is one sentence");
  CHECK(error.where.starts_with("fuzz.fwt"), "an error says where");
}

void round_trip(const Trace& trace) {
  surgery::Bytes written;
  const auto sink = [&](std::span<const uint8_t> bytes) {
    surgery::append(written, bytes);
    return true;
  };
  CHECK(write_fwt(trace, sink), "writing to memory does not fail");
  const Result<Trace> result = read_fwt(written, "fuzz.fwt");
  CHECK(result.ok(), "what was written can be read");
  const Trace& again = result.value();
  CHECK(again.size() == trace.size(), "no event appears or disappears");
  CHECK(again.thread_count() == trace.thread_count(), "nor does a thread");
  for (uint32_t i = 0; i < trace.size(); ++i) {
    const EventId e(i);
    CHECK(again.kind(e) == trace.kind(e) && again.thread(e) == trace.thread(e) &&
              again.site(e) == trace.site(e) && again.flags(e) == trace.flags(e),
          "events stay the same");
  }
}

void read(std::span<const uint8_t> file) {
  const Result<Trace> trace = read_fwt(file, "fuzz.fwt");
  if (!trace) return check_sentence(trace.error());
  for (uint32_t i = 0; i < trace.value().size(); ++i) {
    const EventId e(i);
    CHECK(trace.value().thread(e).index() < trace.value().thread_count(), "a thread exists");
    CHECK(trace.value().site(e).index() < trace.value().sites().size(), "a site exists");
    CHECK(static_cast<size_t>(trace.value().kind(e)) < kKindCount, "a kind exists");
  }
  if (const Status status = validate(trace.value()); !status) check_sentence(status.error());
  round_trip(trace.value());
}

// Everything that decodes a payload, as a reader of the file would call it, but without building
// the trace.
class Decoders {
 public:
  void take(const fuzz::Block& block) {
    const auto room = payload_.make_room(block.bytes.size());
    std::copy(block.bytes.begin(), block.bytes.end(), room.begin());
    const uint32_t count = fuzz::event_count(block);
    if (block.what == fuzz::kTables)
      tables_.read(payload_.bytes(), builder_, phrases_);
    else if (block.what == fuzz::kEvents)
      check(events_.start(payload_, count, 3, 5), events_, count, 3, 5);
    else if (block.what == fuzz::kPhrases)
      check(phrases_.start(payload_, count, builder_.thread_count()), phrases_, count,
            builder_.thread_count(), tables_.site_count());
  }

 private:
  template <class Decoder>
  static void check(bool started, Decoder& decoder, size_t count, size_t threads, size_t sites) {
    if (!started) return;
    const std::vector<RawEvent> events = take_all(decoder);
    CHECK(events.size() == count, "all events or none");
    for (const RawEvent& e : events)
      CHECK(e.thread < threads && e.site < sites && static_cast<size_t>(e.kind) < kKindCount &&
                e.flags <= FW_FLAG_ALL &&
                (operand_of(e.kind) != Operand::thread || e.operand < threads),
            "an event refers to what exists");
  }

  FwtPayload payload_;
  TraceBuilder builder_{SourceMap("fuzz.fwt", SourceMap::Unit::byte)};
  FwtTableReader tables_;
  FwtBlockDecoder events_;
  FwtPhraseDecoder phrases_;
};

}  // namespace
}  // namespace foreweave

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace foreweave;
  if (size == 0) return 0;
  const std::span<const uint8_t> rest(data + 1, size - 1);
  if (data[0] == 0) {
    if (events_announced(rest) <= kMaxEventsToBuild) read(rest);
    return 0;
  }
  const auto blocks = fuzz::blocks_of_input(rest);
  uint64_t events = 0;
  Decoders decoders;
  for (const fuzz::Block& b : blocks) {
    decoders.take(b);
    events += fuzz::event_count(b);
  }
  if (events <= kMaxEventsToBuild) read(fuzz::file_from_blocks(blocks, data[0] % 2 == 1));
  return 0;
}
