// A library that calls back.
#ifndef FOREWEAVE_TESTS_PROGRAMS_UNSEEN_CALLER_PLAIN_H
#define FOREWEAVE_TESTS_PROGRAMS_UNSEEN_CALLER_PLAIN_H

// The sum of what `function` returns for each of the values.
int call_each(const int* values, int count, int (*function)(int, void*), void* context);
// The same for 0, 1, ... in as many threads, at most 8; -1 if that fails.
int call_in_threads(int threads, int (*function)(int, void*), void* context);

#endif
