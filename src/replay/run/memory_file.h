// A file in memory, gone when it is closed.
#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <string>
#include <string_view>

namespace foreweave {

class MemoryFile {
 public:
  explicit MemoryFile(const char* name) : descriptor_(memfd_create(name, MFD_CLOEXEC)) {}
  ~MemoryFile() {
    if (descriptor_ >= 0) close(descriptor_);
  }
  MemoryFile(const MemoryFile&) = delete;
  int descriptor() const { return descriptor_; }  // -1: there was no memory

  void fill(std::string_view bytes) const {
    for (size_t at = 0; at < bytes.size();) {
      const ssize_t n = write(descriptor_, bytes.data() + at, bytes.size() - at);
      if (n <= 0) break;
      at += static_cast<size_t>(n);
    }
    lseek(descriptor_, 0, SEEK_SET);
  }

  std::string contents() const {
    constexpr off_t kMost = off_t{16} << 20;
    std::string bytes(static_cast<size_t>(std::min(lseek(descriptor_, 0, SEEK_END), kMost)), '\0');
    const ssize_t n = pread(descriptor_, bytes.data(), bytes.size(), 0);
    bytes.resize(static_cast<size_t>(std::max<ssize_t>(n, 0)));
    return bytes;
  }

 private:
  int descriptor_;
};

}  // namespace foreweave
