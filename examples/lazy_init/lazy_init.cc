// A shop whose price list is loaded when the first cashier asks for it: double-checked locking.
//
// The bug: the pointer to the list is an ordinary one, read without the lock by everyone who comes
// later, and it is set before the list is filled.
// The effect: a cashier who comes while the list is being loaded sells articles for nothing, and
// the final account is wrong (exit status 1).
// An ordinary run: the second cashier arrives after the list was loaded, and both also use the lock
// of the ledger, which hides the race from tools that look at one order only.
// The twin lazy_init_fixed.cc fills the list first and publishes it through an atomic pointer.
#include <chrono>
#include <cstdio>
#include <mutex>
#include <thread>

class PriceList {
 public:
  static constexpr int kArticles = 40;

  static const PriceList& instance() {
    if (instance_ == nullptr) {  // BUG(race): the first check is made without the lock
      const std::lock_guard lock(mutex_);
      if (instance_ == nullptr) {
        instance_ = new PriceList;  // BUG(race): others can see it from here on
        instance_->load();
      }
    }
    return *instance_;  // BUG(race): nor is the lock held here by those who came later
  }

  long price(int article) const {
    return cents_[article];  // BUG(race): perhaps not loaded yet
  }

 private:
  void load() {
    for (int article = 0; article < kArticles; ++article) {
      cents_[article] = 199 + 50 * article;  // BUG(race): somebody may read it already
    }
  }

  static inline std::mutex mutex_;
  static inline PriceList* instance_ = nullptr;  // lives as long as the program

  long cents_[kArticles] = {};
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
