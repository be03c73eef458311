// Around functions of libstdc++ that change the program's objects, or count its references to one:
// each is called, and what it touched is said. Names are those of object files, so that the
// library's own definition is what is called, wherever that is.
#include <condition_variable>
#include <exception>
#include <future>
#include <istream>
#include <string>

#include "capture/library/touch.h"

#define FW_REAL(symbol) __asm__(symbol)

namespace foreweave {

namespace {

void wrote(const std::string& text) {
  __fw_writes(&text, sizeof text);
  __fw_writes(text.data(), text.size() + 1);
}

}  // namespace

// --- hash tables ---------------------------------------------------------------------------------

struct RehashPolicy {
  float most_load;
  size_t next_resize;
};
struct Rehash {
  bool is_needed;
  size_t buckets;
};

#define FW_NEED_REHASH "_ZNKSt8__detail20_Prime_rehash_policy14_M_need_rehashEmmm"
Rehash real_need_rehash(RehashPolicy*, size_t, size_t, size_t) FW_REAL(FW_NEED_REHASH);
Rehash need_rehash(RehashPolicy*, size_t, size_t, size_t) FW_AROUND(FW_NEED_REHASH);
Rehash need_rehash(RehashPolicy* policy, size_t buckets, size_t elements, size_t more) {
  __fw_reads(policy, sizeof *policy);
  const Rehash answer = real_need_rehash(policy, buckets, elements, more);
  __fw_writes(&policy->next_resize, sizeof policy->next_resize);
  return answer;
}

#define FW_NEXT_BUCKETS "_ZNKSt8__detail20_Prime_rehash_policy11_M_next_bktEm"
size_t real_next_buckets(RehashPolicy*, size_t) FW_REAL(FW_NEXT_BUCKETS);
size_t next_buckets(RehashPolicy*, size_t) FW_AROUND(FW_NEXT_BUCKETS);
size_t next_buckets(RehashPolicy* policy, size_t least) {
  __fw_reads(policy, sizeof policy->most_load);
  const size_t answer = real_next_buckets(policy, least);
  __fw_writes(&policy->next_resize, sizeof policy->next_resize);
  return answer;
}

#define FW_HASH(name, symbol)                                      \
  size_t real_##name(const void*, size_t, size_t) FW_REAL(symbol); \
  size_t name(const void*, size_t, size_t) FW_AROUND(symbol);      \
  size_t name(const void* bytes, size_t count, size_t seed) {      \
    __fw_reads(bytes, count);                                      \
    return real_##name(bytes, count, seed);                        \
  }
FW_HASH(hash_bytes, "_ZSt11_Hash_bytesPKvmm")
FW_HASH(fnv_hash_bytes, "_ZSt15_Fnv_hash_bytesPKvmm")

// --- streams -------------------------------------------------------------------------------------
//
// Only what comes out of them: what is within a stream is libstdc++'s.

#define FW_INTO_STRING(name, symbol)                      \
  void* real_##name(void*, std::string&) FW_REAL(symbol); \
  void* name(void*, std::string&) FW_AROUND(symbol);      \
  void* name(void* in, std::string& text) {               \
    void* const result = real_##name(in, text);           \
    wrote(text);                                          \
    return result;                                        \
  }
FW_INTO_STRING(getline_of,
               "_ZSt7getlineIcSt11char_traitsIcESaIcEERSt13basic_istreamIT_T0_ES7_RNSt7__"
               "cxx1112basic_stringIS4_S5_T1_EE")
FW_INTO_STRING(extract_string,
               "_ZStrsIcSt11char_traitsIcESaIcEERSt13basic_istreamIT_T0_ES7_RNSt7__cxx1112basic_"
               "stringIS4_S5_T1_EE")

#define FW_GETLINE                                                                         \
  "_ZSt7getlineIcSt11char_traitsIcESaIcEERSt13basic_istreamIT_T0_ES7_RNSt7__cxx1112basic_" \
  "stringIS4_S5_T1_EES4_"
void* real_getline(void*, std::string&, char) FW_REAL(FW_GETLINE);
void* getline(void*, std::string&, char) FW_AROUND(FW_GETLINE);
void* getline(void* in, std::string& line, char end) {
  void* const result = real_getline(in, line, end);
  wrote(line);
  return result;
}

#define FW_STRING_OF(name, symbol)                      \
  std::string real_##name(const void*) FW_REAL(symbol); \
  std::string name(const void*) FW_AROUND(symbol);      \
  std::string name(const void* stream) {                \
    std::string text = real_##name(stream);             \
    wrote(text);                                        \
    return text;                                        \
  }
FW_STRING_OF(text_of_output, "_ZNKSt7__cxx1119basic_ostringstreamIcSt11char_traitsIcESaIcEE3strEv")
FW_STRING_OF(text_of_output_20,
             "_ZNKRSt7__cxx1119basic_ostringstreamIcSt11char_traitsIcESaIcEE3strEv")
FW_STRING_OF(text_taken_of_output,
             "_ZNOSt7__cxx1119basic_ostringstreamIcSt11char_traitsIcESaIcEE3strEv")
FW_STRING_OF(text_of_stream, "_ZNKSt7__cxx1118basic_stringstreamIcSt11char_traitsIcESaIcEE3strEv")
FW_STRING_OF(text_of_stream_20,
             "_ZNKRSt7__cxx1118basic_stringstreamIcSt11char_traitsIcESaIcEE3strEv")
FW_STRING_OF(text_taken_of_stream,
             "_ZNOSt7__cxx1118basic_stringstreamIcSt11char_traitsIcESaIcEE3strEv")
FW_STRING_OF(text_of_buffer, "_ZNKSt7__cxx1115basic_stringbufIcSt11char_traitsIcESaIcEE3strEv")
FW_STRING_OF(text_of_buffer_20, "_ZNKRSt7__cxx1115basic_stringbufIcSt11char_traitsIcESaIcEE3strEv")
FW_STRING_OF(text_taken_of_buffer,
             "_ZNOSt7__cxx1115basic_stringbufIcSt11char_traitsIcESaIcEE3strEv")

#define FW_EXTRACT(type, id, symbol)                     \
  void* real_extract_##id(void*, type*) FW_REAL(symbol); \
  void* extract_##id(void*, type*) FW_AROUND(symbol);    \
  void* extract_##id(void* in, type* to) {               \
    void* const result = real_extract_##id(in, to);      \
    __fw_writes(to, sizeof *to);                         \
    return result;                                       \
  }
