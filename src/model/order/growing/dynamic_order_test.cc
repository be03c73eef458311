// Both structures against a graph that is searched anew after every change.
#include "model/order/growing/dynamic_order.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <utility>
#include <vector>

#include "model/order/growing/clock_matrix.h"
#include "model/order/growing/suffix_minima.h"

namespace foreweave {
namespace {

// At most 64 nodes, each with the set of nodes that it reaches.
class NaiveOrder {
 public:
  explicit NaiveOrder(std::vector<uint32_t> lengths) : lengths_(std::move(lengths)) {
    for (const uint32_t length : lengths_) {
      first_.push_back(static_cast<uint32_t>(nodes_.size()));
      const uint32_t chain = static_cast<uint32_t>(first_.size()) - 1;
      for (uint32_t i = 0; i < length; ++i) nodes_.push_back({chain, i});
    }
    close();
  }

  const std::vector<Node>& nodes() const { return nodes_; }
  uint32_t chain_count() const { return static_cast<uint32_t>(lengths_.size()); }
  size_t edge_count() const { return edges_.size(); }

  bool reaches(Node a, Node b) const { return reached_[number(a)] >> number(b) & 1; }
  uint32_t successor(Node a, uint32_t chain) const {
    for (uint32_t i = 0; i < lengths_[chain]; ++i)
      if (reaches(a, {chain, i})) return i;
    return kNoPosition;
  }
  uint32_t predecessor(Node b, uint32_t chain) const {
    for (uint32_t i = lengths_[chain]; i-- > 0;)
      if (reaches({chain, i}, b)) return i;
    return kNoPosition;
  }
  void insert(Node a, Node b) {
    edges_.push_back({a, b});
    close();
  }
  void keep_edges(size_t count) {
    edges_.resize(count);
    close();
  }

 private:
  struct Edge {
    Node a, b;
  };

  uint32_t number(Node n) const { return first_[n.chain] + n.position; }
  void close() {
    reached_.assign(nodes_.size(), 0);
    for (uint32_t i = 0; i < nodes_.size(); ++i) {
      reached_[i] |= uint64_t{1} << i;
      if (nodes_[i].position > 0) reached_[i - 1] |= uint64_t{1} << i;
    }
    for (const Edge& e : edges_) reached_[number(e.a)] |= uint64_t{1} << number(e.b);
    for (uint32_t via = 0; via < nodes_.size(); ++via)
      for (uint64_t& from : reached_)
        if (from >> via & 1) from |= reached_[via];
  }

