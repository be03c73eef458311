#include "base/bytes/file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <utility>

namespace foreweave {

namespace {

Error cannot(const char* verb, const std::string& path, int error) {
  switch (error) {
    case ENOENT:
    case ENOTDIR:
      return {fmt::format("cannot be {}: there is no such file or folder", verb), path};
    case EISDIR:
      return {fmt::format("cannot be {}: it is a directory, not a file", verb), path};
    case EACCES:
    case EPERM:
      return {fmt::format("cannot be {}: permission denied", verb), path};
    case ENOSPC:
    case EDQUOT:
      return {fmt::format("cannot be {}: the disk is full", verb), path};
    default:
      return {fmt::format("cannot be {}: {}", verb, std::strerror(error)), path};
  }
}

// Appends what `fd` yields up to its end; 0 or an errno.
int read_to_end(int fd, std::vector<uint8_t>& bytes) {
  size_t used = 0;
  for (;;) {
    if (bytes.size() - used < (1 << 16)) bytes.resize(bytes.size() * 2 + (1 << 17));
    const ssize_t n = ::read(fd, bytes.data() + used, bytes.size() - used);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return errno;
    if (n == 0) break;
    used += static_cast<size_t>(n);
  }
  bytes.resize(used);
  return 0;
}

int open_retrying(const char* path, int flags, mode_t mode = 0) {
  int fd;
  do fd = ::open(path, flags | O_CLOEXEC, mode);
  while (fd < 0 && errno == EINTR);
  return fd;
}

}  // namespace

FileContents::FileContents(FileContents&& other) noexcept
    : mapped_(std::exchange(other.mapped_, nullptr)),
      mapped_size_(other.mapped_size_),
      read_(std::move(other.read_)) {}

FileContents& FileContents::operator=(FileContents&& other) noexcept {
  std::swap(mapped_, other.mapped_);
  std::swap(mapped_size_, other.mapped_size_);
  std::swap(read_, other.read_);
  return *this;
}

FileContents::~FileContents() {
  if (mapped_) ::munmap(mapped_, mapped_size_);
}

std::string input_name(const std::string& path) { return path == "-" ? "<stdin>" : path; }

Result<FileContents> read_file(const std::string& path) {
  const bool is_stdin = path == "-";
  const int fd = is_stdin ? STDIN_FILENO : open_retrying(path.c_str(), O_RDONLY);
  if (fd < 0) return cannot("read", path, errno);

  FileContents contents;
  struct stat status{};
  int error = ::fstat(fd, &status) == 0 ? 0 : errno;
  if (!error && S_ISDIR(status.st_mode)) error = EISDIR;
  // Files of size 0 may still have contents (/proc); standard input may stand in its middle.
  if (!error && !is_stdin && S_ISREG(status.st_mode) && status.st_size > 0) {
    const size_t size = static_cast<size_t>(status.st_size);
    void* mapped = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, fd, 0);
    if (mapped != MAP_FAILED) {
      ::madvise(mapped, size, MADV_SEQUENTIAL);
      contents.mapped_ = mapped;
      contents.mapped_size_ = size;
    }
  }
  if (!error && !contents.mapped_) error = read_to_end(fd, contents.read_);
  if (!is_stdin) ::close(fd);
  if (error) return cannot("read", input_name(path), error);
  return contents;
}

bool same_file(const std::string& a, const std::string& b) {
  struct stat of_a{}, of_b{};
  return a != "-" && b != "-" && ::stat(a.c_str(), &of_a) == 0 && ::stat(b.c_str(), &of_b) == 0 &&
         of_a.st_dev == of_b.st_dev && of_a.st_ino == of_b.st_ino;
}

Result<FileWriter> FileWriter::create(const std::string& path) {
  FileWriter writer;
  writer.path_ = path;
  if (path == "-") {
    writer.path_ = "<stdout>";
    writer.fd_ = STDOUT_FILENO;
    return writer;
  }
  struct stat status{};
  const bool exists = ::stat(path.c_str(), &status) == 0;
  if (exists && S_ISDIR(status.st_mode)) return cannot("written", path, EISDIR);
  if (exists && ::access(path.c_str(), W_OK) != 0) return cannot("written", path, errno);
  writer.owns_fd_ = true;
  if (exists && !S_ISREG(status.st_mode)) {  // a device must not be replaced by a file
    writer.fd_ = open_retrying(path.c_str(), O_WRONLY);
    if (writer.fd_ < 0) return cannot("written", path, errno);
    return writer;
  }

  writer.target_ = path;
  if (exists) {  // a link stays a link: what it leads to is replaced
    char resolved[PATH_MAX];
    if (::realpath(path.c_str(), resolved)) writer.target_ = resolved;
  }
  for (int attempt = 0; writer.fd_ < 0; ++attempt) {
    std::string temporary = fmt::format("{}.tmp-{}-{}", writer.target_, ::getpid(), attempt);
    writer.fd_ = open_retrying(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL, 0666);
    if (writer.fd_ >= 0)
      writer.temporary_ = std::move(temporary);
    else if (errno != EEXIST || attempt == 100)
      return cannot("written", path, errno);
  }
  if (exists) ::fchmod(writer.fd_, status.st_mode & 07777);
  return writer;
}

FileWriter::FileWriter(FileWriter&& other) noexcept
    : path_(std::move(other.path_)),
      target_(std::move(other.target_)),
      temporary_(std::exchange(other.temporary_, {})),
      buffer_(std::move(other.buffer_)),
      fd_(std::exchange(other.fd_, -1)),
      owns_fd_(other.owns_fd_),
      failure_(other.failure_) {}

FileWriter& FileWriter::operator=(FileWriter&& other) noexcept {
  std::swap(path_, other.path_);
  std::swap(target_, other.target_);
  std::swap(temporary_, other.temporary_);
  std::swap(buffer_, other.buffer_);
  std::swap(fd_, other.fd_);
  std::swap(owns_fd_, other.owns_fd_);
  std::swap(failure_, other.failure_);
  return *this;
}

FileWriter::~FileWriter() { discard(); }

void FileWriter::discard() {
  if (fd_ >= 0 && owns_fd_) ::close(fd_);
  fd_ = -1;
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
  temporary_.clear();
}

void FileWriter::flush(std::string_view text) {
  while (!text.empty() && failure_ == 0) {
    const ssize_t n = ::write(fd_, text.data(), text.size());
    if (n >= 0)
      text.remove_prefix(static_cast<size_t>(n));
    else if (errno != EINTR)
      failure_ = errno;
  }
}

bool FileWriter::write_through(std::string_view text) {
  flush(buffer_);
  buffer_.clear();
  if (text.size() >= kBufferSize)
    flush(text);
  else
    buffer_.append(text);
  return failure_ == 0;
}

Status FileWriter::finish() {
  flush(buffer_);
  buffer_.clear();
  // Some file systems find out only now that they have no room.
  if (failure_ == 0 && !temporary_.empty() && ::fsync(fd_) != 0) failure_ = errno;
  if (fd_ >= 0 && owns_fd_ && ::close(fd_) != 0 && failure_ == 0) failure_ = errno;
  fd_ = -1;
  if (failure_ == 0 && !temporary_.empty()) {
    if (::rename(temporary_.c_str(), target_.c_str()) == 0)
      temporary_.clear();
    else
      failure_ = errno;
  }
  discard();
  if (failure_ != 0) return cannot("written", path_, failure_);
  return Done{};
}

bool FileWriter::reader_gone() const { return failure_ == EPIPE; }

}  // namespace foreweave
