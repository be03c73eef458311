// Around functions of libc that fill memory of the program, and may allocate, look at files or call
// the program back on the way, so that they are no mere accesses (pass/library_calls.cc has those).
// What they read is said where it matters: bytes that a function may not have looked at are not.
#define __NO_INLINE__ 1  // or libc's headers define some of these functions themselves
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "capture/library/touch.h"

namespace foreweave {

namespace {

void read_text(const char* text) { __fw_reads(text, strlen(text) + 1); }

// Of what was printed, with its end; as much as there was room for.
int printed(const char* to, size_t room, int result) {
  if (result >= 0 && room > 0) {
    const size_t all = static_cast<size_t>(result) + 1;
    __fw_writes(to, all < room ? all : room);
  }
  return result;
}

}  // namespace

// --- printing ------------------------------------------------------------------------------------

#define FW_WITH_LIST(call) \
  va_list list;            \
  va_start(list, format);  \
  const int result = call; \
  va_end(list);

int around_vsnprintf(char* to, size_t room, const char* format, va_list list)
    FW_AROUND("vsnprintf");
int around_vsnprintf(char* to, size_t room, const char* format, va_list list) {
  return printed(to, room, ::vsnprintf(to, room, format, list));
}
int around_snprintf(char* to, size_t room, const char* format, ...) FW_AROUND("snprintf");
int around_snprintf(char* to, size_t room, const char* format, ...) {
  FW_WITH_LIST(::vsnprintf(to, room, format, list))
  return printed(to, room, result);
}
int around_vsprintf(char* to, const char* format, va_list list) FW_AROUND("vsprintf");
int around_vsprintf(char* to, const char* format, va_list list) {
  return printed(to, SIZE_MAX, ::vsprintf(to, format, list));
}
int around_sprintf(char* to, const char* format, ...) FW_AROUND("sprintf");
int around_sprintf(char* to, const char* format, ...) {
  FW_WITH_LIST(::vsprintf(to, format, list))
  return printed(to, SIZE_MAX, result);
}

// With _FORTIFY_SOURCE.
extern "C" int __vsnprintf_chk(char*, size_t, int, size_t, const char*, va_list);
extern "C" int __vsprintf_chk(char*, int, size_t, const char*, va_list);
extern "C" int __vasprintf_chk(char**, int, const char*, va_list);
int checked_vsnprintf(char* to, size_t room, int flag, size_t size, const char* format,
                      va_list list) FW_AROUND("__vsnprintf_chk");
int checked_vsnprintf(char* to, size_t room, int flag, size_t size, const char* format,
                      va_list list) {
  return printed(to, room, __vsnprintf_chk(to, room, flag, size, format, list));
}
int checked_snprintf(char* to, size_t room, int flag, size_t size, const char* format, ...)
    FW_AROUND("__snprintf_chk");
int checked_snprintf(char* to, size_t room, int flag, size_t size, const char* format, ...) {
  FW_WITH_LIST(__vsnprintf_chk(to, room, flag, size, format, list))
  return printed(to, room, result);
}
int checked_vsprintf(char* to, int flag, size_t size, const char* format, va_list list)
    FW_AROUND("__vsprintf_chk");
int checked_vsprintf(char* to, int flag, size_t size, const char* format, va_list list) {
  return printed(to, SIZE_MAX, __vsprintf_chk(to, flag, size, format, list));
}
int checked_sprintf(char* to, int flag, size_t size, const char* format, ...)
    FW_AROUND("__sprintf_chk");
int checked_sprintf(char* to, int flag, size_t size, const char* format, ...) {
  FW_WITH_LIST(__vsprintf_chk(to, flag, size, format, list))
  return printed(to, SIZE_MAX, result);
}

// --- text that is allocated ----------------------------------------------------------------------

int allocated_text(char** result, int bytes) {
  wrote(result);
  if (bytes >= 0) wrote_text(*result);
  return bytes;
}
int around_vasprintf(char** to, const char* format, va_list list) FW_AROUND("vasprintf");
int around_vasprintf(char** to, const char* format, va_list list) {
  return allocated_text(to, ::vasprintf(to, format, list));
}
int around_asprintf(char** to, const char* format, ...) FW_AROUND("asprintf");
int around_asprintf(char** to, const char* format, ...) {
  FW_WITH_LIST(::vasprintf(to, format, list))
  return allocated_text(to, result);
}
int checked_vasprintf(char** to, int flag, const char* format, va_list list)
    FW_AROUND("__vasprintf_chk");
int checked_vasprintf(char** to, int flag, const char* format, va_list list) {
  return allocated_text(to, __vasprintf_chk(to, flag, format, list));
}
int checked_asprintf(char** to, int flag, const char* format, ...) FW_AROUND("__asprintf_chk");
int checked_asprintf(char** to, int flag, const char* format, ...) {
  FW_WITH_LIST(__vasprintf_chk(to, flag, format, list))
  return allocated_text(to, result);
}

#define FW_STRDUP(id, symbol)                   \
  char* id(const char* text) FW_AROUND(symbol); \
  char* id(const char* text) {                  \
    read_text(text);                            \
    char* const copy = ::strdup(text);          \
    wrote_text(copy);                           \
    return copy;                                \
  }
FW_STRDUP(around_strdup, "strdup")
FW_STRDUP(around_strdup_too, "__strdup")

#define FW_STRNDUP(id, symbol)                               \
  char* id(const char* text, size_t most) FW_AROUND(symbol); \
  char* id(const char* text, size_t most) {                  \
    const size_t length = strnlen(text, most);               \
    __fw_reads(text, length < most ? length + 1 : most);     \
    char* const copy = ::strndup(text, most);                \
    wrote_text(copy);                                        \
    return copy;                                             \
  }
FW_STRNDUP(around_strndup, "strndup")
FW_STRNDUP(around_strndup_too, "__strndup")

// --- scanning ------------------------------------------------------------------------------------

namespace {

size_t width_of(const char*& at, bool& is_long) {
  size_t bytes = sizeof(int);
  is_long = false;
  for (;; ++at) {
    if (*at == 'h')
      bytes = bytes == sizeof(short) ? sizeof(char) : sizeof(short);
    else if (*at == 'l' || *at == 'q' || *at == 'j' || *at == 'z' || *at == 't')
      bytes = sizeof(long), is_long = true;
    else if (*at == 'L')
      bytes = sizeof(long double);
    else
      return bytes;
  }
}

// Behind the set of characters that "[" begins.
const char* behind_set(const char* at) {
  if (*at == '^') ++at;
  if (*at == ']') ++at;
  while (*at && *at != ']') ++at;
  return *at ? at + 1 : at;
}

size_t bytes_of_text(const void* text, bool wide) {
  if (!wide) return strlen(static_cast<const char*>(text)) + 1;
  const auto* end = static_cast<const wchar_t*>(text);
  while (*end) ++end;
  return static_cast<size_t>(reinterpret_cast<const char*>(end + 1) -
                             static_cast<const char*>(text));
}

// What a scan of this format stored, of which `stored` conversions came to something.
__attribute__((noinline)) void scanned(const char* format, va_list list, int stored) {
  for (const char* at = format; *at;) {
    if (*at++ != '%') continue;
    if (*at == '%') {
      ++at;
      continue;
    }
    const bool is_skipped = *at == '*';
    if (is_skipped) ++at;
    bool is_allocated = false;
    size_t count = 0;
    for (; (*at >= '0' && *at <= '9') || *at == '$' || *at == '\''; ++at) {
      if (*at == '$') return;  // arguments in an order of their own
      if (*at != '\'') count = count * 10 + static_cast<size_t>(*at - '0');
    }
    if (*at == 'm') is_allocated = true, ++at;
    bool is_long = false;
    size_t bytes = width_of(at, is_long);
    const char conversion = *at;
    if (!conversion) return;
    ++at;
    if (conversion == '[') at = behind_set(at);
    if (is_skipped) continue;
    if (conversion != 'n' && stored-- <= 0) return;
    void* to = va_arg(list, void*);
    if (is_allocated) {
      __fw_writes(to, sizeof(void*));
      to = *static_cast<void**>(to);
    }
    const bool is_wide = is_long || conversion == 'S' || conversion == 'C';
    switch (conversion) {
      case 's':
      case 'S':
      case '[':
        __fw_writes(to, bytes_of_text(to, is_wide));
        break;
      case 'c':
      case 'C':
        __fw_writes(to, (count ? count : 1) * (is_wide ? sizeof(wchar_t) : 1));
        break;
      case 'p':
        __fw_writes(to, sizeof(void*));
        break;
      case 'a':
      case 'e':
      case 'f':
      case 'g':
      case 'A':
      case 'E':
      case 'F':
      case 'G':
        __fw_writes(to, bytes == sizeof(int) ? sizeof(float) : bytes);
        break;
      default:
        __fw_writes(to, bytes);
    }
  }
}

}  // namespace

#define FW_SCAN(id, prefix)                                                           \
  int real_vsscanf_##id(const char*, const char*, va_list) __asm__(prefix "vsscanf"); \
  int vsscanf_##id(const char*, const char*, va_list) FW_AROUND(prefix "vsscanf");    \
  int vsscanf_##id(const char* text, const char* format, va_list list) {              \
    va_list places;                                                                   \
    va_copy(places, list);                                                            \
    __fw_reads(text, 1);                                                              \
    const int result = real_vsscanf_##id(text, format, list);                         \
    scanned(format, places, result);                                                  \
    va_end(places);                                                                   \
    return result;                                                                    \
  }                                                                                   \
  int sscanf_##id(const char*, const char*, ...) FW_AROUND(prefix "sscanf");          \
  int sscanf_##id(const char* text, const char* format, ...) {                        \
    FW_WITH_LIST(vsscanf_##id(text, format, list))                                    \
    return result;                                                                    \
  }
