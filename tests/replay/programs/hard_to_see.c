// Races whose threads come together in a replay, and of which one side is not easily seen: each is one of
// these, by a definition.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
char text[16] = "abcdefg";
int count = 1;
size_t length;

static void take_turns(void) {
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
}

static void* work(void* unused) {
  take_turns();
#if defined MEASURES  // the function says how much it looked at when it has
  length = strlen(text);
#elif defined FINDS
  length = (size_t)((char*)memrchr(text, 'b', 7) - text);
#else
  count = 2;
#endif
  return unused;
}

int main(int argc, char** argv) {
  pthread_t thread;
  // Its name has a folder or not.
  const char* name = strrchr(argv[0], '/');
  if (argc < 1 || !name || strcmp(name, "/program") != 0) return 1;
  pthread_create(&thread, NULL, work, NULL);
  usleep(1000);
  take_turns();
#if defined MEASURES || defined FINDS
  text[5] = 'x';
#elif defined FAILS  // nobody does anything behind this
  if (count != 2) abort();
#else
  count = 3;
#endif
#ifdef ENDS  // and everybody with it
  return 0;
#endif
  pthread_join(thread, NULL);
  return length > 100;
}
