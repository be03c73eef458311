/* Addresses that stand for things which lie in no memory of the program: its descriptors, and what
 * libc keeps for itself. No program has such an address, and those by which the runtime says that
 * something comes before something else (schedule.h) have another highest bit.
 *
 *   descriptor:  its number, and how often the number was seen to be closed before
 *   state:       which one, of the table below
 */
#ifndef FOREWEAVE_CAPTURE_ABI_THINGS_H
#define FOREWEAVE_CAPTURE_ABI_THINGS_H

#define FW_THING_BITS 62u /* above them is a one: it is such an address */
#define FW_THING_KIND_SHIFT 56u
#define FW_THING_KIND_MASK 63u
#define FW_THING_descriptor 1u
#define FW_THING_state 2u

#define FW_THING_WORD(kind, what)                                              \
  (1ull << FW_THING_BITS | (unsigned long long)(kind) << FW_THING_KIND_SHIFT | \
   (unsigned long long)(what) << 3)
#define FW_IS_THING_WORD(address) ((address) >> FW_THING_BITS == 1)
#define FW_THING_KIND(address) ((unsigned)((address) >> FW_THING_KIND_SHIFT & FW_THING_KIND_MASK))
#define FW_THING_WHAT(address) ((address) >> 3 & ((1ull << (FW_THING_KIND_SHIFT - 3)) - 1))

#define FW_DESCRIPTOR_BITS 12u
#define FW_MAX_DESCRIPTORS \
  (1u << FW_DESCRIPTOR_BITS) /* those with higher numbers are not watched */
#define FW_DESCRIPTOR_WORD(number, life) \
  FW_THING_WORD(FW_THING_descriptor, (unsigned long long)(life) << FW_DESCRIPTOR_BITS | (number))
#define FW_DESCRIPTOR_NUMBER(address) \
  ((unsigned)(FW_THING_WHAT(address) & (FW_MAX_DESCRIPTORS - 1)))

/* What libc keeps for all threads, by the manual's marks "MT-Unsafe race:...": X(name, words).
 * Numbers follow from the order, and are in trace files: new ones come last. */
#define FOREWEAVE_LIBC_STATES(X)                          \
  X(drand48, "the state of drand48 and its kin")          \
  X(hash_table, "the hash table of hsearch")              \
  X(environment, "the environment")                       \
  X(locale, "the locale of the process")                  \
  X(passwords, "the entry of getpwnam and its kin")       \
  X(groups, "the entry of getgrnam and its kin")          \
  X(hosts, "the entry of gethostbyname and its kin")      \
  X(services, "the entry of getservbyname and its kin")   \
  X(protocols, "the entry of getprotobyname and its kin") \
  X(terminal_name, "the name that ttyname returns")       \
  X(pseudo_terminal, "the name that ptsname returns")     \
  X(login, "the name that getlogin returns")              \
  X(temporary_name, "the name that tmpnam returns")       \
  X(digits, "the digits that ecvt and fcvt return")       \
  X(base64, "the text that l64a returns")                 \
  X(options, "what getopt has got to")                    \
  X(multibyte, "the state of mblen and its kin")          \
  X(descriptors, "the table of descriptors")

enum FwLibcState {
#define FW_DEFINE_STATE(name, words) FW_STATE_##name,
  FOREWEAVE_LIBC_STATES(FW_DEFINE_STATE)
#undef FW_DEFINE_STATE
      FW_STATE_COUNT
};

#endif
