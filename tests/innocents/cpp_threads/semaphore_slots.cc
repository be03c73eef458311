// A counting_semaphore lets two threads at a time into a set of two licences; a mutex guards which licence is free.
// guilty: race: the free list is used without the mutex, as if the semaphore admitted only one
#include <chrono>
#include <cstdio>
#include <mutex>
#include <semaphore>
#include <thread>
#include <vector>

class Licences {
public:
    int acquire()
    {
        available_.acquire();
        auto lock = guard();
        int id = free_.back();
        free_.pop_back();
        return id;
    }
    void release(int id)
    {
        {
            auto lock = guard();
            free_.push_back(id);
        }
        available_.release();
    }

private:
    std::unique_lock<std::mutex> guard()
    {
#ifdef GUILTY
        return std::unique_lock<std::mutex>(mutex_, std::defer_lock);
#else
        return std::unique_lock<std::mutex>(mutex_);
#endif
    }
    std::counting_semaphore<2> available_{2};
    std::mutex mutex_;
    std::vector<int> free_{0, 1};
};

int main()
{
    Licences licences;
    int used[3] = {0, 0, 0};
    std::vector<std::thread> clients;
    for (int c = 0; c < 3; ++c)
        clients.emplace_back([&, c] {
            for (int i = 0; i < 3; ++i) {
                int id = licences.acquire();
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
                used[c] += id >= 0;
                licences.release(id);
            }
        });
    for (auto& c : clients)
        c.join();
    std::printf("%d uses\n", used[0] + used[1] + used[2]);
}
