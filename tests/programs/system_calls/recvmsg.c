// recvmsg fills several buffers and control data at once: here a file descriptor comes along,
// through which the next text arrives.
//
// expect-exit: 0
// expect-output: ab|cdef|through the descriptor
// expect-events: fork=1 join=1
// deterministic: no
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#include "../check.h"

static int sockets[2], ends[2];

union control {
  struct cmsghdr header;
  char room[CMSG_SPACE(sizeof(int))];
};

static void* send_descriptor(void* unused) {
  struct iovec text = {"abcdef", 6};
  union control control = {.header = {.cmsg_len = CMSG_LEN(sizeof(int)),
                                      .cmsg_level = SOL_SOCKET,
                                      .cmsg_type = SCM_RIGHTS}};
  struct msghdr message = {.msg_iov = &text, .msg_iovlen = 1};
  message.msg_control = &control;
  message.msg_controllen = sizeof control;
  memcpy(CMSG_DATA(CMSG_FIRSTHDR(&message)), &ends[0], sizeof(int));
  CHECK(sendmsg(sockets[1], &message, 0) == 6);
  CHECK(write(ends[1], "through the descriptor", 23) == 23);
  return unused;
}

int main(void) {
  CHECK(socketpair(AF_UNIX, SOCK_STREAM, 0, sockets) == 0 && pipe(ends) == 0);
  const pthread_t sender = start_thread(send_descriptor, NULL);

  char head[2], tail[4], text[32];
  struct iovec parts[] = {{head, sizeof head}, {tail, sizeof tail}};
  union control control;
  struct msghdr message = {.msg_iov = parts, .msg_iovlen = 2};
  message.msg_control = &control;
  message.msg_controllen = sizeof control;
  CHECK(recvmsg(sockets[0], &message, 0) == 6);
  CHECK(CMSG_FIRSTHDR(&message) != NULL);
  int descriptor;
  memcpy(&descriptor, CMSG_DATA(CMSG_FIRSTHDR(&message)), sizeof descriptor);
  CHECK(descriptor != ends[0]);
  CHECK(read(descriptor, text, sizeof text) == 23);
  join_thread(sender);
  printf("%.2s|%.4s|%s\n", head, tail, text);
  return 0;
}
