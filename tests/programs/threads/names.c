// Threads that have names: given by others and by themselves, twice, and of all kinds of characters.
//
// expect-exit: 0
// expect-output: writer me again
// expect-events: fork=2 join=2
// deterministic: yes
#define _GNU_SOURCE
#include <errno.h>
#include <string.h>
#include <sys/prctl.h>

#include "../check.h"

static char names[2][16];

static void* name_itself(void* unused) {
  CHECK(prctl(PR_SET_NAME, "first") == 0);
  CHECK(prctl(PR_SET_NAME, "me again") == 0);
  CHECK(prctl(PR_GET_NAME, names[1]) == 0);
  return unused;
}

static void* have_a_name(void* unused) {
  CHECK(pthread_setname_np(pthread_self(), "writer") == 0);
  CHECK(pthread_getname_np(pthread_self(), names[0], sizeof names[0]) == 0);
  CHECK(pthread_setname_np(pthread_self(), "longer than sixteen") == ERANGE);
  return unused;
}

int main(void) {
  join_thread(start_thread(have_a_name, NULL));
  join_thread(start_thread(name_itself, NULL));
  printf("%s %s\n", names[0], names[1]);
  return 0;
}
