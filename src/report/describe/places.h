// From the trace's numbers to the words of a report.
#pragma once

#include <string>
#include <string_view>

#include "events/trace.h"
#include "report/report.h"

namespace foreweave {

SourcePlace place_of(const Trace& trace, SiteId site);
// What places call a file that the trace calls so.
std::string file_of_places(std::string_view path);
// The place of the site, and behind it the calls by which its function was inlined.
Stack inlined_frames(const Trace& trace, SiteId site);

// In a header of the system, where the user's eye should not be led if there is something better.
bool is_of_system(const SourcePlace& place);
// The place, or if that is in a header of the system the innermost call that is not. A place
// without a line, where the compiler merged or made up code, is no better.
const SourcePlace& own_place(const SourcePlace& place, const Stack& stack);

// "file.cc:12:5 in f", "trace.std:12"; without a known file or line, what there is.
std::string place_text(const SourcePlace& place);

// "at file.cc:12:5 in f": of the program's own place.
// In the place of a function, where a thread gives its stack back.
inline constexpr std::string_view kEndOfThread = "(the end of the thread)";
std::string at_place_text(const SourcePlace& place, const Stack& stack);

// "_Z1fi" as "f(int)"; what is not mangled as it is.
std::string demangled(const std::string& function);

// What an access read or wrote, as recorded: "5", "0xffffffff"; empty for other events, or if it
// was not recorded.
std::string value_text(const Trace& trace, EventId e);

// The text itself if it is UTF-8, otherwise with its odd bytes replaced as JSON replaces them: what
// is read back from JSON must be what was there before.
std::string utf8(std::string_view text);

}  // namespace foreweave
