// A list is walked without the lock under which nodes are taken out and freed.
// names: uaf, race
// effect: freed, heap, signal 11, use after free
#include <cstdio>
#include <mutex>
#include <thread>

struct Node {
  int id;
  Node* next;
};

class Watchers {
 public:
  void add(int id) {
    std::lock_guard<std::mutex> guard(mutex_);
    head_ = new Node{id, head_};
  }

  void remove(int id) {
    std::lock_guard<std::mutex> guard(mutex_);
    for (Node** at = &head_; *at; at = &(*at)->next) {
      if ((*at)->id != id) continue;
      Node* gone = *at;
      *at = gone->next;
      delete gone;  // HERE
      return;
    }
  }

  // Notifies all; the lock was taken away here since a watcher may remove itself.
  int notify() const {
    int sum = 0;
    for (Node* n = head_; n; n = n->next)
      sum += n->id;  // HERE
    return sum;
  }

  ~Watchers() {
    while (head_) {
      Node* next = head_->next;
      delete head_;
      head_ = next;
    }
  }

 private:
  std::mutex mutex_;
  Node* head_ = nullptr;
};

int main() {
  Watchers watchers;
  for (int i = 1; i <= 4; ++i) watchers.add(i);
  int sum = 0;
  std::thread notifier([&] { sum = watchers.notify(); });
  std::thread remover([&] { watchers.remove(2); });
  notifier.join();
  remover.join();
  std::printf("%s\n", sum <= 10 ? "notified" : "odd");
}
