// `foreweave record` itself: whatever happens to the recording, the program runs as without us, and
// what was recorded up to then can be read.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <memory>

#include "base/check.h"
#include "events/reading/read_trace.h"
#include "events/reading/validate.h"
#include "program.h"

namespace foreweave {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

// Counts in two threads for as long as its argument says, then ends as it says.
constexpr const char* kSource = R"(
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static volatile long count;
static volatile unsigned long noise;  // what no compressor can guess
static long rounds;
static void* work(void* unused) {
  unsigned long number = 1;
  for (long i = 0; i < rounds; ++i) {
    pthread_mutex_lock(&lock);
    ++count;
    noise = number = number * 6364136223846793005ul + 1442695040888963407ul;
    pthread_mutex_unlock(&lock);
  }
  return unused;
}
int main(int argc, char** argv) {
  rounds = argc > 1 ? atol(argv[1]) : 100;
  pthread_t a, b;
  pthread_create(&a, 0, work, 0);
  pthread_create(&b, 0, work, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  printf("%ld\n", count);
  fflush(stdout);
  if (argc > 2) raise(atoi(argv[2]));
  return argc > 3 ? atoi(argv[3]) : 7;
}
)";

class Record : public testing::Test {
 protected:
  Record() {
    const std::string path = testing::TempDir() + fmt::format("/recorded.{}.c", getpid());
    std::ofstream(path) << kSource;
    Program program;
    program.path = path;
    built_ = std::make_unique<BuiltProgram>(program);
    CHECK(built_->complaint().empty(), built_->complaint().c_str());
  }

  Ran sh(const std::string& script) const { return built_->shell(script); }
  // A script that runs beside a long recording to t.fwt, whose processes it knows by name.
  Ran while_it_records(const std::string& script) const {
    return sh(
        "foreweave record -o t.fwt -- ./program 100000000 & recorder=$!\n"
        "children=/proc/$recorder/task/$recorder/children\n"
        "while ! grep -q . $children; do sleep 0.05; done; sleep 0.5; program=$(cat $children)\n" +
        script);
  }
  // Events of a trace that must be one.
  size_t events_of(const std::string& file) const {
    const Result<Trace> trace = read_trace(built_->path_of(file));
    EXPECT_TRUE(trace.ok()) << trace.error().sentence();
    if (!trace.ok()) return 0;
    const Status valid = validate(trace.value());
    EXPECT_TRUE(valid.ok()) << valid.error().sentence();
    return trace.value().size();
  }

