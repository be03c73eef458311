// What each kind of bug is and what to do about it, for readers who meet the word for the first
// time.
#pragma once

#include <string_view>

#include "events/claim.h"

namespace foreweave {

struct BugHelp {
  std::string_view name;   // "DataRace": one word, as SARIF wants it
  std::string_view brief;  // a sentence
  std::string_view help;   // what it means and how it is usually repaired
};

const BugHelp& help(BugKind kind);

}  // namespace foreweave
