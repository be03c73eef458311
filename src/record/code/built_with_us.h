// Whether a program can be recorded, from its file: nothing is run to find out.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"

namespace foreweave {

enum class Build : uint8_t {
  ours,           // it has the runtime of this version
  other_version,  // it has another one's
  foreign,        // a program without it
  no_program,     // a script, or nothing that the system could load
};
// By the note that the runtime has in it (capture/abi/note.h).
Build build_of(std::span<const uint8_t> file);

// The file that a command's first word leads to, as execvp finds it; empty if it does not.
std::string file_of_command(const std::string& word);

// An error if it is certain that nothing would be recorded of the command, in a sentence. A script
// may start a program of ours; so may a shell or the like, or a program that is given one of ours
// as an argument (timeout 5 ./server). What cannot be found or read is left to whoever runs it.
Status can_be_recorded(const std::vector<std::string>& command);
// The same of the file alone, without the benefit of the doubt.
Status is_built_with_us(const std::string& file);

}  // namespace foreweave
