#include "record/recording.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <utility>
#include <vector>

#include "base/bytes/file.h"
#include "base/bytes/sha256.h"
#include "base/interruption.h"
#include "events/fwt/format.h"
#include "events/recorded_run/exit_status.h"
#include "record/code/built_with_us.h"
#include "record/code/program_symbols.h"
#include "record/kept/kept_environment.h"
#include "record/kept/origin.h"
#include "record/kept/user_key.h"
#include "record/program/channel_host.h"
#include "record/program/end_program.h"
#include "record/program/end_watch.h"
#include "record/program/followed_child.h"
#include "record/program/round_watch.h"
#include "record/trace_file.h"
#include "record/translate/log_translator.h"

extern char** environ;

namespace foreweave {

namespace {

using Clock = std::chrono::steady_clock;

// They take longer than turning the log into phrases; with more CPUs than two they keep up with it.
constexpr unsigned kWritingThreads = 2;

void interrupt_waiting(int) {}

volatile sig_atomic_t asked_to_end = 0, has_been_asked = 0;
void note_request(int signal) {
  asked_to_end = signal;
  has_been_asked = signal;
}
void note_interrupt(int signal) { has_been_asked = signal; }

// What the terminal sends goes to the program, too; we go on to write down how it ended. What is
// sent to us alone to make us end (a job's time is over, say) is meant for the program.
class Signals {
 public:
  explicit Signals(bool are_ours) {
    asked_to_end = 0;
    has_been_asked = 0;
    set(SIGCHLD, interrupt_waiting);
    set(SIGQUIT, SIG_IGN);
    if (are_ours) return;
    set(SIGINT, note_interrupt);
    set(SIGTERM, note_request);
    set(SIGHUP, note_request);
  }
  ~Signals() { restore(); }
  void restore() const {
    for (const auto& [signal, action] : before_) sigaction(signal, &action, nullptr);
  }
  // A program that does not end for it in time is made to.
  void pass_on(pid_t program) {
    constexpr std::chrono::seconds kTimeToEnd{10};
    if (asked_to_end != 0) {
      kill(program, asked_to_end);
      asked_to_end = 0;
    }
    if (has_been_asked == 0) return;
    if (!asked_) asked_ = Clock::now();
    if (Clock::now() - *asked_ > kTimeToEnd) end_program(program);
  }

 private:
  void set(int signal, void (*handler)(int)) {
    struct sigaction before{}, now{};
    sigaction(signal, nullptr, &before);
    // Who was started with hangups ignored (nohup) goes on ignoring them.
    if (signal == SIGHUP && before.sa_handler == SIG_IGN) return;
    now.sa_handler = handler;
    sigaction(signal, &now, nullptr);
    before_.emplace_back(signal, before);
  }

  std::vector<std::pair<int, struct sigaction>> before_;
  std::optional<Clock::time_point> asked_;
};

// Seconds that a program has when it is asked to end.
constexpr double kTimeToEnd = 1;

// Seconds that the program goes on without the child that is recorded, or the child without the
// program.
constexpr double kTimeAlone = 10;

// The end of a program because we were interrupted: it is asked to, and then made to.
class Ending {
 public:
  void pass_on(pid_t program, double time) {
    const auto now = Clock::now();
    if (!asked_) {
      asked_ = now;
      family_ = family_of(program);
      if (time > 0) kill(program, interruption());
    }
    if (is_made_to_ || std::chrono::duration<double>(now - *asked_).count() < time) return;
    end_program(program);
    is_made_to_ = true;
  }
  // It may have ended by itself and left its children behind.
  void finish(pid_t program) const {
    for (const pid_t process : family_)
      if (process != program) kill(process, SIGKILL);
  }

