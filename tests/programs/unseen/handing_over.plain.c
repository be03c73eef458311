// A library that nobody instruments, with the ways in which one may order threads, or know more than
// the trace: atomic instructions, plain ones, and memory of its own.
#include "handing_over.plain.h"

#include <stdatomic.h>
#include <stddef.h>

static _Atomic(void*) slot;

int try_send(void* thing) {
  void* nothing = NULL;
  return atomic_compare_exchange_strong(&slot, &nothing, thing);
}

void* try_receive(void) { return atomic_exchange(&slot, NULL); }

static atomic_int published;

void publish(void) { atomic_store_explicit(&published, 1, memory_order_release); }
int is_published(void) { return atomic_load_explicit(&published, memory_order_acquire); }

static int references;

void set_references(int count) { references = count; }
int drop_reference(void) { return --references == 0; }
void set_flag(int* flag) { *flag = 1; }
