#include "events/recorded_run/run_end.h"

#include "base/bytes/byte_reader.h"
#include "base/bytes/byte_writer.h"

namespace foreweave {

std::string RunEnd::encoded() const {
  ByteWriter out;
  out.u8(static_cast<uint8_t>(how));
  out.zigzag(status);
  out.zigzag(signal);
  out.u8(address.has_value());
  out.varint(address.value_or(0));
  out.varint(assertion.size());
  out.text(assertion);
  out.u8(is_all);
  for (const Thread& thread : threads) {
    out.varint(thread.event.value);
    out.u8(static_cast<uint8_t>(thread.waits));
    out.varint(thread.object);
  }
  return {reinterpret_cast<const char*>(out.written().data()), out.size()};
}

namespace {

std::optional<RunEnd> decode(const Trace& trace, const std::string& bytes) {
  ByteReader in({reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size()});
  RunEnd end;
  const uint8_t how = in.u8();
  if (how > static_cast<uint8_t>(RunEnd::How::hung)) return std::nullopt;
  end.how = static_cast<RunEnd::How>(how);
  end.status = static_cast<int>(in.zigzag());
  end.signal = static_cast<int>(in.zigzag());
  const bool has_address = in.u8() != 0;
  const uint64_t address = in.varint();
  if (has_address) end.address = address;
  end.assertion = in.text(in.varint());
  end.is_all = in.u8() != 0;
  if (in.failed()) return std::nullopt;
  while (in.left() > 0) {
    const uint64_t event = in.varint();
    const uint8_t waits = in.u8();
    const uint64_t object = in.varint();
    // A trace that was cut may lack them.
    if (in.failed() || event >= trace.size() || waits > static_cast<uint8_t>(RunEnd::Waits::input))
      return std::nullopt;
    end.threads.push_back(
        {EventId(static_cast<uint32_t>(event)), static_cast<RunEnd::Waits>(waits), object});
  }
  if (end.is_bug() && end.threads.empty()) return std::nullopt;
  return end;
}

}  // namespace

std::optional<RunEnd> RunEnd::of(const Trace& trace) {
  for (const Attachment& attachment : trace.attachments())
    if (attachment.name == kAttachment) return decode(trace, attachment.bytes);
  return std::nullopt;
}

}  // namespace foreweave
