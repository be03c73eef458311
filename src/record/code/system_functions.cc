#include "record/code/system_functions.h"

#include <algorithm>
#include <iterator>

#include "record/code/known_functions.h"

namespace foreweave {

namespace {

// Families of functions that only compute, by how their names begin. Those that wait and those that
// wake (of pthread_, sem_, sig, mtx_, ...) are the runtime's, and recorded as what they are.
constexpr std::string_view kComputingFamilies[] = {
    // text and memory
    "str", "stp", "mem", "wcs", "wcp", "wmem", "mb", "wc", "is", "to", "btowc", "c8r", "c16r",
    "c32r", "inet_", "hton", "ntoh", "argz_", "envz_", "argp_", "obstack_", "re_", "reg", "iconv",
    "gettext", "dgettext", "ngettext", "dcgettext", "textdomain", "bindtextdomain", "nl_langinfo",
    "ctype", "rawmem", "explicit_bzero", "bcmp", "bcopy", "bzero", "basename", "dirname", "fnmatch",
    "ffs", "swab", "finite", "copysign", "frexp", "ldexp", "modf", "scalbn",
    // numbers, by chance too, and what is sorted and searched
    "abs", "labs", "llabs", "imax", "div", "ldiv", "lldiv", "ato", "a64l", "l64a", "ecvt", "fcvt",
    "gcvt", "qecvt", "qfcvt", "qgcvt", "rand", "srand", "initstate", "setstate", "drand48",
    "erand48", "lrand48", "nrand48", "mrand48", "jrand48", "seed48", "lcong48", "arc4random",
    "qsort", "bsearch", "lsearch", "lfind", "hsearch", "hcreate", "hdestroy", "tsearch", "tfind",
    "tdelete", "twalk", "tdestroy", "insque", "remque",
    // printing and scanning in memory
    "snprintf", "sprintf", "vsnprintf", "vsprintf", "asprintf", "vasprintf", "swprintf",
    "vswprintf", "sscanf", "vsscanf", "swscanf", "vswscanf", "getopt", "getsubopt", "printf_size",
    "parse_printf", "register_printf",
    // time
    "time", "clock", "difftime", "mktime", "gmtime", "localtime", "asctime", "ctime", "tzset",
    "getdate", "dysize", "gettimeofday", "ftime", "nanosleep", "usleep", "sleep",
    // memory that is allocated
    "malloc", "calloc", "realloc", "free", "cfree", "posix_memalign", "aligned_alloc", "memalign",
    "valloc", "pvalloc", "mall", "mcheck", "mprobe", "mtrace", "muntrace", "brk", "sbrk", "mmap",
    "munmap", "mremap", "mprotect", "madvise", "posix_madvise", "mincore", "mlock", "munlock",
    // the process, its threads, its signals, its surroundings
    "pthread_", "sem_", "mtx_", "cnd_", "thrd_", "tss_", "call_once", "sig", "bsd_signal",
    "sysv_signal", "ssignal", "sched_", "setjmp", "longjmp", "getcontext", "setcontext",
    "makecontext", "swapcontext", "abort", "exit", "quick_exit", "atexit", "at_quick_exit",
    "on_exit", "raise", "gsignal", "getenv", "secure_getenv", "setenv", "unsetenv", "putenv",
    "clearenv", "setlocale", "localeconv", "newlocale", "duplocale", "freelocale", "uselocale",
    "getpid", "getppid", "gettid", "getuid", "geteuid", "getgid", "getegid", "getres", "getpg",
    "getsid", "setuid", "setgid", "setres", "setre", "setsid", "setpg", "getpriority",
    "setpriority", "nice", "sysconf", "pathconf", "fpathconf", "confstr", "getpagesize",
    "getdtablesize", "get_nprocs", "get_phys", "get_avphys", "getauxval", "getcpu", "getloadavg",
    "getrlimit", "setrlimit", "prlimit", "getrusage", "uname", "gethostname", "getdomainname",
    "sysinfo", "gnu_", "prctl", "arch_prctl", "personality", "backtrace", "dl", "posix_spawnattr",
    "posix_spawn_file_actions", "alarm", "ualarm", "getitimer", "setitimer", "gai_strerror",
    "hstrerror", "freeaddrinfo", "getentropy", "getrandom"};

// Functions that make, change or ask for something that is not between threads.
constexpr std::string_view kTelling[] = {
    // streams
    "fdopen", "freopen", "freopen64", "tmpfile", "tmpfile64", "tmpnam", "tmpnam_r", "tempnam",
    "fmemopen", "open_memstream", "open_wmemstream", "fopencookie", "fseek", "fseeko", "fseeko64",
    "ftell", "ftello", "ftello64", "fgetpos", "fgetpos64", "fsetpos", "fsetpos64", "rewind",
    "ungetc", "ungetwc", "feof", "feof_unlocked", "ferror", "ferror_unlocked", "clearerr",
    "clearerr_unlocked", "fileno", "fileno_unlocked", "setbuf", "setbuffer", "setlinebuf",
    "setvbuf", "fwide", "perror", "psignal", "psiginfo", "wprintf", "fwprintf", "vwprintf",
    "vfwprintf", "putwchar", "warn", "warnx", "vwarn", "vwarnx", "err", "errx", "verr", "verrx",
    "error", "error_at_line", "syslog", "vsyslog", "openlog", "closelog", "setlogmask", "fcloseall",
    "putw",
    // files and folders
    "creat", "creat64", "access", "faccessat", "eaccess", "euidaccess", "stat", "stat64", "fstat",
    "fstat64", "lstat", "lstat64", "fstatat", "fstatat64", "statx", "statfs", "statfs64", "fstatfs",
    "fstatfs64", "statvfs", "statvfs64", "fstatvfs", "fstatvfs64", "chmod", "fchmod", "fchmodat",
    "lchmod", "chown", "fchown", "fchownat", "lchown", "truncate", "truncate64", "ftruncate",
    "ftruncate64", "fallocate", "posix_fallocate", "posix_fallocate64", "posix_fadvise",
    "posix_fadvise64", "readahead", "lseek", "lseek64", "link", "linkat", "symlink", "symlinkat",
    "unlink", "unlinkat", "remove", "rename", "renameat", "renameat2", "mkdir", "mkdirat", "rmdir",
    "chdir", "fchdir", "getcwd", "getwd", "get_current_dir_name", "realpath",
    "canonicalize_file_name", "readlink", "readlinkat", "mkstemp", "mkstemp64", "mkostemp",
    "mkostemp64", "mkstemps", "mkostemps", "mkdtemp", "mktemp", "mkfifo", "mkfifoat", "mknod",
    "mknodat", "umask", "utime", "utimes", "utimensat", "futimens", "futimes", "lutimes", "sync",
    "syncfs", "opendir", "fdopendir", "readdir", "readdir64", "readdir_r", "closedir", "rewinddir",
    "seekdir", "telldir", "dirfd", "scandir", "scandir64", "alphasort", "alphasort64",
    "versionsort", "ftw", "nftw", "ftw64", "nftw64", "fts_open", "fts_read", "fts_close", "glob",
    "globfree", "glob64", "globfree64", "ftok", "ttyname", "ttyname_r", "tcgetattr", "tcsetattr",
    "chroot", "getxattr", "setxattr",
    // descriptors, the network, and what is kept by name
    "epoll_create", "epoll_create1", "eventfd", "timerfd_create", "timerfd_settime",
    "timerfd_gettime", "inotify_init", "inotify_init1", "memfd_create", "bind", "listen",
    "setsockopt", "getsockopt", "getsockname", "getpeername", "getaddrinfo", "getnameinfo",
    "gethostbyname", "gethostbyname_r", "gethostbyaddr", "getservbyname", "getservbyport",
    "getprotobyname", "if_nametoindex", "if_indextoname", "getifaddrs", "freeifaddrs", "shm_open",
    "shm_unlink", "shmget", "shmat", "shmdt", "shmctl", "semget", "msgget", "mq_open", "mq_close",
    "mq_unlink", "mq_getattr", "mq_setattr", "posix_openpt", "grantpt", "unlockpt", "ptsname",
    "ptsname_r", "openpty", "getpwuid", "getpwuid_r", "getpwnam", "getpwnam_r", "getgrgid",
    "getgrgid_r", "getgrnam", "getgrnam_r", "getlogin", "getlogin_r", "getgroups", "execl",
    "execle", "execlp", "execv", "execve", "execvp", "execvpe", "close_range", "msync"};

// Where a library was there may be another one soon, with other variables: its users come before,
// and those of the other one behind.
constexpr std::string_view kLoading[] = {"dlopen", "dlmopen", "dlclose"};

// Behind names that compilers and headers give the same functions.
std::string_view plain(std::string_view name) {
  const auto without = [&](std::string_view beginning) {
    if (name.starts_with(beginning)) name.remove_prefix(beginning.size());
  };
  without("__isoc99_");
  without("__isoc23_");
  without("__");
  without("_");
  if (name.ends_with("_chk")) name.remove_suffix(4);
  return name;
}

// What programs do not call by these names themselves.
constexpr std::string_view kOfTheCompiler[] = {
    "__cxa_",    "__libc_",  "__errno_", "__assert", "__stack_chk", "__tls_",     "__fdelt",
    "__fpclass", "__ctype_", "__gmon",   "__fw_",    "__x",         "__sched_cpu"};

}  // namespace

SystemFunction system_function(std::string_view name) {
  const auto begins = [&](std::string_view beginning) { return name.starts_with(beginning); };
  const auto tells = [&] {
    return std::find(std::begin(kTelling), std::end(kTelling), name) != std::end(kTelling);
  };
  if (std::find(std::begin(kLoading), std::end(kLoading), name) != std::end(kLoading))
    return SystemFunction::may_be_told;
  // Also if the runtime stands in front of it: that may be for the number of a descriptor only.
  if (tells()) return SystemFunction::tells;
  if (is_known_function(name) ||
      std::any_of(std::begin(kOfTheCompiler), std::end(kOfTheCompiler), begins))
    return SystemFunction::computes;
  name = plain(name);
  if (tells()) return SystemFunction::tells;
  // "time" begins timerfd_create, "is" isatty: who is named above is named.
  if (is_known_function(name) ||
      std::any_of(std::begin(kComputingFamilies), std::end(kComputingFamilies), begins))
    return SystemFunction::computes;
  return SystemFunction::may_be_told;
}

}  // namespace foreweave
