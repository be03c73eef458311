#include "record/kept/inputs.h"

#include "base/bytes/byte_reader.h"
#include "base/bytes/byte_writer.h"

namespace foreweave {

std::string encode_inputs(const std::vector<RecordedInput>& inputs) {
  ByteWriter out;
  for (const RecordedInput& input : inputs) {
    out.varint(input.thread);
    out.varint(input.call);
    out.varint(input.bytes.size());
    out.text(input.bytes);
  }
  return {reinterpret_cast<const char*>(out.written().data()), out.size()};
}

std::vector<RecordedInput> inputs_of(const Trace& trace) {
  std::vector<RecordedInput> inputs;
  for (const Attachment& attachment : trace.attachments()) {
    if (attachment.name != kInputsAttachment) continue;
    ByteReader in(
        {reinterpret_cast<const uint8_t*>(attachment.bytes.data()), attachment.bytes.size()});
    while (in.left() > 0) {
      RecordedInput input;
      input.thread = static_cast<uint32_t>(in.varint());
      input.call = static_cast<uint8_t>(in.varint());
      input.bytes = in.text(in.varint());
      if (in.failed()) break;
      inputs.push_back(std::move(input));
    }
  }
  return inputs;
}

}  // namespace foreweave
