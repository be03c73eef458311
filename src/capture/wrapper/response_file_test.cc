#include "capture/wrapper/response_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

namespace foreweave {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Optional;

TEST(ResponseFile, SplitsAtSpacesTabsAndLineEnds) {
  EXPECT_THAT(split_response("-c  a.c\t-o\r\na.o\n"), ElementsAre("-c", "a.c", "-o", "a.o"));
  EXPECT_THAT(split_response(""), IsEmpty());
  EXPECT_THAT(split_response(" \n\t"), IsEmpty());
  EXPECT_THAT(split_response("a\vb\fc"), ElementsAre("a\vb\fc"));
}

TEST(ResponseFile, QuotesKeepSpacesAndTheOtherQuote) {
  EXPECT_THAT(split_response(R"("a b" 'c d')"), ElementsAre("a b", "c d"));
  EXPECT_THAT(split_response(R"("it's" 'say "x"')"), ElementsAre("it's", R"(say "x")"));
  EXPECT_THAT(split_response(R"(-D"X=1 2"3 x'.'c)"), ElementsAre("-DX=1 23", "x.c"));
}

TEST(ResponseFile, BackslashKeepsTheNextCharacterInBothKindsOfQuotesToo) {
  EXPECT_THAT(split_response(R"(a\ b a\\b q\'c)"), ElementsAre("a b", R"(a\b)", "q'c"));
  EXPECT_THAT(split_response(R"("a\"b" 'a\'b' 'a\b')"), ElementsAre(R"(a"b)", "a'b", "ab"));
  EXPECT_THAT(split_response("a\\\nb"), ElementsAre("a\nb"));
}

TEST(ResponseFile, TakesWhatIsLeftUnfinishedAsItIs) {
  EXPECT_THAT(split_response("'a b"), ElementsAre("a b"));
  EXPECT_THAT(split_response("a\\"), ElementsAre("a\\"));
}

TEST(ResponseFile, DropsEmptyWordsAndAByteOrderMark) {
  EXPECT_THAT(split_response("'' a \"\""), ElementsAre("a"));
  EXPECT_THAT(split_response("\xef\xbb\xbf-c a.c"), ElementsAre("-c", "a.c"));
}

class Expanding : public testing::Test {
 protected:
  std::optional<Expansion> expand_all(const std::vector<std::string>& arguments) {
    return expand_response_files(arguments,
                                 [&](const std::string& path) -> std::optional<ResponseText> {
                                   const auto file = files_.find(path);
                                   if (file == files_.end()) return std::nullopt;
                                   return ResponseText{file->second, path == "pipe"};
                                 });
  }
  std::optional<std::vector<Argument>> expand(const std::vector<std::string>& arguments) {
    const std::optional<Expansion> expansion = expand_all(arguments);
    if (!expansion) return std::nullopt;
    return expansion->arguments;
  }
  std::map<std::string, std::string> files_;
};

TEST_F(Expanding, RemembersWhereEachArgumentCameFrom) {
  files_["r"] = "a.c b.c";
  EXPECT_THAT(expand({"-c", "@r", "-g"}),
              Optional(ElementsAre(Argument{"-c", 0}, Argument{"a.c", 1}, Argument{"b.c", 1},
                                   Argument{"-g", 2})));
}

TEST_F(Expanding, GoesIntoFilesThatFilesName) {
  files_["r"] = "a.c @sub/s c.c";
  files_["sub/s"] = "b.c @t";
  files_["t"] = "d.c";
  EXPECT_THAT(expand({"@r"}), Optional(ElementsAre(Argument{"a.c", 0}, Argument{"b.c", 0},
                                                   Argument{"d.c", 0}, Argument{"c.c", 0})));
}

TEST_F(Expanding, LeavesTheNameOfAMissingFileAndABareAtSign) {
  EXPECT_THAT(expand({"@none", "@"}),
              Optional(ElementsAre(Argument{"@none", 0}, Argument{"@", 1})));
}

TEST_F(Expanding, RemembersWhatItUsedUpByReading) {
  files_["r"] = "-O2 @pipe";
  files_["pipe"] = "a.c";
  EXPECT_THAT(expand_all({"-c", "@r"})->used_up, ElementsAre(1u));
  EXPECT_THAT(expand_all({"-c", "x.c"})->used_up, IsEmpty());
}

TEST_F(Expanding, OpensTheSameFileTwiceButNotWithinItself) {
  files_["r"] = "a.c";
  EXPECT_THAT(expand({"@r", "@r"}), Optional(ElementsAre(Argument{"a.c", 0}, Argument{"a.c", 1})));
  files_["self"] = "a.c @self";
  EXPECT_EQ(expand({"@self"}), std::nullopt);
  files_["m1"] = "@m2";
  files_["m2"] = "@m1";
  EXPECT_EQ(expand({"-c", "@m1"}), std::nullopt);
}

}  // namespace
}  // namespace foreweave
