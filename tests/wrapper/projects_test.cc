// Small projects, built by the tools that real ones are built with.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "workshop.h"

namespace foreweave {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

class Projects : public testing::Test {
 protected:
  Projects() { write_sources(shop_); }

  void expect_program(const std::string& program) {
    EXPECT_TRUE(shop_.has_runtime(program)) << program;
    EXPECT_EQ(shop_.done("./" + program), "hello 3\n") << program;
  }

  Workshop shop_;
};

TEST_F(Projects, Make) {
  shop_.write(
      "Makefile",
      "CFLAGS = -O2 -Wall -Werror -MMD -MP\n"
      "all: prog with_shared cprog\n"
      "prog: main.o libgreet.a(greet.o)\n\t$(CC) $(LDFLAGS) -o $@ $^ libgreet.a\n"
      "libgreet.so: greet.c\n\t$(CC) $(CFLAGS) -fPIC -shared -Wl,-soname,$@ $< -o $@\n"
      "with_shared: main.o libgreet.so\n\t$(CC) -o $@ main.o -L. -lgreet -Wl,-rpath,'$$ORIGIN'\n"
      "cprog: main.cc greet.o\n\t$(CXX) $(CXXFLAGS) $^ -o $@\n"
      "-include *.d\n");
  shop_.done("make CC=\"$CC\" CXX=\"$CXX\"");
  expect_program("prog");
  expect_program("with_shared");
  expect_program("cprog");
  EXPECT_FALSE(shop_.has_runtime("libgreet.so"));
  EXPECT_THAT(shop_.read("main.d"), HasSubstr("main.o: main.c greet.h"));
  EXPECT_THAT(shop_.done("touch greet.h; make -n CC=\"$CC\" CXX=\"$CXX\""),
              HasSubstr("-c -o main.o main.c"));
}

TEST_F(Projects, CMakeWithNinja) {
  shop_.write(
      "CMakeLists.txt",
      "cmake_minimum_required(VERSION 3.25)\n"
      "project(hello C CXX)\n"
      "include(CheckCCompilerFlag)\ninclude(CheckFunctionExists)\n"
      "check_c_compiler_flag(-Wall HAS_WALL)\n"
      "check_c_compiler_flag(-fsanitize=thread HAS_TSAN)\n"
      "check_function_exists(pthread_create HAS_PTHREAD)\n"
      "check_function_exists(no_such_function HAS_NONE)\n"
      "find_package(Threads REQUIRED)\n"
      "file(WRITE ${CMAKE_BINARY_DIR}/found.txt \"${CMAKE_C_COMPILER_ID} ${CMAKE_CXX_COMPILER_ID} "
      "${CMAKE_SIZEOF_VOID_P} wall=${HAS_WALL} tsan=${HAS_TSAN} pthread=${HAS_PTHREAD} "
      "none=${HAS_NONE}\")\n"
      "add_library(greet SHARED greet.c)\n"
      "add_library(greet_static STATIC greet.c)\n"
      "add_executable(prog main.cc)\n"
      "target_precompile_headers(prog PRIVATE <string>)\n"
      "target_link_libraries(prog greet Threads::Threads)\n"
      "add_executable(cprog main.c)\n"
      "target_link_libraries(cprog greet_static)\n");
  shop_.done(
      "cmake -S . -B b -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_NINJA_FORCE_RESPONSE_FILE=ON "
      "-DCMAKE_C_FLAGS=-Werror -DCMAKE_CXX_FLAGS=-Werror >log\ncmake --build b >>log");
  EXPECT_EQ(shop_.read("b/found.txt"), "Clang Clang 8 wall=1 tsan= pthread=1 none=");
  EXPECT_FALSE(shop_.has_runtime("b/libgreet.so"));
  EXPECT_TRUE(shop_.has_pass("b/libgreet.so"));
  expect_program("b/prog");
  expect_program("b/cprog");
  EXPECT_THAT(shop_.done("cmake --build b"), HasSubstr("no work to do"));
}

// What configure does to find out about a compiler: every answer comes from an exit status, from
// whether anything was said, or from the file that appeared.
TEST_F(Projects, ChecksOfConfigure) {
  shop_.write("conftest.c", "int main(void) { return 0; }\n");
  shop_.done(
      "$CC --version\n$CC -v\n! $CC -V\n! $CC -qversion\n$CC conftest.c\ntest -f a.out\n./a.out\n"
      "rm a.out; $CC -o conftest conftest.c; ls conftest*; ./conftest");
  EXPECT_THAT(shop_.sh("$CC -c -Werror -O2 -g conftest.c").err, IsEmpty());
  EXPECT_THAT(shop_.sh("$CC -c -Werror -pedantic -std=c11 conftest.c").err, IsEmpty());
  EXPECT_THAT(shop_.sh("$CC -o conftest -Werror conftest.c").err, IsEmpty());
  EXPECT_NE(shop_.sh("$CC -c -Werror -fno-such-option conftest.c").status, 0);
  EXPECT_NE(shop_.sh("$CC -o conftest conftest.c -lno_such_library").status, 0);

  shop_.write("conftest.c", "#include <no_such_header.h>\n");
  EXPECT_NE(shop_.sh("$CC -E conftest.c").status, 0);
  shop_.write("conftest.c", "char no_such_function(); int main() { return no_such_function(); }\n");
  EXPECT_NE(shop_.sh("$CC -o conftest conftest.c").status, 0);
  shop_.write("conftest.c", "#include <stdio.h>\n#ifndef __FOREWEAVE__\n#error\n#endif\n");
  EXPECT_EQ(shop_.sh("$CC -E conftest.c").status, 0);
  EXPECT_EQ(shop_.sh("$CC -c conftest.c -o sub/conftest.o").status, 1);
}

TEST_F(Projects, Libtool) {
  shop_.done(
      "libtool --quiet --tag=CC --mode=compile $CC -g -O2 -c greet.c -o greet.lo\n"
      "libtool --quiet --tag=CC --mode=link $CC -o libgreet.la greet.lo -rpath /usr/lib "
      "-version-info 1:0:0\n"
      "libtool --quiet --tag=CC --mode=compile $CC -c main.c -o main.lo\n"
      "libtool --quiet --tag=CC --mode=link $CC -o prog main.lo libgreet.la\n"
      "libtool --quiet --tag=CC --mode=link $CC -static -o sprog main.lo libgreet.la\n"
      "libtool --quiet --tag=CXX --mode=link $CXX -o cprog main.cc libgreet.la");
  EXPECT_TRUE(shop_.has_pass("greet.o"));
  EXPECT_TRUE(shop_.has_pass(".libs/libgreet.so"));
  EXPECT_FALSE(shop_.has_runtime(".libs/libgreet.so"));
  EXPECT_TRUE(shop_.has_runtime(".libs/prog"));
  EXPECT_EQ(shop_.done("./prog"), "hello 3\n");
  EXPECT_EQ(shop_.done("./cprog"), "hello 3\n");
  expect_program("sprog");
}

TEST_F(Projects, Ccache) {
  for (const char* type : {"auto", "clang", "gcc"}) {
    const std::string setup =
        "export CCACHE_DIR=$PWD/cache-" + std::string(type) + " CCACHE_COMPILERTYPE=" + type +
        "\nC=\"ccache foreweave-cc -O2 -MD -MF greet.d -c greet.c -o greet.o\"\n";
    shop_.done(setup + "$C\nmv greet.o first.o\n$C\ncmp first.o greet.o");
    EXPECT_TRUE(shop_.has_pass("greet.o"));
    EXPECT_THAT(shop_.read("greet.d"), HasSubstr("greet.h"));
    const std::string counts = shop_.done(setup + "ccache --print-stats");
    EXPECT_THAT(counts, HasSubstr("cache_miss\t1\n")) << type;
    EXPECT_THAT(counts, HasSubstr("direct_cache_hit\t1\n")) << type;
    // Without the pass it is another compilation.
    shop_.done(setup + "$C -fno-foreweave");
    EXPECT_FALSE(shop_.has_pass("greet.o"));
    shop_.done(setup + "ccache foreweave-cc main.c greet.c -o prog");
    expect_program("prog");
  }
}

}  // namespace
}  // namespace foreweave