  std::vector<uint32_t> lengths_, first_;
  std::vector<Node> nodes_;
  std::vector<Edge> edges_;
  std::vector<uint64_t> reached_;  // by node: Warshall's closure
};

template <class Order>
void expect_same(const Order& order, const NaiveOrder& naive) {
  for (const Node& a : naive.nodes()) {
    for (const Node& b : naive.nodes())
      ASSERT_EQ(order.reaches(a, b), naive.reaches(a, b))
          << a.chain << "." << a.position << " -> " << b.chain << "." << b.position;
    for (uint32_t chain = 0; chain < naive.chain_count(); ++chain) {
      ASSERT_EQ(order.successor(a, chain), naive.successor(a, chain))
          << a.chain << "." << a.position << " -> " << chain;
      ASSERT_EQ(order.predecessor(a, chain), naive.predecessor(a, chain))
          << chain << " -> " << a.chain << "." << a.position;
    }
  }
}

// Insertions, marks and undos at random; every answer is compared after each.
template <class Order>
void compare_with_naive(Order& order, const std::vector<uint32_t>& lengths, uint32_t steps,
                        std::mt19937_64& random) {
  NaiveOrder naive(lengths);
  order.reset(lengths);
  struct Marked {
    typename Order::Mark mark;
    size_t edges;
  };
  std::vector<Marked> marks;
  expect_same(order, naive);
  for (uint32_t step = 0; step < steps && !testing::Test::HasFatalFailure(); ++step) {
    switch (random() % 8) {
      case 0:
        marks.push_back({order.mark(), naive.edge_count()});
        break;
      case 1:
        if (marks.empty()) break;
        // Now and then several marks at once; a mark can be used again.
        for (uint64_t n = random() % marks.size() / 2; n > 0; --n) marks.pop_back();
        order.undo(marks.back().mark);
        naive.keep_edges(marks.back().edges);
        if (random() % 2) marks.pop_back();
        break;
      default: {
        if (naive.nodes().empty()) break;
        const Node a = naive.nodes()[random() % naive.nodes().size()];
        const Node b = naive.nodes()[random() % naive.nodes().size()];
        if (naive.reaches(b, a)) break;
        order.insert(a, b);
        naive.insert(a, b);
      }
    }
    expect_same(order, naive);
  }
}

template <class Order>
class DynamicOrderTest : public testing::Test {};
using Structures = testing::Types<SuffixMinima, ClockMatrix>;
TYPED_TEST_SUITE(DynamicOrderTest, Structures);

TYPED_TEST(DynamicOrderTest, OrdersAChainByPositionFromTheStart) {
  const std::vector<uint32_t> lengths{3, 2};
  const TypeParam order(lengths);
  EXPECT_TRUE(order.reaches({0, 1}, {0, 2}));
  EXPECT_TRUE(order.reaches({0, 1}, {0, 1}));
  EXPECT_FALSE(order.reaches({0, 2}, {0, 1}));
  EXPECT_FALSE(order.reaches({0, 0}, {1, 1}));
  EXPECT_EQ(order.successor({0, 1}, 0), 1u);
  EXPECT_EQ(order.predecessor({0, 1}, 0), 1u);
  EXPECT_EQ(order.successor({0, 1}, 1), kNoPosition);
  EXPECT_EQ(order.predecessor({0, 1}, 1), kNoPosition);
}

TYPED_TEST(DynamicOrderTest, FollowsOrdersThroughOtherChains) {
  const std::vector<uint32_t> lengths{10, 10, 10};
  TypeParam order(lengths);
  order.insert({1, 5}, {2, 6});
  order.insert({0, 3}, {1, 4});
  EXPECT_TRUE(order.reaches({0, 2}, {2, 7}));
  EXPECT_EQ(order.successor({0, 3}, 2), 6u);
  EXPECT_EQ(order.predecessor({2, 9}, 0), 3u);
  EXPECT_EQ(order.successor({0, 4}, 2), kNoPosition);
  EXPECT_EQ(order.predecessor({2, 5}, 0), kNoPosition);
}

TYPED_TEST(DynamicOrderTest, IsAsBeforeAfterAnUndo) {
  const std::vector<uint32_t> lengths{10, 10};
  TypeParam order(lengths);
  order.insert({0, 5}, {1, 5});
  const auto outer = order.mark();
  order.insert({0, 7}, {1, 3});
  const auto inner = order.mark();
  order.insert({1, 8}, {0, 9});
  order.undo(inner);
  EXPECT_FALSE(order.reaches({1, 8}, {0, 9}));
  EXPECT_TRUE(order.reaches({0, 7}, {1, 3}));
  order.undo(outer);
  EXPECT_EQ(order.successor({0, 5}, 1), 5u);
  EXPECT_EQ(order.successor({0, 6}, 1), kNoPosition);
  order.undo(outer);
  EXPECT_EQ(order.successor({0, 5}, 1), 5u);
}

TYPED_TEST(DynamicOrderTest, DoesNothingForAnOrderThatHolds) {
  const std::vector<uint32_t> lengths{4, 4};
  TypeParam order(lengths);
  order.insert({0, 2}, {1, 1});
  const auto mark = order.mark();
  order.insert({0, 2}, {1, 1});
  order.insert({0, 0}, {1, 3});
  order.insert({0, 1}, {0, 3});
  EXPECT_EQ(order.mark(), mark);
  EXPECT_EQ(order.successor({0, 2}, 1), 1u);
}

TYPED_TEST(DynamicOrderTest, AcceptsChainsWithoutAnyPosition) {
  const std::vector<uint32_t> lengths{0, 1, 0, 1};
  TypeParam order(lengths);
  order.insert({1, 0}, {3, 0});
  EXPECT_TRUE(order.reaches({1, 0}, {3, 0}));
  EXPECT_EQ(order.successor({1, 0}, 2), kNoPosition);
  EXPECT_EQ(order.predecessor({3, 0}, 0), kNoPosition);
  order.reset({});
  EXPECT_EQ(order.chain_count(), 0u);
}

TYPED_TEST(DynamicOrderTest, AgreesWithAGraphOnRandomSequences) {
  std::mt19937_64 random(1);
  TypeParam order;
  for (int round = 0; round < 2000 && !this->HasFatalFailure(); ++round) {
    SCOPED_TRACE(round);
    std::vector<uint32_t> lengths(1 + random() % 6);
    for (uint32_t& length : lengths) length = static_cast<uint32_t>(random() % 7);
    compare_with_naive(order, lengths, 20, random);
  }
}

TYPED_TEST(DynamicOrderTest, AgreesWithAGraphOnLongerSequences) {
  std::mt19937_64 random(2);
  TypeParam order;
  for (const auto& lengths : std::vector<std::vector<uint32_t>>{{40},
                                                                {30, 30},
                                                                {1, 60},
                                                                {20, 20, 20},
                                                                {0, 25, 1, 25},
                                                                std::vector<uint32_t>(20, 3),
                                                                std::vector<uint32_t>(60, 1)})
    for (int round = 0; round < 8 && !this->HasFatalFailure(); ++round)
      compare_with_naive(order, lengths, 150, random);
}

TYPED_TEST(DynamicOrderTest, CanBeUsedForManyWindowsOneAfterTheOther) {
  TypeParam order;
  for (uint32_t window = 1; window < 50; ++window) {
    const std::vector<uint32_t> lengths{window, 2 * window, 50 - window};
    order.reset(lengths);
    EXPECT_EQ(order.chain_count(), 3u);
    EXPECT_EQ(order.successor({0, 0}, 1), kNoPosition);
    order.insert({0, window - 1}, {1, window});
    order.insert({1, window}, {2, 0});
    EXPECT_EQ(order.successor({0, 0}, 2), 0u);
  }
}

// What no searched graph can follow: long staircases, long runs.
TEST(DynamicOrders, AgreeWithEachOtherOnLongChains) {
  std::mt19937_64 random(3);
  for (const uint32_t chains : {2u, 3u, 9u}) {
    const uint32_t length = 12000 / chains;
    const std::vector<uint32_t> lengths(chains, length);
    SuffixMinima minima(lengths);
    ClockMatrix matrix(lengths);
    std::vector<std::pair<SuffixMinima::Mark, ClockMatrix::Mark>> marks;
    const auto any_node = [&] {
      return Node{static_cast<uint32_t>(random() % chains),
                  static_cast<uint32_t>(random() % length)};
    };
    for (int step = 0; step < 20000; ++step) {
      // Mostly from a position to a slightly later one, as in a trace.
      const Node a = any_node();
      Node b = any_node();
      if (random() % 64 != 0)
        b.position =
            std::min<uint32_t>(length - 1, a.position + static_cast<uint32_t>(random() % 40));
      ASSERT_EQ(minima.reaches(b, a), matrix.reaches(b, a));
      if (!matrix.reaches(b, a)) {
        minima.insert(a, b);
        matrix.insert(a, b);
      }
      if (random() % 256 == 0) marks.emplace_back(minima.mark(), matrix.mark());
      if (random() % 1024 == 0 && !marks.empty()) {
        minima.undo(marks.back().first);
        matrix.undo(marks.back().second);
        marks.pop_back();
      }
      for (int i = 0; i < 8; ++i) {
        const Node n = any_node();
        const uint32_t chain = static_cast<uint32_t>(random() % chains);
        ASSERT_EQ(minima.successor(n, chain), matrix.successor(n, chain)) << step;
        ASSERT_EQ(minima.predecessor(n, chain), matrix.predecessor(n, chain)) << step;
      }
    }
  }
}

template <class Order>
class DynamicOrderDeathTest : public testing::Test {};
TYPED_TEST_SUITE(DynamicOrderDeathTest, Structures);

TYPED_TEST(DynamicOrderDeathTest, RefusesACycle) {
  const std::vector<uint32_t> lengths{4, 4};
  TypeParam order(lengths);
  order.insert({0, 2}, {1, 2});
  EXPECT_DEATH(order.insert({1, 3}, {0, 1}), "cycle");
}

TYPED_TEST(DynamicOrderDeathTest, RefusesAnOrderAgainstThatOfAChain) {
  const std::vector<uint32_t> lengths{4};
  TypeParam order(lengths);
  EXPECT_DEATH(order.insert({0, 2}, {0, 1}), "cycle");
  EXPECT_DEATH(order.insert({0, 2}, {0, 2}), "cycle");
}

TYPED_TEST(DynamicOrderDeathTest, RefusesNodesThatDoNotExist) {
  const std::vector<uint32_t> lengths{4, 0};
  TypeParam order(lengths);
  EXPECT_DEATH(order.insert({0, 4}, {1, 0}), "no such node");
  EXPECT_DEATH(order.insert({0, 0}, {1, 0}), "no such node");
  EXPECT_DEATH(order.insert({0, 0}, {2, 0}), "no such node");
}

TYPED_TEST(DynamicOrderDeathTest, RefusesAMarkThatWasTakenBack) {
  const std::vector<uint32_t> lengths{4, 4};
  TypeParam order(lengths);
  const auto outer = order.mark();
  order.insert({0, 2}, {1, 2});
  const auto inner = order.mark();
  order.undo(outer);
  EXPECT_DEATH(order.undo(inner), "mark");
}

}  // namespace
}  // namespace foreweave
