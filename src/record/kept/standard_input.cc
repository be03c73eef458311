#include "record/kept/standard_input.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

namespace foreweave {

namespace {

constexpr uint64_t kMostKept = uint64_t{64} << 20;

const char* what_it_is(const struct stat& status) {
  if (S_ISREG(status.st_mode)) return "a large file";
  if (S_ISFIFO(status.st_mode)) return "a pipe";
  if (S_ISSOCK(status.st_mode)) return "a socket";
  return isatty(STDIN_FILENO) ? "a terminal" : "a device";
}

std::string path_of(int descriptor) {
  std::string path(4096, '\0');
  const std::string link = fmt::format("/proc/self/fd/{}", descriptor);
  const ssize_t length = readlink(link.c_str(), path.data(), path.size());
  path.resize(static_cast<size_t>(std::max<ssize_t>(length, 0)));
  return path;
}

std::string text_of(const struct stat& status, int64_t place) {
  return fmt::format("{} {} {}.{:09} ", place, status.st_size, status.st_mtim.tv_sec,
                     status.st_mtim.tv_nsec);
}

}  // namespace

std::string describe_file(int descriptor, int64_t place) {
  struct stat status;
  if (fstat(descriptor, &status) != 0) return "";
  return text_of(status, place) + path_of(descriptor);
}

int open_described_file(const std::string& description) {
  const size_t before_path = [&] {
    size_t at = 0;
    for (int i = 0; i < 3 && at != std::string::npos; ++i) at = description.find(' ', at + (i > 0));
    return at;
  }();
  if (before_path == std::string::npos) return -1;
  const int64_t place = std::atoll(description.c_str());
  const int descriptor = open(description.c_str() + before_path + 1, O_RDONLY | O_CLOEXEC);
  struct stat status;
  if (descriptor >= 0 && fstat(descriptor, &status) == 0 &&
      description.starts_with(text_of(status, place)) &&
      lseek(descriptor, place, SEEK_SET) == place)
    return descriptor;
  if (descriptor >= 0) close(descriptor);
  return -1;
}

StandardInput::StandardInput() {
  struct stat status;
  if (fstat(STDIN_FILENO, &status) != 0) {
    is_ = "closed";
    return;
  }
  place_ = lseek(STDIN_FILENO, 0, SEEK_CUR);
  if (S_ISREG(status.st_mode) && place_ >= 0) {
    way_ = Way::file;
    keep_file();
    return;
  }
  is_ = what_it_is(status);
  if (!S_ISFIFO(status.st_mode)) return;
  way_ = Way::pipe;
  inode_ = status.st_ino;
}

StandardInput::~StandardInput() = default;

void StandardInput::keep_file() {
  struct stat status;
  fstat(STDIN_FILENO, &status);
  const uint64_t size = static_cast<uint64_t>(std::max<int64_t>(status.st_size - place_, 0));
  if (size > kMostKept) {
    is_ = what_it_is(status);
    file_ = describe_file(STDIN_FILENO, place_);
    return;
  }
  kept_.resize(size);
  for (size_t at = 0; at < size;) {
    const ssize_t got =
        pread(STDIN_FILENO, kept_.data() + at, size - at, place_ + static_cast<int64_t>(at));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return kept_.resize(at);  // it has become shorter
    at += static_cast<size_t>(got);
  }
}

Status StandardInput::begin_run() {
  if (way_ == Way::file) lseek(STDIN_FILENO, place_, SEEK_SET);
  if (way_ != Way::pipe) return Done{};
  if (has_overflown_)
    return Error{fmt::format("more than {} MB came through standard input, which is too much to be "
                             "kept for another run; give it as a file",
                             kMostKept >> 20),
                 ""};
  pipe_ = std::make_unique<InputPipe>(kept_, has_ended_ ? -1 : STDIN_FILENO, kMostKept);
  return Done{};
}

void StandardInput::look_after(const FwChannel& channel) {
  if (!pipe_ || pipe_->is_filling() ||
      __atomic_load_n(&channel.input_is_wanted, __ATOMIC_ACQUIRE) == 0)
    return;
  was_asked_for_ = true;
  pipe_->let_go_of_reading_end();
  pipe_->fill();
}

void StandardInput::end_run() {
  if (!pipe_) return;
  pipe_->stop();
  has_ended_ = pipe_->has_ended();
  has_overflown_ |= pipe_->has_overflown();
  pipe_.reset();
}

void StandardInput::add_to(const AttachmentSink& add) const {
  if (way_ == Way::pipe) {
    add(kInputWayAttachment, kThroughAPipe);
    if (was_asked_for_) add(kInputAttachment, kept_);
    if (!was_asked_for_ || has_overflown_) add(kInputIsAttachment, is_);
    return;
  }
  if (!is_.empty()) add(kInputIsAttachment, is_);
  if (!file_.empty()) add(kInputFileAttachment, file_);
  if (way_ == Way::file && file_.empty()) add(kInputAttachment, kept_);
}

}  // namespace foreweave
