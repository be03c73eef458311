// How --help looks: names on the left, sentences in lines that fit on a screen on the right, with
// the default and the choices as part of them. packaging/help makes man pages and completions from
// it.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace foreweave {

class HelpFormatter : public CLI::Formatter {
 public:
  std::string make_option(const CLI::Option* option, bool is_positional) const override;
  std::string make_subcommand(const CLI::App* command) const override;
  std::string make_help(const CLI::App* app, std::string name,
                        CLI::AppFormatMode mode) const override;
};

}  // namespace foreweave
