#include "record/trace_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "base/bytes/file.h"
#include "events/fwt/format.h"

namespace foreweave {

namespace {

// Something of the user's that is no trace.
bool is_precious(const std::string& path) {
  struct stat status;
  if (stat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode) || status.st_size == 0)
    return false;
  const Result<FileContents> contents = read_file(path);
  return !contents.ok() || !looks_like_fwt(contents.value().bytes());
}

}  // namespace

Result<TraceFile> TraceFile::create(const std::string& path) {
  if (is_precious(path)) return Error{"is not a trace, and is not overwritten by one", path};
  TraceFile file;
  file.path_ = path;
  file.descriptor_ = open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (file.descriptor_ < 0)
    return Error{fmt::format("cannot be written: {}", std::strerror(errno)), path};
  return file;
}

TraceFile::TraceFile(TraceFile&& other) noexcept
    : path_(std::move(other.path_)),
      descriptor_(std::exchange(other.descriptor_, -1)),
      size_(other.size_),
      failure_(std::move(other.failure_)) {}

TraceFile::~TraceFile() {
  if (descriptor_ >= 0) close(descriptor_);
}

bool TraceFile::write(std::span<const uint8_t> bytes) {
  if (!failure_.empty()) return false;
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor_, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) {
      failure_ = errno == ENOSPC ? "the disk is full" : std::strerror(errno);
      return false;
    }
    size_ += static_cast<uint64_t>(written);
    bytes = bytes.subspan(static_cast<size_t>(written));
  }
  return true;
}

void TraceFile::remove() { unlink(path_.c_str()); }

}  // namespace foreweave
