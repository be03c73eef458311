// Work that falls into independent pieces, done by several threads.
#pragma once

#include <cstddef>
#include <functional>

namespace foreweave {

// How many threads this process may run at once; at least 1.
unsigned available_cpus();

// Calls piece(worker, i) once for every i below `count`, in increasing order of start, from at most
// `workers` threads, one of which is the caller's. `worker` is below `workers`; calls with the same
// one never overlap, so that each worker can have tools of its own. Returns when all are done.
//
// Which worker gets which piece is chance: what a piece leaves behind must not depend on it. If the
// system refuses a thread, the others do its work.
void for_each_piece(size_t count, unsigned workers,
                    const std::function<void(unsigned worker, size_t i)>& piece);

}  // namespace foreweave