FW_SCAN(c89, "")
FW_SCAN(c99, "__isoc99_")
FW_SCAN(c23, "__isoc23_")

#define FW_PARSE(type, id, parameters, arguments) \
  type around_##id parameters FW_AROUND(#id);     \
  type around_##id parameters {                   \
    __fw_reads(text, 1);                          \
    const type result = ::id arguments;           \
    wrote(end);                                   \
    return result;                                \
  }
FW_PARSE(long, strtol, (const char* text, char** end, int base), (text, end, base))
FW_PARSE(unsigned long, strtoul, (const char* text, char** end, int base), (text, end, base))
FW_PARSE(long long, strtoll, (const char* text, char** end, int base), (text, end, base))
FW_PARSE(unsigned long long, strtoull, (const char* text, char** end, int base), (text, end, base))
FW_PARSE(double, strtod, (const char* text, char** end), (text, end))
FW_PARSE(float, strtof, (const char* text, char** end), (text, end))
FW_PARSE(long double, strtold, (const char* text, char** end), (text, end))

// The piece that comes out is read to its end, which is written there.
char* divided(char* piece, char** rest) {
  if (piece) {
    read_text(piece);
    __fw_writes(piece + strlen(piece), 1);
  }
  wrote(rest);
  return piece;
}
#define FW_STRTOK(id, symbol)                                               \
  char* id(char* text, const char* between, char** rest) FW_AROUND(symbol); \
  char* id(char* text, const char* between, char** rest) {                  \
    read_text(between);                                                     \
    if (!text) __fw_reads(rest, sizeof *rest);                              \
    return divided(::strtok_r(text, between, rest), rest);                  \
  }
