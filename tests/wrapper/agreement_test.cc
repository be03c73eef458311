// Our reading of command lines against clang's own: what it would do (-###) and what it takes its
// arguments for (-ccc-print-phases).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <sstream>

#include "capture/wrapper/driver_options.h"
#include "capture/wrapper/input_kind.h"
#include "workshop.h"

namespace foreweave {
namespace {

bool contains(const std::string& text, std::string_view part) {
  return text.find(part) != text.npos;
}

// The steps that clang says it would take, in words: pass runtime, as far as there is a place for
// them.
std::string places_for_us(const std::string& dry_run) {
  bool code = false, executable = false;
  std::istringstream in(dry_run);
  for (std::string job; std::getline(in, job);) {
    if (contains(job, "\"-cc1\""))
      code |= contains(job, "\"-emit-obj\"") || contains(job, "\"-S\"") ||
              contains(job, "\"-emit-llvm\"") || contains(job, "\"-emit-llvm-bc\"");
    else if (contains(job, "\"-dynamic-linker\"") || contains(job, "crt1.o\""))
      executable |= !contains(job, "\"-shared\"") && !contains(job, "\"-r\"") &&
                    !contains(job, "\"-static\"");
  }
  return std::string(code ? "pass " : "") + (executable ? "runtime" : "");
}

std::string what_we_add(const std::vector<std::string>& plan) {
  const auto any = [&](std::string_view end, std::string_view start) {
    return std::any_of(plan.begin(), plan.end(), [&](const std::string& word) {
      return word.starts_with(start) && word.ends_with(end);
    });
  };
  return std::string(any("/foreweave-pass.so", "-fpass-plugin=") ? "pass " : "") +
         (any("/libforeweave-rt.a", "/") ? "runtime" : "");
}

TEST(Agreement, WeTakeTheSameStepsAsClang) {
  const Workshop shop;
  write_sources(shop);
  shop.write("two.rsp", "main.c 'greet.c'");
  shop.write("c.rsp", "-c @two.rsp");
  shop.done(
      "clang-19 -c greet.c main.c && clang-19 -S -emit-llvm greet.c && cp greet.c greet.cppm\n"
      "cp main.o noextension && cp greet.ll greet.bc && cp main.c main.m && : > main.hpp\n"
      "cp add.s add.S && cp main.c main.i && cp main.c odd.name");
  for (const char* line : {"main.c greet.c",
                           "main.o greet.o",
                           "main.c greet.o -o x",
                           "-c main.c",
                           "-c main.c greet.c",
                           "-S main.c",
                           "-S -emit-llvm main.c",
                           "-c -emit-llvm main.c",
                           "-E main.c",
                           "-M main.c",
                           "-MM main.c",
                           "-MD -c main.c",
                           "-MMD -MF x.d -MT y.o -c main.c -o y.o",
                           "-fsyntax-only main.c",
                           "--analyze main.c",
                           "-emit-ast main.c",
                           "-E -c main.c",
                           "-c -fsyntax-only main.c",
                           "-shared main.o",
                           "--shared main.o",
                           "-r main.o",
                           "-Wl,-r main.o",
                           "-Xlinker -shared main.o",
                           "-static main.o",
                           "-static-pie main.o",
                           "-pie main.o",
                           "-no-pie main.o",
                           "-c add.s",
                           "-c add.S",
                           "add.s",
                           "main.c add.s",
                           "-c greet.ll",
                           "-c greet.bc",
                           "greet.ll",
                           "main.i",
                           "-c main.i",
                           "-x c odd.name",
                           "-xc odd.name",
                           "-x c -c main.o",
                           "-x assembler -c main.c",
                           "-x assembler add.s -x none main.c",
                           "-x none main.c",
                           "-c -x c++ main.c",
                           "main.hpp",
                           "-x c++-header main.c",
                           "-x c-header main.c -o x.pch",
                           "-x c /dev/null",
                           "-c -x c -",
                           "-E -x c -",
                           "-E -",
                           "noextension",
                           "-c noextension",
                           "-lm",
                           "-l m",
                           "-c main.c -lm",
                           "-Wl,main.o",
                           "-o -c main.c",
                           "-o main.c greet.c",
                           "-Xclang -E main.c",
                           "-mllvm -x main.c",
                           "-T x.ld main.o",
                           "-u main main.o",
                           "-z now main.o",
                           "-e main main.o",
                           "-include main.c greet.c",
                           "-I -E main.c",
                           "-D -c main.c",
                           "-MF -E -MD main.c",
                           "@two.rsp",
                           "@c.rsp",
                           "-o x @two.rsp",
                           "-- main.c",
                           "-c -- main.c",
                           "--compile main.c",
                           "--assemble main.c",
                           "--preprocess main.c",
                           "--dependencies main.c",
                           "--language=c odd.name",
                           "--language c odd.name",
                           "--output x main.c",
                           "--precompile greet.cppm",
                           "-c greet.cppm",
                           "-c main.m",
                           "-flto -c main.c",
                           "-flto main.o",
                           "-flto=thin main.c",
                           "-save-temps -c main.c",
                           "-fno-integrated-as -c main.c",
                           "-rdynamic main.o",
                           "-s main.o",
                           "-v",
                           "--version",
                           "-dumpmachine",
                           "-print-search-dirs main.c",
                           "-print-prog-name=ld",
                           "-V",
                           "-qversion",
                           "-version",
                           "-c",
                           "-o x",
                           "-g -O2",
                           "-fsanitize=address main.c",
                           "-verify-pch main.c",
                           "-rewrite-objc main.c",
                           "--emit-static-lib main.o",
                           "-extract-api main.c",
                           "-Xarch_host -E main.c",
                           "-Xpreprocessor -E main.c",
                           "-Xassembler -x main.c",
                           "-isystem main.c greet.c",
                           "--param x=1 main.c",
                           "-working-directory . main.c",
                           "-nodefaultlibs main.o"}) {
    const std::string arguments = line;
    const std::string theirs = places_for_us(shop.sh("clang-19 -### " + arguments).err);
    EXPECT_EQ(what_we_add(shop.plan(arguments)), theirs) << line;
  }
}

// name of each input -> what clang takes it for
std::map<std::string, std::string> clangs_kinds(const std::string& phases) {
  std::map<std::string, std::string> kinds;
  std::istringstream in(phases);
  const std::string mark = ": input, \"";
  for (std::string line; std::getline(in, line);) {
    const size_t at = line.find(mark);
    if (at == line.npos) continue;
    const size_t name = at + mark.size(), end = line.find('"', name);
    kinds.emplace(line.substr(name, end - name),
                  line.substr(end + 3, line.find(',', end + 3) - end - 3));
  }
  return kinds;
}

// Clang's name of a kind is also the name by which -x knows the language.
InputKind kind_by_clangs_name(const std::string& name) {
  if (name == "precompiled-header") return InputKind::kIr;
  if (name == "c++-module-cpp-output") return InputKind::kCode;
  if (name == "cuda-cpp-output") return InputKind::kForeign;
  return kind_of_language(name);
}

TEST(Agreement, WeTakeFilesForTheSameKindAsClang) {
  const Workshop shop;
  std::string names;
  for (const char* extension :
       {"c",    "C",   "i",   "ii",   "h",   "H",    "m",    "M",   "mi",  "mm",  "mii", "cc",
        "CC",   "cp",  "CPP", "cpp",  "cxx", "CXX",  "c++",  "C++", "hh",  "hpp", "hxx", "h++",
        "hp",   "tcc", "inc", "cppm", "ccm", "cxxm", "c++m", "ixx", "iim", "pcm", "pch", "gch",
        "ast",  "s",   "S",   "sx",   "asm", "o",    "obj",  "a",   "so",  "lib", "bc",  "ll",
        "f",    "F",   "f90", "F90",  "for", "FOR",  "fpp",  "FPP", "f95", "F95", "cl",  "clcpp",
        "hlsl", "rs",  "adb", "ads",  "lo",  "la",   "d",    "ld",  "1",   "cui", "iih"})
    names += std::string(" f.") + extension;
  const std::map<std::string, std::string> kinds =
      clangs_kinds(shop.sh("touch" + names + "; clang-19 -ccc-print-phases" + names).err);
  EXPECT_GT(kinds.size(), 60u);
  for (const auto& [name, kind] : kinds)
    EXPECT_EQ(kind_of_file(name), kind_by_clangs_name(kind)) << name << ": " << kind;
}

TEST(Agreement, ValuesAreNoInputsForClangEither) {
  const Workshop shop;
  std::string line = "touch value.c input.c; clang-19 -ccc-print-phases -c";
  for (const char* option : {"-o",
                             "-I",
                             "-D",
                             "-U",
                             "-L",
                             "-MF",
                             "-MT",
                             "-MQ",
                             "-MJ",
                             "-T",
                             "-u",
                             "-z",
                             "-e",
                             "-l",
                             "-A",
                             "-B",
                             "-F",
                             "-G",
                             "-Xlinker",
                             "-Xclang",
                             "-Xassembler",
                             "-Xpreprocessor",
                             "-Xanalyzer",
                             "-mllvm",
                             "-include",
                             "-imacros",
                             "-isystem",
                             "-iquote",
                             "-idirafter",
                             "-isysroot",
                             "-iprefix",
                             "-iwithprefix",
                             "-include-pch",
                             "-rpath",
                             "--param",
                             "--sysroot",
                             "--output",
                             "--define-macro",
                             "-working-directory",
                             "-resource-dir",
                             "-cxx-isystem",
                             "-stdlib++-isystem",
                             "-dependency-file",
                             "-serialize-diagnostics",
                             "-fdebug-compilation-dir",
                             "-ivfsoverlay",
                             "-Xopenmp-target",
                             "-b"}) {
    EXPECT_EQ(values_behind(option), 1u) << option;
    line += std::string(" ") + option + " value.c";
  }
  const std::map<std::string, std::string> kinds = clangs_kinds(shop.sh(line + " input.c").err);
  EXPECT_EQ(kinds.count("value.c"), 0u);
  EXPECT_EQ(kinds.count("input.c"), 1u);
}

}  // namespace
}  // namespace foreweave
