// What Linux says of a thread or a process that is not our child.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <string>

namespace foreweave {

// 'S' for a thread that sleeps in a system call, 'R' for one that runs or would, 'Z' for one that
// has ended; '?' if there is none.
char kernel_state(pid_t program, uint32_t thread);

// The file that is mapped at an address; empty: none.
std::string mapped_file(pid_t program, uint64_t address);

// Besides the first one.
bool has_other_threads(pid_t program);

}  // namespace foreweave
