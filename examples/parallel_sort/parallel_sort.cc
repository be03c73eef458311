// Sorts four batches of different size with a thread each, and merges them in pairs, up a tree: of
// the two threads that meet at a node, the second one merges what both have brought and goes on to
// the node above.
//
// The bug: the threads find out who is second with an ordinary counter.
// The effect: both read 0, each takes itself for the first and leaves, nobody merges, and the final
// check finds unsorted data (exit status 1).
// An ordinary run: the batches differ so much that two threads never arrive at the same time.
// The twin parallel_sort_fixed.cc counts with an atomic, which also orders what was sorted before
// what is merged.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <iterator>
#include <thread>
#include <vector>

using Iterator = std::vector<uint32_t>::iterator;

// The numbers of a node's two children lie in [begin, middle) and [middle, end).
struct Node {
  Iterator begin, middle, end;
  Node* above = nullptr;
  int arrived = 0;

  // True for the thread that comes second, which then has both halves.
  bool both_are_here() {
    return ++arrived == 2;  // BUG(race): two threads may arrive at once
  }
};

void merge(const Node& node) {
  std::vector<uint32_t> merged;
  merged.reserve(static_cast<size_t>(node.end - node.begin));
  std::merge(node.begin, node.middle, node.middle, node.end, std::back_inserter(merged));
  std::copy(merged.begin(), merged.end(), node.begin);
}

void sort_and_climb(Iterator begin, Iterator end, Node* node) {
  std::sort(begin, end);
  for (; node != nullptr && node->both_are_here(); node = node->above) {
    merge(*node);
  }
}

std::vector<uint32_t> random_numbers(size_t count) {
  std::vector<uint32_t> numbers(count);
  uint32_t state = 20240229;
  for (uint32_t& number : numbers) {
    state = state * 1664525 + 1013904223;
    number = state >> 8;
  }
  return numbers;
}

int main() {
  constexpr size_t kBatches[] = {200, 1500, 3000, 9000};
  std::vector<uint32_t> numbers = random_numbers(200 + 1500 + 3000 + 9000);
  uint64_t sum_before = 0;
  for (const uint32_t number : numbers) sum_before += number;

  Iterator bound[5] = {numbers.begin()};
  for (int i = 0; i < 4; ++i) bound[i + 1] = bound[i] + static_cast<ptrdiff_t>(kBatches[i]);
  Node root = {.begin = bound[0], .middle = bound[2], .end = bound[4]};
  Node left = {.begin = bound[0], .middle = bound[1], .end = bound[2], .above = &root};
  Node right = {.begin = bound[2], .middle = bound[3], .end = bound[4], .above = &root};

  std::vector<std::thread> workers;
  for (int i = 0; i < 4; ++i) {
    workers.emplace_back(sort_and_climb, bound[i], bound[i + 1], i < 2 ? &left : &right);
  }
  for (std::thread& worker : workers) worker.join();

  uint64_t sum = 0;
  for (const uint32_t number : numbers) sum += number;
  const bool sorted = std::is_sorted(numbers.begin(), numbers.end());
  std::printf("%zu numbers, %s\n", numbers.size(), sorted ? "sorted" : "NOT SORTED");
  return sorted && sum == sum_before ? 0 : 1;
}
