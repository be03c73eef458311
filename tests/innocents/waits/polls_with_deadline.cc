// Polls for an answer and gives up at a deadline, which never comes so far.
// guilty: race: the answer is corrected after it was announced
#include <atomic>
#include <chrono>
#include <cstdio>
#include <thread>

int main() {
    using Clock = std::chrono::steady_clock;
    std::atomic<bool> announced{false};
    int answer = 0;
    std::thread oracle([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        answer = 41;
#ifndef GUILTY
        answer = 42;
#endif
        announced.store(true, std::memory_order_release);
#ifdef GUILTY
        answer = 42;
#endif
    });
    const auto deadline = Clock::now() + std::chrono::minutes(5);
    bool in_time = true;
    while (!announced.load(std::memory_order_acquire) && in_time) in_time = Clock::now() < deadline;
    const int seen = answer;
    oracle.join();
    std::printf("%d\n", in_time && seen >= 41);
}
