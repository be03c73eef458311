// Two workers take plates from a stack until it is empty.
// guilty: atomicity: whether it is empty is asked before, in a critical section of its own
#include <cassert>
#include <cstdio>
#include <mutex>
#include <thread>

class Stack {
public:
    bool empty() { std::lock_guard<std::mutex> guard(mutex_); return size_ == 0; }
    int pop() {
        std::lock_guard<std::mutex> guard(mutex_);
        assert(size_ > 0);
        return plates_[--size_];
    }
    bool try_pop(int& plate) {
        std::lock_guard<std::mutex> guard(mutex_);
        if (size_ == 0) return false;
        plate = plates_[--size_];
        return true;
    }
private:
    std::mutex mutex_;
    int plates_[5] = {1, 2, 3, 4, 5};
    int size_ = 5;
};

static int wash(Stack& stack) {
    int sum = 0;
#ifdef GUILTY
    while (!stack.empty()) sum += stack.pop();
#else
    int plate;
    while (stack.try_pop(plate)) sum += plate;
#endif
    return sum;
}

int main() {
    Stack stack;
    int sums[2] = {0, 0};
    std::thread a([&] { sums[0] = wash(stack); }), b([&] { sums[1] = wash(stack); });
    a.join();
    b.join();
    std::printf("%d\n", sums[0] + sums[1]);
    return sums[0] + sums[1] == 15 ? 0 : 1;
}
