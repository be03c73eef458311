// A graph of reference-counted nodes: threads build trees that share subtrees with a published one,
// measure them, and let go of them. Mostly allocation and atomic counting.
//   graph THREADS SCALE
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace {

struct Node;
using NodePtr = std::shared_ptr<const Node>;
struct Node {
  uint64_t value;
  NodePtr left, right;
};

// A tree never changes; whoever adds to it makes new nodes along the path and shares the rest.
NodePtr insert(const NodePtr& tree, uint64_t value) {
  if (!tree) return std::make_shared<Node>(Node{value, nullptr, nullptr});
  if (value == tree->value) return tree;
  if (value < tree->value)
    return std::make_shared<Node>(Node{tree->value, insert(tree->left, value), tree->right});
  return std::make_shared<Node>(Node{tree->value, tree->left, insert(tree->right, value)});
}

uint64_t sum_of(const Node* tree) {
  return tree ? tree->value + sum_of(tree->left.get()) + sum_of(tree->right.get()) : 0;
}

class Published {
 public:
  NodePtr snapshot() const {
    const std::lock_guard lock(mutex_);
    return tree_;
  }
  void add(uint64_t value) {
    NodePtr old;  // let go of outside of the lock
    const std::lock_guard lock(mutex_);
    old = std::exchange(tree_, insert(tree_, value));
  }

 private:
  mutable std::mutex mutex_;
  NodePtr tree_;
};

uint64_t scramble(uint64_t x) {
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
  return (x ^ x >> 27) * 0x94d049bb133111eb >> 20;
}

// Publishes its own values; on a snapshot it grows a private tree, whose growth does not depend on
// what the others have published meanwhile.
uint64_t work(Published& published, uint64_t me, size_t rounds) {
  uint64_t sum = 0;
  for (size_t r = 0; r < rounds; ++r) {
    published.add(scramble(me << 32 | r));
    const NodePtr before = published.snapshot();
    NodePtr mine = before;
    for (uint64_t i = 0; i < 12; ++i)
      mine = insert(mine, scramble(1ull << 60 | me << 40 | r << 8 | i));
    if (r % 64 == 0) sum += sum_of(mine.get()) - sum_of(before.get());
  }
  return sum;
}

}  // namespace

int main(int argc, char** argv) {
  const size_t threads = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 2;
  const size_t scale = argc > 2 ? std::strtoul(argv[2], nullptr, 10) : 100;
  Published published;
  std::vector<uint64_t> sums(threads);
  std::vector<std::jthread> workers;
  for (size_t t = 0; t < threads; ++t)
    workers.emplace_back([&, t] { sums[t] = work(published, t, scale * 100 / threads); });
  workers.clear();
  uint64_t sum = sum_of(published.snapshot().get());
  for (const uint64_t s : sums) sum = sum * 31 + s;
  std::printf("sum %016llx\n", static_cast<unsigned long long>(sum));
}
