#include "base/bytes/file.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace foreweave {
namespace {

namespace fs = std::filesystem;

class File : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (fs::temp_directory_path() / "foreweave-file-XXXXXX").string();
    ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  void put(const std::string& name, const std::string& text) const {
    std::ofstream(path(name)) << text;
  }
  std::string get(const std::string& name) const {
    std::stringstream text;
    text << std::ifstream(path(name)).rdbuf();
    return text.str();
  }
  size_t files() const {
    return static_cast<size_t>(
        std::distance(fs::directory_iterator(folder_), fs::directory_iterator()));
  }

  fs::path folder_;
};

TEST_F(File, ReadsARegularFileWhole) {
  put("a", "some text\n");
  auto contents = read_file(path("a"));
  ASSERT_TRUE(contents.ok());
  EXPECT_EQ(contents.value().text(), "some text\n");
  FileContents moved = std::move(contents).value();
  EXPECT_EQ(moved.text(), "some text\n");
}

TEST_F(File, ReadsAnEmptyFileAsNoBytes) {
  put("a", "");
  auto contents = read_file(path("a"));
  ASSERT_TRUE(contents.ok());
  EXPECT_TRUE(contents.value().bytes().empty());
}

TEST_F(File, ReadsAFileThatClaimsToBeEmptyButIsNot) {
  auto contents = read_file("/proc/self/status");
  ASSERT_TRUE(contents.ok());
  EXPECT_THAT(std::string(contents.value().text()), testing::HasSubstr("Name:"));
}

TEST_F(File, ReadsAPipeToItsEnd) {
  const std::string pipe = path("pipe");
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  const std::string text(300'000, 'x');
  const pid_t child = ::fork();
  if (child == 0) {
    std::ofstream(pipe) << text;
    ::_exit(0);
  }
  auto contents = read_file(pipe);
  ASSERT_EQ(::waitpid(child, nullptr, 0), child);
  ASSERT_TRUE(contents.ok());
  EXPECT_EQ(contents.value().text(), text);
}

TEST_F(File, SaysWhyAFileCannotBeRead) {
  EXPECT_EQ(read_file(path("none")).error().sentence(),
            path("none") + ": cannot be read: there is no such file or folder");
  EXPECT_EQ(read_file(path("")).error().sentence(),
            path("") + ": cannot be read: it is a directory, not a file");
  if (::geteuid() == 0) return;  // root may read everything
  put("secret", "x");
  ::chmod(path("secret").c_str(), 0);
  EXPECT_EQ(read_file(path("secret")).error().sentence(),
            path("secret") + ": cannot be read: permission denied");
}

TEST_F(File, WritesAFileInOneStep) {
  put("a", "old");
  auto writer = FileWriter::create(path("a"));
  ASSERT_TRUE(writer.ok());
  const std::string large(200'000, 'n');
  EXPECT_TRUE(writer.value().write("new "));
  EXPECT_TRUE(writer.value().write(large));
  EXPECT_EQ(get("a"), "old");
  EXPECT_TRUE(writer.value().finish().ok());
  EXPECT_EQ(get("a"), "new " + large);
  EXPECT_EQ(files(), 1u);
}

TEST_F(File, LeavesTheOldFileIfTheWriterIsDropped) {
  put("a", "old");
  {
    auto writer = FileWriter::create(path("a"));
    ASSERT_TRUE(writer.ok());
    writer.value().write("new");
  }
  EXPECT_EQ(get("a"), "old");
  EXPECT_EQ(files(), 1u);
}

TEST_F(File, LeavesTheOldFileIfTheNewOneDoesNotFit) {
  put("a", "old");
  struct rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
  std::signal(SIGXFSZ, SIG_IGN);
  const struct rlimit small{100'000, before.rlim_max};
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
  auto writer = FileWriter::create(path("a"));
  bool written = true;
  for (int i = 0; i < 300; ++i) written = writer.value().write(std::string(1000, 'n'));
  const Status status = writer.value().finish();
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &before), 0);
  std::signal(SIGXFSZ, SIG_DFL);
  EXPECT_FALSE(written);
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().sentence(), path("a") + ": cannot be written: File too large");
  EXPECT_EQ(get("a"), "old");
  EXPECT_EQ(files(), 1u);
}

TEST_F(File, SaysThatTheDiskIsFullAndKeepsDevicesWhatTheyAre) {
  auto writer = FileWriter::create("/dev/full");
  ASSERT_TRUE(writer.ok());
  writer.value().write("x");
  EXPECT_EQ(writer.value().finish().error().sentence(),
            "/dev/full: cannot be written: the disk is full");
  EXPECT_TRUE(fs::is_character_file("/dev/full"));
}

TEST_F(File, SaysWhyAFileCannotBeWritten) {
  EXPECT_EQ(FileWriter::create(path("no/where")).error().sentence(),
            path("no/where") + ": cannot be written: there is no such file or folder");
  EXPECT_EQ(FileWriter::create(folder_.string()).error().sentence(),
            folder_.string() + ": cannot be written: it is a directory, not a file");
}

TEST_F(File, WritesThroughALinkAndKeepsTheMode) {
  put("real", "old");
  ::chmod(path("real").c_str(), 0640);
  fs::create_symlink("real", path("link"));
  auto writer = FileWriter::create(path("link"));
  ASSERT_TRUE(writer.ok());
  writer.value().write("new");
  EXPECT_TRUE(writer.value().finish().ok());
  EXPECT_TRUE(fs::is_symlink(path("link")));
  EXPECT_EQ(get("real"), "new");
  EXPECT_EQ(fs::status(path("real")).permissions(), fs::perms(0640));
}

TEST_F(File, KnowsTwoNamesOfOneFile) {
  put("a", "x");
  put("b", "x");
  fs::create_symlink("a", path("link"));
  EXPECT_TRUE(same_file(path("a"), path("link")));
  EXPECT_FALSE(same_file(path("a"), path("b")));
  EXPECT_FALSE(same_file(path("a"), path("none")));
  EXPECT_FALSE(same_file("-", "-"));
}

}  // namespace
}  // namespace foreweave
