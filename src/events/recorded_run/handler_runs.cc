#include "events/recorded_run/handler_runs.h"

#include "base/bytes/byte_reader.h"
#include "base/bytes/byte_writer.h"

namespace foreweave {

namespace {

constexpr uint8_t kInterrupts = 1, kSpoilsErrno = 2;

}  // namespace

std::string HandlerRun::encoded(const std::vector<HandlerRun>& runs) {
  ByteWriter out;
  for (const HandlerRun& run : runs) {
    out.varint(run.thread.value);
    out.varint(run.begin.value);
    out.varint(run.end.value);
    out.varint(run.signal);
    out.u8(static_cast<uint8_t>((run.interrupts ? kInterrupts : 0) |
                                (run.spoils_errno ? kSpoilsErrno : 0)));
    out.varint(run.errno_address);
  }
  return {reinterpret_cast<const char*>(out.written().data()), out.size()};
}

std::vector<HandlerRun> HandlerRun::of(const Trace& trace) {
  std::vector<HandlerRun> runs;
  for (const Attachment& attachment : trace.attachments()) {
    if (attachment.name != kAttachment) continue;
    ByteReader in(
        {reinterpret_cast<const uint8_t*>(attachment.bytes.data()), attachment.bytes.size()});
    while (in.left() > 0) {
      const uint64_t thread = in.varint(), begin = in.varint(), end = in.varint(),
                     signal = in.varint();
      const uint8_t flags = in.u8();
      const uint64_t address = in.varint();
      if (in.failed() || thread >= trace.thread_count() || begin > end || end > trace.size()) break;
      runs.push_back({ThreadId(static_cast<uint32_t>(thread)),
                      EventId(static_cast<uint32_t>(begin)), EventId(static_cast<uint32_t>(end)),
                      static_cast<uint32_t>(signal), (flags & kInterrupts) != 0,
                      (flags & kSpoilsErrno) != 0, address});
    }
  }
  return runs;
}

}  // namespace foreweave