  std::unique_ptr<BuiltProgram> built_;
};

TEST_F(Record, GivesTheProgramsStatusAndStreams) {
  const Ran ran = sh("foreweave record -o t.fwt -- ./program");
  EXPECT_EQ(ran.status, 7);
  EXPECT_EQ(ran.out, "200\n");
  EXPECT_THAT(ran.err, HasSubstr("t.fwt: "));
  EXPECT_GT(events_of("t.fwt"), 600u);
  EXPECT_EQ(sh("foreweave record -o s.fwt -- ./program 10 11").status, 128 + 11);
  EXPECT_GT(events_of("s.fwt"), 60u);
}

TEST_F(Record, KeepsWhatTheRunDependedOn) {
  sh("echo skipped > input; echo read >> input\n"
     "(read line; foreweave record -o t.fwt --seed 9 -- ./program 1) < input\n"
     "echo piped | foreweave record -o p.fwt -- ./program 1");
  const auto attachment = [&](const char* file, const std::string& name) -> std::string {
    const Result<Trace> trace = read_trace(built_->path_of(file));
    for (const Attachment& one : trace.value().attachments())
      if (one.name == name) return one.bytes;
    return "(none)";
  };
  EXPECT_EQ(attachment("t.fwt", "standard-input"), "read\n");
  // Which nobody asked for.
  EXPECT_EQ(attachment("p.fwt", "standard-input-is"), "a pipe");
  EXPECT_EQ(attachment("p.fwt", "standard-input"), "(none)");
  EXPECT_EQ(attachment("t.fwt", "seed"), "9");
  EXPECT_EQ(attachment("t.fwt", "command"), std::string("./program\0001\0", 12));
  EXPECT_THAT(attachment("t.fwt", "program"), testing::EndsWith("/program"));
  EXPECT_EQ(attachment("t.fwt", "program-hash"), attachment("p.fwt", "program-hash"));
  EXPECT_EQ(attachment("t.fwt", "program-hash").size(), 64u);
}

TEST_F(Record, RecordsSeveralRunsAndKeepsWhatIsThere) {
  EXPECT_EQ(sh("foreweave record -o d --seed 5 --runs 2 -- ./program 10 0 0").status, 0);
  EXPECT_EQ(sh("foreweave record -o d --seed 5 -- ./program 10 0 0").status, 0);
  for (const char* name : {"d/program-5.fwt", "d/program-6.fwt", "d/program-5-2.fwt"})
    EXPECT_GT(events_of(name), 60u) << name;
}

TEST_F(Record, SurvivesTheDeathOfTheProgram) {
  const Ran ran = while_it_records("kill -KILL $program; wait $recorder; echo $?");
  EXPECT_EQ(ran.out, "137\n");
  EXPECT_GT(events_of("t.fwt"), 1000u);
}

TEST_F(Record, EndsAProgramThatTakesTooLong) {
  const Ran ran = sh("foreweave record -o t.fwt --timeout 0.5 -- ./program 100000000");
  EXPECT_EQ(ran.status, 128 + 9);
  EXPECT_THAT(ran.err, HasSubstr("the time was over"));
  EXPECT_GT(events_of("t.fwt"), 1000u);
}

TEST_F(Record, PassesOnWhatAsksItToEnd) {
  const Ran ran = while_it_records(
      "kill -TERM $recorder; wait $recorder; echo $?; "
      "kill -0 $program 2> /dev/null || echo gone");
  EXPECT_EQ(ran.out, "143\ngone\n");
  EXPECT_GT(events_of("t.fwt"), 1000u);
}

TEST_F(Record, LetsTheProgramRunOnWhenTheTraceIsLargeEnough) {
  const Ran ran = sh("foreweave record -o t.fwt --max-size 1 -- ./program 500000");
  EXPECT_EQ(ran.status, 7);
  EXPECT_EQ(ran.out, "1000000\n");
  EXPECT_THAT(ran.err, HasSubstr("greatest size"));
  EXPECT_GT(events_of("t.fwt"), 1000u);
  EXPECT_EQ(read_trace(built_->path_of("t.fwt")).value().losses().count(Loss::recording_cut_short),
            1u);
}

TEST_F(Record, LetsTheProgramRunOnWhenTheDiskIsFull) {
  // The limit is for all files, and so for the memory that is shared with the program.
  const Ran ran =
      sh("ulimit -f 20000; trap '' XFSZ; foreweave record -o t.fwt -- ./program 2000000");
  EXPECT_EQ(ran.status, 7);
  EXPECT_EQ(ran.out, "4000000\n");
  EXPECT_EQ(ran.err,
            "foreweave: t.fwt: cannot be written: File too large; the program ran on, but is not "
            "recorded to its end\n");
  EXPECT_GT(events_of("t.fwt"), 1000u);
}

TEST_F(Record, LeavesNoEmptyTraceWhenTheDiskWasFullBefore) {
  const Ran ran = sh("ln -s /dev/full full.fwt; foreweave record -o full.fwt -- ./program 1000");
  EXPECT_EQ(ran.status, 7);
  EXPECT_EQ(ran.out, "2000\n");
  EXPECT_EQ(ran.err,
            "foreweave: full.fwt: cannot be written: the disk is full; the program ran on, but is "
            "not recorded to its end\n");
  EXPECT_EQ(sh("ls full.fwt").out, "");
}

TEST_F(Record, SaysWhatIsWrongBeforeTheProgramRuns) {
  const std::pair<const char*, const char*> cases[] = {
      {"foreweave record -o /proc/none/t.fwt -- ./program", "/proc/none/t.fwt: cannot be written"},
      {"foreweave record -o /proc/none -- ./program", "/proc/none: cannot be made a folder"},
      {"foreweave record -o t.fwt -- ./no-such-program", "./no-such-program: cannot be run"},
      {"echo mine > mine.fwt; foreweave record -o mine.fwt -- ./program", "is not a trace"},
      {"foreweave record -o t.fwt --runs 2 -- ./program", "a folder"},
      {"foreweave record", "COMMAND"},
  };
  for (const auto& [command, sentence] : cases) {
    const Ran ran = sh(command);
    EXPECT_EQ(ran.status, 2) << command;
    EXPECT_EQ(ran.out, "") << command;
    EXPECT_THAT(ran.err, HasSubstr(sentence)) << command;
  }
  EXPECT_FALSE(fs::exists(built_->path_of("t.fwt")));
}

TEST_F(Record, SaysThatAProgramIsNotOursAndDoesNotRunIt) {
  const Ran ran = sh("foreweave record -o t.fwt -- /bin/echo here");
  EXPECT_EQ(ran.status, 2);
  EXPECT_EQ(ran.out, "");
  EXPECT_THAT(ran.err, HasSubstr("was not built with foreweave-cc"));
  EXPECT_FALSE(fs::exists(built_->path_of("t.fwt")));
}

// Libraries whose symbols are bound within them must not keep the runtime out.
class BoundLibrary : public testing::TestWithParam<const char*> {};

TEST_P(BoundLibrary, IsRecorded) {
  const std::string path = testing::TempDir() + fmt::format("/bound_library.{}.c", getpid());
  std::ofstream(path) << "int main(void) { return 0; }\n";  // only for the sake of its folder
  Program program;
  program.path = path;
  const BuiltProgram built(program);
  ASSERT_EQ(built.complaint(), "");
  const std::string script =
      "echo '{ global: count; local: *; };' > map\n"
      "echo 'int shared; int count(int n) { for (int i = 0; i < n; ++i) "
      "*(volatile int*)&shared += 1; return shared; }' > lib.c\n"
      "echo 'int count(int); int main(void) { return count(100) == 100 ? 0 : 1; }' > main.c\n"
      "foreweave-cc -g -O1 -fPIC -shared lib.c -o libcount.so " +
      std::string(GetParam()) +
      " && foreweave-cc -g main.c -o with -L. -lcount -Wl,-rpath,'$ORIGIN'"
      " && clang-19 main.c -o without -L. -lcount -Wl,-rpath,'$ORIGIN'"
      " && ./without && foreweave record -o t.fwt -- ./with";
  const Ran ran = built.shell(script);
  EXPECT_EQ(ran.status, 0) << ran.err;
  const Result<Trace> trace = read_trace(built.path_of("t.fwt"));
  ASSERT_TRUE(trace.ok()) << trace.error().sentence();
  EXPECT_TRUE(validate(trace.value()).ok());
  EXPECT_GT(trace.value().size(), 300u);
}

INSTANTIATE_TEST_SUITE_P(Linker, BoundLibrary,
                         testing::Values("", "-Wl,--version-script=map", "-Wl,-Bsymbolic",
                                         "-Wl,-Bsymbolic-functions", "-Wl,--exclude-libs,ALL",
                                         "-fuse-ld=lld-19 -Wl,--version-script,map",
                                         "-Xlinker --version-script -Xlinker map"));

// What libstdc++ does to a std::thread is known, so that an ordinary C++ program has nothing
// unseen.
TEST(CppThreads, LeaveNothingUnseen) {
  Program program;
  program.path = FOREWEAVE_SOURCE "/tests/programs/cpp_library/thread.cc";
  const BuiltProgram built(program);
  ASSERT_EQ(built.complaint(), "");
  EXPECT_EQ(built.record("t.fwt").status, 0);
  const Result<Trace> trace = read_trace(built.path_of("t.fwt"));
  ASSERT_TRUE(trace.ok()) << trace.error().sentence();
  EXPECT_EQ(trace.value().losses().count(Loss::unseen_writes), 0u);
}

TEST(UnseenLibrary, IsNamedAndItsCallsAreMarked) {
  Program program;
  program.path = FOREWEAVE_SOURCE "/tests/programs/unseen/unknown_synchronisation.c";
  program.also = {"other_locks.plain.c"};
  const BuiltProgram built(program);
  ASSERT_EQ(built.complaint(), "");
  const Ran ran = built.record("t.fwt");
  EXPECT_THAT(ran.err, HasSubstr("which was not built with Foreweave and may order threads"));
  const Result<Trace> trace = read_trace(built.path_of("t.fwt"));
  ASSERT_TRUE(trace.ok());
  uint64_t ends = 0;
  for (uint32_t i = 0; i < trace.value().size(); ++i) {
    const EventId e(i);
    if (trace.value().kind(e) != Kind::unseen_end) continue;
    ++ends;
    EXPECT_NE(trace.value().library_of(e), "");
  }
  EXPECT_EQ(ends, 4u);
}

}  // namespace
}  // namespace foreweave
