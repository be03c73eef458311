// Every handler of the program is called through `arrive`.
//
//  - A thread that runs instrumented code may be in the middle of a path, whose operands lie behind
//    its cursor. The signal is kept, and the limit set to 0: the path ends within nanoseconds, and
//    the handler runs then. As seen from the program, the signal came a little later.
//  - A thread that is outside, or that runs code of a library without us, has a whole log, and its
//  call
//    may be there to be interrupted, or to raise the signal: the handler runs at once.
//  - A thread that waits in the scheduler wakes up and runs the handler from there.
//  - A fault cannot wait. Its handler runs at once and is not recorded: most of them do not return,
//  and
//    the path that faulted may go on afterwards.
#include "capture/runtime/core/signals.h"

#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

#include "capture/abi/mutation.h"
#include "capture/runtime/core/enforcer.h"
#include "capture/runtime/core/log.h"
#include "capture/runtime/core/passing_on.h"
#include "capture/runtime/core/scheduler.h"
#include "capture/runtime/core/threads.h"
#include "capture/runtime/core/waits.h"
#include "capture/runtime/ground/futex.h"

using namespace foreweave::runtime;

namespace {

using Handler = void (*)(int, siginfo_t*, void*);

struct sigaction actions[NSIG];  // as the program set them
bool has_handlers;               // of signals that are no faults; or timers

constexpr int kFaults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS, SIGABRT};
bool is_fault_signal(int number) {
  for (const int fault : kFaults)
    if (fault == number) return true;
  return false;
}

// The program dies of it, as it would without us; only that the recorder knows where. Should there
// be no stack left for this, it dies as well.
void note_fault(int number, siginfo_t* info, void* context) {
  const auto* state = static_cast<const ucontext_t*>(context);
  Thread* const self = scheduling ? current() : nullptr;
  if (self && channel && raw_syscall(SYS_getpid) == our_process && channel->end.thread == 0) {
    FwRunEnd& end = channel->end;
    const auto* place = reinterpret_cast<const void*>(state->uc_mcontext.gregs[REG_RIP]);
    end.signal = static_cast<uint32_t>(number);
    end.was_sent = info->si_code <= 0 && info->si_pid != our_process;
    end.place = is_instrumented_code(place) ? reinterpret_cast<uint64_t>(place) : 0;
    end.address = reinterpret_cast<uint64_t>(info->si_addr);
    __atomic_store_n(&end.thread, self->number + 1, __ATOMIC_RELEASE);
  }
  struct sigaction standard = {};
  standard.sa_handler = SIG_DFL;
  FW_REAL(sigaction)(number, &standard, nullptr);
  // What the processor found it finds again.
  if (info->si_code <= 0)
    raw_syscall(SYS_tgkill, raw_syscall(SYS_getpid), raw_syscall(SYS_gettid), number);
}

void install_note_fault(int number) {
  struct sigaction ours = {};
  ours.sa_flags = SA_SIGINFO;
  ours.sa_sigaction = note_fault;
  FW_REAL(sigaction)(number, &ours, nullptr);
}

bool is_fault(int number, const siginfo_t* info) {
  if (number == SIGABRT) return true;  // abort() does not wait for us
  const bool by_the_processor = number == SIGSEGV || number == SIGBUS || number == SIGFPE ||
                                number == SIGILL || number == SIGTRAP;
  return by_the_processor && info->si_code > 0;
}

void call_handler(int number, siginfo_t* info, void* context) {
  const struct sigaction action = actions[number];
  if (action.sa_flags & SA_SIGINFO)
    action.sa_sigaction(number, info, context);
  else if (action.sa_handler != SIG_DFL && action.sa_handler != SIG_IGN)
    action.sa_handler(number);
}

void keep(Thread* self, int number, const siginfo_t* info, bool interrupts) {
  if (self->pending_count == kMostPendingSignals) return;  // as the kernel merges equal ones
  self->pending[self->pending_count].number = number;
  self->pending[self->pending_count].interrupts = interrupts;
  self->pending[self->pending_count].info = *info;
  ++self->pending_count;
  self->block->limit = nullptr;
  __atomic_fetch_add(&self->block->wake, 1,
                     __ATOMIC_RELEASE);  // if it is about to sleep, it does not
}

void log_arrival(Thread* self, const siginfo_t& info, bool interrupts) {
  const uint64_t operands[] = {static_cast<uint64_t>(info.si_signo), interrupts,
                               reinterpret_cast<uint64_t>(&errno)};
  if (enter()) log_record(self, FW_RECORD_signal_begin, operands, 3);
  // Whoever sent it, it was after the handler was installed, and a timer's after that was set.
  const bool was_sent = info.si_code <= 0 && info.si_code != SI_TIMER;
  if (was_sent || fw_row_is_on("library:signal_arrival")) log_signal_taken();
}

