// An order over events that grows, and can shrink back: the order that a claim's closure builds up.
//
// The events are *chains*, one a thread; positions within a chain are ordered from the start. An
// insertion adds an order between two nodes of different chains, with everything that follows from
// it. Two structures do the same job (suffix_minima.h, clock_matrix.h): the first is frugal while
// few edges cross chains, the second is faster where many do. The engines take the first
// (docs/engines/closure.md says why); `bench/run order` compares the two.
#pragma once

#include <concepts>
#include <cstdint>
#include <span>

namespace foreweave {

// A position in a chain.
struct Node {
  uint32_t chain = 0;
  uint32_t position = 0;
  friend bool operator==(const Node&, const Node&) = default;
};

inline constexpr uint32_t kNoPosition = UINT32_MAX;

// What both structures offer; `Order` stands for either.
template <class Order>
concept DynamicOrder = requires(Order& order, const Order& fixed, Node a, Node b, uint32_t chain,
                                typename Order::Mark mark, std::span<const uint32_t> lengths) {
  // Is a before b, or a == b?
  { fixed.reaches(a, b) } -> std::same_as<bool>;
  // The first position of `chain` that a is before (a's own position for its own chain), or
  // kNoPosition.
  { fixed.successor(a, chain) } -> std::same_as<uint32_t>;
  // The last position of `chain` that is before b (b's own for its own chain), or kNoPosition.
  { fixed.predecessor(b, chain) } -> std::same_as<uint32_t>;
  // Puts a before b. b must not reach a; an order that holds already changes nothing.
  order.insert(a, b);
  // Takes back everything inserted after mark(). Marks nest: undoing one ends those made after it.
  // It may itself be undone to again.
  { order.mark() } -> std::same_as<typename Order::Mark>;
  order.undo(mark);
  // As if made anew for chains of these lengths, but the memory is kept; marks end.
  order.reset(lengths);
};

}  // namespace foreweave
