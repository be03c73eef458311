// Functions that print: they read the texts that they are given, and pass on what is printed.
#define __NO_INLINE__ 1  // or stdio.h defines vprintf itself
#include <errno.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <wchar.h>

#include "capture/abi/mutation.h"
#include "capture/runtime/core/log.h"
#include "capture/runtime/core/scheduler.h"
#include "capture/runtime/files/descriptors.h"
#include "capture/runtime/files/streams.h"
#include "capture/runtime/files/traffic.h"

using namespace foreweave::runtime;

namespace {

void log_read(const void* text, size_t bytes) {
  if (!channel || bytes == 0 || !fw_row_is_on("library:texts_printed")) return;
  const int saved = errno;
  {
    const Announced announced(FW_KIND_read, text, bytes);
    const Inside inside;
    if (inside) log_event(current(), FW_KIND_read, text, bytes);
  }
  errno = saved;
}

// Of which at most so many characters are printed; less than none: all.
void log_text(const void* text, int most, bool is_wide) {
  if (!text) return;  // it is printed as "(null)"
  const size_t limit = most < 0 ? SIZE_MAX : static_cast<size_t>(most);
  if (is_wide) {
    const auto* wide = static_cast<const wchar_t*>(text);
    const size_t length = most < 0 ? wcslen(wide) : wcsnlen(wide, limit);
    log_read(text, (length < limit ? length + 1 : length) * sizeof(wchar_t));
  } else {
    const auto* narrow = static_cast<const char*>(text);
    const size_t length = most < 0 ? strlen(narrow) : strnlen(narrow, limit);
    log_read(text, length < limit ? length + 1 : length);
  }
}

bool is_one_of(char c, const char* these) { return c != 0 && strchr(these, c); }

// Behind digits, or behind "*", which stands for an argument; -1 if there is neither.
int number_at(const char*& at, va_list list) {
  if (*at == '*') return ++at, va_arg(list, int);
  if (*at < '0' || *at > '9') return -1;
  int number = 0;
  for (; *at >= '0' && *at <= '9'; ++at)
    number = number < 100'000'000 ? number * 10 + (*at - '0') : number;
  return number;
}

// Uses the list up.
void log_texts_among(const char* format, va_list list) {
  for (const char* at = format; *at;) {
    if (*at++ != '%') continue;
    while (is_one_of(*at, "-+ #0'I")) ++at;
    number_at(at, list);
    if (*at == '$') return;  // arguments in an order of their own
    int most = -1;
    if (*at == '.') {
      ++at;
      const bool is_given = *at == '*' || (*at >= '0' && *at <= '9');
      most = is_given ? number_at(at, list) : 0;
    }
    bool is_long = false, is_long_double = false;
    for (; is_one_of(*at, "hlqjztL"); ++at) {
      is_long |= *at != 'h' && *at != 'L';
      is_long_double |= *at == 'L';
    }
    const char conversion = *at;
    if (conversion == 0) return;
    ++at;
    if (is_one_of(conversion, "%m")) continue;
    if (is_one_of(conversion, "sS"))
      log_text(va_arg(list, const void*), most, is_long || conversion == 'S');
    else if (is_one_of(conversion, "pn"))
      va_arg(list, void*);
    else if (is_one_of(conversion, "aefgAEFG") && is_long_double)
      va_arg(list, long double);
    else if (is_one_of(conversion, "aefgAEFG"))
      va_arg(list, double);
    else if (is_long || is_long_double)
      va_arg(list, long);
    else if (is_one_of(conversion, "dioxXucC"))
      va_arg(list, int);
    else
      return;  // a conversion of the program's own
  }
}

// The list stays as it is.
void log_texts(const char* format, va_list list) {
  va_list copy;
  va_copy(copy, list);
  log_texts_among(format, copy);
  va_end(copy);
}

// What is printed to a stream or a descriptor.
void log_output(FILE* stream) {
  log_stream_use(stream);
  log_passing_on_by(stream);
}
void log_unlocked_output(FILE* stream) {
  log_unlocked_use(stream);
  log_passing_on_by(stream);
}
void log_output(int descriptor) {
  log_descriptor_use(descriptor);
  log_passing_on();
}

}  // namespace

// A function with a list, and the one with arguments that does the same. What is printed goes to
// the stream, if it goes to one.
#define FW_LIST(name, parameters, arguments, passes_on) \
  FW_INTERCEPTOR int name parameters {                  \
    log_texts(format, list);                            \
    passes_on;                                          \
    return FW_REAL(name) arguments;                     \
  }
#define FW_ARGUMENTS(name, parameters, list_name, arguments, passes_on) \
  FW_INTERCEPTOR int name parameters {                                  \
    va_list list;                                                       \
    va_start(list, format);                                             \
    log_texts(format, list);                                            \
    passes_on;                                                          \
    const int result = FW_REAL(list_name) arguments;                    \
    va_end(list);                                                       \
    return result;                                                      \
  }
#define FW_TO_MEMORY

FW_LIST(vprintf, (const char* format, va_list list), (format, list), log_output(stdout))
FW_ARGUMENTS(printf, (const char* format, ...), vprintf, (format, list), log_output(stdout))
FW_LIST(vfprintf, (FILE * file, const char* format, va_list list), (file, format, list),
        log_output(file))
