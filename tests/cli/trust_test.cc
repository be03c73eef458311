// A trace is data: nothing is run and no file is shown because a trace names it. And what a trace
// gives away.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>

#include "base/bytes/file.h"
#include "base/bytes/sha256.h"
#include "events/fwt/format.h"
#include "events/reading/read_trace.h"
#include "run.h"

namespace foreweave {
namespace {

namespace fs = std::filesystem;
using namespace std::string_literals;
using testing::AllOf;
using testing::AnyOf;
using testing::HasSubstr;
using testing::Not;

// Two threads write to the same variable, at lines 1 and 2 of the file.
std::string forged(const std::string& source,
                   const std::vector<std::pair<std::string, std::string>>& attachments) {
  std::string file;
  FwtWriter writer([&](std::span<const uint8_t> bytes) {
    file.append(bytes.begin(), bytes.end());
    return true;
  });
  for (const char* name : {"T1", "T2"}) writer.add_thread(name);
  for (const auto& [name, bytes] : attachments) writer.add_attachment(name, bytes);
  for (uint32_t thread = 0; thread < 2; ++thread) {
    RawEvent event;
    event.thread = thread;
    event.kind = Kind::write;
    event.site = writer.add_site(source, thread + 1, 1, "f");
    event.size = 4;
    event.operand = 0x4010;
    writer.add(event);
  }
  writer.finish();
  return file;
}

std::string hash_of(const std::string& path) { return sha256_hex(read_file(path).value().bytes()); }

std::string race_in(const Ran& ran) {
  const size_t at = ran.out.find("race-");
  return at == ran.out.npos ? "" : ran.out.substr(at, 13);
}

std::string attachment(const std::string& path, const std::string& name) {
  const Result<Trace> trace = read_trace(path);
  for (const Attachment& a : trace.value().attachments())
    if (a.name == name) return a.bytes;
  return "";
}

// A program with a race, built and recorded.
constexpr std::string_view kRace = R"(#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
int shared;
void* f(void* a) { shared++; return a; }
int main(int argc, char** argv) {
  const char* mode = getenv("MODE");
  pthread_t t;
  pthread_create(&t, 0, f, 0);
  shared++;
  pthread_join(t, 0);
  FILE* log = fopen("ran", "a");
  fprintf(log, "%s %s\n", mode ? mode : "-", getenv("HIDDEN_NOT") ? "+" : "-");
  fclose(log);
  return argc > 1 ? atoi(argv[1]) : 0;
}
)";

class Trust : public testing::Test {
 protected:
  Ran record(const std::vector<std::string>& arguments = {}, const Scratch::How& how = {}) {
    here_.write("race.c", kRace);
    EXPECT_EQ(
        here_.run({"foreweave", "check", "--no-replay", "--folder", "built", "race.c"}).status, 66);
    std::vector<std::string> words = {"foreweave", "record", "-o", "race.fwt", "--", "built/race"};
    words.insert(words.end(), arguments.begin(), arguments.end());
    const Ran ran = here_.run(words, how);
    bug_ = race_in(here_.run({"foreweave", "predict", "race.fwt"}));
    EXPECT_NE(bug_, "");
    fs::remove(here_.path() + "/ran");
    return ran;
  }
  bool was_run() const { return fs::exists(here_.path() + "/ran"); }
  std::string path(const std::string& name) const { return here_.path() + "/" + name; }

