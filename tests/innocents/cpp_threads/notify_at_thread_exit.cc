// A thread announces its end with notify_all_at_thread_exit, after its thread_local objects are gone; then the result is read.
// guilty: race: it announces its end with an ordinary notify_all
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <thread>

std::mutex m;
std::condition_variable cv;
bool finished = false;
int released = 0;

struct Resource {
    int id;
    explicit Resource(int i) : id(i) {}
    ~Resource() { released = id; }
};

void worker()
{
    thread_local Resource resource(42);
    std::unique_lock<std::mutex> lk(m);
    finished = resource.id == 42;
#ifdef GUILTY
    lk.unlock();
    cv.notify_all();
#else
    std::notify_all_at_thread_exit(cv, std::move(lk));
#endif
}

int main()
{
    std::thread t(worker);
    {
        std::unique_lock<std::mutex> lk(m);
        cv.wait(lk, [] { return finished; });
        std::printf("released %d\n", released);
    }
    t.join();
    return 0;
}
