// The worked example of docs/trace-format.md is what the writer writes and the reader reads.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "events/fwt/format.h"
#include "events/fwt/samples_for_tests.h"

namespace foreweave {
namespace {

samples::Recording example() {
  samples::Recording r;
  r.threads = {"main", "worker"};
  r.sites = {{"a.c", 3, 5, "main"}, {"a.c", 9, 7, "run"}};
  r.symbols = {{0x4010, 4, "x"}};
  r.events = {{0, Kind::fork, 0, 0, 0, 1, 0},
              {0, Kind::write, FW_FLAG_HAS_VALUE, 0, 4, 0x4010, 7},
              {1, Kind::read, FW_FLAG_HAS_VALUE, 1, 4, 0x4010, 7}};
  return r;
}

// The bytes of the document's dump: lines "offset  bytes  what they mean". An offset that is not
// where its bytes are is a mistake in the document.
samples::Bytes documented() {
  const std::string page = FOREWEAVE_SOURCE "/docs/trace-format.md";
  std::ifstream in(page);
  EXPECT_TRUE(in.is_open()) << page;
  samples::Bytes bytes;
  bool in_dump = false;
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("```")) in_dump = line == "```fwt";
    if (!in_dump || line.size() < 8 || line.starts_with("```")) continue;
    EXPECT_EQ(std::stoul(line.substr(0, 4), nullptr, 16), bytes.size()) << line;
    std::istringstream columns(line.substr(6, 23));
    for (std::string byte; columns >> byte;)
      bytes.push_back(static_cast<uint8_t>(std::stoul(byte, nullptr, 16)));
  }
  return bytes;
}

TEST(FwtExample, IsWhatTheWriterWrites) { EXPECT_EQ(documented(), example().file()); }

TEST(FwtExample, IsWhatTheReaderReads) {
  const Result<Trace> trace = read_fwt(documented(), "example.fwt");
  ASSERT_TRUE(trace.ok()) << trace.error().sentence();
  EXPECT_EQ(samples::difference(trace.value(), example().trace()), "");
  EXPECT_FALSE(trace.value().losses().any());
  EXPECT_EQ(trace.value().operand_name(EventId(2)), "x");
  EXPECT_EQ(trace.value().seen_write(EventId(2)), EventId(1));
}

}  // namespace
}  // namespace foreweave
