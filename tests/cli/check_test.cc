// foreweave check and merge as users meet them: a program in, a report out, one sentence for
// everything that does not fit.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "run.h"

namespace foreweave {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

std::string example(const std::string& name) {
  std::ifstream in(FOREWEAVE_SOURCE "/examples/" + name + "/" + name + ".cc");
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

constexpr std::string_view kQuiet = "#include <cstdio>\nint main() { std::puts(\"done\"); }\n";

TEST(Check, GoesFromASourceToWhatHappens) {
  const Scratch here;
  here.write("bank.cc", example("bank_transfer"));
  const Ran ran = here.run({"foreweave", "check", "--strict", "--run-on", "2", "bank.cc"});
  EXPECT_EQ(ran.status, 66) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("confirmed atomicity violation on balance_"));
  EXPECT_THAT(ran.out, HasSubstr("Assertion `balance_ >= 0' failed"));
  EXPECT_THAT(ran.out, HasSubstr("foreweave replay foreweave-results/bank-1.fwt atomicity-"));
  EXPECT_THAT(ran.out, HasSubstr("1 confirmed by replay\n"));
  // It was optimised: what was inlined is in the stacks, and a lock is taken where the program
  // says.
  EXPECT_THAT(ran.out, HasSubstr("#0 Account::balance() " + here.path() +
                                 "/bank.cc:22:12 (inlined)\n"
                                 "      #1 transfer(Account&, Account&, long) "));
  EXPECT_THAT(ran.out, HasSubstr("holding mutex_ (since " + here.path() +
                                 "/bank.cc:21:27 in Account::balance())"));
  // The program's own output is not among the findings.
  EXPECT_THAT(ran.out, Not(HasSubstr("60 transfers")));
  EXPECT_THAT(ran.err, HasSubstr("60 transfers"));
  EXPECT_THAT(here.read("foreweave-results/report.html"), HasSubstr("</html>"));
  const auto json = nlohmann::json::parse(here.read("foreweave-results/report.json"));
  ASSERT_EQ(json["findings"].size(), 1u);
  EXPECT_EQ(json["findings"][0]["status"], "confirmed");
}

TEST(Check, OfTwoRunsTellsEachBugOnce) {
  const Scratch here;
  here.write("bank.cc", example("bank_transfer"));
  const Ran ran = here.run({"foreweave", "check", "--no-replay", "--harmless", "--runs", "2",
                            "--format", "json", "bank.cc"});
  EXPECT_EQ(ran.status, 66) << ran.err;
  const auto json = nlohmann::json::parse(ran.out);
  EXPECT_EQ(json["findings"].size(), 1u);
  EXPECT_EQ(json["findings"][0]["status"], "predicted");
  EXPECT_EQ(json["findings"][0]["trace"], "foreweave-results/bank-1.fwt");
  EXPECT_EQ(json["stats"]["engines"].size(), 3u) << "what an engine did in all runs";
  EXPECT_TRUE(std::filesystem::exists(here.path() + "/foreweave-results/bank-2.fwt"));
}

// Which of its threads is first is the seed's choice.
constexpr std::string_view kWinner = R"(#include <mutex>
#include <thread>
std::mutex mutex;
int first = -1;
void run(int id) {
  const std::lock_guard<std::mutex> lock(mutex);
  if (first < 0) first = id;
}
int main() {
  std::thread a(run, 0), b(run, 1);
  a.join();
  b.join();
  return first;
}
)";

TEST(Check, TakesStatusesThatDifferFromRunToRunForAFailure) {
  const Scratch here;
  here.write("winner.cc", kWinner);
  const Ran one = here.run({"foreweave", "check", "winner.cc"});
  EXPECT_EQ(one.status, 0) << "a status by itself is a note: " << one.out;
  const Ran many = here.run({"foreweave", "check", "--runs", "8", "--format", "json", "winner.cc"});
  EXPECT_EQ(many.status, 66) << many.err;
  const auto findings = nlohmann::json::parse(many.out)["findings"];
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0]["kind"], "failure");
  const Ran again = here.run({"foreweave", "replay", findings[0]["trace"], findings[0]["id"]});
  EXPECT_EQ(again.status, 66) << again.out << again.err;
}

