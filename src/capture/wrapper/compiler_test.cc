#include "capture/wrapper/compiler.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace foreweave {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

TEST(Compiler, NameTellsTheLanguage) {
  EXPECT_TRUE(is_cplusplus("/usr/bin/foreweave-c++"));
  EXPECT_TRUE(is_cplusplus("clang++-19"));
  EXPECT_FALSE(is_cplusplus("foreweave-cc"));
  EXPECT_FALSE(is_cplusplus("/opt/c++/bin/foreweave-cc"));
}

class CompilerInPath : public testing::Test {
 protected:
  CompilerInPath() {
    std::string name = fs::temp_directory_path() / "foreweave-compiler-XXXXXX";
    root_ = ::mkdtemp(name.data());
    for (const char* folder : {"one", "two", "own"}) fs::create_directory(root_ / folder);
    make("own/foreweave-cc", 0755);
    search_.path = root_ / "one";
    search_.path += ":" + (root_ / "two").string();
    search_.self = root_ / "own/foreweave-cc";
  }
  ~CompilerInPath() override { fs::remove_all(root_); }

  void make(const char* name, mode_t mode) {
    std::ofstream(root_ / name) << "x";
    ::chmod((root_ / name).c_str(), mode);
  }
  std::string found() {
    const Result<std::string> compiler = find_compiler(search_);
    return compiler ? compiler.value() : compiler.error().sentence();
  }

  fs::path root_;
  CompilerSearch search_;
};

TEST_F(CompilerInPath, IsTheFirstThatCanBeRun) {
  make("one/clang-19", 0644);
  fs::create_directory(root_ / "one/clang++-19");
  make("two/clang-19", 0755);
  make("two/clang++-19", 0755);
  EXPECT_EQ(found(), root_ / "two/clang-19");
  search_.cplusplus = true;
  EXPECT_EQ(found(), root_ / "two/clang++-19");
}

TEST_F(CompilerInPath, IsNeverOurselves) {
  fs::create_symlink(root_ / "own/foreweave-cc", root_ / "one/clang-19");
  make("two/clang-19", 0755);
  EXPECT_EQ(found(), root_ / "two/clang-19");
  search_.chosen = root_ / "one/clang-19";
  EXPECT_THAT(found(), HasSubstr("names Foreweave's own compiler"));
}

TEST_F(CompilerInPath, IsTheOneThatTheUserChose) {
  make("one/clang-19", 0755);
  make("two/my-clang", 0755);
  search_.chosen = "my-clang";
  EXPECT_EQ(found(), root_ / "two/my-clang");
  search_.chosen = root_ / "two/my-clang";
  EXPECT_EQ(found(), root_ / "two/my-clang");
  search_.chosen = root_ / "two/none";
  EXPECT_THAT(found(), HasSubstr("FOREWEAVE_CLANG names this, which cannot be run"));
}

TEST_F(CompilerInPath, IsMissedByName) {
  EXPECT_THAT(found(), HasSubstr("there is no clang-19 in PATH"));
  search_.path = "";
  search_.cplusplus = true;
  EXPECT_THAT(found(), HasSubstr("there is no clang++-19 in PATH"));
  EXPECT_THAT(found(), HasSubstr("FOREWEAVE_CLANGXX"));
}

}  // namespace
}  // namespace foreweave