FW_STRTOK(around_strtok_r, "strtok_r")
FW_STRTOK(around_strtok_r_too, "__strtok_r")
// Stands for the place that strtok keeps, which nobody but libc has the address of.
inline char* strtok_rest;
char* around_strtok(char* text, const char* between) FW_AROUND("strtok");
char* around_strtok(char* text, const char* between) {
  read_text(between);
  if (!text) __fw_reads(&strtok_rest, sizeof strtok_rest);
  return divided(::strtok(text, between), &strtok_rest);
}
char* around_strsep(char** rest, const char* between) FW_AROUND("strsep");
char* around_strsep(char** rest, const char* between) {
  read_text(between);
  __fw_reads(rest, sizeof *rest);
  return divided(::strsep(rest, between), rest);
}

// --- numbers by chance
// ----------------------------------------------------------------------------

int around_rand_r(unsigned* seed) FW_AROUND("rand_r");
int around_rand_r(unsigned* seed) {
  __fw_reads(seed, sizeof *seed);
  const int result = ::rand_r(seed);
  wrote(seed);
  return result;
}

// --- time ----------------------------------------------------------------------------------------

#define FW_BREAK_DOWN(id)                                        \
  tm* around_##id(const time_t* time, tm* parts) FW_AROUND(#id); \
  tm* around_##id(const time_t* time, tm* parts) {               \
    __fw_reads(time, sizeof *time);                              \
    tm* const result = ::id(time, parts);                        \
    wrote(result);                                               \
    return result;                                               \
  }
FW_BREAK_DOWN(localtime_r)
FW_BREAK_DOWN(gmtime_r)

