// Turns a program's log into the phrases of a trace, in order.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "capture/abi/channel.h"
#include "capture/abi/log_format.h"
#include "events/fwt/format.h"
#include "events/recorded_run/handler_runs.h"
#include "events/recorded_run/misuse.h"
#include "events/recorded_run/source_hashes.h"
#include "events/recorded_run/value_flows.h"
#include "record/code/code_place.h"
#include "record/code/unseen_code.h"
#include "record/kept/attachment_sink.h"
#include "record/kept/inputs.h"
#include "record/modules/module_arrival.h"
#include "record/modules/paths.h"
#include "record/translate/lock_ledger.h"
#include "record/translate/rounds.h"
#include "record/translate/waiting_rounds.h"

namespace foreweave {

class LogTranslator {
 public:
  // `program` is the executable's file.
  LogTranslator(FwtWriter& writer, std::string program);

  // The next chunk of the log, at most FW_CHUNK_WORDS; three words behind it can be read, too.
  // False if it makes no sense; then nothing after it does.
  bool add_chunk(std::span<const uint64_t> words);

  // The log goes over to a child of the process at some place: there threads are gone, and what
  // they held is nobody's.
  void expect_fork() { follows_forks_ = true; }

  // Rounds of waiting are not left out (waiting_rounds.h).
  void keep_rounds() { leaves_out_rounds_ = false; }

  // What a piece of the log behind all that was added shows of threads that go round.
  Rounds rounds_in(std::span<const uint64_t> words) { return find_rounds(words, now_, paths_); }
  std::vector<Rounds::OfThread> waiting_in(std::span<const uint64_t> words) {
    return find_waiting(words, now_, paths_);
  }

  // The log is over, and the thread waits for the lock; with a limit or not. That is its last
  // event.
  void add_request(uint32_t thread, Kind kind, uint64_t lock, bool gives_up);
  // The log is over. An event that stands for where the thread is now, in the call that it does not
  // return from or at the place in its code, which may be known (line) or not. If there is one that
  // nothing can be behind, that.
  EventId mark_place(uint32_t thread, const std::optional<CodePlace>& place);
  // The thread that has the token, or had it last.
  uint32_t last_thread() const { return now_; }
  // Where an address of the program's code comes from.
  std::optional<CodePlace> place_of(uint64_t address) const;

  // Nothing more is added.
  void finish(const AttachmentSink& add);

  size_t thread_count() const { return threads_.size(); }
  // Libraries that the program called, that were not built with us and that may order threads.
  const std::set<std::string>& unseen_libraries() const { return unseen_libraries_; }

 private:
  struct Frame {
    uint32_t function = 0;
    uint64_t frame = 0;  // its address, if the function logs it
    // It was called by code that we do not see and do not know, of this library.
    const UnseenCode::Library* caller = nullptr;
  };
  // What its last path left open.
  struct Open {
    uint32_t call_site = 0;      // of the call that it is in; 0: code that we do not see
    const Path* last = nullptr;  // ended in a call or a choice
    bool call_is_told = false;   // what was called is known from what was recorded meanwhile
    bool operands_vary = true;   // what it does that to may depend on what the thread read
    bool stretch_begun = false;  // something was recorded while the thread is in unseen code
    uint64_t callee = 0;         // the address of an indirect call
    // If `last` is resumed_: what the thread came back to.
    const UnseenCode::Library* resumed = nullptr;
  };
  struct LogThread : Open {
    std::vector<Frame> stack;
    std::vector<Open> interrupted;                      // by handlers of signals
    std::vector<HandlerRun> handlers;                   // that have not returned
    const UnseenCode::Library* entered_from = nullptr;  // by the path that is being added
    EventId end = EventId::none();                      // its last event, once it has ended
  };
  // What a path logged.
  struct Operands {
    const uint64_t* words = nullptr;
    uint32_t count = 0;
    uint32_t reads = 0;  // bits of the reads whose values are among them
  };

  // Of paths behind others that matter, and of single events: mostly those of a moment ago.
  struct RecentUse {
    const Path *path = nullptr, *before = nullptr;
    uint32_t reads = 0, switches = 0;
    bool call_is_told = false;
    uint32_t phrase = 0;
    FwtFormHint hint;
  };
  struct RecentEvent {
    uint64_t key = UINT64_MAX;
    uint32_t phrase = 0;
    FwtFormHint hint;
  };