 private:
  std::optional<Clock::time_point> asked_;
  bool is_made_to_ = false;
  std::vector<pid_t> family_;
};

// The program on one CPU, we on the others; with only one, everybody shares it.
int cpu_for_the_program() {
  cpu_set_t allowed;
  if (sched_getaffinity(0, sizeof allowed, &allowed) != 0 || CPU_COUNT(&allowed) < 2) return -1;
  const int here = sched_getcpu();
  for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu)
    if (cpu != here && CPU_ISSET(static_cast<size_t>(cpu), &allowed)) return cpu;
  return -1;
}

// Returns the child, or the error number of what failed in it.
Result<pid_t> start(const RecordingOptions& options, const ChannelHost& channel,
                    const Signals& signals) {
  std::vector<char*> arguments;
  for (const std::string& argument : options.command)
    arguments.push_back(const_cast<char*>(argument.c_str()));
  arguments.push_back(nullptr);
  std::string variable = channel.variable();
  const Surroundings& around = options.surroundings;
  std::vector<char*> environment;
  if (around.environment)
    for (const std::string& v : *around.environment)
      environment.push_back(const_cast<char*>(v.c_str()));
  else
    for (char** v = environ; *v; ++v) environment.push_back(*v);
  environment.push_back(variable.data());
  environment.push_back(nullptr);

  int failed[2];  // tells us why exec failed; closed by it if it did not
  if (pipe2(failed, O_CLOEXEC) != 0) return Error{std::strerror(errno), ""};
  const pid_t child = fork();
  if (child == 0) {
    signals.restore();
    if (options.ends_if_interrupted) prctl(PR_SET_PDEATHSIG, SIGKILL);
    signal(SIGPIPE, options.ignore_sigpipe ? SIG_IGN : SIG_DFL);
    signal(SIGXFSZ, SIG_DFL);
    const int streams[] = {around.input, around.output, around.errors};
    for (int i = 0; i < 3; ++i)
      if (streams[i] >= 0) dup2(streams[i], i);
    if (around.working_directory.empty() || chdir(around.working_directory.c_str()) == 0)
      execvpe(options.program.empty() ? arguments[0] : options.program.c_str(), arguments.data(),
              environment.data());
    const int error = errno;
    if (write(failed[1], &error, sizeof error) < 0) _exit(126);
    _exit(127);
  }
  close(failed[1]);
  int error = 0;
  const bool did_fail = child < 0 || read(failed[0], &error, sizeof error) == sizeof error;
  close(failed[0]);
  if (!did_fail) return child;
  if (child > 0) waitpid(child, nullptr, 0);
  return Error{fmt::format("cannot be run: {}", std::strerror(error)), options.command[0]};
}

std::string program_of(const RecordingOptions& options) {
  return options.program.empty() ? file_of_command(options.command[0]) : options.program;
}

bool was_asked(const FwChannel& channel, std::string_view name) {
  const uint64_t hash = fw_variable_hash(name.data(), name.size());
  const auto count = std::min(channel.variables_asked_count, FW_MAX_VARIABLES_ASKED);
  return std::find(channel.variables_asked, channel.variables_asked + count, hash) !=
         channel.variables_asked + count;
}

// Which file the program is, and what was in it: a trace of another build says nothing about this.
void add_program(const AttachmentSink& add, const std::string& file) {
  const Result<FileContents> contents = read_file(file);
  if (!contents) return;
  if (char* path = realpath(file.c_str(), nullptr)) {
    add(kProgramAttachment, path);
    free(path);
  }
  add(kProgramHashAttachment, sha256_hex(contents.value().bytes()));
}

std::optional<uint64_t> fault_address(int wait_status, const FwRunEnd& end) {
  if (!WIFSIGNALED(wait_status) || end.was_sent || end.thread == 0) return std::nullopt;
  const auto signal = static_cast<uint32_t>(WTERMSIG(wait_status));
  if (signal != end.signal || (signal != SIGSEGV && signal != SIGBUS)) return std::nullopt;
  return end.address;
}

void add_origin(const AttachmentSink& add, const RecordingOptions& options) {
  std::string command;
  for (const std::string& argument : options.command) command += argument + '\0';
  add(kCommandAttachment, command);
  if (!options.surroundings.working_directory.empty()) {
    add(kFolderAttachment, options.surroundings.working_directory);
  } else if (char* folder = getcwd(nullptr, 0)) {
    add(kFolderAttachment, folder);
    free(folder);
  }
  add("seed", fmt::format("{}", options.seed));
  if (options.input && !options.input->comes_during_the_run()) options.input->add_to(add);
  if (!options.followed.empty()) add(kChildAttachment, text_of(options.followed));
  for (const Attachment& one : options.attachments) add(one.name, one.bytes);
  add_program(add, program_of(options));
}

// When the program has ended, and it is known what it asked for.
void add_environment(const AttachmentSink& add, const RecordingOptions& options,
                     const FwChannel& channel) {
  const auto& given = options.surroundings.environment;
  const auto was_asked_for = [&](std::string_view name) {
    return options.keeps_environment || was_asked(channel, name);
  };
  const KeptEnvironment kept = keep_environment(given ? *given : own_environment(), was_asked_for);
  add(kEnvironmentAttachment, kept.values);
  add(kVariableNamesAttachment, kept.names);
}

// The trace as it grows, up to its limit or the first thing that goes wrong.
class TraceOutput {
 public:
  TraceOutput(TraceFile& file, const RecordingOptions& options, ChannelHost& channel)
      : options_(options),
        channel_(channel),
        program_(program_of(options)),
        file_(file),
        max_bytes_(options.max_bytes),
        max_events_(options.max_events),
        writer_([&file](std::span<const uint8_t> bytes) { return file.write(bytes); },
                kWritingThreads),
        translator_(writer_, program_) {
    if (!options.followed.empty()) translator_.expect_fork();
    // A schedule counts rounds, and what it leads to is held against the trace that it is of.
    if (options.guide) translator_.keep_rounds();
    add_origin(add_attachment_, options);
  }

