#include "replay/run/session.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <fstream>
#include <sstream>

#include "base/bytes/file.h"
#include "base/bytes/sha256.h"
#include "record/kept/kept_environment.h"
#include "record/kept/origin.h"
#include "replay/run/memory_file.h"

namespace foreweave {

namespace {

using Clock = std::chrono::steady_clock;

std::string absolute(const std::string& path) {
  char* found = path.find('/') == path.npos ? nullptr : realpath(path.c_str(), nullptr);
  if (!found) return path;
  std::string result(found);
  free(found);
  return result;
}

SeenThread seen(const FwThreadBlock& block) {
  SeenThread t;
  t.exists = true;
  t.stands = block.standing & FW_STANDS;
  t.before_freed = block.standing & FW_STANDS_BEFORE_FREED;
  t.kernel_id = block.kernel_id;
  t.done = block.done;
  t.next_kind = static_cast<Kind>(block.next_what & 0xff);
  t.next_size = block.next_what >> FW_NEXT_SIZE_SHIFT;
  t.is_open = t.next_size == FW_NEXT_SIZE_OPEN;
  if (t.is_open) t.next_size = 0;
  t.next_address = block.next_address;
  t.waits_for = block.waits_for;
  return t;
}

std::vector<SeenThread> look_at(const LiveProgram& program, size_t threads) {
  std::vector<SeenThread> found(threads);
  for (const FwThreadBlock& block : program.blocks)
    if (block.kernel_id != 0 && block.scheduled < threads) found[block.scheduled] = seen(block);
  return found;
}

// Times the time without progress: for what goes round for ever.
constexpr double kWholeTime = 10;

// Seconds that count for one look at the program, however long ago the last one was: on a busy
// machine it is not the program that stands still, but we.
constexpr double kMostIdleTime = 0.05;

// A thread that only looks now and then whether its time is over may be seen to want one, too.
constexpr int kMostGraces = 3;

// Seconds without progress after which a thread that waits in a call for others is not waited for.
constexpr double kMostTimeAway = 1;

// What the kernel says about a thread, a line.
std::string line_of(const LiveProgram& program, const FwThreadBlock& thread,
                    std::string_view what) {
  std::ifstream file(fmt::format("/proc/{}/task/{}/{}", program.id, thread.kernel_id, what));
  std::string text;
  std::getline(file, text);
  return text;
}

// Some thread would go on, and only has to wait for a processor.
bool wants_a_processor(const LiveProgram& program) {
  for (const FwThreadBlock& block : program.blocks) {
    if (block.kernel_id == 0) continue;
    const std::string text = line_of(program, block, "stat");
    const size_t name_end = text.rfind(')');
    if (name_end != text.npos && text.compare(name_end, 4, ") R ") == 0) return true;
  }
  return false;
}

// Whether the call that the thread is in comes back when its time is over, or may do so for all
// that we know. The line has the call's number and its arguments.
bool waits_for_time(const std::string& line) {
  std::istringstream words(line);
  long call = -1;
  unsigned long arguments[6] = {};
  words >> call;
  for (unsigned long& argument : arguments) {
    std::string word;
    words >> word;
    argument = std::strtoul(word.c_str(), nullptr, 16);
  }
  if (!words) return true;
  const auto has_milliseconds = [&](int n) { return static_cast<int32_t>(arguments[n]) >= 0; };
  switch (call) {
    case SYS_nanosleep:
    case SYS_clock_nanosleep:
      return true;
    case SYS_poll:
      return has_milliseconds(2);
    case SYS_epoll_wait:
    case SYS_epoll_pwait:
      return has_milliseconds(3);
    case SYS_epoll_pwait2:
      return arguments[3] != 0;
    case SYS_ppoll:
      return arguments[2] != 0;
    case SYS_futex:
      return arguments[3] != 0;
    case SYS_select:
    case SYS_pselect6:
      return arguments[4] != 0;
    default:
      return false;
  }
}

// Some thread comes back without any other's help. As long as there is a schedule, those that wait
// for their turn do not.
bool somebody_comes_back(const LiveProgram& program, bool has_schedule) {
  return std::ranges::any_of(program.blocks, [&](const FwThreadBlock& block) {
    return block.kernel_id != 0 && !(has_schedule && block.asleep) &&
           waits_for_time(line_of(program, block, "syscall"));
  });
}

class Watcher : public Guide {
 public:
  Watcher(const Schedule& schedule, const SessionOptions& options, Observation& seen)
      : image_(in_memory(schedule)),
        threads_(schedule.threads.size()),
        options_(options),
        seen_(seen),
        last_change_(Clock::now()),
        last_look_(last_change_) {}