  bool add_runtime_record(FwRecord record, std::span<const uint64_t> operands);
  bool add_event(std::span<const uint64_t> operands);
  bool add_misuse(std::span<const uint64_t> operands);
  void note_handler(FwRecord record, std::span<const uint64_t> operands);
  bool add_use_of_broken_lock(Kind kind, uint64_t lock);
  void follow_fork(Kind kind, uint64_t operand);
  bool add_module_bytes(std::span<const uint64_t> operands);
  bool finish_module();
  bool add_input(std::span<const uint64_t> operands);
  bool add_thread_name(std::span<const uint64_t> operands);

  WaitingRounds::Trace trace_for_rounds();
  void add_perhaps_waiting(WaitingRounds::Record record);
  void add_path_record(WaitingRounds::Record record);
  void add_path(Paths::Found& found, const Operands& operands);
  void add_paths(Paths::Found& found, Operands operands, uint32_t times);
  size_t find_frame(LogThread& thread, const Path& path, const uint64_t* operands);
  void add_special_path(LogThread& thread, Path& path, const Operands& operands);
  // What a call goes to.
  struct Target {
    const UnseenCode::Library* library = nullptr;  // if we neither see nor know it
    bool has_name = true;
  };
  Target target_of(const std::string& name, const UnseenCode::Library& library);
  Target target_of(const LogThread& thread);
  bool calls_known(const Path& path);
  bool frees_by_count(const LogThread& thread);
  void forget_targets();
  void add_mark(Kind kind, const LogThread& thread, const UnseenCode::Library& library);
  void begin_stretch(LogThread& thread, bool others_go_on);
  void add_system_mark(Kind kind, const LogThread& thread);
  void end_stretch(LogThread& thread, const Path& next);
  void resume(LogThread& thread, const UnseenCode::Library* library);
  void add_use(uint32_t phrase, const Operands& operands, FwtFormHint& hint, uint32_t times = 1);
  RecentUse& recent_use(Path& path, const Open& before, uint32_t reads, uint32_t switches);
  uint32_t find_phrase(Path& path, const Open& before, uint32_t switches);
  uint32_t phrase_with_huge_range(const Path& path, const Open& before, const Operands& operands);
  Phrase closing(const Open& before, const Path& next) const;
  void add_range(Kind kind, uint8_t flags, uint32_t site, uint64_t address, uint64_t size);
  void add_one(Kind kind, uint8_t flags, uint32_t site, const uint64_t* numbers);
  void add_one(Kind kind, uint8_t flags, uint32_t site, uint64_t size, uint64_t operand,
               uint64_t value);

  FwtWriter& writer_;
  Paths paths_;
  std::vector<LogThread> threads_;
  uint32_t now_ = 0;                               // the thread with the token
  std::unordered_map<uint64_t, uint32_t> single_;  // phrases of one event, by kind, flags and site
  UnseenCode unseen_;
  Path resumed_;  // stands for the return into code that we do not see
  std::vector<std::optional<Target>> callees_;  // by Path::callee, as far as looked up
  std::unordered_map<uint64_t, Target> addresses_;
  std::set<std::string> unseen_libraries_;
  uint32_t site_count_ = 0;
  std::vector<uint32_t> function_sites_;  // for each function over all modules, who it is
  ModuleArrival module_;
  ValueFlows flows_;
  SourceHashes sources_;
  // What calls told the threads, see inputs.h.
  std::vector<RecordedInput> inputs_;
  std::vector<Misuse> misuses_;
  std::vector<HandlerRun> handler_runs_;
  // Locks that somebody gave back who did not have them, or whose holder is gone: from there on it
  // says nothing who has them.
  LockLedger ledger_;
  std::unordered_set<uint64_t> broken_locks_;
  bool follows_forks_ = false;
  std::vector<std::unordered_multiset<uint64_t>> held_;  // by each thread, if forks are followed
  std::map<uint32_t, std::string> thread_names_;         // those that the program gave
  uint64_t input_bytes_ = 0;
  WaitingRounds waiting_;
  bool leaves_out_rounds_ = true;
  bool is_followed_ = false;  // by waiting_: the thread with the token
  static constexpr unsigned kRecentUseBits = 11, kRecentEventBits = 6;
  std::array<RecentUse, 1u << kRecentUseBits> recent_uses_;
  std::array<RecentEvent, 1u << kRecentEventBits> recent_events_;
};

}  // namespace foreweave
