// Runs a generated program on threads of its own making, under a seeded scheduler, and hands on
// the events block by block.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <functional>
#include <span>
#include <vector>

#include "bench/traces/address_map.h"
#include "bench/traces/generator_options.h"
#include "bench/traces/program.h"
#include "bench/traces/random.h"
#include "events/build/trace_builder.h"

namespace foreweave {

class ProgramRun {
 public:
  using Sink = std::function<void(std::span<const RawEvent>)>;

  // Keeps references to all three.
  ProgramRun(const GeneratorOptions& options, const Program& program, const Sink& sink);

  void run();  // once

  // How many events before the last one allowed threads stop accessing memory and only leave their
  // sections and end.
  static uint64_t events_to_finish(const GeneratorOptions& options);

 private:
  enum class Status : uint8_t { unborn, ready, wants_lock, wants_to_pass, waits, joins, ended };

  struct Thread {
    uint32_t number = 0;
    Status status = Status::unborn;
    bool finishing = false;  // main: in main_finish
    bool woken = false;
    uint32_t wanted = 0;  // lock, gate or thread, as the status says
    const Instruction* code = nullptr;
    const Instruction* at = nullptr;
    std::array<uint32_t, Program::kMaxNesting> records{};  // of this call, ascending
    uint32_t mailbox = 0;
    uint32_t block = 0;   // of this call, in heap
    uint32_t handle = 0;  // of this call
    uint64_t node = 0;    // the address that it loaded from there last, or allocated
    uint32_t loop = 0;    // iterations left
    uint32_t walk = 0;    // index into whatever the function walks
    uint64_t last_read = 0;
    uint64_t accesses = 0, local_accesses = 0;
    uint64_t next_race = 0, next_handoff = 0, next_fault = 0;  // in accesses
    uint64_t base = 0;                                         // address of memory
    std::vector<uint8_t> memory, heap;
  };

  // Scheduling.
  bool can_run(const Thread& t) const;
  Thread* pick_next(const Thread& current);
  void run_slice(Thread& t, uint64_t events);
  // The run is about to be long enough.
  bool ending() const { return emitted_ >= limit_; }

  // Choosing what to do.
  void call(Thread& t, const Function& function);
  void pick_records(Thread& t, const Function& function);
  bool call_next(Thread& t);
  const Function& next_function(Thread& t);
  const Function& any(const std::vector<Function>& functions);
  uint64_t gap_at_rate(double rate);

  // Doing it. False if the thread stays where it is or was put somewhere else.
  bool step(Thread& t, const Instruction& i);
  bool acquire(Thread& t, const Instruction& i, uint32_t lock);
  bool release(Thread& t, const Instruction& i, uint32_t lock);
  bool wait_begin(Thread& t, const Instruction& i);
  bool wait_end(Thread& t, const Instruction& i);
  bool wake(Thread& t, const Instruction& i, Kind how);
  bool fork(Thread& t, const Instruction& i);
  bool join(Thread& t, const Instruction& i);
  bool allocate(Thread& t, const Instruction& i);
  bool free(Thread& t, const Instruction& i);
  bool allocate_node(Thread& t, const Instruction& i);
  bool free_node(Thread& t, const Instruction& i);
  bool enter_gate(Thread& t, uint32_t gate);
  bool jump_if(bool condition, Thread& t, const Instruction& i);
  void emit_branch(Thread& t, const Instruction& i, bool taken);
  void access(Thread& t, const Instruction& i);
  void touch(Thread& t, const Instruction& i, uint8_t* memory, uint64_t base, uint32_t offset);
  uint64_t written_value(const Thread& t, const Instruction& i, uint64_t old);
  bool mailbox_is_full(uint32_t mailbox) const;

  void emit(const Thread& t, Kind kind, uint32_t site, uint64_t operand = 0, uint64_t value = 0,
            uint8_t flags = 0, uint32_t size = 0) {
    block_[filled_] = {t.number, kind, flags, site, size, operand, value};
    ++emitted_;
    if (++filled_ == block_.size()) flush();
  }
  void flush();

  const GeneratorOptions& options_;
  const Program& program_;
  const Sink& sink_;
  const AddressMap map_;
  const Function nothing_{{Instruction()}, 0, 0, 0};  // a new thread has just done it
  Random random_;
  const uint64_t limit_;
  uint64_t emitted_ = 0;
  std::vector<uint8_t> shared_;
  std::vector<uint32_t> holder_;  // by lock
  std::array<uint32_t, Program::kGates> in_gate_;
  std::vector<uint8_t> nodes_;
  std::array<uint32_t, Program::kHandles> nodes_made_{};  // by handle
  std::array<std::deque<uint32_t>, Program::kMailboxes> waiters_;
  uint32_t waiting_ = 0;  // how many of them in all
  std::vector<Thread> threads_;
  std::array<RawEvent, 1024> block_;
  size_t filled_ = 0;
};

}  // namespace foreweave