TEST(Check, SaysThatItsTimeForPredictionWasOver) {
  const Scratch here;
  here.write("bank.cc", example("bank_transfer"));
  const Ran ran = here.run({"foreweave", "check", "--no-replay", "--time-limit", "0.001",
                            "--format", "json", "bank.cc"});
  const auto losses = nlohmann::json::parse(ran.out)["losses"];
  ASSERT_EQ(losses.size(), 1u) << ran.out;
  EXPECT_EQ(losses[0]["name"], "prediction_cut_short");
}

TEST(Check, LeavesOutOfEveryReportWhatIsToBeLeftOut) {
  const Scratch here;
  here.write("bank.cc", example("bank_transfer"));
  here.write("known", "atomicity:Account::withdraw\n");
  const Ran ran = here.run({"foreweave", "check", "--no-replay", "--harmless", "--suppressions",
                            "known", "--", "bank.cc"});
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_THAT(ran.out, Not(HasSubstr("atomicity-")));
  EXPECT_EQ(nlohmann::json::parse(here.read("foreweave-results/report.json"))["findings"].size(),
            0u);
}

TEST(Check, FindsNothingWhereNothingIs) {
  const Scratch here;
  here.write("quiet.cc", kQuiet);
  const Ran ran = here.run({"foreweave", "check", "--strict", "quiet.cc"});
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("SUMMARY: foreweave: no bug predicted"));
}

TEST(Check, GivesTheProgramItsArgumentsAndNoMore) {
  const Scratch here;
  here.write("echo.cc",
             "#include <cstdio>\n"
             "int main(int, char** argv) { while (*++argv) std::printf(\"[%s]\", *argv); }\n");
  EXPECT_THAT(here.run({"foreweave", "check", "--strict", "echo.cc", "--", "-x", "--", "y"}).err,
              HasSubstr("[-x][--][y]"));
  EXPECT_THAT(
      here.run({"foreweave", "check", "--strict", "--", "foreweave-results/echo", "-x", "--"}).err,
      HasSubstr("[-x][--]"));
  EXPECT_THAT(here.run({"foreweave", "check", "--strict", "echo.cc", "--", "-x"}).err,
              Not(HasSubstr("[--]")));
}

TEST(Check, TakesNamesWithSpacesAndUmlautsAndSourcesThatAreGone) {
  const Scratch here;
  std::filesystem::create_directory(here.path() + "/ein Ordner für sich");
  here.write("ein Ordner für sich/bänk transfer.cc", example("bank_transfer"));
  const std::vector<std::string> check = {"foreweave",  "check",    "--no-replay",
                                          "--harmless", "--folder", "die Ergebnisse"};
  auto with = [&](const std::string& program) {
    std::vector<std::string> words = check;
    words.push_back(program);
    return here.run(words);
  };
  EXPECT_EQ(with("ein Ordner für sich/bänk transfer.cc").status, 66);
  std::filesystem::remove(here.path() + "/ein Ordner für sich/bänk transfer.cc");
  const Ran ran = with("die Ergebnisse/bänk transfer");
  EXPECT_EQ(ran.status, 66) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("bänk transfer.cc:30"));
}

TEST(Check, IsInColourOnATerminalOnly) {
  const Scratch here;
  here.write("bank.cc", example("bank_transfer"));
  EXPECT_EQ(here.run({"foreweave", "check", "--no-replay", "--harmless", "bank.cc"}).status, 66);
  const std::vector<std::string> command = {"foreweave",  "check", "--no-replay",
                                            "--harmless", "--",    "foreweave-results/bank"};
  constexpr std::string_view kEscape = "\x1b[";
  EXPECT_THAT(here.run(command).out, Not(HasSubstr(kEscape)));
  Scratch::How terminal;
  terminal.terminal = true;
  terminal.env = {"TERM=xterm"};
  EXPECT_THAT(here.run(command, terminal).out, HasSubstr(kEscape));
  terminal.env.push_back("NO_COLOR=1");
  EXPECT_THAT(here.run(command, terminal).out, Not(HasSubstr("\x1b[1m")));
}

