// Every way in which the kernel lets one thread wait for another: what the first did before comes
// before what the second does after, and no race is to be seen on `data`.
#include <errno.h>
#include <fcntl.h>
#include <mqueue.h>
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/select.h>
#include <sys/sem.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#define CHECK(...)                                              \
  do {                                                          \
    if (!(__VA_ARGS__)) {                                       \
      fprintf(stderr, "%d: %s (%m)\n", __LINE__, #__VA_ARGS__); \
      _Exit(1);                                                 \
    }                                                           \
  } while (0)

// --- how a thread says that it is done, and how another one waits for that -----------------------

static int ends[2];  // of a pipe or a pair of sockets
static int event, queue, semaphores, signals;
static mqd_t messages;
static pthread_t waiter;
static volatile int data;

static void write_byte(void) { CHECK(write(ends[1], "x", 1) == 1); }
static void write_pieces(void) { CHECK(writev(ends[1], &(struct iovec){"x", 1}, 1) == 1); }
static void wait_poll(void) { CHECK(poll(&(struct pollfd){ends[0], POLLIN, 0}, 1, -1) == 1); }
static void wait_ppoll(void) {
  CHECK(ppoll(&(struct pollfd){ends[0], POLLIN, 0}, 1, NULL, NULL) == 1);
}
static void wait_select(void) {
  fd_set set;
  FD_ZERO(&set);
  FD_SET(ends[0], &set);
  CHECK(select(ends[0] + 1, &set, NULL, NULL, NULL) == 1);
}
static void wait_pselect(void) {
  fd_set set;
  FD_ZERO(&set);
  FD_SET(ends[0], &set);
  CHECK(pselect(ends[0] + 1, &set, NULL, NULL, NULL, NULL) == 1);
}

static void signal_event(void) { CHECK(write(event, &(uint64_t){1}, 8) == 8); }
static int watching(void) {
  const int watch = epoll_create1(0);
  CHECK(watch >= 0 && epoll_ctl(watch, EPOLL_CTL_ADD, event, &(struct epoll_event){EPOLLIN}) == 0);
  return watch;
}
static void wait_epoll(void) {
  const int watch = watching();
  struct epoll_event got;
  CHECK(epoll_wait(watch, &got, 1, -1) == 1);
  close(watch);
}
static void wait_epoll_pwait(void) {
  const int watch = watching();
  struct epoll_event got;
  CHECK(epoll_pwait(watch, &got, 1, -1, NULL) == 1);
  close(watch);
}
static void wait_epoll_pwait2(void) {
  const int watch = watching();
  struct epoll_event got;
  CHECK(epoll_pwait2(watch, &got, 1, NULL, NULL) == 1);
  close(watch);
}

static void send_many(void) {
  struct mmsghdr one = {.msg_hdr = {.msg_iov = &(struct iovec){"x", 1}, .msg_iovlen = 1}};
  CHECK(sendmmsg(ends[1], &one, 1, 0) == 1);
}
static void receive_many(void) {
  char byte;
  struct mmsghdr one = {.msg_hdr = {.msg_iov = &(struct iovec){&byte, 1}, .msg_iovlen = 1}};
  CHECK(recvmmsg(ends[0], &one, 1, 0, NULL) == 1 && byte == 'x');
}

static void send_signal(void) { CHECK(pthread_kill(waiter, SIGUSR1) == 0); }
static void send_value(void) {
  CHECK(pthread_sigqueue(waiter, SIGUSR1, (union sigval){.sival_int = 1}) == 0);
}
static void send_to_all(void) { CHECK(kill(getpid(), SIGUSR1) == 0); }
static void queue_to_all(void) {
  CHECK(sigqueue(getpid(), SIGUSR1, (union sigval){.sival_int = 1}) == 0);
}
static sigset_t usr1(void) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  return set;
}
static void wait_sigwait(void) {
  const sigset_t set = usr1();
  int number;
  CHECK(sigwait(&set, &number) == 0 && number == SIGUSR1);
}
static void wait_sigwaitinfo(void) {
  const sigset_t set = usr1();
  CHECK(sigwaitinfo(&set, NULL) == SIGUSR1);
}
static void wait_sigtimedwait(void) {
  const sigset_t set = usr1();
  CHECK(sigtimedwait(&set, NULL, &(struct timespec){30, 0}) == SIGUSR1);
}
static void wait_signalfd(void) {
  struct signalfd_siginfo info;
  CHECK(read(signals, &info, sizeof info) == sizeof info && info.ssi_signo == SIGUSR1);
}
static int seen_by_handler;
static void handler(int number) { seen_by_handler = number == SIGUSR1 ? data : -1; }
static void wait_for_handler(void) {
  sigset_t none;
  CHECK(pthread_sigmask(SIG_SETMASK, NULL, &none) == 0);
  sigdelset(&none, SIGUSR1);
  CHECK(sigsuspend(&none) == -1 && errno == EINTR && seen_by_handler == 1);
}

static void send_message(void) {
  struct {
    long type;
    char text;
  } message = {1, 'x'};
  CHECK(msgsnd(queue, &message, 1, 0) == 0);
}
static void receive_message(void) {
  struct {
    long type;
    char text;
  } message;
  CHECK(msgrcv(queue, &message, 1, 0, 0) == 1 && message.type == 1 && message.text == 'x');
}
static void up(void) { CHECK(semop(semaphores, &(struct sembuf){0, 1, 0}, 1) == 0); }
static void down(void) { CHECK(semop(semaphores, &(struct sembuf){0, -1, 0}, 1) == 0); }
static void timed_down(void) {
  CHECK(semtimedop(semaphores, &(struct sembuf){0, -1, 0}, 1, &(struct timespec){30, 0}) == 0);
}
static void send_mq(void) { CHECK(mq_send(messages, "x", 1, 0) == 0); }
static void receive_mq(void) {
  char byte;
  CHECK(mq_receive(messages, &byte, 1, NULL) == 1 && byte == 'x');
}

