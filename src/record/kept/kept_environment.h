// Which variables of the environment come into a trace with their values.
//
// Traces are passed around, and environments are full of passwords. A trace has the names of all
// variables, so that a replay can tell what is missing, and the values of those that the program
// asked for while it was recorded, and of those that the libraries below it look at without asking
// in a way that can be seen.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace foreweave {

inline constexpr std::string_view kEnvironmentAttachment = "environment";  // NAME=VALUE, zero
inline constexpr std::string_view kVariableNamesAttachment = "environment-names";  // NAME, zero

std::string_view name_of(std::string_view variable);

// Locale, time zone, paths, and what libc, the loader and OpenMP are set up by.
bool is_kept_always(std::string_view name);

struct KeptEnvironment {
  std::string values, names;  // as the attachments have them
};
KeptEnvironment keep_environment(std::span<const std::string> variables,
                                 const std::function<bool(std::string_view name)>& was_asked_for);

// The environment of a replay: what the trace has; for variables that it has only the names of,
// what is `here`; nothing else.
struct RestoredEnvironment {
  std::vector<std::string> variables;
  std::vector<std::string> of_trace;  // names of those whose values are the trace's
  std::vector<std::string> missing;   // names of those that nobody has a value of
};
RestoredEnvironment restore_environment(std::string_view values, std::string_view names,
                                        std::span<const std::string> here);

// Ours.
std::vector<std::string> own_environment();

}  // namespace foreweave