#define FW_MAKE_TIME(id)                        \
  time_t around_##id(tm* parts) FW_AROUND(#id); \
  time_t around_##id(tm* parts) {               \
    __fw_reads(parts, sizeof *parts);           \
    const time_t result = ::id(parts);          \
    wrote(parts);                               \
    return result;                              \
  }
FW_MAKE_TIME(mktime)
FW_MAKE_TIME(timegm)

// What the C library keeps for all threads: they share what is handed out.
#define FW_SHARED_TIME(id)                            \
  tm* around_##id(const time_t* time) FW_AROUND(#id); \
  tm* around_##id(const time_t* time) {               \
    __fw_reads(time, sizeof *time);                   \
    tm* const result = ::id(time);                    \
    wrote(result);                                    \
    return result;                                    \
  }
FW_SHARED_TIME(localtime)
FW_SHARED_TIME(gmtime)
char* around_asctime(const tm* time) FW_AROUND("asctime");
char* around_asctime(const tm* time) {
  __fw_reads(time, sizeof *time);
  char* const result = ::asctime(time);
  wrote_text(result);
  return result;
}
char* around_ctime(const time_t* time) FW_AROUND("ctime");
char* around_ctime(const time_t* time) {
  __fw_reads(time, sizeof *time);
  char* const result = ::ctime(time);
  wrote_text(result);
  return result;
}

size_t around_strftime(char* to, size_t room, const char* format, const tm* time)
    FW_AROUND("strftime");
size_t around_strftime(char* to, size_t room, const char* format, const tm* time) {
  read_text(format);
  __fw_reads(time, sizeof *time);
  const size_t result = ::strftime(to, room, format, time);
  if (result > 0) __fw_writes(to, result + 1);
  return result;
}
char* around_asctime_r(const tm* time, char* to) FW_AROUND("asctime_r");
char* around_asctime_r(const tm* time, char* to) {
  __fw_reads(time, sizeof *time);
  char* const result = ::asctime_r(time, to);
  wrote_text(result);
  return result;
}
char* around_ctime_r(const time_t* time, char* to) FW_AROUND("ctime_r");
char* around_ctime_r(const time_t* time, char* to) {
  __fw_reads(time, sizeof *time);
  char* const result = ::ctime_r(time, to);
  wrote_text(result);
  return result;
}

// --- sorting -------------------------------------------------------------------------------------
//
// Done here: who compares is called in between, and sees what was moved. As glibc does it, by
// merging, so that equal elements stay in their order.

namespace {

using Compare = int (*)(const void*, const void*, void*);

void merge_sort(char* base, size_t count, size_t size, Compare compare, void* argument,
                char* scratch) {
  if (count < 2) return;
  const size_t first_half = count / 2;
  char *left = base, *right = base + first_half * size;
  merge_sort(left, first_half, size, compare, argument, scratch);
  merge_sort(right, count - first_half, size, compare, argument, scratch);
  char *const left_end = right, *const right_end = base + count * size, *to = scratch;
  while (left != left_end && right != right_end) {
    char*& from = compare(left, right, argument) <= 0 ? left : right;
    memcpy(to, from, size);
    from += size;
    to += size;
  }
  // What is left on the right is in its place.
  memcpy(to, left, static_cast<size_t>(left_end - left));
  memcpy(base, scratch, static_cast<size_t>(right - base));
}

int without_argument(const void* a, const void* b, void* compare) {
  return reinterpret_cast<int (*)(const void*, const void*)>(compare)(a, b);
}

}  // namespace

void around_qsort_r(void* base, size_t count, size_t size, Compare compare, void* argument)
    FW_AROUND("qsort_r");
void around_qsort_r(void* base, size_t count, size_t size, Compare compare, void* argument) {
  if (count < 2 || size == 0) return;
  char room[1024];
  char* const scratch =
      count * size <= sizeof room ? room : static_cast<char*>(malloc(count * size));
  if (!scratch) return ::qsort_r(base, count, size, compare, argument);
  merge_sort(static_cast<char*>(base), count, size, compare, argument, scratch);
  if (scratch != room) free(scratch);
}
void around_qsort(void* base, size_t count, size_t size, int (*compare)(const void*, const void*))
    FW_AROUND("qsort");
void around_qsort(void* base, size_t count, size_t size, int (*compare)(const void*, const void*)) {
  around_qsort_r(base, count, size, without_argument, reinterpret_cast<void*>(compare));
}

}  // namespace foreweave
