// Workers store the first exception in an exception_ptr under a mutex; main rethrows it after the join.
// guilty: race: "if there is no error yet, store mine" is done without the mutex
#include <exception>
#include <iostream>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

class Errors {
public:
    void store_current()
    {
#ifndef GUILTY
        std::lock_guard<std::mutex> lock(mutex_);
#endif
        ++count_;
        if (!first_)
            first_ = std::current_exception();
    }
    void rethrow() const
    {
        if (first_)
            std::rethrow_exception(first_);
    }
    int count() const { return count_; }

private:
    std::mutex mutex_;
    std::exception_ptr first_;
    int count_ = 0;
};

int main()
{
    Errors errors;
    std::vector<std::thread> workers;
    for (int i = 0; i < 3; ++i)
        workers.emplace_back([&errors, i] {
            try {
                if (i != 1)
                    throw std::runtime_error("worker " + std::to_string(i) + " failed");
            } catch (...) {
                errors.store_current();
            }
        });
    for (auto& w : workers)
        w.join();
    try {
        errors.rethrow();
    } catch (const std::runtime_error& e) {
        std::cout << e.what() << " (" << errors.count() << " errors)\n";
        return 0;
    }
    return 1;
}
