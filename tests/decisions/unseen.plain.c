#include "unseen.h"

#include <stdlib.h>

void pass_gate(int is_open) {
  if (!is_open) pthread_exit(NULL);
}

void* allocate_and_pass_gate(int is_open) {
  void* memory = malloc(64);
  pass_gate(is_open);
  return memory;
}