  const Scratch here_;
  std::string bug_;
};

TEST_F(Trust, AForgedTraceDoesNotRunWhatItNames) {
  const std::string pwned = path("pwned");
  const std::string touch = fs::canonical("/usr/bin/touch");
  const std::vector<std::pair<std::string, std::string>> origin = {
      {"command", "touch\0"s + pwned + '\0'}, {"program", touch},
      {"program-hash", hash_of(touch)},       {"working-directory", "/"},
      {"environment", "PATH=/usr/bin\0"s},    {"environment-names", "PATH\0"s}};
  here_.write("plain.fwt", forged("a.c", origin));
  auto with_signature = origin;
  with_signature.emplace_back("origin-signature", std::string(64, '0'));
  here_.write("signed.fwt", forged("a.c", with_signature));
  const std::string bug = race_in(here_.run({"foreweave", "predict", "plain.fwt"}));
  ASSERT_NE(bug, "");
  for (const char* trace : {"plain.fwt", "signed.fwt"}) {
    const Ran ran = here_.run({"foreweave", "replay", trace, bug});
    EXPECT_EQ(ran.status, 2) << ran.err;
    EXPECT_THAT(ran.err, AllOf(HasSubstr("the command of the trace: touch " + pwned),
                               HasSubstr("was not recorded on this machine by this user")));
    EXPECT_FALSE(fs::exists(pwned));
    EXPECT_EQ(ran.out, "");
  }
  // Trust is not enough: it was not built with us.
  const Ran ran = here_.run({"foreweave", "replay", "--trust", "plain.fwt", bug});
  EXPECT_EQ(ran.status, 2);
  EXPECT_THAT(ran.err, HasSubstr("was not built with foreweave-cc"));
  EXPECT_FALSE(fs::exists(pwned));
  // Nor by a detour.
  const std::string env = fs::canonical("/usr/bin/env");
  here_.write("detour.fwt", forged("a.c", {{"command", "env\0touch\0"s + pwned + '\0'},
                                           {"program", env},
                                           {"program-hash", hash_of(env)}}));
  EXPECT_EQ(here_.run({"foreweave", "replay", "--trust", "detour.fwt", bug}).status, 2);
  EXPECT_FALSE(fs::exists(pwned));
}

TEST_F(Trust, ATraceThatWasChangedIsNotTheUsersAnyMore) {
  record();
  const Result<Trace> read = read_trace(path("race.fwt"));
  std::string changed;
  FwtWriter writer([&](std::span<const uint8_t> bytes) {
    changed.append(bytes.begin(), bytes.end());
    return true;
  });
  // The user's own signature, on another command.
  for (const Attachment& a : read.value().attachments())
    writer.add_attachment(a.name, a.name == "command" ? "built/race\0007\0"s : a.bytes);
  for (uint32_t t = 0; t < read.value().thread_count(); ++t)
    writer.add_thread(read.value().thread_name(ThreadId(t)));
  for (uint32_t thread = 0; thread < 2; ++thread) {
    RawEvent event;
    event.thread = thread;
    event.kind = Kind::write;
    event.site = writer.add_site("a.c", thread + 1, 1, "f");
    event.size = 4;
    event.operand = 0x4010;
    writer.add(event);
  }
  writer.finish();
  here_.write("changed.fwt", changed);
  const std::string bug = race_in(here_.run({"foreweave", "predict", "changed.fwt"}));
  const Ran ran = here_.run({"foreweave", "replay", "changed.fwt", bug});
  EXPECT_EQ(ran.status, 2);
  EXPECT_THAT(ran.err, HasSubstr("was not recorded on this machine by this user"));
  EXPECT_FALSE(was_run());
  EXPECT_THAT(here_.run({"foreweave", "trace", "info", "changed.fwt"}).out,
              HasSubstr("not recorded on this machine by this user, or changed since"));
}

TEST_F(Trust, TheUsersOwnTraceIsReplayedAndAnotherUsersIsNot) {
  record({"3"});
  Ran ran = here_.run({"foreweave", "replay", "race.fwt", bug_});
  EXPECT_EQ(ran.status, 66) << ran.err;
  EXPECT_THAT(ran.err, AllOf(HasSubstr("the command of the trace: built/race 3"),
                             HasSubstr(", in " + here_.path())));
  EXPECT_TRUE(was_run());

  fs::remove(path("ran"));
  const Scratch::How other{.env = {"XDG_STATE_HOME=" + path(".other")}};
  ran = here_.run({"foreweave", "replay", "race.fwt", bug_}, other);
  EXPECT_EQ(ran.status, 2);
  EXPECT_THAT(ran.err, HasSubstr("give the program behind --, or --trust"));
  EXPECT_FALSE(was_run());
  EXPECT_FALSE(fs::exists(path(".other"))) << "only recordings make a key";
  EXPECT_EQ(here_.run({"foreweave", "replay", "--trust", "race.fwt", bug_}, other).status, 66);
  EXPECT_TRUE(was_run());
}

TEST_F(Trust, AProgramThatChangedIsOnlyRunIfItIsNamed) {
  record();
  fs::copy_file(path("built/race"), path("other"));
  here_.write("built/race", here_.read("built/race") + "x");
  for (const char* trust : {"--stats", "--trust"}) {
    const Ran ran = here_.run({"foreweave", "replay", trust, "race.fwt", bug_});
    EXPECT_EQ(ran.status, 2);
    EXPECT_THAT(ran.err, HasSubstr("is not the program that was recorded"));
    EXPECT_FALSE(was_run());
  }
  EXPECT_EQ(here_.run({"foreweave", "replay", "race.fwt", bug_, "--", "./other"}).status, 66);
  EXPECT_TRUE(was_run());
}

TEST_F(Trust, ForeignSurroundingsAreNotTaken) {
  record({}, {.env = {"MODE=recorded"}});
  const auto replay = [&](std::vector<std::string> words, const std::string& user) {
    fs::remove(path("ran"));
    words.insert(words.begin(), {"foreweave", "replay", "race.fwt", bug_});
    const Ran ran = here_.run(words, {.env = {"MODE=now", "XDG_STATE_HOME=" + path(user)}});
    EXPECT_EQ(ran.status, 66) << ran.err;
    const std::string log = here_.read("ran");
    return log.substr(0, log.find(' '));
  };
  EXPECT_EQ(replay({}, ".state"), "recorded");
  EXPECT_EQ(replay({"--", "built/race"}, ".state"), "recorded");
  EXPECT_EQ(replay({"--", "built/race"}, ".other"), "now");
  EXPECT_EQ(replay({"--trust", "--", "built/race"}, ".other"), "recorded");
}

TEST_F(Trust, CheckNeedsNoHome) {
  here_.write("race.c", kRace);
  const Ran ran =
      here_.run({"foreweave", "check", "race.c"}, {.env = {"XDG_STATE_HOME=", "HOME="}});
  EXPECT_EQ(ran.status, 66) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("confirmed data race on shared"));
  EXPECT_THAT(here_.run({"foreweave", "trace", "info", "foreweave-results/race-1.fwt"}).out,
              HasSubstr("not known: the trace is not signed"));
}

