// Whole files in, whole files out. A failure is one sentence that names the file; an output that
// could not be written completely leaves what was there before.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace foreweave {

// The bytes of a file, mapped if it is a regular one, otherwise read to its end. Mapped bytes are
// the file's own: whoever truncates it meanwhile pulls them away.
class FileContents {
 public:
  FileContents(FileContents&& other) noexcept;
  FileContents& operator=(FileContents&& other) noexcept;
  ~FileContents();

  std::span<const uint8_t> bytes() const {
    return mapped_ ? std::span(static_cast<const uint8_t*>(mapped_), mapped_size_)
                   : std::span<const uint8_t>(read_);
  }
  std::string_view text() const {
    return {reinterpret_cast<const char*>(bytes().data()), bytes().size()};
  }

 private:
  friend Result<FileContents> read_file(const std::string& path);
  FileContents() = default;

  void* mapped_ = nullptr;
  size_t mapped_size_ = 0;
  std::vector<uint8_t> read_;
};

// "-" is standard input.
Result<FileContents> read_file(const std::string& path);

// The name by which messages call the file: the path, or "<stdin>" for "-".
std::string input_name(const std::string& path);

// Both paths lead to the same existing file. "-" and what does not exist are nobody's.
bool same_file(const std::string& a, const std::string& b);

// Writes a file through a buffer. Until finish() the bytes are in a temporary file beside it, which
// takes the file's place in one step or, if anything failed, disappears. Devices and pipes, and "-"
// for standard output, are written directly.
class FileWriter {
 public:
  static Result<FileWriter> create(const std::string& path);
  FileWriter(FileWriter&&) noexcept;
  FileWriter& operator=(FileWriter&&) noexcept;
  ~FileWriter();  // without finish(): as if nothing had been written

  // False once a write has failed; finish() says why.
  bool write(std::string_view text) {
    if (buffer_.size() + text.size() > kBufferSize) return write_through(text);
    buffer_.append(text);
    return failure_ == 0;
  }
  bool write(std::span<const uint8_t> bytes) {
    return write(std::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
  }

  Status finish();
  // Nobody reads the pipe we write to any more: no reason to complain.
  bool reader_gone() const;

 private:
  static constexpr size_t kBufferSize = 1 << 16;
  FileWriter() = default;
  bool write_through(std::string_view text);
  void flush(std::string_view text);
  void discard();

  std::string path_;       // as the user named it
  std::string target_;     // what the temporary file becomes; empty if written directly
  std::string temporary_;  // empty once renamed or removed
  std::string buffer_;
  int fd_ = -1;
  bool owns_fd_ = false;
  int failure_ = 0;  // errno of the first failed write
};

}  // namespace foreweave
