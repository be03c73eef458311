// A detached thread and main share their state by shared_ptr, so it does not matter who is done first.
// guilty: uaf, race: the detached thread refers to the state by raw pointer, and main frees it after a pause
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <memory>
#include <mutex>
#include <thread>

struct State {
    std::mutex m;
    std::condition_variable cv;
    bool ready = false;
    int progress[4] = {};
};

static int compute()
{
    auto state = std::make_shared<State>();
#ifdef GUILTY
    State* s = state.get();
#else
    auto s = state;
#endif
    std::thread([s] {
        {
            std::lock_guard<std::mutex> lock(s->m);
            s->ready = true;
            s->cv.notify_one();
        }
        for (int& p : s->progress)
            p = 100;
    }).detach();

    std::unique_lock<std::mutex> lock(state->m);
    state->cv.wait(lock, [&] { return state->ready; });
    lock.unlock();
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    return 1;
}

int main()
{
    int ok = compute();
    std::printf("ready %d\n", ok);
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    return ok ? 0 : 1;
}
