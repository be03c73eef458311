// What both growing orders do when they insert a before b: find the steps that keep them closed, so
// that one look-up tells and never a walk over several chains.
//
// A pair (x, y) becomes ordered if and only if x was before a (or is a) and b was before y (or is
// y). In chain t those x are the positions up to the predecessor of a there, in chain u those y are
// the positions from the successor of b on. So one step for each (t, u), from that predecessor to
// that successor, says all that is new, and the order is closed again. A chain whose predecessor of
// a was before b already has nothing new to say, for any u, and likewise a chain whose successor of
// b was after a. With k chains this takes at most 4k look-ups and k * k steps; mostly far fewer are
// new.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/check.h"
#include "model/order/growing/dynamic_order.h"

namespace foreweave {

class CloseOverChains {
 public:
  // Calls add(x, y) for every step that may be new in `order` when a is put before b. Some may be
  // ordered already, nearly all are not.
  template <class Order, class Add>
  void operator()(const Order& order, std::span<const uint32_t> lengths, Node a, Node b, Add add) {
    CHECK(a.chain < lengths.size() && a.position < lengths[a.chain], "no such node");
    CHECK(b.chain < lengths.size() && b.position < lengths[b.chain], "no such node");
    CHECK(!order.reaches(b, a), "an order that would be a cycle");
    if (order.reaches(a, b)) return;

    before_.clear();
    after_.clear();
    for (uint32_t chain = 0; chain < lengths.size(); ++chain) {
      const Node x{chain, order.predecessor(a, chain)};
      if (x.position != kNoPosition && !order.reaches(x, b)) before_.push_back(x);
      const Node y{chain, order.successor(b, chain)};
      if (y.position != kNoPosition && !order.reaches(a, y)) after_.push_back(y);
    }
    for (const Node& x : before_)
      for (const Node& y : after_)
        if (x.chain != y.chain) add(x, y);
  }

  size_t memory_bytes() const { return (before_.capacity() + after_.capacity()) * sizeof(Node); }

 private:
  std::vector<Node> before_, after_;  // kept for their memory
};

}  // namespace foreweave
