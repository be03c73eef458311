// The standard input of a recorded run, once more: a file if it was one, a pipe if it was one.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "events/trace.h"
#include "record/kept/input_pipe.h"
#include "replay/run/memory_file.h"

namespace foreweave {

// As the trace has it.
struct RecordedInputStream {
  std::string bytes;
  bool is_pipe = false;
  std::string file;                     // where the bytes are if it was too large a file to be kept
  std::string missing;                  // what it was, if not all of it is to be had: "a socket"
  std::vector<Attachment> attachments;  // the same, for another trace
};
// Files that the trace only names are opened if they may be.
RecordedInputStream input_stream_of(const Trace& trace, bool may_open_files = true);

class KeptInput {
 public:
  // Keeps a reference to the stream.
  explicit KeptInput(const RecordedInputStream& stream);
  ~KeptInput();
  KeptInput(const KeptInput&) = delete;

  int descriptor() const;  // for the program; -1: there is none, for want of memory

 private:
  std::string bytes_;  // of the pipe
  std::optional<MemoryFile> memory_;
  std::unique_ptr<InputPipe> pipe_;
  int file_ = -1;
};

}  // namespace foreweave
