/* The one list of library functions whose doings are known although nobody instruments the library,
 * and of how they are known; docs/libraries.md describes it. A row is what can be switched off by
 * itself (mutation.h): "library:row". tests/libraries has programs for each.
 *
 * What copies and compares memory and text is in a table of its own (pass/library_calls.cc), each
 * function a row; calls that wait, and what they fill in, are in the runtime's interceptors.
 */
#ifndef FOREWEAVE_CAPTURE_ABI_LIBRARY_TABLE_H
#define FOREWEAVE_CAPTURE_ABI_LIBRARY_TABLE_H

/* What is called instead of it or around it has its name behind this. */
#define FW_LIBRARY_PREFIX "__foreweave_"

/* clang-format off */

/* X(row, unit, function): code of capture/library that is called in the function's place. The pass
 * puts it into modules that need it. A file there is a unit. */
#define FOREWEAVE_LIBRARY_CODE(X)                                                                     \
  X(tree_next,     tree, "_ZSt18_Rb_tree_incrementPSt18_Rb_tree_node_base")                           \
  X(tree_next,     tree, "_ZSt18_Rb_tree_incrementPKSt18_Rb_tree_node_base")                          \
  X(tree_previous, tree, "_ZSt18_Rb_tree_decrementPSt18_Rb_tree_node_base")                           \
  X(tree_previous, tree, "_ZSt18_Rb_tree_decrementPKSt18_Rb_tree_node_base")                          \
  X(tree_insert,   tree, "_ZSt29_Rb_tree_insert_and_rebalancebPSt18_Rb_tree_node_baseS0_RS_")         \
  X(tree_erase,    tree, "_ZSt28_Rb_tree_rebalance_for_erasePSt18_Rb_tree_node_baseRS_")              \
  X(list_hook,     list, "_ZNSt8__detail15_List_node_base7_M_hookEPS0_")                              \
  X(list_unhook,   list, "_ZNSt8__detail15_List_node_base9_M_unhookEv")                               \
  X(list_transfer, list, "_ZNSt8__detail15_List_node_base11_M_transferEPS0_S1_")                      \
  X(list_reverse,  list, "_ZNSt8__detail15_List_node_base10_M_reverseEv")                             \
  X(list_swap,     list, "_ZNSt8__detail15_List_node_base4swapERS0_S1_")                              \
  X(strings, strings, "_ZNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE9_M_appendEPKcm") /* and all other members */ \
  X(hash_policy, cpp_calls, "_ZNKSt8__detail20_Prime_rehash_policy14_M_need_rehashEmmm")              \
  X(hash_policy, cpp_calls, "_ZNKSt8__detail20_Prime_rehash_policy11_M_next_bktEm")                   \
  X(hash_bytes, cpp_calls, "_ZSt11_Hash_bytesPKvmm")                                                  \
  X(hash_bytes, cpp_calls, "_ZSt15_Fnv_hash_bytesPKvmm")                                              \
  X(stream_into_string, cpp_calls, "_ZSt7getlineIcSt11char_traitsIcESaIcEERSt13basic_istreamIT_T0_ES7_RNSt7__cxx1112basic_stringIS4_S5_T1_EE") \
  X(stream_into_string, cpp_calls, "_ZStrsIcSt11char_traitsIcESaIcEERSt13basic_istreamIT_T0_ES7_RNSt7__cxx1112basic_stringIS4_S5_T1_EE") \
  X(stream_into_string, cpp_calls, "_ZSt7getlineIcSt11char_traitsIcESaIcEERSt13basic_istreamIT_T0_ES7_RNSt7__cxx1112basic_stringIS4_S5_T1_EES4_") \
  X(stream_text, cpp_calls, "_ZNKSt7__cxx1119basic_ostringstreamIcSt11char_traitsIcESaIcEE3strEv")    \
  X(stream_text, cpp_calls, "_ZNKRSt7__cxx1119basic_ostringstreamIcSt11char_traitsIcESaIcEE3strEv")   \
  X(stream_text, cpp_calls, "_ZNOSt7__cxx1119basic_ostringstreamIcSt11char_traitsIcESaIcEE3strEv")    \
  X(stream_text, cpp_calls, "_ZNKSt7__cxx1118basic_stringstreamIcSt11char_traitsIcESaIcEE3strEv")     \
  X(stream_text, cpp_calls, "_ZNKRSt7__cxx1118basic_stringstreamIcSt11char_traitsIcESaIcEE3strEv")    \
  X(stream_text, cpp_calls, "_ZNOSt7__cxx1118basic_stringstreamIcSt11char_traitsIcESaIcEE3strEv")     \
  X(stream_text, cpp_calls, "_ZNKSt7__cxx1115basic_stringbufIcSt11char_traitsIcESaIcEE3strEv")        \
  X(stream_text, cpp_calls, "_ZNKRSt7__cxx1115basic_stringbufIcSt11char_traitsIcESaIcEE3strEv")       \
  X(stream_text, cpp_calls, "_ZNOSt7__cxx1115basic_stringbufIcSt11char_traitsIcESaIcEE3strEv")        \
  X(stream_into_number, cpp_calls, "_ZNSirsERi")                                                      \
  X(stream_into_number, cpp_calls, "_ZNSirsERs")                                                      \
  X(stream_into_number, cpp_calls, "_ZNSi10_M_extractIbEERSiRT_")                                     \
  X(stream_into_number, cpp_calls, "_ZNSi10_M_extractItEERSiRT_")                                     \
  X(stream_into_number, cpp_calls, "_ZNSi10_M_extractIjEERSiRT_")                                     \
  X(stream_into_number, cpp_calls, "_ZNSi10_M_extractIlEERSiRT_")                                     \
  X(stream_into_number, cpp_calls, "_ZNSi10_M_extractImEERSiRT_")                                     \
  X(stream_into_number, cpp_calls, "_ZNSi10_M_extractIxEERSiRT_")                                     \
  X(stream_into_number, cpp_calls, "_ZNSi10_M_extractIyEERSiRT_")                                     \
  X(stream_into_number, cpp_calls, "_ZNSi10_M_extractIfEERSiRT_")                                     \
  X(stream_into_number, cpp_calls, "_ZNSi10_M_extractIdEERSiRT_")                                     \
  X(stream_into_number, cpp_calls, "_ZNSi10_M_extractIeEERSiRT_")                                     \
  X(stream_into_number, cpp_calls, "_ZNSi3getERc")                                                    \
  X(stream_read, cpp_calls, "_ZNSi4readEPcl")                                                         \
  X(exception_count, cpp_calls, "__cxa_end_catch")                                                    \
  X(exception_count, cpp_calls, "_ZNSt15__exception_ptr13exception_ptr10_M_releaseEv")                \
  X(exception_pointer, cpp_calls, "_ZSt17current_exceptionv")                                         \
  X(exception_pointer, cpp_calls, "_ZNSt15__exception_ptr13exception_ptrC1EPv")                       \
  X(at_thread_exit, cpp_calls, "_ZNSt13__future_base13_State_baseV211_Make_ready6_M_setEv")           \
  X(at_thread_exit, cpp_calls, "_ZSt25notify_all_at_thread_exitRSt18condition_variableSt11unique_lockISt5mutexE") \
  X(text_printed, c_calls, "snprintf")                                                                \
  X(text_printed, c_calls, "vsnprintf")                                                               \
  X(text_printed, c_calls, "sprintf")                                                                 \
  X(text_printed, c_calls, "vsprintf")                                                                \
  X(text_printed, c_calls, "__snprintf_chk")                                                          \
  X(text_printed, c_calls, "__vsnprintf_chk")                                                         \
  X(text_printed, c_calls, "__sprintf_chk")                                                           \
  X(text_printed, c_calls, "__vsprintf_chk")                                                          \
  X(text_allocated, c_calls, "strdup")                                                                \
  X(text_allocated, c_calls, "strndup")                                                               \
  X(text_allocated, c_calls, "__strdup")                                                              \
  X(text_allocated, c_calls, "__strndup")                                                             \
  X(text_allocated, c_calls, "asprintf")                                                              \
  X(text_allocated, c_calls, "vasprintf")                                                             \
  X(text_allocated, c_calls, "__asprintf_chk")                                                        \
  X(text_allocated, c_calls, "__vasprintf_chk")                                                       \
  X(text_scanned, c_calls, "sscanf")                                                                  \
  X(text_scanned, c_calls, "__isoc99_sscanf")                                                         \
  X(text_scanned, c_calls, "__isoc23_sscanf")                                                         \
  X(text_scanned, c_calls, "vsscanf")                                                                 \
  X(text_scanned, c_calls, "__isoc99_vsscanf")                                                        \
  X(text_scanned, c_calls, "__isoc23_vsscanf")                                                        \
  X(number_parsed, c_calls, "strtol")                                                                 \
  X(number_parsed, c_calls, "strtoul")                                                                \
  X(number_parsed, c_calls, "strtoll")                                                                \
  X(number_parsed, c_calls, "strtoull")                                                               \
  X(number_parsed, c_calls, "strtod")                                                                 \
  X(number_parsed, c_calls, "strtof")                                                                 \
  X(number_parsed, c_calls, "strtold")                                                                \
  X(shared_time, c_calls, "localtime")                                                                \
  X(shared_time, c_calls, "gmtime")                                                                   \
  X(shared_time, c_calls, "asctime")                                                                  \
  X(shared_time, c_calls, "ctime")                                                                    \
  X(shared_place, c_calls, "strtok")                                                                  \
  X(seed, c_calls, "rand_r")                                                                          \
  X(text_divided, c_calls, "strtok_r")                                                                \
  X(text_divided, c_calls, "__strtok_r")                                                              \
  X(text_divided, c_calls, "strsep")                                                                  \
  X(time_broken_down, c_calls, "localtime_r")                                                         \
  X(time_broken_down, c_calls, "gmtime_r")                                                            \
  X(time_broken_down, c_calls, "mktime")                                                              \
  X(time_broken_down, c_calls, "timegm")                                                              \
  X(time_printed, c_calls, "strftime")                                                                \
  X(time_printed, c_calls, "asctime_r")                                                               \
  X(time_printed, c_calls, "ctime_r")                                                                 \
  X(file_described, system_calls, "stat")                                                             \
  X(file_described, system_calls, "fstat")                                                            \
  X(file_described, system_calls, "lstat")                                                            \
  X(file_described, system_calls, "fstatat")                                                          \
  X(file_described, system_calls, "statvfs")                                                          \
  X(text_of_system, system_calls, "getcwd")                                                           \
  X(text_of_system, system_calls, "realpath")                                                         \
  X(text_of_system, system_calls, "inet_ntop")                                                        \
  X(text_of_system, system_calls, "gethostname")                                                      \
  X(text_of_system, system_calls, "readlink")                                                         \
  X(text_of_system, system_calls, "pthread_getname_np")                                               \
  X(text_of_system, system_calls, "strerror_r")                                                       \
  X(text_of_system, system_calls, "__xpg_strerror_r")                                                 \
  X(time_told, system_calls, "clock_gettime")                                                         \
  X(time_told, system_calls, "clock_getres")                                                          \
  X(time_told, system_calls, "timespec_get")                                                          \
  X(time_told, system_calls, "gettimeofday")                                                          \
  X(time_told, system_calls, "time")                                                                  \
  X(time_told, system_calls, "times")                                                                 \
  X(time_told, system_calls, "nanosleep")                                                             \
  X(time_told, system_calls, "clock_nanosleep")                                                       \
  X(chance_told, system_calls, "getrandom")                                                           \
  X(chance_told, system_calls, "getentropy")                                                          \
  X(machine_told, system_calls, "getrusage")                                                          \
  X(machine_told, system_calls, "getrlimit")                                                          \
  X(machine_told, system_calls, "sysinfo")                                                            \
  X(machine_told, system_calls, "uname")                                                              \
  X(machine_told, system_calls, "sched_getaffinity")                                                  \
  X(machine_told, system_calls, "pthread_getaffinity_np")                                             \
  X(descriptors_made, system_calls, "pipe")                                                           \
  X(descriptors_made, system_calls, "pipe2")                                                          \
  X(descriptors_made, system_calls, "socketpair")                                                     \
  X(address_told, system_calls, "getsockname")                                                        \
  X(address_told, system_calls, "getpeername")                                                        \
  X(address_told, system_calls, "accept")                                                             \
  X(address_told, system_calls, "accept4")                                                            \
  X(address_told, system_calls, "getsockopt")                                                         \
  X(address_told, system_calls, "inet_pton")                                                          \
  X(address_told, system_calls, "inet_aton")                                                          \
  X(number_split, system_calls, "frexp")                                                              \
  X(number_split, system_calls, "frexpf")                                                             \
  X(number_split, system_calls, "modf")                                                               \
  X(number_split, system_calls, "modff")                                                              \
  X(number_split, system_calls, "remquo")                                                             \
  X(number_split, system_calls, "lgamma_r")                                                           \
  X(number_split, system_calls, "sincos")                                                             \
  X(array_sorted, c_calls, "qsort")                                                                   \
  X(array_sorted, c_calls, "qsort_r")

