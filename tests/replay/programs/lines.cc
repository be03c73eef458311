// Sums up the numbers of standard input, one thread for each of them, and prints the sum. How it reads
// is chosen by the first argument.
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <sys/uio.h>
#include <unistd.h>
#include <wchar.h>

#include <iostream>
#include <string>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static long sum, pieces;

static void* add(void* number) {
  pthread_mutex_lock(&mutex);
  sum += reinterpret_cast<long>(number);
  pthread_mutex_unlock(&mutex);
  return nullptr;
}

static void add_in_a_thread(long number) {
  pthread_t thread;
  if (pthread_create(&thread, nullptr, add, reinterpret_cast<void*>(number)) != 0) abort();
  pthread_join(thread, nullptr);
}

static std::string text;

// As many bytes at a time as there are. How many pieces that makes is part of what the program does.
template <class Read>
static void read_pieces(Read read_one) {
  char piece[64];
  for (ssize_t n; (n = read_one(piece, sizeof piece)) > 0;) {
    ++pieces;
    text.append(piece, static_cast<size_t>(n));
  }
}

static void wait_by_poll() {
  pollfd input{0, POLLIN, 0};
  poll(&input, 1, -1);
}
static void wait_by_select() {
  fd_set set;
  FD_ZERO(&set);
  FD_SET(0, &set);
  select(1, &set, nullptr, nullptr, nullptr);
}

static void read_all(const std::string& how) {
  char line[100];
  int c;
  if (how == "read") {
    read_pieces([](char* to, size_t n) { return read(0, to, n); });
  } else if (how == "readv") {
    read_pieces([](char* to, size_t n) {
      const iovec two[] = {{to, 3}, {to + 3, n - 3}};
      return readv(0, two, 2);
    });
  } else if (how == "poll") {
    read_pieces([](char* to, size_t n) { return wait_by_poll(), read(0, to, n); });
  } else if (how == "select") {
    read_pieces([](char* to, size_t n) { return wait_by_select(), read(0, to, n); });
  } else if (how == "epoll") {
    const int set = epoll_create1(0);
    epoll_event event{EPOLLIN, {}};
    epoll_ctl(set, EPOLL_CTL_ADD, 0, &event);
    read_pieces([&](char* to, size_t n) { return epoll_wait(set, &event, 1, -1), read(0, to, n); });
  } else if (how == "dup") {
    const int other = dup(0);
    for (ssize_t n; (n = read(other, line, sizeof line)) > 0;)
      text.append(line, static_cast<size_t>(n));
  } else if (how == "getchar") {
    while ((c = getchar()) != EOF) text += static_cast<char>(c);
  } else if (how == "getc_unlocked") {
    while ((c = getc_unlocked(stdin)) != EOF) text += static_cast<char>(c);
  } else if (how == "fgets") {
    while (fgets(line, sizeof line, stdin)) text += line;
  } else if (how == "fread") {
    for (size_t n; (n = fread(line, 1, sizeof line, stdin)) > 0;) text.append(line, n);
  } else if (how == "getline") {
    char* own = nullptr;
    size_t room = 0;
    while (getline(&own, &room, stdin) > 0) text += own;
    free(own);
  } else if (how == "scanf") {
    while (scanf("%99s", line) == 1) text += std::string(line) + '\n';
  } else if (how == "getwchar") {
    for (wint_t w; (w = getwchar()) != WEOF;) text += static_cast<char>(w);
  } else if (how == "cin" || how == "cin_alone") {
    if (how == "cin_alone") std::ios::sync_with_stdio(false);
    for (std::string one; std::getline(std::cin, one);) text += one + '\n';
  }
}

int main(int, char** arguments) {
  read_all(arguments[1]);
  for (char* at = text.data(); *at;) {
    add_in_a_thread(strtol(at, &at, 10));
    if (*at == '\n') ++at;
  }
  for (long i = 0; i < pieces; ++i) add_in_a_thread(0);
  printf("%ld\n", sum);
}
