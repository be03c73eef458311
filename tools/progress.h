// Tells a person at a terminal what takes so long. Says nothing to pipes and files, and nothing
// about what is done within a second.
#pragma once

#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

namespace foreweave {

// Shows `what` and the seconds it has taken on standard error while it lives, and wipes the line.
class Progress {
 public:
  explicit Progress(std::string what);
  ~Progress();
  Progress(const Progress&) = delete;

 private:
  void show();

  std::string what_;
  std::mutex mutex_;
  std::condition_variable ended_changed_;
  bool ended_ = false;
  std::thread thread_;  // runs only at a terminal
};

}  // namespace foreweave