FW_ARGUMENTS(fprintf, (FILE * file, const char* format, ...), vfprintf, (file, format, list),
             log_output(file))
FW_LIST(vdprintf, (int file, const char* format, va_list list), (file, format, list),
        log_output(file))
FW_ARGUMENTS(dprintf, (int file, const char* format, ...), vdprintf, (file, format, list),
             log_output(file))
FW_LIST(vsprintf, (char* to, const char* format, va_list list) noexcept, (to, format, list),
        FW_TO_MEMORY)
FW_LIST(vsnprintf, (char* to, size_t room, const char* format, va_list list) noexcept,
        (to, room, format, list), FW_TO_MEMORY)
FW_LIST(vasprintf, (char** to, const char* format, va_list list) noexcept, (to, format, list),
        FW_TO_MEMORY)

// With _FORTIFY_SOURCE.
extern "C" {
int __vprintf_chk(int, const char*, va_list);
int __vfprintf_chk(FILE*, int, const char*, va_list);
int __vdprintf_chk(int, int, const char*, va_list);
int __vsprintf_chk(char*, int, size_t, const char*, va_list) noexcept;
int __vsnprintf_chk(char*, size_t, int, size_t, const char*, va_list) noexcept;
int __vasprintf_chk(char**, int, const char*, va_list) noexcept;
}
FW_LIST(__vprintf_chk, (int flag, const char* format, va_list list), (flag, format, list),
        log_output(stdout))
FW_ARGUMENTS(__printf_chk, (int flag, const char* format, ...), __vprintf_chk, (flag, format, list),
             log_output(stdout))
FW_LIST(__vfprintf_chk, (FILE * file, int flag, const char* format, va_list list),
        (file, flag, format, list), log_output(file))
FW_ARGUMENTS(__fprintf_chk, (FILE * file, int flag, const char* format, ...), __vfprintf_chk,
             (file, flag, format, list), log_output(file))
FW_LIST(__vdprintf_chk, (int file, int flag, const char* format, va_list list),
        (file, flag, format, list), log_output(file))
FW_ARGUMENTS(__dprintf_chk, (int file, int flag, const char* format, ...), __vdprintf_chk,
             (file, flag, format, list), log_output(file))
FW_LIST(__vsprintf_chk,
        (char* to, int flag, size_t size, const char* format, va_list list) noexcept,
        (to, flag, size, format, list), FW_TO_MEMORY)
FW_LIST(__vsnprintf_chk,
        (char* to, size_t room, int flag, size_t size, const char* format, va_list list) noexcept,
        (to, room, flag, size, format, list), FW_TO_MEMORY)
FW_LIST(__vasprintf_chk, (char** to, int flag, const char* format, va_list list) noexcept,
        (to, flag, format, list), FW_TO_MEMORY)

FW_INTERCEPTOR int puts(const char* text) {
  log_text(text, -1, false);
  log_output(stdout);
  return FW_REAL(puts)(text);
}
#define FW_PUTTING_TEXT(name, output)                     \
  FW_INTERCEPTOR int name(const char* text, FILE* file) { \
    log_text(text, -1, false);                            \
    output(file);                                         \
    return FW_REAL(name)(text, file);                     \
  }
FW_PUTTING_TEXT(fputs, log_output)
FW_PUTTING_TEXT(fputs_unlocked, log_unlocked_output)

#define FW_PUTTING_BYTES(name, output)                                                  \
  FW_INTERCEPTOR size_t name(const void* from, size_t size, size_t count, FILE* file) { \
    if (size != 0 && count <= PTRDIFF_MAX / size) log_read(from, size* count);          \
    output(file);                                                                       \
    return FW_REAL(name)(from, size, count, file);                                      \
  }
FW_PUTTING_BYTES(fwrite, log_output)
FW_PUTTING_BYTES(fwrite_unlocked, log_unlocked_output)

// What comes through registers, and what waits in the buffer.
#define FW_PASSING_ON(type, name, parameters, arguments, output) \
  FW_INTERCEPTOR type name parameters {                          \
    output;                                                      \
    return FW_REAL(name) arguments;                              \
  }
extern "C" int __overflow(FILE*, int);
FW_PASSING_ON(int, putc, (int c, FILE* file), (c, file), log_output(file))
FW_PASSING_ON(int, fputc, (int c, FILE* file), (c, file), log_output(file))
FW_PASSING_ON(int, putchar, (int c), (c), log_output(stdout))
FW_PASSING_ON(int, putc_unlocked, (int c, FILE* file), (c, file), log_unlocked_output(file))
FW_PASSING_ON(int, fputc_unlocked, (int c, FILE* file), (c, file), log_unlocked_output(file))
FW_PASSING_ON(int, putchar_unlocked, (int c), (c), log_unlocked_output(stdout))
FW_PASSING_ON(int, __overflow, (FILE * file, int c), (file, c), log_output(file))
FW_PASSING_ON(wint_t, fputwc, (wchar_t c, FILE* file), (c, file), log_output(file))
FW_PASSING_ON(wint_t, putwc, (wchar_t c, FILE* file), (c, file), log_output(file))
FW_PASSING_ON(int, fputws, (const wchar_t* text, FILE* file), (text, file), log_output(file))
FW_PASSING_ON(int, fflush, (FILE * file), (file), log_output(file))
FW_PASSING_ON(int, fflush_unlocked, (FILE * file), (file), log_unlocked_output(file))