struct BadRequest {
  std::vector<std::string> command;
  std::string sentence;
};

TEST(Check, SaysInOneSentenceWhatDoesNotFit) {
  const Scratch here;
  here.write("broken.cc", "int main( {\n");
  here.write("a file", "");
  const BadRequest requests[] = {
      {{"check", "--", "/bin/true"}, "was not built with foreweave-cc"},
      {{"check", "--", "./absent"}, "cannot be run"},
      {{"check", "--folder", "a file", "--", "/bin/true"}, "cannot be made a folder"},
      {{"check", "--engine", "magic", "--", "/bin/true"}, "magic"},
      {{"check", "--baseline", "absent.json", "--", "/bin/true"}, "absent.json"},
      {{"check"}, "COMMAND is required"},
      {{"check", "--"}, "COMMAND is required"},
      {{"check", "--runs", "0", "--", "/bin/true"}, "--runs"},
      {{"check", "--", "."}, "cannot be run"},
      {{"merge", "absent.json"}, "absent.json"},
      {{"merge", "a file"}, "a file"},
      {{"replay", "absent.fwt", "race-00000000"}, "absent.fwt"},
      {{"replay", "a file", "race-00000000"}, "a file"},
      {{"replay"}, "required"},
  };
  for (const BadRequest& request : requests) {
    std::vector<std::string> words = {"foreweave"};
    words.insert(words.end(), request.command.begin(), request.command.end());
    const Ran ran = here.run(words);
    EXPECT_EQ(ran.status, 2) << request.sentence;
    EXPECT_THAT(ran.err, HasSubstr(request.sentence));
    EXPECT_TRUE(is_one_sentence("foreweave", ran.err)) << ran.err;
    EXPECT_EQ(ran.out, "");
  }
  const Ran broken = here.run({"foreweave", "check", "--strict", "broken.cc"});
  EXPECT_EQ(broken.status, 2);
  EXPECT_THAT(broken.err,
              HasSubstr("foreweave: broken.cc: was not compiled: see the errors above"));
}

TEST(Check, FailsBeforeItRunsAnythingIfItsReportsCannotBeKept) {
  const Scratch here;
  here.write("quiet.cc", kQuiet);
  std::filesystem::create_directories(here.path() + "/blocked/report.html");
  for (const std::vector<std::string>& where :
       {std::vector<std::string>{"--folder", "blocked"}, {"-o", "no/such/folder/report"}}) {
    std::vector<std::string> words = {"foreweave", "check", "--strict"};
    words.insert(words.end(), where.begin(), where.end());
    words.push_back("quiet.cc");
    const Ran ran = here.run(words);
    EXPECT_EQ(ran.status, 1) << ran.err;
    EXPECT_TRUE(is_one_sentence("foreweave", ran.err)) << ran.err;
    EXPECT_THAT(ran.err, HasSubstr(where[1]));
    EXPECT_EQ(ran.out, "");
  }
}

TEST(Check, KeepsItsReportsIfTheOutputIsFull) {
  const Scratch here;
  here.write("bank.cc", example("bank_transfer"));
  Scratch::How full;
  full.output_to = "/dev/full";
  const Ran ran = here.run({"foreweave", "check", "--no-replay", "--harmless", "bank.cc"}, full);
  EXPECT_EQ(ran.status, 1) << ran.err;
  EXPECT_THAT(ran.err, HasSubstr("the disk is full"));
  EXPECT_EQ(nlohmann::json::parse(here.read("foreweave-results/report.json"))["findings"].size(),
            1u);
}

