#include "bench/traces/trace_output.h"

#include <fmt/format.h>

#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <memory>
#include <vector>

#include "bench/traces/trace_generator.h"
#include "events/fwt/format.h"

namespace foreweave {

namespace {

class OutputFile {
 public:
  explicit OutputFile(const std::string& path) : file_(std::fopen(path.c_str(), "wb")) {}
  ~OutputFile() {
    if (file_) std::fclose(file_);
  }
  OutputFile(const OutputFile&) = delete;

  bool is_open() const { return file_ != nullptr; }
  bool write(std::span<const uint8_t> bytes) {
    bytes_ += bytes.size();
    return std::fwrite(bytes.data(), 1, bytes.size(), file_) == bytes.size();
  }
  bool close() {
    FILE* file = std::exchange(file_, nullptr);
    return std::fclose(file) == 0;
  }
  uint64_t bytes() const { return bytes_; }

 private:
  FILE* file_;
  uint64_t bytes_ = 0;
};

Error cannot_write(const std::string& path) {
  return {fmt::format("cannot write the trace: {}", std::strerror(errno)), path};
}

bool write_as_fwt(const TraceGenerator& generator, OutputFile& file, uint64_t& events) {
  FwtWriter writer([&](std::span<const uint8_t> bytes) { return file.write(bytes); });
  generator.describe(writer);
  generator.run([&](std::span<const RawEvent> block) {
    for (const RawEvent& e : block) writer.add(e);
    events += block.size();
  });
  return writer.finish();
}

// One line an event, formatted by hand: a hundred million of them must not take all day.
class StdText {
 public:
  explicit StdText(OutputFile& file) : file_(file), buffer_(kBufferBytes) {}

  void add(const RawEvent& e) {
    if (static_cast<size_t>(end() - at_) < kLongestLine) flush();
    text("T");
    number(e.thread);
    text("|");
    text(info(e.kind).std_op);
    switch (operand_of(e.kind)) {
      case Operand::none:
        break;
      case Operand::thread:
        text("(T");
        number(e.operand);
        text(")");
        break;
      default:
        text(is_access(e.kind) ? "(x" : operand_of(e.kind) == Operand::lock ? "(m" : "(c");
        number(e.operand, 16);
        if (e.flags & FW_FLAG_HAS_VALUE) {
          text("=");
          number(e.value);
        }
        text(")");
    }
    text("|");
    number(e.site);
    text("\n");
  }
  bool flush() {
    const size_t size = static_cast<size_t>(at_ - buffer_.data());
    good_ = good_ && file_.write({reinterpret_cast<const uint8_t*>(buffer_.data()), size});
    at_ = buffer_.data();
    return good_;
  }

 private:
  static constexpr size_t kBufferBytes = 1 << 16, kLongestLine = 128;

  char* end() { return buffer_.data() + buffer_.size(); }
  void text(std::string_view t) {
    std::memcpy(at_, t.data(), t.size());
    at_ += t.size();
  }
  void number(uint64_t n, int base = 10) { at_ = std::to_chars(at_, end(), n, base).ptr; }

  OutputFile& file_;
  std::vector<char> buffer_;
  char* at_ = buffer_.data();
  bool good_ = true;
};

bool write_as_std(const TraceGenerator& generator, OutputFile& file, uint64_t& events) {
  StdText text(file);
  generator.run([&](std::span<const RawEvent> block) {
    for (const RawEvent& e : block) text.add(e);
    events += block.size();
  });
  return text.flush();
}

}  // namespace

std::optional<TraceFormat> trace_format_from_name(std::string_view name) {
  if (name == "fwt") return TraceFormat::fwt;
  if (name == "std") return TraceFormat::std_text;
  return std::nullopt;
}

Result<Written> generate_file(const GeneratorOptions& options, TraceFormat format,
                              const std::string& path) {
  if (format == TraceFormat::std_text &&
      (options.mixed_sizes || options.heap_share > 0 || options.has_sections()))
    return Error{"STD has no sizes and no allocations: mixed sizes and a heap need fwt", path};
  OutputFile file(path);
  if (!file.is_open()) return cannot_write(path);
  const TraceGenerator generator(options);
  Written written;
  const bool good = format == TraceFormat::fwt ? write_as_fwt(generator, file, written.events)
                                               : write_as_std(generator, file, written.events);
  if (!good || !file.close()) return cannot_write(path);
  written.bytes = file.bytes();
  return written;
}

}  // namespace foreweave
