// Ends a program that was started here, and what it started itself.
#pragma once

#include <sys/types.h>

#include <vector>

namespace foreweave {

// It, its children, theirs, ...
std::vector<pid_t> family_of(pid_t program);

// At once (SIGKILL). What has come loose from the program (its parent ended) is not found.
void end_program(pid_t program);

}  // namespace foreweave
