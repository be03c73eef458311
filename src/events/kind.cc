#include "events/kind.h"

namespace foreweave {

namespace {
constexpr bool codes_are_positions() {
  size_t next = 0;
#define X(name, code, std_op, operand, traits) \
  if (code != next++) return false;
  FOREWEAVE_EVENT_KINDS(X)
#undef X
  return next == kKindCount;
}
static_assert(codes_are_positions(), "kKinds is indexed by code");
}  // namespace

std::optional<Kind> kind_from_std_op(std::string_view op) {
  for (size_t k = 0; k < kKindCount; ++k)
    if (kKinds[k].std_op == op) return static_cast<Kind>(k);
  return std::nullopt;
}

}  // namespace foreweave
