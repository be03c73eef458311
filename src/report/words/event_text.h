// Events in words, for people: what a thread did, where, and to what.
#pragma once

#include <string>
#include <string_view>

#include "events/trace.h"

namespace foreweave {

// What the event touches: "x", "the lock m", "file descriptor 5".
std::string operand_text(const Trace& trace, EventId e);
// As a noun: "write of x", "atomic read of flag", "acquire of l", "use of the condition c".
std::string access_text(const Trace& trace, EventId e);
// As a step of a schedule: "write x", "acquire l", "fork worker1".
std::string step_text(const Trace& trace, EventId e);
// Names come out of trace files, and a trace file may come from anywhere: bytes that would steer a
// terminal become question marks.
std::string printable(std::string_view text);

// As a shell takes it for one word: "a.fwt", "'my trace.fwt'".
std::string shell_word(const std::string& text);

// "1 event", "2 events"; `many` for nouns that take more than an s.
std::string counted(uint64_t n, std::string_view one, std::string_view many = {});

}  // namespace foreweave
