#include "capture/wrapper/driver_options.h"

#include <gtest/gtest.h>

namespace foreweave {
namespace {

TEST(DriverOptions, SeparateValuesBelongToTheirOption) {
  for (const char* option : {"-o",
                             "-x",
                             "-I",
                             "-D",
                             "-MF",
                             "-MT",
                             "-Xlinker",
                             "-Xclang",
                             "-mllvm",
                             "-T",
                             "-u",
                             "-z",
                             "-include",
                             "-isystem",
                             "--param",
                             "-target",
                             "--output",
                             "-Xarch_host",
                             "-Xopenmp-target=x86_64",
                             "-V",
                             "-l"})
    EXPECT_EQ(values_behind(option), 1u) << option;
}

TEST(DriverOptions, JoinedValuesNeedNoFurtherArgument) {
  for (const char* option :
       {"-oa", "-xc", "-Iinclude", "-DX=1", "-MD", "-MMD", "-O2", "-g", "-c", "-Wl,-z,now",
        "--output=a", "--target=x", "-std=c11", "-lm", "-Xclang=x"})
    EXPECT_EQ(values_behind(option), 0u) << option;
}

TEST(DriverOptions, SomeTakeMoreThanOne) {
  EXPECT_EQ(values_behind("-segaddr"), 2u);
  EXPECT_EQ(values_behind("-sectcreate"), 3u);
}

TEST(DriverOptions, QuestionsAreAnsweredWhateverElseThereIs) {
  for (const char* option : {"--version", "-dumpversion", "-dumpmachine", "--help",
                             "-print-search-dirs", "--print-prog-name=ld", "--autocomplete=-f"})
    EXPECT_TRUE(is_question(option)) << option;
  for (const char* option :
       {"-v", "-###", "-V", "-E", "--print-missing-file-dependencies", "-print-ivar-layout"})
    EXPECT_FALSE(is_question(option)) << option;
}

TEST(DriverOptions, DebugInformationIsNamedByLevelsAndFormatsNotByTuning) {
  for (const char* option :
       {"-g", "-g0", "-g3", "-ggdb", "-ggdb3", "-glldb", "-gdwarf-5", "-gmlt", "-gline-tables-only",
        "-gsplit-dwarf", "-gsplit-dwarf=single", "--debug"})
    EXPECT_TRUE(names_debug_information(option)) << option;
  for (const char* option :
       {"-gz", "-gz=zlib", "-gcolumn-info", "-gno-column-info", "-ggnu-pubnames",
        "-grecord-command-line", "-gdwarf-aranges", "-O2", "-gcc"})
    EXPECT_FALSE(names_debug_information(option)) << option;
}

}  // namespace
}  // namespace foreweave
