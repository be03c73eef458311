// A worker thread runs packaged_tasks from a locked queue; the main thread collects the futures and asks how many ran.
// guilty: race: the worker counts the finished task after it released the mutex
#include <condition_variable>
#include <deque>
#include <future>
#include <iostream>
#include <mutex>
#include <thread>
#include <vector>

std::mutex mtx;
std::condition_variable wake;
std::deque<std::packaged_task<int()>> tasks;
bool closed = false;
int finished = 0;

void worker()
{
    std::unique_lock<std::mutex> lk(mtx);
    for (;;) {
        wake.wait(lk, [] { return closed || !tasks.empty(); });
        if (tasks.empty())
            return;
        auto task = std::move(tasks.front());
        tasks.pop_front();
        lk.unlock();
        task();
#ifdef GUILTY
        ++finished;
        lk.lock();
#else
        lk.lock();
        ++finished;
#endif
    }
}

int main()
{
    std::thread t(worker);
    std::vector<std::future<int>> results;
    for (int i = 1; i <= 6; ++i) {
        std::packaged_task<int()> task([i] { return i * 10; });
        results.push_back(task.get_future());
        std::lock_guard<std::mutex> lk(mtx);
        tasks.push_back(std::move(task));
        wake.notify_one();
    }
    int sum = 0;
    for (auto& r : results)
        sum += r.get();
    {
        std::lock_guard<std::mutex> lk(mtx);
        std::cout << "at least " << finished << " tasks counted\n";
        closed = true;
    }
    wake.notify_one();
    t.join();
    return sum == 210 && finished == 6 ? 0 : 1;
}
