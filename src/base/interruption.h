// Somebody wants us to end: SIGINT, SIGTERM or SIGHUP. What was found so far is worth being told,
// so that long work looks now and then whether it should come to its end.
#pragma once

namespace foreweave {

// From now on the first of these signals is only noted. The second ends the process at once, as it
// would have without this. One that was ignored when we were started stays ignored.
void note_interruptions();

// The signal that came, or 0.
int interruption();

}  // namespace foreweave