// --- sources ------------------------------------------------------------------------------------

constexpr const char* kFormats[] = {"text", "json", "sarif", "html", "junit"};

TEST_F(Trust, AForgedTraceDoesNotGetFilesIntoReports) {
  const std::string first_line = [] {
    const std::string text(read_file("/etc/passwd").value().text());
    return text.substr(0, text.find('\n'));
  }();
  ASSERT_NE(first_line, "");
  const std::string wrong = std::string(64, '0');
  here_.write("none.fwt", forged("/etc/passwd", {}));
  here_.write("wrong.fwt", forged("/etc/passwd", {{"source-hashes", wrong + " /etc/passwd\0"s}}));
  here_.write("detour.fwt",
              forged("/etc/../etc/passwd", {{"source-hashes", wrong + " /etc/x\0"s}}));
  for (const char* trace : {"none.fwt", "wrong.fwt", "detour.fwt"})
    for (const char* format : kFormats) {
      const Ran ran = here_.run({"foreweave", "predict", "--format", format, trace});
      EXPECT_EQ(ran.status, 66) << ran.err;
      EXPECT_THAT(ran.out, Not(HasSubstr(first_line))) << trace << format;
    }
  EXPECT_THAT(
      here_.run({"foreweave", "predict", "none.fwt"}).out,
      HasSubstr("/etc/passwd is not shown: the trace does not say what the compiler saw in it"));
  EXPECT_THAT(here_.run({"foreweave", "predict", "wrong.fwt"}).out,
              HasSubstr("/etc/passwd is not shown: it has changed since it was compiled"));
  // Only who says so sees it; and never what is known to be something else.
  EXPECT_THAT(here_.run({"foreweave", "predict", "--trust", "none.fwt"}).out,
              HasSubstr(first_line));
  EXPECT_THAT(here_.run({"foreweave", "predict", "--trust", "wrong.fwt"}).out,
              Not(HasSubstr(first_line)));
}

