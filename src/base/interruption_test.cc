#include "base/interruption.h"

#include <gtest/gtest.h>
#include <signal.h>

namespace foreweave {
namespace {

TEST(Interruption, IsNotedTheFirstTimeAndEndsUsTheSecond) {
  EXPECT_EQ(interruption(), 0);
  EXPECT_EXIT(
      {
        note_interruptions();
        raise(SIGTERM);
        if (interruption() == SIGTERM) raise(SIGTERM);
      },
      testing::KilledBySignal(SIGTERM), "");
}

TEST(Interruption, LeavesAloneWhatIsIgnored) {
  EXPECT_EXIT(
      {
        signal(SIGHUP, SIG_IGN);
        note_interruptions();
        raise(SIGHUP);
        _exit(interruption());
      },
      testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace foreweave
