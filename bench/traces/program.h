// The static half of a generated trace: a made-up program, drawn from a seed. Functions are short
// sequences of instructions with loops and critical sections; all threads run the same functions,
// each on its own data and on what is shared. trace_generator.h runs it.
//
// Shared memory holds one *record* a lock: some variables which that lock guards. A function that
// works on records picks them when it is called, as `lock(&account->mutex)` does, so that one
// instruction uses many locks and variables. *Mailboxes* are passed under a lock and a condition.
// *Accounts* and *handles* are those of program_sections.h.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "bench/traces/generator_options.h"
#include "events/kind.h"

namespace foreweave {

enum class Op : uint8_t {
  access,
  loop_begin,  // the body runs about `length` times; exactly if `base` is 1
  loop_end,    // back to instruction `base` until then
  acquire,     // the lock of the call's record number `depth`
  release,
  allocate,
  free,
  acquire_mailbox,  // the lock of the call's mailbox
  release_mailbox,
  skip_if_full,  // to instruction `base` if the call's mailbox holds something
  wait_begin,
  wait_end,    // once signalled
  jump,        // to instruction `base`
  maybe_jump,  // there, in `depth` of 8 cases
  signal,
  broadcast,
  use_mailbox,  // the call's mailbox is now number `base`
  fork,         // of thread `base`
  join,
  branch,        // a condition that changes nothing here
  acquire_lock,  // number `base` of the locks that functions name
  release_lock,
  acquire_handle,  // the lock of the call's handle
  release_handle,
  skip_if_null,  // to instruction `base` if the pointer that was loaded last is null
  skip_if_set,
  allocate_node,  // one that the call's handle can point to
  free_node,      // the one that was loaded last
  enter_gate,     // number `base`. Leaves no event: see program_sections.h
  leave_gate,
  end,
};

enum class Place : uint8_t {
  frame,    // a scalar of the thread at `base`
  array,    // the thread's array at `base`, walked with `stride`
  scatter,  // that array, at any of its elements, as a hash table is used
  heap,     // the call's allocation, at `base`
  record,   // the call's record number `depth`, at `base`
  table,    // shared; main fills it before it forks, later it is only read
  racy,     // shared, and nobody guards it
  mailbox,
  account,  // shared, of two locks: at `base`
  handle,   // the call's handle: a pointer to a node, or null
  node,     // what that points to, at `base`
};

// What a write leaves: one more than before, what the thread read last, a small number, an address,
// the bits of a measurement, null, the address of the node.
enum class Fill : uint8_t { counter, derived, small, pointer, noise, null, node };

struct Instruction {
  Op op = Op::end;
  Kind kind = Kind::read;
  Place place = Place::frame;
  Fill fill = Fill::derived;
  uint8_t size = 0;
  uint8_t flags = 0;
  uint8_t depth = 0;
  uint8_t stride = 0;  // bytes
  uint32_t site = 0;
  uint32_t base = 0;    // byte offset, or what `op` says
  uint32_t length = 0;  // bytes of an array, a power of two; iterations of a loop
};

struct Function {
  std::vector<Instruction> code;  // ends with Op::end
  // A call works on this many records, picked among `domain` ones from `first_record` on.
  uint32_t records = 0;
  uint32_t first_record = 0;
  uint32_t domain = 0;
  // And on one of this many handles; 0: on none.
  uint32_t handles = 0;
  uint32_t first_handle = 0;
};

struct ProgramSite {
  uint32_t function = 0;  // in Program::function_names
  uint32_t line = 0;
  uint32_t column = 0;
  uint32_t pointer_from = 0;  // the site that loads the pointer which accesses here use; 0: none
};

struct Program {
  static constexpr uint32_t kMaxNesting = 8;
  static constexpr uint32_t kMailboxes = 4;
  static constexpr uint32_t kRacyVariables = 4;
  static constexpr uint32_t kSlot = 8;         // bytes between shared variables
  static constexpr uint32_t kBlockBytes = 64;  // of an allocation
  static constexpr uint32_t kHeapBlocks = 64;  // of a thread
  static constexpr uint32_t kHandles = 16;
  static constexpr uint32_t kNodesPerHandle = 4;  // places where its nodes can lie, in turn
  static constexpr uint32_t kAccounts = 16;
  static constexpr uint32_t kNamedLocks = kAccounts + kAccounts / 2;
  static constexpr uint32_t kGates = kHandles + kAccounts / 2;

  explicit Program(const GeneratorOptions& options);

  // By what they do. A thread that wants one of a kind takes any.
  std::vector<Function> local, heap, guarded, lookup, racy;
  Function produce, consume;
  std::vector<Function> careful, faulty;         // program_sections.h
  Function main_start, main_finish;              // around what main does like everybody else
  uint32_t thread_start = 0, thread_finish = 0;  // sites of the begin and end of threads

  std::vector<ProgramSite> sites;
  std::vector<std::string> function_names;

  // Locks are numbered: the records', the mailboxes', the handles', those that functions name.
  uint32_t mailbox_lock(uint32_t mailbox) const { return record_count + mailbox; }
  uint32_t handle_lock(uint32_t handle) const { return mailbox_lock(kMailboxes) + handle; }
  uint32_t named_lock(uint32_t number) const { return handle_lock(kHandles) + number; }
  uint32_t lock_count() const {
    return has_sections ? named_lock(kNamedLocks) : mailbox_lock(kMailboxes);
  }

  uint32_t record_count = 1;  // as many as locks
  uint32_t record_bytes = kSlot;
  uint32_t table_bytes = 0;          // 0: no table
  uint32_t local_bytes = 0;          // of each thread, without its heap
  std::vector<uint8_t> field_sizes;  // of a record's variables
  bool has_sections = false;         // with handles, accounts and their locks
};

}  // namespace foreweave