  void add(std::span<const uint64_t> words) {
    if (!incomplete_.empty()) return;
    // What comes from outside of the program comes in its own time: a replay that looks less often
    // looks too early.
    if (channel_.channel().end.others_may_act) translator_.keep_rounds();
    if (!translator_.add_chunk(words)) return give_up("the program wrote over its log");
    if (!writer_.every_byte_written())
      return give_up("the trace cannot be written: " + file_.failure());
    if (max_bytes_ != 0 && writer_.bytes() > max_bytes_)
      give_up("the trace reached its greatest size");
    if (max_events_ != 0 && writer_.event_count() > max_events_)
      give_up("the trace reached its greatest length");
    if (writer_.event_count() > TraceBuilder::kMaxEvents - FW_MAX_PATH_ITEMS * FW_CHUNK_WORDS)
      give_up("a trace cannot have more events");
  }

  // Nothing more of it is written.
  bool is_cut() const { return !incomplete_.empty(); }

  Rounds rounds_in(std::span<const uint64_t> words) {
    return incomplete_.empty() ? translator_.rounds_in(words) : Rounds();
  }

  std::vector<Rounds::OfThread> waiting_in(std::span<const uint64_t> words) {
    return incomplete_.empty() ? translator_.waiting_in(words) : std::vector<Rounds::OfThread>();
  }

  void finish(Recording& recording) {
    note_end(recording);
    translator_.finish(add_attachment_);
    if (options_.input && options_.input->comes_during_the_run())
      options_.input->add_to(add_attachment_);
    add_environment(add_attachment_, options_, channel_.channel());
    if (WIFEXITED(recording.wait_status) && !recording.followed)
      add_attachment_(kExitStatusAttachment, std::to_string(WEXITSTATUS(recording.wait_status)));
    if (const std::optional<UserKey> key = make_user_key())
      add_attachment_(kSignatureAttachment, origin_.signature(*key));
    if (const Result<FileContents> program = read_file(program_); program && channel_.attached())
      add_program_symbols(program.value().bytes(), channel_.program_base(), writer_);
    if (incomplete_.empty()) incomplete_ = channel_.failure();
    if (!incomplete_.empty() || recording.timed_out) writer_.add_loss(Loss::recording_cut_short, 1);
    writer_.finish();
    if (incomplete_.empty() && !file_.failure().empty())
      incomplete_ = "the trace cannot be written: " + file_.failure();
    recording.events = writer_.event_count();
    recording.threads = translator_.thread_count();
    const auto& unseen = translator_.unseen_libraries();
    recording.unseen_libraries.assign(unseen.begin(), unseen.end());
    recording.incomplete = incomplete_;
    recording.unwritten = file_.failure();
  }

