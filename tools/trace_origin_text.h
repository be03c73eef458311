// What a trace contains besides its events, for `foreweave trace info`: what one passes on with it.
#pragma once

#include <string>

#include "events/trace.h"

namespace foreweave {

// Rows of two columns; none for what the trace does not have.
std::string trace_origin_text(const Trace& trace);

}  // namespace foreweave