FW_EXTRACT(int, int, "_ZNSirsERi")
FW_EXTRACT(short, short, "_ZNSirsERs")
FW_EXTRACT(bool, bool, "_ZNSi10_M_extractIbEERSiRT_")
FW_EXTRACT(unsigned short, unsigned_short, "_ZNSi10_M_extractItEERSiRT_")
FW_EXTRACT(unsigned, unsigned, "_ZNSi10_M_extractIjEERSiRT_")
FW_EXTRACT(long, long, "_ZNSi10_M_extractIlEERSiRT_")
FW_EXTRACT(unsigned long, unsigned_long, "_ZNSi10_M_extractImEERSiRT_")
FW_EXTRACT(long long, long_long, "_ZNSi10_M_extractIxEERSiRT_")
FW_EXTRACT(unsigned long long, unsigned_long_long, "_ZNSi10_M_extractIyEERSiRT_")
FW_EXTRACT(float, float, "_ZNSi10_M_extractIfEERSiRT_")
FW_EXTRACT(double, double, "_ZNSi10_M_extractIdEERSiRT_")
FW_EXTRACT(long double, long_double, "_ZNSi10_M_extractIeEERSiRT_")
FW_EXTRACT(char, char, "_ZNSi3getERc")

long real_count_of(const void*) FW_REAL("_ZNKSi6gcountEv");
#define FW_ISTREAM_READ "_ZNSi4readEPcl"
void* real_read(void*, char*, long) FW_REAL(FW_ISTREAM_READ);
void* read(void*, char*, long) FW_AROUND(FW_ISTREAM_READ);
void* read(void* in, char* to, long most) {
  void* const result = real_read(in, to, most);
  __fw_writes(to, static_cast<size_t>(real_count_of(in)));
  return result;
}

// --- exceptions ----------------------------------------------------------------------------------
//
// An exception that several threads refer to is counted in front of it. Who gives a reference up
// does so after all else it did with the exception, and who frees it comes after them all: so an
// update of the count is recorded with it (runtime/exceptions.cc).

