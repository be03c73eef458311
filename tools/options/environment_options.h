// Options from the environment: FOREWEAVE_OPTIONS="format=html:suppressions=known.txt".
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"

namespace foreweave {

// "a=b:c='d:e'" as pairs. A value with colons in it stands in quotes, single or double.
Result<std::vector<std::pair<std::string, std::string>>> parse_environment_options(
    std::string_view text);

// The words of the command line, with what FOREWEAVE_OPTIONS says put behind the name of the
// subcommand, for its options that the command line does not give: who types a command has the last
// word. An option that belongs to another subcommand is nobody's business here; one that belongs to
// none is an error. help=1 is --help.
Result<std::vector<std::string>> with_environment_options(const CLI::App& app,
                                                          std::vector<std::string> words,
                                                          std::string_view options);

}  // namespace foreweave
