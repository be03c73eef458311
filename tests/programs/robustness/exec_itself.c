// A program that replaces itself by itself, from a thread, while another thread is running: the
// rest of the old one is gone, the new one starts afresh in the same process.
//
// expect-exit: 4
// expect-output: before
// expect-output: after, same process
// deterministic: no
#include <string.h>
#include <unistd.h>

#include "../check.h"

static char** arguments;

static void* spin(void* unused) {
  for (volatile int i = 0;; i = i + 1) continue;
  return unused;
}

static void* replace(void* unused) {
  char process[32];
  snprintf(process, sizeof process, "%ld", (long)getpid());
  execl("/proc/self/exe", arguments[0], process, (char*)NULL);
  CHECK(!"exec failed");
  return unused;
}

int main(int argc, char** argv) {
  if (argc == 2) {
    CHECK(strtol(argv[1], NULL, 10) == getpid());
    puts("after, same process");
    return 4;
  }
  arguments = argv;
  puts("before");
  fflush(stdout);
  start_thread(spin, NULL);
  join_thread(start_thread(replace, NULL));
  return 1;
}
