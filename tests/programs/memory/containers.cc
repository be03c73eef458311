// Containers of the standard library shared under a lock: strings (short and long), vectors that
// grow, deques, maps whose tree is balanced inside the library, hash tables that rehash.
//
// expect-exit: 0
// expect-output: 200 200 200 200, longest 29
// expect-events: fork=2 join=2 acquire=200 release=200 allocate>=1 free>=1
// deterministic: yes
#include <algorithm>
#include <deque>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>

#include "../check.h"

std::mutex mutex;
std::vector<std::string> strings;
std::deque<int> deque;
std::map<int, std::string> map;
std::unordered_map<int, int> table;

void fill(int from) {
  for (int i = from; i < from + 100; ++i) {
    const std::lock_guard lock(mutex);
    strings.emplace_back(static_cast<size_t>(i % 30), 'x');
    i % 2 ? deque.push_back(i) : deque.push_front(i);
    map[(i * 37) % 200] = strings.back();
    table[i] = i;
  }
}

int main() {
  { std::jthread a(fill, 0), b(fill, 100); }
  size_t longest = 0;
  for (const auto& [key, text] : map) longest = std::max(longest, text.size());
  std::printf("%zu %zu %zu %zu, longest %zu\n", strings.size(), deque.size(), map.size(),
              table.size(), longest);
}
