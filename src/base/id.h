// Strong ids: 32-bit numbers that cannot be mixed up. An EventId is not a ThreadId, although both
// are small integers, and the compiler says so.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>

namespace foreweave {

template <class Tag>
struct Id {
  uint32_t value = kNone;

  static constexpr uint32_t kNone = UINT32_MAX;

  constexpr Id() = default;
  constexpr explicit Id(uint32_t v) : value(v) {}
  static constexpr Id none() { return Id(); }

  constexpr bool exists() const { return value != kNone; }
  constexpr size_t index() const { return value; }
  friend constexpr auto operator<=>(Id, Id) = default;
};

}  // namespace foreweave

template <class Tag>
struct std::hash<foreweave::Id<Tag>> {
  size_t operator()(foreweave::Id<Tag> id) const { return std::hash<uint32_t>()(id.value); }
};