TEST(Check, GivesTheStatusThatIsAskedFor) {
  const Scratch here;
  here.write("bank.cc", example("bank_transfer"));
  EXPECT_EQ(
      here.run({"foreweave", "check", "--no-replay", "--harmless", "--exitcode", "3", "bank.cc"})
          .status,
      3);
  EXPECT_EQ(
      here.run({"foreweave", "check", "--no-replay", "--harmless", "--exitcode", "0", "bank.cc"})
          .status,
      0);
}

TEST(Check, NeverReplacesItsBaseline) {
  const Scratch here;
  here.write("bank.cc", example("bank_transfer"));
  EXPECT_EQ(here.run({"foreweave", "check", "--no-replay", "--harmless", "bank.cc"}).status, 66);
  const std::string json = "foreweave-results/report.json", before = here.read(json);
  const Ran ran =
      here.run({"foreweave", "check", "--no-replay", "--harmless", "--baseline", json, "bank.cc"});
  EXPECT_EQ(ran.status, 2);
  EXPECT_THAT(ran.err, HasSubstr("is the baseline"));
  EXPECT_TRUE(is_one_sentence("foreweave", ran.err)) << ran.err;
  EXPECT_EQ(here.run({"foreweave", "report", json, "--format", "html", "-o", json}).status, 2);
  EXPECT_EQ(here.run({"foreweave", "report", json, "--baseline", "b", "-o", "b"}).status, 2);
  EXPECT_EQ(here.read(json), before);
  const Ran apart = here.run({"foreweave", "check", "--no-replay", "--harmless", "--baseline", json,
                              "--folder", "new", "bank.cc"});
  EXPECT_EQ(apart.status, 0) << apart.err;
  EXPECT_THAT(apart.out, HasSubstr("1 known from the baseline"));
}

TEST(Check, SaysNothingOfItsProgressWithoutATerminal) {
  const Scratch here;
  here.write("slow.cc",
             "#include <unistd.h>\nint main() { for (int i = 0; i < 3; ++i) sleep(1); }\n");
  const Ran ran = here.run({"foreweave", "check", "--strict", "slow.cc"});
  EXPECT_EQ(ran.status, 0);
  EXPECT_EQ(ran.err, "foreweave: to look at it in a browser: foreweave-results/report.html\n");
}

TEST(Check, TellsOfAProgramThatDies) {
  const Scratch here;
  here.write("dies.cc", "#include <cstdlib>\nint main() { std::abort(); }\n");
  const Ran ran = here.run({"foreweave", "check", "--strict", "dies.cc"});
  EXPECT_EQ(ran.status, 66) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("confirmed failure of main by SIGABRT"));
  EXPECT_THAT(ran.out, HasSubstr("dies.cc:2:"));
}

// The id of the first finding of a kind.
std::string finding(const Scratch& here, const std::string& kind) {
  const auto json = nlohmann::json::parse(here.read("foreweave-results/report.json"));
  for (const auto& one : json["findings"])
    if (one["kind"] == kind) return one["id"];
  return "";
}

TEST(Replay, ShowsADebuggerWhoStandsWhere) {
  const Scratch here;
  here.write("pool.cc", example("thread_pool"));
  EXPECT_EQ(here.run({"foreweave", "check", "--no-replay", "--harmless", "pool.cc"}).status, 66);
  Scratch::How leaving;
  leaving.input = "quit\n";
  const Ran ran = here.run({"foreweave", "replay", "--strict", "--gdb", "--run-on", "1",
                            "foreweave-results/pool-1.fwt", finding(here, "race")},
                           leaving);
  EXPECT_EQ(ran.status, 66) << ran.err;
  EXPECT_THAT(ran.out, AllOf(HasSubstr("T1 (LWP "), HasSubstr("stands before read of"),
                             HasSubstr("stands before write of"), HasSubstr("ThreadPool::submit")));
}

// The words of a command that has quotes around some of them, and nothing else.
std::vector<std::string> words_of(const std::string& command) {
  std::vector<std::string> words(1);
  bool quoted = false;
  for (const char c : command) {
    if (c == '\'')
      quoted = !quoted;
    else if (c == ' ' && !quoted)
      words.emplace_back();
    else
      words.back() += c;
  }
  return words;
}

