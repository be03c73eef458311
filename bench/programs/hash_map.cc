// A hash map whose buckets are guarded by a few striped locks: threads count words, look them up
// and remove some.
//   hash_map THREADS SCALE
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

namespace {

class StripedMap {
 public:
  explicit StripedMap(size_t buckets) : buckets_(buckets) {}

  void add(uint64_t key, int64_t amount) {
    const size_t b = bucket_of(key);
    const std::lock_guard lock(lock_of(b));
    for (Node* node = buckets_[b].get(); node; node = node->next.get())
      if (node->key == key) {
        node->value += amount;
        return;
      }
    buckets_[b] = std::make_unique<Node>(Node{key, amount, std::move(buckets_[b])});
  }

  std::optional<int64_t> find(uint64_t key) {
    const size_t b = bucket_of(key);
    const std::lock_guard lock(lock_of(b));
    for (const Node* node = buckets_[b].get(); node; node = node->next.get())
      if (node->key == key) return node->value;
    return std::nullopt;
  }

  bool remove(uint64_t key) {
    const size_t b = bucket_of(key);
    const std::lock_guard lock(lock_of(b));
    for (std::unique_ptr<Node>* link = &buckets_[b]; *link; link = &(*link)->next)
      if ((*link)->key == key) {
        *link = std::move((*link)->next);
        return true;
      }
    return false;
  }

  // While nobody else uses it.
  template <class F>
  void for_each(F f) const {
    for (const auto& bucket : buckets_)
      for (const Node* node = bucket.get(); node; node = node->next.get())
        f(node->key, node->value);
  }

 private:
  struct Node {
    uint64_t key;
    int64_t value;
    std::unique_ptr<Node> next;
  };
  struct alignas(64) Stripe {
    std::mutex mutex;
  };

  size_t bucket_of(uint64_t key) const {
    return (key * 0x9e3779b97f4a7c15 >> 32) % buckets_.size();
  }
  std::mutex& lock_of(size_t bucket) { return stripes_[bucket % stripes_.size()].mutex; }

  std::vector<std::unique_ptr<Node>> buckets_;
  std::array<Stripe, 32> stripes_;
};

// Everybody adds to the shared keys; a key above kShared belongs to one thread, which may remove
// it.
constexpr uint64_t kShared = 5000;

int64_t work(StripedMap& map, uint64_t me, size_t rounds) {
  uint64_t random = me * 7919 + 1;
  int64_t found = 0;
  for (size_t i = 0; i < rounds; ++i) {
    random = random * 6364136223846793005 + 1442695040888963407;
    const uint64_t shared = (random >> 33) % kShared,
                   own = (me + 1) * 1'000'000 + (random >> 40) % 2000;
    switch (i % 8) {
      case 0:
        map.add(own, 1);
        break;
      case 1:
        if (const auto value = map.find(own)) found += *value;
        break;
      case 2:
        found += map.remove(own);
        break;
      case 3:
      case 4:
      case 5:
        map.add(shared, static_cast<int64_t>(i % 100));
        break;
      default:
        map.find(shared);
    }
  }
  return found;
}

}  // namespace

int main(int argc, char** argv) {
  const size_t threads = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 2;
  const size_t scale = argc > 2 ? std::strtoul(argv[2], nullptr, 10) : 100;
  StripedMap map(4096);
  std::vector<int64_t> found(threads);
  std::vector<std::jthread> workers;
  for (size_t t = 0; t < threads; ++t)
    workers.emplace_back([&, t] { found[t] = work(map, t, scale * 10'000 / threads); });
  workers.clear();

  uint64_t sum = 0, count = 0;
  map.for_each([&](uint64_t key, int64_t value) {
    sum += key * 31 + static_cast<uint64_t>(value) * key, ++count;
  });
  for (const int64_t f : found) sum = sum * 3 + static_cast<uint64_t>(f);
  std::printf("%llu keys, sum %016llx\n", static_cast<unsigned long long>(count),
              static_cast<unsigned long long>(sum));
}
