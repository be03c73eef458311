// Turns a program's log back into events, in order, and writes them as a trace.
#pragma once

#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "capture/abi/log_format.h"
#include "events/fwt_format.h"
#include "record/paths.h"

namespace foreweave {

class LogExpander {
 public:
  explicit LogExpander(FwtWriter& writer);

  // The next chunk of the log. False if it makes no sense; then nothing after it does.
  bool add_chunk(std::span<const uint64_t> words);

  // The log is over: nothing more is added.
  void finish();

  uint64_t event_count() const { return event_count_; }
  size_t thread_count() const { return threads_.size(); }
  // Functions that the program may have called and that order threads in a way that we do not see.
  // After finish().
  const std::set<std::string>& unknown_synchronisation() const { return unknown_; }

 private:
  struct Frame {
    uint32_t function = 0;
    uint64_t frame = 0;  // its address, if the function logs it
  };
  // What its last path left open.
  struct Open {
    uint32_t call_site = 0;      // of the call that it is in; 0: code that we do not see
    const Path* last = nullptr;  // ended in a call or a choice
    bool library_call = false;   // the call turned out to be one of a library that we know
  };
  struct LogThread : Open {
    std::vector<Frame> stack;
    std::vector<Open> interrupted;  // by handlers of signals
  };

  bool add_record(uint64_t header, std::span<const uint64_t> operands);
  bool add_runtime_record(FwRecord record, std::span<const uint64_t> operands);
  bool add_module(std::span<const uint64_t> operands);
  bool add_module_bytes(std::span<const uint64_t> operands);
  bool finish_module();
  void add_path(const Path& path, std::span<const uint64_t> operands);
  void close_last(LogThread& thread, const Path& next);
  void find_frame(LogThread& thread, const Path& path, std::span<const uint64_t> operands);
  void pop_frame(LogThread& thread);
  const uint64_t* add_access(const PathOp& op, const uint64_t* operand);
  void add_pieces(const PathOp& op, uint8_t kind, uint64_t address, const uint64_t* values);
  void add_range(Kind kind, uint8_t flags, uint32_t site, uint64_t address, uint64_t size);
  void emit(Kind kind, uint8_t flags, uint32_t site, uint32_t size, uint64_t operand,
            uint64_t value);

  FwtWriter& writer_;
  Paths paths_;
  std::vector<LogThread> threads_;
  uint16_t now_ = 0;  // the thread with the token
  uint64_t event_count_ = 0;
  std::set<std::string> unknown_;
  uint32_t site_count_ = 0;
  // A module that is arriving.
  uint32_t module_start_ = 0;
  uint64_t table_bytes_ = 0, bitcode_bytes_ = 0;
  std::string module_bytes_;
  uint64_t module_expected_ = 0;                    // bytes
  std::vector<std::pair<size_t, size_t>> records_;  // of a chunk, last first: header, first operand
};

}  // namespace foreweave