 private:
  // What the end of the run says about the program goes into the trace and what is told of it.
  void note_end(Recording& recording) {
    if (!incomplete_.empty() || translator_.thread_count() == 0) return;
    add_requests();
    RunEnd& end = recording.end;
    const FwRunEnd& seen = channel_.channel().end;
    if (WIFEXITED(recording.wait_status) && !recording.followed)
      end.status = WEXITSTATUS(recording.wait_status);
    if (is_failure(recording))
      note_failure(seen, WTERMSIG(recording.wait_status), end);
    else if (seen.deadlocked_count > 0 || recording.never_ends)
      note_waits(seen, end);
    else if (recording.goes_round)
      note_hang(RunEnd::How::hung, recording.rounds, end);
    else if (recording.timed_out)
      note_hang(RunEnd::How::cut, {}, end);
    add_attachment_(RunEnd::kAttachment, end.encoded());
  }

  // Who waits for a lock at the end would have taken it next.
  void add_requests() {
    for (const FwThreadBlock& block : channel_.blocks()) {
      if (block.kernel_id == 0 || block.waits_for == 0) continue;
      if (block.number >= translator_.thread_count()) continue;
      const bool shares = block.waits_how == FW_WAIT_to_read;
      if (!shares && block.waits_how != FW_WAIT_mutex && block.waits_how != FW_WAIT_to_write)
        continue;
      translator_.add_request(block.number, shares ? Kind::request_shared : Kind::request,
                              block.waits_for, block.wait_may_end != 0);
    }
  }

  // Of its own making, and not by whoever wanted it to end. That a child fails may be what its
  // parent counts on.
  bool is_failure(const Recording& recording) const {
    if (recording.followed || channel_.channel().end.was_sent ||
        !WIFSIGNALED(recording.wait_status) || recording.timed_out || recording.interrupted ||
        recording.never_ends || recording.goes_round)
      return false;
    switch (WTERMSIG(recording.wait_status)) {
      case SIGSEGV:
      case SIGBUS:
      case SIGFPE:
      case SIGILL:
      case SIGTRAP:
      case SIGSYS:
      case SIGABRT:
        return true;
      default:
        return false;
    }
  }

  void note_failure(const FwRunEnd& seen, int signal, RunEnd& end) {
    end.how = RunEnd::How::failed;
    end.signal = signal;
    const bool is_noted = seen.thread > 0 && seen.thread <= translator_.thread_count() &&
                          seen.signal == static_cast<uint32_t>(signal);
    if (!is_noted) {
      end.threads = {{translator_.mark_place(translator_.last_thread(), std::nullopt)}};
      return;
    }
    end.assertion = std::string(seen.assertion, strnlen(seen.assertion, sizeof seen.assertion));
    if (signal == SIGSEGV || signal == SIGBUS) end.address = seen.address;
    std::optional<CodePlace> place;
    if (seen.place != 0) place = translator_.place_of(seen.place).value_or(CodePlace());
    end.threads = {{translator_.mark_place(static_cast<uint32_t>(seen.thread - 1), place)}};
  }

  void note_waits(const FwRunEnd& seen, RunEnd& end) {
    end.how = RunEnd::How::deadlocked;
    end.is_all = seen.deadlocked_count == 0;
    for (uint32_t i = 0; i < std::min(seen.deadlocked_count, FW_MOST_DEADLOCKED); ++i)
      for (const FwThreadBlock& block : channel_.blocks())
        if (block.kernel_id != 0 && block.number == seen.deadlocked[i]) add_thread(block, end);
    if (end.is_all) add_all_threads(end);
  }

  // Its time is over, which is a bug only if nothing could have come of more; but where its threads
  // are is good to know.
  void note_hang(RunEnd::How how, const Rounds& rounds, RunEnd& end) {
    end.how = how;
    add_all_threads(end, rounds);
  }