  std::span<const uint8_t> schedule() const override { return image_; }

  void at_meeting(const LiveProgram& program) override {
    seen_.met = true;
    seen_.at_meeting = look_at(program, threads_);
    if (options_.at_meeting) options_.at_meeting(program);
    last_change_ = last_look_ = Clock::now();
    idle_ = 0;
  }

  Course look(const LiveProgram& program) override {
    const FwSchedule& s = *program.schedule;
    const auto now = Clock::now();
    seen_.stray = static_cast<FwStray>(__atomic_load_n(&s.stray, __ATOMIC_ACQUIRE));
    seen_.segment = __atomic_load_n(&s.segment, __ATOMIC_ACQUIRE);
    seen_.followed = __atomic_load_n(&s.over, __ATOMIC_ACQUIRE) && seen_.stray == FW_STRAY_none;
    const bool over = __atomic_load_n(&s.over, __ATOMIC_ACQUIRE);
    uint64_t progress = seen_.segment + over;
    // What is seen of threads that have ended since stays as it was, but they wait for nothing.
    const std::vector<SeenThread> threads = look_at(program, threads_);
    seen_.at_end.resize(threads.size());
    for (size_t i = 0; i < threads.size(); ++i) {
      if (threads[i].exists)
        seen_.at_end[i] = threads[i];
      else
        seen_.at_end[i].waits_for = 0;
      progress += threads[i].done;
    }
    if (over && !was_over_) end_of_schedule_ = now;
    const double limit = over ? options_.limits.run_on : options_.limits.stuck;
    idle_ += std::min(since(last_look_, now), kMostIdleTime);
    last_look_ = now;
    if (progress != progress_ || over != was_over_) {
      last_change_ = now;
      idle_ = 0;
      graces_ = 0;
    } else if (idle_ > limit && graces_ < kMostGraces && wants_a_processor(program)) {
      idle_ = 0;
      ++graces_;
    }
    progress_ = progress;
    was_over_ = over;
    // Once more means after the end, when nobody can be asked any more.
    is_lost_ = idle_ > kMostTimeAway && (is_lost_ || !somebody_comes_back(program, !over));
    if (over) {
      seen_.still_running =
          idle_ > limit || is_lost_ || since(end_of_schedule_, now) > time_to_run_on(limit);
      seen_.still_moving = seen_.still_running && !is_lost_ && since(last_change_, now) < limit;
      return seen_.still_running ? Course::ends : Course::goes_on;
    }
    seen_.stood_still = idle_ > limit || since(last_change_, now) > kWholeTime * limit;
    if (seen_.stood_still) return Course::ends;
    return is_lost_ ? Course::strays : Course::goes_on;
  }

 private:
  // For a program that goes on and on: much longer than it took to get there.
  double time_to_run_on(double limit) const {
    const double long_enough = options_.limits.times_as_long * since(begin_, end_of_schedule_);
    return std::clamp(long_enough, limit, kWholeTime * limit);
  }
  static double since(Clock::time_point from, Clock::time_point to) {
    return std::chrono::duration<double>(to - from).count();
  }

