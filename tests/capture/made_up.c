// Functions with reads that an optimiser likes to make although the program does not, each called
// so that some of what it names is not to be touched. `call` counts the calls: what lies between
// two of its updates belongs to one call.
#include <stdatomic.h>
#include <stdbool.h>

struct Point {
  int x, y;
};

atomic_int call;
volatile int sink;
int guarded, counted, stopped_at, first, second, third, promoted, largest, chosen, other, argument;
int both_left, both_right, once_more, limit_of_one, limit_of_other;
int wanted[64], values[64];
struct Point points[256];

#define KEPT __attribute__((noinline))

KEPT static void next_call(void) { atomic_fetch_add(&call, 1); }

// Read before the condition is known.
KEPT int read_if(bool wants) {
  if (wants) return guarded;
  return 0;
}

// Read before the loop, to be kept in a register.
KEPT void count_wanted(int n) {
  for (int i = 0; i < n; ++i)
    if (wanted[i]) ++counted;
}

KEPT void add_until_zero(int n) {
  for (int i = 0; i < n; ++i) {
    if (!values[i]) break;
    stopped_at += values[i];
  }
}

// Both read, and one of the values taken.
KEPT int read_either(bool which) { return which ? first : second; }

KEPT int read_through_pointer(bool which) {
  const int* from = which ? &chosen : &other;
  return *from;
}

KEPT int read_local_or_shared(bool which, const int* start) {
  int local = *start;
  const int* from = which ? &third : &local;
  sink = 1;
  return *from;
}

// The same, where the choice is made later than the reads.
KEPT int choose_and_loop(bool which, int n) {
  const int limit = *(which ? &limit_of_one : &limit_of_other);
  int sum = 0;
  for (int i = 0; i < n; ++i)
    if (wanted[i]) sum ^= values[i];
  return sum + limit;
}

// The same, and one of them once more somewhere else.
KEPT int read_again(bool which, int n) {
  int sum = 0;
  if (*(which ? &once_more : &both_left) == 0 && n > 4) sum += once_more ^ n;
  return sum;
}

// All of a structure is read where one member is wanted.
KEPT int sum_of_x(void) {
  int sum = 0;
  for (int i = 0; i < 256; ++i) sum += points[i].x;
  return sum;
}

// Read by the caller, because the address is good.
KEPT static int read_argument(const int* from, bool wants) {
  if (wants) return *from;
  return 1;
}
KEPT int pass_argument(bool wants) {
  return read_argument(&argument, wants) + read_argument(&promoted, wants);
}

// A vector of which some lanes are wanted.
KEPT int sum_of_some(int n) {
  unsigned sum = 0;
  for (int i = 0; i < n; ++i) sum += (unsigned)values[(i + 1) & 63] % 7;
  return (int)sum;
}
KEPT int sum_of_wanted(void) {
  int sum = 0;
  for (int i = 0; i < 64; ++i)
    if (wanted[i]) sum += values[i];
  return sum;
}

KEPT void raise_largest(int n) {
  for (int i = 0; i < n; ++i)
    if (values[i] > largest) largest = values[i];
}

KEPT bool both(void) { return both_left && both_right; }

static void call_all(bool yes, int n) {
  next_call();
  sink = read_if(yes);
  next_call();
  count_wanted(n);
  next_call();
  add_until_zero(n);
  next_call();
  sink = read_either(yes);
  next_call();
  sink = read_through_pointer(yes);
  next_call();
  sink = read_local_or_shared(yes, &values[3]);
  next_call();
  sink = read_again(yes, n);
  next_call();
  sink = sum_of_x();
  next_call();
  sink = pass_argument(yes);
  next_call();
  if (n < 8) sink = sum_of_some(n);
  next_call();
  sink = sum_of_wanted();
  next_call();
  raise_largest(n);
  next_call();
  sink = both();
  next_call();
  sink = choose_and_loop(yes, n);
}

int main(void) {
  call_all(false, 0);
  call_all(true, 5);
  for (int i = 0; i < 64; ++i) {
    wanted[i] = i % 3 == 1;
    values[i] = i;
  }
  both_left = once_more = 1;
  call_all(false, 60);
  call_all(true, 3);
  next_call();
  return 0;
}