TEST_F(Trust, NamesDoNotLeadOutOfASourceRoot) {
  fs::create_directories(path("tree/src"));
  here_.write("outside.c", "outside 1\noutside 2\n");
  here_.write("tree/src/inside.c", "inside 1\ninside 2\n");
  for (const char* name : {"../outside.c", "src/../../outside.c", "a/b/../../../outside.c"}) {
    here_.write("out.fwt", forged(name, {}));
    EXPECT_THAT(here_.run({"foreweave", "predict", "--source-root", path("tree"), "out.fwt"}).out,
                Not(HasSubstr("outside 1")))
        << name;
  }
  here_.write("in.fwt", forged("/build/src/inside.c", {}));
  EXPECT_THAT(here_.run({"foreweave", "predict", "--source-root", path("tree"), "in.fwt"}).out,
              HasSubstr("inside 1"));
  EXPECT_THAT(here_.run({"foreweave", "predict", "in.fwt"}).out, Not(HasSubstr("inside 1")));
}

TEST_F(Trust, SourcesAreShownAsLongAsTheyAreWhatTheCompilerSaw) {
  record();
  EXPECT_THAT(here_.run({"foreweave", "predict", "race.fwt"}).out, HasSubstr("| "));
  EXPECT_THAT(here_.run({"foreweave", "predict", "race.fwt"}).out, HasSubstr("shared++"));
  fs::create_directories(path("moved"));
  fs::rename(path("race.c"), path("moved/race.c"));
  EXPECT_THAT(here_.run({"foreweave", "predict", "race.fwt"}).out,
              HasSubstr("No source was found"));
  EXPECT_THAT(here_.run({"foreweave", "predict", "--source-root", "moved", "race.fwt"}).out,
              HasSubstr("shared++"));
  here_.write("race.c", "// new\n"s + std::string(kRace));
  for (const char* format : kFormats) {
    const Ran ran = here_.run({"foreweave", "predict", "--format", format, "race.fwt"});
    EXPECT_THAT(ran.out, Not(HasSubstr("shared++"))) << format;
  }
  const Ran json = here_.run({"foreweave", "predict", "--format", "json", "race.fwt"});
  EXPECT_EQ(nlohmann::json::parse(json.out)["sources"][0]["why"], "changed");
  EXPECT_THAT(here_.run({"foreweave", "predict", "--format", "sarif", "race.fwt"}).out,
              HasSubstr("race.c is not shown: it has changed since it was compiled"));
}

TEST_F(Trust, FilesThatLineDirectivesNameAreShownAsTheyWere) {
  here_.write("grammar.y", "rule one\nrule two\nrule three\n");
  here_.write(
      "made.c",
      "#include <pthread.h>\nint shared;\nvoid* f(void* a) {\n#line 2 \"grammar.y\"\n  shared++;\n"
      "  return a; }\nint main() { pthread_t t; pthread_create(&t, 0, f, 0); f(0);\n"
      "  pthread_join(t, 0); }\n");
  for (const char* trial : {"first", "second"}) {
    const Ran ran = here_.run({"foreweave", "check", "--no-replay", "made.c"});
    EXPECT_EQ(ran.status, 66) << ran.err;
    EXPECT_THAT(ran.out, HasSubstr("rule two")) << trial;
  }
  here_.write("grammar.y", "rule one\nanother rule\n");
  EXPECT_THAT(here_.run({"foreweave", "predict", "foreweave-results/made-1.fwt"}).out,
              AllOf(HasSubstr("grammar.y is not shown"), Not(HasSubstr("another rule"))));
}

