#include "output.h"

#include <unistd.h>

#include <filesystem>

#include "base/bytes/file.h"

namespace foreweave {

Status Output::can_write() const {
  std::error_code ignored;
  const auto type = std::filesystem::status(path_, ignored).type();
  // Opening and closing a pipe would tell its reader that this was all.
  if (path_ == "-" || type == std::filesystem::file_type::fifo) return Done{};
  const Result<FileWriter> attempt = FileWriter::create(path_);
  return attempt ? Status(Done{}) : attempt.error();
}

Status Output::write(std::string_view text) const {
  Result<FileWriter> writer = FileWriter::create(path_);
  if (!writer) return writer.error();
  writer.value().write(text);
  const Status written = writer.value().finish();
  return written || writer.value().reader_gone() ? Status(Done{}) : written;
}

bool Output::to_terminal() const { return path_ == "-" && ::isatty(STDOUT_FILENO) == 1; }

}  // namespace foreweave
