// What one thread asks the machine for (time, chance, limits, descriptors, addresses) and another one looks at, under a mutex.
// guilty: race: the time is asked for without the mutex
// rows: time_told chance_told machine_told descriptors_made address_told number_split
// flags: -lm
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct timespec now;
static unsigned char chance[16];
static struct rlimit files;
static int ends[2], exponent;
static struct in_addr home;
static int asked, good;

static void* ask(void* unused) {
#ifndef GUILTY
  pthread_mutex_lock(&lock);
#endif
  clock_gettime(CLOCK_MONOTONIC, &now);
#ifdef GUILTY
  pthread_mutex_lock(&lock);
#endif
  files.rlim_cur = 0;  // so that it shows who writes it
  for (int i = 0; i < 16; ++i) chance[i] = 0;
  ends[0] = ends[1] = exponent = 0;
  home.s_addr = 0;
  if (getrandom(chance, sizeof chance, 0) != sizeof chance) chance[0] = 1;
  getrlimit(RLIMIT_NOFILE, &files);
  if (pipe(ends) != 0) ends[0] = -1;
  inet_pton(AF_INET, "127.0.0.1", &home);
  frexp(48.0, &exponent);
  asked = 1;
  pthread_mutex_unlock(&lock);
  return unused;
}

static void* look(void* unused) {
  pthread_mutex_lock(&lock);
  int sum = 0;
  for (int i = 0; i < 16; ++i) sum += chance[i];
  if (now.tv_nsec < 1000000000 && now.tv_sec >= 0 && sum >= 0) ++good;
  if (!asked || (files.rlim_cur > 0 && ends[0] >= 0 && ends[1] != ends[0])) ++good;
  if (!asked || (home.s_addr == htonl(INADDR_LOOPBACK) && exponent == 6)) ++good;
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
  close(ends[0]);
  close(ends[1]);
  printf("%d\n", good);
  return good == 6 ? 0 : 1;
}
