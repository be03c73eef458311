#include "record/kept/standard_input.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

namespace foreweave {
namespace {

TEST(DescribedFile, IsOpenedAtItsPlaceWhileItIsTheSame) {
  const std::string path = testing::TempDir() + "a file with spaces";
  std::ofstream(path) << "0123456789";
  const int first = open(path.c_str(), O_RDONLY);
  const std::string description = describe_file(first, 4);
  close(first);

  const int again = open_described_file(description);
  ASSERT_GE(again, 0);
  char rest[10];
  EXPECT_EQ(std::string(rest, static_cast<size_t>(read(again, rest, sizeof rest))), "456789");
  close(again);

  std::ofstream(path, std::ios::app) << "more";
  EXPECT_EQ(open_described_file(description), -1);
  std::filesystem::remove(path);
  EXPECT_EQ(open_described_file(description), -1);
}

TEST(DescribedFile, HasToBeDescribed) {
  for (const char* text : {"", "4", "4 10", "4 10 1.0", "4 10 1.0 ", "x y z /"})
    EXPECT_EQ(open_described_file(text), -1) << text;
}

}  // namespace
}  // namespace foreweave
