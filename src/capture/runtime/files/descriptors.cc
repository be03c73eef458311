#include "capture/runtime/files/descriptors.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>

#include "capture/abi/mutation.h"
#include "capture/abi/things.h"
#include "capture/runtime/core/log.h"
#include "capture/runtime/core/scheduler.h"
#include "capture/runtime/ground/futex.h"
#include "capture/runtime/sync/things.h"

namespace foreweave::runtime {

namespace {

struct Descriptor {
  enum : uint8_t { unknown, open, closed } state;
  uint32_t life;
  dev_t device;  // what was behind it when it was first seen in this life
  ino_t file;    // 0: not known
};
Descriptor descriptors[FW_MAX_DESCRIPTORS];  // with the token
bool was_given_back[FW_MAX_DESCRIPTORS];     // the same

// By which who gets a number is behind who gave it back: where no program has memory.
constexpr uint64_t kFirstOrder = 0x1000;
uint64_t order_of(int number) { return kFirstOrder + 8 * static_cast<uint64_t>(number); }
bool orders_numbers() { return fw_row_is_on("library:descriptor_numbers"); }

bool is_watched(int number) {
  return scheduling && number >= 0 && static_cast<unsigned>(number) < FW_MAX_DESCRIPTORS;
}

// False: the kernel has no such descriptor.
bool look_at(int number, struct stat& what) {
  return raw_syscall(SYS_fstat, number, reinterpret_cast<long>(&what)) == 0;
}

void begin_life(Descriptor& d, const struct stat& what, bool is_another) {
  d = {Descriptor::open, d.life + is_another, what.st_dev, what.st_ino};
}

const void* word_of(int number) {
  return reinterpret_cast<const void*>(
      FW_DESCRIPTOR_WORD(static_cast<unsigned>(number), descriptors[number].life));
}

// What is closed for us and open for the kernel was opened by somebody that we did not see. The
// call may still be made by who believes that it has the old one: then that was closed before.
bool is_in_a_life(int number) {
  Descriptor& d = descriptors[number];
  if (d.state == Descriptor::open) return true;
  struct stat what;
  if (look_at(number, what)) begin_life(d, what, d.state == Descriptor::closed);
  return d.state != Descriptor::unknown;
}

// Somebody that we do not see may have closed it and opened something else: then nothing is known
// of who used that.
void notice_another_file(int number) {
  Descriptor& d = descriptors[number];
  struct stat what;
  if (d.state != Descriptor::open || !look_at(number, what)) return;
  const bool is_known = d.file != 0, is_same = what.st_dev == d.device && what.st_ino == d.file;
  begin_life(d, what, is_known && !is_same);
}

template <class Prepare>
void log_of(int number, FwKind kind, Prepare prepare) {
  if (!is_watched(number)) return;
  const int saved = errno;
  const void* word = nullptr;
  // To look at the table; what is done there is no step.
  if (const Inside inside(false); inside && prepare()) word = word_of(number);
  if (word) log_thing(kind, word);
  errno = saved;
}

}  // namespace

void log_descriptor_use(int number) {
  log_of(number, FW_KIND_atomic_read, [&] { return is_in_a_life(number); });
}

void log_descriptor_end(int number, const void* caller) {
  if (!is_for_the_program(caller) || !fw_row_is_on("library:descriptor_ends")) return;
  log_of(number, FW_KIND_write, [&] {
    notice_another_file(number);
    return is_in_a_life(number);
  });
}

// Who puts something behind a number that another thread closed may have meant the one before.
void log_descriptor_change(int number, const void* caller) {
  if (!is_for_the_program(caller) || !fw_row_is_on("library:descriptor_ends")) return;
  log_of(number, FW_KIND_atomic_update, [&] {
    const bool is_ours = is_in_a_life(number);
    descriptors[number].file = 0;  // what will be behind it is another one, and not known
    return is_ours;
  });
}

void note_descriptor_closed(int number) {
  if (!is_watched(number)) return;
  const int saved = errno;
  Descriptor& d = descriptors[number];
  if (const Inside inside; inside) {
    if (orders_numbers()) {
      constexpr uint8_t kRelease = 3;  // as C11 numbers it
      const auto* const word = reinterpret_cast<const void*>(order_of(number) | uint64_t{1} << 63);
      log_event(current(), FW_KIND_atomic_write, word, 8, 0, kRelease);
      was_given_back[number] = true;
    }
    if (d.state == Descriptor::open) d.state = Descriptor::closed;
  }
  errno = saved;
}

void log_descriptor_wanted() {
  if (orders_numbers())
    log_thing(FW_KIND_atomic_read,
              reinterpret_cast<const void*>(FW_THING_WORD(FW_THING_state, FW_STATE_descriptors)));
}

void log_descriptor_begin(int number) {
  if (!is_watched(number)) return;
  const int saved = errno;
  bool is_given_on = false;
  if (const Inside inside(false); inside) is_given_on = was_given_back[number];
  if (is_given_on) log_order(order_of(number), Order::is_told);
  errno = saved;
}

}  // namespace foreweave::runtime
