// Memory without a symbol is known to the trace by its address. The source has a name for it.
#pragma once

#include "report/describe/source_lines.h"
#include "report/report.h"

namespace foreweave {

// Puts the name that the source has for it in place of an address, wherever the finding names it,
// and keeps the address with the object. Only if the lines that access it agree on one name and no
// other memory of the finding would get the same.
void name_from_source(ReportedFinding& finding, SourceLines& sources);

// The same for locks, by the lines that take them: pthread_mutex_lock(&m), std::lock_guard l(m).
void name_locks_from_source(ReportedFinding& finding, SourceLines& sources);

}  // namespace foreweave