TEST(Replay, FindsAgainWhatWasFoundWithOtherOptions) {
  const Scratch here;
  here.write("pool.cc", example("thread_pool"));
  here.write("my orders", "pool.cc:44 < pool.cc:28\n");
  EXPECT_EQ(here.run({"foreweave", "check", "--no-replay", "--harmless", "--folder", "my results",
                      "pool.cc"})
                .status,
            66);
  const std::string trace = "my results/pool-1.fwt";
  const std::vector<std::string> predict = {"foreweave", "predict", trace, "--format", "json"};
  std::vector<std::string> known;
  const auto usual = nlohmann::json::parse(here.run(predict).out);
  for (const auto& finding : usual["findings"]) known.push_back(finding["id"]);
  std::vector<std::string> more = predict;
  more.insert(more.end(), {"--all-interruptions", "--order", "my orders"});
  const auto unusual = nlohmann::json::parse(here.run(more).out);
  int others = 0;
  for (const auto& finding : unusual["findings"]) {
    const std::string id = finding["id"], command = finding["replay"]["command"];
    EXPECT_THAT(command,
                HasSubstr("--order 'my orders' --all-interruptions 'my results/pool-1.fwt'"));
    const Ran again = here.run(words_of(command));
    EXPECT_TRUE(again.status == 66 || again.status == 0) << command << again.err;
    EXPECT_THAT(again.out, HasSubstr("SUMMARY: foreweave: " + id));
    if (std::find(known.begin(), known.end(), id) != known.end()) continue;
    ++others;
    const Ran without = here.run({"foreweave", "replay", "--strict", trace, id});
    EXPECT_EQ(without.status, 2);
    EXPECT_THAT(without.err,
                HasSubstr("has no bug " + id + " as far as is looked with these options"));
  }
  EXPECT_GE(others, 1);
}

TEST(Replay, LetsAHandlerComeWhereItDoesHarm) {
  const Scratch here;
  here.write("counter.c", R"(
    #include <pthread.h>
    #include <signal.h>
    static volatile long count;
    static void on_signal(int number) { count += number > 0; }
    static void *interrupt(void *arg) { pthread_kill(*(pthread_t *)arg, SIGUSR1); return 0; }
    int main(void) {
      pthread_t t, self = pthread_self();
      signal(SIGUSR1, on_signal);
      pthread_create(&t, 0, interrupt, &self);
      for (int i = 0; i < 5; i++) count += 2;
      pthread_join(t, 0);
      return count > 11;
    })");
  EXPECT_EQ(here.run({"foreweave", "check", "counter.c"}).status, 66);
  const auto json = nlohmann::json::parse(here.read("foreweave-results/report.json"));
  ASSERT_EQ(json["findings"].size(), 1u);
  const Ran again = here.run(words_of(json["findings"][0]["replay"]["command"]));
  EXPECT_EQ(again.status, 66) << again.err;
  EXPECT_THAT(again.out, HasSubstr("the handler came there"));
}

