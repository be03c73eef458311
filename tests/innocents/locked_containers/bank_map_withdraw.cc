// A bank: an account must not be overdrawn, so the balance is checked and lowered in one critical section.
// guilty: atomicity: balance() and set_balance() are locked one by one
#include <cstdlib>
#include <iostream>
#include <map>
#include <mutex>
#include <string>
#include <thread>

class Bank {
    std::map<std::string, long> accounts{{"anna", 100}};
    std::mutex m;

public:
    long balance(const std::string &who) {
        std::lock_guard lock(m);
        return accounts.at(who);
    }
    void set_balance(const std::string &who, long amount) {
        std::lock_guard lock(m);
        accounts.at(who) = amount;
    }
    bool withdraw(const std::string &who, long amount) {
#ifdef GUILTY
        long b = balance(who);
        if (b < amount)
            return false;
        set_balance(who, b - amount);
#else
        std::lock_guard lock(m);
        long &b = accounts.at(who);
        if (b < amount)
            return false;
        b -= amount;
#endif
        return true;
    }
};

int main() {
    Bank bank;
    bool first = false, second = false;
    std::thread atm([&] { first = bank.withdraw("anna", 70); });
    std::thread web([&] { second = bank.withdraw("anna", 60); });
    atm.join();
    web.join();
    std::cout << "paid out " << first * 70 + second * 60 << '\n';
    return first != second ? 0 : 1;
}
