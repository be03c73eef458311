// The tables were read off clang 19 itself, by giving it each option it knows (--autocomplete=-)
// with four inputs behind it, and seeing which of them it still took for inputs.
#include "capture/wrapper/driver_options.h"

#include <algorithm>
#include <iterator>

namespace foreweave {

namespace {

// In the order of std::string_view, for the binary search.
constexpr std::string_view kOneValue[] = {
    "--CLASSPATH",
    "--analyzer-output",
    "--assert",
    "--bootclasspath",
    "--classpath",
    "--config",
    "--define-macro",
    "--dyld-prefix",
    "--encoding",
    "--extdirs",
    "--for-linker",
    "--force-link",
    "--imacros",
    "--include",
    "--include-directory",
    "--include-directory-after",
    "--include-prefix",
    "--include-with-prefix",
    "--include-with-prefix-after",
    "--include-with-prefix-before",
    "--language",
    "--library-directory",
    "--mhwdiv",
    "--output",
    "--param",
    "--prefix",
    "--resource",
    "--serialize-diagnostics",
    "--specs",
    "--std",
    "--sysroot",
    "--undefine-macro",
    "--vfsoverlay",
    "-A",
    "-B",
    "-D",
    "-F",
    "-G",
    "-I",
    "-L",
    "-MF",
    "-MJ",
    "-MQ",
    "-MT",
    "-T",
    "-U",
    "-V",
    "-Xanalyzer",
    "-Xassembler",
    "-Xclang",
    "-Xcuda-fatbinary",
    "-Xcuda-ptxas",
    "-Xlinker",
    "-Xopenmp-target",
    "-Xpreprocessor",
    "-Zlinker-input",
    "-allowable_client",
    "-arch",
    "-arcmt-migrate-report-output",
    "-b",
    "-bundle_loader",
    "-ccc-arcmt-migrate",
    "-ccc-gcc-name",
    "-ccc-install-dir",
    "-ccc-objcmt-migrate",
    "-client_name",
    "-compatibility_version",
    "-current_version",
    "-cxx-isystem",
    "-darwin-target-variant",
    "-darwin-target-variant-triple",
    "-dependency-dot",
    "-dependency-file",
    "-dsym-dir",
    "-dumpdir",
    "-dylib_file",
    "-e",
    "-exported_symbols_list",
    "-fdebug-compilation-dir",
    "-fexperimental-openacc-macro-override",
    "-filelist",
    "-fmodules-user-build-path",
    "-fnew-alignment",
    "-force_load",
    "-framework",
    "-ftrapv-handler",
    "-gen-cdb-fragment-path",
    "-hlsl-entry",
    "-iapinotes-modules",
    "-idirafter",
    "-iframework",
    "-iframeworkwithsysroot",
    "-imacros",
    "-image_base",
    "-imultilib",
    "-include",
    "-include-pch",
    "-init",
    "-install_name",
    "-iprefix",
    "-iquote",
    "-isysroot",
    "-isystem",
    "-isystem-after",
    "-ivfsoverlay",
    "-iwithprefix",
    "-iwithprefixbefore",
    "-iwithsysroot",
    "-l",
    "-meabi",
    "-mllvm",
    "-mmlir",
    "-module-dependency-dir",
    "-mthread-model",
    "-multiply_defined",
    "-o",
    "-pagezero_size",
    "-read_only_relocs",
    "-resource-dir",
    "-rpath",
    "-seg1addr",
    "-seg_addr_table",
    "-serialize-diagnostics",
    "-stdlib++-isystem",
    "-sub_library",
    "-sub_umbrella",
    "-target",
    "-u",
    "-umbrella",
    "-undefined",
    "-unexported_symbols_list",
    "-validator-version",
    "-vfsoverlay",
    "-weak_framework",
    "-weak_library",
    "-weak_reference_mismatches",
    "-working-directory",
    "-x",
    "-z",
};
static_assert(std::is_sorted(std::begin(kOneValue), std::end(kOneValue)));

// Their names go on, or end in "=" and more, and there is a value behind them all the same.
constexpr std::string_view kOneValueBehindPrefix[] = {"-Xarch_", "-Xoffload-linker",
                                                      "-Xopenmp-target="};

constexpr std::string_view kTwoValues[] = {"-sectobjectsymbols", "-segaddr"};
constexpr std::string_view kThreeValues[] = {"-sectalign", "-sectcreate", "-sectorder", "-segprot"};

constexpr std::string_view kQuestions[] = {
    "--help", "--help-hidden", "--version", "-help", "-dumpmachine", "-dumpversion",
};

// What begins like a question and is none.
constexpr std::string_view kNoQuestions[] = {
    "--print-missing-file-dependencies",
    "-print-ivar-layout",
};

// -g options that only tune what another option asks for are not among them.
constexpr std::string_view kDebug[] = {
    "--debug",
    "-g",
    "-g0",
    "-g1",
    "-g2",
    "-g3",
    "-gcodeview",
    "-gdbx",
    "-gdwarf",
    "-gdwarf-2",
    "-gdwarf-3",
    "-gdwarf-4",
    "-gdwarf-5",
    "-gembed-source",
    "-gfull",
    "-gline-directives-only",
    "-gline-tables-only",
    "-gmlt",
    "-gmodules",
    "-gsce",
    "-gsplit-dwarf",
    "-gused",
};
constexpr std::string_view kDebugPrefix[] = {"-ggdb", "-glldb", "-gsplit-dwarf="};

template <class Table>
bool contains(const Table& table, std::string_view option) {
  return std::find(std::begin(table), std::end(table), option) != std::end(table);
}

template <class Table>
bool contains_prefix(const Table& table, std::string_view option) {
  return std::any_of(std::begin(table), std::end(table),
                     [&](std::string_view prefix) { return option.starts_with(prefix); });
}

}  // namespace

size_t values_behind(std::string_view option) {
  if (std::binary_search(std::begin(kOneValue), std::end(kOneValue), option)) return 1;
  if (contains_prefix(kOneValueBehindPrefix, option)) return 1;
  if (contains(kTwoValues, option)) return 2;
  return contains(kThreeValues, option) ? 3 : 0;
}

bool is_question(std::string_view option) {
  if (contains(kQuestions, option) || option.starts_with("--autocomplete=")) return true;
  return (option.starts_with("-print-") || option.starts_with("--print-")) &&
         !contains(kNoQuestions, option);
}

bool names_debug_information(std::string_view option) {
  return contains(kDebug, option) || contains_prefix(kDebugPrefix, option);
}

}  // namespace foreweave