  std::vector<uint8_t> image_;
  size_t threads_;
  const SessionOptions& options_;
  Observation& seen_;
  const Clock::time_point begin_ = Clock::now();
  Clock::time_point last_change_, last_look_, end_of_schedule_;
  double idle_ = 0;  // seconds without progress
  int graces_ = 0;   // how often they were forgiven
  uint64_t progress_ = 0;
  bool was_over_ = false;
  bool is_lost_ = false;  // nobody goes on, or will without others
};

void take_environment(const Trace& trace, Belief belief, Setting& setting) {
  const std::string_view values = attachment_of(trace, kEnvironmentAttachment);
  const std::string_view names = attachment_of(trace, kVariableNamesAttachment);
  setting.environment = own_environment();
  if (belief != Belief::all) return;
  // Older traces have all values, and a recording that was cut short has nothing.
  if (names.empty() && values.empty()) return;
  RestoredEnvironment restored = restore_environment(values, names, setting.environment);
  setting.environment = std::move(restored.variables);
  setting.kept_variables = std::move(restored.of_trace);
  setting.missing_variables = std::move(restored.missing);
}

}  // namespace

Result<Setting> setting_of(const Trace& trace, std::vector<std::string> command, Belief belief) {
  Setting setting;
  setting.command = std::move(command);
  if (!setting.command.empty()) {
    setting.program = absolute(setting.command[0]);
  } else {
    setting.command = words_of(attachment_of(trace, kCommandAttachment));
    setting.program = attachment_of(trace, kProgramAttachment);
  }
  if (setting.command.empty())
    return Error{"the trace does not say which program it is of; give it behind --", ""};
  if (setting.program.empty()) setting.program = setting.command[0];
  take_environment(trace, belief, setting);
  if (belief != Belief::nothing)
    setting.working_directory = attachment_of(trace, kFolderAttachment);
  if (access(setting.working_directory.c_str(), X_OK) != 0) setting.working_directory.clear();
  setting.input = input_stream_of(trace, belief != Belief::nothing);
  setting.child = descent_of(attachment_of(trace, kChildAttachment)).value_or(Descent());
  setting.program_hash = attachment_of(trace, kProgramHashAttachment);
  return setting;
}

bool is_another_program(const Setting& setting) {
  // Older traces have another kind of hash.
  if (setting.program_hash.size() != 2 * sizeof(Sha256::Digest)) return false;
  const Result<FileContents> file = read_file(setting.program);
  return file && sha256_hex(file.value().bytes()) != setting.program_hash;
}

bool is_recorded_program(const Setting& setting) {
  const Result<FileContents> file = read_file(setting.program);
  return file && sha256_hex(file.value().bytes()) == setting.program_hash;
}

Result<Observation> run_along(const Schedule& schedule, const Setting& setting,
                              const SessionOptions& options) {
  const KeptInput input(setting.input);
  const MemoryFile output("standard output"), errors("standard error");
  if (input.descriptor() < 0 || output.descriptor() < 0 || errors.descriptor() < 0)
    return Error{fmt::format("no memory for the program's streams: {}", std::strerror(errno)), ""};

  Observation seen;
  Watcher watcher(schedule, options, seen);
  RecordingOptions recording;
  recording.command = setting.command;
  recording.program = setting.program;
  recording.followed = setting.child;
  recording.output = options.trace;
  recording.max_events = options.max_events;
  recording.ends_if_stuck = options.ends_if_stuck;
  recording.seed = options.seed;
  recording.guide = &watcher;
  // Who has our streams is interrupted by somebody at a debugger, who does not mean us.
  recording.ends_if_interrupted = !options.keeps_streams;
  recording.scheduled_threads = schedule.threads;
  recording.watched = schedule.watched;
  recording.attachments = setting.input.attachments;
  recording.attachments.insert(recording.attachments.end(), options.attachments.begin(),
                               options.attachments.end());
  recording.surroundings.environment = setting.environment;
  recording.surroundings.working_directory = setting.working_directory;
  recording.surroundings.input = input.descriptor();
  recording.surroundings.input_comes_again = setting.input.is_pipe;
  if (!options.keeps_streams) {
    recording.surroundings.output = output.descriptor();
    recording.surroundings.errors = errors.descriptor();
  }
  Result<Recording> run = record_run(recording);
  if (!run) return run.error();
  if (run.value().interrupted) return Error{"the replay was interrupted", ""};
  seen.run = std::move(run).value();
  seen.still_running |= seen.run.never_ends || seen.run.goes_round;
  seen.output = output.contents();
  seen.errors = errors.contents();
  return seen;
}

}  // namespace foreweave
