// A lock-free stack: pushes race each other in compare-and-exchange loops, then everything is taken
// at once.
//
// expect-exit: 0
// expect-output: 75 nodes, sum 2775
// expect-events: fork=3 join=3 atomic_update>=76 allocate>=75 free>=75
// deterministic: yes
#include <atomic>
#include <thread>
#include <vector>

#include "../check.h"

struct Node {
  int value;
  Node* below;
};

std::atomic<Node*> top = nullptr;

void push(int value) {
  Node* node = new Node{value, top.load(std::memory_order_relaxed)};
  while (!top.compare_exchange_weak(node->below, node, std::memory_order_release,
                                    std::memory_order_relaxed)) {
  }
}

int main() {
  std::vector<std::thread> threads;
  for (int t = 0; t < 3; ++t) {
    threads.emplace_back([t] {
      for (int i = 0; i < 25; ++i) push(25 * t + i);
    });
  }
  for (std::thread& thread : threads) thread.join();

  int nodes = 0, sum = 0;
  for (Node* node = top.exchange(nullptr, std::memory_order_acquire); node != nullptr; ++nodes) {
    Node* below = node->below;
    sum += node->value;
    delete node;
    node = below;
  }
  std::printf("%d nodes, sum %d\n", nodes, sum);
}
