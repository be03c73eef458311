// Where in its file an event came from, for error messages: kept as a few break points instead of a
// column.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace foreweave {

class SourceMap {
 public:
  enum class Unit : uint8_t { line, byte };

  SourceMap() = default;
  SourceMap(std::string file, Unit unit) : file_(std::move(file)), unit_(unit) {}

  // From event number `event` on: lines count on from `position`, one an event; bytes stay (the
  // start of the block that holds the events). Events must not decrease.
  void mark(uint32_t event, uint64_t position);

  const std::string& file() const { return file_; }
  std::string where(uint32_t event) const;
  uint64_t position(uint32_t event) const;

 private:
  struct Mark {
    uint32_t event;
    uint64_t position;
  };
  std::string file_;
  Unit unit_ = Unit::line;
  std::vector<Mark> marks_;
};

}  // namespace foreweave
