#include "capture/wrapper/plan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <sstream>

namespace foreweave {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Pair;

std::vector<std::string> words(const std::string& line) {
  std::istringstream in(line);
  std::vector<std::string> found;
  for (std::string word; in >> word;) found.push_back(word);
  return found;
}

class Planning : public testing::Test {
 protected:
  Result<Plan> plan(const std::string& line) {
    const Surroundings surroundings{
        .parts = parts_beside("/opt/fw/bin/foreweave-cc"),
        .working_directory = "/src",
        .read = [&](const std::string& path) -> std::optional<ResponseText> {
          const auto file = files_.find(path);
          if (file == files_.end()) return std::nullopt;
          return ResponseText{file->second, path == "pipe"};
        },
        .readable = [&](const std::string& path) { return !missing_.contains(path); }};
    return make_plan(words(line), surroundings);
  }

  // What was added, in words: headers macro pass lines runtime, as far as they are there.
  std::string added(const std::string& line) {
    const Result<Plan> made = plan(line);
    if (!made) return made.error().sentence();
    const std::vector<std::string>& all = made.value().arguments;
    std::string names;
    const std::pair<const char*, const char*> marks[] = {
        {"/opt/fw/include/foreweave", "headers"},
        {"-D__FOREWEAVE__=1", "macro"},
        {"-fpass-plugin=/opt/fw/lib/foreweave/foreweave-pass.so", "pass"},
        {"-fdebug-default-version=4", "lines"},
        {"/opt/fw/lib/foreweave/libforeweave-rt.a", "runtime"},
        {"/opt/fw/lib/foreweave/libforeweave-stand-in.a", "stand-in"}};
    for (const auto& [mark, name] : marks)
      if (std::find(all.begin(), all.end(), mark) != all.end())
        names += (names.empty() ? "" : " ") + std::string(name);
    return names;
  }

  std::string error(const std::string& line) {
    const Result<Plan> made = plan(line);
    return made ? "" : made.error().sentence();
  }

