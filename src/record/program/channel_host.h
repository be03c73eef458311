// The recorder's side of the channel (capture/abi/channel.h): makes it, takes chunks out of it,
// looks after the token.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "capture/abi/channel.h"
#include "capture/abi/schedule.h"
#include "record/program/descent.h"

namespace foreweave {

struct ChannelSettings {
  uint64_t seed = 1;
  uint32_t slice = 10'000;  // words, of which an event takes about one
  int cpu = -1;
  uint32_t exit_grace = 0;  // milliseconds
  FwPolicy policy = FW_POLICY_slices;
  uint32_t priority_changes = 0;
  uint64_t expected_words = 0;
  std::span<const uint8_t> schedule = {};  // as capture/abi/schedule.h has it, for replaying
  FwLogged logged = FW_LOG_everything;
  int input_pipe = -1;  // see FwChannel
  uint64_t input_inode = 0;
  bool input_comes_again = false;
  Descent followed;  // the child that is recorded
};

class ChannelHost {
 public:
  static Result<ChannelHost> create(const ChannelSettings& settings);
  ChannelHost(ChannelHost&& other) noexcept;
  ~ChannelHost();

  // For the program's environment, and the file that it has to inherit.
  std::string variable() const;
  int descriptor() const { return descriptor_; }

  using ChunkSink = std::function<void(std::span<const uint64_t>)>;
  // Hands on every chunk that is full; tells whether there was one. Waits a few milliseconds if
  // not, or until a signal comes.
  bool take_chunks(const ChunkSink& sink);
  // The program is gone: what it had written of its last chunk, too.
  void take_rest(const ChunkSink& sink);
  // The piece of the log that is being written, as far as it is. Nothing while there are others to
  // take.
  std::span<const uint64_t> unfinished_chunk() const;
  // Tells the program to go on without being recorded.
  void stop();
  // A child that is followed has taken up the log, and everything that its parent logged is taken:
  // from here on all this is about the child.
  bool go_on_with_child();
  // Children that are not recorded and have threads; and how many there were in all.
  std::vector<Descent> threaded_children() const;
  uint32_t threaded_children_count() const { return first_->threaded_children_count; }

  // If the thread with the token has been asleep for a while in code that does not know of us, or
  // runs there (it may wait for others in its own way), another one gets it. To be called while
  // nothing comes.
  void free_stuck_token(pid_t program);

  // For replaying: the schedule as the program goes along it, null if there is none; and its
  // threads.
  FwSchedule* schedule() const;
  std::span<const FwThreadBlock> blocks() const { return channel_->blocks; }
  // The thread may rest while it does the same again (FwThreadBlock::idle_round).
  void let_rest(uint32_t thread, uint64_t round);
  // Everybody stands where the schedule wants them, and waits for let_go_on().
  bool is_meeting() const;
  bool schedule_is_over() const;
  void let_go_on();
  // The program need not follow it any longer.
  void give_up_schedule();

  const FwChannel& channel() const { return *channel_; }
  bool attached() const;
  // Where the program's executable was loaded. Once it is attached.
  uint64_t program_base() const { return channel_->program_base; }
  std::string failure() const;

 private:
  ChannelHost() = default;
  const uint64_t* chunk(uint32_t n) const;
  FwThreadBlock* find_sleeper() const;
  void revoke_token(uint32_t holder, FwThreadBlock& sleeper);
  void look_at_runner(pid_t program, uint32_t holder);
  bool is_code_of_others(pid_t program, uint64_t address) const;
  void take_window(const uint64_t* cursor, const ChunkSink& sink);

  FwChannel* channel_of(size_t generation) const;

  FwChannel* first_ = nullptr;
  FwChannel* channel_ = nullptr;  // of the process that is recorded now
  size_t followed_ = 0,
         generation_ = 0;  // forks that lead to who is to be recorded, is recorded now
  size_t bytes_ = 0;
  int descriptor_ = -1;
  uint64_t inode_ = 0;
  uint64_t last_progress_ = 0;
  int idle_rounds_ = 0;
  int looks_at_runner_ = 0;
};

}  // namespace foreweave