namespace {

// libstdc++'s, in front of every exception; its end is where the exception begins.
struct Header {
  void *type, *destructor, *unexpected, *terminate;
  Header* next;
  int handlers, switch_value;
  const void *action, *data;
  void *temporary, *adjusted;
  unsigned long exception_class;
  void* cleanup;
  unsigned long private_words[2];
};
static_assert(sizeof(Header) == 112);

constexpr unsigned long kOfGcc =
    0x474e5543432b2b00;  // "GNUCC++", and 1 behind it if it is thrown again

}  // namespace

extern "C" {
void __fw_gives_exception_up(const void* exception);
void __fw_gave_exception_up();
}

struct Globals {
  Header* caught;
  unsigned uncaught;
};
Globals* globals() noexcept FW_REAL("__cxa_get_globals");

void real_end_catch() FW_REAL("__cxa_end_catch");
void end_catch() FW_AROUND("__cxa_end_catch");
// Not recorded, and by its name known to order nothing.
static void* exception_that_ends() __asm__("__fw_exception_that_ends");
__attribute__((disable_sanitizer_instrumentation, noinline)) static void* exception_that_ends() {
  const Header* const caught = globals()->caught;
  if (!caught || (caught->handlers != 1 && caught->handlers != -1)) return nullptr;
  if (caught->exception_class == kOfGcc)
    return const_cast<void*>(static_cast<const void*>(caught + 1));
  // What was thrown again refers to the exception in its first word.
  return caught->exception_class == kOfGcc + 1 ? caught->type : nullptr;
}
void end_catch() {
  void* const exception = exception_that_ends();
  if (exception) __fw_gives_exception_up(exception);
  real_end_catch();
  if (exception) __fw_gave_exception_up();
}

#define FW_RELEASE "_ZNSt15__exception_ptr13exception_ptr10_M_releaseEv"
void real_release(void**) FW_REAL(FW_RELEASE);
void release(void**) FW_AROUND(FW_RELEASE);
void release(void** pointer) {
  const bool refers = *pointer;
  if (refers) __fw_gives_exception_up(*pointer);
  real_release(pointer);
  if (refers) __fw_gave_exception_up();
  __fw_writes(pointer, sizeof *pointer);
}

#define FW_CURRENT "_ZSt17current_exceptionv"
std::exception_ptr real_current() noexcept FW_REAL(FW_CURRENT);
std::exception_ptr current() noexcept FW_AROUND(FW_CURRENT);
std::exception_ptr current() noexcept {
  std::exception_ptr pointer = real_current();
  __fw_writes(&pointer, sizeof pointer);
  return pointer;
}

#define FW_POINTER_TO "_ZNSt15__exception_ptr13exception_ptrC1EPv"
void real_pointer_to(void**, void*) FW_REAL(FW_POINTER_TO);
void pointer_to(void**, void*) FW_AROUND(FW_POINTER_TO);
void pointer_to(void** pointer, void* exception) {
  real_pointer_to(pointer, exception);
  __fw_writes(pointer, sizeof *pointer);
}

// --- at the end of a thread ----------------------------------------------------------------------

// What the library would do then with a promise, done here, where it is recorded.
static void make_ready(void* element) {
  using State = std::__future_base::_State_baseV2;
  auto* const ready =
      static_cast<State::_Make_ready*>(static_cast<std::__at_thread_exit_elt*>(element));
  if (const auto state = ready->_M_shared_state.lock())
    state->_M_status._M_store_notify_all(State::_Status::__ready, std::memory_order_release);
  delete ready;
}

#define FW_SET_READY "_ZNSt13__future_base13_State_baseV211_Make_ready6_M_setEv"
void real_set_ready(std::__at_thread_exit_elt*) FW_REAL(FW_SET_READY);
void set_ready(std::__at_thread_exit_elt*) FW_AROUND(FW_SET_READY);
void set_ready(std::__at_thread_exit_elt* element) {
  real_set_ready(element);
  __fw_writes(element, sizeof *element);
  element->_M_cb = make_ready;
}

#define FW_NOTIFY_AT_EXIT \
  "_ZSt25notify_all_at_thread_exitRSt18condition_variableSt11unique_lockISt5mutexE"
void real_notify_at_exit(void*, void*) FW_REAL(FW_NOTIFY_AT_EXIT);
void notify_at_exit(void*, void*) FW_AROUND(FW_NOTIFY_AT_EXIT);
void notify_at_exit(void* condition, void* lock) {
  real_notify_at_exit(condition, lock);
  __fw_writes(lock, sizeof(std::unique_lock<std::mutex>));
}

}  // namespace foreweave
