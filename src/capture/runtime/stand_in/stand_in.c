/* What instrumented code needs where the runtime is not: in a shared library that a program built
 * without Foreweave loads, and in a static executable. Nothing is recorded there.
 *
 * All of it is weak and visible: in a recorded program the definitions of the executable, which
 * come first, take the place of these. No libc, so that it fits everywhere. */
#include "capture/abi/log_format.h"

#define WEAK __attribute__((weak, visibility("default")))

enum { kWords = 1024 + FW_LOG_SLACK_WORDS, kMap = 9, kReadWrite = 3, kPrivateAnonymous = 0x22 };

static uint64_t nothing[1];
static struct FwThreadBlock idle = {nothing, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, {0}};

WEAK __thread struct FwThreadBlock* __fw_self __attribute__((tls_model("initial-exec"))) = &idle;

static void* map(uint64_t bytes) {
  register long protection __asm__("rdx") = kReadWrite;
  register long flags __asm__("r10") = kPrivateAnonymous;
  register long file __asm__("r8") = -1;
  register long offset __asm__("r9") = 0;
  long result;
  __asm__ volatile("syscall"
                   : "=a"(result)
                   : "a"(kMap), "D"(0), "S"(bytes), "r"(protection), "r"(flags), "r"(file),
                     "r"(offset)
                   : "rcx", "r11", "memory");
  if (result < 0 && result > -4096) __builtin_trap();
  return (void*)result;
}

/* Each thread logs into a corner of its own, over and over. */
WEAK __attribute__((preserve_most)) void __fw_pause(void) {
  if (__fw_self == &idle)
    __fw_self = map(sizeof(struct FwThreadBlock) + kWords * sizeof(uint64_t) + FW_IMAGE_BYTES +
                    FW_IMAGE_SLACK);
  uint64_t* words = (uint64_t*)(__fw_self + 1);
  __fw_self->cursor = words;
  __fw_self->limit = words + kWords - FW_LOG_SLACK_WORDS;
  __fw_self->image = (uint8_t*)(words + kWords);
  __fw_self->stop_at = UINT64_MAX;
}

WEAK __attribute__((preserve_most)) void __fw_step(void) { __fw_pause(); }

WEAK void __fw_register_module(const struct FwModule* module) { (void)module; }
