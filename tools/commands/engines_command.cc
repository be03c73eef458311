#include "commands/engines_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "output.h"
#include "search/registry.h"
#include "tool.h"

namespace foreweave {

namespace {

std::string_view describe(Yes yes) {
  switch (yes) {
    case Yes::sound:
      return "sound";
    case Yes::first_only:
      return "first only";
    case Yes::possible:
      return "possible only";
  }
  return "";
}

std::string_view describe(No no) {
  switch (no) {
    case No::nothing:
      return "no";
    case No::exact:
      return "exact";
  }
  return "";
}

std::string engine_table() {
  using Row = std::array<std::string_view, 6>;
  std::vector<Row> rows = {{"name", "procedure", "model", "says yes", "says no", "summary"}};
  const auto add = [&](const EngineInfo& about) {
    rows.push_back({about.name, about.procedure, name(about.model), describe(about.yes),
                    describe(about.no), about.summary});
  };
  for (const Engine* engine : registry().scanners) add(engine->info());
  for (const DecidingEngine& engine : registry().deciders) add(engine.info);
  std::array<size_t, 6> width{};
  for (const Row& row : rows)
    for (size_t c = 0; c < row.size(); ++c) width[c] = std::max(width[c], row[c].size());

  std::string text;
  for (const Row& row : rows) {
    std::string line;
    for (size_t c = 0; c < row.size(); ++c) line += fmt::format("{:{}}  ", row[c], width[c]);
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  }
  return text +
         "\n"
         "says yes: sound, every yes has a witness; first only, guaranteed for the first yes of a\n"
         "  trace; possible only, never a bug. Whatever an engine says, `foreweave predict` "
         "reports\n"
         "  only what the witness checker accepted.\n"
         "says no: exact, silence means that no order of the events shows the bug under the "
         "model;\n"
         "  no, silence means nothing.\n"
         "\n"
         "auto, the default, runs syncp for races and then the last engine here that decides "
         "bugs of\n"
         "  every kind, if there is one. all runs every engine.\n";
}

}  // namespace

void add_engines_command(CLI::App& app, int& exit_status) {
  CLI::App* command = app.add_subcommand("engines", "List the engines and what their answers mean");
  command->footer(
      "Example: foreweave engines\n"
      "Exit status: 0 fine, 1 if the list could not be written.");
  command->callback([&exit_status] {
    const Status written = Output("").write(engine_table());
    exit_status =
        written.ok() ? kExitFine : complain("foreweave", written.error().sentence(), kExitFailed);
  });
}

}  // namespace foreweave
