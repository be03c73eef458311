// A coroutine hops from the main thread to an executor thread and measures how long it sat in the queue.
// guilty: race, uaf: the awaiter notes the time after it has handed the coroutine to the other thread
#include <chrono>
#include <coroutine>
#include <cstdio>
#include <exception>
#include <future>
#include <thread>

using Clock = std::chrono::steady_clock;

struct Detached {
    struct promise_type {
        Detached get_return_object() { return {}; }
        std::suspend_never initial_suspend() noexcept { return {}; }
        std::suspend_never final_suspend() noexcept { return {}; }
        void return_void() {}
        void unhandled_exception() { std::terminate(); }
    };
};

struct HopTo {
    std::promise<std::coroutine_handle<>>& executor;
    Clock::time_point queued{};

    bool await_ready() const noexcept { return false; }
    void await_suspend(std::coroutine_handle<> h)
    {
#ifdef GUILTY
        executor.set_value(h);
        queued = Clock::now();
#else
        queued = Clock::now();
        executor.set_value(h);
#endif
    }
    Clock::duration await_resume() const { return Clock::now() - queued; }
};

static Detached job(std::promise<std::coroutine_handle<>>& executor, int n, int& result)
{
    auto waited = co_await HopTo{executor};
    result = waited.count() < 0 ? n : 2 * n;
}

int main()
{
    std::promise<std::coroutine_handle<>> inbox;
    std::thread executor([f = inbox.get_future()]() mutable { f.get().resume(); });
    int result = 0;
    job(inbox, 21, result);
    executor.join();
    std::printf("%d\n", result);
    return 0;
}