/* X(row, function): definitions of the runtime. */
#define FOREWEAVE_LIBRARY_RUNTIME(X)                                                                  \
  X(guards,     "__cxa_guard_acquire")                                                                \
  X(guards,     "__cxa_guard_release")                                                                \
  X(guards,     "__cxa_guard_abort")                                                                  \
  X(guard_byte, "__cxa_guard_release")                                                                \
  X(exception_release, "_ZNSt15__exception_ptr13exception_ptr10_M_releaseEv")                         \
  X(single_threaded, "pthread_create")                                                                \
  X(own_blocks, "pthread_create")                                                                     \
  X(own_blocks, "pthread_join")                                                                       \
  X(own_blocks, "malloc")                                                                             \
  X(own_blocks, "calloc")                                                                             \
  X(own_blocks, "realloc")                                                                            \
  X(own_blocks, "free")                                                                               \
  X(signal_handler, "sigaction")                                                                      \
  X(signal_handler, "signal")                                                                         \
  X(signal_handler, "__sysv_signal")                                                                  \
  X(signal_arrival, "sigaction")                                                                      \
  X(texts_printed, "printf")                                                                          \
  X(texts_printed, "vprintf")                                                                         \
  X(texts_printed, "fprintf")                                                                         \
  X(texts_printed, "vfprintf")                                                                        \
  X(texts_printed, "dprintf")                                                                         \
  X(texts_printed, "vdprintf")                                                                        \
  X(texts_printed, "vsprintf")                                                                        \
  X(texts_printed, "vsnprintf")                                                                       \
  X(texts_printed, "vasprintf")                                                                       \
  X(texts_printed, "__printf_chk")                                                                    \
  X(texts_printed, "__vprintf_chk")                                                                   \
  X(texts_printed, "__fprintf_chk")                                                                   \
  X(texts_printed, "__vfprintf_chk")                                                                  \
  X(texts_printed, "__dprintf_chk")                                                                   \
  X(texts_printed, "__vdprintf_chk")                                                                  \
  X(texts_printed, "__vsprintf_chk")                                                                  \
  X(texts_printed, "__vsnprintf_chk")                                                                 \
  X(texts_printed, "__vasprintf_chk")                                                                 \
  X(texts_printed, "puts")                                                                            \
  X(texts_printed, "fputs")                                                                           \
  X(texts_printed, "fwrite")                                                                          \
  X(stream_locks, "flockfile")                                                                        \
  X(stream_locks, "ftrylockfile")                                                                     \
  X(stream_locks, "funlockfile")                                                                      \
  X(streams_pass_on, "printf")                                                                        \
  X(streams_pass_on, "fprintf")                                                                       \
  X(streams_pass_on, "fputs")                                                                         \
  X(streams_pass_on, "fwrite")                                                                        \
  X(streams_pass_on, "putc")                                                                          \
  X(streams_pass_on, "fflush")                                                                        \
  X(streams_pass_on, "fclose")                                                                        \
  X(streams_pass_on, "getc")                                                                          \
  X(streams_pass_on, "fscanf")                                                                        \
  X(named_pipes, "open")                                                                              \
  X(named_pipes, "open64")                                                                            \
  X(named_pipes, "openat")                                                                            \
  X(named_pipes, "openat64")                                                                          \
  X(named_pipes, "fopen")                                                                             \
  X(named_pipes, "fopen64")                                                                           \
  X(sync_objects, "pthread_mutex_init")                                                               \
  X(sync_objects, "pthread_mutex_destroy")                                                            \
  X(sync_objects, "pthread_rwlock_init")                                                              \
  X(sync_objects, "pthread_rwlock_destroy")                                                           \
  X(sync_objects, "pthread_spin_init")                                                                \
  X(sync_objects, "pthread_spin_destroy")                                                             \
  X(sync_objects, "pthread_cond_init")                                                                \
  X(sync_objects, "pthread_cond_destroy")                                                             \
  X(sync_objects, "pthread_barrier_init")                                                             \
  X(sync_objects, "pthread_barrier_destroy")                                                          \
  X(sync_objects, "sem_init")                                                                         \
  X(sync_objects, "sem_destroy")                                                                      \
  X(sync_objects, "mtx_init")                                                                         \
  X(sync_objects, "mtx_destroy")                                                                      \
  X(sync_objects, "cnd_init")                                                                         \
  X(sync_objects, "cnd_destroy")                                                                      \
  X(descriptor_ends, "close")                                                                         \
  X(descriptor_ends, "dup2")                                                                          \
  X(descriptor_ends, "dup3")                                                                          \
  X(descriptor_ends, "fclose")                                                                        \
  X(descriptor_ends, "pclose")                                                                        \
  X(descriptor_ends, "closedir")                                                                      \
  X(descriptor_numbers, "close")                                                                      \
  X(descriptor_numbers, "open")                                                                       \
  X(descriptor_numbers, "open64")                                                                     \
  X(descriptor_numbers, "openat")                                                                     \
  X(descriptor_numbers, "openat64")                                                                   \
  X(descriptor_numbers, "fopen")                                                                      \
  X(descriptor_numbers, "fopen64")                                                                    \
  X(descriptor_numbers, "creat")                                                                      \
  X(descriptor_numbers, "creat64")                                                                    \
  X(descriptor_numbers, "socket")                                                                     \
  X(descriptor_numbers, "socketpair")                                                                 \
  X(descriptor_numbers, "accept")                                                                     \
  X(descriptor_numbers, "accept4")                                                                    \
  X(descriptor_numbers, "pipe")                                                                       \
  X(descriptor_numbers, "pipe2")                                                                      \
  X(descriptor_numbers, "dup")                                                                        \
  X(descriptor_numbers, "eventfd")                                                                    \
  X(descriptor_numbers, "epoll_create")                                                               \
  X(descriptor_numbers, "epoll_create1")                                                              \
  X(descriptor_numbers, "timerfd_create")                                                             \
  X(descriptor_numbers, "signalfd")                                                                   \
  X(descriptor_numbers, "memfd_create")                                                               \
  X(descriptor_numbers, "opendir")                                                                    \
  X(descriptor_numbers, "mkstemp")                                                                    \
  X(descriptor_numbers, "popen")                                                                      \
  X(memory_pools, "_ZNSt3pmr26synchronized_pool_resource11do_allocateEmm")                            \
  X(memory_pools, "_ZNSt3pmr26synchronized_pool_resource13do_deallocateEPvmm")                        \
  X(memory_pools, "_ZNSt3pmr28unsynchronized_pool_resource11do_allocateEmm")                          \
  X(memory_pools, "_ZNSt3pmr28unsynchronized_pool_resource13do_deallocateEPvmm")                      \
  X(stream_ends, "fclose")                                                                            \
  X(stream_ends, "pclose")                                                                            \
  X(stream_buffers, "fputs")                                                                          \
  X(stream_buffers, "fprintf")                                                                        \
  X(stream_buffers, "fwrite")                                                                         \
  X(stream_buffers, "fclose")                                                                         \
  X(streams_unlocked, "getc_unlocked")                                                                \
  X(streams_unlocked, "putc_unlocked")                                                                \
  X(streams_unlocked, "fread_unlocked")                                                               \
  X(streams_unlocked, "fwrite_unlocked")                                                              \
  X(streams_unlocked, "fgets_unlocked")                                                               \
  X(streams_unlocked, "fputs_unlocked")                                                               \
  X(streams_unlocked, "fflush_unlocked")                                                              \
  X(folder_streams, "readdir")                                                                        \
  X(folder_streams, "readdir64")                                                                      \
  X(folder_streams, "rewinddir")                                                                      \
  X(folder_streams, "closedir")                                                                       \
  X(libc_states, "drand48")                                                                           \
  X(libc_states, "lrand48")                                                                           \
  X(libc_states, "mrand48")                                                                           \
  X(libc_states, "srand48")                                                                           \
  X(libc_states, "seed48")                                                                            \
  X(libc_states, "lcong48")                                                                           \
  X(libc_states, "hcreate")                                                                           \
  X(libc_states, "hdestroy")                                                                          \
  X(libc_states, "hsearch")                                                                           \
  X(libc_states, "getenv")                                                                            \
  X(libc_states, "secure_getenv")                                                                     \
  X(libc_states, "setenv")                                                                            \
  X(libc_states, "unsetenv")                                                                          \
  X(libc_states, "putenv")                                                                            \
  X(libc_states, "clearenv")                                                                          \
  X(libc_states, "setlocale")                                                                         \
  X(libc_states, "getpwnam")                                                                          \
  X(libc_states, "getpwuid")                                                                          \
  X(libc_states, "getpwent")                                                                          \
  X(libc_states, "getgrnam")                                                                          \
  X(libc_states, "getgrgid")                                                                          \
  X(libc_states, "getgrent")                                                                          \
  X(libc_states, "gethostbyname")                                                                     \
  X(libc_states, "gethostbyname2")                                                                    \
  X(libc_states, "gethostbyaddr")                                                                     \
  X(libc_states, "getservbyname")                                                                     \
  X(libc_states, "getservbyport")                                                                     \
  X(libc_states, "getprotobyname")                                                                    \
  X(libc_states, "getprotobynumber")                                                                  \
  X(libc_states, "ttyname")                                                                           \
  X(libc_states, "ptsname")                                                                           \
  X(libc_states, "getlogin")                                                                          \
  X(libc_states, "ecvt")                                                                              \
  X(libc_states, "fcvt")                                                                              \
  X(libc_states, "l64a")                                                                              \
  X(libc_states, "tmpnam")                                                                            \
  X(signal_timer, "alarm")                                                                            \
  X(signal_timer, "ualarm")                                                                           \
  X(signal_timer, "setitimer")                                                                        \
  X(signal_timer, "timer_settime")

/* X(row, function): what the recorder knows of functions that nobody stands in front of
 * (record/code/system_functions.cc); all others may have been told something by other threads. */
#define FOREWEAVE_LIBRARY_RECORDER(X)                                                                 \
  X(system_functions, "aio_suspend")

/* clang-format on */

#endif
