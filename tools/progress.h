// Tells a person at a terminal what takes so long, how fast it goes and when it will be done. Says
// nothing to pipes and files, and nothing about what is done within a second.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

#include "base/meter.h"

namespace foreweave {

// Shows a line on standard error while it lives, and wipes it.
class Progress {
 public:
  enum class Unit : uint8_t { none, bytes, events, searches, possible_bugs, findings };

  // `look`, if given, says how far it is each time that the line is shown.
  explicit Progress(std::string what, Unit unit = Unit::none, std::function<uint64_t()> look = {});
  ~Progress();
  Progress(const Progress&) = delete;

  Meter& meter() { return meter_; }

 private:
  void show();

  const std::string what_;
  const Unit unit_;
  const std::function<uint64_t()> look_;
  Meter meter_;
  std::mutex mutex_;
  std::condition_variable ended_changed_;
  bool ended_ = false;
  std::thread thread_;  // runs only at a terminal
};

// The line after that many seconds: what, how much of it, how fast, how long to go.
std::string progress_line(std::string_view what, Progress::Unit unit, uint64_t done, uint64_t total,
                          double seconds);

}  // namespace foreweave