  std::map<std::string, std::string> files_;
  std::set<std::string> missing_;
};

TEST_F(Planning, AddsToEachCommandWhatItsStepsNeed) {
  const struct {
    const char* line;
    const char* added;
  } cases[] = {
      // compile
      {"-c a.c", "headers macro pass lines"},
      {"-S a.c -o -", "headers macro pass lines"},
      {"-c -emit-llvm a.c", "headers macro pass lines"},
      {"-c a.ll", "pass lines"},
      {"-c a.i", "headers macro pass lines"},
      {"-c a.cppm -o a.o", "headers macro pass lines"},
      {"-c a.pcm", "pass lines"},
      {"-x c -c - -o a.o", "headers macro pass lines"},
      {"-x c++ -c a.txt", "headers macro pass lines"},
      {"-c a.c b.cc", "headers macro pass lines"},
      {"-MD -MF a.d -MT a.o -c a.c -o a.o", "headers macro pass lines"},
      {"-flto -c a.c", "headers macro pass lines"},
      {"-flto=thin -c a.c", "headers macro pass lines"},
      {"-### -c a.c", "headers macro pass lines"},
      {"-fsanitize=address,undefined -c a.c", "headers macro pass lines"},
      // what the user says of debug information stands
      {"-g -c a.c", "headers macro pass"},
      {"-g0 -c a.c", "headers macro pass"},
      {"-ggdb3 -c a.c", "headers macro pass"},
      {"-gsplit-dwarf -c a.c", "headers macro pass"},
      {"-gz -c a.c", "headers macro pass lines"},
      // no code is made
      {"-E a.c", "headers macro"},
      {"-E -", "headers macro"},
      {"-E -dM -x c /dev/null", "headers macro"},
      {"-M a.c", "headers macro"},
      {"-MM -MT x a.c", "headers macro"},
      {"-fsyntax-only a.c", "headers macro"},
      {"--analyze a.c", "headers macro"},
      {"-emit-ast a.c", "headers macro"},
      {"-x c++-header a.hpp -o a.hpp.pch", "headers macro"},
      {"a.h", "headers macro"},
      {"-Xclang -emit-pch -Xclang -include -Xclang p.hxx -x c++-header -o p.pch -c p.hxx.cxx",
       "headers macro"},
      {"--precompile a.cppm", "headers macro"},
      // assembler, and languages that are not ours
      {"-c a.s", ""},
      {"-c a.S", ""},
      {"-x assembler-with-cpp -c a.c", ""},
      {"-c a.f90", ""},
      {"-c a.c b.s", "headers macro pass lines"},
      // link
      {"a.c", "headers macro pass lines runtime"},
      {"a.c b.cc c.o d.s -lm -o prog", "headers macro pass lines runtime"},
      {"a.o", "runtime"},
      {"a.s", "runtime"},
      {"-o prog a.o -Wl,--gc-sections -s", "runtime"},
      {"-static a.o", "stand-in"},
      {"-static-pie a.o", "stand-in"},
      {"-no-pie a.o", "runtime"},
      {"-fuse-ld=lld -flto a.o", "runtime"},
      {"-T script.ld a.o", "runtime"},
      {"-nodefaultlibs a.o -lc", "runtime"},
      {"-Wl,--start-group,a.a,--end-group", "runtime"},
      {"a.c -shared -o a.so", "headers macro pass lines stand-in"},
      {"-shared a.o -Wl,--no-undefined", "stand-in"},
      {"-r a.o b.o -o c.o", ""},
      {"-Wl,-r a.o", ""},
      {"--emit-static-lib a.o", ""},
      {"-shared -nostdlib a.c", "headers macro pass lines stand-in"},
      // questions
      {"", ""},
      {"-v", ""},
      {"-V", ""},
      {"--version", ""},
      {"-dumpmachine", ""},
      {"-print-prog-name=ld", ""},
      {"-Wl,--version", ""},
      {"-cc1 -emit-obj a.c", ""},
      // where we have no place
      {"-fno-foreweave a.c", "headers"},
      {"-fno-foreweave -c a.c", "headers"},
      {"-fno-foreweave a.o", ""},
      {"-fno-foreweave -fforeweave -c a.c", "headers macro pass lines"},
      {"-nostdlib a.o", ""},
      {"-nostartfiles a.c", "headers"},
      {"-nostdlib -c a.c", "headers macro pass lines"},
      {"-ffreestanding -c a.c", "headers"},
      {"-ffreestanding a.o", ""},
      {"-fno-foreweave -m32 a.c", "headers"},
      {"-m32 -E a.c", "headers"},
      {"-m32 --version", ""},
      {"-fthinlto-index=a.thinlto.bc -x ir -c a.o", ""},
  };
  for (const auto& test : cases) EXPECT_EQ(added(test.line), test.added) << test.line;
}

TEST_F(Planning, PutsItsOwnInFrontAndLeavesTheRestAsItWas) {
  EXPECT_THAT(
      plan("-O2 -x c a.c -o a").value().arguments,
      ElementsAre("--start-no-unused-arguments",
                  "-fpass-plugin=/opt/fw/lib/foreweave/foreweave-pass.so",
                  "-fplugin=/opt/fw/lib/foreweave/foreweave-attributes.so", "-gline-tables-only",
                  "-fdebug-default-version=4", "-D__FOREWEAVE__=1", "-idirafter",
                  "/opt/fw/include/foreweave", "--end-no-unused-arguments", "-Xlinker",
                  "--dynamic-list=/opt/fw/lib/foreweave/exported-symbols.list", "-Xlinker",
                  "--whole-archive", "-Xlinker", "/opt/fw/lib/foreweave/libforeweave-rt.a",
                  "-Xlinker", "--no-whole-archive", "-O2", "-x", "c", "a.c", "-o", "a"));
  EXPECT_THAT(plan("-print-search-dirs").value().arguments, ElementsAre("-print-search-dirs"));
  EXPECT_THAT(plan("-cc1 -E a.c").value().arguments, ElementsAre("-cc1", "-E", "a.c"));
}

TEST_F(Planning, GivesThePluginForAttributesToWhatReadsFunctions) {
  const auto has_plugin = [&](const std::string& line) {
    const std::vector<std::string> all = plan(line).value().arguments;
    return std::count(all.begin(), all.end(),
                      "-fplugin=/opt/fw/lib/foreweave/foreweave-attributes.so");
  };
  EXPECT_EQ(has_plugin("-c a.c"), 1);
  EXPECT_EQ(has_plugin("-x c++-header a.h -o a.pch"), 1);
  EXPECT_EQ(has_plugin("-E a.c"), 0);
  EXPECT_EQ(has_plugin("a.o -o a"), 0);
  EXPECT_EQ(has_plugin("-fno-foreweave -c a.c"), 0);
  missing_.insert("/opt/fw/lib/foreweave/foreweave-attributes.so");
  EXPECT_THAT(error("-c a.c"), HasSubstr("foreweave-attributes.so: this part of Foreweave"));
}

TEST_F(Planning, LooksIntoResponseFilesAndPassesThemOn) {
  files_["r"] = "-c a.c @s";
  files_["s"] = "-fsyntax-only";
  EXPECT_EQ(added("@r"), "headers macro");
  EXPECT_EQ(plan("@r").value().arguments.back(), "@r");
  files_["link"] = "'a b.o' c.o";
  EXPECT_EQ(added("@link -o x"), "runtime");
  EXPECT_EQ(added("-shared @link -o x"), "stand-in");
}

TEST_F(Planning, ReplacesAResponseFileByItsContentsIfOneOfOurOptionsIsInIt) {
  files_["r"] = "-fno-foreweave -c 'a b.c'";
  files_["other"] = "-O2";
  const std::vector<std::string> arguments = plan("@other @r -g").value().arguments;
  EXPECT_THAT(std::vector<std::string>(arguments.end() - 4, arguments.end()),
              ElementsAre("@other", "-c", "a b.c", "-g"));
}

TEST_F(Planning, PassesOnWhatItReadFromAPipe) {
  files_["pipe"] = "-c a.c";
  const std::vector<std::string> arguments = plan("@pipe -g").value().arguments;
  EXPECT_THAT(std::vector<std::string>(arguments.end() - 3, arguments.end()),
              ElementsAre("-c", "a.c", "-g"));
}

TEST_F(Planning, LeavesAResponseFileThatLeadsToItselfToClang) {
  files_["r"] = "-c a.c @r";
  EXPECT_THAT(plan("@r").value().arguments, ElementsAre("@r"));
}

TEST_F(Planning, GivesThePassTheIgnoreListsByAbsolutePath) {
  const Plan made = plan("-c -fforeweave-ignore=a.list a.c -fforeweave-ignore=/b.list").value();
  EXPECT_THAT(made.environment, ElementsAre(Pair("FOREWEAVE_IGNORE", "/src/a.list:/b.list")));
  EXPECT_THAT(std::vector<std::string>(made.arguments.end() - 2, made.arguments.end()),
              ElementsAre("-c", "a.c"));
  EXPECT_THAT(plan("-c a.c").value().environment, IsEmpty());
  EXPECT_THAT(plan("-E a.c -fforeweave-ignore=a.list").value().environment, IsEmpty());
}

TEST_F(Planning, RefusesAnIgnoreListThatCannotBeReadOrPassedOn) {
  missing_.insert("/src/none.list");
  EXPECT_THAT(error("-c a.c -fforeweave-ignore=none.list"), HasSubstr("none.list: cannot read"));
  EXPECT_THAT(error("-c a.c -fforeweave-ignore=a:b"), HasSubstr("':'"));
  EXPECT_EQ(added("a.o -fforeweave-ignore=none.list"), "runtime");  // nobody reads it
}

TEST_F(Planning, RefusesTheThreadSanitizerWhereItWouldMeetUs) {
  for (const char* line : {"-fsanitize=thread -c a.c", "-fsanitize=undefined,thread a.o",
                           "-shared -fsanitize=thread a.o", "-S -fsanitize=thread a.ll"})
    EXPECT_THAT(error(line), HasSubstr("-fsanitize=thread cannot be combined with Foreweave"))
        << line;
  for (const char* line : {"-fsanitize=thread -fno-sanitize=thread -c a.c",
                           "-fsanitize=thread -E a.c", "-fsanitize=thread --version",
                           "-fno-foreweave -fsanitize=thread a.c", "-fsanitize=thread -c a.s"})
    EXPECT_EQ(error(line), "") << line;
}

TEST_F(Planning, NeedsOnlyThePartsThatAreUsed) {
  missing_ = {"/opt/fw/lib/foreweave/foreweave-pass.so"};
  EXPECT_THAT(error("-c a.c"), HasSubstr("foreweave-pass.so: this part of Foreweave is missing"));
  for (const char* line : {"a.o", "-E a.c", "-M a.c", "-fsyntax-only a.c", "--version", "-v",
                           "-c a.s", "-fno-foreweave -c a.c"})
    EXPECT_EQ(error(line), "") << line;

  for (const char* part : {"libforeweave-rt.a", "exported-symbols.list"}) {
    missing_ = {std::string("/opt/fw/lib/foreweave/") + part};
    EXPECT_THAT(error("a.o"), HasSubstr(part));
    for (const char* line :
         {"-c a.c", "-shared a.c", "-r a.o", "-print-search-dirs", "-nostdlib a.o"})
      EXPECT_EQ(error(line), "") << line;
  }
}

TEST_F(Planning, RefusesOtherMachinesWhereCodeIsMade) {
  for (const char* line : {"-m32 a.c", "-mx32 -c a.c", "-m32 a.o", "--target=bpf -c a.c",
                           "-target riscv64-linux-gnu a.c", "--target=x86_64-linux-musl a.o"})
    EXPECT_THAT(error(line), AllOf(HasSubstr("asks for others"), HasSubstr("-fno-foreweave")))
        << line;
  EXPECT_THAT(error("-m32 a.c"), HasSubstr("-m32"));
  EXPECT_THAT(error("-target bpf -c a.c"), HasSubstr("--target=bpf"));
  for (const char* line : {"-m32 -m64 a.c", "--target=x86_64-linux-gnu a.c", "-m32 -E a.c",
                           "-m32 -fno-foreweave a.c", "-m32 -print-search-dirs"})
    EXPECT_EQ(error(line), "") << line;
}

TEST_F(Planning, SaysWithVWhyItLeftSomethingOut) {
  EXPECT_THAT(plan("-v -nostdlib a.o").value().notes,
              ElementsAre("leaving the pass and the runtime out because of -nostdlib"));
  EXPECT_THAT(plan("-v -ffreestanding -c a.c").value().notes,
              ElementsAre(HasSubstr("-ffreestanding")));
  EXPECT_THAT(plan("-nostdlib a.o").value().notes, IsEmpty());
  EXPECT_THAT(plan("-v a.o").value().notes, IsEmpty());
  EXPECT_THAT(plan("-v -shared -nostdlib a.o").value().notes, IsEmpty());
}

TEST_F(Planning, OnlyShowsThePlanIfAsked) {
  EXPECT_TRUE(plan("--foreweave-plan -c a.c").value().show_only);
  EXPECT_FALSE(plan("-c a.c").value().show_only);
}

TEST(PartsBeside, AreFoundFromTheExecutable) {
  const Parts parts = parts_beside("/opt/fw/bin/foreweave-cc");
  EXPECT_EQ(parts.pass, "/opt/fw/lib/foreweave/foreweave-pass.so");
  EXPECT_EQ(parts.attributes, "/opt/fw/lib/foreweave/foreweave-attributes.so");
  EXPECT_EQ(parts.headers, "/opt/fw/include/foreweave");
  EXPECT_EQ(parts_beside("/bin/foreweave-cc").runtime, "/lib/foreweave/libforeweave-rt.a");
}

}  // namespace
}  // namespace foreweave
