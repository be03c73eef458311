#include "events/recorded_run/waiting.h"

#include "base/bytes/byte_reader.h"
#include "base/bytes/byte_writer.h"

namespace foreweave {

std::string Waiting::encoded(const std::map<uint32_t, uint64_t>& rounds_by_site) {
  ByteWriter out;
  for (const auto& [site, rounds] : rounds_by_site) {
    out.varint(site);
    out.varint(rounds);
  }
  return {reinterpret_cast<const char*>(out.written().data()), out.size()};
}

std::vector<Waiting> Waiting::of(const Trace& trace) {
  std::vector<Waiting> all;
  for (const Attachment& attachment : trace.attachments()) {
    if (attachment.name != kAttachment) continue;
    ByteReader in(
        {reinterpret_cast<const uint8_t*>(attachment.bytes.data()), attachment.bytes.size()});
    while (in.left() > 0) {
      const uint64_t site = in.varint(), rounds = in.varint();
      if (in.failed() || site >= trace.sites().size()) break;
      all.push_back({SiteId(static_cast<uint32_t>(site)), rounds});
    }
  }
  return all;
}

}  // namespace foreweave
