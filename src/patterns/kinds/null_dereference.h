// Null dereferences that may be: a thread loads a pointer and accesses what it points to; another
// thread writes null to the pointer, before or after, and the load might have seen that. A class is
// the sites of write, load and access.
//
// Which access uses which load the sites say (Site::pointer_from); without it there are no
// candidates. A decision between load and access, a test for null above all, rules the pair out,
// except under Model::dependence, where it may have nothing to do with the pointer.
#pragma once

#include "patterns/claim_class.h"

namespace foreweave {

Candidates find_null_dereferences(const Trace& trace, const PatternOptions& options);

}  // namespace foreweave
