#include "record/program/channel_host.h"

#include <fmt/format.h>
#include <linux/futex.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <new>
#include <optional>
#include <string>
#include <utility>

#include "record/program/kernel_state.h"
#include "record/program/stopped_thread.h"

namespace foreweave {

namespace {

// 4 MB: as much as stays in the caches on its way. With more of them the program only runs further
// ahead, and both sides touch more pages, which takes a tenth of the time of a short run.
constexpr uint32_t kChunks = 16;
// What a process needs, in whole pages; the schedule, which all have in common, is behind the last.
constexpr uint64_t kBytesOfOne =
    (FW_CHANNEL_BYTES(kChunks) + FW_SCRATCH_WORDS * sizeof(uint64_t) + 4095) / 4096 * 4096;
// Behind the last chunk, so that whoever reads some words too many reads nothing that is not there.
constexpr uint64_t kReadable = 4096;
constexpr long kTickNanoseconds = 5'000'000;
constexpr int kIdleRoundsBeforeWeLook = 3;

uint32_t load(const uint32_t& word) { return __atomic_load_n(&word, __ATOMIC_ACQUIRE); }

void wait_on(uint32_t& word, uint32_t seen) {
  const timespec tick{0, kTickNanoseconds};
  syscall(SYS_futex, &word, FUTEX_WAIT, seen, &tick, nullptr, 0);
}
void wake(uint32_t& word) { syscall(SYS_futex, &word, FUTEX_WAKE, 1, nullptr, nullptr, 0); }

// From its sleep in our scheduler.
void rouse(FwThreadBlock& sleeper) {
  __atomic_fetch_add(&sleeper.wake, 1, __ATOMIC_ACQ_REL);
  wake(sleeper.wake);
}

void fill(FwChannel& c, const ChannelSettings& settings) {
  c.magic = FW_CHANNEL_MAGIC;
  c.abi_version = FW_ABI_VERSION;
  c.bytes_of_header = sizeof(FwChannel);
  c.chunk_count = kChunks;
  c.slice = settings.slice;
  c.seed = settings.seed;
  c.cpu = settings.cpu;
  c.exit_grace = settings.exit_grace;
  c.policy = settings.policy;
  c.priority_changes = settings.priority_changes;
  c.expected_words = settings.expected_words;
  c.logged = settings.logged;
  c.input_pipe = settings.input_pipe;
  c.input_inode = settings.input_inode;
  c.input_comes_again = settings.input_comes_again;
  c.scratch_at = FW_CHANNEL_BYTES(kChunks);
  c.recorder_id = static_cast<uint32_t>(getpid());
  c.holder = FW_MAX_LIVE_THREADS;
}

}  // namespace

Result<ChannelHost> ChannelHost::create(const ChannelSettings& settings) {
  ChannelHost host;
  const uint64_t processes = 1 + settings.followed.size();
  const uint64_t schedule_at = processes * kBytesOfOne;
  host.bytes_ = schedule_at + settings.schedule.size();
  host.descriptor_ = memfd_create("foreweave", 0);
  if (host.descriptor_ < 0 || ftruncate(host.descriptor_, static_cast<off_t>(host.bytes_)) != 0)
    return Error{fmt::format("no memory to share with the program: {}", std::strerror(errno)), ""};
  struct stat status;
  fstat(host.descriptor_, &status);
  host.inode_ = status.st_ino;
  void* memory =
      mmap(nullptr, host.bytes_ + kReadable, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory != MAP_FAILED)
    memory = mmap(memory, host.bytes_, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED,
                  host.descriptor_, 0);
  if (memory == MAP_FAILED)
    return Error{fmt::format("no memory to share with the program: {}", std::strerror(errno)), ""};
  char* const begin = static_cast<char*>(memory);
  for (uint64_t n = 0; n < processes; ++n) {
    auto* c = new (begin + n * kBytesOfOne) FwChannel{};
    fill(*c, settings);
    if (n < settings.followed.size()) {
      c->followed_fork = settings.followed[n];
      c->next_channel_at = kBytesOfOne;
    }
    if (!settings.schedule.empty()) c->schedule_at = schedule_at - n * kBytesOfOne;
  }
  if (!settings.schedule.empty())
    std::memcpy(begin + schedule_at, settings.schedule.data(), settings.schedule.size());
  host.followed_ = settings.followed.size();
  host.first_ = host.channel_ = reinterpret_cast<FwChannel*>(begin);
  return host;
}

ChannelHost::ChannelHost(ChannelHost&& other) noexcept
    : first_(std::exchange(other.first_, nullptr)),
      channel_(std::exchange(other.channel_, nullptr)),
      followed_(other.followed_),
      generation_(other.generation_),
      bytes_(other.bytes_),
      descriptor_(std::exchange(other.descriptor_, -1)),
      inode_(other.inode_) {}

ChannelHost::~ChannelHost() {
  if (channel_) {
    stop();
    munmap(first_, bytes_ + kReadable);
  }
  if (descriptor_ >= 0) close(descriptor_);
}

std::string ChannelHost::variable() const {
  // Of one length, since it moves the program's stack.
  return fmt::format("{}={:04}:{:020}", FW_CHANNEL_VARIABLE, descriptor_, inode_);
}

const uint64_t* ChannelHost::chunk(uint32_t n) const {
  const char* chunks = reinterpret_cast<const char*>(channel_) + FW_CHANNEL_CHUNKS_AT;
  return reinterpret_cast<const uint64_t*>(chunks) + size_t{n % kChunks} * FW_CHUNK_WORDS;
}

bool ChannelHost::take_chunks(const ChunkSink& sink) {
  const uint32_t filled = load(channel_->filled);
  if (filled == channel_->taken) {
    wait_on(channel_->filled, filled);
    return false;
  }
  while (channel_->taken != filled) {
    const uint32_t n = channel_->taken;
    const uint32_t words = channel_->chunk_words[n % kChunks];
    sink({chunk(n), words < FW_CHUNK_WORDS ? words : FW_CHUNK_WORDS});
    __atomic_store_n(&channel_->taken, n + 1, __ATOMIC_RELEASE);
    // Who waits until one is free fills it, and waits again: better it goes on with many.
    if (load(channel_->filled) - (n + 1) <= kChunks / 2) wake(channel_->taken);
  }
  return true;
}

std::span<const uint64_t> ChannelHost::unfinished_chunk() const {
  if (!attached() || load(channel_->filled) != channel_->taken) return {};
  const uint32_t n = channel_->filled, holder = load(channel_->holder);
  const uint64_t* const& end = holder < FW_MAX_LIVE_THREADS && channel_->logged == FW_LOG_everything
                                   ? channel_->blocks[holder].cursor
                                   : channel_->position;
  const uint64_t begin =
      channel_->base_address + FW_CHANNEL_CHUNKS_AT + uint64_t{n % kChunks} * FW_CHUNK_WORDS * 8;
  const uint64_t bytes =
      reinterpret_cast<uint64_t>(__atomic_load_n(&end, __ATOMIC_ACQUIRE)) - begin;
  if (bytes % 8 != 0 || bytes / 8 > FW_CHUNK_WORDS) return {};
  return {chunk(n), bytes / 8};
}

void ChannelHost::take_rest(const ChunkSink& sink) {
  while (load(channel_->filled) != channel_->taken) take_chunks(sink);
  if (!attached()) return;
  const uint32_t holder = load(channel_->holder);
  const bool has_holder = holder < FW_MAX_LIVE_THREADS;
  if (const auto rest = unfinished_chunk(); !rest.empty()) sink(rest);
  if (has_holder && channel_->window) take_window(channel_->blocks[holder].cursor, sink);
}

// What belongs to the log, but is not there yet.
void ChannelHost::take_window(const uint64_t* cursor, const ChunkSink& sink) {
  const uint64_t scratch = channel_->base_address + channel_->scratch_at,
                 begin = reinterpret_cast<uint64_t>(channel_->window),
                 end = reinterpret_cast<uint64_t>(cursor);
  if (begin < scratch || begin % 8 != 0 || end < begin || end % 8 != 0 ||
      end - scratch > FW_SCRATCH_WORDS * sizeof(uint64_t))
    return;
  const char* words = reinterpret_cast<const char*>(channel_) + channel_->scratch_at;
  sink({reinterpret_cast<const uint64_t*>(words + (begin - scratch)), (end - begin) / 8});
}

FwChannel* ChannelHost::channel_of(size_t generation) const {
  return reinterpret_cast<FwChannel*>(reinterpret_cast<char*>(first_) + generation * kBytesOfOne);
}

void ChannelHost::stop() {
  for (size_t i = 0; i <= followed_; ++i) {
    FwChannel& channel = *channel_of(i);
    __atomic_store_n(&channel.recorder_gone, 1, __ATOMIC_RELEASE);
    wake(channel.taken);
  }
}

bool ChannelHost::go_on_with_child() {
  if (generation_ == followed_) return false;
  FwChannel* const next = channel_of(generation_ + 1);
  if (load(next->process) == 0 || load(channel_->filled) != channel_->taken) return false;
  channel_ = next;
  ++generation_;
  return true;
}

std::vector<Descent> ChannelHost::threaded_children() const {
  std::vector<Descent> children;
  const uint32_t count = std::min(load(first_->threaded_children_count), FW_MOST_THREADED_CHILDREN);
  for (uint32_t i = 0; i < count; ++i) {
    Descent forks;
    for (const uint32_t fork : first_->threaded_children[i].forks)
      if (fork != 0) forks.push_back(fork);
    if (!forks.empty()) children.push_back(forks);
  }
  return children;
}

void ChannelHost::free_stuck_token(pid_t program) {
  const uint64_t progress = __atomic_load_n(&channel_->progress, __ATOMIC_ACQUIRE);
  const uint32_t holder = load(channel_->holder);
  if (progress != last_progress_ || holder >= FW_MAX_LIVE_THREADS) {
    last_progress_ = progress;
    idle_rounds_ = looks_at_runner_ = 0;
    return;
  }
  if (++idle_rounds_ < kIdleRoundsBeforeWeLook || is_meeting()) return;
  idle_rounds_ = 0;
  const char state = kernel_state(program, channel_->blocks[holder].kernel_id);
  if (state == 'R') return look_at_runner(program, holder);
  if (FwThreadBlock* sleeper = state == 'S' ? find_sleeper() : nullptr)
    revoke_token(holder, *sleeper);
}

void ChannelHost::revoke_token(uint32_t holder, FwThreadBlock& sleeper) {
  __atomic_store_n(&channel_->revoke, holder + 1, __ATOMIC_RELEASE);
  rouse(sleeper);
}

// Stopped, it cannot come to log something while its token is taken away.
void ChannelHost::look_at_runner(pid_t program, uint32_t holder) {
  constexpr int kLooksBeforeWeStopIt = 2;
  if (++looks_at_runner_ < kLooksBeforeWeStopIt) return;
  looks_at_runner_ = 0;
  FwThreadBlock* const sleeper = find_sleeper();
  if (!sleeper) return;
  const std::optional<StoppedThread> stopped =
      StoppedThread::stop(program, channel_->blocks[holder].kernel_id);
  if (!stopped || !is_code_of_others(program, stopped->position())) return;
  revoke_token(holder, *sleeper);
  constexpr int kMostLooks = 100;
  for (int i = 0; i < kMostLooks && load(channel_->holder) == holder; ++i) {
    const timespec a_little{0, 100'000};
    nanosleep(&a_little, nullptr);
  }
}

// Of libraries that may do anything. What libc does meanwhile would be done beside others, and it
// never waits by itself.
bool ChannelHost::is_code_of_others(pid_t program, uint64_t address) const {
  const uint32_t count = load(channel_->instrumented_count);
  if (address == 0 || count == 0 || count >= FW_MOST_INSTRUMENTED) return false;
  for (uint32_t i = 0; i < count; ++i)
    if (const FwCode& code = channel_->instrumented[i]; code.begin <= address && address < code.end)
      return false;
  const std::string file = mapped_file(program, address);
  if (!file.starts_with("/")) return false;
  const std::string name = file.substr(file.rfind('/') + 1);
  for (const char* known :
       {"libc.so", "libm.so", "libstdc++.so", "libgcc_s.so", "ld-linux", "libpthread"})
    if (name.starts_with(known)) return false;
  return true;
}

FwThreadBlock* ChannelHost::find_sleeper() const {
  for (FwThreadBlock& block : channel_->blocks)
    if (load(block.kernel_id) != 0 && load(block.asleep)) return &block;
  return nullptr;
}

void ChannelHost::give_up_schedule() {
  FwThreadBlock* const sleeper = find_sleeper();
  if (!sleeper) return;
  __atomic_store_n(&schedule()->give_up, 1, __ATOMIC_RELEASE);
  rouse(*sleeper);
}

FwSchedule* ChannelHost::schedule() const {
  if (channel_->schedule_at == 0) return nullptr;
  return reinterpret_cast<FwSchedule*>(reinterpret_cast<char*>(channel_) + channel_->schedule_at);
}

void ChannelHost::let_rest(uint32_t thread, uint64_t round) {
  for (FwThreadBlock& block : channel_->blocks)
    if (__atomic_load_n(&block.kernel_id, __ATOMIC_ACQUIRE) != 0 && block.number == thread)
      __atomic_store_n(&block.idle_round, round, __ATOMIC_RELAXED);
}

bool ChannelHost::schedule_is_over() const {
  const FwSchedule* s = schedule();
  return !s || __atomic_load_n(&s->over, __ATOMIC_ACQUIRE);
}

bool ChannelHost::is_meeting() const {
  const FwSchedule* s = schedule();
  return s && load(s->met) && !load(s->go_on);
}

void ChannelHost::let_go_on() {
  __atomic_store_n(&schedule()->go_on, 1, __ATOMIC_RELEASE);
  wake(schedule()->go_on);
}

bool ChannelHost::attached() const { return load(channel_->attached) != FW_NOBODY_ATTACHED; }

std::string ChannelHost::failure() const {
  return std::string(channel_->failure, strnlen(channel_->failure, sizeof channel_->failure));
}

}  // namespace foreweave
