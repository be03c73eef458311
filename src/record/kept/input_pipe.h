// A pipe for a program's standard input, filled from our side: first with what is kept already,
// then with what comes from somewhere else, which is kept on its way.
#pragma once

#include <cstdint>
#include <string>
#include <thread>

namespace foreweave {

class InputPipe {
 public:
  // `kept` grows by what comes from `source` (a descriptor, or -1: nothing comes), up to `most`
  // bytes; it has to stay where it is. Nothing is read before fill().
  InputPipe(std::string& kept, int source, uint64_t most);
  ~InputPipe();
  InputPipe(const InputPipe&) = delete;

  // The end that the program reads from; -1: there is none (any more).
  int reading_end() const { return reading_; }
  // The program has it now. When it closes it, or ends, nobody is left to read.
  void let_go_of_reading_end();
  // Once.
  void fill();
  bool is_filling() const { return filler_.joinable(); }
  // Ends with it, whatever is left. What was kept may be looked at from now on.
  void stop();

  // After stop().
  bool has_ended() const { return has_ended_; }          // nothing more comes from the source
  bool has_overflown() const { return has_overflown_; }  // more came than may be kept

 private:
  void run();
  bool pass_on(const char* bytes, size_t count);
  bool may_write();

  std::string& kept_;
  int source_, reading_ = -1, writing_ = -1, stopping_ = -1;
  uint64_t most_;
  bool has_ended_ = false, has_overflown_ = false;
  std::thread filler_;
};

}  // namespace foreweave
