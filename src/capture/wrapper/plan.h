// From the command line of foreweave-cc to the command line of clang.
//
// Nothing is started and nothing printed here: a plan is a function of the arguments and of what
// Surroundings lets it see, which is what the tests vary.
//
// What is added, in front of the user's arguments, so that they have the last word:
// - to whatever reads C or C++: the macro __FOREWEAVE__ and the folder of foreweave.h. Also for -E,
//   -M and precompiled headers: dependencies, ccache's keys and headers must agree with the
//   compilation that they are for.
// - to what makes code of it: the pass, and line tables if the user says nothing of -g.
// - to that and to precompiled headers: the plugin that tells the pass of attributes.
// - to the link of an executable: the runtime, whole, and the list of its symbols for libraries.
// - to the link of a shared library: a stand-in for the runtime, which counts if the library is
// loaded
//   by a program that does not have the real one. A static executable, in which nobody can stand in
//   front of libc, has to do with that, too: it runs and cannot be recorded.
//
// An executable whose own version script makes everything local hides the runtime from its
// libraries.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "capture/wrapper/response_file.h"

namespace foreweave {

// Where the things are that we give to clang.
struct Parts {
  std::string pass;              // LLVM plugin
  std::string attributes;        // clang plugin
  std::string runtime;           // archive
  std::string stand_in;          // archive, for where the runtime cannot be
  std::string shared_stand_in;   // the same as a library of its own
  std::string exported_symbols;  // --dynamic-list of the runtime
  std::string headers;           // folder of foreweave.h
};

// The parts of the installation to which the executable belongs: …/bin/foreweave-cc has them in
// …/lib/foreweave and …/include/foreweave.
Parts parts_beside(const std::string& executable);

struct Surroundings {
  Parts parts;
  std::string working_directory;
  ReadText read;                                          // for response files
  std::function<bool(const std::string& path)> readable;  // for parts and ignore lists
};

struct Plan {
  std::vector<std::string> arguments;                            // for clang, without its name
  std::vector<std::pair<std::string, std::string>> environment;  // to set: name, value
  std::vector<std::string> notes;  // sentences for the user, if any: -v was given
  bool show_only = false;          // --foreweave-plan
};

// The environment variable that tells the pass which lists to read, joined with ':'.
inline constexpr const char kIgnoreVariable[] = "FOREWEAVE_IGNORE";

// Fails on -fsanitize=thread, on options of ours that do not exist or name an unreadable file, and
// on a missing part, if it is needed.
Result<Plan> make_plan(const std::vector<std::string>& arguments, const Surroundings& surroundings);

}  // namespace foreweave
