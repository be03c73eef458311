// Who ends foreweave check with a signal gets what was found so far, and nothing is left running.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "run.h"

namespace foreweave {
namespace {

using testing::AllOf;
using testing::HasSubstr;

// A race. The process writes down who it is and, in the run with this number, tells the process
// that started it to end, and waits for ever; so does a child of its own.
constexpr const char* kProgram = R"(
#include <signal.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>
#include <cstdio>
#include <thread>
long count;
int main() {
  struct stat so_far {};
  stat("runs", &so_far);
  std::FILE* runs = std::fopen("runs", "a");
  std::fputc('.', runs);
  std::fclose(runs);
  std::thread a([] { ++count; }), b([] { ++count; });
  a.join();
  b.join();
  if (so_far.st_size + 1 != RUN) return 0;
#ifdef STUBBORN
  signal(SIGTERM, SIG_IGN);
#endif
  const pid_t child = fork();
  if (child == 0)
    for (;;) pause();
  std::FILE* pids = std::fopen("pids", "w");
  std::fprintf(pids, "%d %d\n", static_cast<int>(getpid()), static_cast<int>(child));
  std::fclose(pids);
  kill(getppid(), SIGNAL);
  for (;;) pause();
}
)";

// What has ended is gone, or waits for somebody to ask how it ended.
bool is_running(int process) {
  std::ifstream file("/proc/" + std::to_string(process) + "/stat");
  std::string text;
  std::getline(file, text);
  const size_t name_end = text.rfind(')');
  return name_end != text.npos && text.compare(name_end, 4, ") Z ") != 0;
}

struct Interrupted {
  Ran ran;
  nlohmann::json report;
};

Interrupted check(const Scratch& here, const std::string& defines) {
  here.write("program.cc", defines + kProgram);
  Interrupted result;
  result.ran = here.run({"foreweave", "check", "--strict", "--attempts", "1", "program.cc"});
  result.report = nlohmann::json::parse(here.read("foreweave-results/report.json"), nullptr, false);
  EXPECT_THAT(here.read("foreweave-results/report.html"), HasSubstr("</html>"));
  EXPECT_THAT(result.ran.out, HasSubstr("SUMMARY: foreweave: "));
  EXPECT_THAT(result.ran.err, HasSubstr("ended the check before its end"));
  EXPECT_EQ(result.report["losses"].dump().find("check_cut_short") == std::string::npos, false);
  std::istringstream pids(here.read("pids"));
  int count = 0;
  for (int process; pids >> process; ++count) EXPECT_FALSE(is_running(process)) << count;
  EXPECT_EQ(count, 2);
  return result;
}

TEST(Interruption, WhileRecordingEndsTheProgramAndReportsNothing) {
  const Scratch here;
  const Interrupted result = check(here, "#define RUN 1\n#define SIGNAL SIGINT\n");
  EXPECT_EQ(result.ran.status, 130) << result.ran.err;
  EXPECT_EQ(result.report["findings"].size(), 0u);
}

TEST(Interruption, WhileRecordingEndsAlsoWhoDoesNotWantTo) {
  const Scratch here;
  const Interrupted result =
      check(here, "#define RUN 1\n#define SIGNAL SIGTERM\n#define STUBBORN\n");
  EXPECT_EQ(result.ran.status, 143) << result.ran.err;
}

TEST(Interruption, WhileReplayingReportsWhatWasPredicted) {
  const Scratch here;
  const Interrupted result = check(here, "#define RUN 2\n#define SIGNAL SIGTERM\n");
  EXPECT_EQ(result.ran.status, 143) << result.ran.err;
  ASSERT_GE(result.report["findings"].size(), 1u);
  EXPECT_EQ(result.report["findings"][0]["status"], "predicted");
  EXPECT_THAT(result.ran.out, HasSubstr("not replayed on the program: the check was interrupted"));
}

// The second run without the bug is the one that an effect is held against.
TEST(Interruption, KeepsWhatWasConfirmed) {
  const Scratch here;
  const Interrupted result = check(here, "#define RUN 3\n#define SIGNAL SIGHUP\n");
  EXPECT_EQ(result.ran.status, 129) << result.ran.err;
  ASSERT_GE(result.report["findings"].size(), 1u);
  EXPECT_EQ(result.report["findings"][0]["status"], "confirmed");
  EXPECT_EQ(result.report["findings"][0]["effect"], nullptr);
}

}  // namespace
}  // namespace foreweave
