// The file that a recording goes into while it is made. Unlike other outputs it keeps what it has
// when something goes wrong: the beginning of a trace is a trace.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "base/result.h"

namespace foreweave {

class TraceFile {
 public:
  // Takes the place of an older trace, and of nothing else.
  static Result<TraceFile> create(const std::string& path);
  TraceFile(TraceFile&& other) noexcept;
  ~TraceFile();

  // False from the first write on that did not succeed.
  bool write(std::span<const uint8_t> bytes);
  // Why it did not; empty: it did.
  const std::string& failure() const { return failure_; }
  uint64_t size() const { return size_; }
  // There was nothing to record.
  void remove();

 private:
  TraceFile() = default;

  std::string path_;
  int descriptor_ = -1;
  uint64_t size_ = 0;
  std::string failure_;
};

}  // namespace foreweave
