// What each kind of step leaves in the files it makes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "workshop.h"

namespace foreweave {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

class Steps : public testing::Test {
 protected:
  Steps() { write_sources(shop_); }

  void expect_runs(const std::string& program) { EXPECT_EQ(shop_.done(program), "hello 3\n"); }

  Workshop shop_;
};

TEST_F(Steps, CompilesAtEveryLevelWithThePass) {
  for (const char* level : {"-O0", "-O1", "-O2", "-O3", "-Os"}) {
    shop_.done(std::string("foreweave-cc -c greet.c -o greet.o ") + level);
    EXPECT_TRUE(shop_.has_pass("greet.o")) << level;
    EXPECT_FALSE(shop_.has_runtime("greet.o")) << level;
  }
}

TEST_F(Steps, CompilesAndLinksInOne) {
  shop_.done("foreweave-cc main.c greet.c -o prog");
  EXPECT_TRUE(shop_.has_pass("prog"));
  EXPECT_TRUE(shop_.has_runtime("prog"));
  expect_runs("./prog");
  shop_.done("foreweave-c++ main.cc -x c greet.c -o prog++");
  EXPECT_TRUE(shop_.has_runtime("prog++"));
  expect_runs("./prog++");
}

TEST_F(Steps, LinksTheRuntimeIntoEveryKindOfExecutable) {
  shop_.done("foreweave-cc -c main.c greet.c");
  for (const char* how :
       {"", "-no-pie", "-pie", "-rdynamic", "-Wl,--gc-sections", "-fuse-ld=gold", "-Wl,--as-needed",
        "-nodefaultlibs -lc -lgcc_s", "-Werror -Wl,--fatal-warnings"}) {
    shop_.done(std::string("foreweave-cc -o prog main.o greet.o ") + how);
    EXPECT_TRUE(shop_.has_runtime("prog")) << how;
    expect_runs("./prog");
  }
}

TEST_F(Steps, ExecutableExportsTheRuntimeAlsoWhenStripped) {
  shop_.done("foreweave-cc -s -o prog main.c greet.c");
  EXPECT_THAT(shop_.done("readelf -W --dyn-syms prog"), HasSubstr(" __fw_register_module"));
  expect_runs("./prog");
}

TEST_F(Steps, SharedLibrariesHaveThePassAndNoRuntimeOfTheirOwn) {
  shop_.done(
      "foreweave-cc -fPIC -shared -Wl,--no-undefined greet.c -o libgreet.so\n"
      "foreweave-cc main.c -L. -lgreet -Wl,-rpath,. -o prog");
  EXPECT_TRUE(shop_.has_pass("libgreet.so"));
  EXPECT_FALSE(shop_.has_runtime("libgreet.so"));
  EXPECT_TRUE(shop_.has_runtime("prog"));
  expect_runs("./prog");
}

TEST_F(Steps, RelocatableLinksAndArchivesGetNoRuntime) {
  shop_.done(
      "foreweave-cc -c main.c greet.c\nforeweave-cc -r main.o greet.o -o both.o\n"
      "ar rcs libgreet.a greet.o\nforeweave-cc both.o -o prog\n"
      "foreweave-cc main.o libgreet.a -o prog2");
  EXPECT_TRUE(shop_.has_pass("both.o"));
  EXPECT_FALSE(shop_.has_runtime("both.o"));
  EXPECT_TRUE(shop_.has_runtime("prog"));
  expect_runs("./prog");
  expect_runs("./prog2");
}

TEST_F(Steps, LinkTimeOptimisationKeepsWhatThePassDid) {
  for (const char* how : {"-flto", "-flto -O2", "-flto=thin -fuse-ld=lld"}) {
    const std::string flags = how;
    shop_.done("foreweave-cc -c main.c greet.c " + flags +
               "\nforeweave-cc main.o greet.o -o prog " + flags);
    EXPECT_TRUE(shop_.has_pass("prog")) << how;
    EXPECT_TRUE(shop_.has_runtime("prog")) << how;
    expect_runs("./prog");
  }
}

TEST_F(Steps, AssemblerIsLeftAlone) {
  shop_.write("macro.S", "#ifdef __FOREWEAVE__\n#error\n#endif\n.globl nothing\nnothing: ret\n");
  shop_.done(
      "foreweave-cc -Werror -c add.s macro.S\nmv add.o ours.o\nclang-19 -c add.s\n"
      "cmp add.o ours.o");
  EXPECT_FALSE(shop_.has_pass("macro.o"));
  shop_.done("foreweave-cc -x assembler -c add.s -x none -c greet.c");
  EXPECT_FALSE(shop_.has_pass("add.o"));
  EXPECT_TRUE(shop_.has_pass("greet.o"));
}

TEST_F(Steps, AssemblyAndBitcodeMadeByUsBecomeTheSameProgram) {
  shop_.done("foreweave-cc -S greet.c -o greet.s\nforeweave-cc main.c greet.s -o prog");
  EXPECT_THAT(shop_.read("greet.s"), HasSubstr("foreweave_"));
  expect_runs("./prog");
  shop_.done("clang-19 -S -emit-llvm greet.c -o plain.ll\nforeweave-cc -c plain.ll -o ir.o");
  EXPECT_TRUE(shop_.has_pass("ir.o"));
}

TEST_F(Steps, PreprocessingKnowsTheMacroAndTheHeader) {
  shop_.write("ask.c", "#include <foreweave.h>\n#ifdef __FOREWEAVE__\nint yes;\n#endif\n");
  EXPECT_THAT(shop_.done("foreweave-cc -E ask.c"), HasSubstr("int yes;"));
  EXPECT_THAT(shop_.done("foreweave-cc -M ask.c"), HasSubstr("foreweave.h"));
  EXPECT_THAT(shop_.done("foreweave-cc -MM ask.c"), Not(HasSubstr("foreweave.h")));
  EXPECT_THAT(shop_.done("foreweave-cc -fno-foreweave -E ask.c"), Not(HasSubstr("int yes;")));
  shop_.done("foreweave-cc -fsyntax-only -Werror ask.c\nforeweave-cc -Werror -c ask.c");
}

TEST_F(Steps, PrecompiledHeadersFitTheirUsers) {
  shop_.write("all.h", "#include <stdio.h>\n#ifndef __FOREWEAVE__\n#error\n#endif\n");
  shop_.done(
      "foreweave-cc -x c-header all.h -o all.h.pch\n"
      "foreweave-cc -Werror -include all.h -c greet.c\n"
      "foreweave-cc -Werror -g -include-pch all.h.pch -c greet.c");
  EXPECT_TRUE(shop_.has_pass("greet.o"));
}

TEST_F(Steps, StandardInputIsCompiledToo) {
  shop_.done("foreweave-cc -x c -c - -o in.o < greet.c\nforeweave-cc main.c in.o -o prog");
  EXPECT_TRUE(shop_.has_pass("in.o"));
  expect_runs("./prog");
}

TEST_F(Steps, ResponseFilesAreLookedInto) {
  shop_.write("all.rsp", "-c 'greet.c'\n@more.rsp");
  shop_.write("more.rsp", "main.c");
  shop_.write("link.rsp", "main.o \"greet.o\" -o prog");
  shop_.done("foreweave-cc @all.rsp\nforeweave-cc @link.rsp");
  EXPECT_TRUE(shop_.has_pass("greet.o"));
  EXPECT_TRUE(shop_.has_runtime("prog"));
  shop_.done("mkfifo pipe\necho -c greet.c -o piped.o >pipe &\nforeweave-cc @pipe");
  EXPECT_TRUE(shop_.has_pass("piped.o"));
  shop_.write("own.rsp", "-fno-foreweave -c greet.c -o 'out of.o'");
  shop_.done("foreweave-cc @own.rsp\nmv 'out of.o' out.o");
  EXPECT_FALSE(shop_.has_pass("out.o"));
}

TEST_F(Steps, LeavesThePassAndTheRuntimeOutIfToldTo) {
  shop_.done(
      "foreweave-cc -fno-foreweave -c main.c greet.c\n"
      "foreweave-cc main.o greet.o -o prog\n"
      "foreweave-cc -fno-foreweave main.o greet.o -o plain");
  EXPECT_FALSE(shop_.has_pass("greet.o"));
  EXPECT_TRUE(shop_.has_runtime("prog"));
  EXPECT_FALSE(shop_.has_runtime("plain"));
  expect_runs("./prog");
  expect_runs("./plain");
}

TEST_F(Steps, BareProgramsAreLeftAlone) {
  shop_.write("bare.c",
              "void _start(void) { __asm__(\"mov $60, %eax; xor %edi, %edi; syscall\"); }\n");
  const Ran ran = shop_.sh("foreweave-cc -v -nostdlib -static bare.c -o bare && ./bare");
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_THAT(ran.err, HasSubstr("foreweave-cc: leaving the pass and the runtime out because of "
                                 "-nostdlib\n"));
  EXPECT_FALSE(shop_.has_runtime("bare"));
  shop_.done("foreweave-cc -m32 -fno-foreweave -c plain.c -o plain32.o");
  EXPECT_FALSE(shop_.has_pass("plain32.o"));
}

TEST_F(Steps, LineTablesAreThereUnlessTheUserDecides) {
  const auto debug_sections = [&](const std::string& flags) {
    shop_.done("foreweave-cc -c greet.c -o greet.o " + flags);
    const std::string sections = shop_.done("readelf -SW greet.o");
    return std::string(sections.find(".debug_line") != sections.npos ? "lines " : "") +
           (sections.find(".debug_info") != sections.npos ? "info" : "");
  };
  EXPECT_EQ(debug_sections(""), "lines info");
  EXPECT_EQ(debug_sections("-g0"), "");
  EXPECT_EQ(debug_sections("-gz"), "lines info");
  EXPECT_FALSE(shop_.exists("greet.dwo"));
  EXPECT_EQ(debug_sections("-gsplit-dwarf"), "");
}

TEST_F(Steps, NothingNewIsWarnedAbout) {
  for (const char* flags :
       {"", "-save-temps", "-fno-integrated-as", "-via-file-asm", "-fembed-bitcode", "-flto",
        "-fdebug-types-section", "-gpubnames", "-pedantic -Wall -Wextra",
        "-Wunused-command-line-argument", "-fsanitize=address,undefined", "-fmodules",
        "-ftime-trace", "-MD -MP"}) {
    const Ran ran = shop_.sh(std::string("foreweave-cc -Werror -c greet.c ") + flags);
    EXPECT_EQ(ran.status, 0) << flags << "\n" << ran.err;
    EXPECT_THAT(ran.err, IsEmpty()) << flags;
  }
}

TEST_F(Steps, AddressSanitizerMayStandBesideUs) {
  shop_.done("foreweave-cc -fsanitize=address,undefined main.c greet.c -o prog");
  EXPECT_TRUE(shop_.has_runtime("prog"));
}

TEST_F(Steps, ExitStatusAndStreamsAreClangs) {
  shop_.write("wrong.c", "int main(void) { return x; }\n");
  const Ran ours = shop_.sh("foreweave-cc -c wrong.c");
  const Ran clangs = shop_.sh("clang-19 -c wrong.c");
  EXPECT_EQ(ours.status, clangs.status);
  EXPECT_EQ(ours.err, clangs.err);
  EXPECT_EQ(shop_.sh("foreweave-cc --version").out, shop_.sh("clang-19 --version").out);
  EXPECT_EQ(shop_.sh("foreweave-cc").err, shop_.sh("clang-19").err);
  EXPECT_EQ(shop_.sh("foreweave-c++ -dumpmachine").out, shop_.sh("clang++-19 -dumpmachine").out);
  EXPECT_EQ(shop_.sh("foreweave-cc -V").status, shop_.sh("clang-19 -V").status);
}

TEST_F(Steps, IgnoreListsReachThePassByTheirAbsolutePath) {
  shop_.write("some.list", "fun:greet\n");
  EXPECT_THAT(shop_.plan("-fforeweave-ignore=some.list -c greet.c")[0],
              "FOREWEAVE_IGNORE=" + shop_.path() + "/some.list");
  shop_.write("env", "#!/bin/sh\necho \"$FOREWEAVE_IGNORE $*\"\n");
  const std::string out = shop_.done(
      "chmod +x env\nFOREWEAVE_CLANG=./env foreweave-cc -fforeweave-ignore=some.list -c greet.c");
  EXPECT_THAT(out, HasSubstr(shop_.path() + "/some.list "));
  EXPECT_THAT(out, Not(HasSubstr("-fforeweave-ignore")));
}

TEST_F(Steps, AStaticExecutableRunsWithoutTheRuntime) {
  shop_.write("one.cc",
              "#include <cstdio>\n#include <thread>\n"
              "int main() { std::thread([] { std::puts(\"static\"); }).join(); }\n");
  for (const char* how : {"-static", "-static-pie"})
    EXPECT_EQ(shop_.done(std::string("foreweave-c++ one.cc -o one -pthread ") + how + " && ./one"),
              "static\n");
}

TEST_F(Steps, ALibraryOfOursWorksInAProgramThatIsNot) {
  shop_.write("lib.c",
              "static int n;\nint next(void) { for (int i = 0; i < 5000; ++i) ++n; return n; }\n");
  shop_.write("use.c",
              "#include <stdio.h>\nint next(void);\n"
              "int main(void) { next(); printf(\"%d\\n\", next()); return 0; }\n");
  EXPECT_EQ(shop_.done("foreweave-cc -shared -fPIC lib.c -o libnext.so -Wl,--no-undefined && "
                       "clang-19 use.c -o use ./libnext.so && ./use"),
            "10000\n");
}

}  // namespace
}  // namespace foreweave
