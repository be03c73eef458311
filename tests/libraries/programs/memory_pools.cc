// Messages are made in a pool of the C++ library and thrown away by whoever has read them.
// guilty: race: a message is marked as read after it was given back to the pool
// rows: memory_pools
// options: --runs 4
#include <cstdio>
#include <memory_resource>
#include <mutex>
#include <new>
#include <thread>
#include <vector>

struct Message {
  int from, number;
  bool is_read = false;
};

class Post {
 public:
  Message* make(int from, int number) {
    return new (pool_.allocate(sizeof(Message), alignof(Message))) Message{from, number};
  }
  void throw_away(Message* message) {
    message->is_read = true;
    pool_.deallocate(message, sizeof(Message), alignof(Message));
#ifdef GUILTY
    message->number = 0;
#endif
  }
  // The oldest one, once there are a few.
  Message* exchange(Message* message) {
    const std::lock_guard<std::mutex> held(mutex_);
    box_.push_back(message);
    if (box_.size() < 3) return nullptr;
    Message* const oldest = box_.front();
    box_.erase(box_.begin());
    return oldest;
  }
  int rest() {
    for (Message* message : box_) throw_away(message);
    return static_cast<int>(box_.size());
  }

 private:
  std::pmr::synchronized_pool_resource pool_;
  std::mutex mutex_;
  std::vector<Message*> box_;
};

// The same in a pool that is not synchronized, under a lock.
class Notes {
 public:
  void write(int number) {
    std::lock_guard<std::mutex> held(mutex_);
    if (!notes_.empty() && number % 3 == 0) notes_.pop_back();
    notes_.emplace_back(number, 'x');
  }
  size_t size() const { return notes_.size(); }

 private:
  std::mutex mutex_;
  std::pmr::unsynchronized_pool_resource pool_;
  std::pmr::vector<std::pmr::string> notes_{&pool_};
};

int main() {
  Post post;
  Notes notes;
  const auto work = [&](int from) {
    for (int i = 0; i < 8; ++i) {
      Message* const old = post.exchange(post.make(from, i));
      if (old) post.throw_away(old);
      notes.write(20 + i);
    }
  };
  std::thread a(work, 1), b(work, 2);
  a.join();
  b.join();
  const int rest = post.rest();
  std::printf("%d %zu\n", rest, notes.size());
  return rest == 2 ? 0 : 1;
}
