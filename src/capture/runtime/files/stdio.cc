// Reading through libc's streams. They read from the kernel by themselves, behind our back: what we
// know is when they are about to, and what came out of it.
#define __NO_INLINE__ 1  // or libc's headers define some of these functions themselves
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <wchar.h>

#include "capture/runtime/core/log.h"
#include "capture/runtime/core/scheduler.h"
#include "capture/runtime/files/standard_input.h"
#include "capture/runtime/files/streams.h"
#include "capture/runtime/files/traffic.h"

using namespace foreweave::runtime;

namespace {

// Around a call that reads from a stream. What is in its buffer comes at once, and so does what is
// in a file: then the token is kept, and nobody's turn depends on how fast that was. Only the first
// of what the call needs is looked at; if the rest takes long, the recorder frees the token.
class Streaming {
 public:
  Streaming(FILE* file, const char* function)
      : is_logged_(log(file, function)), outside_(is_to_wait(file)) {}

 private:
  static bool log(FILE* file, const char* function) {
    if (strstr(function, "_unlocked"))
      log_unlocked_use(file);
    else
      log_stream_use(file);
    return true;
  }
  static bool is_to_wait(FILE* file) {
    if (!file || file->_IO_read_ptr < file->_IO_read_end) return false;
    const int descriptor = file->_fileno;
    if (descriptor < 0) return false;
    const int saved = errno;
    asks_for(descriptor);
    const bool waits = would_wait(descriptor, POLLIN);
    errno = saved;
    return waits;
  }

  [[maybe_unused]] bool is_logged_;  // before the token is given up
  Outside outside_;
};

}  // namespace