// --- what is in a trace -------------------------------------------------------------------------

TEST_F(Trust, OfTheEnvironmentATraceHasNamesAndWhatWasAskedFor) {
  const Scratch::How how{.env = {"MODE=asked", "API_TOKEN=hunter2", "LC_TIME=de_DE"}};
  record({}, how);
  const std::string values = attachment(path("race.fwt"), "environment");
  EXPECT_THAT(values, AllOf(HasSubstr("MODE=asked\0"s), HasSubstr("LC_TIME=de_DE\0"s)));
  EXPECT_THAT(values, Not(AnyOf(HasSubstr("hunter2"), HasSubstr("API_TOKEN"), HasSubstr("HOME="))));
  EXPECT_THAT(attachment(path("race.fwt"), "environment-names"), HasSubstr("API_TOKEN\0"s));
  const std::string info = here_.run({"foreweave", "trace", "info", "race.fwt"}).out;
  EXPECT_THAT(
      info, AllOf(HasSubstr("command      built/race\n"), HasSubstr("folder       " + here_.path()),
                  HasSubstr("API_TOKEN"), Not(HasSubstr("hunter2")),
                  HasSubstr("source       " + path("race.c") + "\n"),
                  HasSubstr("input        0 bytes of standard input"),
                  HasSubstr("origin       recorded on this machine by this user")));
  const Ran missing = here_.run({"foreweave", "replay", "race.fwt", bug_});
  EXPECT_EQ(missing.status, 66);
  EXPECT_THAT(missing.err, HasSubstr("neither in the trace nor here: API_TOKEN"));

  here_.run({"foreweave", "record", "--keep-environment", "-o", "all.fwt", "--", "built/race"},
            how);
  EXPECT_THAT(attachment(path("all.fwt"), "environment"), HasSubstr("API_TOKEN=hunter2\0"s));
}

TEST_F(Trust, AProgramMayHaveItsOwnGetenv) {
  here_.write("own.c",
              "#include <stdio.h>\nchar* getenv(const char* name) { return name[0] == 'X' ? "
              "\"own\" : 0; }\n"
              "int main(void) { printf(\"[%s]\", getenv(\"X\")); }\n");
  const Ran ran = here_.run({"foreweave", "check", "own.c"});
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_THAT(ran.err, HasSubstr("[own]"));
}

// --- what is run at all -------------------------------------------------------------------------

TEST_F(Trust, AProgramThatCannotBeRecordedIsNotRun) {
  for (const char* command : {"record", "check"}) {
    const Ran ran = here_.run({"foreweave", command, "--", "touch", "pwned"});
    EXPECT_EQ(ran.status, 2);
    EXPECT_THAT(ran.err, HasSubstr("touch: was not built with foreweave-cc or foreweave-c++"));
    EXPECT_FALSE(fs::exists(path("pwned"))) << command;
  }
}

