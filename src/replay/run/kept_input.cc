#include "replay/run/kept_input.h"

#include <unistd.h>

#include "record/kept/standard_input.h"

namespace foreweave {

RecordedInputStream input_stream_of(const Trace& trace, bool may_open_files) {
  RecordedInputStream stream;
  for (const Attachment& one : trace.attachments()) {
    if (one.name == kInputAttachment) stream.bytes = one.bytes;
    if (one.name == kInputWayAttachment) stream.is_pipe = one.bytes == kThroughAPipe;
    if (one.name == kInputFileAttachment) stream.file = one.bytes;
    if (one.name == kInputIsAttachment) stream.missing = one.bytes;
    if (one.name.starts_with(kInputAttachment)) stream.attachments.push_back(one);
  }
  if (!may_open_files) stream.file.clear();
  if (stream.file.empty()) return stream;
  // Large files are not kept, but are mostly still there.
  if (const int file = open_described_file(stream.file); file >= 0) {
    close(file);
    stream.missing.clear();
  } else {
    stream.missing += " that has changed since";
  }
  return stream;
}

KeptInput::KeptInput(const RecordedInputStream& stream) {
  if (!stream.file.empty() && (file_ = open_described_file(stream.file)) >= 0) return;
  if (stream.is_pipe) {
    bytes_ = stream.bytes;
    pipe_ = std::make_unique<InputPipe>(bytes_, -1, bytes_.size());
    pipe_->fill();
    return;
  }
  memory_.emplace("standard input");
  if (memory_->descriptor() >= 0) memory_->fill(stream.bytes);
}

KeptInput::~KeptInput() {
  if (file_ >= 0) close(file_);
}

int KeptInput::descriptor() const {
  return file_ >= 0 ? file_ : pipe_ ? pipe_->reading_end() : memory_->descriptor();
}

}  // namespace foreweave