#define FW_FREAD(name)                                                          \
  FW_INTERCEPTOR size_t name(void* to, size_t size, size_t count, FILE* file) { \
    size_t result;                                                              \
    {                                                                           \
      const Streaming streaming(file, #name);                                   \
      result = FW_REAL(name)(to, size, count, file);                            \
    }                                                                           \
    log_written(to, static_cast<ssize_t>(result * size));                       \
    return result;                                                              \
  }
FW_FREAD(fread)
FW_FREAD(fread_unlocked)

#define FW_FGETS(name)                                                               \
  FW_INTERCEPTOR char* name(char* to, int size, FILE* file) {                        \
    char* result;                                                                    \
    {                                                                                \
      const Streaming streaming(file, #name);                                        \
      result = FW_REAL(name)(to, size, file);                                        \
    }                                                                                \
    if (result) log_written(to, static_cast<ssize_t>(__builtin_strlen(result) + 1)); \
    return result;                                                                   \
  }
FW_FGETS(fgets)
FW_FGETS(fgets_unlocked)

// Their results go through registers.
#define FW_GETTING(result, name, parameters, arguments, file) \
  FW_INTERCEPTOR result name parameters {                     \
    result got;                                               \
    {                                                         \
      const Streaming streaming(file, #name);                 \
      got = FW_REAL(name) arguments;                          \
    }                                                         \
    log_being_told_by(file);                                  \
    return got;                                               \
  }
FW_GETTING(int, getc, (FILE * file), (file), file)
FW_GETTING(int, fgetc, (FILE * file), (file), file)
FW_GETTING(int, getchar, (), (), stdin)
FW_GETTING(int, getc_unlocked, (FILE * file), (file), file)
FW_GETTING(int, fgetc_unlocked, (FILE * file), (file), file)
FW_GETTING(int, getchar_unlocked, (), (), stdin)
FW_GETTING(int, __uflow, (FILE * file), (file), file)
FW_GETTING(int, __underflow, (FILE * file), (file), file)
FW_GETTING(wint_t, getwc, (FILE * file), (file), file)
FW_GETTING(wint_t, fgetwc, (FILE * file), (file), file)
FW_GETTING(wint_t, getwchar, (), (), stdin)

// A wide stream has its buffers elsewhere; the narrow one, which it fills, is looked at.
FW_INTERCEPTOR wchar_t* fgetws(wchar_t* to, int size, FILE* file) {
  wchar_t* result;
  {
    const Streaming streaming(file, "fgetws");
    result = FW_REAL(fgetws)(to, size, file);
  }
  if (result) log_written(to, static_cast<ssize_t>((wcslen(result) + 1) * sizeof *result));
  return result;
}

namespace {

template <class T>
void log_asked(const T* memory) {
  const int saved = errno;
  {
    const Announced announced(FW_KIND_read, memory, sizeof *memory);
    const Inside inside;
    if (inside) log_event(current(), FW_KIND_read, memory, sizeof *memory);
  }
  errno = saved;
}

}  // namespace

// The line, and what tells where and how long it is, which is asked for first.
#define FW_GETLINE(name, parameters, arguments)      \
  FW_INTERCEPTOR ssize_t name parameters {           \
    log_asked(line);                                 \
    log_asked(room);                                 \
    ssize_t result;                                  \
    {                                                \
      const Streaming streaming(file, #name);        \
      result = FW_REAL(name) arguments;              \
    }                                                \
    const int saved = errno;                         \
    log_written(line, sizeof *line);                 \
    log_written(room, sizeof *room);                 \
    if (result >= 0) log_written(*line, result + 1); \
    errno = saved;                                   \
    return result;                                   \
  }
FW_GETLINE(getline, (char** line, size_t* room, FILE* file), (line, room, file))
FW_GETLINE(getdelim, (char** line, size_t* room, int end, FILE* file), (line, room, end, file))
FW_GETLINE(__getdelim, (char** line, size_t* room, int end, FILE* file), (line, room, end, file))

// scanf and its kin, under the names that they have for each version of C. What they store is seen
// when somebody reads it.
namespace {

template <class Character>
using Scan = int (*)(FILE*, const Character*, va_list);

template <class Character>
int scan(Scan<Character>& real, const char* name, FILE* file, const Character* format,
         va_list list) {
  if (!real) real = reinterpret_cast<Scan<Character>>(next_definition(name));
  int result;
  {
    const Streaming streaming(file, name);
    result = real(file, format, list);
  }
  log_being_told_by(file);
  return result;
}

}  // namespace

// The names are the assembler's: libc's headers give the functions of C++ another one.
#define FW_SCANNING(id, Character, prefix, w)                                                 \
  static Scan<Character> real_##id;                                                           \
  FW_INTERCEPTOR int id##_vfscanf(FILE*, const Character*,                                    \
                                  va_list) __asm__(prefix "vf" w "scanf");                    \
  int id##_vfscanf(FILE* file, const Character* format, va_list list) {                       \
    return scan(real_##id, prefix "vf" w "scanf", file, format, list);                        \
  }                                                                                           \
  FW_INTERCEPTOR int id##_vscanf(const Character*, va_list) __asm__(prefix "v" w "scanf");    \
  int id##_vscanf(const Character* format, va_list list) {                                    \
    return id##_vfscanf(stdin, format, list);                                                 \
  }                                                                                           \
  FW_INTERCEPTOR int id##_fscanf(FILE*, const Character*, ...) __asm__(prefix "f" w "scanf"); \
  int id##_fscanf(FILE* file, const Character* format, ...) {                                 \
    va_list list;                                                                             \
    va_start(list, format);                                                                   \
    const int result = id##_vfscanf(file, format, list);                                      \
    va_end(list);                                                                             \
    return result;                                                                            \
  }                                                                                           \
  FW_INTERCEPTOR int id##_scanf(const Character*, ...) __asm__(prefix w "scanf");             \
  int id##_scanf(const Character* format, ...) {                                              \
    va_list list;                                                                             \
    va_start(list, format);                                                                   \
    const int result = id##_vfscanf(stdin, format, list);                                     \
    va_end(list);                                                                             \
    return result;                                                                            \
  }
FW_SCANNING(fw_c89, char, "", "")
FW_SCANNING(fw_c99, char, "__isoc99_", "")
FW_SCANNING(fw_c23, char, "__isoc23_", "")
FW_SCANNING(fw_c89_wide, wchar_t, "", "w")
FW_SCANNING(fw_c99_wide, wchar_t, "__isoc99_", "w")
FW_SCANNING(fw_c23_wide, wchar_t, "__isoc23_", "w")
