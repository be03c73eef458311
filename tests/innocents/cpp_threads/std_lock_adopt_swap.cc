// swap() of two guarded objects with std::lock and adopt_lock, called with the arguments in either order.
// guilty: deadlock: the locks are taken one after the other, left before right
#include <iostream>
#include <mutex>
#include <string>
#include <thread>

class Guarded {
public:
    explicit Guarded(std::string s) : value_(std::move(s)) {}

    friend void swap(Guarded& lhs, Guarded& rhs)
    {
        if (&lhs == &rhs)
            return;
#ifdef GUILTY
        lhs.mutex_.lock();
        rhs.mutex_.lock();
#else
        std::lock(lhs.mutex_, rhs.mutex_);
#endif
        std::lock_guard<std::mutex> lock_a(lhs.mutex_, std::adopt_lock);
        std::lock_guard<std::mutex> lock_b(rhs.mutex_, std::adopt_lock);
        std::swap(lhs.value_, rhs.value_);
    }
    std::string get() const
    {
        std::lock_guard<std::mutex> lock(mutex_);
        return value_;
    }

private:
    mutable std::mutex mutex_;
    std::string value_;
};

int main()
{
    Guarded left("left"), right("right");
    std::thread a([&] { swap(left, right); });
    std::thread b([&] { swap(right, left); });
    a.join();
    b.join();
    std::cout << left.get() << ' ' << right.get() << '\n';
    return left.get() == "left" ? 0 : 1;
}