// Between its records. What it leaves in errno is the program's to find; ours is not.
void run_handler(Thread* self, int number, siginfo_t* info, void* context, bool interrupts,
                 int before) {
  log_arrival(self, *info, interrupts);
  errno = before;
  call_handler(number, info, context);
  const int left = errno;
  const uint64_t operands[] = {static_cast<uint64_t>(number), left != before};
  if (enter()) log_record(self, FW_RECORD_signal_end, operands, 2);
  errno = left;
}

// A thread that sent the signal itself, or that blocks it and waits for it in a call that does not,
// meets it where it wants to.
bool may_come_anywhere(const Thread* self, int number, const siginfo_t* info, const void* context) {
  if (sigismember(&static_cast<const ucontext_t*>(context)->uc_sigmask, number)) return false;
  const bool is_ours =
      info->si_code <= 0 && info->si_code != SI_TIMER && info->si_pid == our_process;
  return !is_ours || self->sends == 0;
}

// In a library that is not instrumented: the path before it has ended.
bool is_between_paths(const void* context) {
  const auto* state = static_cast<const ucontext_t*>(context);
  return !is_instrumented_code(reinterpret_cast<const void*>(state->uc_mcontext.gregs[REG_RIP]));
}

void arrive(int number, siginfo_t* info, void* context) {
  const int saved = errno;
  Thread* const self = scheduling ? current() : nullptr;
  if (!self) {
    call_handler(number, info, context);
  } else if (is_fault(number, info)) {
    FwThreadBlock* const before = leave_log();
    ++self->unrecorded;
    const bool may_tear_a_path = self->state == State::running;
    if (may_tear_a_path) doubt_image();
    call_handler(number, info, context);
    if (--self->unrecorded == 0 && may_tear_a_path) trust_image();
    return_to_log(before);
  } else if (!self->busy && (self->state == State::outside || is_between_paths(context)) &&
             !is_held(self, number)) {
    const bool was_outside = self->state == State::outside;
    self->call_is_interrupted |= !(actions[number].sa_flags & SA_RESTART);
    run_handler(self, number, info, context, may_come_anywhere(self, number, info, context), saved);
    const int left = errno;
    if (was_outside) leave();
    errno = left;
    return;
  } else {
    keep(self, number, info, may_come_anywhere(self, number, info, context));
  }
  errno = saved;
}

// Of those that came while the thread could not be interrupted, the first that need not wait any
// longer.
uint32_t next_to_deliver(const Thread* self) {
  uint32_t n = 0;
  while (n < self->pending_count && is_held(self, self->pending[n].number)) ++n;
  return n;
}

}  // namespace

namespace foreweave::runtime {

bool has_signals(const Thread* self) { return next_to_deliver(self) < self->pending_count; }

bool deliver_signals(Thread* self) {
  bool restarts = true;
  while (has_signals(self)) {
    sigset_t all, unblocked;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &unblocked);
    const uint32_t n = next_to_deliver(self);
    PendingSignal first = self->pending[n];
    --self->pending_count;
    memmove(self->pending + n, self->pending + n + 1, (self->pending_count - n) * sizeof first);
    // It was held until it was blocked: the kernel keeps it on.
    const bool is_blocked = schedule && sigismember(&unblocked, first.number);
    if (is_blocked)
      raw_syscall(SYS_rt_tgsigqueueinfo, our_process, raw_syscall(SYS_gettid), first.number,
                  reinterpret_cast<long>(&first.info));
    pthread_sigmask(SIG_SETMASK, &unblocked, nullptr);
    if (is_blocked) continue;
    // What the kernel would have done: the handler's mask, for as long as it runs.
    sigset_t mask = actions[first.number].sa_mask, before;
    if (!(actions[first.number].sa_flags & SA_NODEFER)) sigaddset(&mask, first.number);
    pthread_sigmask(SIG_BLOCK, &mask, &before);
    ucontext_t context = {};
    run_handler(self, first.number, &first.info, &context, first.interrupts, errno);
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    restarts &= (actions[first.number].sa_flags & SA_RESTART) != 0;
  }
  return restarts;
}

bool expects_signals() { return has_handlers; }

void watch_faults() {
  for (const int number : kFaults) {
    struct sigaction before;
    if (FW_REAL(sigaction)(number, nullptr, &before) == 0 && before.sa_handler == SIG_DFL)
      install_note_fault(number);
  }
}

}  // namespace foreweave::runtime

