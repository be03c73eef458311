// Any bytes as a .fwt file, and any payloads behind right checksums: read or refused in one
// sentence; what is read can be validated, written, and read again as the same events.
#include <cstdint>
#include <string>

#include "base/check.h"
#include "events/fwt_block_decoder.h"
#include "events/fwt_format.h"
#include "events/validate.h"
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

void decode(const fuzz::Block& block) {
  FwtPayload payload;
  const auto room = payload.make_room(block.bytes.size());
  std::copy(block.bytes.begin(), block.bytes.end(), room.begin());
  FwtBlockDecoder decoder;
  const auto events = decoder.decode(payload, fuzz::event_count(block), 3, 5);
  if (!events) return;
  CHECK(events->size() == fuzz::event_count(block), "all events or none");
  for (const RawEvent& e : *events)
    CHECK(e.thread < 3 && e.site < 5 && static_cast<size_t>(e.kind) < kKindCount &&
              e.flags <= FW_FLAG_ALL && (operand_of(e.kind) != Operand::thread || e.operand < 3),
          "an event refers to what exists");
}

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
  for (const fuzz::Block& b : blocks) {
    if (b.what == fuzz::kEvents) decode(b);
    events += fuzz::event_count(b);
  }
  if (events <= kMaxEventsToBuild) read(fuzz::file_from_blocks(blocks, data[0] % 2 == 1));
  return 0;
}
