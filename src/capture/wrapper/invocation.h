// What a command line asks clang to do, as far as we must know it to do our part.
//
// Every option has its place in a table of invocation.cc; an option that is in none of them changes
// nothing here. Clang is not asked: a build calls us thousands of times. tests/wrapper holds the
// answers against what clang says it would do (-###).
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "capture/wrapper/response_file.h"

namespace foreweave {

// After which stage clang stops. The earliest that any option names counts, wherever it stands.
enum class Stage {
  kPreprocess,  // -E, -M, -MM
  kPrecompile,  // --precompile and the like
  kExamine,     // reads code and makes none: -fsyntax-only, --analyze, -emit-ast
  kCompile,     // machine code, assembly or bitcode: -c, -S
  kLink,
};

// Options that are ours and not clang's. The last one of a kind counts.
struct OwnOptions {
  bool enabled = true;                    // -fforeweave, -fno-foreweave
  bool show_plan = false;                 // --foreweave-plan
  std::vector<std::string> ignore_lists;  // -fforeweave-ignore=FILE, all of them
  std::vector<size_t> places;             // where they stand among the arguments
};

struct Invocation {
  OwnOptions own;

  bool only_asks = false;  // --version and the like, or not a command of the driver (-cc1)
  bool verbose = false;    // -v
  Stage last_stage = Stage::kLink;

  // Which kinds of inputs there are; see InputKind.
  bool code = false, header = false, ir = false, assembler = false, foreign = false;
  bool linkable = false;  // a file for the linker, or -l, or an option for the linker itself

  bool executable = true;        // what a link makes: not with -shared, -r, --emit-static-lib
  bool shared_library = false;   // -shared
  bool binds_own = false;        // the linker may be asked to bind a library's symbols within it
  bool is_static = false;        // -static, -static-pie
  std::string bare;              // the option that leaves start-up code or libc out of the link
  std::string freestanding;      // -ffreestanding
  std::string other_machine;     // the option that asks for code for another kind of machine
  bool distributed_lto = false;  // -fthinlto-index=: the second half of an earlier compilation

  bool thread_sanitizer = false;
  bool debug_named = false;  // the user said how much debug information there shall be

  bool makes_code() const { return last_stage >= Stage::kCompile && (code || ir); }
  bool links() const {
    return last_stage == Stage::kLink && (code || ir || assembler || foreign || linkable);
  }
  bool has_input() const { return code || header || ir || assembler || foreign || linkable; }
};

// `arguments` without the name of the program, response files expanded. Fails only on an option
// that looks like one of ours and is none: clang is there to judge its own.
Result<Invocation> read_invocation(const std::vector<Argument>& arguments);

}  // namespace foreweave
