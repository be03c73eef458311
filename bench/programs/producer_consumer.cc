// Half of the threads make messages, half of them take them from a bounded queue with a mutex and
// two conditions, and work a little on each.
//   producer_consumer THREADS SCALE
#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

namespace {

struct Message {
  uint32_t sender;
  uint32_t number;
  std::vector<uint32_t> body;
};

class BoundedQueue {
 public:
  explicit BoundedQueue(size_t capacity) : capacity_(capacity) {}

  void push(Message message) {
    std::unique_lock lock(mutex_);
    not_full_.wait(lock, [&] { return messages_.size() < capacity_; });
    messages_.push_back(std::move(message));
    lock.unlock();
    not_empty_.notify_one();
  }
  // Nothing once it is closed and empty.
  std::optional<Message> pop() {
    std::unique_lock lock(mutex_);
    not_empty_.wait(lock, [&] { return !messages_.empty() || closed_; });
    if (messages_.empty()) return std::nullopt;
    Message message = std::move(messages_.front());
    messages_.pop_front();
    lock.unlock();
    not_full_.notify_one();
    return message;
  }
  void close() {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    not_empty_.notify_all();
  }

 private:
  const size_t capacity_;
  std::mutex mutex_;
  std::condition_variable not_full_, not_empty_;
  std::deque<Message> messages_;
  bool closed_ = false;
};

Message make(uint32_t sender, uint32_t number) {
  Message message{sender, number, std::vector<uint32_t>(64 + number % 64)};
  uint32_t x = sender * 97 + number;
  for (uint32_t& word : message.body) word = x = x * 1103515245 + 12345;
  return message;
}

uint64_t digest(Message& message) {
  std::nth_element(message.body.begin(), message.body.begin() + 20, message.body.end());
  uint64_t sum = message.sender + 1;
  for (size_t i = 0; i <= 20; ++i) sum += message.body[i];  // the least ones, in any order
  return sum * (message.number + 1);
}

}  // namespace

int main(int argc, char** argv) {
  const uint32_t threads = argc > 1 ? static_cast<uint32_t>(std::atoi(argv[1])) : 2;
  const uint32_t scale = argc > 2 ? static_cast<uint32_t>(std::atoi(argv[2])) : 100;
  const uint32_t producers = std::max(1u, threads / 2),
                 consumers = std::max(1u, threads - producers);
  const uint32_t each = scale * 1000 / producers;

  BoundedQueue queue(64);
  std::atomic<uint64_t> sum{0}, taken{0};
  std::vector<std::jthread> making, taking;
  for (uint32_t c = 0; c < consumers; ++c)
    taking.emplace_back([&] {
      uint64_t mine = 0;
      while (auto message = queue.pop()) {
        mine += digest(*message);
        taken.fetch_add(1, std::memory_order_relaxed);
      }
      sum += mine;
    });
  for (uint32_t p = 0; p < producers; ++p)
    making.emplace_back([&, p] {
      for (uint32_t n = 0; n < each; ++n) queue.push(make(p, n));
    });
  making.clear();
  queue.close();
  taking.clear();
  std::printf("%llu messages, sum %016llx\n", static_cast<unsigned long long>(taken.load()),
              static_cast<unsigned long long>(sum.load()));
}
