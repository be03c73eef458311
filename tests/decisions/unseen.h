// What unseen.plain.c does, which is not instrumented.
#pragma once

#include <pthread.h>

void pass_gate(int is_open);  // ends the thread if it is not
void* allocate_and_pass_gate(int is_open);
