// What libc keeps for all threads without a lock (abi/things.h has the list): a function that
// changes it is recorded as a write of it, one that only asks as a read, and two threads that do so
// at once as the race that it is. Where the result is a text or a structure of libc's own, that is
// what is shared.
//
// Not here: the environment (environment.cc), what libc guards (rand), and what it has for each
// thread (strerror, inet_ntoa).
#define __NO_INLINE__ 1  // or libc's headers define some of these functions themselves
#include <getopt.h>
#include <grp.h>
#include <locale.h>
#include <netdb.h>
#include <pwd.h>
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <wchar.h>

#include "capture/runtime/sync/things.h"

using namespace foreweave::runtime;

#define FW_STATEFUL(type, name, parameters, arguments, state, kind) \
  FW_INTERCEPTOR type name parameters {                             \
    log_state(FW_STATE_##state, kind, FW_CALLER);                   \
    return FW_REAL(name) arguments;                                 \
  }
#define FW_CHANGES(type, name, parameters, arguments, state) \
  FW_STATEFUL(type, name, parameters, arguments, state, FW_KIND_write)

// --- numbers by chance ---------------------------------------------------------------------------

FW_CHANGES(double, drand48, () noexcept, (), drand48)
FW_CHANGES(long, lrand48, () noexcept, (), drand48)
FW_CHANGES(long, mrand48, () noexcept, (), drand48)
FW_CHANGES(void, srand48, (long seed) noexcept, (seed), drand48)
FW_CHANGES(unsigned short*, seed48, (unsigned short seed[3]) noexcept, (seed), drand48)
FW_CHANGES(void, lcong48, (unsigned short parameters[7]) noexcept, (parameters), drand48)

// --- the table of all ----------------------------------------------------------------------------

FW_CHANGES(int, hcreate, (size_t size) noexcept, (size), hash_table)
FW_CHANGES(void, hdestroy, () noexcept, (), hash_table)
FW_STATEFUL(ENTRY*, hsearch, (ENTRY entry, ACTION action) noexcept, (entry, action), hash_table,
            action == ENTER ? FW_KIND_write : FW_KIND_read)

// Who sets the locale is guarded against others who do, and not against who asks for it, with null.
FW_STATEFUL(char*, setlocale, (int category, const char* name) noexcept, (category, name), locale,
            name ? FW_KIND_atomic_write : FW_KIND_read)

// --- users, hosts and names ----------------------------------------------------------------------

FW_CHANGES(passwd*, getpwnam, (const char* name), (name), passwords)
FW_CHANGES(passwd*, getpwuid, (uid_t id), (id), passwords)
FW_CHANGES(passwd*, getpwent, (), (), passwords)
FW_CHANGES(group*, getgrnam, (const char* name), (name), groups)
FW_CHANGES(group*, getgrgid, (gid_t id), (id), groups)
FW_CHANGES(group*, getgrent, (), (), groups)
FW_CHANGES(hostent*, gethostbyname, (const char* name), (name), hosts)
FW_CHANGES(hostent*, gethostbyname2, (const char* name, int family), (name, family), hosts)
FW_CHANGES(hostent*, gethostbyaddr, (const void* address, socklen_t length, int family),
           (address, length, family), hosts)
FW_CHANGES(servent*, getservbyname, (const char* name, const char* protocol), (name, protocol),
           services)
FW_CHANGES(servent*, getservbyport, (int port, const char* protocol), (port, protocol), services)
FW_CHANGES(protoent*, getprotobyname, (const char* name), (name), protocols)
FW_CHANGES(protoent*, getprotobynumber, (int number), (number), protocols)
FW_CHANGES(char*, ttyname, (int fd) noexcept, (fd), terminal_name)
FW_CHANGES(char*, ptsname, (int fd) noexcept, (fd), pseudo_terminal)
FW_CHANGES(char*, getlogin, (), (), login)

// --- texts and numbers ---------------------------------------------------------------------------

FW_CHANGES(char*, ecvt, (double x, int digits, int* point, int* sign) noexcept,
           (x, digits, point, sign), digits)
FW_CHANGES(char*, fcvt, (double x, int digits, int* point, int* sign) noexcept,
           (x, digits, point, sign), digits)
FW_CHANGES(char*, l64a, (long number) noexcept, (number), base64)

// Half a character is kept for the next call.
FW_CHANGES(int, mblen, (const char* text, size_t size) noexcept, (text, size), multibyte)
FW_CHANGES(int, mbtowc, (wchar_t * to, const char* text, size_t size) noexcept, (to, text, size),
           multibyte)
FW_CHANGES(int, wctomb, (char* to, wchar_t c) noexcept, (to, c), multibyte)

// --- arguments -----------------------------------------------------------------------------------

FW_CHANGES(int, getopt, (int count, char* const* arguments, const char* known) noexcept,
           (count, arguments, known), options)
FW_CHANGES(int, getopt_long,
           (int count, char* const* arguments, const char* known, const option* names,
            int* index) noexcept,
           (count, arguments, known, names, index), options)
FW_CHANGES(int, getopt_long_only,
           (int count, char* const* arguments, const char* known, const option* names,
            int* index) noexcept,
           (count, arguments, known, names, index), options)

// With a place of the caller's they keep nothing.
FW_INTERCEPTOR char* tmpnam(char* name) noexcept {
  if (!name) log_state(FW_STATE_temporary_name, FW_KIND_write, FW_CALLER);
  return FW_REAL(tmpnam)(name);
}
