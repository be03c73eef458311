#include "events/recorded_run/misuse.h"

#include "base/bytes/byte_reader.h"
#include "base/bytes/byte_writer.h"

namespace foreweave {

std::string Misuse::encoded(const std::vector<Misuse>& misuses) {
  ByteWriter out;
  for (const Misuse& misuse : misuses) {
    out.varint(misuse.event.value);
    out.u8(static_cast<uint8_t>(misuse.what));
    out.varint(misuse.object);
  }
  return {reinterpret_cast<const char*>(out.written().data()), out.size()};
}

std::vector<Misuse> Misuse::of(const Trace& trace) {
  std::vector<Misuse> misuses;
  for (const Attachment& attachment : trace.attachments()) {
    if (attachment.name != kAttachment) continue;
    ByteReader in(
        {reinterpret_cast<const uint8_t*>(attachment.bytes.data()), attachment.bytes.size()});
    while (in.left() > 0) {
      const uint64_t event = in.varint();
      const uint8_t what = in.u8();
      const uint64_t object = in.varint();
      if (in.failed() || event >= trace.size() || what == 0 ||
          what > static_cast<uint8_t>(What::joins_again))
        break;
      misuses.push_back({EventId(static_cast<uint32_t>(event)), static_cast<What>(what), object});
    }
  }
  return misuses;
}

}  // namespace foreweave
