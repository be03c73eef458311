#include "record/kept/kept_environment.h"

#include <algorithm>
#include <array>
#include <map>

#include "record/kept/origin.h"

extern char** environ;

namespace foreweave {

namespace {

constexpr std::array<std::string_view, 9> kNames = {
    "LANG",   "LANGUAGE",        "TZ",          "TZDIR",         "PATH",
    "TMPDIR", "LD_LIBRARY_PATH", "LD_BIND_NOW", "GLIBC_TUNABLES"};
constexpr std::array<std::string_view, 5> kFamilies = {"LC_", "MALLOC_", "OMP_", "GOMP_", "KMP_"};

}  // namespace

std::string_view name_of(std::string_view variable) {
  return variable.substr(0, variable.find('='));
}

bool is_kept_always(std::string_view name) {
  return std::find(kNames.begin(), kNames.end(), name) != kNames.end() ||
         std::any_of(kFamilies.begin(), kFamilies.end(),
                     [&](std::string_view family) { return name.starts_with(family); });
}

KeptEnvironment keep_environment(std::span<const std::string> variables,
                                 const std::function<bool(std::string_view name)>& was_asked_for) {
  KeptEnvironment kept;
  for (const std::string& variable : variables) {
    const std::string_view name = name_of(variable);
    kept.names.append(name) += '\0';
    if (is_kept_always(name) || was_asked_for(name)) (kept.values += variable) += '\0';
  }
  return kept;
}

RestoredEnvironment restore_environment(std::string_view values, std::string_view names,
                                        std::span<const std::string> here) {
  RestoredEnvironment restored;
  restored.variables = words_of(values);
  for (const std::string& variable : restored.variables)
    restored.of_trace.emplace_back(name_of(variable));
  std::map<std::string_view, const std::string*> ours;
  for (const std::string& variable : here) ours.emplace(name_of(variable), &variable);
  for (const std::string& name : words_of(names)) {
    const auto& known = restored.of_trace;
    if (std::find(known.begin(), known.end(), name) != known.end()) continue;
    if (const auto found = ours.find(name); found != ours.end())
      restored.variables.push_back(*found->second);
    else
      restored.missing.push_back(name);
  }
  return restored;
}

std::vector<std::string> own_environment() {
  std::vector<std::string> variables;
  for (char** variable = environ; *variable; ++variable) variables.emplace_back(*variable);
  return variables;
}

}  // namespace foreweave