TEST_F(Trust, ScriptsAndLaunchersAreRunForTheProgramThatTheyStart) {
  record();
  here_.write("start", "#!/bin/sh\nexec built/race \"$@\"\n");
  fs::permissions(path("start"), fs::perms::owner_all);
  const std::vector<std::vector<std::string>> commands = {{"./start", "4"},
                                                          {"sh", "-c", "built/race 4"},
                                                          {"env", "A=1", "built/race", "4"},
                                                          {"timeout", "20", "built/race", "4"}};
  for (const auto& words : commands) {
    std::vector<std::string> command = {"foreweave", "record", "-o", "by.fwt", "--"};
    command.insert(command.end(), words.begin(), words.end());
    const Ran ran = here_.run(command);
    EXPECT_EQ(ran.status, 4) << words[0] << ran.err;
    EXPECT_THAT(ran.err, HasSubstr("by.fwt: ")) << words[0];
  }
  EXPECT_EQ(here_.run({"foreweave", "check", "--no-replay", "--", "./start"}).status, 66);
}

TEST_F(Trust, AProgramOfWhichOnlyALibraryIsOursIsRecorded) {
  here_.write("lib.c", "int shared; void* f(void* a) { shared++; return a; }\n");
  here_.write("main.c",
              "#include <pthread.h>\nvoid* f(void*);\nint main(void) { pthread_t t;\n"
              "  pthread_create(&t, 0, f, 0); f(0); pthread_join(t, 0); }\n");
  here_.write("build",
              "set -e\ncc=" + (fs::path(FOREWEAVE_TOOL).parent_path() / "foreweave-cc").string() +
                  "\n$cc -g -shared -fPIC lib.c -o lib.so\n$cc -fno-foreweave -c main.c\n"
                  "$cc main.o ./lib.so -Wl,-rpath,$PWD -pthread -o main\nstrip main\n");
  const std::string command = "cd " + here_.path() + " && sh build 2>build.err";
  ASSERT_EQ(std::system(command.c_str()), 0) << here_.read("build.err");
  const Ran ran = here_.run({"foreweave", "check", "--no-replay", "--", "./main"});
  EXPECT_EQ(ran.status, 66) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("data race on shared"));
}

TEST_F(Trust, OptionsBehindASourceAreRefused) {
  here_.write("race.c", kRace);
  for (const char* option : {"--runs", "--seed=3", "--no-replay", "-j"}) {
    const Ran ran = here_.run({"foreweave", "check", "race.c", "1", option, "3"});
    EXPECT_EQ(ran.status, 2);
    EXPECT_TRUE(is_one_sentence("foreweave", ran.err)) << ran.err;
    EXPECT_THAT(ran.err, AllOf(HasSubstr(option), HasSubstr("put it before race.c, or behind --")));
    EXPECT_FALSE(fs::exists(path("foreweave-results")));
  }
  EXPECT_EQ(here_.run({"foreweave", "check", "--no-replay", "race.c", "--unknown"}).status, 66);
  EXPECT_EQ(here_.run({"foreweave", "check", "--no-replay", "race.c", "--", "--runs"}).status, 66);
  EXPECT_EQ(here_.run({"foreweave", "check", "--no-replay", "--", "race.c", "--runs"}).status, 66);
}

TEST_F(Trust, AnExitStatusIsANoteInEveryReport) {
  here_.write(
      "quiet.c",
      "#include <stdlib.h>\nint main(int n, char** v) { return n > 1 ? atoi(v[1]) : 0; }\n");
  const std::string note = "the program ended with status 5";
  Ran ran = here_.run({"foreweave", "check", "quiet.c", "5"});
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("Note: " + note + ".\n"));
  for (const char* format : kFormats) {
    ran = here_.run({"foreweave", "predict", "--format", format, "foreweave-results/quiet-1.fwt"});
    EXPECT_EQ(ran.status, 0);
    EXPECT_THAT(ran.out, HasSubstr(note)) << format;
    ran = here_.run({"foreweave", "report", "--format", format, "foreweave-results/report.json"});
    EXPECT_THAT(ran.out, HasSubstr(note)) << format;
  }
  ran = here_.run({"foreweave", "check", "--format", "json", "quiet.c"});
  EXPECT_EQ(nlohmann::json::parse(ran.out)["notes"].size(), 0u);
}

}  // namespace
}  // namespace foreweave
