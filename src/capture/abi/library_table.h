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
  X(list_swap,     list, "_ZNSt8__detail15_List_node_base4swapERS0_S1_")

/* X(row, function): definitions of the runtime. */
#define FOREWEAVE_LIBRARY_RUNTIME(X)                                                                  \
  X(guards,     "__cxa_guard_acquire")                                                                \
  X(guards,     "__cxa_guard_release")                                                                \
  X(guards,     "__cxa_guard_abort")                                                                  \
  X(guard_byte, "__cxa_guard_release")                                                                \
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
  X(signal_timer, "alarm")                                                                            \
  X(signal_timer, "ualarm")                                                                           \
  X(signal_timer, "setitimer")                                                                        \
  X(signal_timer, "timer_settime")

/* clang-format on */

#endif
