#include "record/kept/kept_environment.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace foreweave {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using namespace std::string_literals;

const std::vector<std::string> kVariables = {"LANG=C", "SECRET=hunter2", "ASKED=a=b", "LC_ALL=de"};

TEST(KeptEnvironment, HasAllNamesButOnlyTheValuesThatAReplayNeeds) {
  const KeptEnvironment kept =
      keep_environment(kVariables, [](std::string_view name) { return name == "ASKED"; });
  EXPECT_EQ(kept.values, "LANG=C\0ASKED=a=b\0LC_ALL=de\0"s);
  EXPECT_EQ(kept.names, "LANG\0SECRET\0ASKED\0LC_ALL\0"s);
}

TEST(KeptEnvironment, KeepsNoValueOfWhatCouldBeASecret) {
  for (const char* name : {"HOME", "AWS_SECRET_ACCESS_KEY", "GITHUB_TOKEN", "LD_PRELOAD", "LANGX"})
    EXPECT_FALSE(is_kept_always(name)) << name;
  for (const char* name : {"LANG", "LC_TIME", "TZ", "PATH", "LD_LIBRARY_PATH", "OMP_NUM_THREADS"})
    EXPECT_TRUE(is_kept_always(name)) << name;
}

TEST(RestoredEnvironment, IsTheTracesThenOursAndNothingElse) {
  const std::vector<std::string> here = {"LANG=fr", "SECRET=now", "OTHER=1"};
  const RestoredEnvironment restored =
      restore_environment("LANG=C\0ASKED=a=b\0"s, "LANG\0SECRET\0ASKED\0GONE\0"s, here);
  EXPECT_THAT(restored.variables, ElementsAre("LANG=C", "ASKED=a=b", "SECRET=now"));
  EXPECT_THAT(restored.of_trace, ElementsAre("LANG", "ASKED"));
  EXPECT_THAT(restored.missing, ElementsAre("GONE"));
}

TEST(RestoredEnvironment, OfAnOlderTraceIsAllThatItHas) {
  const std::vector<std::string> here = {"OTHER=1"};
  const RestoredEnvironment restored = restore_environment("A=1\0B=2\0"s, "", here);
  EXPECT_THAT(restored.variables, ElementsAre("A=1", "B=2"));
  EXPECT_THAT(restored.missing, IsEmpty());
}

}  // namespace
}  // namespace foreweave