  // Who goes round may just be waiting, but not for long.
  void add_all_threads(RunEnd& end, const Rounds& rounds = {}) {
    constexpr size_t kMost = 16;
    for (const FwThreadBlock& block : channel_.blocks()) {
      if (block.kernel_id == 0 || end.threads.size() >= kMost) continue;
      const size_t before = end.threads.size();
      add_thread(block, end);
      if (end.threads.size() > before && rounds.has(block.number))
        end.threads.back() = {end.threads.back().event, RunEnd::Waits::runs};
    }
  }
  void add_thread(const FwThreadBlock& block, RunEnd& end) {
    if (block.number >= translator_.thread_count()) return;
    RunEnd::Thread thread;
    thread.waits = block.waits_for != 0 && block.waits_how <= FW_WAIT_once
                       ? static_cast<RunEnd::Waits>(block.waits_how)
                       : RunEnd::Waits::runs;
    thread.object = thread.waits == RunEnd::Waits::thread ? block.waits_thread : block.waits_for;
    if (block.waits_file != 0) thread = {{}, RunEnd::Waits::input, block.waits_file - 1};
    thread.event = translator_.mark_place(block.number, std::nullopt);
    end.threads.push_back(thread);
  }

  void give_up(std::string why) {
    incomplete_ = std::move(why);
    channel_.stop();
  }

  const RecordingOptions& options_;
  ChannelHost& channel_;
  std::string program_;  // its file
  TraceFile& file_;
  uint64_t max_bytes_, max_events_;
  FwtWriter writer_;
  OriginDigest origin_;
  const AttachmentSink add_attachment_ = [this](std::string_view name, std::string_view bytes) {
    writer_.add_attachment(name, bytes);
    origin_.add(name, bytes);
  };
  LogTranslator translator_;
  std::string incomplete_;
};

void note_watched(const StepWatch& watch, Recording& recording) {
  recording.threads = watch.thread_count();
  recording.sightings = watch.sightings();
  recording.held = watch.held_locks();
}

}  // namespace