FW_INTERCEPTOR int sigaction(int number, const struct sigaction* action,
                             struct sigaction* old) noexcept {
  if (number <= 0 || number >= NSIG) return FW_REAL(sigaction)(number, action, old);
  const struct sigaction before = actions[number];
  struct sigaction real_old;
  const bool is_handler =
      action && ((action->sa_flags & SA_SIGINFO) ||
                 (action->sa_handler != SIG_DFL && action->sa_handler != SIG_IGN));
  struct sigaction ours;
  if (is_handler) {
    has_handlers |= !is_fault_signal(number);
    if (has_handlers) note_that_others_may_act();
    ours = *action;
    ours.sa_flags |= SA_SIGINFO;
    ours.sa_sigaction = arrive;
    // Only then: a signal that comes in between finds the old handler or the new one.
    const struct sigaction copy = *action;
    if (fw_row_is_on("library:signal_handler")) log_signal_sent();
    actions[number] = copy;
  }
  const int result = FW_REAL(sigaction)(number, is_handler ? &ours : action, &real_old);
  if (result != 0) {
    actions[number] = before;
    return result;
  }
  const bool was_ours = real_old.sa_sigaction == arrive || real_old.sa_sigaction == note_fault;
  if (old) *old = was_ours ? before : real_old;
  if (action && !is_handler) actions[number] = *action;
  const bool is_watched = scheduling && is_fault_signal(number) && action && !is_handler;
  if (is_watched && action->sa_handler == SIG_DFL) install_note_fault(number);
  return 0;
}

namespace {

sighandler_t install(int number, sighandler_t handler, int flags) {
  struct sigaction action = {}, old = {};
  action.sa_handler = handler;
  action.sa_flags = flags;
  sigemptyset(&action.sa_mask);
  if (sigaction(number, &action, &old) != 0) return SIG_ERR;
  return old.sa_handler;
}

}  // namespace

FW_INTERCEPTOR sighandler_t signal(int number, sighandler_t handler) noexcept {
  return install(number, handler, SA_RESTART);
}
FW_INTERCEPTOR sighandler_t ssignal(int number, sighandler_t handler) noexcept {
  return install(number, handler, SA_RESTART);
}
extern "C" sighandler_t bsd_signal(int, sighandler_t) noexcept;
FW_INTERCEPTOR sighandler_t bsd_signal(int number, sighandler_t handler) noexcept {
  return install(number, handler, SA_RESTART);
}
// What signal() is for those who ask for POSIX and nothing else.
FW_INTERCEPTOR sighandler_t __sysv_signal(int number, sighandler_t handler) noexcept {
  return install(number, handler, SA_RESETHAND | SA_NODEFER);
}
FW_INTERCEPTOR sighandler_t sysv_signal(int number, sighandler_t handler) noexcept {
  return __sysv_signal(number, handler);
}

// --- timers --------------------------------------------------------------------------------------

#define FW_TIMER(result, name, parameters, arguments)            \
  FW_INTERCEPTOR result name parameters noexcept {               \
    has_handlers = true;                                         \
    note_that_others_may_act();                                  \
    if (fw_row_is_on("library:signal_timer")) log_signal_sent(); \
    return FW_REAL(name) arguments;                              \
  }
FW_TIMER(unsigned, alarm, (unsigned seconds), (seconds))
FW_TIMER(useconds_t, ualarm, (useconds_t first, useconds_t then), (first, then))
FW_TIMER(int, setitimer, (__itimer_which_t which, const itimerval* time, itimerval* old),
         (which, time, old))
FW_TIMER(int, timer_settime, (timer_t timer, int flags, const itimerspec* time, itimerspec* old),
         (timer, flags, time, old))

// --- to other threads ----------------------------------------------------------------------------

FW_INTERCEPTOR int pthread_kill(pthread_t thread, int number) noexcept {
  log_signal_sent();
  const Sending sending;
  return FW_REAL(pthread_kill)(thread, number);
}

FW_INTERCEPTOR int pthread_sigqueue(pthread_t thread, int number, const sigval value) noexcept {
  log_signal_sent();
  const Sending sending;
  return FW_REAL(pthread_sigqueue)(thread, number, value);
}

FW_INTERCEPTOR int tgkill(pid_t process, pid_t thread, int number) {
  log_signal_sent();
  const Sending sending;
  return FW_REAL(tgkill)(process, thread, number);
}

FW_INTERCEPTOR int raise(int number) noexcept {
  const Sending sending;
  return FW_REAL(raise)(number);
}

// --- jumps out of a handler ---------------------------------------------------------------------

namespace {

// The frames of the handlers are gone, and with them their claim not to be recorded.
void forget_handlers() {
  Thread* const self = scheduling ? current() : nullptr;
  if (self) self->sends = 0;
  if (!self || self->unrecorded == 0) return;
  self->unrecorded = 0;
  return_to_log(self->block);
  if (enter()) renew_image(self);
}

}  // namespace

#define FW_JUMP(name)                                                          \
  FW_INTERCEPTOR __attribute__((noreturn)) void name(struct __jmp_buf_tag* to, \
                                                     int value) noexcept {     \
    forget_handlers();                                                         \
    FW_REAL(name)(to, value);                                                  \
    __builtin_unreachable();                                                   \
  }

extern "C" __attribute__((noreturn)) void __longjmp_chk(struct __jmp_buf_tag*, int) noexcept;
FW_JUMP(longjmp)
FW_JUMP(_longjmp)
FW_JUMP(siglongjmp)
FW_JUMP(__longjmp_chk)
