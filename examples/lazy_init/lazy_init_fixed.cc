// The repaired twin of lazy_init.cc: the list is complete before it is published, through an atomic
// pointer that those who find it set have acquired.
#include <atomic>
#include <chrono>
#include <cstdio>
#include <mutex>
#include <thread>

class PriceList {
 public:
  static constexpr int kArticles = 40;

  static const PriceList& instance() {
    const PriceList* list = instance_.load(std::memory_order_acquire);
    if (list == nullptr) {
      const std::lock_guard lock(mutex_);
      list = instance_.load(std::memory_order_relaxed);
      if (list == nullptr) {
        list = new PriceList;
        instance_.store(list, std::memory_order_release);
      }
    }
    return *list;
  }

  long price(int article) const { return cents_[article]; }

 private:
  PriceList() {
    for (int article = 0; article < kArticles; ++article) {
      cents_[article] = 199 + 50 * article;
    }
  }

  static inline std::mutex mutex_;
  static inline std::atomic<const PriceList*> instance_ = nullptr;  // lives as long as the program

  long cents_[kArticles];
};

class Ledger {
 public:
  void open_drawer() {
    const std::lock_guard lock(mutex_);
    ++drawers_;
  }
  void book(long cents) {
    const std::lock_guard lock(mutex_);
    total_ += cents;
  }
  long total() {
    const std::lock_guard lock(mutex_);
    return total_;
  }
  int drawers() {
    const std::lock_guard lock(mutex_);
    return drawers_;
  }

 private:
  std::mutex mutex_;
  long total_ = 0;
  int drawers_ = 0;
};

void serve_customers(Ledger& ledger) {
  ledger.open_drawer();
  for (int article = 0; article < PriceList::kArticles; ++article) {
    ledger.book(PriceList::instance().price(article));
  }
}

int main() {
  Ledger ledger;
  std::thread early([&] { serve_customers(ledger); });
  std::thread late([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    serve_customers(ledger);
  });
  early.join();
  late.join();

  const long expected = 2 * (199 * PriceList::kArticles + 50 * 39 * 40 / 2);
  const long total = ledger.total();
  std::printf("%d drawers, %ld.%02ld taken\n", ledger.drawers(), total / 100, total % 100);
  return total == expected ? 0 : 1;
}