TEST(Replay, HasAStatusForEveryEnd) {
  const Scratch here;
  here.write("bank.cc", example("bank_transfer"));
  std::ifstream in(FOREWEAVE_SOURCE "/examples/bank_transfer/bank_transfer_fixed.cc");
  std::ostringstream fixed;
  fixed << in.rdbuf();
  here.write("fixed.cc", fixed.str());
  EXPECT_EQ(here.run({"foreweave", "check", "--no-replay", "--harmless", "bank.cc"}).status, 66);
  EXPECT_EQ(
      here.run({"foreweave", "check", "--no-replay", "--harmless", "--folder", "fixed", "fixed.cc"})
          .status,
      0);
  const std::string trace = "foreweave-results/bank-1.fwt", id = finding(here, "atomicity");
  const auto replay = [&](std::vector<std::string> more) {
    std::vector<std::string> words = {"foreweave", "replay", "--strict", "--run-on",
                                      "1",         trace,    id};
    words.insert(words.end(), more.begin(), more.end());
    return here.run(words);
  };
  EXPECT_EQ(replay({}).status, 66);
  const Ran other = replay({"--", "fixed/fixed"});
  EXPECT_EQ(other.status, 0) << "it does not happen in the corrected program";
  EXPECT_THAT(other.err, HasSubstr("is not the program that was recorded"));
  EXPECT_EQ(replay({"--schedule", "no/such/folder/s"}).status, 1);
  EXPECT_EQ(replay({"--record", "bank.cc"}).status, 2);
  EXPECT_EQ(replay({"--", "/bin/true"}).status, 2);
  EXPECT_EQ(replay({"--", "./absent"}).status, 2);
  EXPECT_EQ(replay({"--order", "absent"}).status, 2);
  EXPECT_EQ(replay({"--engine", "magic"}).status, 2);
}

TEST(Check, LeavesAWitnessThatIsAcceptedAlsoInHeaders) {
  const Scratch here;
  here.write("pool.cc", example("thread_pool"));
  EXPECT_EQ(here.run({"foreweave", "check", "--no-replay", "--harmless", "pool.cc"}).status, 66);
  const std::string trace = "foreweave-results/pool-1.fwt",
                    report = "foreweave-results/report.json";
  const Ran ran = here.run({"foreweave-witness", trace, report});
  EXPECT_EQ(ran.status, 0) << ran.out << ran.err;
  auto json = nlohmann::json::parse(here.read(report));
  auto& site = json["findings"][0]["sites"][0];
  EXPECT_NE(site["line"], site["stack"][0]["line"]);
  site["line"] = 12345;
  here.write("changed.json", json.dump());
  EXPECT_THAT(here.run({"foreweave-witness", trace, "changed.json"}).err,
              HasSubstr("is not on line 12345"));
}

TEST(Merge, TellsOfEachFindingsThreadsWhereTheyWereCreated) {
  const Scratch here;
  for (const char* name : {"bank_transfer", "thread_pool"}) {
    here.write(std::string(name) + ".cc", example(name));
    EXPECT_EQ(here.run({"foreweave", "check", "--no-replay", "--harmless", "--folder", name,
                        std::string(name) + ".cc"})
                  .status,
              66);
  }
  const Ran ran = here.run({"foreweave", "merge", "--format", "text", "bank_transfer/report.json",
                            "thread_pool/report.json"});
  EXPECT_THAT(ran.out,
              HasSubstr("T1 was created by main at " + here.path() + "/bank_transfer.cc:"));
  EXPECT_THAT(ran.out, HasSubstr("T1 was created by main at " + here.path() + "/thread_pool.cc:"));
  EXPECT_THAT(ran.out, Not(HasSubstr("foreweave-witness"))) << "it is about one trace";
}

TEST(Merge, UnitesReportsAndKeepsWhatWasSeen) {
  const Scratch here;
  here.write("bank.cc", example("bank_transfer"));
  EXPECT_EQ(
      here.run({"foreweave", "check", "--no-replay", "--harmless", "--folder", "a", "bank.cc"})
          .status,
      66);
  EXPECT_EQ(
      here.run({"foreweave", "check", "--strict", "--run-on", "2", "--folder", "b", "bank.cc"})
          .status,
      66);
  const Ran ran = here.run({"foreweave", "merge", "a/report.json", "b/report.json"});
  const auto json = nlohmann::json::parse(ran.out);
  ASSERT_EQ(json["findings"].size(), 1u);
  EXPECT_EQ(json["findings"][0]["status"], "confirmed");
  const Ran text =
      here.run({"foreweave", "merge", "--format", "text", "a/report.json", "b/report.json"});
  EXPECT_THAT(text.out, AllOf(HasSubstr("confirmed atomicity violation"), HasSubstr("SUMMARY:")));
}

}  // namespace
}  // namespace foreweave
