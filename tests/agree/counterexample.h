// Counterexamples as files that tests can run again: STD text with a comment on top where STD can
// say everything, otherwise our own format with the events listed in a text file beside it.
#pragma once

#include <string>

#include "agree/draft.h"
#include "base/result.h"

namespace foreweave::agree {

// Gives the path of the trace's file. The folder is made if it does not exist; a file of that name
// is never overwritten.
Result<std::string> save_counterexample(const Draft& draft, const std::string& folder,
                                        const std::string& name, const std::string& comment);

}  // namespace foreweave::agree
