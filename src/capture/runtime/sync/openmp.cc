// What OpenMP's runtime libomp orders, as it tells it through its interface for tools (OMPT,
// chapter 19 of OpenMP 5.2). It looks for a function of this name when it starts; in a program
// without OpenMP nobody calls it.
//
//   a team begins       what its creator did comes before what each thread of it does
//   barriers            as barriers; that at the end of a team, too
//   critical, locks     as locks
//   ordered, tasks      as if everything before came before everything behind, between all threads
//                       of the program: more than OpenMP orders, so that races between tasks may be
//                       missed
#include <stdint.h>

#include "capture/runtime/core/log.h"
#include "capture/runtime/core/recorder_channel.h"
#include "capture/runtime/core/scheduler.h"

using namespace foreweave::runtime;

namespace {

// The interface, as far as it is used.
union Data {
  uint64_t value;
  void* pointer;
};
using Callback = void (*)();
using SetCallback = int (*)(int event, Callback callback);
using Lookup = Callback (*)(const char* name);
struct StartToolResult {
  int (*initialize)(Lookup lookup, int device, Data* tool);
  void (*finalize)(Data* tool);
  Data tool;
};
enum Event {
  kParallelBegin = 3,
  kTaskCreate = 5,
  kTaskSchedule = 6,
  kImplicitTask = 7,
  kMutexReleased = 17,
  kSyncRegion = 23,
  kMutexAcquired = 27
};
enum Endpoint { kBegin = 1, kEnd = 2 };
enum Region { kTaskwait = 5, kTaskgroup = 6, kReduction = 7 };
enum Mutex { kTestLock = 2, kTestNestLock = 4, kAtomic = 6, kOrdered = 7 };
constexpr int kInitialTask = 1, kExplicitTask = 4, kTaskComplete = 1;

// Words that no program has: one for each team, and one for all tasks.
constexpr uint64_t kTeams = uint64_t{0x4f} << 48, kTasks = kTeams - 64;
constexpr uint64_t kBarriers = uint64_t{1} << 63 | uint64_t{0x4e} << 48;
uint64_t teams;  // so many have begun

uint64_t word_of(uint64_t team) { return kTeams + 8 * team; }
const void* barrier_of(uint64_t team) {
  return reinterpret_cast<const void*>(kBarriers + 16 * team);
}

// Of tasks nothing more is said than that they come one after the other.
void order_tasks() { log_order(kTasks, Order::is_told); }

void begin_team(Data*, const void*, Data* parallel, unsigned, int, const void*) {
  parallel->value = __atomic_add_fetch(&teams, 1, __ATOMIC_RELAXED);
  log_order(word_of(parallel->value), Order::passes_on);
}

void begin_or_end_implicit_task(int endpoint, Data* parallel, Data* task, unsigned, unsigned,
                                int flags) {
  if (endpoint != kBegin || flags & kInitialTask || !parallel || !task) return;
  task->value = parallel->value;
  log_order(word_of(task->value), Order::is_told);
}

// Who waits for tasks goes round in a loop of the runtime's until there is one to do, or all are
// done by others, and never sleeps: so it does that without the token.
void begin_or_end_task_wait(int endpoint) {
  order_tasks();
  Thread* const self = scheduling ? current() : nullptr;
  if (!self) return;
  if (endpoint & kBegin) ++self->task_waits;
  if (endpoint & kEnd) --self->task_waits;
  if (endpoint == kBegin) leave();
}

// The runtime tells of the end of a team's last barrier only when the thread joins another team.
void begin_or_end_region(int region, int endpoint, Data*, Data* task, const void*) {
  if (region == kReduction) return;
  if (region == kTaskwait || region == kTaskgroup) return begin_or_end_task_wait(endpoint);
  if (!task || task->value == 0) return;
  const Inside inside;
  if (!inside) return;
  if (endpoint & kBegin) log_event(current(), FW_KIND_barrier_arrive, barrier_of(task->value));
  if (endpoint & kEnd) log_event(current(), FW_KIND_barrier_leave, barrier_of(task->value));
}

void create_task(Data* creator, const void*, Data* task, int flags, int, const void*) {
  if (!(flags & kExplicitTask)) return;
  task->value = 0;
  if (creator) order_tasks();
}

// From a task to another one, or back to one that waits.
void schedule_task(Data*, int prior_status, Data*) {
  order_tasks();
  const Thread* const self = scheduling ? current() : nullptr;
  if (self && self->task_waits > 0 && prior_status == kTaskComplete) leave();
}

// We are told of a release when somebody else may have the lock already: he waits until it is in
// the log.
constexpr size_t kMostHeld = 1024;
uint64_t held[kMostHeld];

uint64_t* find_held(uint64_t mutex) {
  for (uint64_t& one : held)
    if (one == mutex) return &one;
  return nullptr;
}

void acquire(int kind, uint64_t mutex, const void*) {
  if (kind == kAtomic) return;
  if (kind == kOrdered) return order_tasks();
  const Inside inside;
  if (!inside) return;
  const auto* object = reinterpret_cast<const void*>(mutex);
  while (find_held(mutex)) wait_for(object);
  if (uint64_t* const place = find_held(0)) *place = mutex;
  const bool gives_up = kind == kTestLock || kind == kTestNestLock;
  log_event(current(), FW_KIND_acquire, object, 0, 0, gives_up ? FW_FLAG_GIVES_UP : 0);
}

void release(int kind, uint64_t mutex, const void*) {
  if (kind == kAtomic) return;
  if (kind == kOrdered) return order_tasks();
  const Inside inside;
  if (!inside) return;
  log_event(current(), FW_KIND_release, reinterpret_cast<const void*>(mutex));
  if (uint64_t* const place = find_held(mutex)) *place = 0;
  wake(reinterpret_cast<const void*>(mutex));
}

template <class Function>
void listen(SetCallback set, Event event, Function* function) {
  set(event, reinterpret_cast<Callback>(function));
}

int initialize(Lookup lookup, int, Data*) {
  const auto set = reinterpret_cast<SetCallback>(lookup("ompt_set_callback"));
  if (!set) return 0;
  listen(set, kParallelBegin, begin_team);
  listen(set, kImplicitTask, begin_or_end_implicit_task);
  listen(set, kSyncRegion, begin_or_end_region);
  listen(set, kTaskCreate, create_task);
  listen(set, kTaskSchedule, schedule_task);
  listen(set, kMutexAcquired, acquire);
  listen(set, kMutexReleased, release);
  const Inside inside(false);
  if (inside && channel) log_record(current(), FW_RECORD_openmp, nullptr, 0);
  return 1;
}

void finalize(Data*) {}

}  // namespace

FW_INTERCEPTOR void* ompt_start_tool(unsigned, const char*) {
  static StartToolResult tool = {initialize, finalize, {0}};
  return scheduling ? &tool : nullptr;
}
