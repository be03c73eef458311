// Who else could write into a pipe.
#pragma once

#include <sys/types.h>

namespace foreweave {

// Whether the descriptor of the process is a pipe that no other process has open, as far as that
// can be seen.
bool is_pipe_of_its_own(pid_t process, int descriptor);

}  // namespace foreweave
