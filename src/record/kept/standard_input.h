// Standard input of programs that are recorded: the same for every run, and in the trace.
//
// What is in a file everybody can read again. What comes through a pipe comes once, so it has to go
// through our hands; but only from the moment the program asks for it (capture/abi/channel.h):
// until then it may be meant for somebody else, the next command of a script say. Terminals,
// sockets and devices are the program's alone.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "base/result.h"
#include "capture/abi/channel.h"
#include "record/kept/attachment_sink.h"
#include "record/kept/input_pipe.h"

namespace foreweave {

// In a trace: the bytes; whether they came through a pipe; what it was, if these are not all; and
// where those of a file are that is too large: place, size and time of its last change, path.
inline constexpr char kInputAttachment[] = "standard-input";
inline constexpr char kInputWayAttachment[] = "standard-input-way";
inline constexpr char kInputIsAttachment[] = "standard-input-is";
inline constexpr char kInputFileAttachment[] = "standard-input-file";
inline constexpr char kThroughAPipe[] = "pipe";

class StandardInput {
 public:
  // What stands there now is the beginning of every run's.
  StandardInput();
  ~StandardInput();
  StandardInput(const StandardInput&) = delete;

  // Before a run. An error if its input cannot be had once more.
  Status begin_run();
  // While the program runs, now and then: has it asked?
  void look_after(const FwChannel& channel);
  // After a run.
  void end_run();

  // What the program has to know to be able to ask.
  int pipe_end() const { return pipe_ ? pipe_->reading_end() : -1; }
  uint64_t inode() const { return inode_; }

  // Whether more is known of it when the run has ended.
  bool comes_during_the_run() const { return way_ == Way::pipe; }
  void add_to(const AttachmentSink& add) const;

 private:
  enum class Way : uint8_t { left_alone, file, pipe };
  void keep_file();

  Way way_ = Way::left_alone;
  int64_t place_ = 0;  // where our file stood
  uint64_t inode_ = 0;
  std::string kept_;  // what every run gets first
  std::string is_;    // what it is, if not all of it is kept
  std::string file_;  // as the trace has it
  bool was_asked_for_ = false, has_ended_ = false, has_overflown_ = false;
  std::unique_ptr<InputPipe> pipe_;
};

// "PLACE SIZE SECONDS.NANOSECONDS PATH", and an open descriptor of the file at that place if it is
// still the same; otherwise -1.
std::string describe_file(int descriptor, int64_t place);
int open_described_file(const std::string& description);

}  // namespace foreweave
