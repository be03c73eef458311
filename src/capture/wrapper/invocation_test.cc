#include "capture/wrapper/invocation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

namespace foreweave {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::vector<Argument> words(const std::string& line) {
  std::vector<Argument> arguments;
  std::istringstream in(line);
  for (std::string word; in >> word;) arguments.push_back({word, arguments.size()});
  return arguments;
}

Invocation read(const std::string& line) { return read_invocation(words(line)).value(); }

TEST(Invocation, StopsAfterTheEarliestStageThatAnOptionNames) {
  const struct {
    const char* line;
    Stage last;
  } cases[] = {
      {"a.c", Stage::kLink},
      {"a.c -MD -MF a.d -MT a.o", Stage::kLink},
      {"-c a.c", Stage::kCompile},
      {"-S a.c", Stage::kCompile},
      {"a.c --compile", Stage::kCompile},
      {"--assemble a.c", Stage::kCompile},
      {"-c -S -emit-llvm a.c", Stage::kCompile},
      {"-fsyntax-only -c a.c", Stage::kExamine},
      {"-c --analyze a.c", Stage::kExamine},
      {"-emit-ast a.c", Stage::kExamine},
      {"--precompile -c a.cppm", Stage::kPrecompile},
      {"-c -E a.c", Stage::kPreprocess},
      {"-E -c a.c", Stage::kPreprocess},
      {"-M a.c", Stage::kPreprocess},
      {"-c -MM a.c", Stage::kPreprocess},
      {"-MD -MMD -MG -MP -MV a.c", Stage::kLink},
  };
  for (const auto& test : cases) EXPECT_EQ(read(test.line).last_stage, test.last) << test.line;
}

TEST(Invocation, TakesNoValueForAnOptionOrAnInput) {
  const Invocation invocation =
      read("-o -c -MF -E -Xlinker -S -Xclang -M -mllvm -shared -D -r -include b.s -T -static a.c");
  EXPECT_EQ(invocation.last_stage, Stage::kLink);
  EXPECT_TRUE(invocation.executable);
  EXPECT_FALSE(invocation.assembler);
  EXPECT_TRUE(invocation.links());
}

TEST(Invocation, AppliesALanguageToTheInputsBehindIt) {
  EXPECT_TRUE(read("-x c a.o").code);
  EXPECT_FALSE(read("-x c a.o").linkable);
  EXPECT_TRUE(read("-xc++ a").code);
  EXPECT_TRUE(read("--language=c a").code);
  EXPECT_TRUE(read("--language c a").code);
  EXPECT_TRUE(read("a.o -x c").linkable);
  EXPECT_FALSE(read("a.o -x c").code);
  EXPECT_TRUE(read("-x c a -x none b.o").linkable);
  EXPECT_TRUE(read("-x assembler a.c").assembler);
  EXPECT_FALSE(read("-x assembler a.c").code);
  EXPECT_TRUE(read("-x assembler a.c -x none b.c").code);
  EXPECT_TRUE(read("-x c -").code);
  EXPECT_TRUE(read("-x c-header a.h").header);
}

TEST(Invocation, TakesEverythingBehindTwoDashesForInputs) {
  const Invocation invocation = read("-c -- -E.c");
  EXPECT_EQ(invocation.last_stage, Stage::kCompile);
  EXPECT_TRUE(invocation.code);
}

TEST(Invocation, KnowsLinksThatMakeNoExecutable) {
  for (const char* line : {"-shared a.o", "--shared a.o", "-r a.o", "--emit-static-lib a.o",
                           "a.o -Wl,-r", "-Wl,-O1,-shared a.o", "-Xlinker -r a.o",
                           "-Xlinker --relocatable a.o", "--for-linker=-shared a.o"})
    EXPECT_FALSE(read(line).executable) << line;
  for (const char* line :
       {"a.o", "-static a.o", "-pie a.o", "-no-pie a.o", "-static-pie a.o", "-Wl,-rpath,x a.o",
        "-rdynamic a.o", "-o -shared a.o", "-shared-libgcc a.o"})
    EXPECT_TRUE(read(line).executable) << line;
}

TEST(Invocation, LinksOnlyWhatThereIsToLink) {
  for (const char* line :
       {"a.c", "a.o", "a.s", "a.ll", "-lm", "-l m", "-Wl,x.o", "-Xlinker x.o", "a.f90", "a.h b.o"})
    EXPECT_TRUE(read(line).links()) << line;
  for (const char* line : {"a.h", "-c a.o", "-E a.c", "-s", "-L."})
    EXPECT_FALSE(read(line).links()) << line;
}

TEST(Invocation, OnlyAsksWithoutInputsOrWithAQuestion) {
  for (const char* line : {"", "-v", "--version", "-dumpmachine", "-print-file-name=x.so a.c", "-V",
                           "-qversion", "-o a", "-c", "-Wl,--version", "-Xlinker --help",
                           "-cc1 -emit-obj a.c", "-cc1as a.s", "-O2 -g"})
    EXPECT_TRUE(read(line).only_asks) << line;
  for (const char* line : {"a.c", "-v a.c", "-### a.c", "-E -", "-Wl,-v", "-c a.c -Wl,--version",
                           "-Xclang -cc1 a.c", "-o --version a.c"})
    EXPECT_FALSE(read(line).only_asks) << line;
}

TEST(Invocation, LastWordOnTheThreadSanitizerCounts) {
  for (const char* line : {"-fsanitize=thread a.c", "-fsanitize=undefined,thread a.c",
                           "-fno-sanitize=thread -fsanitize=thread a.c",
                           "-fsanitize=thread -fno-sanitize=address a.c"})
    EXPECT_TRUE(read(line).thread_sanitizer) << line;
  for (const char* line :
       {"-fsanitize=address,undefined a.c", "-fno-sanitize=thread a.c",
        "-fsanitize=thread -fno-sanitize=thread a.c", "-fsanitize=thread -fno-sanitize=all a.c",
        "-fsanitize=undefined,thread -fno-sanitize=address,thread a.c",
        "-fsanitize-thread-atomics a.c", "-Xclang -fsanitize=thread a.c"})
    EXPECT_FALSE(read(line).thread_sanitizer) << line;
}

TEST(Invocation, NamesTheOptionThatAsksForAnotherMachine) {
  EXPECT_EQ(read("-m32 a.c").other_machine, "-m32");
  EXPECT_EQ(read("--target=bpf a.c").other_machine, "--target=bpf");
  EXPECT_EQ(read("-target wasm32-wasi a.c").other_machine, "--target=wasm32-wasi");
  EXPECT_EQ(read("--target=riscv64-linux-gnu a.c").other_machine, "--target=riscv64-linux-gnu");
  EXPECT_THAT(read("-m32 -m64 a.c").other_machine, IsEmpty());
  EXPECT_THAT(read("-march=native -mavx2 a.c").other_machine, IsEmpty());
#if defined(__x86_64__)
  EXPECT_THAT(read("--target=x86_64-pc-linux-gnu a.c").other_machine, IsEmpty());
  EXPECT_THAT(read("--target=bpf -target x86_64-linux-gnu a.c").other_machine, IsEmpty());
  EXPECT_EQ(read("--target=x86_64-linux-musl a.c").other_machine, "--target=x86_64-linux-musl");
#endif
}

TEST(Invocation, NamesTheOptionThatLeavesTheStandardLibraryOut) {
  EXPECT_EQ(read("-nostdlib a.c").bare, "-nostdlib");
  EXPECT_EQ(read("-nostartfiles a.c").bare, "-nostartfiles");
  EXPECT_EQ(read("-nolibc a.c").bare, "-nolibc");
  EXPECT_EQ(read("-ffreestanding a.c").freestanding, "-ffreestanding");
  EXPECT_THAT(read("-ffreestanding -fhosted a.c").freestanding, IsEmpty());
  EXPECT_THAT(read("-nodefaultlibs -nostdinc -nostdlib++ a.c").bare, IsEmpty());
}

TEST(Invocation, FindsOurOwnOptionsAndTheirPlaces) {
  const OwnOptions own =
      read("-c -fforeweave-ignore=x a.c -fno-foreweave -fforeweave-ignore=y --foreweave-plan").own;
  EXPECT_FALSE(own.enabled);
  EXPECT_TRUE(own.show_plan);
  EXPECT_THAT(own.ignore_lists, ElementsAre("x", "y"));
  EXPECT_THAT(own.places, ElementsAre(1u, 3u, 4u, 5u));
  EXPECT_TRUE(read("-fno-foreweave -fforeweave a.c").own.enabled);
  EXPECT_TRUE(read("-o -fno-foreweave a.c").own.enabled);
}

TEST(Invocation, RefusesOptionsThatLookLikeOursAndAreNone) {
  for (const char* line :
       {"-fforeweave-ignor=x a.c", "-fforeweave-ignore a.c", "-fforeweave-ignore= a.c",
        "-fno-foreweave-ignore=x a.c", "--foreweave a.c", "-fforeweaves"}) {
    const Result<Invocation> result = read_invocation(words(line));
    ASSERT_FALSE(result.ok()) << line;
    EXPECT_THAT(result.error().sentence(), HasSubstr("there is no option -"));
  }
}

}  // namespace
}  // namespace foreweave
