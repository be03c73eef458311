// What functions of the C library have to do with other threads, by their names.
//
// Threads learn of each other through the system, too: what one writes another one reads, a child
// that one kills another one waits for. What the runtime stands in front of it records. Of
// everything else libc can do only this is known: most functions compute; some change what others
// might ask for; and for all that is not in either list it has to be expected that a thread comes
// back from it with what another one told it.
#pragma once

#include <string_view>

namespace foreweave {

enum class SystemFunction : unsigned char {
  computes,  // or is recorded as what it is
  tells,     // makes or changes something of the system's, and learns nothing from other threads
  may_be_told,
};

SystemFunction system_function(std::string_view name);

}  // namespace foreweave
