// Two maps with a mutex each; operations that need both take them with std::scoped_lock.
// guilty: deadlock: cancel() takes the two one after the other, against the order of place()
#include <iostream>
#include <map>
#include <mutex>
#include <string>
#include <thread>

std::map<std::string, int> stock = {{"apple", 10}, {"pear", 10}};
std::mutex stock_mutex;
std::map<int, std::pair<std::string, int>> orders;
std::mutex orders_mutex;

void place(int number, const std::string &item, int count) {
    std::lock_guard<std::mutex> s(stock_mutex);
    stock[item] -= count;
    std::lock_guard<std::mutex> o(orders_mutex);
    orders[number] = {item, count};
}

void cancel(int number) {
#ifdef GUILTY
    std::lock_guard<std::mutex> o(orders_mutex);
    std::lock_guard<std::mutex> s(stock_mutex);
#else
    std::scoped_lock both(stock_mutex, orders_mutex);
#endif
    auto it = orders.find(number);
    if (it == orders.end())
        return;
    stock[it->second.first] += it->second.second;
    orders.erase(it);
}

int main() {
    place(1, "apple", 4);
    std::thread customer([] { place(2, "pear", 3); });
    std::thread support([] { cancel(1); });
    customer.join();
    support.join();
    std::cout << stock["apple"] << " apples, " << stock["pear"] << " pears, " << orders.size() << " order\n";
    return stock["apple"] == 10 && stock["pear"] == 7 && orders.size() == 1 ? 0 : 1;
}
