#include "record/kept/input_pipe.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

namespace foreweave {

namespace {

constexpr size_t kPiece = size_t{1} << 16;  // as much as a pipe holds

// Does not wait, even if somebody else who reads from there took what poll() saw.
ssize_t read_what_is_there(int source, char* to, size_t size) {
  const iovec piece{to, size};
  const ssize_t got = preadv2(source, &piece, 1, -1, RWF_NOWAIT);
  return got < 0 && errno == EOPNOTSUPP ? read(source, to, size) : got;
}

void close_one(int& descriptor) {
  if (descriptor >= 0) close(descriptor);
  descriptor = -1;
}

}  // namespace

InputPipe::InputPipe(std::string& kept, int source, uint64_t most)
    : kept_(kept), source_(source), most_(most), has_ended_(source < 0) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return;
  reading_ = ends[0];
  writing_ = ends[1];
  // Our end only: the program's is another open file.
  fcntl(writing_, F_SETFL, O_NONBLOCK);
  stopping_ = eventfd(0, EFD_CLOEXEC);
}

InputPipe::~InputPipe() {
  stop();
  let_go_of_reading_end();
  close_one(writing_);
  close_one(stopping_);
}

void InputPipe::let_go_of_reading_end() { close_one(reading_); }

void InputPipe::fill() {
  if (is_filling() || writing_ < 0) return;
  filler_ = std::thread([this] { run(); });
}

void InputPipe::stop() {
  if (!is_filling()) return;
  const uint64_t one = 1;
  if (write(stopping_, &one, sizeof one) < 0) return;
  filler_.join();
}

// False: nobody reads any more, or we are to stop.
bool InputPipe::may_write() {
  pollfd both[] = {{writing_, POLLOUT, 0}, {stopping_, POLLIN, 0}};
  while (poll(both, 2, -1) < 0)
    if (errno != EINTR) return false;
  return both[1].revents == 0 && (both[0].revents & (POLLERR | POLLHUP)) == 0;
}

bool InputPipe::pass_on(const char* bytes, size_t count) {
  while (count > 0) {
    if (!may_write()) return false;
    const ssize_t written = write(writing_, bytes, count);
    if (written < 0 && errno != EAGAIN && errno != EINTR) return false;
    bytes += std::max<ssize_t>(written, 0);
    count -= static_cast<size_t>(std::max<ssize_t>(written, 0));
  }
  return true;
}

void InputPipe::run() {
  // That nobody reads is told by the call; the program's own signals are not ours to change.
  sigset_t all;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, nullptr);

  bool goes_on = pass_on(kept_.data(), kept_.size());
  while (goes_on && !has_ended_) {
    // Only as fast as the program reads: what it leaves stays where it is.
    if (!may_write()) break;
    pollfd three[] = {{source_, POLLIN, 0}, {stopping_, POLLIN, 0}, {writing_, 0, 0}};
    if (poll(three, 3, -1) < 0 && errno != EINTR) break;
    if (three[1].revents != 0 || three[2].revents != 0) break;
    if (three[0].revents == 0) continue;
    char piece[kPiece];
    const ssize_t got = read_what_is_there(source_, piece, sizeof piece);
    if (got < 0 && (errno == EAGAIN || errno == EINTR)) continue;
    has_ended_ = got <= 0;
    if (has_ended_) break;
    const auto bytes = static_cast<size_t>(got);
    const size_t room = most_ > kept_.size() ? most_ - kept_.size() : 0;
    has_overflown_ |= bytes > room;
    kept_.append(piece, std::min(bytes, room));
    goes_on = pass_on(piece, bytes);
  }
  close_one(writing_);
}

}  // namespace foreweave
