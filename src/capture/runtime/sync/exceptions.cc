// References to exceptions that libstdc++ gives up inside its own library, where nothing is
// instrumented: those of futures, of std::nested_exception. Who does so comes after all else it did
// with the exception, and who destroys the exception comes after them all. Those that the program
// gives up itself are told by library/cpp_calls.cc.
//
// Weak, because a program that is linked with libstdc++.a has its own.
#include "capture/abi/mutation.h"
#include "capture/runtime/core/log.h"
#include "capture/runtime/core/scheduler.h"

using namespace foreweave::runtime;

namespace {

constexpr uintptr_t kCountBefore = 128;  // libstdc++'s, in front of every exception

// Whether it was the last one is what the library finds there, and goes by.
void log_count(const void* exception) {
  const void* const count = static_cast<const char*>(exception) - kCountBefore;
  constexpr uint8_t kAcquireRelease = 4;  // as C11 numbers it
  constexpr uint64_t kBytes = 4;
  const Announced announced(FW_KIND_atomic_update, count, kBytes);
  const Inside inside;
  if (inside)
    log_event(current(), FW_KIND_atomic_update, count, kBytes, 0,
              FW_FLAG_DECIDES_ON_OWN_READ | kAcquireRelease);
}

}  // namespace

// Around what gives a reference up. Nobody comes between that it is told and that it is done, so
// that the last one in the trace is the last one.
FW_HOOK void __fw_gives_exception_up(const void* exception) {
  log_count(exception);
  stay();
}
FW_HOOK void __fw_gave_exception_up() { stay_no_longer(); }

// std::__exception_ptr::exception_ptr::_M_release().
FW_INTERCEPTOR void _ZNSt15__exception_ptr13exception_ptr10_M_releaseEv(void** pointer) {
  const bool tells = *pointer && fw_row_is_on("library:exception_release");
  if (tells) __fw_gives_exception_up(*pointer);
  FW_REAL(_ZNSt15__exception_ptr13exception_ptr10_M_releaseEv)(pointer);
  if (tells) __fw_gave_exception_up();
}
