// Options of ours where the program's arguments are.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "base/result.h"

namespace foreweave {

// All words of the command line, once, before it is parsed.
void note_command_line(std::vector<std::string> words);

// `words` are a source file and what stands behind it. An error if an option that the command knows
// is among them before a "--", and there was none before the file: it would go to the program, and
// nobody would notice.
Status refuse_options_behind(const CLI::App& command, const std::vector<std::string>& words);

}  // namespace foreweave
