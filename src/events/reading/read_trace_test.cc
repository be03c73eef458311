#include "events/reading/read_trace.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "events/fwt/format.h"
#include "events/std/format.h"

namespace foreweave {
namespace {

namespace fs = std::filesystem;

class ReadTrace : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (fs::temp_directory_path() / "foreweave-trace-XXXXXX").string();
    ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::string file(const std::string& name, const std::string& bytes) const {
    const std::string path = (folder_ / name).string();
    std::ofstream(path) << bytes;
    return path;
  }
  std::string mistake(const std::string& path) const {
    const auto trace = read_trace(path);
    return trace.ok() ? "none" : trace.error().sentence();
  }
  static std::string as_fwt(std::string_view text) {
    const auto trace = read_std(text, "t.std");
    std::string bytes;
    write_fwt(trace.value(), [&](std::span<const uint8_t> next) {
      bytes.append(next.begin(), next.end());
      return true;
    });
    return bytes;
  }

  fs::path folder_;
};

TEST_F(ReadTrace, GoesByContentAndNotByName) {
  const std::string text = "T1|w(x)|7\nT2|r(x)|8\n";
  for (const std::string& path : {file("a.fwt", text), file("b.std", as_fwt(text))}) {
    const auto trace = read_trace(path);
    ASSERT_TRUE(trace.ok()) << trace.error().sentence();
    EXPECT_EQ(write_std(trace.value()), text);
    EXPECT_EQ(trace.value().source().file(), path);
  }
}

TEST_F(ReadTrace, SaysWhatIsWrongWithAFile) {
  const std::string folder = folder_.string();
  EXPECT_EQ(mistake(folder + "/none"),
            folder + "/none: cannot be read: there is no such file or folder");
  EXPECT_EQ(mistake(folder), folder + ": cannot be read: it is a directory, not a file");
  EXPECT_EQ(mistake(file("empty", "")), folder + "/empty: this is not a trace: the file is empty");
  EXPECT_EQ(mistake(file("x.json", "{\"a\": [1, 2]}\n")),
            folder +
                "/x.json: this is not a trace: neither a .fwt file nor STD text, whose lines are "
                "thread|op(operand)|location");
  EXPECT_EQ(mistake(file("bad.std", "T1|w(x)|7\nT1|acq(l\n")),
            folder + "/bad.std:2: the location is missing: expected thread|op(operand)|location");
}

TEST_F(ReadTrace, ReadsStandardInput) {
  const std::string path = file("in", "T1|w(x)|7\n");
  const int saved = ::dup(STDIN_FILENO);
  ASSERT_NE(std::freopen(path.c_str(), "r", stdin), nullptr);
  const auto trace = read_trace("-");
  ::dup2(saved, STDIN_FILENO);
  ::close(saved);
  ASSERT_TRUE(trace.ok()) << trace.error().sentence();
  EXPECT_EQ(trace.value().size(), 1u);
  EXPECT_EQ(trace.value().where(EventId(0)), "<stdin>:1");
}

}  // namespace
}  // namespace foreweave
