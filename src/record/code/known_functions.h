// Functions of libraries of which the runtime records all that matters to other threads: such a
// call decides only by its operands. Any other function that is not instrumented may do anything
// with what it is given, also if something that it calls in turn is recorded.
#pragma once

#include <string_view>

namespace foreweave {

bool is_known_function(std::string_view name);

}  // namespace foreweave
