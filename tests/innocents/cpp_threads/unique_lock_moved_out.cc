// A function locks, prepares the data and returns the unique_lock, so that the caller goes on under the same lock.
// guilty: race: the returned lock is thrown away at once and not kept for the following update
#include <cstdio>
#include <mutex>
#include <thread>
#include <vector>

static std::mutex data_mutex;
static std::vector<int> data;

[[nodiscard]] static std::unique_lock<std::mutex> lock_and_prepare()
{
    std::unique_lock<std::mutex> lk(data_mutex);
    if (data.empty())
        data.assign(4, 0);
    return lk;
}

static void process(int index, int value)
{
#ifdef GUILTY
    (void)lock_and_prepare();
#else
    std::unique_lock<std::mutex> lk = lock_and_prepare();
#endif
    data[index] = value;
    data[3] += value;
}

int main()
{
    std::thread a(process, 0, 5), b(process, 1, 6), c(process, 2, 7);
    a.join();
    b.join();
    c.join();
    std::printf("%d %d %d, sum %d\n", data[0], data[1], data[2], data[3]);
    return 0;
}
