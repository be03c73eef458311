#include "bench/traces/program_run.h"

#include <algorithm>
#include <cstring>

#include "base/check.h"
#include "bench/traces/program_sections.h"

namespace foreweave {

namespace {

constexpr uint32_t kNobody = UINT32_MAX;
constexpr uint32_t kMeanHandoffGap = 20'000;  // accesses of a thread
constexpr uint32_t kOne = 1 << 20;            // of random numbers that decide by a share

// Sizes are switched over so that each copy is a single instruction.
uint64_t load(const uint8_t* bytes, uint8_t size) {
  uint64_t value = 0;
  switch (size) {
    case 1:
      return *bytes;
    case 2:
      std::memcpy(&value, bytes, 2);
      return value;
    case 4:
      std::memcpy(&value, bytes, 4);
      return value;
    default:
      std::memcpy(&value, bytes, 8);
      return value;
  }
}

// Gives back what fits.
uint64_t store(uint8_t* bytes, uint8_t size, uint64_t value) {
  switch (size) {
    case 1:
      return *bytes = static_cast<uint8_t>(value);
    case 2:
      std::memcpy(bytes, &value, 2);
      return value & 0xffff;
    case 4:
      std::memcpy(bytes, &value, 4);
      return value & 0xffffffff;
    default:
      std::memcpy(bytes, &value, 8);
      return value;
  }
}

}  // namespace

// A thread can be inside all its sections, and each needs a fork, a begin, an end and a join.
uint64_t ProgramRun::events_to_finish(const GeneratorOptions& options) {
  return uint64_t{options.threads} * (2 * Program::kMaxNesting + 8) + 3 * Program::kMailboxes +
         (options.has_sections() ? kMostSectionEventsAtTheEnd : 0);
}

ProgramRun::ProgramRun(const GeneratorOptions& options, const Program& program, const Sink& sink)
    : options_(options),
      program_(program),
      sink_(sink),
      map_(program),
      random_(~options.seed),  // not the numbers the program was drawn with
      limit_(options.events - events_to_finish(options)),
      shared_(map_.end),
      holder_(program.lock_count(), kNobody),
      nodes_(Program::kHandles * Program::kNodesPerHandle * Program::kBlockBytes),
      threads_(options.threads) {
  in_gate_.fill(kNobody);
  for (uint32_t n = 0; n < options.threads; ++n) {
    Thread& t = threads_[n];
    t.number = static_cast<uint32_t>(n);
    t.memory.resize(program.local_bytes);
    t.heap.resize(Program::kHeapBlocks * Program::kBlockBytes);
    t.base = AddressMap::local(n);
    t.next_race = gap_at_rate(options.race_rate);
    t.next_handoff = random_.around(kMeanHandoffGap);
    t.next_fault = gap_at_rate(options.fault_rate);
  }
}

void ProgramRun::run() {
  Thread* thread = &threads_[0];
  while (thread) {
    run_slice(*thread, random_.around(options_.slice));
    thread = pick_next(*thread);
  }
  flush();
}

void ProgramRun::flush() {
  if (filled_ > 0) sink_(std::span(block_.data(), filled_));
  filled_ = 0;
}

// --- scheduling -----------------------------------------------------------------------------

bool ProgramRun::can_run(const Thread& t) const {
  switch (t.status) {
    case Status::ready:
      return true;
    case Status::wants_lock:
      return holder_[t.wanted] == kNobody;
    case Status::wants_to_pass:
      return in_gate_[t.wanted] == kNobody;
    case Status::waits:
      return t.woken;
    case Status::joins:
      return threads_[t.wanted].status == Status::ended;
    default:
      return false;
  }
}

// Any thread that can run, another one if possible; null when all have ended.
ProgramRun::Thread* ProgramRun::pick_next(const Thread& current) {
  const uint32_t count = options_.threads;
  const uint32_t first = random_.below(count);
  for (uint32_t n = 0; n < count; ++n) {
    Thread& t = threads_[(first + n) % count];
    if (t.number != current.number && can_run(t)) return &t;
  }
  if (can_run(current)) return &threads_[current.number];
  for (const Thread& t : threads_)
    CHECK(t.status == Status::ended, "the generated program deadlocked");
  return nullptr;
}

void ProgramRun::run_slice(Thread& t, uint64_t events) {
  const uint64_t until = emitted_ + events;
  t.status = Status::ready;
  if (!t.code) {
    emit(t, Kind::thread_begin, program_.thread_start);
    call(t, t.number == 0 ? program_.main_start : nothing_);
  }
  while (emitted_ < until && t.status == Status::ready) {
    const Instruction& i = *t.at;
    if (i.op == Op::access) [[likely]] {
      access(t, i);
      ++t.at;
    } else if (step(t, i)) {
      ++t.at;
    }
  }
}

// --- choosing what to do --------------------------------------------------------------------

uint64_t ProgramRun::gap_at_rate(double rate) {
  return rate > 0 ? random_.around(static_cast<uint64_t>(1 / rate) + 1) : UINT64_MAX;
}

const Function& ProgramRun::any(const std::vector<Function>& functions) {
  return functions[random_.below(static_cast<uint32_t>(functions.size()))];
}

void ProgramRun::call(Thread& t, const Function& function) {
  t.code = t.at = function.code.data();
  t.walk = static_cast<uint32_t>(random_.next());
  if (function.records > 0) pick_records(t, function);
  if (function.handles > 0) t.handle = function.first_handle + random_.below(function.handles);
}

// Different ones, ascending, so that sections nest in one order everywhere.
void ProgramRun::pick_records(Thread& t, const Function& function) {
  for (uint32_t n = 0; n < function.records; ++n) {
    uint32_t candidate = function.first_record + random_.below(function.domain - n);
    uint32_t at = 0;  // the candidate counts only records not picked yet: step over the others
    while (at < n && t.records[at] <= candidate) ++candidate, ++at;
    for (uint32_t k = n; k > at; --k) t.records[k] = t.records[k - 1];
    t.records[at] = candidate;
  }
}

// False if the thread has nothing left to do.
bool ProgramRun::call_next(Thread& t) {
  if (!ending()) {
    call(t, next_function(t));
    return true;
  }
  if (t.number != 0 || t.finishing) return false;
  t.finishing = true;
  call(t, program_.main_finish);
  return true;
}

const Function& ProgramRun::next_function(Thread& t) {
  const double local_wanted = options_.local_share * static_cast<double>(t.accesses);
  if (options_.local_share >= 1 || static_cast<double>(t.local_accesses) < local_wanted) {
    const bool on_heap =
        options_.heap_share > 0 && random_.below(kOne) < options_.heap_share * kOne;
    return any(on_heap ? program_.heap : program_.local);
  }
  if (t.accesses >= t.next_race) {
    t.next_race = t.accesses + gap_at_rate(options_.race_rate);
    return any(program_.racy);
  }
  if (t.accesses >= t.next_handoff && options_.threads > 1) {
    t.next_handoff = t.accesses + random_.around(kMeanHandoffGap);
    t.mailbox = random_.below(Program::kMailboxes);
    const bool may_wait = t.number != 0 && waiting_ < std::max(1u, options_.threads / 4);
    return may_wait && random_.one_in(2) ? program_.consume : program_.produce;
  }
  if (t.accesses >= t.next_fault) {
    t.next_fault = t.accesses + gap_at_rate(options_.fault_rate);
    return any(program_.faulty);
  }
  if (options_.careful_share > 0 && random_.below(kOne) < options_.careful_share * kOne)
    return any(program_.careful);
  return any(!program_.lookup.empty() && random_.one_in(3) ? program_.lookup : program_.guarded);
}

// --- instructions ---------------------------------------------------------------------------

bool ProgramRun::step(Thread& t, const Instruction& i) {
  const uint32_t mailbox_lock = program_.mailbox_lock(t.mailbox);
  switch (i.op) {
    case Op::access:
      return true;
    case Op::loop_begin:
      t.loop = i.base == 1 ? i.length : static_cast<uint32_t>(random_.around(i.length));
      return true;
    case Op::loop_end:
      ++t.walk;
      return jump_if(--t.loop > 0 && !ending(), t, i);
    case Op::acquire:
      return acquire(t, i, t.records[i.depth]);
    case Op::release:
      return release(t, i, t.records[i.depth]);
    case Op::allocate:
      return allocate(t, i);
    case Op::free:
      return free(t, i);
    case Op::acquire_mailbox:
      return acquire(t, i, mailbox_lock);
    case Op::release_mailbox:
      return release(t, i, mailbox_lock);
    case Op::skip_if_full:
      return jump_if(mailbox_is_full(t.mailbox) || ending(), t, i);
    case Op::wait_begin:
      return wait_begin(t, i);
    case Op::wait_end:
      return wait_end(t, i);
    case Op::maybe_jump:
      return jump_if(random_.below(8) < i.depth, t, i);
    case Op::jump:
      t.at = t.code + i.base;
      return false;
    case Op::signal:
      return wake(t, i, Kind::signal);
    case Op::broadcast:
      return wake(t, i, Kind::broadcast);
    case Op::use_mailbox:
      t.mailbox = i.base;
      return true;
    case Op::fork:
      return fork(t, i);
    case Op::join:
      return join(t, i);
    case Op::branch:
      emit_branch(t, i, t.last_read % 2 == 1);
      return true;
    case Op::acquire_lock:
      return acquire(t, i, program_.named_lock(i.base));
    case Op::release_lock:
      return release(t, i, program_.named_lock(i.base));
    case Op::acquire_handle:
      return acquire(t, i, program_.handle_lock(t.handle));
    case Op::release_handle:
      return release(t, i, program_.handle_lock(t.handle));
    case Op::skip_if_null:
      return jump_if(t.node == 0 || ending(), t, i);
    case Op::skip_if_set:
      return jump_if(t.node != 0 || ending(), t, i);
    case Op::allocate_node:
      return allocate_node(t, i);
    case Op::free_node:
      return free_node(t, i);
    case Op::enter_gate:
      return enter_gate(t, i.base);
    case Op::leave_gate:
      in_gate_[i.base] = kNobody;
      return true;
    case Op::end:
      break;
  }
  if (call_next(t)) return false;
  emit(t, Kind::thread_end, program_.thread_finish);
  t.status = Status::ended;
  return false;
}

bool ProgramRun::jump_if(bool condition, Thread& t, const Instruction& i) {
  emit_branch(t, i, condition);
  if (!condition) return true;
  t.at = t.code + i.base;
  return false;
}

void ProgramRun::emit_branch(Thread& t, const Instruction& i, bool taken) {
  if (!options_.branches || ending()) return;
  emit(t, Kind::branch, i.site, 0, options_.values ? taken : 0,
       options_.values ? FW_FLAG_HAS_VALUE : 0);
}

bool ProgramRun::acquire(Thread& t, const Instruction& i, uint32_t lock) {
  if (holder_[lock] != kNobody) {
    t.wanted = lock;
    t.status = Status::wants_lock;
    return false;
  }
  holder_[lock] = t.number;
  emit(t, Kind::acquire, i.site, AddressMap::lock(lock), 0, i.flags);
  return true;
}

bool ProgramRun::enter_gate(Thread& t, uint32_t gate) {
  if (in_gate_[gate] != kNobody) {
    t.wanted = gate;
    t.status = Status::wants_to_pass;
    return false;
  }
  in_gate_[gate] = t.number;
  return true;
}

bool ProgramRun::release(Thread& t, const Instruction& i, uint32_t lock) {
  CHECK(holder_[lock] == t.number, "the generated program releases a lock it does not hold");
  holder_[lock] = kNobody;
  emit(t, Kind::release, i.site, AddressMap::lock(lock), 0, i.flags);
  return true;
}

bool ProgramRun::wait_begin(Thread& t, const Instruction& i) {
  emit(t, Kind::wait_begin, i.site, AddressMap::condition(t.mailbox));
  waiters_[t.mailbox].push_back(t.number);
  ++waiting_;
  t.woken = false;
  return true;
}

bool ProgramRun::wait_end(Thread& t, const Instruction& i) {
  if (!t.woken) {
    t.status = Status::waits;
    return false;
  }
  emit(t, Kind::wait_end, i.site, AddressMap::condition(t.mailbox));
  return true;
}

bool ProgramRun::wake(Thread& t, const Instruction& i, Kind how) {
  emit(t, how, i.site, AddressMap::condition(t.mailbox));
  auto& waiters = waiters_[t.mailbox];
  size_t count = how == Kind::broadcast ? waiters.size() : std::min<size_t>(1, waiters.size());
  for (; count > 0; --count, --waiting_) {
    threads_[waiters.front()].woken = true;
    waiters.pop_front();
  }
  return true;
}

bool ProgramRun::fork(Thread& t, const Instruction& i) {
  emit(t, Kind::fork, i.site, i.base);
  threads_[i.base].status = Status::ready;
  return true;
}

bool ProgramRun::join(Thread& t, const Instruction& i) {
  if (threads_[i.base].status != Status::ended) {
    t.wanted = i.base;
    t.status = Status::joins;
    return false;
  }
  emit(t, Kind::join, i.site, i.base);
  return true;
}

// --- memory ---------------------------------------------------------------------------------

bool ProgramRun::allocate(Thread& t, const Instruction& i) {
  t.block = random_.below(Program::kHeapBlocks) * Program::kBlockBytes;
  std::memset(t.heap.data() + t.block, 0, Program::kBlockBytes);
  emit(t, Kind::allocate, i.site, t.base + AddressMap::kHeapOffset + t.block, Program::kBlockBytes,
       FW_FLAG_HAS_VALUE);
  return true;
}

bool ProgramRun::free(Thread& t, const Instruction& i) {
  emit(t, Kind::free, i.site, t.base + AddressMap::kHeapOffset + t.block, 0, i.flags);
  return true;
}

bool ProgramRun::allocate_node(Thread& t, const Instruction& i) {
  if (ending()) return true;
  const uint32_t place = nodes_made_[t.handle]++ % Program::kNodesPerHandle;
  const uint32_t offset = (t.handle * Program::kNodesPerHandle + place) * Program::kBlockBytes;
  std::memset(nodes_.data() + offset, 0, Program::kBlockBytes);
  t.node = AddressMap::kNodeBase + offset;
  emit(t, Kind::allocate, i.site, t.node, Program::kBlockBytes, FW_FLAG_HAS_VALUE);
  return true;
}

// Not while the run ends, when nobody sets the handle to null.
bool ProgramRun::free_node(Thread& t, const Instruction& i) {
  if (!ending()) emit(t, Kind::free, i.site, t.node, 0, i.flags);
  return true;
}

// Producers leave an address, consumers a small number.
bool ProgramRun::mailbox_is_full(uint32_t mailbox) const {
  const uint8_t* bytes = shared_.data() + map_.mailboxes + mailbox * Program::kSlot;
  return load(bytes, 8) >= AddressMap::kLocalBase;
}

void ProgramRun::access(Thread& t, const Instruction& i) {
  if (ending()) return;
  uint32_t offset = 0;
  switch (i.place) {
    case Place::frame:
      ++t.local_accesses;
      return touch(t, i, t.memory.data(), t.base, i.base);
    case Place::array:
      ++t.local_accesses;
      return touch(t, i, t.memory.data(), t.base, i.base + (t.walk * i.stride & (i.length - 1)));
    case Place::scatter:
      ++t.local_accesses;
      offset = static_cast<uint32_t>(random_.next()) & (i.length - 1) & ~(i.size - 1u);
      return touch(t, i, t.memory.data(), t.base, i.base + offset);
    case Place::heap:
      ++t.local_accesses;
      return touch(t, i, t.heap.data(), t.base + AddressMap::kHeapOffset, t.block + i.base);
    case Place::record:
      offset = map_.records + t.records[i.depth] * program_.record_bytes + i.base;
      break;
    case Place::table:
      offset = t.walk * i.stride & (i.length - 1);
      break;
    case Place::racy:
      offset = map_.racy + i.base;
      break;
    case Place::mailbox:
      offset = map_.mailboxes + t.mailbox * Program::kSlot;
      break;
    case Place::account:
      offset = map_.accounts + i.base;
      break;
    case Place::handle:
      touch(t, i, shared_.data(), AddressMap::kSharedBase,
            map_.handles + t.handle * Program::kSlot);
      if (i.kind == Kind::read) t.node = t.last_read;
      return;
    case Place::node:
      return touch(t, i, nodes_.data(), AddressMap::kNodeBase,
                   static_cast<uint32_t>(t.node - AddressMap::kNodeBase) + i.base);
  }
  touch(t, i, shared_.data(), AddressMap::kSharedBase, offset);
}

void ProgramRun::touch(Thread& t, const Instruction& i, uint8_t* memory, uint64_t base,
                       uint32_t offset) {
  ++t.accesses;
  uint64_t value = load(memory + offset, i.size);
  if (i.kind == Kind::write)
    value = store(memory + offset, i.size, written_value(t, i, value));
  else
    t.last_read = value;
  emit(t, i.kind, i.site, base + offset, options_.values ? value : 0, i.flags, i.size);
}

uint64_t ProgramRun::written_value(const Thread& t, const Instruction& i, uint64_t old) {
  switch (i.fill) {
    case Fill::counter:
      return old + 1;
    case Fill::derived:
      return t.last_read;
    case Fill::small:
      return random_.below(100);
    case Fill::pointer:
      return t.base + random_.below(1 << 12) * 16;
    case Fill::noise:
      return 0x3ff0000000000000 | random_.next() >> 12;  // a double from 1 to 2
    case Fill::null:
      return 0;
    case Fill::node:
      return t.node;
  }
  return old;
}

}  // namespace foreweave
