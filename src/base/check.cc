#include "base/check.h"

#include <cstdio>
#include <cstdlib>

namespace foreweave {

void check_failed(const char* condition, const char* why, const char* file, int line) {
  std::fprintf(stderr, "foreweave: internal error: %s (%s does not hold at %s:%d)\n", why,
               condition, file, line);
  std::abort();
}

}  // namespace foreweave
