// Everything that is done with a trace before something is reported, done with a trace that may be
// the rest of a damaged file.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "events/trace.h"
#include "prove/check/check.h"

namespace foreweave::damage {

// Fails the running test unless the error is one sentence that begins with the file's name.
void expect_one_sentence(const Error& error, const std::string& file);

// Runs every streaming engine over a valid trace and returns what the checker accepted.
std::vector<Proved> prove_all(const Trace& trace);

}  // namespace foreweave::damage