static void make_child(void) {
  const pid_t child = fork();
  CHECK(child >= 0);
  if (child == 0) _Exit(7);
}
static void wait_for_child(void) {
  int status;
  while (waitpid(-1, &status, 0) < 0) CHECK(errno == ECHILD && usleep(1000) == 0);
  CHECK(WEXITSTATUS(status) == 7);
}
static void wait_for_child_by_id(void) {
  siginfo_t info;
  while (waitid(P_ALL, 0, &info, WEXITED) < 0) CHECK(errno == ECHILD && usleep(1000) == 0);
  CHECK(info.si_status == 7);
}

// --- two threads ---------------------------------------------------------------------------------

struct way {
  void (*done)(void);
  void (*wait)(void);
};

static void* wait_and_look(void* way) {
  ((const struct way*)way)->wait();
  CHECK(data == 1);
  return NULL;
}

static void* do_and_say(void* way) {
  data = 1;
  ((const struct way*)way)->done();
  return NULL;
}

static void run(struct way way) {
  data = 0;
  CHECK(pipe(ends) == 0 && (event = eventfd(0, 0)) >= 0);
  if (way.done == send_many) {
    close(ends[0]);
    close(ends[1]);
    CHECK(socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0);
  }
  pthread_t other;
  CHECK(pthread_create(&waiter, NULL, wait_and_look, &way) == 0);
  CHECK(pthread_create(&other, NULL, do_and_say, &way) == 0);
  pthread_join(waiter, NULL);
  pthread_join(other, NULL);
  close(ends[0]);
  close(ends[1]);
  close(event);
}

// --- locks of files: who has the lock has the data -----------------------------------------------

static char path[] = "/tmp/foreweave_test_XXXXXX";
static int guarded;

static void whole_file(int file, int lock) { CHECK(flock(file, lock ? LOCK_EX : LOCK_UN) == 0); }
static void part_of_file(int file, int lock) {
  struct flock part = {.l_type = lock ? F_WRLCK : F_UNLCK, .l_whence = SEEK_SET, .l_len = 1};
  CHECK(fcntl(file, F_OFD_SETLKW, &part) == 0);
}

static void* guard(void* locking) {
  const int file = open(path, O_RDWR);
  CHECK(file >= 0);
  for (int i = 0; i < 5; ++i) {
    ((void (*)(int, int))locking)(file, 1);
    ++guarded;
    ((void (*)(int, int))locking)(file, 0);
  }
  close(file);
  return NULL;
}

static void run_guarded(void (*locking)(int, int)) {
  pthread_t one, other;
  guarded = 0;
  CHECK(pthread_create(&one, NULL, guard, (void*)locking) == 0);
  CHECK(pthread_create(&other, NULL, guard, (void*)locking) == 0);
  pthread_join(one, NULL);
  pthread_join(other, NULL);
  CHECK(guarded == 10);
}

int main(void) {
  const sigset_t set = usr1();
  CHECK(pthread_sigmask(SIG_BLOCK, &set, NULL) == 0);
  CHECK((signals = signalfd(-1, &set, 0)) >= 0);
  const struct way ways[] = {
      {write_byte, wait_poll},           {write_pieces, wait_ppoll},
      {write_byte, wait_select},         {write_byte, wait_pselect},
      {signal_event, wait_epoll},        {signal_event, wait_epoll_pwait},
      {signal_event, wait_epoll_pwait2}, {send_many, receive_many},
      {send_signal, wait_sigwait},       {send_value, wait_sigwaitinfo},
      {send_to_all, wait_sigtimedwait},  {queue_to_all, wait_signalfd},
      {make_child, wait_for_child},      {make_child, wait_for_child_by_id},
  };
  for (size_t i = 0; i < sizeof ways / sizeof ways[0]; ++i) run(ways[i]);

  CHECK(sigaction(SIGUSR1, &(struct sigaction){.sa_handler = handler}, NULL) == 0);
  run((struct way){send_signal, wait_for_handler});

  // Not every machine lets everybody have these.
  if ((queue = msgget(IPC_PRIVATE, IPC_CREAT | 0600)) >= 0) {
    run((struct way){send_message, receive_message});
    msgctl(queue, IPC_RMID, NULL);
  }
  if ((semaphores = semget(IPC_PRIVATE, 1, IPC_CREAT | 0600)) >= 0) {
    CHECK(semctl(semaphores, 0, SETVAL, 0) == 0);
    run((struct way){up, down});
    run((struct way){up, timed_down});
    semctl(semaphores, 0, IPC_RMID);
  }
  char name[64];
  snprintf(name, sizeof name, "/foreweave_test_%d", (int)getpid());
  struct mq_attr attributes = {.mq_maxmsg = 1, .mq_msgsize = 1};
  if ((messages = mq_open(name, O_CREAT | O_RDWR, 0600, &attributes)) != (mqd_t)-1) {
    mq_unlink(name);
    run((struct way){send_mq, receive_mq});
    mq_close(messages);
  }

  const int file = mkstemp(path);
  CHECK(file >= 0);
  run_guarded(whole_file);
  run_guarded(part_of_file);
  CHECK(unlink(path) == 0);
  return 0;
}
