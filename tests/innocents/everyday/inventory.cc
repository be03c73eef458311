// A shop with stock and an order book: ordering and cancelling need both locks at once.
// guilty: deadlock: the two locks are taken one by one, and cancel names them in the other order
#include <cstdio>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#ifdef GUILTY
#define LOCK_BOTH(a, b) std::lock_guard first(a); std::lock_guard second(b)
#else
#define LOCK_BOTH(a, b) std::scoped_lock both(a, b)
#endif

class Shop {
public:
    void deliver(const std::string& item, int n) {
        std::lock_guard guard(stock_mutex_);
        stock_[item] += n;
    }
    bool order(const std::string& item) {
        LOCK_BOTH(stock_mutex_, orders_mutex_);
        if (stock_[item] == 0) return false;
        --stock_[item];
        orders_.push_back(item);
        return true;
    }
    bool cancel() {
        LOCK_BOTH(orders_mutex_, stock_mutex_);
        if (orders_.empty()) return false;
        ++stock_[orders_.back()];
        orders_.pop_back();
        return true;
    }
    int everything() {
        LOCK_BOTH(stock_mutex_, orders_mutex_);
        int n = orders_.size();
        for (auto& [name, count] : stock_) n += count;
        return n;
    }
private:
    std::mutex stock_mutex_, orders_mutex_;
    std::map<std::string, int> stock_;
    std::vector<std::string> orders_;
};

int main() {
    Shop shop;
    shop.deliver("lamp", 2);
    shop.deliver("chair", 3);
    std::thread buyer([&] { shop.order("lamp"); shop.order("chair"); });
    std::thread regretful([&] { shop.order("chair"); shop.cancel(); });
    buyer.join();
    regretful.join();
    std::printf("%d things\n", shop.everything());
    return shop.everything() != 5;
}
