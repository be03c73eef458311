#include "events/recorded_run/source_hashes.h"

#include <gtest/gtest.h>

#include "events/build/trace_builder.h"

namespace foreweave {
namespace {

Trace with_attachment(std::string bytes) {
  TraceBuilder builder(SourceMap("a.fwt", SourceMap::Unit::byte));
  builder.add_thread("T1");
  builder.add_attachment(std::string(SourceHashes::kAttachment), std::move(bytes));
  return std::move(builder).finish();
}

TEST(SourceHashes, AreReadAsTheyWereWritten) {
  const std::string one(64, '1'), two(64, '2');
  SourceHashes written;
  written.add("/a b.c", one);
  written.add("/a b.c", two);
  written.add("/c.h", two);
  const SourceHashes read(with_attachment(written.encoded()));
  EXPECT_EQ(read.entries(), written.entries());
  EXPECT_TRUE(read.knows("/a b.c"));
  EXPECT_FALSE(read.knows("/a"));
  EXPECT_TRUE(read.has("/a b.c", one) && read.has("/a b.c", two) && read.has("/c.h", two));
  EXPECT_FALSE(read.has("/c.h", one));
}

TEST(SourceHashes, LeaveOutWhatMakesNoSense) {
  const std::string hash(64, '1');
  EXPECT_TRUE(SourceHashes(with_attachment("")).empty());
  EXPECT_TRUE(SourceHashes(with_attachment(hash)).empty());
  EXPECT_TRUE(SourceHashes(with_attachment(hash + " ")).empty());
  EXPECT_TRUE(SourceHashes(with_attachment("/etc/passwd")).empty());
  EXPECT_TRUE(SourceHashes(with_attachment(hash + " /cut-short")).knows("/cut-short"));
}

}  // namespace
}  // namespace foreweave
