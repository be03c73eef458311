// CHECK: "we are wrong". Prints what failed and stops, in release builds too: a broken invariant
// must never turn into a wrong verdict. For bad input use Result, for "we do not know" use Unknown.
#pragma once

namespace foreweave {

[[noreturn]] void check_failed(const char* condition, const char* why, const char* file, int line);

}  // namespace foreweave

#define CHECK(condition, why)                                         \
  do {                                                                \
    if (!(condition)) [[unlikely]]                                    \
      ::foreweave::check_failed(#condition, why, __FILE__, __LINE__); \
  } while (false)
