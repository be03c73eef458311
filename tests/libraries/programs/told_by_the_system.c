// Dates, sizes of files and paths that one thread asks for and another one prints, under a mutex.
// guilty: race: the date is made without the mutex
// rows: time_broken_down time_printed file_described text_of_system
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct tm parts;
static char date[32], folder[4096];
static struct stat root;
static int good;

static void* ask(void* unused) {
  const time_t moment = 86400 * 365;
#ifndef GUILTY
  pthread_mutex_lock(&lock);
#endif
  parts.tm_year = 0;
  gmtime_r(&moment, &parts);
  strftime(date, sizeof date, "%Y-%m-%d", &parts);
#ifdef GUILTY
  pthread_mutex_lock(&lock);
#endif
  root.st_mode = 0;  // so that it shows who writes it
  folder[0] = 0;
  stat("/", &root);
  if (!getcwd(folder, sizeof folder)) folder[0] = 0;
  pthread_mutex_unlock(&lock);
  return unused;
}

static void* look(void* unused) {
  pthread_mutex_lock(&lock);
  if (date[0] == 0 || (strcmp(date, "1971-01-01") == 0 && parts.tm_year == 71 && parts.tm_mday == 1)) ++good;
  if (root.st_mode == 0 || S_ISDIR(root.st_mode)) ++good;
  if (folder[0] == 0 || folder[0] == '/') ++good;
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, ask, 0);
  pthread_create(&b, 0, look, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  look(0);
  printf("%d\n", good);
  return good == 6 ? 0 : 1;
}
