// A phone book with many readers and one writer under a shared_mutex; hits are counted in an atomic.
// guilty: race: the lookups, which hold only the shared lock, remember the last name in a plain member
#include <atomic>
#include <cstdio>
#include <map>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <thread>

class PhoneBook {
public:
    void add(std::string name, int number)
    {
        std::unique_lock lock(mutex_);
        numbers_[std::move(name)] = number;
    }
    int find(const std::string& name) const
    {
        std::shared_lock lock(mutex_);
#ifdef GUILTY
        last_length_ = name.size();
#endif
        ++lookups_;
        auto it = numbers_.find(name);
        return it == numbers_.end() ? 0 : it->second;
    }
    int lookups() const { return lookups_; }
    std::size_t last_length() const
    {
        std::shared_lock lock(mutex_);
        return last_length_;
    }

private:
    mutable std::shared_mutex mutex_;
    mutable std::atomic<int> lookups_{0};
    mutable std::size_t last_length_ = 0;
    std::map<std::string, int> numbers_{{"anna", 100}};
};

int main()
{
    PhoneBook book;
    int found[2] = {0, 0};
    std::thread w([&] { book.add("bob", 200); });
    std::thread r1([&] { for (int i = 0; i < 5; ++i) found[0] += book.find("anna"); });
    std::thread r2([&] { for (int i = 0; i < 5; ++i) found[1] += book.find("anna"); });
    w.join();
    r1.join();
    r2.join();
    std::printf("%d lookups, %zu\n", book.lookups(), book.last_length());
    return found[0] == 500 && found[1] == 500 ? 0 : 1;
}