Result<Recording> record_run(const RecordingOptions& options) {
  ChannelSettings settings;
  settings.seed = options.seed;
  settings.slice = options.slice;
  settings.cpu = cpu_for_the_program();
  settings.exit_grace = static_cast<uint32_t>(options.exit_grace * 1000);
  if (options.priorities) {
    settings.policy = FW_POLICY_priorities;
    settings.priority_changes = options.priority_changes;
    settings.expected_words = options.expected_events;
  }
  if (options.guide) {
    settings.schedule = options.guide->schedule();
    if (options.output.empty()) settings.logged = FW_LOG_watched;
  }
  if (options.input) {
    if (const Status begun = options.input->begin_run(); !begun) return begun.error();
    settings.input_pipe = options.input->pipe_end();
    settings.input_inode = options.input->inode();
  }
  settings.input_comes_again = options.surroundings.input_comes_again;
  settings.followed = options.followed;
  Result<ChannelHost> made = ChannelHost::create(settings);
  if (!made) return made.error();
  ChannelHost channel = std::move(made).value();
  std::optional<TraceFile> file;
  if (!options.output.empty()) {
    Result<TraceFile> created = TraceFile::create(options.output);
    if (!created) return created.error();
    file.emplace(std::move(created).value());
  }

  Signals signals(options.ends_if_interrupted);
  const Result<pid_t> program = start(options, channel, signals);
  if (!program) {
    if (file) file->remove();
    return program.error();
  }

  // From here on the program runs, whatever happens to its trace.
  Recording recording;
  std::optional<TraceOutput> output;
  if (file) output.emplace(*file, options, channel);
  std::optional<StepWatch> watch;
  if (options.guide) watch.emplace(options.scheduled_threads, options.watched);
  RoundWatch round_watch;
  const auto may_be_stuck = [&] {
    return !options.guide || (options.ends_if_stuck && channel.schedule_is_over());
  };
  const auto look_for_rounds = [&](std::span<const uint64_t> words) {
    if (!output || words.empty() || !may_be_stuck()) return;
    if (!round_watch.is_due()) return;
    round_watch.look(words.size(), output->rounds_in(words));
    for (const Rounds::OfThread& one : output->waiting_in(words))
      channel.let_rest(one.thread, one.what);
  };
  auto add = [&](std::span<const uint64_t> words) {
    look_for_rounds(words);
    if (output) output->add(words);
    if (watch && !watch->add_chunk(words)) watch.reset();
  };
  Ending interrupted;
  EndWatch end_watch;
  FollowedChild child;
  bool has_ended = false;  // the program; a child that is followed may go on
  const auto end_all = [&] {
    child.end();
    if (!has_ended) end_program(program.value());
  };
  const auto end_of_time = Clock::now() + std::chrono::duration<double>(options.timeout);
  for (;;) {
    has_ended = has_ended || waitpid(program.value(), &recording.wait_status, WNOHANG) != 0;
    if (has_ended && options.followed.empty()) break;
    // If it is a child that stands there, it has been in its own channel for long.
    const bool meets = channel.is_meeting();
    const bool idle = !channel.take_chunks(add);
    while (channel.go_on_with_child()) {
      child.becomes(static_cast<pid_t>(channel.channel().process));
      channel.take_chunks(add);
    }
    if (has_ended && !child.is_running()) break;
    const pid_t subject = child.exists() ? child.id() : program.value();
    const bool is_there = child.exists() ? child.is_running() : !has_ended;
    if (options.guide && !recording.ended_by_guide && is_there) {
      const LiveProgram live{subject, channel.schedule(), channel.blocks()};
      if (meets) {
        options.guide->at_meeting(live);
        channel.let_go_on();
      }
      const Course course = options.guide->look(live);
      if (course == Course::strays) channel.give_up_schedule();
      recording.ended_by_guide = course == Course::ends;
      if (recording.ended_by_guide) end_all();
    }
    if (options.ends_if_interrupted && interruption() != 0) {
      if (!has_ended) interrupted.pass_on(program.value(), options.guide ? 0 : kTimeToEnd);
      child.end();
    }
    if (options.input) options.input->look_after(channel.channel());
    if (idle) channel.free_stuck_token(subject);
    if (may_be_stuck() && !recording.never_ends &&
        end_watch.will_never_end(channel.channel(), subject)) {
      recording.never_ends = true;
      end_all();
    }
    // Whoever replays wants all of it.
    if (options.guide && output && output->is_cut() && !recording.ended_by_guide) {
      recording.ended_by_guide = true;
      end_all();
    }
    if (idle) look_for_rounds(channel.unfinished_chunk());
    if (!recording.never_ends && !recording.goes_round &&
        round_watch.will_never_end(channel, subject)) {
      recording.goes_round = true;
      recording.rounds = round_watch.rounds();
      end_all();
    }
    if (!has_ended) signals.pass_on(program.value());
    if (options.timeout > 0 && !recording.timed_out && Clock::now() > end_of_time) {
      recording.timed_out = true;
      end_all();
    }
    if (child.time_alone(has_ended) > kTimeAlone) {
      if (!options.ends_if_interrupted && has_ended) break;  // it is a daemon, and somebody's
      end_all();
    }
  }
  // It may have ended by the signal that the terminal sent to both of us.
  recording.interrupted = options.ends_if_interrupted && interruption() != 0;
  interrupted.finish(program.value());
  if (options.input) options.input->end_run();
  channel.take_rest(add);
  if (options.guide) options.guide->look({program.value(), channel.schedule(), channel.blocks()});
  recording.recorded = channel.attached();
  recording.followed = child.exists();
  recording.threaded_children = channel.threaded_children();
  recording.threaded_children_count = channel.threaded_children_count();
  // How a replay ended is how the child did, as far as that is known.
  if (const FwRunEnd& end = channel.channel().end;
      options.guide && child.exists() && end.thread != 0)
    recording.wait_status = static_cast<int>(end.signal);
  recording.fault_address = fault_address(recording.wait_status, channel.channel().end);
  if (output) output->finish(recording);
  if (watch) note_watched(*watch, recording);
  if (recording.incomplete.empty() && recording.timed_out)
    recording.incomplete = "the time was over";
  if (recording.incomplete.empty() && recording.interrupted)
    recording.incomplete = "it was interrupted";
  const bool is_empty = file && !recording.unwritten.empty() && file->size() == 0;
  if (file && (!recording.recorded || is_empty)) file->remove();
  return recording;
}

}  // namespace foreweave
