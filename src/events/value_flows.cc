#include "events/value_flows.h"

#include <algorithm>
#include <vector>

#include "base/byte_reader.h"
#include "base/byte_writer.h"

namespace foreweave {

ValueFlows::ValueFlows(const Trace& trace) {
  for (const Attachment& attachment : trace.attachments()) {
    if (attachment.name != kAttachment) continue;
    ByteReader in({reinterpret_cast<const uint8_t*>(attachment.bytes.data()), attachment.bytes.size()});
    uint64_t flow = 0;
    while (in.left() > 0) {
      flow += in.varint();
      if (in.failed()) return;
      flows_.insert(flow);
    }
  }
}

std::string ValueFlows::encoded() const {
  std::vector<uint64_t> sorted(flows_.begin(), flows_.end());
  std::sort(sorted.begin(), sorted.end());
  ByteWriter out;
  uint64_t last = 0;
  for (const uint64_t flow : sorted) {
    out.varint(flow - last);
    last = flow;
  }
  return std::string(reinterpret_cast<const char*>(out.written().data()), out.size());
}

}  // namespace foreweave
