#include "trace_origin_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <vector>

#include "events/recorded_run/exit_status.h"
#include "events/recorded_run/source_hashes.h"
#include "record/kept/inputs.h"
#include "record/kept/kept_environment.h"
#include "record/kept/origin.h"
#include "record/kept/standard_input.h"
#include "report/describe/places.h"
#include "report/words/event_text.h"

namespace foreweave {

namespace {

class Rows {
 public:
  void add(std::string_view what, const std::string& value) {
    text_ += fmt::format("{:11}  {}\n", what, printable(value));
  }
  std::string take() { return std::move(text_); }

 private:
  std::string text_;
};

void add_environment(const Trace& trace, Rows& rows) {
  std::vector<std::string> kept = words_of(attachment_of(trace, kEnvironmentAttachment));
  for (std::string& variable : kept) variable = std::string(name_of(variable));
  std::vector<std::string> names = words_of(attachment_of(trace, kVariableNamesAttachment));
  const size_t all = std::max(names.size(), kept.size());
  if (all == 0) return;
  std::erase_if(names, [&](const std::string& name) {
    return std::find(kept.begin(), kept.end(), name) != kept.end();
  });
  rows.add("environment", fmt::format("{} variable{}, {} with {}{}{}", all, all == 1 ? "" : "s",
                                      kept.size(), kept.size() == 1 ? "its value" : "their values",
                                      kept.empty() ? "" : ": ", fmt::join(kept, ", ")));
  if (!names.empty()) rows.add("names only", fmt::format("{}", fmt::join(names, ", ")));
}

void add_inputs(const Trace& trace, Rows& rows) {
  for (const Attachment& attachment : trace.attachments()) {
    if (attachment.name == kInputAttachment)
      rows.add("input", fmt::format("{} byte{} of standard input", attachment.bytes.size(),
                                    attachment.bytes.size() == 1 ? "" : "s"));
    if (attachment.name == kInputIsAttachment)
      rows.add("input", fmt::format("standard input was {}", attachment.bytes));
    if (attachment.name == kInputFileAttachment)
      rows.add("input", fmt::format("standard input is in a file: {}", attachment.bytes));
  }
  uint64_t bytes = 0;
  const std::vector<RecordedInput> told = inputs_of(trace);
  for (const RecordedInput& input : told) bytes += input.bytes.size();
  if (!told.empty())
    rows.add("input",
             fmt::format("{} answer{} of the system (time, chance, ids, what came in), {} "
                         "byte{}",
                         told.size(), told.size() == 1 ? "" : "s", bytes, bytes == 1 ? "" : "s"));
}

// Those that a report could show.
void add_sources(const Trace& trace, Rows& rows) {
  const SourceHashes hashes(trace);
  std::set<std::string> files;
  for (const Site& site : trace.sites())
    if (site.line != 0) files.emplace(trace.text(site.file));
  files.erase("");
  files.erase(trace.source().file());
  const size_t all = files.size();
  std::erase_if(files, [](const std::string& file) { return is_of_system({file, 1, 1, ""}); });
  for (const std::string& file : files)
    rows.add("source", file + (hashes.knows(file) ? "" : " (what the compiler saw is not known)"));
  if (all > files.size())
    rows.add("source", fmt::format("{} file{} of the system", all - files.size(),
                                   all - files.size() == 1 ? "" : "s"));
}

std::string origin_text(Whose origin) {
  switch (origin) {
    case Whose::ours:
      return "recorded on this machine by this user";
    case Whose::unsigned_:
      return "not known: the trace is not signed";
    case Whose::others:
      break;
  }
  return "not recorded on this machine by this user, or changed since";
}

}  // namespace

std::string trace_origin_text(const Trace& trace) {
  Rows rows;
  const std::vector<std::string> command = words_of(attachment_of(trace, kCommandAttachment));
  if (!command.empty()) {
    std::vector<std::string> words;
    for (const std::string& word : command) words.push_back(shell_word(word));
    rows.add("command", fmt::format("{}", fmt::join(words, " ")));
  }
  const auto add = [&](std::string_view what, std::string_view attachment) {
    if (const std::string_view bytes = attachment_of(trace, attachment); !bytes.empty())
      rows.add(what, std::string(bytes));
  };
  add("program", kProgramAttachment);
  add("its hash", kProgramHashAttachment);
  add("folder", kFolderAttachment);
  if (const auto status = exit_status_of(trace)) rows.add("exit status", std::to_string(*status));
  add_environment(trace, rows);
  add_inputs(trace, rows);
  add_sources(trace, rows);
  if (!command.empty()) rows.add("origin", origin_text(whose(trace)));
  return rows.take();
}

}  // namespace foreweave
