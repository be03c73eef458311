#define __NO_INLINE__ 1  // or libc's headers define some of these functions themselves
#include "capture/runtime/files/streams.h"

#include <dirent.h>
#include <errno.h>

#include "capture/abi/mutation.h"
#include "capture/runtime/core/scheduler.h"
#include "capture/runtime/files/descriptors.h"
#include "capture/runtime/files/traffic.h"
#include "capture/runtime/sync/things.h"

namespace foreweave::runtime {

namespace {

// Two bytes of the stream that libc leaves alone, and code of its headers does: one for its life,
// one for what is in it.
const void* life_of(FILE* stream) { return &stream->_unused2[0]; }
const void* contents_of(FILE* stream) { return &stream->_unused2[1]; }

// What goes through a stream goes through its buffer. Calls of several threads do that one after
// the other; but who looks at a buffer that the program has given the stream takes no part in that.
void log_buffer(FILE* stream) {
  constexpr int kIsOfProgram =
      1;  // libc's _IO_USER_BUF; also the one character of who has no buffer
  constexpr ptrdiff_t kMost = 256;
  const char *const begin = stream->_IO_buf_base, *const end = stream->_IO_buf_end;
  if (!(stream->_flags & kIsOfProgram) || !begin || end <= begin || begin == stream->_shortbuf)
    return;
  if (!fw_row_is_on("library:stream_buffers")) return;
  log_thing(FW_KIND_atomic_write, begin,
            static_cast<uint64_t>(end - begin < kMost ? end - begin : kMost));
}

// Such functions are called for every character. The first uses tell most of what there is to tell,
// and of later ones some; which ones depends on nothing but what the thread does, so that it is the
// same in a replay.
bool is_to_be_logged(const FILE* stream) {
  constexpr uint32_t kFirst = 16, kOneOf = 64;
  Thread* const self = scheduling ? current() : nullptr;
  if (!self) return false;
  if (self->unlocked != stream) self->unlocked = stream, self->unlocked_uses = 0;
  const uint32_t before = self->unlocked_uses++;
  return before < kFirst || before % kOneOf == 0;
}

void log_stream_end(FILE* stream, const void* caller) {
  if (!stream || !is_for_the_program(caller)) return;
  if (fw_row_is_on("library:stream_ends")) log_thing(FW_KIND_write, life_of(stream));
  log_buffer(stream);
  log_descriptor_end(stream->_fileno, caller);
}

}  // namespace

void log_stream_use(FILE* stream) {
  if (!stream || !scheduling) return;
  log_use(life_of(stream));
  log_buffer(stream);
}

void log_unlocked_use(FILE* stream) {
  if (!stream || !is_to_be_logged(stream)) return;
  log_stream_use(stream);
  if (fw_row_is_on("library:streams_unlocked")) log_thing(FW_KIND_write, contents_of(stream));
}

}  // namespace foreweave::runtime

using namespace foreweave::runtime;

FW_INTERCEPTOR int fclose(FILE* stream) {
  log_stream_end(stream, FW_CALLER);
  log_passing_on_by(stream);
  if (stream) note_descriptor_closed(stream->_fileno);
  return FW_REAL(fclose)(stream);
}

// It waits for the child, which may have been told anything.
FW_INTERCEPTOR int pclose(FILE* stream) {
  log_stream_end(stream, FW_CALLER);
  log_passing_on();
  if (stream) note_descriptor_closed(stream->_fileno);
  int result;
  {
    const Outside outside;
    result = FW_REAL(pclose)(stream);
  }
  log_being_told();
  return result;
}

// --- folders -------------------------------------------------------------------------------------

namespace {

// Each call leaves in the stream what the next one goes on with, and hands out what is in there.
void log_step_of(DIR* folder, const void* caller) {
  if (folder && is_for_the_program(caller) && fw_row_is_on("library:folder_streams"))
    log_thing(FW_KIND_write, folder);
}

int number_of(DIR* folder) { return folder ? dirfd(folder) : -1; }

}  // namespace

FW_INTERCEPTOR dirent* readdir(DIR* folder) {
  log_step_of(folder, FW_CALLER);
  return FW_REAL(readdir)(folder);
}
FW_INTERCEPTOR dirent64* readdir64(DIR* folder) {
  log_step_of(folder, FW_CALLER);
  return FW_REAL(readdir64)(folder);
}
FW_INTERCEPTOR void rewinddir(DIR* folder) noexcept {
  log_step_of(folder, FW_CALLER);
  FW_REAL(rewinddir)(folder);
}
FW_INTERCEPTOR int closedir(DIR* folder) {
  const int number = number_of(folder);
  log_step_of(folder, FW_CALLER);
  log_descriptor_end(number, FW_CALLER);
  note_descriptor_closed(number);
  return FW_REAL(closedir)(folder);
}
